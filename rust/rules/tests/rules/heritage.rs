//! What furyhouse inherits, row by row, where the rules alone can show it.

use furyhouse_rules::{CastlingMode, Color, Move, MoveKind, Position, Role, Square};

fn pos(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves of a position as sorted text, of those kinds that a filter lets through.
fn texts(pos: &Position, keep: impl Fn(&str) -> bool) -> Vec<String> {
    let mut texts: Vec<String> = pos
        .legal_moves()
        .into_iter()
        .map(|m| pos.uci(m, CastlingMode::Standard))
        .filter(|text| keep(text))
        .collect();
    texts.sort();
    texts
}

fn play(start: &str, moves: &str) -> Position {
    moves.split(' ').fold(pos(start), |pos, text| {
        pos.play(
            pos.parse_uci(text)
                .unwrap_or_else(|error| panic!("{pos}: {text}: {error}")),
        )
    })
}

#[test]
fn heritage_c4_every_man_and_every_droppable_kind_has_its_moves() {
    let from_d4 = |letter: &str| {
        let pos = pos(&format!("k7/8/8/8/3{letter}4/8/8/7K[] w - - 0 1"));
        texts(&pos, |text| text.starts_with("d4"))
            .iter()
            .map(|text| text[2..].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(from_d4("P"), ["d5"]);
    assert_eq!(
        from_d4("N"),
        ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]
    );
    assert_eq!(
        from_d4("B"),
        [
            "a1", "a7", "b2", "b6", "c3", "c5", "e3", "e5", "f2", "f6", "g1", "g7", "h8"
        ]
    );
    assert_eq!(
        from_d4("R"),
        [
            "a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "d7", "d8", "e4", "f4", "g4", "h4"
        ]
    );
    assert_eq!(from_d4("Q").len(), 13 + 14);
    let king = pos("7k/8/8/8/3K4/8/8/8[] w - - 0 1");
    assert_eq!(
        texts(&king, |_| true),
        [
            "d4c3", "d4c4", "d4c5", "d4d3", "d4d5", "d4e3", "d4e4", "d4e5"
        ]
    );

    let pockets = pos("7k/8/8/8/3K4/8/8/8[QRBNP] w - - 0 1");
    let roles: Vec<Role> = Role::ALL
        .into_iter()
        .filter(|&role| {
            pockets
                .legal_moves()
                .into_iter()
                .any(|m| m.dropped() == Some(role))
        })
        .collect();
    assert_eq!(roles, Role::DROPPABLE);
}

#[test]
fn heritage_c11_each_kind_of_move_leaves_board_rights_and_pockets_as_it_must() {
    // Promotion by capture: the rook enters the pocket, the queen is a pawn in disguise, the right of that rook is lost.
    assert_eq!(
        play("r3k3/1P6/8/8/8/8/8/4K3[] w q - 5 9", "b7a8q").fen(),
        "Q~3k3/8/8/8/8/8/8/4K3[R] b - - 0 9"
    );
    // Its capture gives a pawn.
    assert_eq!(
        play(
            "r3k3/1P6/8/8/8/8/8/4K3[b] w q - 5 9",
            "b7a8q B@b8 a8b8 e8e7 b8b2 e7e8"
        )
        .pocket(Color::White)
        .count(Role::Bishop),
        1
    );
    assert_eq!(
        play("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8r b8a8").fen(),
        "r3k3/8/8/8/8/8/8/4K3[p] w - - 0 2"
    );
    // En passant: the passed pawn leaves its own square for the pocket.
    assert_eq!(
        play("4k3/8/8/8/3p4/8/4P3/4K3[] w - - 3 7", "e2e4 d4e3").fen(),
        "4k3/8/8/8/8/4p3/8/4K3[p] w - - 0 8"
    );
    // Castling: the king moves two squares and the rook comes along; both rights of its side are lost.
    assert_eq!(
        play("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "e1g1 e8c8").fen(),
        "2kr3r/8/8/8/8/8/8/R4RK1[] w - - 2 2"
    );
    // The rook's move costs one right; its capture the other side's one.
    assert_eq!(
        play("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "a1a8").fen(),
        "R3k2r/8/8/8/8/8/8/4K2R[R] b Kk - 0 1"
    );
    // A drop takes the man from the pocket and leaves rights alone.
    let dropped = play("r3k2r/8/8/8/8/8/8/R3K2R[Nn] w KQkq - 0 1", "N@e4");
    assert_eq!(dropped.fen(), "r3k2r/8/8/8/4N3/8/8/R3K2R[n] b KQkq - 1 1");
    assert_eq!(dropped.key(), dropped.compute_key());
    // A pawn dropped on its second rank may go two squares, and be taken in passing.
    let passed = play("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1", "P@e2 e8e7 e2e4");
    assert_eq!(passed.en_passant(), Some(Square::E3));
    assert!(
        passed
            .legal_moves()
            .into_iter()
            .any(|m| m.kind() == MoveKind::EnPassant)
    );
}

#[test]
fn heritage_c12_a_pinned_man_moves_only_along_its_line() {
    let pinned = pos("4r2k/8/8/8/7b/8/4RN2/4K3[] w - - 0 1");
    assert_eq!(
        pinned.pinned().into_iter().collect::<Vec<_>>(),
        [Square::E2, Square::F2]
    );
    assert_eq!(
        texts(&pinned, |text| text.starts_with("f2")),
        Vec::<String>::new()
    );
    assert_eq!(
        texts(&pinned, |text| text.starts_with("e2")),
        ["e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8"]
    );
    // Two men of one rank leave it together by en passant, and bare their king: the one capture that pins do not see.
    let bare = play("8/8/8/8/k2p3R/8/4P3/4K3[] w - - 0 1", "e2e4");
    assert_eq!(bare.en_passant(), None);
    assert!(bare.parse_uci("d4e3").is_err());
    // The man that shields the enemy king gives a discovered check wherever it goes.
    let discovered = pos("4k3/8/8/8/4N3/8/8/K3R3[] w - - 0 1");
    let knight: Vec<_> = discovered
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == Some(Square::E4))
        .collect();
    assert_eq!(knight.len(), 8);
    assert!(
        knight
            .iter()
            .all(|&m| discovered.gives_check(m) && discovered.play(m).is_check())
    );
}

#[test]
fn heritage_c13_a_check_is_answered_by_capture_block_or_flight() {
    // A rook checks along the file: taken by the bishop, blocked by men and drops, left by the king.
    let check = pos("7k/4r3/8/8/8/B7/3N4/4K3[NP] w - - 0 1");
    assert_eq!(
        check.checkers().into_iter().collect::<Vec<_>>(),
        [Square::E7]
    );
    assert_eq!(
        texts(&check, |_| true),
        [
            "N@e2", "N@e3", "N@e4", "N@e5", "N@e6", "P@e2", "P@e3", "P@e4", "P@e5", "P@e6", "a3e7",
            "d2e4", "e1d1", "e1f1", "e1f2"
        ]
    );
    // The king may not step back along the line of the checker.
    let line = pos("k7/8/8/8/8/r3K3/8/8[] w - - 0 1");
    assert!(line.parse_uci("e3f3").is_err() && line.parse_uci("e3f2").is_ok());
    // By a knight: nothing can be put between.
    let knight = pos("k7/8/8/8/8/3n4/8/4K3[QRBNP] w - - 0 1");
    assert_eq!(
        texts(&knight, |text| text.contains('@')),
        Vec::<String>::new()
    );
    // By two men at once: only the king moves.
    let double = pos("1k2r3/8/8/8/7b/8/8/R3K2R[QRBNP] w KQ - 0 1");
    assert_eq!(double.checkers().count(), 2);
    assert!(
        double
            .legal_moves()
            .into_iter()
            .all(|m| m.from() == Some(Square::E1))
    );
    assert!(
        double
            .legal_moves()
            .into_iter()
            .all(|m| m.kind() == MoveKind::Normal)
    );
}

#[test]
fn heritage_c14_men_drop_on_every_empty_square_and_may_give_mate() {
    let empty = pos("4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1");
    for role in Role::DROPPABLE {
        let squares: Vec<Square> = empty
            .legal_moves()
            .into_iter()
            .filter(|m| m.dropped() == Some(role))
            .map(Move::to)
            .collect();
        let expected = Square::all()
            .filter(|&at| empty.piece_at(at).is_none())
            .filter(|at| role != Role::Pawn || (8..56).contains(&at.index()))
            .count();
        assert_eq!(squares.len(), expected, "{role:?}");
    }
    for text in ["P@a1", "P@h1", "P@a8", "P@h8", "N@e1", "K@e4"] {
        assert!(empty.parse_uci(text).is_err(), "{text}");
    }
    // No rule of shogi: a pawn dropped gives mate.
    let mate = play("6bk/7p/5P2/8/8/8/8/6K1[P] w - - 0 1", "P@g7");
    assert!(mate.is_check() && !mate.has_legal_move());
    assert_eq!(
        mate.board_outcome().and_then(|outcome| outcome.winner),
        Some(Color::White)
    );
    // And a man in the pocket saves from stalemate.
    let saved = pos("k7/8/1Q6/8/8/8/8/6K1[n] b - - 0 1");
    assert!(saved.has_legal_move() && saved.board_outcome().is_none());
    let stalemate = pos("k7/8/1Q6/8/8/8/8/6K1[] b - - 0 1");
    assert_eq!(
        stalemate.board_outcome().map(|outcome| outcome.winner),
        Some(None)
    );
}
