//! Proof of forced mates by checks alone.

use std::collections::HashMap;

use furyhouse_rules::{Color, Key, Move, MoveList, Position};

use crate::path::Path;
use crate::score::MAX_PLY;
use crate::static_order::StaticOrder;

/// A proof or disproof number that stands for "never".
const INFINITY: u32 = 1 << 28;

/// Places in the table.
const PLACES: usize = 1 << 17;

/// The longest mate looked for, in plies.
const MAX_PLIES: usize = 41;

/// Mixed with keys while Black attacks.
const BLACK_SALT: Key = 0x9e37_79b9_7f4a_7c15;

/// Positions between two questions whether to stop.
const QUESTION_NODES: u64 = 256;

/// How much more than its closest rival a position may turn out to cost before the rival is looked at: one part in so
/// many. Without it the search would go to and fro between two positions that cost about the same.
const PATIENCE: u32 = 4;

/// What is known of a position: how many positions at least must yet be decided to prove a mate, and to disprove it.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// The mate is proven.
const PROVEN: Numbers = Numbers {
    proof: 0,
    disproof: INFINITY,
};

/// There is no mate by checks alone.
const DISPROVEN: Numbers = Numbers {
    proof: INFINITY,
    disproof: 0,
};

/// A place of the table.
#[derive(Copy, Clone, Debug, Default)]
struct Place {
    key: Key,
    numbers: Numbers,
    /// The search that wrote it; 0 where nobody has.
    age: u32,
}

/// A move of a position under search.
#[derive(Copy, Clone, Debug)]
struct Child {
    mv: Move,
    key: Key,
    /// What is thought of the move while the table knows nothing.
    guess: Numbers,
}

/// The two sides of a proof.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Side {
    /// Needs one check that mates.
    Attacker,
    /// Needs one answer that does not get mated.
    Defender,
}

impl Side {
    /// The other side.
    fn other(self) -> Self {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// Splits numbers into the one that a single move decides and the one that all moves add to.
    fn split(self, numbers: Numbers) -> (u32, u32) {
        match self {
            Side::Attacker => (numbers.proof, numbers.disproof),
            Side::Defender => (numbers.disproof, numbers.proof),
        }
    }

    /// The reverse of [`Side::split`].
    fn join(self, one: u32, all: u32) -> Numbers {
        let (proof, disproof) = match self {
            Side::Attacker => (one, all),
            Side::Defender => (all, one),
        };
        Numbers { proof, disproof }
    }
}

/// Plies to mate and the best move by position, while a line is read from a proof; nothing while a position waits for its
/// moves.
type Distances = HashMap<Key, Option<(usize, Option<Move>)>>;

/// What a solver needs to know of the search that it serves.
pub(crate) struct Service<'a> {
    /// The way to the position: a line through a draw by repetition is no mate.
    pub(crate) path: &'a Path,
    /// Whether to stop, when so many positions have been played for this search.
    pub(crate) stop: &'a dyn Fn(u64) -> bool,
}

/// Looks for mates in which every move of the attacker, but for the first where that is wanted, gives check, by
/// depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
///
/// Where men are dropped such mates are long and narrow: a search by depth reaches their end ply by ply, this one follows
/// the least resistance. It knows whether there is a mate, not whether there is a shorter one.
#[derive(Debug)]
pub(crate) struct MateSolver {
    places: Vec<Place>,
    age: u32,
    /// Mixed with the keys, so that one side's proofs are not taken for the other's.
    salt: Key,
    /// Whether the first move need not give check; so once checks alone are known not to do.
    quiet_first: bool,
    /// The moves of all positions on the way.
    children: Vec<Child>,
    way: Vec<Key>,
    nodes: u64,
    limit: u64,
    /// The node count at which to ask next whether to stop.
    next_question: u64,
}

