//! What must hold in every position. Each function panics with the position when something does not.
//!
//! The random games and the fuzz targets call the same checks.

use furyhouse_rules::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Position, Role, Square};

use crate::naive::{MOST_COUNTED, Naive};

/// The number of men that boards and pockets hold together at most.
const MOST_MEN: u32 = 64;

/// Checks the position's own parts against each other: boards, promoted men, key, checkers, FEN.
pub(crate) fn state(pos: &Position) {
    assert_eq!(
        pos.key(),
        pos.compute_key(),
        "{pos}: the key differs from the recomputed one"
    );
    let (mut men, mut seen) = (0, Bitboard::EMPTY);
    for color in Color::ALL {
        for role in Role::ALL {
            let squares = pos.pieces(color, role);
            assert!((squares & seen).is_empty(), "{pos}: two men on one square");
            assert_eq!(squares, pos.by_color(color) & pos.by_role(role), "{pos}");
            for square in squares {
                assert_eq!(
                    pos.piece_at(square),
                    Some(Piece { color, role }),
                    "{pos}: {square}"
                );
                assert_eq!(pos.role_at(square), Some(role), "{pos}: {square}");
            }
            seen |= squares;
        }
        assert_eq!(
            pos.pieces(color, Role::King),
            Bitboard::from(pos.king(color)),
            "{pos}: kings"
        );
        men += pos.by_color(color).count() + pos.pocket(color).total();
    }
    assert_eq!(seen, pos.occupied(), "{pos}");
    assert!(
        (!seen)
            .into_iter()
            .all(|square| pos.piece_at(square).is_none()),
        "{pos}: men on empty squares"
    );
    assert!(men <= MOST_MEN, "{pos}: {men} men");
    let disguised = pos.occupied() & !pos.by_role(Role::Pawn) & !pos.by_role(Role::King);
    assert!(
        (pos.promoted() & !disguised).is_empty(),
        "{pos}: promoted men that cannot be"
    );

    let attackers = |of: Color| pos.attackers(!of, pos.king(of), pos.occupied());
    assert_eq!(pos.checkers(), attackers(pos.turn()), "{pos}: checkers");
    assert!(
        attackers(!pos.turn()).is_empty(),
        "{pos}: the side not to move is in check"
    );
    assert_eq!(pos.is_check(), pos.checkers().any(), "{pos}");

    let text = pos.fen();
    let read = Position::from_fen_960(&text)
        .unwrap_or_else(|error| panic!("{text} was written, but: {error}"));
    // Both counters run on past what a FEN can hold.
    let counted = pos.halfmove_clock().max(pos.fullmove_number()) < MOST_COUNTED;
    assert!(
        read == *pos || !counted,
        "{text}: another position when read again"
    );
    assert_eq!(read.key(), pos.key(), "{text}: another key when read again");
    assert_eq!(read.fen(), text);
}

/// Checks the lists of moves against each other, and every legal move against the position after it.
pub(crate) fn moves(pos: &Position) {
    let list = pos.legal_moves();
    let sorted = |list: &MoveList| {
        let mut moves: Vec<Move> = list.iter().copied().collect();
        moves.sort_unstable();
        moves
    };
    let mut staged = MoveList::new();
    pos.generate_noisy(&mut staged);
    let noisy = staged.len();
    pos.generate_quiets(&mut staged);
    let quiets = staged.len();
    pos.generate_drops(&mut staged);
    for (at, &m) in staged.iter().enumerate() {
        let is_noisy = pos.is_capture(m) || m.kind() == MoveKind::Promotion;
        assert_eq!(at < noisy, is_noisy, "{pos}: {m:?} in the wrong stage");
        assert_eq!(at >= quiets, m.is_drop(), "{pos}: {m:?} in the wrong stage");
    }
    let all = sorted(&list);
    assert_eq!(
        all,
        sorted(&staged),
        "{pos}: the stages together are not the legal moves"
    );
    assert!(
        all.windows(2).all(|pair| pair[0] != pair[1]),
        "{pos}: a move twice"
    );
    assert_eq!(
        pos.count_legal_moves() as usize,
        list.len(),
        "{pos}: the count is not the list's"
    );
    assert_eq!(pos.has_legal_move(), !list.is_empty(), "{pos}");
    assert_eq!(
        pos.board_outcome().is_some(),
        list.is_empty(),
        "{pos}: outcome"
    );
    for &m in &list {
        successor(pos, m);
    }
}

