"""`show exceeded`: how both sides came about of each limit that is exceeded, accepted or not."""

from __future__ import annotations

from vdl.judge.records import FAILING
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.working import working_of_rule


def blocks(page: Page) -> list[m.Block]:
    made = [working_of_rule(page, rule) for rule in page.judged.rules if rule.outcome in FAILING]
    return [block for block in made if block is not None]
