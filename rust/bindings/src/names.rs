//! The names of the module that are not classes: colours, piece types, squares and masks, and functions on squares.

use furyhouse_rules::{Piece, Role, Square, attacks};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};

use crate::args::{IntArg, RoleArg, SquareArg, TextArg, square_index};
use crate::board::STARTING_FEN;
use crate::errors::shorten;
use crate::piece::figure;

const FILE_NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const RANK_NAMES: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
const PIECE_NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Adds the constants, with python-chess's names.
pub(crate) fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("WHITE", true)?;
    module.add("BLACK", false)?;
    module.add("COLORS", vec![true, false])?;
    module.add("COLOR_NAMES", ["black", "white"].to_vec())?;
    for (number, name) in (1_u8..).zip(PIECE_NAMES) {
        module.add(name.to_ascii_uppercase().as_str(), number)?;
    }
    module.add("PIECE_TYPES", (1..=6_i32).collect::<Vec<_>>())?;
    let letters = Role::ALL.map(|role| Some(role.lower_letter()));
    module.add("PIECE_SYMBOLS", [&[None], letters.as_slice()].concat())?;
    module.add(
        "PIECE_NAMES",
        [&[None], PIECE_NAMES.map(Some).as_slice()].concat(),
    )?;
    module.add("FILE_NAMES", FILE_NAMES.to_vec())?;
    module.add("RANK_NAMES", RANK_NAMES.to_vec())?;
    module.add("UNICODE_PIECE_SYMBOLS", unicode_symbols(module.py())?)?;
    module.add("STARTING_FEN", STARTING_FEN)?;
    module.add("STARTING_BOARD_FEN", STARTING_FEN.split('[').next())?;
    add_squares(module)?;
    add_masks(module)
}

fn unicode_symbols(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let symbols = PyDict::new(py);
    for letter in *b"RrNnBbQqKkPp" {
        if let Some(piece) = Piece::from_letter(letter) {
            symbols.set_item(char::from(letter), figure(piece, false))?;
        }
    }
    Ok(symbols)
}

fn add_squares(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for square in Square::all() {
        module.add(
            square.to_string().to_ascii_uppercase().as_str(),
            square_index(square),
        )?;
    }
    module.add("SQUARES", (0..64_i32).collect::<Vec<_>>())?;
    module.add(
        "SQUARES_180",
        Square::all()
            .map(|square| i32::from(square_index(square.flip())))
            .collect::<Vec<_>>(),
    )?;
    module.add(
        "SQUARE_NAMES",
        Square::all()
            .map(|square| square.to_string())
            .collect::<Vec<_>>(),
    )
}

fn add_masks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const RANK_1: u64 = 0xff;
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    module.add("BB_EMPTY", 0_u64)?;
    module.add("BB_ALL", u64::MAX)?;
    let ranks = [0, 8, 16, 24, 32, 40, 48, 56].map(|shift| RANK_1 << shift);
    let files = [0, 1, 2, 3, 4, 5, 6, 7].map(|shift| FILE_A << shift);
    for (name, mask) in RANK_NAMES.iter().zip(ranks) {
        module.add(format!("BB_RANK_{name}").as_str(), mask)?;
    }
    for (name, mask) in FILE_NAMES.iter().zip(files) {
        module.add(
            format!("BB_FILE_{}", name.to_ascii_uppercase()).as_str(),
            mask,
        )?;
    }
    module.add("BB_RANKS", ranks.to_vec())?;
    module.add("BB_FILES", files.to_vec())?;
    module.add(
        "BB_SQUARES",
        (0..64).map(|square| 1_u64 << square).collect::<Vec<_>>(),
    )?;
    module.add("BB_BACKRANKS", ranks[0] | ranks[7])?;
    module.add("BB_CORNERS", (files[0] | files[7]) & (ranks[0] | ranks[7]))?;
    module.add("BB_CENTER", (files[3] | files[4]) & (ranks[3] | ranks[4]))?;
    module.add("BB_LIGHT_SQUARES", 0x55aa_55aa_55aa_55aa_u64)?;
    module.add("BB_DARK_SQUARES", 0xaa55_aa55_aa55_aa55_u64)
}

