//! `SquareState`: what a square holds and who looks at it, in one byte.

use furyhouse_rules::{Color, Position, Role, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::args::{IntArg, is_white, piece_type};

const BLACK: u8 = 1 << 7;
const KIND_SHIFT: u8 = 4;
const ATTACKED_BY_BLACK: u8 = 1 << 3;
const ATTACKED_BY_WHITE: u8 = 1 << 2;
const GIVES_CHECK: u8 = 1 << 1;
const SHIELDS_KING: u8 = 1;

/// The kinds in the byte's own order, which is not that of the piece types; 0 is an empty square.
const KINDS: [Role; 6] = [
    Role::Pawn,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::King,
    Role::Queen,
];

/// One square in one byte, an int-like value with named parts.
///
/// Bit 7: the man is black. Bits 6 to 4: its kind (0 empty, 1 pawn, 2 rook, 3 bishop, 4 knight, 5 king, 6 queen).
/// Bit 3: black attacks the square. Bit 2: white attacks it. Bit 1: the man attacks the enemy king. Bit 0: the man
/// shields its own king from a slider. On an empty square bits 7, 1 and 0 are 0. The argument is the byte; raises
/// `ValueError` where a byte is no state of a square.
///
/// >>> from furyhouse import Board, SquareState, E8
/// >>> state = Board().square_state(E8)
/// >>> state
/// SquareState(0b11011000)
/// >>> state == 0xD8, int(state) >> 7, state & 8
/// (True, 1, 8)
/// >>> SquareState(0x50).piece_type, SquareState(0x50).color
/// (6, True)
#[pyclass(frozen, module = "furyhouse")]
pub(crate) struct SquareState(u8);

impl SquareState {
    /// Reads a square of a position.
    pub(crate) fn read(position: &Position, square: Square) -> Self {
        let occupied = position.occupied();
        let mut byte = 0;
        if position.attackers(Color::Black, square, occupied).any() {
            byte |= ATTACKED_BY_BLACK;
        }
        if position.attackers(Color::White, square, occupied).any() {
            byte |= ATTACKED_BY_WHITE;
        }
        if let Some(piece) = position.piece_at(square) {
            if piece.color == Color::Black {
                byte |= BLACK;
            }
            let kind = KINDS
                .iter()
                .zip(1..)
                .find(|&(&role, _)| role == piece.role)
                .map_or(0, |(_, kind)| kind);
            byte |= kind << KIND_SHIFT;
            // Either side's king may be asked about, so this is not only the mover's checkers.
            let enemy_king = position.king(!piece.color);
            if position
                .attackers(piece.color, enemy_king, occupied)
                .contains(square)
            {
                byte |= GIVES_CHECK;
            }
            if position.compute_pinned(piece.color).contains(square) {
                byte |= SHIELDS_KING;
            }
        }
        Self(byte)
    }

    fn role(&self) -> Option<Role> {
        usize::from(self.0 >> KIND_SHIFT & 7)
            .checked_sub(1)
            .and_then(|index| KINDS.get(index).copied())
    }
}

#[pymethods]
impl SquareState {
    #[new]
    fn new(byte: IntArg) -> PyResult<Self> {
        let byte = byte.within("byte", 0, 255)? as u8;
        let state = Self(byte);
        let kind = byte >> KIND_SHIFT & 7;
        if kind == 7 || (kind == 0 && byte & (BLACK | GIVES_CHECK | SHIELDS_KING) != 0) {
            return Err(PyValueError::new_err(format!(
                "{byte:#010b} is no state of a square"
            )));
        }
        Ok(state)
    }

    /// The kind of man in the byte's own order: 0 empty, 1 pawn, 2 rook, 3 bishop, 4 knight, 5 king, 6 queen.
    ///
    /// >>> from furyhouse import Board, D1
    /// >>> Board().square_state(D1).kind
    /// 6
    #[getter]
    fn kind(&self) -> u8 {
        self.0 >> KIND_SHIFT & 7
    }

    /// The piece type as everywhere else in furyhouse (1 pawn to 6 king), or None on an empty square.
    ///
    /// >>> from furyhouse import Board, D1, QUEEN
    /// >>> Board().square_state(D1).piece_type == QUEEN
    /// True
    #[getter]
    fn piece_type(&self) -> Option<u8> {
        self.role().map(piece_type)
    }

    /// The man's colour (True is white), or None on an empty square.
    ///
    /// >>> from furyhouse import Board, D8, E4
    /// >>> Board().square_state(D8).color, Board().square_state(E4).color
    /// (False, None)
    #[getter]
    fn color(&self) -> Option<bool> {
        let color = if self.0 & BLACK == 0 {
            Color::White
        } else {
            Color::Black
        };
        self.role().map(|_| is_white(color))
    }

    /// Whether a black man attacks the square.
    ///
    /// >>> from furyhouse import Board, F6
    /// >>> Board().square_state(F6).attacked_by_black
    /// True
    #[getter]
    fn attacked_by_black(&self) -> bool {
        self.0 & ATTACKED_BY_BLACK != 0
    }

    /// Whether a white man attacks the square.
    ///
    /// >>> from furyhouse import Board, F6
    /// >>> Board().square_state(F6).attacked_by_white
    /// False
    #[getter]
    fn attacked_by_white(&self) -> bool {
        self.0 & ATTACKED_BY_WHITE != 0
    }

    /// Whether the man attacks the enemy king.
    ///
    /// >>> from furyhouse import Board, E2
    /// >>> Board("4k3/8/8/8/8/8/4R3/4K3[] b - - 0 1").square_state(E2).gives_check
    /// True
    #[getter]
    fn gives_check(&self) -> bool {
        self.0 & GIVES_CHECK != 0
    }

    /// Whether the man stands alone between its king and an enemy slider.
    ///
    /// >>> from furyhouse import Board, E2
    /// >>> Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1").square_state(E2).shields_king
    /// True
    #[getter]
    fn shields_king(&self) -> bool {
        self.0 & SHIELDS_KING != 0
    }

    fn __int__(&self) -> u8 {
        self.0
    }

    fn __index__(&self) -> u8 {
        self.0
    }

    fn __bool__(&self) -> bool {
        self.0 != 0
    }

    fn __hash__(&self) -> u64 {
        // Equal to the int's hash, since the value is equal to the int.
        u64::from(self.0)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: pyo3::pyclass::CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let other = other.cast::<Self>().map_or_else(
            |_| Ok(other.clone()),
            |state| state.get().0.into_pyobject(other.py()).map(Bound::into_any),
        )?;
        self.0
            .into_pyobject(other.py())?
            .rich_compare(other, operation)
    }

    fn __and__(&self, other: u8) -> u8 {
        self.0 & other
    }

    fn __rand__(&self, other: u8) -> u8 {
        self.0 & other
    }

    fn __rshift__(&self, bits: u32) -> u8 {
        self.0.checked_shr(bits).unwrap_or(0)
    }

    fn __repr__(&self) -> String {
        format!("SquareState({:#010b})", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u8,)) {
        (slf.get_type(), (slf.get().0,))
    }
}
