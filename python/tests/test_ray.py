"""Many boards on a local cluster: every row once, whichever process is killed."""

from __future__ import annotations

import doctest
import functools
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gridwright as gw
import pytest

# Only this machine may reach the cluster, nothing is sent anywhere, and nothing is given up because the machine is busy. Ray reads some
# of this when it is loaded.
QUIET = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
QUIET |= {"RAY_raylet_start_wait_time_s": "120", "RAY_worker_register_timeout_seconds": "600"}
QUIET |= {"RAY_health_check_failure_threshold": "60", "RAY_worker_niceness": "0"}
os.environ.update(QUIET)

pytest.importorskip("ray")
import gridwright.ray as jobs  # noqa: E402
import ray  # noqa: E402
from gridwright.ray._job import start  # noqa: E402

BOARDS = ["7x7:b1f2iB2g1Bi2fBb", "2x2:d", "oops", "4x4:p", '{"id": "torus", "genre": "lightup", "wrapping": true, "grid": ["4.", ".."]}']
WORKERS = 3
START = {"num_cpus": WORKERS, "include_dashboard": False, "_node_ip_address": "127.0.0.1", "log_to_driver": False}


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    cluster: Any = ray
    start(cluster, **START)
    yield
    cluster.shutdown()


def lines(folder: Path) -> list[dict[str, Any]]:
    """All answers, in the order of the batches."""
    return [json.loads(line) for path in sorted(folder.glob("batch-*.jsonl")) for line in path.read_text().splitlines()]


def test_lines_are_those_of_one_machine(tmp_path: Path) -> None:
    """Lines and JSON Lines in, JSON Lines out, with the numbers of lines; what is there already is left alone."""
    source = tmp_path / "boards.txt"
    source.write_text("\n".join(BOARDS[:2] + [""] + BOARDS[2:]))
    summary = jobs.solve(source, tmp_path / "out", rows=2)
    answers = lines(tmp_path / "out")
    assert [answer["index"] for answer in answers] == [1, 2, 4, 5, 6] and answers[-1]["id"] == "torus"
    assert answers[2]["error"]["line"] == 4
    expected = [json.loads(answer.to_json()) for answer in gw.solve_many(BOARDS)]
    for answer, one in zip(answers, expected):
        assert answer["status"] == one["status"] and answer.get("solution") == one.get("solution")
    assert summary.statuses == {"unique": 2, "multiple": 2, "error": 1} and summary.batches == 3 and not summary.failed
    least, middle, most = summary.batch_seconds
    assert 0 < least <= middle <= most < summary.seconds
    assert "5 rows in 3 batches" in str(summary) and not list((tmp_path / "out").glob(".*"))
    (tmp_path / "out/batch-00000001 (copy).jsonl").write_text("")
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    again = jobs.solve(source, tmp_path / "out")
    assert (again.batches, again.batches_before, again.rows) == (0, 3, 0)
    assert kept == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}


