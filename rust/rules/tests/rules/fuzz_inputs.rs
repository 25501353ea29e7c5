//! What the fuzz targets do with bytes: one function a target. The tests replay the corpora through them.

use furyhouse_rules::{CastlingMode, Fen, Move, ParseError, Position};

use crate::checks;
use crate::naive::Naive;

/// A playout ends after so many moves, since the fuzzer would rather grow its input than find something new.
const LONGEST_PLAYOUT: usize = 200;

/// One playout in so many ends with the check of all codes.
const ONE_IN: u64 = 16;

/// Reads bytes as a FEN in both modes: what is read must hold together, what is refused must be explained.
pub(crate) fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = Position::from_fen_960(&text);
    match &read {
        Ok(pos) => {
            checks::state(pos);
            checks::moves(pos);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let ParseError::Fen(error) = error {
                assert!(
                    error.at() <= text.len(),
                    "{text:?}: a fault behind the text"
                );
                assert!(error.faults().iter().all(|fault| fault.at <= text.len()));
            }
        }
    }
    // The first step is the same in both modes; ordinary chess knows fewer castling rights.
    match Position::from_fen(&text) {
        Ok(pos) => assert_eq!(read.as_ref(), Ok(&pos), "{text:?}: read in one mode only"),
        Err(ParseError::Fen(error)) => assert_eq!(read.err(), Some(ParseError::Fen(error))),
        Err(ParseError::Position(error)) => assert!(!error.faults().is_empty()),
    }
    assert_eq!(
        Fen::parse(&text).is_ok(),
        !matches!(Position::from_fen(&text), Err(ParseError::Fen(_)))
    );
}

/// Reads bytes as a FEN, a line feed, and lines that may be moves there, in both notations.
///
/// A move that is read is legal, and comes back from the text that is written for it. A legal line is played, so that
/// the next one meets another position.
pub(crate) fn move_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let Some(Ok(mut pos)) = lines.next().map(Position::from_fen_960) else {
        return;
    };
    for line in lines.take(LONGEST_PLAYOUT) {
        let (uci, san) = (pos.parse_uci(line), pos.parse_san(line));
        for error in [uci.as_ref().err(), san.as_ref().err()]
            .into_iter()
            .flatten()
        {
            assert!(!error.to_string().is_empty());
        }
        for &m in [&uci, &san].into_iter().flatten() {
            notation(&pos, m);
        }
        let Some(m) = uci.or(san).ok() else { continue };
        pos = pos.play(m);
    }
    checks::state(&pos);
}

/// Checks that a move that was read is legal and comes back from its texts.
fn notation(pos: &Position, m: Move) {
    assert!(pos.is_legal(m), "{pos}: {m:?} was read but is not legal");
    let uci = pos.uci(m, CastlingMode::Chess960);
    assert_eq!(pos.parse_uci(&uci).ok(), Some(m), "{pos}: {uci}");
    let san = pos.san(m);
    assert_eq!(pos.parse_san(&san).ok(), Some(m), "{pos}: {san}");
}

/// Reads bytes as a FEN, a line feed, and a byte or two for each move of a game.
///
/// Without a line feed the game starts from the usual position. Every position is checked cheaply, the last one against
/// the plain implementation too, which has played the same moves.
pub(crate) fn playout(bytes: &[u8]) {
    let cut = bytes.iter().position(|&byte| byte == b'\n');
    let (start, choices) = match cut {
        Some(cut) => (
            Position::from_fen_960(&String::from_utf8_lossy(&bytes[..cut])),
            &bytes[cut + 1..],
        ),
        None => (Ok(Position::start()), bytes),
    };
    let Ok(mut pos) = start else { return };
    let mut naive = Naive::of(&pos);
    let mut choices = choices.iter().map(|&byte| usize::from(byte));
    for _ in 0..LONGEST_PLAYOUT {
        checks::state(&pos);
        checks::moves(&pos);
        let moves = pos.legal_moves();
        let Some(choice) = choices.next() else { break };
        if moves.is_empty() {
            break;
        }
        // Two bytes where one cannot name every move.
        let choice = if moves.len() > 256 {
            choice * 256 + choices.next().unwrap_or(0)
        } else {
            choice
        };
        let m = moves[choice % moves.len()];
        pos = pos.play(m);
        naive = naive.play(m);
    }
    checks::naive(&pos, &naive);
    // The slowest check by far: one position in so many is asked about every code.
    if pos.key().is_multiple_of(ONE_IN) {
        checks::every_code(&pos);
    }
}
