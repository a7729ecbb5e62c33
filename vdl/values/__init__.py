"""Values at run time: exact numbers, ranges, conditions, silence, and values by label."""

from vdl.values.labels import (
    Labels,
    MissingLabel,
    Place,
    Scalar,
    TooManyLabels,
    Value,
    Varying,
    along,
    at_place,
    broadcast,
    is_number,
    on_numbers,
    placed,
    scalars,
    without,
)
from vdl.values.ranges import (
    AFFINE,
    FRACTIONAL,
    OTHER,
    Choosing,
    Number,
    Opposed,
    Range,
    Unknowns,
    absolute,
    add,
    enclosing,
    extreme,
    high,
    hull,
    loosened,
    low,
    make_range,
    monotone,
    multiply,
    negate,
    quotient,
    subtract,
    total,
    unknowns_of,
)
from vdl.values.scalars import FAULT, NOT_STATED, Fault, NotStated, Part, is_exact

__all__ = [
    "AFFINE", "FAULT", "FRACTIONAL", "NOT_STATED", "OTHER", "Choosing", "Fault", "Labels", "MissingLabel", "NotStated",
    "Number", "Opposed", "Part", "Place", "Range", "Scalar", "TooManyLabels", "Unknowns", "Value", "Varying", "absolute", "add",
    "along", "at_place", "broadcast", "enclosing", "extreme", "high", "hull", "is_exact", "is_number", "loosened", "low",
    "make_range", "monotone", "multiply", "negate", "on_numbers", "placed", "quotient", "scalars", "subtract", "total",
    "unknowns_of", "without",
]  # fmt: skip
