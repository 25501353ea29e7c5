//! Legal moves by construction: pins and checks narrow the targets, nothing is tried out.
//!
//! One generator serves listing, counting and the stages of the search; what differs is the [`Sink`] it pours sets of
//! targets into. Counting never looks at single moves.

use super::Position;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::color::Color;
use crate::moves::{Move, MoveList};
use crate::pocket::Pocket;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

/// Captures, en passant captures and promotions.
const NOISY: u8 = 1;
/// Moves on the board that are neither captures nor promotions, castling among them.
const QUIET: u8 = 2;
/// Drops.
const DROPS: u8 = 4;
const ALL: u8 = NOISY | QUIET | DROPS;

/// What takes the generated moves, a set at a time.
trait Sink {
    /// Takes the moves of one man.
    fn man(&mut self, from: Square, targets: Bitboard);
    /// Takes the moves of pawns, each from the square that many steps back.
    fn pawns(&mut self, targets: Bitboard, step: i8);
    /// Takes the promotions of pawns, each to four kinds.
    fn promotions(&mut self, targets: Bitboard, step: i8);
    /// Takes the drops of all men in a pocket.
    fn drops(&mut self, pocket: Pocket, targets: Bitboard);
    /// Takes a single move.
    fn one(&mut self, mv: Move);
}

/// Counts by popcount.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn man(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.count();
    }

    #[inline]
    fn drops(&mut self, pocket: Pocket, targets: Bitboard) {
        let kinds = DROPPABLE_PIECES
            .iter()
            .map(|&role| u32::from(pocket.has(role)))
            .sum::<u32>();
        self.0 += kinds * targets.count();
        if pocket.has(Role::Pawn) {
            self.0 += (targets & !Bitboard::BACK_RANKS).count();
        }
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.push(Move::normal(back(to, step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for role in Role::PROMOTED {
                self.push(Move::promotion(back(to, step), to, role));
            }
        }
    }

    fn drops(&mut self, pocket: Pocket, targets: Bitboard) {
        // The squares are looked up once; each kind of man then only sets its bits in a copy of the whole list, which
        // the compiler does eight moves at a time.
        let mut pawns = [Move::drop(Role::Pawn, Square::A1); Square::COUNT];
        let mut count = 0;
        for to in targets {
            pawns[count & 63] = Move::drop(Role::Pawn, to);
            count += 1;
        }
        for role in DROPPABLE_PIECES
            .into_iter()
            .filter(|&role| pocket.has(role))
        {
            let drops = pawns.map(|pawn| pawn.with_dropped(role));
            self.add_all(&drops[..count]);
        }
        if pocket.has(Role::Pawn) {
            let first = (targets & Bitboard::rank(Rank::One)).count() as usize;
            let last = (targets & Bitboard::rank(Rank::Eight)).count() as usize;
            self.add_all(&pawns[first..count - last]);
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// The men that can be dropped on every empty square.
const DROPPABLE_PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Adding many moves at once.
trait AddAll {
    fn add_all(&mut self, moves: &[Move]);
}

impl AddAll for MoveList {
    #[inline]
    fn add_all(&mut self, moves: &[Move]) {
        let added = self.try_extend_from_slice(moves);
        assert!(added.is_ok(), "a list holds the moves of any position");
    }
}

/// Gets the square that a pawn comes from.
#[inline]
fn back(to: Square, step: i8) -> Square {
    Square::from_low_bits((to.index() as i32 - i32::from(step)) as u32)
}

impl Position {
    /// Lists all legal moves.
    ///
    /// The list is copied on its way out; [`generate_all`](Self::generate_all) into a list of the caller's saves that.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_all(&mut list);
        list
    }

    /// Adds all legal moves to a list.
    ///
    /// # Panics
    ///
    /// When the list cannot hold them; an empty one can.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{MoveList, Position};
    ///
    /// let mut list = MoveList::new();
    /// Position::start().generate_all(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    pub fn generate_all(&self, list: &mut MoveList) {
        self.generate::<ALL, _>(list);
    }

    /// Adds the captures, en passant captures and promotions to a list.
    ///
    /// # Panics
    ///
    /// When the list cannot hold them; an empty one can.
    pub fn generate_noisy(&self, list: &mut MoveList) {
        self.generate::<NOISY, _>(list);
    }

    /// Adds the moves on the board that are neither captures nor promotions to a list, castling among them.
    ///
    /// # Panics
    ///
    /// When the list cannot hold them; one that holds the other stages of the same position can.
    pub fn generate_quiets(&self, list: &mut MoveList) {
        self.generate::<QUIET, _>(list);
    }

    /// Adds the drops to a list; in check those that block it.
    ///
    /// # Panics
    ///
    /// When the list cannot hold them; one that holds the other stages of the same position can.
    pub fn generate_drops(&self, list: &mut MoveList) {
        self.generate::<DROPS, _>(list);
    }

    /// Counts the legal moves without listing them.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::Position;
    ///
    /// let position = Position::from_fen("k7/8/8/8/8/8/8/7K[QRBNP] w - - 0 1")?;
    /// assert_eq!(position.count_legal_moves(), 299);
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate::<ALL, _>(&mut counter);
        counter.0
    }

    /// Tells whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    #[inline]
    fn generate<const STAGES: u8, S: Sink>(&self, sink: &mut S) {
        match self.turn {
            Color::White => Generator::<true>::new(self).run::<STAGES, S>(sink),
            Color::Black => Generator::<false>::new(self).run::<STAGES, S>(sink),
        }
    }
}

/// The position as the side to move sees it; one instance of the code for each colour, so that shifts are constants.
struct Generator<'a, const WHITE: bool> {
    position: &'a Position,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where men other than the king may go: anywhere, or in check onto the checker and the squares before it.
    allowed: Bitboard,
}

