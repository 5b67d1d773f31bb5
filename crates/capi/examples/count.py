"""Counts solutions through the C library, with nothing but Python's ctypes: LD_LIBRARY_PATH=PREFIX/lib python3 count.py."""

import ctypes


class Error(ctypes.Structure):
    _fields_ = [("line", ctypes.c_uint32), ("column", ctypes.c_uint32), ("message", ctypes.c_char * 504)]


library = ctypes.CDLL("libgridwright.so.0")
library.gw_parse.restype = ctypes.c_void_p
library.gw_parse.argtypes = [ctypes.c_char_p, ctypes.POINTER(Error)]
library.gw_count.restype = ctypes.c_void_p  # not c_char_p, which would lose the address to release
library.gw_count.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Error)]
library.gw_free.argtypes = [ctypes.c_void_p]
library.gw_puzzle_free.argtypes = [ctypes.c_void_p]


def count(text: str) -> int:
    error = Error()
    puzzle = library.gw_parse(text.encode(), ctypes.byref(error))
    if not puzzle:
        raise ValueError(f"{text}: {error.line}:{error.column}: {error.message.decode()}")
    digits = library.gw_count(puzzle, None, ctypes.byref(error))
    library.gw_puzzle_free(puzzle)
    if not digits:
        raise RuntimeError(error.message.decode())
    number = int(ctypes.string_at(digits))
    library.gw_free(digits)
    return number


print(count("12x12:zzzzzn"))
try:
    count("2x2:c!")
except ValueError as error:
    print(error)
