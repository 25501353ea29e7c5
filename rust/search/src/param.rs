//! A parameter of the search.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A parameter of the search: a number that was chosen, and that other numbers might replace.
///
/// ```
/// let depth = furyhouse_search::params()
///     .iter()
///     .find(|param| param.name == "null_depth")
///     .expect("the null move has a least depth");
/// assert!((depth.min..=depth.max).contains(&depth.value()));
/// assert!(depth.doc.starts_with("The least depth of the null move"));
/// ```
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct Param {
    /// The name, in lower case with underscores.
    pub name: &'static str,
    /// The value that the search was made with.
    pub default: i32,
    /// The least value that makes sense and does no harm.
    pub min: i32,
    /// The greatest such value.
    pub max: i32,
    /// What it is, with its unit.
    pub doc: &'static str,
    /// Where the value is kept.
    #[cfg(feature = "tuning")]
    pub(crate) cell: &'static AtomicI32,
}

impl Param {
    /// Gets the value that searches use now: the default, unless this is a tuning build in which another was set.
    #[must_use]
    pub fn value(&self) -> i32 {
        #[cfg(feature = "tuning")]
        return self.cell.load(Ordering::Relaxed);
        #[cfg(not(feature = "tuning"))]
        return self.default;
    }
}
