"""Boards as arrays of numpy, where numpy is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def grid_of(layer: Any, rows: int, cols: int, genre: str) -> npt.NDArray[np.generic]:
    """Rows of characters or lists as an array: of one character a cell, or of whole numbers."""
    try:
        import numpy
    except ImportError:
        raise ImportError("grid needs numpy: pip install 'gridwright[numpy]'") from None
    cells = [list(row) for row in layer]
    if len(cells) != rows or any(len(row) != cols for row in cells):
        raise ValueError(f"this is no grid but a list, as {genre} has it; use to_dict or value")
    missing = "" if any(isinstance(cell, str) for row in cells for cell in row) else -1
    array: npt.NDArray[np.generic] = numpy.array([[missing if cell is None else cell for cell in row] for row in cells])
    return array