/// Checks one legal move: what the position says of it, and what it leads to.
fn successor(pos: &Position, m: Move) {
    assert!(
        pos.is_legal(m) && pos.is_pseudo_legal(m),
        "{pos}: {m:?} is listed and yet not legal"
    );
    let next = pos.play(m);
    assert_eq!(pos.try_play(m).ok(), Some(next), "{pos}: {m:?}");
    assert_eq!(next.key(), next.compute_key(), "{pos}: the key after {m:?}");
    let one_man = matches!(m.kind(), MoveKind::Normal | MoveKind::Drop);
    let promoted = pos.promoted() != next.promoted();
    let rights = pos.castling() != next.castling() || next.en_passant().is_some();
    if one_man && !promoted && !rights {
        assert_eq!(
            pos.likely_key_after(m),
            next.key(),
            "{pos}: the likely key after {m:?}"
        );
    }
    assert_eq!(
        pos.gives_check(m),
        next.is_check(),
        "{pos}: {m:?} gives check, or does not"
    );
    let us = pos.turn();
    let men = |pos: &Position, color| pos.by_color(color).count();
    assert_eq!(
        pos.is_capture(m),
        men(&next, !us) < men(pos, !us),
        "{pos}: {m:?} takes, or does not"
    );
    assert_eq!(pos.captured(m).is_some(), pos.is_capture(m), "{pos}: {m:?}");
    for role in Role::DROPPABLE {
        let gained = u8::from(pos.gain(m) == Some(role));
        let spent = u8::from(m.dropped() == Some(role));
        let (before, after) = (pos.pocket(us).count(role), next.pocket(us).count(role));
        assert_eq!(
            before + gained,
            after + spent,
            "{pos}: {role:?} in the pocket after {m:?}"
        );
    }
    assert_eq!(
        next.pocket(!us),
        pos.pocket(!us),
        "{pos}: {m:?} changes the other pocket"
    );
}

/// Checks of all 65,536 codes that exactly the listed moves are legal, and exactly the plain implementation's pseudo-legal.
///
/// Castling, whose rule is about the king's safety in the first place, may be refused early or late.
pub(crate) fn every_code(pos: &Position) {
    let mut legal = vec![false; 1 << 16];
    for m in pos.legal_moves() {
        legal[usize::from(m.raw())] = true;
    }
    let mut pseudo_legal = vec![false; 1 << 16];
    for m in Naive::of(pos).pseudo_legal_moves() {
        pseudo_legal[usize::from(m.raw())] = true;
    }
    for code in 0..=u16::MAX {
        let at = usize::from(code);
        let Some(m) = Move::from_raw(code) else {
            assert!(
                !legal[at] && !pseudo_legal[at],
                "{pos}: {code:#06x} is listed but no move"
            );
            continue;
        };
        assert_eq!(m.raw(), code);
        assert_eq!(pos.is_legal(m), legal[at], "{pos}: is {m:?} legal?");
        let pseudo = pos.is_pseudo_legal(m);
        if m.kind() == MoveKind::Castling {
            assert!(
                pseudo >= legal[at] && pseudo <= pseudo_legal[at],
                "{pos}: is {m:?} pseudo-legal?"
            );
        } else {
            assert_eq!(pseudo, pseudo_legal[at], "{pos}: is {m:?} pseudo-legal?");
        }
    }
}

/// Checks the position against the plain implementation: state, legal moves, pseudo-legal moves, checkers, pins.
pub(crate) fn naive(pos: &Position, naive: &Naive) {
    assert_eq!(
        Naive::of(pos),
        naive.canonical(),
        "{pos}: another state than the plain implementation's"
    );
    let (mut ours, mut theirs) = (pos.legal_moves().to_vec(), naive.legal_moves());
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(
        ours, theirs,
        "{pos}: other legal moves than the plain implementation's"
    );
    let squares = |set: Bitboard| set.into_iter().map(Square::index).collect::<Vec<_>>();
    assert_eq!(
        squares(pos.checkers()),
        naive.checkers(pos.turn()),
        "{pos}: checkers"
    );
    for color in Color::ALL {
        for target in 0..64 {
            let attackers = pos.attackers(color, Square::new(target as u8), pos.occupied());
            assert_eq!(
                squares(attackers),
                naive.attackers(target, color),
                "{pos}: attackers of {target}"
            );
        }
    }
    assert_eq!(
        squares(pos.pinned()),
        pinned(naive, pos.turn()),
        "{pos}: pinned"
    );
    assert_eq!(
        squares(pos.compute_pinned(!pos.turn())),
        pinned(naive, !pos.turn()),
        "{pos}: pinned men of the other side"
    );
    for &m in &theirs {
        assert_eq!(pos.is_capture(m), naive.is_capture(m), "{pos}: {m:?}");
    }
}

/// The men of a colour without which its king would be in check by a man that gives none now.
fn pinned(naive: &Naive, color: Color) -> Vec<usize> {
    let before = naive.checkers(color).len();
    (0..64)
        .filter(|&at| {
            naive.board[at]
                .is_some_and(|man| man.piece.color == color && man.piece.role != Role::King)
        })
        .filter(|&at| {
            let mut lifted = naive.clone();
            lifted.board[at] = None;
            lifted.checkers(color).len() > before
        })
        .collect()
}
