//! What one thread of a search has found.

use crate::root_entry::RootEntry;

/// What one thread of a search has found.
#[derive(Debug)]
pub(crate) struct WorkerReport {
    /// The deepest iteration completed.
    pub(crate) depth: i32,
    /// The deepest ply of the last iteration.
    pub(crate) seldepth: u32,
    /// The root moves, the best first.
    pub(crate) root: Vec<RootEntry>,
}
