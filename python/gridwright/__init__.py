"""Gridwright: grid puzzles solved, counted, explained, rated and generated.

>>> import gridwright as gw
>>> puzzle = gw.Puzzle.parse("7x7:b1f2iB2g1Bi2fBb")
>>> puzzle.status().status
'unique'
>>> puzzle.rate().difficulty
'easy'
>>> [step.technique for step in puzzle.explain()][:2]
['wall needs all', 'wall needs all']
"""

from gridwright import emulsion, views
from gridwright._errors import FormatError, Stopped, TimedOut
from gridwright._make import drill, generate, genres, techniques
from gridwright._many import count_many, explain_many, generate_many, rate_many, solve_many
from gridwright._native import __version__
from gridwright._puzzle import Puzzle
from gridwright._results import (
    Common,
    Completion,
    Failure,
    Generated,
    Marginals,
    Minimised,
    SideBySide,
    Solution,
    Walkthrough,
)
from gridwright._session import Edit, Session
from gridwright._sheet import Sheet, sheet
from gridwright._view import View
from gridwright._work import Options, Progress, Report, Timeout, control

__all__ = [
    "Common",
    "Completion",
    "Edit",
    "Failure",
    "FormatError",
    "Generated",
    "Marginals",
    "Minimised",
    "Options",
    "Progress",
    "Puzzle",
    "Report",
    "Session",
    "Sheet",
    "SideBySide",
    "Solution",
    "Stopped",
    "TimedOut",
    "Timeout",
    "View",
    "Walkthrough",
    "__version__",
    "ask",
    "count_many",
    "drill",
    "emulsion",
    "explain_many",
    "generate",
    "generate_many",
    "genres",
    "rate_many",
    "sheet",
    "solve_many",
    "techniques",
    "views",
]


def ask(question: str, *, timeout: Timeout | None = None, progress: Report | None = None) -> str:
    """Answers a question in JSON with JSON, as docs/ask.md describes it; what is wrong with it is an answer too.

    >>> ask('{"ask":"count","puzzle":"4x4:p"}')
    '{"schema":1,"genre":"lightup","status":"multiple","count":24,"complete":true}'
    """
    from gridwright import _native

    return _native.ask(question, control(timeout, progress))