impl<'a, const WHITE: bool> Generator<'a, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const FORWARD: i8 = if WHITE { 8 } else { -8 };
    const LAST_RANK: Bitboard = Bitboard::rank(Rank::Eight.relative_to(Self::US));
    const THIRD_RANK: Bitboard = Bitboard::rank(Rank::Three.relative_to(Self::US));

    #[inline]
    fn new(position: &'a Position) -> Self {
        let own = position.board.by_color(Self::US);
        let enemy = position
            .board
            .by_color(if WHITE { Color::Black } else { Color::White });
        let king = position.king(Self::US);
        let (checkers, pinned) = position.king_danger(Self::US);
        let allowed = match checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | checker.into(),
        };
        Self {
            position,
            king,
            own,
            enemy,
            occupied: own | enemy,
            checkers,
            pinned,
            allowed,
        }
    }

    #[inline]
    fn run<const STAGES: u8, S: Sink>(&self, sink: &mut S) {
        let position = self.position;
        let targets = match STAGES & (NOISY | QUIET) {
            NOISY => self.enemy,
            QUIET => !self.occupied,
            _ => !self.own,
        };
        let mut safe = Bitboard::EMPTY;
        if STAGES & (NOISY | QUIET) != 0 {
            safe = self.safe_king_targets(targets);
            sink.man(self.king, safe);
        }
        // Two checkers: only the king can answer.
        if self.checkers.more_than_one() {
            return;
        }
        if STAGES & (NOISY | QUIET) != 0 {
            self.piece_moves(targets & self.allowed, sink);
            self.pawn_moves::<STAGES, S>(sink);
        }
        if STAGES & NOISY != 0 {
            self.en_passant(sink);
        }
        if STAGES & QUIET != 0 && position.castling.has_any(Self::US) && self.checkers.is_empty() {
            self.castling(safe, sink);
        }
        if STAGES & DROPS != 0 {
            self.drops(sink);
        }
    }

    /// Gets the targets that the king reaches without stepping into check.
    #[inline]
    fn safe_king_targets(&self, targets: Bitboard) -> Bitboard {
        let mut safe = attacks::king_attacks(self.king) & targets;
        if safe.is_empty() {
            return safe;
        }
        let them = if WHITE { Color::Black } else { Color::White };
        safe &= !self.position.leaper_attacks(them);
        // The king itself does not hide the squares behind it from a slider.
        let occupied = self.occupied ^ self.king.into();
        for to in safe {
            if self
                .position
                .is_attacked_by_slider(self.enemy, to, occupied)
            {
                safe ^= to.into();
            }
        }
        safe
    }

    #[inline]
    fn piece_moves<S: Sink>(&self, targets: Bitboard, sink: &mut S) {
        let board = &self.position.board;
        let pinned = self.pinned;
        let free = self.own & !pinned;
        for from in board.by_role(Role::Knight) & free {
            sink.man(from, attacks::knight_attacks(from) & targets);
        }
        for from in board.diagonal() & free {
            sink.man(from, attacks::bishop_attacks(from, self.occupied) & targets);
        }
        for from in board.straight() & free {
            sink.man(from, attacks::rook_attacks(from, self.occupied) & targets);
        }
        if pinned.is_empty() || self.checkers.any() {
            // A pinned man never answers a check: the two lines meet in the king's square alone.
            return;
        }
        for from in board.diagonal() & pinned & attacks::bishop_rays(self.king) {
            let line = attacks::line(self.king, from);
            sink.man(
                from,
                attacks::bishop_attacks(from, self.occupied) & line & targets,
            );
        }
        for from in board.straight() & pinned & attacks::rook_rays(self.king) {
            let line = attacks::line(self.king, from);
            sink.man(
                from,
                attacks::rook_attacks(from, self.occupied) & line & targets,
            );
        }
    }

    #[inline]
    fn pawn_moves<const STAGES: u8, S: Sink>(&self, sink: &mut S) {
        let position = self.position;
        let pawns = position.board.by_role(Role::Pawn) & self.own;
        self.pawn_set::<STAGES, S>(pawns & !self.pinned, self.allowed, sink);
        let pinned = pawns & self.pinned;
        if pinned.any() && self.checkers.is_empty() {
            for pawn in pinned {
                let line = attacks::line(self.king, pawn);
                self.pawn_set::<STAGES, S>(pawn.into(), line, sink);
            }
        }
    }

    /// Moves a set of pawns at once.
    #[inline]
    fn pawn_set<const STAGES: u8, S: Sink>(
        &self,
        pawns: Bitboard,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let empty = !self.occupied;
        let ahead = pawns.forward(Self::US);
        let single = ahead & empty;
        if STAGES & QUIET != 0 {
            let double = (single & Self::THIRD_RANK).forward(Self::US) & empty & allowed;
            sink.pawns(single & allowed & !Self::LAST_RANK, Self::FORWARD);
            sink.pawns(double, 2 * Self::FORWARD);
        }
        if STAGES & NOISY != 0 {
            let takeable = self.enemy & allowed;
            let east = ahead.east() & takeable;
            let west = ahead.west() & takeable;
            sink.pawns(east & !Self::LAST_RANK, Self::FORWARD + 1);
            sink.pawns(west & !Self::LAST_RANK, Self::FORWARD - 1);
            if (ahead & Self::LAST_RANK).any() {
                sink.promotions(single & allowed & Self::LAST_RANK, Self::FORWARD);
                sink.promotions(east & Self::LAST_RANK, Self::FORWARD + 1);
                sink.promotions(west & Self::LAST_RANK, Self::FORWARD - 1);
            }
        }
    }

    #[inline]
    fn en_passant<S: Sink>(&self, sink: &mut S) {
        let Some(to) = self.position.en_passant() else {
            return;
        };
        let pawns = self.position.board.by_role(Role::Pawn) & self.own;
        let them = if WHITE { Color::Black } else { Color::White };
        for from in attacks::pawn_attacks(them, to) & pawns {
            if self.position.is_en_passant_legal(from, to) {
                sink.one(Move::en_passant(from, to));
            }
        }
    }

    /// Castles where it may; `safe` are squares next to the king that are known to be free of attack.
    fn castling<S: Sink>(&self, safe: Bitboard, sink: &mut S) {
        for side in Side::ALL {
            // Whatever the squares of king and rook, those between them must be empty.
            if let Some(rook) = self.position.castling.rook(Self::US, side)
                && (attacks::between(self.king, rook) & self.occupied).is_empty()
                && self.position.is_castling_legal(self.king, rook, side, safe)
            {
                sink.one(Move::castling(self.king, rook));
            }
        }
    }

    #[inline]
    fn drops<S: Sink>(&self, sink: &mut S) {
        let pocket = self.position.pockets[Self::US.index()];
        let targets = !self.occupied & self.allowed;
        if pocket.is_empty() || targets.is_empty() {
            return;
        }
        sink.drops(pocket, targets);
    }
}

