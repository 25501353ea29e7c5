//! Arguments from Python, checked once at the edge: a wrong type is a `TypeError`, a wrong value a `ValueError`.

use std::ops::Deref;

use furyhouse_rules::{Color, Role, Square};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A square as Python knows it: an int from 0 (a1) to 63 (h8).
#[derive(Copy, Clone)]
pub(crate) struct SquareArg(pub(crate) Square);

impl<'a, 'py> FromPyObject<'a, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = int(&object, "a square")?;
        u8::try_from(number)
            .ok()
            .and_then(Square::try_new)
            .map(Self)
            .ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a square is an int from 0 (a1) to 63 (h8), not {number}"
                ))
            })
    }
}

/// A kind of man as Python knows it: an int from 1 (pawn) to 6 (king).
#[derive(Copy, Clone)]
pub(crate) struct RoleArg(pub(crate) Role);

impl<'a, 'py> FromPyObject<'a, 'py> for RoleArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = int(&object, "a piece type")?;
        usize::try_from(number)
            .ok()
            .and_then(|index| index.checked_sub(1))
            .and_then(|index| Role::ALL.get(index))
            .map(|&role| Self(role))
            .ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a piece type is an int from 1 (pawn) to 6 (king), not {number}"
                ))
            })
    }
}

/// A colour as Python knows it: `True` is white.
#[derive(Copy, Clone)]
pub(crate) struct ColorArg(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let white = object.extract::<bool>().map_err(|_| {
            PyTypeError::new_err(format!(
                "a colour is True (white) or False (black), not {}",
                type_name(&object)
            ))
        })?;
        Ok(Self(if white { Color::White } else { Color::Black }))
    }
}

/// An int of any meaning; one beyond all ranges is a `ValueError`, not Python's `OverflowError`.
#[derive(Copy, Clone)]
pub(crate) struct IntArg(pub(crate) i64);

impl<'a, 'py> FromPyObject<'a, 'py> for IntArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        int(&object, "this").map(Self)
    }
}

impl IntArg {
    /// The value within bounds, both of them allowed.
    pub(crate) fn within(self, what: &str, least: i64, most: i64) -> PyResult<i64> {
        let Self(value) = self;
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            Err(PyValueError::new_err(format!(
                "{what} is from {least} to {most}, not {value}"
            )))
        }
    }
}

/// A text. What is no Unicode (a lone surrogate) is read as the replacement character, which no notation knows, so that
/// it is refused like any other wrong letter.
pub(crate) struct TextArg(String);

impl<'a, 'py> FromPyObject<'a, 'py> for TextArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("a text is a str, not {}", type_name(&object)))
        })?;
        Ok(Self(text.to_string_lossy().into_owned()))
    }
}

impl From<&str> for TextArg {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Deref for TextArg {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The colour as Python's bool.
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}

/// The kind of man as Python's int.
pub(crate) const fn piece_type(role: Role) -> u8 {
    role as u8 + 1
}

/// The square as Python's int.
pub(crate) fn square_index(square: Square) -> u8 {
    square.index() as u8
}

fn int(object: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    object.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(object.py()) {
            PyValueError::new_err(format!(
                "{what} is an int of moderate size, and this one is out of all range"
            ))
        } else {
            PyTypeError::new_err(format!("{what} is an int, not {}", type_name(object)))
        }
    })
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "this".to_owned(), |name| name.to_string())
}
