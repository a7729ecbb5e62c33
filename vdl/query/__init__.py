"""Questions to a compilation: the value of an expression, an inverse question, the reasons of a number.

None of them writes to the compilation.
"""

from vdl.query.evaluate import Evaluated, evaluate, quantity
from vdl.query.questions import answer, answers
from vdl.query.reading import Reading
from vdl.query.reasons import Reason, explain
from vdl.query.typed import ask

__all__ = ["Evaluated", "Reading", "Reason", "answer", "answers", "ask", "evaluate", "explain", "quantity"]
