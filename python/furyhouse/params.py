"""The parameters of the search: its margins, depths and shares, which other numbers might replace.

They are part of a build. In a tuning build, which is made for finding better ones, they can be set.
"""

from typing import NamedTuple

from furyhouse._core import search_params, set_search_param

__all__ = ["Param", "params", "set_param"]


class Param(NamedTuple):
    """A parameter of the search.

    Attributes:
        name: The name, in lower case with underscores.
        value: The value that searches use now.
        default: The value that the search was made with.
        min: The least value that makes sense and does no harm.
        max: The greatest such value.
        doc: What it is, with its unit.

    Example:
        >>> depth = next(param for param in params() if param.name == "null_depth")
        >>> depth.min <= depth.value <= depth.max
        True
        >>> depth.doc
        'The least depth of the null move.'
    """

    name: str
    value: int
    default: int
    min: int
    max: int
    doc: str


def params() -> tuple[Param, ...]:
    """Get all parameters of the search, in the order of its source.

    Example:
        >>> params()[0]._fields
        ('name', 'value', 'default', 'min', 'max', 'doc')
    """
    return tuple(Param(*raw) for raw in search_params())


def set_param(name: str, value: int) -> None:
    """Set a parameter for all engines of this process, from their next search on.

    Args:
        name: The parameter's name.
        value: A value from its range.

    Raises:
        EngineError: This is no tuning build, there is no such parameter, or the value is out of its
            range.

    Example:
        >>> from furyhouse import EngineError
        >>> try:
        ...     set_param("luck", 7)
        ... except EngineError as error:
        ...     "luck" in str(error)
        True
    """
    set_search_param(name, value)
