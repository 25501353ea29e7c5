//! Who is told how a search goes.

use furyhouse_rules::Move;

use crate::info::Info;

/// Who is told how a search goes. The methods are called on a thread of the search, which waits for them, so they
/// should be quick.
pub trait Observer: Send {
    /// A line of play has a new score.
    fn info(&mut self, info: &Info);

    /// The search turns to root move `mv`, the `number`th (from 1) of `total`. Not called in the first tenth of a
    /// second, when moves follow each other too fast to be read.
    fn current_move(&mut self, mv: Move, number: usize, total: usize) {
        let _ = (mv, number, total);
    }
}

/// An observer that listens to nothing.
impl Observer for () {
    fn info(&mut self, _info: &Info) {}
}