impl Position {
    /// Tells whether the side to move, not in check, may castle with this rook: a free way for both, no attack on the
    /// king's. Squares in `safe` are known to be free of attack.
    pub(super) fn is_castling_legal(
        &self,
        king: Square,
        rook: Square,
        side: Side,
        safe: Bitboard,
    ) -> bool {
        let us = self.turn;
        let (king_target, rook_target) = (side.king_target(us), side.rook_target(us));
        let movers = Bitboard::from(king) | rook.into();
        let way = attacks::between(king, king_target) | king_target.into();
        let rook_way = attacks::between(rook, rook_target) | rook_target.into();
        let others = self.occupied() & !movers;
        if (others & (way | rook_way)).any() {
            return false;
        }
        let enemy = self.board.by_color(!us);
        let without_king = self.occupied() ^ king.into();
        let doubtful = way & !safe;
        if (self.leaper_attacks(!us) & doubtful).any()
            || doubtful
                .into_iter()
                .any(|square| self.is_attacked_by_slider(enemy, square, without_king))
        {
            return false;
        }
        // A rook of Crazyhouse960 may have shielded the king's new square from the side; it is asked again as things
        // stand afterwards.
        let after = others | king_target.into() | rook_target.into();
        let first_rank = Bitboard::rank(Rank::One.relative_to(us));
        (self.board.straight() & enemy & first_rank).is_empty()
            || !self.is_attacked_by_slider(enemy, king_target, after)
    }
}
