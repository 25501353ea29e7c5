//! Why a parameter was not set.

/// Why a parameter was not set.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("no parameter {name:?}")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The value is out of the parameter's range.
    #[error("{name}: found {found}, expected a whole number from {min} to {max}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value asked for.
        found: i32,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
}
