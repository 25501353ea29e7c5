//! A search below full strength.

use furyhouse_rules::{Move, Position};

use crate::bound::Bound;
use crate::level::Level;
use crate::picker::is_quiet;
use crate::request::Request;
use crate::root_entry::RootEntry;
use crate::score::MATE_BOUND;
use crate::skill::{Draw, Skill};
use crate::static_order::StaticOrder;

/// At a score so far from even, in centipawns, a level's slack is half of what it is in an even position: whoever is
/// winning plays on as well as it can, and so does whoever is lost.
const DECIDED: i32 = 600;

/// A hundred percent.
const ALL: u8 = 100;

/// A search below full strength: what is asked of the search in place of what was asked for, and how its answer is
/// chosen.
///
/// Weak players differ from strong ones in three ways, and so do levels. They **overlook** moves, drops and quiet ones
/// more than captures and checks; all but the weakest see every mate in one. They look **less far**. And of several good
/// moves they cannot tell which is the best: each is **misjudged** by up to the level's slack, a little less the more the
/// position is decided. What a level has seen to lose, it does not play; a mate that it has seen it gives.
#[derive(Debug)]
pub(crate) struct Weakened {
    /// What is asked of the search.
    pub(crate) request: Request,
    skill: Skill,
    /// The position and how far the game has come: the same mistake need not come twice in a game.
    place: u64,
    slack: i32,
}

impl Weakened {
    /// Gets what is to be searched in place of `request`; `None` where it asks for full strength, or for an analysis.
    pub(crate) fn new(request: &Request) -> Option<Self> {
        let skill = request.skill.filter(|_| !request.limit.infinite)?;
        let place = request.position.key() ^ request.history.len() as u64;
        let level = skill.step(place)?;
        let mut weak = request.clone();
        let limit = &mut weak.limit;
        limit.depth = Some(
            limit
                .depth
                .map_or(level.depth, |depth| depth.min(level.depth)),
        );
        if let Some(most) = level.nodes {
            limit.nodes = Some(limit.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        weak.tie_margin = (level.slack > 0).then_some(level.slack);
        weak.root_moves = Some(noticed(request, level, skill, place));
        Some(Weakened {
            request: weak,
            skill,
            place,
            slack: level.slack,
        })
    }

    /// Chooses among the root moves, the best of which is first: gives the index of the move to play.
    pub(crate) fn choose(&self, root: &[RootEntry]) -> usize {
        let Some(best) = root.first() else {
            return 0;
        };
        if best.value.abs() >= MATE_BOUND {
            return 0;
        }
        let slack = self.slack * DECIDED / (DECIDED + best.value.abs());
        let known = |entry: &RootEntry| {
            entry.bound == Bound::Exact
                && entry.depth == best.depth
                && entry.value >= best.value - slack
        };
        let seeming = |entry: &RootEntry| {
            let error = self.skill.draw(self.place, Draw::Worth(entry.mv)) * f64::from(slack);
            f64::from(entry.value) + error
        };
        let candidates = root.iter().enumerate().filter(|(_, entry)| known(entry));
        candidates
            .max_by(|(_, one), (_, other)| seeming(one).total_cmp(&seeming(other)))
            .map_or(0, |(index, _)| index)
    }
}

/// The moves that a player of this level notices; at least one, if there is one.
fn noticed(request: &Request, level: &Level, skill: Skill, place: u64) -> Vec<Move> {
    let pos = &request.position;
    let asked = request.root_moves.as_ref();
    let mut moves: Vec<_> = pos
        .legal_moves()
        .into_iter()
        .filter(|mv| asked.is_none_or(|asked| asked.contains(mv)))
        .collect();
    // The order is that of the moves themselves: what is drawn must not depend on how moves are made.
    moves.sort_unstable();
    let order = StaticOrder::new(pos);
    let sees = |&mv: &Move| {
        if level.sees_mates() && order.gives_check(pos, mv) && !pos.play(mv).has_legal_move() {
            return true;
        }
        let share = if is_forcing(pos, &order, mv) {
            level.forcing
        } else {
            level.quiet
        };
        share >= ALL || skill.draw(place, Draw::Notice(mv)) * f64::from(ALL) < f64::from(share)
    };
    let seen: Vec<_> = moves.iter().copied().filter(sees).collect();
    if seen.is_empty() {
        let at = skill.draw(place, Draw::Only) * moves.len() as f64;
        return moves.get(at as usize).copied().into_iter().collect();
    }
    seen
}

/// Whether the eye falls on `mv`: a capture, a promotion or a check.
fn is_forcing(pos: &Position, order: &StaticOrder, mv: Move) -> bool {
    !is_quiet(pos, mv) || order.gives_check(pos, mv)
}
