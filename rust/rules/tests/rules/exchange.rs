//! Static exchange evaluation against an exchange played out on a plain board.

use furyhouse_rules::{Move, MoveKind, Position, Role, RoleValues};

use crate::games::{self, Random};
use crate::naive::Naive;

const VALUES: RoleValues = [100, 310, 330, 500, 950, 20_000];

/// What the side to move wins at best by taking on a square and going on, or by leaving it alone.
fn exchange(naive: &Naive, target: usize) -> i32 {
    let role = |at: usize| naive.board[at].map(|man| man.piece.role);
    let standing = VALUES[role(target).expect("a man that can be taken").index()];
    let cheapest = naive
        .attackers(target, naive.turn)
        .into_iter()
        .min_by_key(|&at| (role(at), at));
    let Some(from) = cheapest else { return 0 };
    let mut next = naive.clone();
    next.board[target] = next.board[from].take();
    next.turn = !naive.turn;
    if role(from) == Some(Role::King) && !next.attackers(target, next.turn).is_empty() {
        return 0;
    }
    (standing - exchange(&next, target)).max(0)
}

/// The worth of a move by the definition: what it wins at once, less what the other side then wins on its square.
fn slow_see(naive: &Naive, m: Move) -> i32 {
    if m.kind() == MoveKind::Castling {
        return 0;
    }
    let value = |at: usize| naive.board[at].map_or(0, |man| VALUES[man.piece.role.index()]);
    let taken = if m.kind() == MoveKind::EnPassant {
        VALUES[0]
    } else {
        value(m.to().index())
    };
    let growth = m
        .promoted()
        .map_or(0, |role| VALUES[role.index()] - VALUES[0]);
    taken + growth - exchange(&naive.play(m), m.to().index())
}

#[test]
fn see_equals_the_exchange_played_out() {
    let (mut moves, mut losing, mut winning) = (0, 0, 0);
    for seed in 0..150 {
        let mut random = Random::new(7_000_000 + seed);
        let mut pos = games::start(random.next());
        for ply in 0..80 {
            if ply % 2 == 0 {
                let naive = Naive::of(&pos);
                for m in pos.legal_moves() {
                    let see = slow_see(&naive, m);
                    assert_eq!(pos.see(m, &VALUES), see, "{pos}: {m:?}");
                    for threshold in [see - 1, see, see + 1, 0, -VALUES[0], VALUES[0]] {
                        let enough = see >= threshold;
                        assert_eq!(
                            pos.see_ge(m, threshold, &VALUES),
                            enough,
                            "{pos}: {m:?} by {threshold}"
                        );
                    }
                    moves += 1;
                    losing += u32::from(see < 0);
                    winning += u32::from(see > 0);
                }
            }
            let Some(m) = games::choose(&pos, random.next()) else {
                break;
            };
            pos = pos.play(m);
        }
    }
    assert!(
        moves > 100_000 && losing > 10_000 && winning > 5_000,
        "{moves} {losing} {winning}"
    );
}

#[test]
fn see_knows_the_exchanges_of_the_textbooks() {
    let see = |fen: &str, text: &str| {
        let pos = Position::from_fen(fen).expect("a position");
        pos.see(pos.parse_uci(text).expect("a legal move"), &VALUES)
    };
    // A free pawn; a pawn protected by a pawn; a rook behind the rook; a man dropped where it is taken.
    assert_eq!(
        see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3[] w - - 0 1", "e1e5"),
        100
    );
    assert_eq!(
        see("4k3/2p5/3p4/8/8/8/3Q4/4K3[] w - - 0 1", "d2d6"),
        100 - 950
    );
    assert_eq!(see("3rk3/8/3p4/8/8/8/3R4/3RK3[] w - - 0 1", "d2d6"), 100);
    assert_eq!(see("4k3/8/3p4/8/8/8/8/4K3[N] w - - 0 1", "N@e5"), -310);
    assert_eq!(see("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e5"), 0);
    // The promoted man is worth what it has become until it is taken back.
    assert_eq!(
        see("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q"),
        500 + 850
    );
    assert_eq!(
        see("1r1bk3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q"),
        850 - 950
    );
}
