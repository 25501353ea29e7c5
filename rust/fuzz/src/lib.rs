//! What the fuzz targets do with their bytes.
//!
//! The checks are those of the rules' own tests, included from there, so that a target and a test cannot drift apart;
//! the tests replay the corpora through the same three functions.
//!
//! Run on the stable toolchain, where sanitizers are not to be had:
//! `cargo fuzz run --fuzz-dir rust/fuzz -s none fen`, and likewise `move_text` and `playout`.

#[path = "../../rules/tests/rules/checks.rs"]
mod checks;
#[path = "../../rules/tests/rules/fuzz_inputs.rs"]
mod fuzz_inputs;
#[path = "../../rules/tests/rules/naive.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod naive;

/// Reads bytes as a FEN: what is read holds together, what is refused is explained.
pub fn fen(bytes: &[u8]) {
    fuzz_inputs::fen(bytes);
}

/// Reads bytes as a FEN and lines that may be moves there.
pub fn move_text(bytes: &[u8]) {
    fuzz_inputs::move_text(bytes);
}

/// Plays the game that bytes choose, and checks every position of it.
pub fn playout(bytes: &[u8]) {
    fuzz_inputs::playout(bytes);
}
