//! A node of the search.

use furyhouse_rules::Move;

use crate::table_entry::TableEntry;

/// What the steps of the search at one node need to know of it.
#[derive(Copy, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Node {
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Plies to search yet.
    pub(crate) depth: i32,
    /// The value that the mover has for certain.
    pub(crate) alpha: i32,
    /// The value that the opponent will not let the mover exceed.
    pub(crate) beta: i32,
    /// Whether a cut is expected here.
    pub(crate) cut: bool,
    /// Whether the mover is in check.
    pub(crate) in_check: bool,
    /// The best guess at the value before searching; meaningless in check.
    pub(crate) eval: i32,
    /// Whether the static evaluation has risen since the mover's last move.
    pub(crate) improving: bool,
    /// What the table knows, its value seen from the root.
    pub(crate) entry: Option<TableEntry>,
    /// Whether the table's move takes or promotes.
    pub(crate) noisy_table_move: bool,
    /// The move left out.
    pub(crate) excluded: Option<Move>,
}

impl Node {
    /// Whether the search only asks on which side of a bound the value lies.
    pub(crate) fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The table's move.
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }
}
