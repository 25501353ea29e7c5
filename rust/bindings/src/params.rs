//! The parameters of the search, for `furyhouse.params`.

use pyo3::prelude::*;

use crate::args::IntArg;
use crate::errors::EngineError;

/// Whether this is a tuning build, in which parameters can be set.
pub(crate) const TUNING: bool = cfg!(feature = "tuning");

/// A parameter: its name, its value, its default, the ends of its range, and what it is.
type RawParam = (&'static str, i32, i32, i32, i32, &'static str);

/// Gets all parameters of the search as tuples; `furyhouse.params.params` gives them names.
///
/// >>> from furyhouse._core import search_params
/// >>> name, value, default, least, greatest, doc = search_params()[0]
/// >>> least <= default <= greatest
/// True
#[pyfunction]
pub(crate) fn search_params() -> Vec<RawParam> {
    furyhouse_search::params()
        .iter()
        .map(|param| {
            let value = param.value();
            let (default, doc) = (param.default, param.doc);
            (param.name, value, default, param.min, param.max, doc)
        })
        .collect()
}

/// Sets a parameter of the search for all engines of this process; raises `EngineError` but in a tuning build.
///
/// In one, it is raised for a name that is none and for a value out of the parameter's range.
///
/// >>> from furyhouse._core import TUNING, set_search_param
/// >>> if TUNING:
/// ...     set_search_param("null_depth", 2)
#[pyfunction]
pub(crate) fn set_search_param(name: &str, value: IntArg) -> PyResult<()> {
    let value = value.within("value", i32::MIN.into(), i32::MAX.into())? as i32;
    set(name, value).map_err(EngineError::new_err)
}

#[cfg(feature = "tuning")]
fn set(name: &str, value: i32) -> Result<(), String> {
    furyhouse_search::set_param(name, value).map_err(|error| error.to_string())
}

#[cfg(not(feature = "tuning"))]
fn set(name: &str, value: i32) -> Result<(), String> {
    Err(format!(
        "cannot set {name} to {value}: this build's parameters are fixed, a tuning build's are not"
    ))
}
