//! The corpora of the fuzz targets, replayed: what a fuzzer once found stays found.

use std::{fs, path::PathBuf};

use crate::fuzz_inputs;

/// Runs a target's function on every file of its corpus, and gives their number.
fn replay(target: &str, run: fn(&[u8])) -> usize {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(target);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    files.sort();
    for file in &files {
        run(&fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    }
    files.len()
}

#[test]
fn the_corpus_of_fen_holds() {
    assert!(replay("fen", fuzz_inputs::fen) >= 20);
}

#[test]
fn the_corpus_of_move_text_holds() {
    assert!(replay("move_text", fuzz_inputs::move_text) >= 10);
}

#[test]
fn the_corpus_of_playout_holds() {
    assert!(replay("playout", fuzz_inputs::playout) >= 10);
}
