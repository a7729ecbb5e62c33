"""JUnit's XML, as continuous integration shows it: a suite for each design, a case for each rule and expectation."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from vdl.cli.formats import Checked, told
from vdl.records import NamedTuple
from vdl.snapshot.records import Expected, Rule, Snapshot, Waived
from vdl.text.diagnostics import Diagnostic
from vdl.text.safe import shown
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES

_JUDGED = frozenset(["rule-failed", "rule-partly", "given-count-short", "expectation-differs", "expectation-agrees-now"])
"""What is said of cases that fail; of other errors there is a case of their own."""


class _Case(NamedTuple):
    """`outcome` is the element in it: "failure", "error" or "skipped"; "" where it passes."""

    name: str
    outcome: str = ""
    message: str = ""
    sort: str = ""
    more: tuple[str, ...] = ()


def text(found: Checked) -> str:
    top = ElementTree.Element("testsuites", name="vdl check")
    suites = [(f"{address or file}", list(_of_file(found, file, address))) for file, address in _addresses(found)]
    if cases := [_error(one) for one in found.diagnostics if _is_left(one) and not found.place(one)[0]]:
        suites.append(("vdl check", cases))
    for name, cases in suites:
        _suite(top, name, name, name, cases)
    for design in found.designs:
        address = found.addresses.of(design.file) or design.file
        layers = "".join([f", {layer}" for layer in design.layers])
        _suite(top, f"{address}: {design.name}{layers}", design.name, address, list(_of_design(design, found.strict)))
    for name in ("tests", "failures", "errors", "skipped"):
        top.set(name, str(sum([int(suite.get(name, "0")) for suite in top])))
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(top, encoding="unicode")


def _suite(top: ElementTree.Element, name: str, owner: str, file: str, cases: list[_Case]) -> None:
    counted = {word: str(sum([case.outcome == word for case in cases])) for word in ("failure", "error", "skipped")}
    suite = ElementTree.SubElement(
        top, "testsuite", name=shown(name), tests=str(len(cases)), failures=counted["failure"], errors=counted["error"],
        skipped=counted["skipped"],
    )  # fmt: skip
    for case in cases:
        made = ElementTree.SubElement(suite, "testcase", classname=shown(owner), name=shown(case.name), file=shown(file))
        if case.outcome:
            inner = ElementTree.SubElement(made, case.outcome, message=shown(case.message))
            if case.sort:
                inner.set("type", case.sort)
            inner.text = "\n".join([shown(line) for line in case.more]) or None


# ------------------------------------------------------------------------------ of files
def _addresses(found: Checked) -> Iterator[tuple[str, str]]:
    """The files that were checked and those that something is wrong with, each once."""
    files = [*found.files, *[one.span.source.path if one.span else one.subject for one in found.diagnostics if _is_left(one)]]
    for file in dict.fromkeys(files):
        if address := found.addresses.of(file):
            yield file, address


def _of_file(found: Checked, file: str, address: str) -> Iterator[_Case]:
    """A case for each error that is no verdict; one that passes where there is none."""
    wrong = [one for one in found.diagnostics if _is_left(one) and found.place(one)[0] == address]
    yield from map(_error, wrong)
    if not wrong:
        yield _Case("can be read")


def _is_left(one: Diagnostic) -> bool:
    return one.severity == "error" and one.slug not in _JUDGED


def _error(one: Diagnostic) -> _Case:
    line = f" in line {one.span.source.place(one.span.start)[0]}" if one.span is not None else ""
    where = [f"at {one.span.where()}"] if one.span is not None else []
    return _Case(f"{one.slug}{line}", "error", one.message, one.slug, (*list(told(one))[1:], *where))


# ------------------------------------------------------------------------------ of designs
def _of_design(design: Snapshot, strict: bool) -> Iterator[_Case]:
    """Rules and bounds of given counts, expectations, and what is open beside them."""
    opened = "failure" if strict else "skipped"
    judged = {"not-evaluated", "warning-rule"}
    accepted = {point.name for point in design.open_points if point.state == "accepted" and point.sort in judged}
    cases = [_rule(rule, "skipped" if rule.path in accepted else opened) for rule in design.rules]
    cases += [_expectation(one, "skipped" if one.name in accepted else opened) for one in design.expectations]
    names = {case.name for case in cases}
    for case in cases:
        yield case._replace(message=case.message.replace("open:", "accepted:", 1)) if case.name in accepted else case
    for point in design.open_points:
        if point.sort not in judged or point.name not in names:
            said, outcome = ("open", opened) if point.state == "open" else ("accepted", "skipped")
            yield _Case(point.name or point.sort, outcome, f"{said}: {point.text}", OPEN[point.sort])


def _rule(rule: Rule, opened: str) -> _Case:
    more = tuple([part for part in (rule.detail, rule.margin, rule.citation) if part])
    said = f"{RULES[rule.outcome][0]}: {rule.text or rule.detail}".rstrip(": ")
    match rule.outcome:
        case "holds":
            return _Case(rule.path)
        case "waived":
            return _Case(rule.path, "skipped", "; ".join(map(_waived, rule.waived_by)), "waived", more)
        case "not-applicable":
            return _Case(rule.path, "skipped", RULES[rule.outcome][0])
        case "not-evaluated":
            return _Case(rule.path, "skipped" if rule.severity == "info" else opened, f"open: {said}", "not-evaluated", more)
        case _ if rule.severity == "error":
            return _Case(rule.path, "failure", said, "rule-failed" if rule.outcome == "fails" else "rule-partly", more)
        case _ if rule.severity == "warning":
            return _Case(rule.path, opened, f"open: {said}", "warning", more)
        case _:
            return _Case(rule.path, "skipped", f"noted: {said}", "info", more)


def _waived(waived: Waived) -> str:
    owner = f", by {waived.owner}" if waived.owner else ""
    until = f", until {waived.until}" if waived.until else ""
    return f"waived: {waived.reason}{owner}{until}"


def _expectation(one: Expected, opened: str) -> _Case:
    name = f"{one.scenario}.{one.name}" if one.scenario else one.name
    figures = f"computed {one.computed_words}, published {one.published_words}"
    more = tuple([part for part in (one.title, one.expression, one.why, one.citation) if part])
    match one.outcome:
        case "differs" | "no-longer-differs":
            slug = "expectation-differs" if one.outcome == "differs" else "expectation-agrees-now"
            return _Case(name, "failure", f"{EXPECTATIONS[one.outcome][0]}: {figures}", slug, more)
        case "not-evaluated":
            return _Case(name, opened, f"open: {EXPECTATIONS[one.outcome][0]}", "not-evaluated", more)
        case _:
            return _Case(name)