/// Names a square.
///
/// >>> from furyhouse import square_name
/// >>> square_name(28)
/// 'e4'
#[pyfunction]
pub(crate) fn square_name(square: SquareArg) -> String {
    square.0.to_string()
}

/// Gets the square of a name; raises `ValueError` where the text names none.
///
/// >>> from furyhouse import parse_square
/// >>> parse_square("e4")
/// 28
#[pyfunction]
pub(crate) fn parse_square(name: TextArg) -> PyResult<u8> {
    name.parse::<Square>().map(square_index).map_err(|_| {
        PyValueError::new_err(format!(
            "a square is named a1 to h8, not {}",
            shorten(&name)
        ))
    })
}

/// Gets the square where a file and a rank cross, both counted from 0.
///
/// >>> from furyhouse import square, square_name
/// >>> square_name(square(4, 3))
/// 'e4'
#[pyfunction]
pub(crate) fn square(file_index: IntArg, rank_index: IntArg) -> PyResult<i64> {
    let file = file_index.within("file_index", 0, 7)?;
    Ok(rank_index.within("rank_index", 0, 7)? * 8 + file)
}

/// Gets the file of a square, 0 for the a-file.
///
/// >>> from furyhouse import square_file, E4
/// >>> square_file(E4)
/// 4
#[pyfunction]
pub(crate) fn square_file(square: SquareArg) -> usize {
    square.0.file().index()
}

/// Gets the rank of a square, 0 for the first rank.
///
/// >>> from furyhouse import square_rank, E4
/// >>> square_rank(E4)
/// 3
#[pyfunction]
pub(crate) fn square_rank(square: SquareArg) -> usize {
    square.0.rank().index()
}

/// Counts the king's steps between two squares.
///
/// >>> from furyhouse import square_distance, A1, C8
/// >>> square_distance(A1, C8)
/// 7
#[pyfunction]
pub(crate) fn square_distance(a: SquareArg, b: SquareArg) -> u32 {
    a.0.distance(b.0)
}

/// Gets the square mirrored between white's side and black's.
///
/// >>> from furyhouse import square_mirror, square_name, E2
/// >>> square_name(square_mirror(E2))
/// 'e7'
#[pyfunction]
pub(crate) fn square_mirror(square: SquareArg) -> u8 {
    square_index(square.0.flip())
}

/// Gets the small letter of a piece type.
///
/// >>> from furyhouse import piece_symbol, KNIGHT
/// >>> piece_symbol(KNIGHT)
/// 'n'
#[pyfunction]
pub(crate) fn piece_symbol(piece_type: RoleArg) -> char {
    piece_type.0.lower_letter()
}

/// Gets the name of a piece type.
///
/// >>> from furyhouse import piece_name, KNIGHT
/// >>> piece_name(KNIGHT)
/// 'knight'
#[pyfunction]
pub(crate) fn piece_name(piece_type: RoleArg) -> &'static str {
    PIECE_NAMES[piece_type.0.index()]
}

/// Gets the mask of the squares strictly between two squares on a line.
///
/// >>> from furyhouse import between, A1, D4, SquareSet
/// >>> list(SquareSet(between(A1, D4)))
/// [9, 18]
#[pyfunction]
pub(crate) fn between(a: SquareArg, b: SquareArg) -> u64 {
    attacks::between(a.0, b.0).0
}

/// Gets the mask of the whole line through two squares, 0 where no line goes.
///
/// >>> from furyhouse import ray, A1, C3
/// >>> ray(A1, C3).bit_count()
/// 8
#[pyfunction]
pub(crate) fn ray(a: SquareArg, b: SquareArg) -> u64 {
    attacks::line(a.0, b.0).0
}