def test_tables_in_and_out(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": ["a", "b", "c", "d"], "board": BOARDS[:4], "more": ["x"] * 4})
    for number in range(2):
        parquet.write_table(table, tmp_path / f"in-{number}.parquet", row_group_size=3)
    pattern = str(tmp_path / "in-*.parquet")
    jobs.count(pattern, tmp_path / "count", rows=2, output="parquet", boards=True)
    counted = parquet.read_table(tmp_path / "count").to_pandas()
    counted = counted.sort_values("index")
    assert counted["index"].tolist() == list(range(1, 9)) and counted["id"].tolist() == list("abcd") * 2
    assert counted["count"].tolist() == ["1", "2", None, "24"] * 2 and counted["board"].tolist() == BOARDS[:4] * 2
    jobs.rate(pattern, tmp_path / "rate", column="board", output="parquet")
    rated = parquet.read_table(tmp_path / "rate").to_pandas()
    assert rated["difficulty"][0] == "easy" and rated["error"][2] and rated["hardest"][0]
    with pytest.raises(ValueError, match="no column"):
        jobs.rate(pattern, tmp_path / "none", column="nothing")
    with pytest.raises(FileNotFoundError):
        jobs.rate(str(tmp_path / "*.nothing"), tmp_path / "none")


def test_iterables_and_seeds(tmp_path: Path) -> None:
    boards: list[gw.Puzzle | str] = [gw.Puzzle.parse("2x2:d"), *BOARDS[:2]]
    assert jobs.solve(iter(boards), tmp_path / "solve").rows == 3
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": number, "text": text}) + "\n" for number, text in enumerate(BOARDS[:2])))
    jobs.solve([rows], tmp_path / "column", column="text", boards=True)
    assert [(row["id"], row["board"]) for row in lines(tmp_path / "column")] == list(zip("01", BOARDS))
    reports: list[gw.Progress] = []
    jobs.generate(range(5, 15), tmp_path / "made", genre="sudoku", size=4, rows=3, progress=reports.append)
    made = lines(tmp_path / "made")
    assert [one["seed"] for one in made] == list(range(5, 15)) and reports[-1].done == reports[-1].total == 10
    expected = [json.loads(one.to_json()) for one in gw.generate_many("sudoku", size=4, seeds=range(5, 15))]
    assert made == expected


def test_a_cluster_that_does_not_start_is_tried_again() -> None:
    class Slow:
        tries = stops = 0

        def init(self, **how: Any) -> None:
            self.tries += 1
            if self.tries < how["good"]:
                raise Exception("The current node timed out during startup.")

        def shutdown(self) -> None:
            self.stops += 1

    slow = Slow()
    start(slow, good=3)
    assert (slow.tries, slow.stops) == (3, 2)
    with pytest.raises(Exception, match="timed out"):
        start(Slow(), good=99)


def test_another_job_is_refused(tmp_path: Path) -> None:
    jobs.solve(BOARDS, tmp_path)
    with pytest.raises(ValueError, match="another job .*verb was"):
        jobs.count(BOARDS, tmp_path)
    with pytest.raises(ValueError, match="source was"):
        jobs.solve(BOARDS[1:], tmp_path)
    with pytest.raises(ValueError, match="steps"):
        jobs.solve(BOARDS, tmp_path, steps=7)
    with pytest.raises(ValueError, match="rows"):
        jobs.solve(BOARDS, tmp_path / "other", rows=0)
    with pytest.raises(ValueError, match="nonsense"):
        jobs.solve(BOARDS, tmp_path / "other", format="nonsense")
    with pytest.raises(ValueError):
        jobs.generate(3, tmp_path / "other", genre="lightup", walls=10, wall_count=3)
    with pytest.raises(ValueError, match="source must be"):
        jobs.generate(-3, tmp_path / "other", genre="sudoku")
    assert not (tmp_path / "other").exists()


def test_a_batch_that_fails_is_told_and_tried_again(tmp_path: Path) -> None:
    source = tmp_path / "boards.txt"
    source.write_text("\n".join(BOARDS[:4]) + "\n")
    out = tmp_path / "out"
    # A folder is in the place of the second batch's file.
    blocked = out / "batch-00000001.jsonl"
    (blocked / "full").mkdir(parents=True)
    summary = jobs.solve(source, out, rows=2)
    assert list(summary.failed) == [1] and "batch 1 failed: " in str(summary) and summary.batches == 1
    (blocked / "full").rmdir()
    blocked.rmdir()
    assert jobs.solve(source, out, rows=2).batches == 1
    assert [answer["index"] for answer in lines(out)] == [1, 2, 3, 4]


def test_a_machine_with_another_version_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers might differ from those of the others."""
    monkeypatch.setattr(jobs._job, "Task", functools.partial(jobs._job.Task, version="0.0"))
    summary = jobs.solve(BOARDS, tmp_path)
    assert "gridwright 0.0, and this machine has" in summary.failed[0] and not list(tmp_path.glob("batch-*"))


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(report: gw.Progress) -> None:
        # Once something is done, the worker that has a batch dies.
        if not killed and (busy := workers()):
            os.kill(busy[0], signal.SIGKILL)
            killed.append(busy[0])

    summary = jobs.rate(BOARDS[:1] * 4000, tmp_path, rows=100, progress=kill)
    assert killed and not summary.failed and summary.batches == 40
    assert [answer["index"] for answer in lines(tmp_path)] == list(range(1, 4001))


def workers() -> list[int]:
    """Processes that work on a batch."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::gridwright") and descends(int(path.parent.name), os.getpid()):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def descends(child: int, ancestor: int) -> bool:
    while child > 1 and child != ancestor:
        child = int(Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[1])
    return child == ancestor


def test_a_driver_that_is_killed_goes_on(tmp_path: Path) -> None:
    source, out = tmp_path / "boards.txt", tmp_path / "out"
    source.write_text("\n".join(BOARDS[:1] * 20_000) + "\n")
    program = textwrap.dedent(f"""
        import ray, gridwright.ray
        gridwright.ray._job.start(ray, **{START!r})
        gridwright.ray.rate({str(source)!r}, {str(out)!r}, rows=100)
    """)
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"} | QUIET
    driver = subprocess.Popen([sys.executable, "-c", program], env=environment, start_new_session=True)
    try:
        until = time.monotonic() + 600
        while len(list(out.glob("batch-*"))) < 5 and driver.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        # With its cluster, whose agents would live on otherwise.
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
    before = len(list(out.glob("batch-*")))
    assert 5 <= before < 200
    summary = jobs.rate(source, out)
    assert summary.batches_before >= before and summary.batches + summary.batches_before == 200 and not summary.failed
    assert [answer["index"] for answer in lines(out)] == list(range(1, 20_001))


def test_the_examples_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).resolve().parents[2] / "docs/ray.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried >= 8 and not failed


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("\n".join(BOARDS))
    address = ray.get_runtime_context().gcs_address
    call = [sys.executable, "-m", "gridwright.ray"]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*call, *more], capture_output=True, text=True, cwd=tmp_path)

    done = run("solve", "boards.txt", "out", "--address", address, "--timeout", "10s", "--rows", "2")
    assert done.returncode == 0 and "5 rows in 3 batches" in done.stdout, done
    assert len(lines(tmp_path / "out")) == 5
    assert run("solve", "missing.txt", "other", "--address", address).returncode == 2
    assert run("generate", "x..y", "other", "--genre", "sudoku").returncode == 2
    made = ("--genre", "suguru", "--size", "5", "--region-size", "4-5", "--address", address)
    assert run("generate", "3", "made", *made).returncode == 0
    expected = gw.generate_many("suguru", size=5, region_size="4-5", seeds=[1, 2, 3])
    assert lines(tmp_path / "made") == [one.to_dict() for one in expected]
