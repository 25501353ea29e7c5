//! The search of captures and checks below the last full ply.

use arrayvec::ArrayVec;
use furyhouse_eval::SEE_VALUES;
use furyhouse_rules::{Bitboard, Move, Position, Rank, Role};

use super::{Finding, Worker};
use crate::bound::Bound;
use crate::params;
use crate::picker::{MovePicker, is_quiet};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, from_table, mated_in};
use crate::static_order::StaticOrder;
use crate::table_entry::NO_EVAL;

/// Checking drops that quiescence tries: room for the most that the parameter allows.
type DropChecks = ArrayVec<Move, 16>;

/// What quiescence knows on entering a node.
struct Entry {
    in_check: bool,
    /// The value of doing nothing; less than any value in check.
    stand: i32,
    /// The static evaluation; [`NO_EVAL`] in check.
    eval: i32,
    /// The same as the table keeps it, without correction.
    raw_eval: i32,
    table_move: Option<Move>,
}

impl Worker<'_> {
    /// Searches until nothing hangs: captures and promotions that lose nothing by exchange, in check all evasions, and
    /// on the first ply (`depth` 0; it falls below) a few checking drops.
    ///
    /// It cannot explode with full pockets: drops are tried in check and on the first ply only.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        pos: &Position,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if PV {
            self.ply(ply).pv.clear();
        }
        let start = alpha;
        let entry = match self.enter_quiescence::<PV>(pos, beta, depth, ply) {
            Ok(entry) => entry,
            Err(value) => return value,
        };
        let mut best = entry.stand;
        let mut best_move = None;
        alpha = alpha.max(best);

        let order = StaticOrder::new(pos);
        let mut picker = if entry.in_check {
            MovePicker::new(entry.table_move, [None; 3], self.context(ply))
        } else {
            MovePicker::noisy(entry.table_move)
        };
        let mut checks = if depth == 0 && !entry.in_check {
            drop_checks(pos, &order)
        } else {
            ArrayVec::new()
        };
        let mut quiets = 0;
        loop {
            let picked = picker.next(pos, &order, self.history);
            let Some(mv) = picked.or_else(|| checks.pop_at(0)) else {
                break;
            };
            if best > -MATE_BOUND && entry.in_check && is_quiet(pos, mv) {
                quiets += 1;
                if quiets > params::quiet_evasions() {
                    picker.skip_quiets();
                    continue;
                }
            }
            if !entry.in_check
                && let Some(bound) = delta_bound(pos, &order, mv, entry.eval)
                && bound <= alpha
            {
                best = best.max(bound);
                continue;
            }
            self.enter_move(pos, ply, mv);
            let mut child = *pos;
            child.make(mv);
            let value = -self.quiescence::<PV>(&child, -beta, -alpha, depth - 1, ply + 1);
            self.leave();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if entry.in_check && best == -INFINITE {
            return mated_in(ply);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        let finding = Finding {
            value: best,
            bound,
            mv: best_move,
            eval: entry.raw_eval,
        };
        self.keep(pos, ply, 0, &finding);
        best
    }

    /// Begins a node of quiescence; an error is the value that settles it at once.
    fn enter_quiescence<const PV: bool>(
        &mut self,
        pos: &Position,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<Entry, i32> {
        if self.must_stop() {
            return Err(0);
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(pos) {
            return Err(DRAW);
        }
        let in_check = pos.is_check();
        if ply >= MAX_PLY || depth <= params::quiescence_plies() {
            return Err(Self::evaluate(pos));
        }
        let found = self.shared.table.probe(self.shared.table_key(pos));
        if let Some(found) = found
            && !PV
        {
            let value = from_table(found.value, ply);
            if found.settles(value, beta) {
                return Err(value);
            }
        }
        let mut entry = Entry {
            in_check,
            stand: -INFINITE,
            eval: NO_EVAL,
            raw_eval: NO_EVAL,
            table_move: None,
        };
        if let Some(mv) = found.and_then(|found| found.mv)
            && (in_check || !is_quiet(pos, mv))
        {
            entry.table_move = Some(mv);
        }
        if in_check {
            return Ok(entry);
        }
        entry.raw_eval = match found {
            Some(found) if found.eval != NO_EVAL => found.eval,
            _ => Self::evaluate(pos),
        };
        entry.eval = self.correct(pos, ply, entry.raw_eval);
        entry.stand = entry.eval;
        if let Some(found) = found {
            let value = from_table(found.value, ply);
            let better = match found.bound {
                Bound::Exact => true,
                Bound::Lower => value > entry.stand,
                Bound::Upper => value < entry.stand,
            };
            if better && value.abs() < MATE_BOUND {
                entry.stand = value;
            }
        }
        if entry.stand >= beta {
            if found.is_none() {
                let (value, bound) = (entry.stand, Bound::Lower);
                let finding = Finding {
                    value,
                    bound,
                    mv: None,
                    eval: entry.raw_eval,
                };
                self.keep(pos, ply, 0, &finding);
            }
            return Err(entry.stand);
        }
        Ok(entry)
    }
}

/// The most that a capture can bring, where it can be told: checks and promotions may bring anything.
fn delta_bound(pos: &Position, order: &StaticOrder, mv: Move, eval: i32) -> Option<i32> {
    let victim = pos.captured(mv)?;
    if mv.promoted().is_some() || order.gives_check(pos, mv) {
        return None;
    }
    Some(eval + SEE_VALUES[victim.index()] + params::delta_margin())
}

/// Drops that give check and lose nothing by exchange. The mover is not in check, so that all are legal.
fn drop_checks(pos: &Position, order: &StaticOrder) -> DropChecks {
    let mut checks = DropChecks::new();
    let enough = params::drop_checks() as usize;
    let pocket = pos.pocket(pos.turn());
    if pocket.is_empty() {
        return checks;
    }
    let free = !pos.occupied();
    let ends = Bitboard::rank(Rank::One) | Bitboard::rank(Rank::Eight);
    for role in [
        Role::Knight,
        Role::Pawn,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        if pocket.count(role) == 0 {
            continue;
        }
        let mut squares = order.check_squares(role) & free;
        if role == Role::Pawn {
            squares &= !ends;
        }
        for square in squares {
            if checks.len() >= enough {
                return checks;
            }
            let mv = Move::drop(role, square);
            if pos.see_ge(mv, 0, &SEE_VALUES) {
                checks.push(mv);
            }
        }
    }
    checks
}
