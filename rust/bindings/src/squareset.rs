//! `SquareSet`: a set of squares over one 64-bit mask.

use std::sync::atomic::{AtomicU64, Ordering};

use furyhouse_rules::{Bitboard, attacks};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple, PyType};

use crate::args::{SquareArg, square_index};

/// A set of squares: anything with `__int__` (a mask), or an iterable of squares.
#[derive(Copy, Clone)]
pub(crate) struct SquaresArg(pub(crate) Bitboard);

impl<'a, 'py> FromPyObject<'a, 'py> for SquaresArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(set) = object.cast::<SquareSet>() {
            return Ok(Self(set.get().bits()));
        }
        if let Ok(convert) = object.getattr("__int__") {
            let number = convert.call0()?;
            // Python's own `&` keeps the low 64 bits of any int, also of a negative one such as `~mask`.
            return Ok(Self(Bitboard(number.bitand(u64::MAX)?.extract()?)));
        }
        let mut squares = Bitboard::EMPTY;
        for square in object.try_iter()? {
            squares |= Bitboard::from(square?.extract::<SquareArg>()?.0);
        }
        Ok(Self(squares))
    }
}

/// A set of squares: a mutable set of ints from 0 to 63 that is also a 64-bit mask.
///
/// The argument is a mask (anything with `__int__`) or an iterable of squares.
///
/// >>> from furyhouse import SquareSet, A1, A8, B1
/// >>> squares = SquareSet([A8, A1])
/// >>> squares
/// SquareSet(0x0100_0000_0000_0001)
/// >>> A8 in squares, len(squares), list(squares), int(squares) & 0xFF
/// (True, 2, [0, 56], 1)
/// >>> squares | SquareSet([B1]) == SquareSet([A1, B1, A8])
/// True
#[pyclass(frozen, module = "furyhouse")]
pub(crate) struct SquareSet(AtomicU64);

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> Self {
        Self(AtomicU64::new(squares.0))
    }
}

impl SquareSet {
    /// The squares as the rules hold them.
    pub(crate) fn bits(&self) -> Bitboard {
        Bitboard(self.0.load(Ordering::Relaxed))
    }

    /// Changes the set; two threads that do so at once both take effect.
    fn change(&self, change: impl Fn(u64) -> u64) -> u64 {
        let mut old = self.0.load(Ordering::Relaxed);
        while let Err(now) =
            self.0
                .compare_exchange_weak(old, change(old), Ordering::Relaxed, Ordering::Relaxed)
        {
            old = now;
        }
        old
    }

