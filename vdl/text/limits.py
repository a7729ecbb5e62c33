"""The limits of the language, in one place; the language reference lists them."""

from __future__ import annotations

FILE_SIZE = 16 * 1024 * 1024
"""Bytes in a file. A file of a hundred thousand lines has about five million."""

WORDS = 1_500_000
"""Words, numbers, signs, texts and line ends in a file. A file of a hundred thousand lines has less than a million."""

VALUES = 100_000
"""Values in the texts of a file."""

NESTING = 64
"""Braces, brackets and parentheses inside each other."""

EXPRESSION_DEPTH = 200
"""Operations inside each other in one expression."""

DIGITS = 100
"""Digits in a number."""

LIST_LENGTH = 10_000
"""Items in a written list."""

SYNTAX_ERRORS = 25
"""Syntax errors reported for a file; the ones after that are most often consequences."""

SAME_DIAGNOSTICS = 100
"""Diagnostics of one slug that are said of a file; the others are counted."""

CORNERS = 6
"""Ranges of one operation that pull both ways and are still tried at both ends (2 ** 6 corners)."""

CORNER_BUDGET = 20_000
"""Evaluations at corners in one design; what is beyond is bounded, but marked as not tight."""

COUNT = 10**15
"""A count beyond this does not settle."""

ROUNDS = 100_000
"""Rounds of a cycle of counts."""

CYCLE_WORK = 300_000
"""Evaluations in a cycle of counts: its rounds times its quantities."""

FORBIDDEN = 10_000
"""Numbers in a row at which something in a cycle of counts has no value; none after them is tried."""

LABEL_WORK = 2_000_000
"""Values at labels that one run of the solver computes, all quantities together: each option of a `choose` and each trial
of a question has a run of its own, and so have judging and what a document writes out."""

PACKING_WORK = 3_000_000
"""Steps of packing in one design: for each sort of things the sorts of containers that are looked at, and what they hold."""

LABELS = 100_000
"""Combinations of labels of one value."""

RESULT_DIGITS = 2_000
"""Digits of a computed number (of its numerator and of its denominator)."""

POWERS = 64
"""Base dimensions that are multiplied in one dimension, counted with their powers."""

OBJECTS = 500_000
"""Objects of one design."""

CALLS = 500_000
"""Calls of functions put into formulas, in one design."""

SHARED = 20
"""Operations of a list's item that are put in wherever its name is read; one of more is computed once."""

CALL_DEPTH = 1_000
"""Functions that call each other, put into one another."""

SETTLING = 60
"""Members that are settled inside each other before the innermost is settled first; decides no outcome."""

WAITING = 16
"""Conditions on which structure hangs that are answered inside each other before they are put aside; decides no outcome."""

LOOP_ROUNDS = 200_000
"""Rounds of all loops over lists, in one design and its document."""

DOCUMENT_SIZE = 10_000_000
"""Characters that one document prints; each item of it, each value and each cell counts some besides its own."""

PRINTED = 30
"""The characters that it counts."""

RECURSION = 12_000
"""Frames of the compiler itself; what nests deeper is refused."""

EACH = 100_000
"""Numbers that `each` counts up to."""

CHOICES = 256
"""Combinations of `choose` that are tried."""

CHOICE_WORK = 80_000
"""Quantities that all combinations of `choose` may have, in a design and in its scenarios with expectations."""

ASK_STEPS = 10_000
"""Trials of a question: single steps, or stretches of steps that are judged as one."""

SWEEP_POINTS = 100
"""Values of its input at which a question looks that asks for several."""

SWEEP_ROWS = 1_000_000
"""Rows of a sweep."""

ASK_WORK = 400_000
"""What a question may compute before it leaps: quantities, and the places where one is read, each time anew."""

WEIGH_WORK = 100_000
"""The same of all figures behind the rules that fail of a design, when it is said which of them have most to say."""

WEIGH_CIRCLE = 20_000
"""Evaluations in a cycle of counts where that is tried: far from what is stated it may have no end."""

MEND_WORK = 2_000_000
"""The same of all inputs together that are walked to mend something; no single one has more than a question."""

MEND_PATIENCE = 20
"""Steps in a row at which a design can't be solved, after which such a walk leaps."""

ASK_FEW = 30
"""Steps that are tried one by one where no more are left, however much was computed: what holds at two or three of them would be
leapt over."""

ASK_REACH = 10**15
"""Steps that a question looks ahead beyond those that it tries one by one."""
