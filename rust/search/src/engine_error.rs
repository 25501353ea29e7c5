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
    /// The number of threads is out of range.
    #[error("threads: found {found}, expected 1 to {}", crate::params::MAX_THREADS)]
    Threads {
        /// The number asked for.
        found: usize,
    },
}
