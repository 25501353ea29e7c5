//! The safety of a king: who attacks around it, what shields it, and what the enemy holds in hand.

use furyhouse_rules::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use furyhouse_rules::{Bitboard, Color, Position, Role, Square};

/// Danger for each enemy man that bears on the king's zone, by role.
const ATTACKER: [i32; 6] = [10, 16, 13, 16, 24, 0];

/// Danger for each square of the zone that an enemy man bears on.
const ZONE_HIT: i32 = 4;

/// Danger for each square beside the king that is attacked and that only the king defends.
const WEAK_SQUARE: i32 = 14;

/// Danger for each enemy man in the pocket, by role; at most `POCKET_COUNTED` of a kind count.
const POCKET: [i32; 6] = [7, 15, 10, 11, 20, 0];

/// How many men of one kind in the pocket count.
const POCKET_COUNTED: u8 = 3;

/// Danger for each square from which a man in the enemy's pocket can give check unpunished, by role; at most
/// `CHECKS_COUNTED` squares count.
const DROP_CHECK: [i32; 6] = [0, 11, 6, 8, 0, 0];

/// How many checking squares of one role count.
const CHECKS_COUNTED: u32 = 3;

/// Danger for each file beside the king, or its own, that no own pawn close before it covers.
const OPEN_SHIELD: i32 = 8;

/// Danger taken away for each own minor piece next to the king: it guards the squares where men come down.
const GUARD: i32 = -6;

/// Danger is squared and divided by this, to grow slowly at first, then fast.
const QUADRATIC: i32 = 46;

/// Danger also counts in proportion, as this many [`LINEAR_UNIT`]ths.
const LINEAR: i32 = 24;

/// What [`LINEAR`] is counted in.
const LINEAR_UNIT: i32 = 32;

/// The danger that no position exceeds, so that a score never outgrows several queens.
const DANGER_CAP: i32 = 260;

/// What each side's men attack, and the count that each attack adds against the enemy king.
pub(crate) struct AttackMap {
    /// All squares attacked by any man.
    pub(crate) all: Bitboard,
    /// All squares attacked by any man but the king.
    pub(crate) without_king: Bitboard,
    /// Danger from men that bear on the enemy king's zone.
    pub(crate) pressure: i32,
}

impl AttackMap {
    /// Maps what `color` attacks.
    #[inline]
    pub(crate) fn new(pos: &Position, color: Color) -> Self {
        let occupied = pos.occupied();
        let zone = zone(pos.king(!color));
        let mut all = Bitboard::EMPTY;
        let mut pressure = 0;
        let mut add = |attacks: Bitboard, role: Role| {
            all |= attacks;
            let hits = attacks & zone;
            if hits.any() {
                pressure += ATTACKER[role.index()] + ZONE_HIT * hits.count() as i32;
            }
        };
        add(
            pos.pieces(color, Role::Pawn).pawn_attacks(color),
            Role::Pawn,
        );
        for from in pos.pieces(color, Role::Knight) {
            add(knight_attacks(from), Role::Knight);
        }
        for from in pos.pieces(color, Role::Bishop) {
            add(bishop_attacks(from, occupied), Role::Bishop);
        }
        for from in pos.pieces(color, Role::Rook) {
            add(rook_attacks(from, occupied), Role::Rook);
        }
        for from in pos.pieces(color, Role::Queen) {
            add(
                bishop_attacks(from, occupied) | rook_attacks(from, occupied),
                Role::Queen,
            );
        }
        AttackMap {
            all: all | king_attacks(pos.king(color)),
            without_king: all,
            pressure,
        }
    }
}

/// The danger that `color`'s king is in, in centipawns, at least 0.
#[inline]
pub(crate) fn danger(pos: &Position, color: Color, own: &AttackMap, enemy: &AttackMap) -> i32 {
    let king = pos.king(color);
    let ring = king_attacks(king);
    let mut units = enemy.pressure;
    units += WEAK_SQUARE * (ring & enemy.all & !own.without_king).count() as i32;
    units += pocket_units(pos, color, king, own);
    units += shield_units(pos, color, king);
    let minors = pos.pieces(color, Role::Knight) | pos.pieces(color, Role::Bishop);
    units += GUARD * (ring & minors).count() as i32;
    let units = units.clamp(0, DANGER_CAP);
    units * units / QUADRATIC + units * LINEAR / LINEAR_UNIT
}

/// Danger from the men in the enemy's pocket: for being there, and for the checks they can give where no man of
/// `color` takes them at once.
#[inline]
fn pocket_units(pos: &Position, color: Color, king: Square, own: &AttackMap) -> i32 {
    let pocket = pos.pocket(!color);
    if pocket.is_empty() {
        return 0;
    }
    let occupied = pos.occupied();
    let free = !occupied & !own.all;
    let mut units = 0;
    for role in Role::DROPPABLE {
        units += POCKET[role.index()] * i32::from(pocket.count(role).min(POCKET_COUNTED));
    }
    let mut checks = |role: Role, squares: Bitboard| {
        units += DROP_CHECK[role.index()] * (squares & free).count().min(CHECKS_COUNTED) as i32;
    };
    let queen = pocket.count(Role::Queen) > 0;
    if pocket.count(Role::Knight) > 0 {
        checks(Role::Knight, knight_attacks(king));
    }
    if queen || pocket.count(Role::Bishop) > 0 {
        checks(Role::Bishop, bishop_attacks(king, occupied));
    }
    if queen || pocket.count(Role::Rook) > 0 {
        checks(Role::Rook, rook_attacks(king, occupied));
    }
    units
}

/// Danger from files by the king that no own pawn one or two steps ahead covers.
#[inline]
fn shield_units(pos: &Position, color: Color, king: Square) -> i32 {
    let near = king_attacks(king).0;
    let ahead = match color {
        Color::White => near | (near << 8),
        Color::Black => near | (near >> 8),
    };
    let mut pawns = ahead & pos.pieces(color, Role::Pawn).0;
    // Folds every rank onto the first: one bit for each file that has a pawn.
    pawns |= pawns >> 32;
    pawns |= pawns >> 16;
    pawns |= pawns >> 8;
    let mut files = near;
    files |= files >> 32;
    files |= files >> 16;
    files |= files >> 8;
    let open = files & !pawns & 0xff;
    OPEN_SHIELD * open.count_ones() as i32
}

/// The squares around a king that count as its zone: those next to it and its own.
#[inline]
fn zone(king: Square) -> Bitboard {
    king_attacks(king) | Bitboard::from(king)
}
