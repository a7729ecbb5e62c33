"""What only the compiler knows of a design: verdicts, counts, assumptions, expectations, files.

Documents place these with `show NAME` and `inputs OBJECT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Instance, WaiverEntry
from vdl.report import model as m
from vdl.report.references import References
from vdl.semantics.units import Exact, Unit
from vdl.solve import BoundValue, Evaluator
from vdl.text.source import LIBRARY
from vdl.values import FAULT, NOT_STATED, scalars
from vdl.words import values as show

_TONES: dict[str, m.Tone] = {
    "holds": "good", "fails": "bad", "part": "bad", "waived": "warn", "not-evaluated": "neutral", "not-applicable": "neutral",
    "agrees": "good", "inside-range": "good", "differs-as-stated": "warn", "no-longer-differs": "bad", "differs": "bad",
    "restates": "neutral",
}  # fmt: skip
_WORDS = {
    "part": "holds for part", "not-evaluated": "not evaluated", "not-applicable": "does not apply",
    "inside-range": "inside the range", "differs-as-stated": "differs as stated", "no-longer-differs": "no longer differs",
}  # fmt: skip


def verdict_words(verdict: str) -> m.Verdict:
    return m.Verdict(_WORDS.get(verdict, verdict), _TONES[verdict])


def _several(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


class Parts:
    def __init__(self, compilation: Compilation, solved: Solved, references: References) -> None:
        self.compilation = compilation
        self.solved = solved
        self.judged = solved.judged
        self.references = references
        self.units = compilation.names.units
        self.makers: dict[str, Callable[[], list[m.Block]]] = {
            "verdict": self._verdict_block, "findings": self._findings, "rules": self._rules,
            "expectations": self._expectations, "restatements": self._restatements, "assumptions": self._assumptions,
            "references": lambda: [self.references.placeholder()], "files": self._files, "counts": self._counts,
            "asks": self._asks, "placements": self._placements, "sources": lambda: [self.references.placeholder()],
            "scenarios": self._scenarios,
        }  # fmt: skip

    def shown(self, name: str) -> list[m.Block]:
        return self.makers[name]()

    # ---------------------------------------------------------------- verdicts
    def _count_verdicts(self) -> dict[str, int]:
        counted: dict[str, int] = {}
        for rule in self.judged.rules:
            key = rule.verdict
            if key in ("fails", "part") and rule.severity != "error":
                key = f"{rule.severity} {key}"
            counted[key] = counted.get(key, 0) + 1
        return counted

    def verdict(self) -> tuple[m.Verdict, m.Prose]:
        """The verdict over the whole design, and a sentence or two about it."""
        counted = self._count_verdicts()
        fails = counted.get("fails", 0) + counted.get("part", 0)
        warned = sum(counted.get(k, 0) for k in ("warning fails", "warning part"))
        waived = counted.get("waived", 0)
        silent = counted.get("not-evaluated", 0)
        holds = counted.get("holds", 0)
        parts = [_several(holds, "rule holds", "rules hold")]
        if fails:
            parts.insert(0, _several(fails, "rule fails", "rules fail"))
        if warned:
            parts.append(_several(warned, "warning rule fails", "warning rules fail"))
        if waived:
            parts.append(_several(waived, "failure is waived", "failures are waived"))
        if silent:
            parts.append(f"{silent} could not be evaluated")
        sentence = f"{', '.join(parts)}."
        wrong = [e for e in self.judged.expectations if e.verdict in ("differs", "no-longer-differs")]
        if wrong:
            differ = _several(len(wrong), "published figure differs", "published figures differ")
            sentence += f" {differ} without a stated reason."
        assumed, defaults = self._assumed()
        if assumed or defaults:
            figures = _several(len(assumed), "assumed figure", "assumed figures")
            sentence += f" It rests on {figures} and {_several(len(defaults), 'default', 'defaults')} of the library."
        if fails or wrong:
            return m.Verdict("Does not hold", "bad"), (m.Text(sentence),)
        if waived:
            return m.Verdict("Holds with waivers", "warn"), (m.Text(sentence),)
        if warned:
            return m.Verdict("Holds with warnings", "warn"), (m.Text(sentence),)
        return m.Verdict("Holds", "good"), (m.Text(sentence),)

    def _verdict_block(self) -> list[m.Block]:
        verdict, words = self.verdict()
        return [m.Callout(verdict.tone, verdict.word, (m.Paragraph(words),))]

    def _findings(self) -> list[m.Block]:
        """Failures first, then what is waived, then warnings."""
        found: list[m.Block] = []
        order = {"fails": 0, "part": 0, "waived": 1}
        rules = [r for r in self.judged.rules if r.verdict in order]
        rules.sort(key=lambda r: (order[r.verdict], r.severity != "error"))
        for rule in rules:
            tone: m.Tone = "warn" if rule.verdict == "waived" or rule.severity != "error" else "bad"
            words = {"fails": "fails", "part": "holds only for part of the range", "waived": "fails, and is waived"}
            blocks: list[m.Block] = []
            facts: list[tuple[str, m.Prose]] = []
            if rule.text:
                facts.append(("Rule", (m.Text(rule.text), *self.references.cite(rule.cites))))
            if rule.detail:
                margin = f"; {rule.margin}" if rule.margin else ""
                facts.append(("Found", (m.Text(rule.detail + margin),)))
            for waiver in rule.waivers:
                facts += self._waiver(waiver)
            if facts:
                blocks.append(m.Facts(tuple(facts)))
            found.append(m.Callout(tone, f"{rule.name} {words[rule.verdict]}", tuple(blocks)))
        return found

    def _waiver(self, waiver: WaiverEntry) -> list[tuple[str, m.Prose]]:
        node = waiver.node
        covers = f" (at {', '.join(label for _, label in waiver.labels)})" if waiver.labels else ""
        facts: list[tuple[str, m.Prose]] = [
            (f"Waived{covers}", (m.Text(node.reason), *self.references.cite(waiver.cites)))
        ]
        if node.owner or node.until:
            words = ", ".join(w for w in (node.owner, f"until {node.until}" if node.until else "") if w)
            facts.append(("Accepted by", (m.Text(words),)))
        return facts

    def _rules(self) -> list[m.Block]:
        columns = (m.Column("Rule"), m.Column("What it asks"), m.Column("Found"), m.Column("Margin"), m.Column("Verdict"))
        rows = []
        plain = 0
        for rule in self.judged.rules:
            if rule.verdict == "holds" and not rule.detail:
                plain += 1
                continue
            if rule.verdict == "not-applicable":
                continue
            words: m.Prose = (m.Text(rule.text), *self.references.cite(rule.cites))
            severity = "" if rule.severity == "error" else f" ({rule.severity})"
            rows.append(
                m.Row(((m.Code(rule.name), m.Text(severity)), words, (m.Text(rule.detail),), (m.Text(rule.margin),),
                       (verdict_words(rule.verdict),)))
            )  # fmt: skip
        note: m.Prose = ()
        if plain:
            more = _several(plain, "rule that holds and compares", "rules that hold and compare")
            note = (m.Text(f"Not listed: {more} no figures, such as that everything is placed."),)
        return [m.Table("", columns, tuple(rows), note=note)] if rows else ([m.Paragraph(note)] if note else [])

    # ---------------------------------------------------------------- published figures
    def _expectations(self) -> list[m.Block]:
        found = [e for e in self.judged.expectations if e.verdict != "restates"]
        columns = (m.Column("Figure"), m.Column("Computed"), m.Column("Published"), m.Column("Where"), m.Column("Verdict"))
        rows = []
        for e in found:
            name = f"{e.entry.scenario}: {e.entry.name}" if e.entry.scenario else e.entry.name
            sign = "" if e.entry.op == "==" else f"{e.entry.op} "
            verdict: list[m.Inline] = [verdict_words(e.verdict)]
            if e.entry.node.differs:
                verdict.append(m.Text(f": {e.entry.node.differs}"))
            rows.append(
                m.Row(((m.Code(name.replace("_", " ")),), (m.Value(e.computed_text),), (m.Value(sign + e.published_text),),
                       tuple(self.references.cite(e.entry.cites)), tuple(verdict)))
            )  # fmt: skip
        if not rows:
            return []
        agree = sum(e.verdict in ("agrees", "inside-range") for e in found)
        differ = sum(e.verdict == "differs-as-stated" for e in found)
        text = f"Of {_several(len(found), 'published figure', 'published figures')}, {agree} come out as published"
        text += f" and {differ} differ for a stated reason." if differ else "."
        return [m.Paragraph((m.Text(text),)), m.Table("", columns, tuple(rows))]

    def _restatements(self) -> list[m.Block]:
        columns = (m.Column("Figure"), m.Column("Value"), m.Column("Where"), m.Column("Why it proves nothing"))
        rows = tuple(
            m.Row(((m.Code(e.entry.name.replace("_", " ")),), (m.Value(e.computed_text),),
                   tuple(self.references.cite(e.entry.cites)), (m.Text(e.entry.node.restates or ""),)))
            for e in self.judged.expectations if e.verdict == "restates"
        )  # fmt: skip
        return [m.Table("Figures that only give back an input", columns, rows)] if rows else []

    # ---------------------------------------------------------------- counts, questions, placements
    def _counts(self) -> list[m.Block]:
        columns = (m.Column("Count"), m.Column("Number", numeric=True), m.Column("Decided by"), m.Column("Next"))
        rows = []
        for count in self.judged.counts:
            unit = show.unit_of_cell(count.cell, self.units)
            asked = [b for b in count.bounds if b.most is not None]
            deciding = next((b for b in asked if b.binding), None)
            others = sorted((b for b in asked if b is not deciding), key=lambda b: _largest(b.most), reverse=True)

            decided = "given" if count.given else _asks_for(deciding, unit) if deciding is not None else "nothing asks for any"
            rows.append(
                m.Row(((m.Code(count.cell.path),), (m.Value(show.text(count.value, unit), strong=True),), (m.Text(decided),),
                       (m.Text("; ".join(_asks_for(b, unit) for b in others[:3])),)))
            )  # fmt: skip
        return [m.Table("", columns, tuple(rows))] if rows else []

    def _asks(self) -> list[m.Block]:
        rows = []
        for answer in self.judged.answers:
            node = answer.entry.node
            question = f"{'largest' if node.largest else 'smallest'} {node.path} where " + answer.entry.source.text[
                node.condition.start : node.condition.end
            ]
            if node.ignoring:
                question += f", ignoring {' and '.join(str(p) for p in node.ignoring)}"
            stopped = ", ".join(answer.stopped_by)
            rows.append(m.Row(((m.Code(answer.entry.name.replace("_", " ")),), (m.Code(question),),
                               (m.Value(answer.text, strong=True),), (m.Text(stopped),))))  # fmt: skip
        if not rows:
            return []
        columns = (m.Column("Question"), m.Column("Asked"), m.Column("Answer"), m.Column("One more is stopped by"))
        words = "Each answer is the last step that keeps every rule that holds now, except the ones that the question ignores."
        return [m.Paragraph((m.Text(words),)), m.Table("", columns, tuple(rows))]

    def _placements(self) -> list[m.Block]:
        rows = [
            m.Row(((m.Code(p.demand.path),), (m.Text(", ".join(stage.path for stage in p.stages)),), (m.Code(p.target.path),)))
            for p in self.solved.graph.placements
        ]
        columns: tuple[m.Column, ...] = (m.Column("What"), m.Column("Through"), m.Column("On"))
        if not any(p.stages for p in self.solved.graph.placements):
            columns = (columns[0], columns[2])
            rows = [m.Row((row.cells[0], row.cells[2])) for row in rows]
        return [m.Table("", columns, tuple(rows))] if rows else []

    def _scenarios(self) -> list[m.Block]:
        rows = [
            m.Row(((m.Code(member.name),), (m.Text(member.kind.title or member.source.doc(member.node.start)),)))
            for member in self.solved.design.all_members().values()
            if member.form == "scenario" and member.kind is not None
        ]
        return [m.Table("", (m.Column("Scenario"), m.Column("What changes")), tuple(rows))] if rows else []

    # ---------------------------------------------------------------- where values come from
    def inputs(self, instance: Instance) -> list[m.Block]:
        """What the design fills in for an object, with its citations."""
        rows = []
        for name, member in instance.kind.all_members().items():
            supply = instance.fills.get(name)
            if member.form != "input" or supply is None or supply.layer == "library":
                continue
            words = self._value(instance, name)
            if words is None:
                continue
            cites = [(c, supply.env.source) for c in supply.node.cites]
            cell = instance.slots.get(name)
            if not cites and isinstance(cell, Cell):
                self.solved.elaborator.complete(cell)
                if isinstance(cell.formula, Cell):
                    cites = list(cell.formula.cites)  # it only passes on another figure
            where: tuple[m.Inline, ...] = self.references.cite(cites)
            for reason in self.references.assumed(cites):
                where = (*where, m.Text(f"{'; ' if where else ''}assumed: {reason}"))
            if supply.layer not in ("given", "override"):
                where = (*where, m.Text(f" ({supply.layer})"))
            doc = member.source.doc(member.node.start)
            rows.append(m.Row(((m.Text(name.replace("_", " ")),), (m.Value(words),), (m.Text(doc),), where)))
        columns: tuple[m.Column, ...] = (m.Column("Input"), m.Column("Value"), m.Column("Meaning"), m.Column("Source"))
        if rows and not any(row.cells[2] and isinstance(row.cells[2][0], m.Text) and row.cells[2][0].text for row in rows):
            columns = (columns[0], columns[1], columns[3])
            rows = [m.Row((row.cells[0], row.cells[1], row.cells[3])) for row in rows]
        return [m.Table("", columns, tuple(rows))] if rows else []

    def _value(self, instance: Instance, name: str) -> str | None:
        made = self.solved.elaborator.slot(instance, name)
        if isinstance(made, str):
            return made
        if isinstance(made, Instance):
            model = self.solved.elaborator.slot(made, "model") if made.kind.lookup("model") is not None else None
            return model if isinstance(model, str) else made.path or made.name
        if isinstance(made, Cell):
            assert self.solved.elaborator.decide is not None
            value = self.solved.elaborator.decide(made)
            return None if value is FAULT else show.text(value, show.unit_of_cell(made, self.units))
        if isinstance(made, Const) and made.value is NOT_STATED:
            return None
        if isinstance(made, (list, tuple)):
            return ", ".join(str(getattr(i, "path", i)) for i in made) or None
        return None

    def _assumptions(self) -> list[m.Block]:
        """Every default that entered a result, and every figure that is marked as assumed."""
        found: list[m.Block] = []
        assumed, defaults = self._assumed()
        if assumed:
            heads = (m.Column("Assumed"), m.Column("Of"), m.Column("Why"))
            rows = tuple(
                m.Row(((m.Text(what),), (m.Code(_some(where)),), (m.Text(why),)))
                for (what, why), where in sorted(assumed.items())
            )
            found.append(m.Table("Figures without a published source", heads, rows))
        if defaults:
            columns = (m.Column("Default"), m.Column("Value"), m.Column("Of"), m.Column("Meaning"))
            rows = tuple(
                m.Row(((m.Text(name),), (m.Value(words),), (m.Code(_some(where)),), (m.Text(doc),)))
                for (name, words, doc), where in sorted(defaults.items())
            )
            found.append(m.Table("Defaults in use", columns, rows))
        return found

    def _assumed(self) -> tuple[dict[tuple[str, str], list[str]], dict[tuple[str, str, str], list[str]]]:
        """(what, why) to the objects that assume it; (name, value, meaning) to the objects that use the default."""
        assumed: dict[tuple[str, str], list[str]] = {}
        defaults: dict[tuple[str, str, str], list[str]] = {}
        for cell, value in self._computed().items():
            if cell.instance is None or value is FAULT or value is NOT_STATED or cell.form != "input":
                continue
            words = show.text(value, show.unit_of_cell(cell, self.units))
            for reason in self.references.assumed(cell.cites):
                assumed.setdefault((f"{cell.name.replace('_', ' ')} = {words}", reason), []).append(cell.instance.path)
            unsourced = cell.origin in ("given", "override") and not cell.cites and isinstance(cell.formula, Const)
            if unsourced and not all(one in (0, 1) for _, one in scalars(value)):
                what = f"{cell.name.replace('_', ' ')} = {words}"
                assumed.setdefault((what, "given without a source"), []).append(cell.instance.path or cell.instance.name)
            if cell.origin == "default" and isinstance(cell.formula, Const):
                member = cell.instance.kind.lookup(cell.name)
                doc = member.source.doc(member.node.start) if member is not None else ""
                key = (cell.name.replace("_", " "), words, doc)
                defaults.setdefault(key, []).append(cell.instance.path)
        return assumed, defaults

    def _computed(self) -> Mapping[Cell, Any]:
        """Every value that was needed, by the design or by this document."""
        evaluator = self.solved.elaborator.decide
        return evaluator.solver.values if isinstance(evaluator, Evaluator) else self.solved.solution.values

    def _files(self) -> list[m.Block]:
        """The rules in force with the files they come from."""
        rows = []
        by_file: dict[str, list[str]] = {}
        asked = [(rule.file, rule.name.rsplit(".", 1)[-1]) for rule in self.judged.rules]
        asked += [(b.source.path, f"{b.name} (bound)") for cell in self.solved.graph.counts for b in cell.bounds]
        for file, name in asked:
            words = by_file.setdefault(file, [])
            if name not in words:
                words.append(name)
        for file in self.compilation.program.files:
            if file in by_file:
                where = f"library, {file[len(LIBRARY):]}" if file.startswith(LIBRARY) else file
                rows.append(m.Row(((m.Code(where),), (m.Text(", ".join(n.replace("_", " ") for n in by_file[file])),))))
        return [m.Table("", (m.Column("File"), m.Column("Rules and bounds")), tuple(rows))] if rows else []


def _largest(value: Any) -> Exact:
    numbers: list[Exact] = [v for _, v in scalars(value)]
    return max(numbers)


def _asks_for(bound: BoundValue, unit: Unit) -> str:
    """ "by weight 1.91 carts at winter" """
    at = f" at {bound.label}" if bound.label else ""
    return f"{bound.entry.name.replace('_', ' ')} {show.text(bound.most, unit)}{at}"


def _some(paths: list[str]) -> str:
    unique = sorted(set(paths))
    return ", ".join(unique[:4]) + (f" and {len(unique) - 4} more" if len(unique) > 4 else "")


