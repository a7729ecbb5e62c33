"""`grammar/vdl.lark` to the parser's tables. The only place where lark works; no ordinary run comes here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import lark

from vdl.parse.automaton import END, Rule
from vdl.parse.tables import Tables

if TYPE_CHECKING:
    from lark.parsers.lalr_analysis import ParseTableBase

START = ["file", "expression", "statement", "stray"]
"""What a text can be parsed as; `stray` is what no text is."""


def tables(grammar: str) -> Tables:
    """The tables of a grammar. Raises lark's exceptions for what is no LALR(1) grammar."""
    made = lark.Lark(grammar, parser="lalr", lexer="basic", start=START)
    table = made.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(made.rules)}
    numbers = _numbers(table)
    states: dict[int, dict[str, int]] = {number: {} for number in numbers.values()}
    for state, number in numbers.items():
        for symbol, (action, target) in sorted(table.states[state].items()):
            states[number][symbol] = numbers[target] if action.name == "Shift" else ~rules[target]
    for end in table.end_states.values():
        states[numbers[end]][END] = numbers[end]
    pattern, words = _lexer(made.terminals, made.ignore_tokens)
    start = {name: numbers[state] for name, state in table.start_states.items()}
    return Tables(pattern, words, states, [_rule(rule) for rule in made.rules], start)


def _numbers(table: ParseTableBase[int]) -> dict[int, int]:
    """The states in the order in which they are met from the starts; lark's own order is another one each time."""
    found: dict[int, int] = {}
    waiting = [table.start_states[start] for start in START]
    for state in waiting:
        if state not in found:
            found[state] = len(found)
            waiting += [target for _, (action, target) in sorted(table.states[state].items()) if action.name == "Shift"]
    return found


def _rule(rule: lark.grammar.Rule) -> Rule:
    method = rule.alias or rule.origin.name
    gaps = [0]  # how many absent parts stand before each part, and behind the last one
    for absent in rule.options.empty_indices:
        if absent:
            gaps[-1] += 1
        else:
            gaps.append(0)
    gaps += [0] * (len(rule.expansion) + 1 - len(gaps))
    kept: list[tuple[int, bool, int]] = []
    before = 0
    for place, (gap, symbol) in enumerate(zip(gaps, rule.expansion)):
        before += gap
        if not (isinstance(symbol, lark.grammar.Terminal) and symbol.filter_out):
            kept.append((place, not symbol.is_term and symbol.name.startswith("_"), before))
            before = 0
    whole = len(kept) == len(rule.expansion) and not any(gaps) and not any(taken for _, taken, _ in kept)
    alone = rule.options.expand1 and not rule.alias and not (whole and len(kept) > 1)
    return Rule(rule.origin.name, len(rule.expansion), "" if method.startswith("_") else method, alone,
                None if whole else tuple(kept), before + gaps[-1])  # fmt: skip


def _lexer(terminals: Iterable[lark.lexer.TerminalDef], ignored: Iterable[str]) -> tuple[str, dict[str, dict[str, str]]]:
    """The terminals as one regular expression, in lark's order of precedence, and the words of each of its groups.

    A word of the language is read as the name that it could be, and told apart afterwards, as lark does.
    What is ignored stands before each token, and signs of one priority are one group.
    """
    ordered = sorted(terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    words: dict[str, dict[str, str]] = {}
    alternatives: dict[str, list[str]] = {}
    for terminal in ordered:
        regexp, text = terminal.pattern.to_regexp(), terminal.pattern.value
        group = _IGNORED if terminal.name in ignored else terminal.name
        if terminal.pattern.type == "str" and group != _IGNORED:
            names = [t.name for t in ordered if t.pattern.type == "re" and t.priority == terminal.priority
                     and re.fullmatch(t.pattern.to_regexp(), text)]  # fmt: skip
            group = names[0] if names else f"SIGN{terminal.priority}"
            words.setdefault(group, {})[text] = terminal.name
            if names:
                continue
        alternatives.setdefault(group, []).append(regexp)
    skipped = "|".join(alternatives.pop(_IGNORED))
    groups = "|".join(f"(?P<{name}>{'|'.join(regexps)})" for name, regexps in alternatives.items())
    return rf"(?:{skipped})*(?:{groups}|\Z)", words


_IGNORED = ""
