"""Ranges: numbers of which only the lowest and highest are known, and arithmetic on their ends.

A range is owned by the place it is written in: that place is an *unknown*, named after the quantity that
holds it. A value that depends on unknowns is kept as its lowest and highest value, with the direction in
which each unknown moves it and how (`AFFINE`, `FRACTIONAL`, or `OTHER`).

- A value that is affine in all its unknowns (sums, differences, multiples) also carries its *terms*: what
  it gains when an unknown goes from its low to its high end. Sums and differences of such values add up
  the terms, so `x - x` is 0 however many unknowns x has; their quotients are optimised exactly.
- Other arithmetic on ends is exact as long as the unknowns that two operands share push the result the
  same way. Where they pull against each other, the operation is tried with those unknowns at each end
  (a *corner*: a vertex of the box that the unknowns span); that is exact when the result is monotone in
  each of them for any fixed value of the others, which holds for affine functions and their quotients.
- Of two multiples of one and the same value, sum, difference and quotient are exact, whatever that value is.
- Everything else keeps an enclosing range and is marked as not tight: it may be wider than the truth,
  never narrower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vdl.semantics.units import Exact, divide

AFFINE, FRACTIONAL, OTHER = 0, 1, 2
"""How an unknown enters a value: as a + b * x; as a quotient of such; in some other way."""

Unknowns = dict[str, tuple[int, int]]
"""Unknown to (direction, shape). Direction 1 up, -1 down, 0 both ways or not known."""

Opposed = set[str]
"""Unknowns that pull a result both ways at once."""


MOVED = "what if"
"""The unknown that an input has where a question moves it over a stretch of its steps."""


class Range:
    """All values from `low` to `high`, and what moves them.

    `terms`, where it is affine in all unknowns: what it gains from each unknown's low to its high end. `likely` is the
    value that is most likely, where an author wrote one; nothing that is computed from it has one. `multiple_of`, where it has
    no terms: the range that it is a multiple of, and how many times; else it is once itself.
    """

    __slots__ = ("_unknowns", "high", "likely", "low", "multiple_of", "terms", "tight")

    def __init__(
        self, low: Exact, high: Exact, unknowns: Unknowns | None, tight: bool = True, terms: dict[str, Exact] | None = None,
        likely: Exact | None = None,
    ) -> None:  # fmt: skip
        self.low = low
        self.high = high
        self._unknowns = unknowns
        self.tight = tight
        self.terms = terms
        self.likely = likely
        self.multiple_of: tuple[Range, Exact] | None = None

    @property
    def unknowns(self) -> Unknowns:
        """What moves it, and how. Read from the terms where there are any, since most ranges are affine."""
        if self._unknowns is not None:
            return self._unknowns
        assert self.terms is not None
        return {name: (1 if term > 0 else -1, AFFINE) for name, term in self.terms.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.low, self.high, self.tight))

    def _key(self) -> tuple[object, ...]:
        return self.low, self.likely, self.high, self.tight, self.terms, self.unknowns

    def __repr__(self) -> str:
        return f"{self.low}..{self.high}{'' if self.tight else ' (not tight)'}"


Number = Exact | Range


def make_range(low: Exact, high: Exact, unknown: str, likely: Exact | None = None) -> Number:
    """A written range; one of equal ends is a number."""
    return low if low == high else Range(low, high, None, True, {unknown: high - low}, likely)


def enclosing(low: Exact, high: Exact, unknowns: Unknowns, tight: bool) -> Number:
    """The range between two ends. Where they are equal nothing else lies between them: a number, tight or not."""
    return low if low == high else Range(low, high, unknowns, tight)


def low(value: Number) -> Exact:
    return value.low if isinstance(value, Range) else value


def high(value: Number) -> Exact:
    return value.high if isinstance(value, Range) else value


_NONE: Unknowns = {}


def unknowns_of(value: object) -> Unknowns:
    return value.unknowns if isinstance(value, Range) else _NONE


def is_tight(value: object) -> bool:
    return value.tight if isinstance(value, Range) else True


# ------------------------------------------------------------------------------ sums and differences
_Affine = tuple[Exact, dict[str, Exact]]
"""The value with all unknowns at their low ends, and its terms."""


def _affine(value: Number) -> _Affine | None:
    if not isinstance(value, Range):
        return value, {}
    terms = value.terms
    if terms is None:
        return None
    falling = [term for term in terms.values() if term.numerator < 0]
    return value.low - sum(falling) if falling else value.low, terms


def _of_affine(base: Exact, terms: dict[str, Exact]) -> Number:
    terms = {name: term for name, term in terms.items() if term}
    if not terms:
        return base
    first = last = base
    for term in terms.values():
        if term.numerator < 0:
            first += term
        else:
            last += term
    return Range(first, last, None, True, terms)


def _merge(a: Unknowns, b: Unknowns, flip: int, keeps_affine: bool) -> tuple[Unknowns, Opposed]:
    """The unknowns of a sum (flip 1) or a difference (flip -1), and those that pull both ways."""
    merged = dict(a)
    opposed: Opposed = set()
    for name, (direction, shape) in b.items():
        direction *= flip
        before = merged.get(name)
        if before is None:
            merged[name] = (direction, shape)
            continue
        same = before[0] == direction and direction != 0
        affine = keeps_affine and before[1] == AFFINE and shape == AFFINE
        merged[name] = (direction if same else 0, AFFINE if affine else OTHER)
        if not same:
            opposed.add(name)
    return merged, opposed


def total(parts: list[Number]) -> tuple[Number, Opposed]:
    """The sum of numbers and ranges."""
    exact = [v for v in parts if not isinstance(v, Range)]
    if len(exact) == len(parts):
        return sum(exact), set()
    affine = [part for value in parts if (part := _affine(value)) is not None]
    if len(affine) == len(parts):
        base, terms = affine[0]
        merged = dict(terms)
        for more, terms in affine[1:]:
            base += more
            for name, term in terms.items():
                merged[name] = merged[name] + term if name in merged else term
        return _of_affine(base, merged), set()
    result, opposed = parts[0], set[str]()
    for value in parts[1:]:
        result, pulled = add(result, value)
        opposed |= pulled
    return result, opposed


def _multiples(a: Number, b: Number) -> tuple[Range, Exact, Exact] | None:
    """What both are multiples of, and how many times; nothing where that is not one and the same object."""
    if not isinstance(a, Range) or not isinstance(b, Range) or a.terms is not None or b.terms is not None:
        return None
    of_a, of_b = a.multiple_of or (a, 1), b.multiple_of or (b, 1)
    return (of_a[0], of_a[1], of_b[1]) if of_a[0] is of_b[0] else None


def add(a: Number, b: Number) -> tuple[Number, Opposed]:
    if not isinstance(a, Range) and not isinstance(b, Range):
        return a + b, set()
    if (not isinstance(a, Range) or a.terms is not None) and (not isinstance(b, Range) or b.terms is not None):
        return total([a, b])
    if a == 0 or b == 0:
        return b if a == 0 else a, set()
    if both := _multiples(a, b):
        return _scaled(both[0], both[1] + both[2]), set()
    unknowns, opposed = _merge(unknowns_of(a), unknowns_of(b), 1, True)
    return enclosing(low(a) + low(b), high(a) + high(b), unknowns, is_tight(a) and is_tight(b)), opposed


def subtract(a: Number, b: Number) -> tuple[Number, Opposed]:
    if not isinstance(a, Range) and not isinstance(b, Range):
        return a - b, set()
    left, right = _affine(a), _affine(b)
    if left is not None and right is not None:
        terms = dict(left[1])
        for name, term in right[1].items():
            terms[name] = terms[name] - term if name in terms else -term
        return _of_affine(left[0] - right[0], terms), set()
    if b == 0:
        return a, set()
    if both := _multiples(a, b):
        return _scaled(both[0], both[1] - both[2]), set()
    unknowns, opposed = _merge(unknowns_of(a), unknowns_of(b), -1, True)
    return enclosing(low(a) - high(b), high(a) - low(b), unknowns, is_tight(a) and is_tight(b)), opposed


def negate(a: Number) -> Number:
    return _scaled(a, -1) if isinstance(a, Range) else -a


# ------------------------------------------------------------------------------ products and quotients
def multiply(a: Number, b: Number) -> tuple[Number, Opposed]:
    if not isinstance(a, Range):
        return (_scaled(b, a) if isinstance(b, Range) else a * b), set()
    if not isinstance(b, Range):
        return _scaled(a, b), set()
    return _product(a, b, 1)


def quotient(a: Number, b: Number) -> tuple[Number, Opposed]:
    """a / b; the caller has seen to it that b is not zero and does not change its sign."""
    if not isinstance(b, Range):
        return (_scaled(a, divide(1, b)) if isinstance(a, Range) else divide(a, b)), set()
    left, right = _affine(a), _affine(b)
    if left is not None and right is not None and left[1].keys() & right[1].keys():
        return _of_quotient(left, right, a, b), set()
    if both := _multiples(a, b):
        return divide(both[1], both[2]), set()
    return _product(a, b, -1)


def _scaled(value: Range, by: Exact) -> Number:
    if by == 0 or by == 1:
        return value if by else 0
    first, last = value.low * by, value.high * by
    if by < 0:
        first, last = last, first
    if value.terms is not None:
        return Range(first, last, None, value.tight, {s: t * by for s, t in value.terms.items()})
    unknowns = value.unknowns if by > 0 else {s: (-d, shape) for s, (d, shape) in value.unknowns.items()}
    scaled = Range(first, last, unknowns, value.tight)
    root, times = value.multiple_of or (value, 1)
    if times * by == 1:
        return root
    scaled.multiple_of = root, times * by
    return scaled


def _of_quotient(left: _Affine, right: _Affine, a: Number, b: Range) -> Number:
    """A quotient of two affine values that share unknowns, exactly.

    A quotient of affine functions is largest at some corner. From any value q of the quotient, the
    corner that makes left - q * right largest gives a larger quotient, until none does (Dinkelbach
    1967); each step settles at least one unknown, so there are few.
    """
    names = sorted(left[1].keys() | right[1].keys())
    terms = [(left[1].get(name, 0), right[1].get(name, 0)) for name in names]

    def best(sign: int) -> Exact:
        towards = sign if b.low > 0 else -sign
        q = divide(left[0], right[0])
        while True:
            above, below = q.numerator * towards, q.denominator * towards
            moved = [term for term in terms if term[0] * below > term[1] * above]  # that gain: mostly of whole numbers
            top = left[0] + sum([term[0] for term in moved])
            bottom = right[0] + sum([term[1] for term in moved])
            following = divide(top, bottom)
            if following == q:
                return q
            q = following

    unknowns: Unknowns = {}
    corners = [(x, y) for x in (low(a), high(a)) for y in (b.low, b.high)]
    for name, (rising, falling) in zip(names, terms):
        # The sign of the derivative is that of the numerator left' * right - right' * left.
        ends = [rising * y - falling * x for x, y in corners]
        unknowns[name] = (1 if min(ends) >= 0 else -1 if max(ends) <= 0 else 0, FRACTIONAL)
    return enclosing(best(-1), best(1), unknowns, True)


def _sign(value: Range) -> int:
    """1 where it is nowhere negative, -1 where nowhere positive, 0 where both."""
    return 1 if value.low >= 0 else -1 if value.high <= 0 else 0


def _product(a: Number, b: Range, power: int) -> tuple[Number, Opposed]:
    """a * b (power 1) or a / b (power -1) by their ends.

    An unknown of `a` moves the result its own way where b is positive, the other way where b is negative, and
    both ways where b is both; of a divisor always against its own way, as far as a keeps its sign. Its shape
    stays what it was, but that a divisor which is affine makes a FRACTIONAL one of it, and that an unknown of
    both sides of a product is OTHER (its square).
    """
    sign_a = _sign(a) if isinstance(a, Range) else (a > 0) - (a < 0)
    sign_b = _sign(b)
    ends = [x * y if power == 1 else divide(x, y) for x in (low(a), high(a)) for y in (b.low, b.high)]
    unknowns: Unknowns = {}
    opposed: Opposed = set()
    in_a, in_b = unknowns_of(a), b.unknowns
    for name in {**in_a, **in_b}:
        direction_a, shape_a = in_a.get(name, (0, AFFINE))
        direction_b, shape_b = in_b.get(name, (0, AFFINE))
        from_a = direction_a * sign_b
        from_b = direction_b * sign_a * power
        if name in in_a and name in in_b:
            direction = from_a if from_a == from_b else 0
            shape = FRACTIONAL if power == -1 and shape_a == AFFINE and shape_b == AFFINE else OTHER
        elif name in in_a:
            direction, shape = from_a, shape_a
        else:
            direction = from_b
            shape = shape_b if power == 1 else FRACTIONAL if shape_b in (AFFINE, FRACTIONAL) else OTHER
        unknowns[name] = (direction, shape)
        if direction == 0:
            opposed.add(name)
    return enclosing(min(ends), max(ends), unknowns, is_tight(a) and b.tight), opposed


Choosing = Callable[[Exact, Exact], Exact]
"""The larger or the smaller of two numbers."""


# ------------------------------------------------------------------------------ other functions
def monotone(function: Callable[[Exact], Exact], a: Number) -> Number:
    """A function that never falls, such as rounding up."""
    if not isinstance(a, Range):
        return function(a)
    return enclosing(function(a.low), function(a.high), {k: (d, OTHER) for k, (d, _) in a.unknowns.items()}, a.tight)


def extreme(choose: Choosing, a: Number, b: Number) -> tuple[Number, Opposed]:
    """The larger or smaller of two; one that is so everywhere is the result itself, with all that is known of it."""
    if not isinstance(a, Range) and not isinstance(b, Range):
        return choose(a, b), set()
    if low(a) >= high(b) or high(a) <= low(b):  # whatever they have in common
        return (a if (choose(1, 0) == 1) == (low(a) >= high(b)) else b), set()
    apart = subtract(a, b)[0]
    if low(apart) >= 0 or high(apart) <= 0:
        largest_first = low(apart) >= 0
        return (a if (choose(1, 0) == 1) == largest_first else b), set()
    unknowns, opposed = _merge(unknowns_of(a), unknowns_of(b), 1, False)
    unknowns = {k: (d, OTHER) for k, (d, _) in unknowns.items()}
    tight = is_tight(a) and is_tight(b)
    return enclosing(choose(low(a), low(b)), choose(high(a), high(b)), unknowns, tight), opposed


def moves(unknowns: Unknowns, name: str, direction: int, shape: int) -> None:
    """Take down that an unknown moves something one way, besides what is known of it already."""
    before = unknowns.get(name, (direction, shape))
    unknowns[name] = (direction if before[0] == direction else 0, max(before[1], shape))


def hull(values: Iterable[Number], *, tight: bool) -> Number:
    """The smallest range around all values."""
    values = list(values)
    unknowns: Unknowns = {}
    for value in values:
        for name, (direction, shape) in unknowns_of(value).items():
            moves(unknowns, name, direction, shape)
    first, last = min(low(v) for v in values), max(high(v) for v in values)
    return enclosing(first, last, unknowns, tight and all(is_tight(v) for v in values))


def loosened(value: Number, opposed: Opposed) -> Number:
    """The value, marked as not tight where one of these unknowns is in it."""
    if not isinstance(value, Range) or not (opposed & value.unknowns.keys()):
        return value
    return Range(value.low, value.high, value.unknowns, False)


def gains(number: Range, steps: int) -> dict[str, Exact] | None:
    """What a range that is affine gains from each of its unknowns: of what a question moves, at each of so many steps."""
    if number.terms is None:
        return None
    return {name: divide(gain, steps) if name == MOVED else gain for name, gain in number.terms.items()}


def in_steps(number: Number, step: Exact, steps: int) -> bool:
    """Whether what a question moves, over so many steps, is a multiple of `step` at each of them, and hangs on nothing else."""
    if not isinstance(number, Range) or not steps:
        return False
    found = gains(number, steps)
    if found is None or found.keys() != {MOVED}:
        return False
    return all(divide(part, step).denominator == 1 for part in (number.low, found[MOVED]))
