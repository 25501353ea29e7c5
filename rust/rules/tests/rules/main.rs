//! The rules held against data files, a second plain implementation, and themselves over random games.
//!
//! One binary for all of them: `tables` reads the files that Rust and Python share, `naive` is the plain implementation,
//! `games` plays weighted random games, and `checks` says what must hold in any position; the fuzz targets call it too.

mod checks;
mod corpus_replay;
mod data_files;
mod exchange;
mod fuzz_inputs;
mod games;
mod heritage;
mod naive;
mod notation;
mod properties;
mod tables;
