//! What a `Board` holds: a position, and the way to it.

use furyhouse_rules::{CastlingMode, Key, Move, Position, Role, Square, count_repetitions};

use crate::plain::PlainMove;

/// A position of the past, and the move that left it.
#[derive(Clone)]
struct Past {
    position: Position,
    played: PlainMove,
}

/// A game: the position now, those before it, and the moves between.
#[derive(Clone)]
pub(crate) struct Game {
    position: Position,
    past: Vec<Past>,
    /// The keys of the past positions, apart from them: looking for a repetition reads nothing else.
    keys: Vec<Key>,
    /// The square a pawn had just passed in the first position, whether or not a capture was possible.
    root_passed: Option<Square>,
    pub(crate) mode: CastlingMode,
    pub(crate) fifty_moves: bool,
}

impl Game {
    pub(crate) fn new(
        position: Position,
        passed: Option<Square>,
        mode: CastlingMode,
        fifty_moves: bool,
    ) -> Self {
        let root_passed = position.en_passant().or(passed);
        Self {
            position,
            past: Vec::new(),
            keys: Vec::new(),
            root_passed,
            mode,
            fifty_moves,
        }
    }

    /// Starts again from a position, under the same rules.
    pub(crate) fn restart(
        &mut self,
        position: Position,
        passed: Option<Square>,
        mode: CastlingMode,
    ) {
        *self = Self::new(position, passed, mode, self.fifty_moves);
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the earlier positions, oldest first.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = PlainMove> {
        self.past.iter().map(|past| past.played)
    }

    pub(crate) fn last_move(&self) -> Option<PlainMove> {
        self.past.last().map(|past| past.played)
    }

    pub(crate) fn is_960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    /// The rules' move in Python's form.
    pub(crate) fn plain(&self, mv: Move) -> PlainMove {
        PlainMove::from_rules(mv, self.is_960())
    }

    /// The rules' move, if it is legal here.
    pub(crate) fn legal(&self, plain: PlainMove) -> Option<Move> {
        plain
            .to_rules(&self.position)
            .filter(|&mv| self.position.is_legal(mv))
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        let next = self.position.play(mv);
        self.advance(self.plain(mv), next);
    }

    /// Passes the turn, which is possible only out of check.
    pub(crate) fn play_null(&mut self) -> bool {
        if self.position.is_check() {
            return false;
        }
        let next = self.position.play_null();
        self.advance(PlainMove::NULL, next);
        true
    }

    fn advance(&mut self, played: PlainMove, next: Position) {
        self.keys.push(self.position.key());
        self.past.push(Past {
            position: self.position,
            played,
        });
        self.position = next;
    }

    /// Takes the last move back.
    pub(crate) fn take_back(&mut self) -> Option<PlainMove> {
        let past = self.past.pop()?;
        self.keys.pop();
        self.position = past.position;
        Some(past.played)
    }

    /// The same position with only its last `plies` moves known.
    pub(crate) fn with_last(&self, plies: usize) -> Self {
        let start = self.past.len().saturating_sub(plies);
        Self {
            position: self.position,
            past: self.past[start..].to_vec(),
            keys: self.keys[start..].to_vec(),
            root_passed: self.passed_at(start),
            ..*self
        }
    }

    /// The first position known, alone.
    pub(crate) fn root(&self) -> Self {
        let position = self
            .past
            .first()
            .map_or(self.position, |past| past.position);
        Self::new(position, self.root_passed, self.mode, self.fifty_moves)
    }

    pub(crate) fn forget_past(&mut self) {
        *self = self.with_last(0);
    }

    /// The square that a pawn has just passed, whether or not a capture there is possible.
    pub(crate) fn passed(&self) -> Option<Square> {
        self.passed_at(self.past.len())
    }

    fn passed_at(&self, index: usize) -> Option<Square> {
        let Some(before) = index.checked_sub(1) else {
            return self.root_passed;
        };
        let Past { position, played } = &self.past[before];
        let (from, to) = (played.from(), played.to());
        let two_steps = !played.is_drop() && from.index().abs_diff(to.index()) == 16;
        let by_pawn = two_steps && position.pieces(position.turn(), Role::Pawn).contains(from);
        by_pawn.then(|| Square::new(usize::midpoint(from.index(), to.index()) as u8))
    }

    /// Whether the position stands on the board for at least the `count`-th time.
    pub(crate) fn is_repetition(&self, count: usize) -> bool {
        count <= 1
            || (self.keys.len() >= 2 * (count - 1)
                && self.repetitions(self.position.key()) + 1 >= count)
    }

    /// How often a key stands among the earlier positions.
    pub(crate) fn repetitions(&self, key: Key) -> usize {
        count_repetitions(&self.keys, key)
    }
}

/// Two games are equal as python-chess's boards are: the same position and the same counters.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}
