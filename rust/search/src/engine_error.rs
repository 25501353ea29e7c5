//! What an engine refuses.

/// What an engine refuses.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The memory for a table of so many megabytes cannot be had.
    #[error("cannot allocate a hash table of {megabytes} MB")]
    Hash {
        /// The size asked for.
        megabytes: usize,
    },
    /// The memory for what so many threads learn cannot be had.
    #[error("cannot allocate the memory of {threads} threads")]
    Memory {
        /// The number asked for.
        threads: usize,
    },
    /// It was told to stop while it waited for a search to end, and nothing was changed.
    #[error("stopped while waiting for a search to end")]
    Stopped,
    /// The number of threads is out of range.
    #[error("threads: found {found}, expected 1 to {}", crate::params::MAX_THREADS)]
    Threads {
        /// The number asked for.
        found: usize,
    },
}