    fn squares(&self) -> Vec<u8> {
        self.bits().into_iter().map(square_index).collect()
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares=SquaresArg(Bitboard::EMPTY)), text_signature = "(squares=0)")]
    fn new(squares: SquaresArg) -> Self {
        squares.0.into()
    }

    /// Makes the set of one square.
    ///
    /// >>> from furyhouse import SquareSet, C1
    /// >>> int(SquareSet.from_square(C1))
    /// 4
    #[classmethod]
    fn from_square(_cls: &Bound<'_, PyType>, square: SquareArg) -> Self {
        Bitboard::from(square.0).into()
    }

    /// Makes the set of all squares on the line through two squares, empty where no line goes.
    ///
    /// >>> from furyhouse import SquareSet, A1, C3
    /// >>> len(SquareSet.ray(A1, C3))
    /// 8
    #[classmethod]
    fn ray(_cls: &Bound<'_, PyType>, a: SquareArg, b: SquareArg) -> Self {
        attacks::line(a.0, b.0).into()
    }

    /// Makes the set of the squares strictly between two squares on a line.
    ///
    /// >>> from furyhouse import SquareSet, A1, D4
    /// >>> list(SquareSet.between(A1, D4))
    /// [9, 18]
    #[classmethod]
    fn between(_cls: &Bound<'_, PyType>, a: SquareArg, b: SquareArg) -> Self {
        attacks::between(a.0, b.0).into()
    }

    /// The set as a 64-bit mask: a1 is bit 0, h8 is bit 63.
    ///
    /// >>> from furyhouse import SquareSet, B1
    /// >>> SquareSet([B1]).mask
    /// 2
    #[getter]
    fn mask(&self) -> u64 {
        self.bits().0
    }

    #[setter]
    fn set_mask(&self, value: SquaresArg) {
        self.0.store(value.0.0, Ordering::Relaxed);
    }

    /// Adds a square.
    ///
    /// >>> from furyhouse import SquareSet, E4
    /// >>> squares = SquareSet()
    /// >>> squares.add(E4)
    /// >>> list(squares)
    /// [28]
    fn add(&self, square: SquareArg) {
        self.change(|mask| mask | Bitboard::from(square.0).0);
    }

    /// Removes a square, if it is there.
    ///
    /// >>> from furyhouse import SquareSet, E4
    /// >>> squares = SquareSet([E4])
    /// >>> squares.discard(E4)
    /// >>> bool(squares)
    /// False
    fn discard(&self, square: SquareArg) {
        self.change(|mask| mask & !Bitboard::from(square.0).0);
    }

    /// Removes a square; raises `KeyError` if it is not there.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> squares = SquareSet([A1, B1])
    /// >>> squares.remove(A1)
    /// >>> list(squares)
    /// [1]
    fn remove(&self, square: SquareArg) -> PyResult<()> {
        let bit = Bitboard::from(square.0).0;
        if self.change(|mask| mask & !bit) & bit == 0 {
            return Err(PyKeyError::new_err(square_index(square.0)));
        }
        Ok(())
    }

    /// Removes and returns the first square; raises `KeyError` on an empty set.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> SquareSet([B1, A1]).pop()
    /// 0
    fn pop(&self) -> PyResult<u32> {
        let old = self.change(|mask| mask & mask.wrapping_sub(1));
        if old == 0 {
            Err(PyKeyError::new_err("pop from an empty SquareSet"))
        } else {
            Ok(old.trailing_zeros())
        }
    }

    /// Removes all squares.
    ///
    /// >>> from furyhouse import SquareSet, A1
    /// >>> squares = SquareSet([A1])
    /// >>> squares.clear()
    /// >>> len(squares)
    /// 0
    fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Copies the set.
    ///
    /// >>> from furyhouse import SquareSet, A1
    /// >>> SquareSet([A1]).copy()
    /// SquareSet(0x0000_0000_0000_0001)
    fn copy(&self) -> Self {
        self.bits().into()
    }

    /// Tells whether the two sets share no square.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> SquareSet([A1]).isdisjoint([B1])
    /// True
    fn isdisjoint(&self, other: SquaresArg) -> bool {
        (self.bits() & other.0).is_empty()
    }

    /// Tells whether every square of this set is in the other.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> SquareSet([A1]).issubset([A1, B1])
    /// True
    fn issubset(&self, other: SquaresArg) -> bool {
        (self.bits() & !other.0).is_empty()
    }

    /// Tells whether every square of the other set is in this one.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> SquareSet([A1, B1]).issuperset([B1])
    /// True
    fn issuperset(&self, other: SquaresArg) -> bool {
        (other.0 & !self.bits()).is_empty()
    }

    /// Makes the set of the squares in either set.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> list(SquareSet([A1]).union([B1]))
    /// [0, 1]
    fn union(&self, other: SquaresArg) -> Self {
        (self.bits() | other.0).into()
    }

    /// Makes the set of the squares in both sets.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> list(SquareSet([A1, B1]).intersection([B1]))
    /// [1]
    fn intersection(&self, other: SquaresArg) -> Self {
        (self.bits() & other.0).into()
    }

    /// Makes the set of the squares in this set and not in the other.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> list(SquareSet([A1, B1]).difference([B1]))
    /// [0]
    fn difference(&self, other: SquaresArg) -> Self {
        (self.bits() & !other.0).into()
    }

    /// Makes the set of the squares in exactly one of the sets.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1, C1
    /// >>> list(SquareSet([A1, B1]).symmetric_difference([B1, C1]))
    /// [0, 2]
    fn symmetric_difference(&self, other: SquaresArg) -> Self {
        (self.bits() ^ other.0).into()
    }

    /// Adds all squares of other sets.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1, C1
    /// >>> squares = SquareSet([A1])
    /// >>> squares.update([B1], [C1])
    /// >>> list(squares)
    /// [0, 1, 2]
    #[pyo3(signature = (*others))]
    fn update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        for other in others {
            self.__ior__(other.extract()?);
        }
        Ok(())
    }

    /// Keeps only the squares that are in all the other sets.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> squares = SquareSet([A1, B1])
    /// >>> squares.intersection_update([B1])
    /// >>> list(squares)
    /// [1]
    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        for other in others {
            self.__iand__(other.extract()?);
        }
        Ok(())
    }

    /// Removes all squares of another set.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1
    /// >>> squares = SquareSet([A1, B1])
    /// >>> squares.difference_update([B1])
    /// >>> list(squares)
    /// [0]
    fn difference_update(&self, other: SquaresArg) {
        self.__isub__(other);
    }

    /// Keeps the squares that are in exactly one of the sets.
    ///
    /// >>> from furyhouse import SquareSet, A1, B1, C1
    /// >>> squares = SquareSet([A1, B1])
    /// >>> squares.symmetric_difference_update([B1, C1])
    /// >>> list(squares)
    /// [0, 2]
    fn symmetric_difference_update(&self, other: SquaresArg) {
        self.__ixor__(other);
    }

    /// Makes the set mirrored between white's side and black's.
    ///
    /// >>> from furyhouse import SquareSet, E2
    /// >>> list(SquareSet([E2]).mirror())
    /// [52]
    fn mirror(&self) -> Self {
        Bitboard(self.bits().0.swap_bytes()).into()
    }

    /// Gives the set as a list of 64 bools, a1 first.
    ///
    /// >>> from furyhouse import SquareSet, C1
    /// >>> SquareSet([C1]).tolist()[:4]
    /// [False, False, True, False]
    fn tolist(&self) -> Vec<bool> {
        let mask = self.bits().0;
        (0..64).map(|square| mask >> square & 1 != 0).collect()
    }

    fn __contains__(&self, square: SquareArg) -> bool {
        self.bits().contains(square.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.squares())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.squares().into_iter().rev())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.bits().count() as usize
    }

    fn __bool__(&self) -> bool {
        self.bits().any()
    }

    fn __int__(&self) -> u64 {
        self.bits().0
    }

    fn __index__(&self) -> u64 {
        self.bits().0
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        // None becomes NotImplemented: what is no set of squares may still know how to compare itself.
        other
            .extract::<SquaresArg>()
            .ok()
            .map(|other| self.bits() == other.0)
    }

    fn __or__(&self, other: SquaresArg) -> Self {
        self.union(other)
    }

    fn __and__(&self, other: SquaresArg) -> Self {
        self.intersection(other)
    }

    fn __sub__(&self, other: SquaresArg) -> Self {
        self.difference(other)
    }

    fn __xor__(&self, other: SquaresArg) -> Self {
        self.symmetric_difference(other)
    }

    fn __invert__(&self) -> Self {
        (!self.bits()).into()
    }

    fn __lshift__(&self, shift: u32) -> Self {
        Bitboard(self.bits().0.checked_shl(shift).unwrap_or(0)).into()
    }

    fn __rshift__(&self, shift: u32) -> Self {
        Bitboard(self.bits().0.checked_shr(shift).unwrap_or(0)).into()
    }

    fn __ior__(&self, other: SquaresArg) {
        self.change(|mask| mask | other.0.0);
    }

    fn __iand__(&self, other: SquaresArg) {
        self.change(|mask| mask & other.0.0);
    }

    fn __isub__(&self, other: SquaresArg) {
        self.change(|mask| mask & !other.0.0);
    }

    fn __ixor__(&self, other: SquaresArg) {
        self.change(|mask| mask ^ other.0.0);
    }

    fn __ilshift__(&self, shift: u32) {
        self.change(|mask| mask.checked_shl(shift).unwrap_or(0));
    }

    fn __irshift__(&self, shift: u32) {
        self.change(|mask| mask.checked_shr(shift).unwrap_or(0));
    }

    fn __repr__(&self) -> String {
        let mask = self.bits().0;
        let groups = [mask >> 48, mask >> 32, mask >> 16, mask]
            .map(|group| format!("{:04x}", group & 0xffff));
        format!("SquareSet(0x{})", groups.join("_"))
    }

    fn __str__(&self) -> String {
        let mask = self.bits().0;
        let rank = |rank: u32| {
            let squares = (0..8).map(|file| {
                if mask >> (rank * 8 + file) & 1 == 0 {
                    "."
                } else {
                    "1"
                }
            });
            squares.collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(rank).collect::<Vec<_>>().join("\n")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u64,)) {
        (slf.get_type(), (slf.get().bits().0,))
    }
}
