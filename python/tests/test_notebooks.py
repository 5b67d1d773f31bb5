"""The example notebooks run from top to bottom and show what they promise."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")

FOLDER = Path(__file__).resolve().parents[2] / "examples/notebooks"
# How many boards, frames and plots each shows.
SHOWN = {
    "counting-and-sampling": (1, 0, 3),
    "emulsion-tournament": (1, 2, 1),
    "how-hard": (0, 1, 3),
    "tour": (6, 1, 0),
}


def test_all_are_known_and_stored_without_outputs() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(SHOWN)
    for path in FOLDER.glob("*.ipynb"):
        cells: Any = nbformat.read(path, as_version=4).cells
        code = [cell for cell in cells if cell.cell_type == "code"]
        assert all(not cell.outputs and cell.execution_count is None for cell in code), path


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_it_runs(name: str, tmp_path: Path) -> None:
    notebook: Any = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    where = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=900, startup_timeout=900, resources=where).execute()
    if kept := os.environ.get("GRIDWRIGHT_KEEP_NOTEBOOKS"):
        nbformat.write(notebook, Path(kept) / f"{name}.ipynb")
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    html = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    plots = sum("image/svg+xml" in output.get("data", {}) and "text/html" not in output.data for output in outputs)
    boards = sum("gridwright-shown" in one and "<img" in one for one in html)
    assert (boards, sum("<iframe" in one for one in html), plots) == SHOWN[name]
    assert all('id="' not in one for one in html if "gridwright-shown" in one)
    # Nothing comes from anywhere else.
    assert not any("src=\"http" in one or "src=&quot;http" in one for one in html)
