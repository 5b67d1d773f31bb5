"""What can go wrong."""

from __future__ import annotations

from typing import Any


class FormatError(ValueError):
    """A text that could not be read, with the place where reading ended.

    >>> import gridwright as gw
    >>> try:
    ...     gw.Puzzle.parse("2x2:c!")
    ... except gw.FormatError as error:
    ...     print(error.line, error.column, error.expected)
    1 6 'a' to 'z', 'B' or 0 to 4
    """

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, expected: str | None = None
    ) -> None:
        super().__init__(message)
        self.message: str = message
        """What is wrong, in a sentence."""
        self.line: int | None = line
        """The line of the text, from 1; None where the text as a whole is meant."""
        self.column: int | None = column
        """The column in characters, from 1."""
        self.expected: str | None = expected
        """What was expected there, where that can be said."""

    def __str__(self) -> str:
        return self.message if self.line is None else f"{self.message} (line {self.line}, column {self.column})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line, self.column, self.expected)


_LIMITS = ("time", "steps", "memory", "size")


class Stopped(RuntimeError):
    """Work that a limit ended before its answer was known. Where a view can say so, it does, and nothing is raised."""

    def __init__(self, why: str, at_least: int | None = None) -> None:
        super().__init__(f"stopped before the answer was known, by the limit of {why}" if why in _LIMITS else f"stopped before the answer was known: {why}")
        self.why: str = why
        """``time``, ``steps``, ``memory``, ``size`` or ``cancelled``."""
        self.at_least: int | None = at_least
        """Of a count, the number of solutions that are certain."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.why, self.at_least)


class TimedOut(Stopped, TimeoutError):
    """Work that took longer than its ``timeout``."""


# Tracebacks and pickles say where users find them.
for _error in (FormatError, Stopped, TimedOut):
    _error.__module__ = "gridwright"


def stopped(why: str, at_least: int | None = None) -> Stopped:
    """The exception for a reason."""
    return TimedOut(why, at_least) if why == "time" else Stopped(why, at_least)
