//! Arguments from Python, checked once at the edge: a wrong type is a `TypeError`, a wrong value a `ValueError`.

use std::convert::Infallible;
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
        let number = IntArg::extract(object)?.get("a square", 0, 63)?;
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
        let number = IntArg::extract(object)?.get("a piece type", 1, 6)?;
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

/// An int of any meaning. What is none is refused only where its name and its range are known, so that the message has
/// both; one beyond all ranges is a `ValueError`, not Python's `OverflowError`.
pub(crate) struct IntArg(Result<i64, NoInt>);

/// Why an argument is no int to work with.
enum NoInt {
    /// It is of another type.
    Type(String),
    /// It has more than 64 bits.
    Large,
}

impl<'a, 'py> FromPyObject<'a, 'py> for IntArg {
    type Error = Infallible;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(object.extract::<i64>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                NoInt::Large
            } else {
                NoInt::Type(type_name(&object))
            }
        })))
    }
}

impl From<i64> for IntArg {
    fn from(value: i64) -> Self {
        Self(Ok(value))
    }
}

impl IntArg {
    /// The value; the range is only for the message that it is no int.
    pub(crate) fn get(&self, what: &str, least: i64, most: i64) -> PyResult<i64> {
        self.0.as_ref().copied().map_err(|fault| match fault {
            NoInt::Type(found) => PyTypeError::new_err(format!(
                "{what} is an int from {least} to {most}, not {found}"
            )),
            NoInt::Large => PyValueError::new_err(format!(
                "{what} is from {least} to {most}, not a number of more than 64 bits"
            )),
        })
    }

    /// The value within bounds, both of them allowed.
    pub(crate) fn within(&self, what: &str, least: i64, most: i64) -> PyResult<i64> {
        let value = self.get(what, least, most)?;
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

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "this".to_owned(), |name| name.to_string())
}
