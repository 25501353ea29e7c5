//! The tables in `tests/data`, shared with the Python tests.

use std::{fs, path::PathBuf};

/// The path of a file in `tests/data`.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name)
}

/// The rows of a table without its heading, cut at tabs; every row as long as the heading.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let file = path(name);
    let text =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut lines = text.lines();
    let columns = lines.next().expect("a heading").split('\t').count();
    lines
        .map(|line| {
            let mut row: Vec<String> = line.split('\t').map(str::to_owned).collect();
            assert!(
                row.len() <= columns,
                "{name}: a row longer than the heading: {line}"
            );
            row.resize(columns, String::new());
            row
        })
        .collect()
}

/// The text that a cell stands for: `\t` is a tab, `\0` a zero byte.
pub(crate) fn unescape(cell: &str) -> String {
    cell.replace("\\t", "\t").replace("\\0", "\0")
}

/// The positions of all tables of positions, from which games may start.
pub(crate) fn positions() -> Vec<String> {
    let column = |name: &str, at: usize| rows(name).into_iter().map(move |row| row[at].clone());
    let mut fens: Vec<String> = column("perft.tsv", 0)
        .chain(column("walks.tsv", 0))
        .chain(column("speed.tsv", 1))
        .collect();
    fens.sort();
    fens.dedup();
    fens
}
