"""Views: answers of the library that are read from JSON when they are looked at."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Generic, NoReturn, TypeVar, cast, overload

from gridwright import _native

T = TypeVar("T")
Self = TypeVar("Self", bound="View")


class View:
    """An answer of the library: an immutable object whose fields are the keys of its JSON.

    Views are equal when their JSON is. They can be hashed, copied and pickled.

    >>> import gridwright as gw
    >>> status = gw.Puzzle.parse("2x2:d").status()
    >>> status.status, status.to_dict()["status"]
    ('multiple', 'multiple')
    """

    __slots__ = ("_data", "_json", "_values")

    _json: str | None
    _data: dict[str, Any] | None
    _values: dict[str, Any] | None

    def __init__(self, json: str) -> None:
        self._json = json
        self._data = None
        self._values = None

    @classmethod
    def _of(cls: type[Self], data: dict[str, Any]) -> Self:
        view = cls.__new__(cls)
        view._json = None
        view._data = data
        view._values = None
        return view

    def _read(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._json or "{}") if self._data is None else self._data
        self._data = data
        return data

    def _value(self, field: Field[Any]) -> Any:
        if self._values is None:
            self._values = {}
        if field.name not in self._values:
            data = self._read()
            found = field.key in data
            self._values[field.name] = field.make(type(self), data[field.key]) if found else field.default
        return self._values[field.name]

    def to_dict(self) -> dict[str, Any]:
        """A new dictionary with what the JSON says; keys that have nothing to say are missing."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def to_json(self) -> str:
        """The JSON, byte for byte as the library wrote it."""
        if self._json is None:
            self._json = json.dumps(self._data, ensure_ascii=False, separators=(",", ":"))
        return self._json

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return type(self) is type(other) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.to_json()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(),)

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: object) -> Self:
        return self

    def __dir__(self) -> list[str]:
        return sorted(set(super().__dir__()) - set(View.__slots__))

    def __repr__(self) -> str:
        shown = ((key, getattr(self, key, value)) for key, value in self._read().items() if key != "schema")
        return f"{type(self).__name__}({', '.join(f'{key}={_short(value)}' for key, value in shown)})"


def _short(value: Any) -> str:
    text = repr(value)
    if type(value) is tuple and len(value) > 3:  # pyright: ignore[reportUnknownArgumentType]
        return f"<{len(value)} items>"  # pyright: ignore[reportUnknownArgumentType]
    return text if len(text) <= 60 else text[:57] + "..."


class Field(Generic[T]):
    """A field of a view."""

    name: str
    key: str

    def __init__(
        self, doc: str, made: str | list[str] | Callable[[Any], Any] | None = None, default: object = None
    ) -> None:
        self.__doc__ = doc
        self.default = default
        self._made = made

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        # What is a word of Python has an underscore behind it.
        self.key = name.rstrip("_")

    @overload
    def __get__(self, view: None, owner: type) -> Field[T]: ...
    @overload
    def __get__(self, view: View, owner: type | None = None) -> T: ...
    def __get__(self, view: View | None, owner: type | None = None) -> Field[T] | T:
        if view is None:
            return self
        value: Any = None
        if view._data is None and self._made is None:  # pyright: ignore[reportPrivateUsage]
            # Words near the beginning are found without reading all of the JSON.
            value = _native.word(view._json or "", self.key)  # pyright: ignore[reportPrivateUsage]
        if value is None:
            value = view._value(self)  # pyright: ignore[reportPrivateUsage]
        return cast("T", value)

    def __set__(self, view: View, value: NoReturn) -> NoReturn:
        raise AttributeError(f"views cannot be changed: {self.name}")

    def make(self, owner: type, value: Any) -> Any:
        """The field's value from JSON."""
        made = self._made
        if made is None:
            return value
        if callable(made):
            return made(value)
        kind = self._class(owner, made if isinstance(made, str) else made[0])
        if isinstance(made, str):
            return kind._of(value)  # pyright: ignore[reportPrivateUsage]
        return tuple(kind._of(one) for one in value)  # pyright: ignore[reportPrivateUsage]

    def _class(self, owner: type, name: str) -> type[View]:
        """The class of that name, from the module that the field belongs to."""
        home = next(one for one in owner.__mro__ if self.name in vars(one))
        found: type[View] = getattr(sys.modules[home.__module__], name)
        return found


def one_line(text: str) -> str:
    """A text of one line without the end of that line."""
    return text.removesuffix("\n") if text.count("\n") == 1 else text


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(value, list):
        return tuple(map(frozen, value))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, dict):
        return mapped(cast("dict[str, Any]", value))
    return value


def mapped(value: dict[str, Any]) -> Any:
    """A dictionary that cannot be changed."""
    return MappingProxyType({key: frozen(item) for key, item in value.items()})


def whole(value: int | str) -> int:
    """A number of any size; large ones come as their digits."""
    if isinstance(value, int):
        return value
    # Python refuses to read more than a few thousand digits at once.
    if len(value) > 4000:
        middle = len(value) // 2
        scale: int = 10 ** (len(value) - middle)
        return whole(value[:middle]) * scale + whole(value[middle:])
    return int(value)