impl MateSolver {
    /// Makes a solver, which takes its memory, some 4 MB, with the first search.
    pub(crate) fn new() -> Self {
        MateSolver {
            places: Vec::new(),
            age: 0,
            salt: 0,
            quiet_first: false,
            children: Vec::new(),
            way: Vec::new(),
            nodes: 0,
            limit: 0,
            next_question: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.places.fill(Place::default());
        self.age = 0;
    }

    /// Begins the search of another position. What was proven stays so, and shortens the way to a mate that is being
    /// carried out; what was disproven may have been so for the sake of a repetition.
    pub(crate) fn new_search(&mut self) {
        self.age += 1;
        self.nodes = 0;
        self.quiet_first = false;
        self.next_question = 0;
    }

    /// Positions played in this search.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on with `pos` for about `budget` positions more. Tells whether there is a mate, as soon as that is known. Once
    /// checks alone are known not to do, `quiet` lets the first move be any.
    pub(crate) fn solve(
        &mut self,
        pos: &Position,
        service: &Service,
        budget: u64,
        quiet: bool,
    ) -> Option<bool> {
        if self.places.is_empty() {
            self.places.resize(PLACES, Place::default());
        }
        self.salt = match pos.turn() {
            Color::White => 0,
            Color::Black => BLACK_SALT,
        };
        self.limit = self.nodes + budget;
        loop {
            self.search(pos, service, Side::Attacker, INFINITY, INFINITY);
            match self.known(pos.key()) {
                Some(PROVEN) => return Some(true),
                Some(numbers) if numbers.disproof != 0 => return None,
                None => return None,
                Some(_) if quiet && !self.quiet_first => self.quiet_first = true,
                Some(_) => return Some(false),
            }
        }
    }

    /// Reads the line of a proven mate, the shortest that was proven against the longest defence. Nothing when parts of
    /// the proof were forgotten and cost more than `budget` positions to find again.
    pub(crate) fn line(
        &mut self,
        pos: &Position,
        service: &Service,
        budget: u64,
    ) -> Option<Vec<Move>> {
        self.limit = self.nodes + budget;
        let mut distances = Distances::new();
        self.distance(pos, service, Side::Attacker, &mut distances)?;
        let mut line = Vec::new();
        let mut pos = *pos;
        while let Some(&Some((_, Some(mv)))) = distances.get(&pos.key()) {
            line.push(mv);
            pos.make(mv);
        }
        // A proof made of pieces may be longer than any score can tell.
        (line.len() < MAX_PLY).then_some(line)
    }

    /// Plies to mate among the lines that are proven, where all the defender's answers are.
    fn distance(
        &mut self,
        pos: &Position,
        service: &Service,
        side: Side,
        distances: &mut Distances,
    ) -> Option<usize> {
        let key = pos.key();
        if let Some(found) = distances.get(&key) {
            return found.map(|(plies, _)| plies);
        }
        let free = self.quiet_first && distances.is_empty();
        distances.insert(key, None);
        let start = self.children.len();
        self.expand(pos, service, side, free);
        let moves: Vec<Child> = self.children.drain(start..).collect();
        let mut best = None;
        for found in moves {
            let mut child = *pos;
            child.make(found.mv);
            if side == Side::Defender && !self.is_proven(&found) {
                self.search(&child, service, Side::Attacker, INFINITY, INFINITY);
            }
            let plies = if self.is_proven(&found) {
                self.distance(&child, service, side.other(), distances)
            } else {
                None
            };
            let better = |known: usize, plies: usize| match side {
                Side::Attacker => plies < known,
                Side::Defender => plies > known,
            };
            match plies {
                Some(plies) if best.is_none_or(|(known, _)| better(known, plies + 1)) => {
                    best = Some((plies + 1, Some(found.mv)));
                }
                None if side == Side::Defender => {
                    distances.remove(&key);
                    return None;
                }
                _ => {}
            }
        }
        if best.is_none() && side == Side::Defender {
            best = Some((0, None));
        }
        match best {
            Some(_) => distances.insert(key, best),
            // Not for good: the way here may have been what stood in the way.
            None => distances.remove(&key),
        };
        best.map(|(plies, _)| plies)
    }

    /// Searches `pos` until one of its numbers reaches its threshold or the budget is spent.
    fn search(&mut self, pos: &Position, service: &Service, side: Side, proof: u32, disproof: u32) {
        let key = pos.key();
        if self.way.len() >= MAX_PLIES {
            self.keep(key, DISPROVEN);
            return;
        }
        let start = self.children.len();
        let free = side == Side::Attacker && self.quiet_first && self.way.is_empty();
        self.expand(pos, service, side, free);
        self.way.push(key);
        let (one_limit, all_limit) = side.split(Numbers { proof, disproof });
        loop {
            let mut best = start;
            let (mut one, mut second) = (INFINITY, INFINITY);
            let (mut all, mut own) = (0, 0);
            for (index, child) in self.children.iter().enumerate().skip(start) {
                let numbers = if self.way.contains(&child.key) {
                    DISPROVEN
                } else {
                    self.known(child.key).unwrap_or(child.guess)
                };
                let (single, share) = side.split(numbers);
                if single < one {
                    (best, second, one, own) = (index, one, single, share);
                } else {
                    second = second.min(single);
                }
                all = (all + share).min(INFINITY);
            }
            if self.nodes >= self.next_question {
                self.next_question = self.nodes + QUESTION_NODES;
                if (service.stop)(self.nodes) {
                    self.limit = 0;
                }
            }
            if one >= one_limit || all >= all_limit || self.nodes >= self.limit {
                self.keep(key, side.join(one, all));
                break;
            }
            let one_limit = one_limit.min(second + 1 + second / PATIENCE);
            let all_limit = (all_limit - all + own).min(INFINITY);
            let limits = side.join(one_limit, all_limit);
            let mut child = *pos;
            child.make(self.children[best].mv);
            self.search(&child, service, side.other(), limits.proof, limits.disproof);
        }
        self.way.pop();
        self.children.truncate(start);
    }

    /// Lists the attacker's checks, or one that mates alone; all his moves where he is `free`; or the defender's answers.
    fn expand(&mut self, pos: &Position, service: &Service, side: Side, free: bool) {
        let start = self.children.len();
        let order = StaticOrder::new(pos);
        let mut moves = MoveList::new();
        pos.generate_all(&mut moves);
        for mv in moves {
            let check = side == Side::Defender || order.gives_check(pos, mv);
            if !check && !free {
                continue;
            }
            let mut child = *pos;
            child.make(mv);
            self.nodes += 1;
            let key = child.key();
            let mut guess = Numbers {
                proof: 1,
                disproof: 1,
            };
            if service.path.is_repetition(key) {
                guess = DISPROVEN;
            } else if side == Side::Attacker {
                // The fewer answers, the closer the mate.
                guess.proof = child.count_legal_moves();
                if guess.proof == 0 && !check {
                    guess = DISPROVEN;
                } else if guess.proof == 0 {
                    self.keep(key, PROVEN);
                    self.children.truncate(start);
                    let guess = PROVEN;
                    self.children.push(Child { mv, key, guess });
                    return;
                }
            }
            self.children.push(Child { mv, key, guess });
        }
    }

    /// Whether a move leads to a proven mate.
    fn is_proven(&self, child: &Child) -> bool {
        child.guess != DISPROVEN && self.known(child.key).unwrap_or(child.guess) == PROVEN
    }

    /// What the table knows of a position.
    fn known(&self, key: Key) -> Option<Numbers> {
        let key = key ^ self.salt;
        let place = &self.places[key as usize % PLACES];
        let valid = place.age == self.age || (place.age != 0 && place.numbers == PROVEN);
        (place.key == key && valid).then_some(place.numbers)
    }

    /// Keeps what was found.
    fn keep(&mut self, key: Key, mut numbers: Numbers) {
        // One spelling of each verdict.
        if numbers.proof == 0 {
            numbers = PROVEN;
        } else if numbers.disproof == 0 {
            numbers = DISPROVEN;
        }
        let (age, key) = (self.age, key ^ self.salt);
        self.places[key as usize % PLACES] = Place { key, numbers, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mate that takes some thousands of positions to prove.
    const SOME_THOUSANDS: &str =
        "2b1k2r/1ppp1pb1/n3pP1p/p2q4/8/1PPP4/PP1NRbPP/RK5R[BNPqn] b k - 1 25";

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a position")
    }

    /// Serves a search with this past that nobody stops.
    fn service(path: &Path) -> Service<'_> {
        let stop = &|_| false;
        Service { path, stop }
    }

    fn solver() -> MateSolver {
        let mut solver = MateSolver::new();
        solver.new_search();
        solver
    }

    #[test]
    fn a_mate_by_drops_is_proven_and_its_line_ends_in_mate() {
        let pos = position("r1b2rk1/pp3ppp/8/8/8/8/PPP2PPP/R1B3K1[QNNPq] w - - 0 20");
        let path = Path::new(&[]);
        let mut solver = solver();
        assert_eq!(
            solver.solve(&pos, &service(&path), 200_000, false),
            Some(true)
        );
        let line = solver
            .line(&pos, &service(&path), 200_000)
            .expect("the proof is kept");
        assert_eq!(line.len() % 2, 1);
        let mut end = pos;
        for (ply, mv) in line.into_iter().enumerate() {
            assert!(end.is_legal(mv));
            assert!(ply % 2 == 1 || end.gives_check(mv));
            end.make(mv);
        }
        assert!(end.is_check() && !end.has_legal_move());
    }

    #[test]
    fn a_position_without_checks_is_disproven_at_once() {
        let mut solver = solver();
        let path = Path::new(&[]);
        assert_eq!(
            solver.solve(&Position::start(), &service(&path), 1, false),
            Some(false)
        );
    }

    #[test]
    fn a_mate_through_a_draw_by_repetition_is_none() {
        let pos = position("7k/5Q2/6K1/8/8/8/8/8[P] w - - 0 1");
        let mut solver = solver();
        assert_eq!(
            solver.solve(&pos, &service(&Path::new(&[])), 10_000, false),
            Some(true)
        );
        // Every mate in one ends in a position that the game has seen twice.
        let mut seen = Vec::new();
        for mv in pos.legal_moves() {
            if pos.gives_check(mv) {
                seen.extend([pos.play(mv).key(); 2]);
            }
        }
        solver.clear();
        solver.new_search();
        assert_eq!(
            solver.solve(&pos, &service(&Path::new(&seen)), 10_000, false),
            Some(false)
        );
    }

    #[test]
    fn a_search_goes_on_where_it_stopped() {
        let pos = position(SOME_THOUSANDS);
        let path = Path::new(&[]);
        let mut solver = solver();
        assert_eq!(solver.solve(&pos, &service(&path), 1_000, false), None);
        assert!(
            (1_000..1_300).contains(&solver.nodes()),
            "{}",
            solver.nodes()
        );
        assert_eq!(
            solver.solve(&pos, &service(&path), 100_000, false),
            Some(true)
        );
    }

    #[test]
    fn a_search_stops_when_told_to() {
        let pos = position(SOME_THOUSANDS);
        let path = Path::new(&[]);
        let mut solver = solver();
        let stop = &|nodes| nodes >= 500;
        let asked = Service { path: &path, stop };
        assert_eq!(solver.solve(&pos, &asked, 100_000, false), None);
        assert!(solver.nodes() < 1_200, "{}", solver.nodes());
    }

    #[test]
    fn proofs_of_one_side_are_not_taken_for_the_other_s() {
        let pos = position("7k/5Q2/6K1/8/8/8/8/8[P] w - - 0 1");
        let path = Path::new(&[]);
        let mut solver = solver();
        assert_eq!(
            solver.solve(&pos, &service(&path), 10_000, false),
            Some(true)
        );
        // Black's only move leads to the position that White was proven to win.
        let before = position("6k1/5Q2/6K1/8/8/8/8/8[P] b - - 0 1");
        solver.new_search();
        let verdict = solver.solve(&before, &service(&path), 10_000, true);
        assert_ne!(verdict, Some(true));
    }

    #[test]
    fn a_quiet_first_move_is_found_when_checks_alone_do_not_mate() {
        // Only 1. Kg6 mates, on the next move, whatever Black does.
        let pos = position("7k/8/5K2/8/8/8/8/R7[] w - - 0 1");
        let path = Path::new(&[]);
        let mut solver = solver();
        assert_eq!(
            solver.solve(&pos, &service(&path), 100_000, false),
            Some(false)
        );
        solver.new_search();
        assert_eq!(
            solver.solve(&pos, &service(&path), 100_000, true),
            Some(true)
        );
        let line = solver
            .line(&pos, &service(&path), 10_000)
            .expect("the proof is kept");
        assert!(!pos.gives_check(line[0]));
        assert_eq!(line.len(), 3);
    }
}
