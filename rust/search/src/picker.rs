//! The order in which moves are tried.

use arrayvec::ArrayVec;
use furyhouse_eval::SEE_VALUES;
use furyhouse_rules::{MAX_MOVES, Move, MoveList, Position, Role};

use crate::history::{History, slot, slot_of};
use crate::params;
use crate::quiet_order::QuietOrder;
use crate::static_order::{StaticOrder, mover};

/// What a promotion to less than a queen loses in the order, so that it comes last.
const UNDERPROMOTION: i32 = -100_000;

/// A move waiting for its turn.
#[derive(Copy, Clone, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Where a picker stands. Each stage makes its moves only when the ones before it gave no cut.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    Killers,
    MakeQuiets,
    Quiets,
    BadNoisy,
}

/// Hands out the legal moves of a position, the most promising first, each once: the table's move, captures and
/// promotions that lose nothing by exchange, killers and the counter move, quiet moves and drops by history, losing
/// captures.
#[derive(Debug)]
pub(crate) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    /// Killers and the counter move, no move twice.
    refutations: [Option<Move>; 3],
    /// How many of them have had their turn.
    refuted: usize,
    /// Slots of the opponent's last move and one's own before.
    context: (usize, usize),
    /// Losing captures first, up to `bad`; then what the stage works on, from `next`.
    list: ArrayVec<Scored, MAX_MOVES>,
    bad: usize,
    next: usize,
    /// Whether quiet moves and drops are handed out.
    quiets: bool,
    /// Whether losing captures and promotions to less than a queen are handed out.
    losing: bool,
}

impl MovePicker {
    /// Makes a picker of all moves; in check, of all evasions.
    #[inline]
    pub(crate) fn new(
        table_move: Option<Move>,
        refutations: [Option<Move>; 3],
        context: (usize, usize),
    ) -> Self {
        let mut picker = Self::noisy(table_move);
        picker.context = context;
        picker.quiets = true;
        picker.losing = true;
        let [first, second, counter] = refutations;
        let counter = counter.filter(|_| counter != first && counter != second);
        picker.refutations = [first, second.filter(|_| second != first), counter];
        picker
    }

    /// Makes a picker of captures that lose nothing by exchange and of promotions to a queen, no others.
    #[inline]
    pub(crate) fn noisy(table_move: Option<Move>) -> Self {
        MovePicker {
            stage: Stage::Table,
            table_move,
            refutations: [None; 3],
            refuted: 0,
            context: (0, 0),
            list: ArrayVec::new(),
            bad: 0,
            next: 0,
            quiets: false,
            losing: false,
        }
    }

    /// Leaves out the quiet moves and drops not handed out yet.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// Hands out the next move.
    pub(crate) fn next(
        &mut self,
        pos: &Position,
        order: &StaticOrder,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    self.table_move = self.table_move.filter(|&mv| pos.is_legal(mv));
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(pos, order, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(found) = self.best_left() {
                        if found.score < UNDERPROMOTION / 2 || !pos.see_ge(found.mv, 0, &SEE_VALUES)
                        {
                            // The places before `next` are used up; losing captures gather there.
                            self.list[self.bad] = found;
                            self.bad += 1;
                        } else {
                            return Some(found.mv);
                        }
                    } else {
                        self.stage = Stage::Killers;
                    }
                }
                Stage::Killers => {
                    while self.quiets && self.refuted < self.refutations.len() {
                        let killer = self.refutations[self.refuted];
                        self.refuted += 1;
                        if killer != self.table_move
                            && let Some(mv) = killer
                            && is_quiet(pos, mv)
                            && pos.is_legal(mv)
                        {
                            return Some(mv);
                        }
                    }
                    self.stage = Stage::MakeQuiets;
                }
                Stage::MakeQuiets => {
                    self.stage = Stage::Quiets;
                    if self.quiets {
                        self.make_quiets(pos, order, history);
                    }
                }
                Stage::Quiets => {
                    if self.quiets
                        && let Some(found) = self.best_left()
                    {
                        return Some(found.mv);
                    }
                    self.stage = Stage::BadNoisy;
                    self.next = 0;
                    self.list.truncate(self.bad);
                }
                Stage::BadNoisy => {
                    let found = self.list.get(self.next).filter(|_| self.losing)?;
                    self.next += 1;
                    return Some(found.mv);
                }
            }
        }
    }

    /// Lists captures and promotions.
    fn make_noisy(&mut self, pos: &Position, order: &StaticOrder, history: &History) {
        let mut moves = MoveList::new();
        pos.generate_noisy(&mut moves);
        for mv in moves {
            if Some(mv) == self.table_move {
                continue;
            }
            let mut score = order.score(pos, mv);
            if let Some(victim) = pos.captured(mv) {
                score += history.capture(slot(pos, mv), victim) / params::capture_history_divisor();
            }
            if mv.promoted().is_some_and(|role| role != Role::Queen) {
                score += UNDERPROMOTION;
            }
            self.list.push(Scored { mv, score });
        }
    }

    /// Lists quiet moves and drops behind the losing captures.
    fn make_quiets(&mut self, pos: &Position, order: &StaticOrder, history: &History) {
        self.list.truncate(self.bad);
        self.next = self.bad;
        let mut moves = MoveList::new();
        pos.generate_quiets(&mut moves);
        pos.generate_drops(&mut moves);
        let color = pos.turn();
        let (last, before) = self.context;
        let looks = QuietOrder::new(pos);
        for mv in moves {
            if Some(mv) == self.table_move || self.refutations.contains(&Some(mv)) {
                continue;
            }
            let role = mover(pos, mv);
            let score = history.quiet(color, mv, slot_of(mv, role), last, before)
                + params::static_weight() * order.quiet_score(pos, mv, role)
                + looks.score(mv, role);
            self.list.push(Scored { mv, score });
        }
    }

    /// Takes the best of the moves that are left, the first made among equals.
    fn best_left(&mut self) -> Option<Scored> {
        let left = self.list.get_mut(self.next..)?;
        let mut best = 0;
        let mut score = left.first()?.score;
        for (index, candidate) in left.iter().enumerate().skip(1) {
            if candidate.score > score {
                best = index;
                score = candidate.score;
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}

/// Whether `mv` would be neither a capture nor a promotion.
#[inline]
pub(crate) fn is_quiet(pos: &Position, mv: Move) -> bool {
    mv.promoted().is_none() && !pos.is_capture(mv)
}
