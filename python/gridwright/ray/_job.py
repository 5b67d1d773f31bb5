"""A job: batches handed to the cluster, a window of them at a time, and what has become of them."""

from __future__ import annotations

import itertools
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import gridwright as gw
from gridwright._work import Report, told
from gridwright.ray._sink import Answer, Output, Sink
from gridwright.ray._source import Row, Rows, load, source_of

# How long a batch should take, in seconds: long beside Ray's own work, short beside what a killed worker loses.
_AIM = 2.0
_LEAST = 0.5
# How long the first rows are tried for to know how many make a batch, and the most that are tried.
_TRY = 0.5
_TRIED = 2000
# However fast they are, a batch has to fit into memory.
_MOST_ROWS = 200_000
# Batches under way for each core, so that none waits for the driver.
_AHEAD = 2
_RETRIES = 5
# How often a cluster of this machine is tried to start.
_STARTS = 3
_VERBS: dict[str, Callable[..., Iterator[Answer]]] = {
    "solve": gw.solve_many,
    "count": gw.count_many,
    "rate": gw.rate_many,
    "generate": gw.generate_many,
}


@dataclass(frozen=True)
class Task:
    """What is asked about every row."""

    verb: str
    options: dict[str, Any]
    version: str = gw.__version__
    """That of the driver."""

    def answers(self, rows: list[Row]) -> Iterator[tuple[Row, Answer]]:
        """On one core, in order."""
        asked = [item for _, _, item in rows]
        how = {**self.options, "jobs": 1}
        found = _VERBS[self.verb](seeds=asked, **how) if self.verb == "generate" else _VERBS[self.verb](asked, **how)
        return zip(rows, found)


@dataclass
class Summary:
    """What a job has done; ``str`` says it in words."""

    rows: int = 0
    """Rows that this run has answered."""
    batches: int = 0
    """Batches that this run has written."""
    batches_before: int = 0
    """Batches that an earlier run had written."""
    statuses: dict[str, int] = field(default_factory=dict[str, int])
    """How many answers of this run had each status."""
    failed: dict[int, str] = field(default_factory=dict[int, str])
    """Batches without a file, and why. Running the job again tries them again."""
    seconds: float = 0.0
    """How long this run took."""
    work: float = 0.0
    """Seconds of processor time that the batches took."""
    batch_seconds: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The shortest, the middle and the longest batch."""
    bytes: int = 0
    """Bytes written."""

    @property
    def rows_per_second(self) -> float:
        """Rows a second, of the whole cluster."""
        return self.rows / self.seconds if self.seconds else 0.0

    @property
    def rows_per_core_second(self) -> float:
        """Rows for every second of processor time."""
        return self.rows / self.work if self.work else 0.0

    def __str__(self) -> str:
        least, middle, most = self.batch_seconds
        before = f" ({self.batches_before:,} were there already)" if self.batches_before else ""
        statuses = ", ".join(f"{number:,} {status}" for status, number in self.statuses.items()) or "none"
        lines = [
            f"{self.rows:,} rows in {self.batches:,} batches{before}, {self.bytes:,} bytes",
            f"answers: {statuses}",
            f"{self.seconds:.1f} s, {self.rows_per_second:,.0f} rows a second, {self.rows_per_core_second:,.0f} a second of one core",
            f"batches took {least:.2f} to {most:.2f} s, {middle:.2f} s in the middle",
        ]
        lines += [f"batch {number} failed: {why}" for number, why in sorted(self.failed.items())]
        return "\n".join(lines)


@dataclass(frozen=True)
class How:
    """How a job reads and writes, and where it runs."""

    column: str | None
    output: Output
    boards: bool
    rows: int | None
    address: str | None
    progress: Report | None


def run(verb: str, source: object, sink: str | os.PathLike[str], options: dict[str, Any], how: How) -> Summary:
    """Does what is missing of a job."""
    task = Task(verb, {key: value for key, value in options.items() if value is not None})
    # What makes no sense should say so here, not on every machine.
    list(task.answers([]))
    if how.rows is not None and how.rows < 1:
        raise ValueError("rows must be at least 1")
    there = source_of(source, how.column, verb == "generate")
    files = Sink(sink, how.output, how.boards)
    ray, begun = _ray(how.address), time.monotonic()
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    rows = how.rows or _rows(task, there.first(_TRIED), there.total(), cores)
    told_options = {key: str(value) if key == "timeout" else value for key, value in task.options.items()}
    job: dict[str, Any] = {"gridwright": gw.__version__, "verb": verb, "options": told_options, "output": how.output}
    job |= {"boards": how.boards, "column": how.column, "source": there.fingerprint(), "rows": rows}
    rows = int(files.claim(job)["rows"])
    done = files.done()
    summary = Summary(batches_before=len(done))
    todo = ((number, part) for number, part in enumerate(there.batches(rows)) if number not in done)
    total = there.total()
    left = None if total is None else max(0, total - len(done) * rows)
    try:
        _drive(ray, task, files, todo, cores, summary, _reporter(verb, left, how.progress, begun))
    finally:
        summary.seconds = time.monotonic() - begun
    files.tidy()
    return summary


def _drive(
    ray: Any,
    task: Task,
    files: Sink,
    todo: Iterator[tuple[int, Rows]],
    cores: int,
    summary: Summary,
    report: Callable[[Summary], None],
) -> None:
    remote: Any = ray.remote(num_cpus=1, max_retries=_RETRIES)(_work)
    shared = ray.put((task, files))
    statuses: Counter[str] = Counter()
    times: list[float] = []
    under_way: dict[Any, int] = {}
    try:
        while True:
            for number, part in itertools.islice(todo, _AHEAD * cores - len(under_way)):
                under_way[remote.options(name=f"gridwright {task.verb} {number}").remote(shared, number, part)] = number
            if not under_way:
                break
            # Without a limit, Ctrl-C would wait for a batch.
            ready, _ = ray.wait(list(under_way), num_returns=1, timeout=0.5)
            for one in ready:
                number = under_way.pop(one)
                try:
                    seen, size, took, work = ray.get(one)
                except ray.exceptions.RayError as error:
                    summary.failed[number] = str(error).strip().splitlines()[-1]
                    continue
                statuses += seen
                times.append(took)
                summary.rows += seen.total()
                summary.batches += 1
                summary.bytes += size
                summary.work += work
                summary.statuses = dict(sorted(statuses.items()))
            if ready:
                report(summary)
    finally:
        for one in under_way:
            ray.cancel(one, force=True)
        if times:
            summary.batch_seconds = (min(times), statistics.median(times), max(times))


def _work(shared: tuple[Task, Sink], number: int, part: Rows) -> tuple[Counter[str], int, float, float]:
    """One batch, on one core of some machine: its statuses, its bytes, how long it took, and the processor's time."""
    task, files = shared
    if task.version != gw.__version__:
        raise RuntimeError(f"the job is done by gridwright {task.version}, and this machine has {gw.__version__}")
    begun, worked = time.monotonic(), time.process_time()
    seen, size = files.write(number, task.verb, task.answers(list(part.read())))
    return seen, size, time.monotonic() - begun, time.process_time() - worked


def _rows(task: Task, first: list[Row], total: int | None, cores: int) -> int:
    """How many rows make a batch of about two seconds; of a small job, enough batches for all cores."""
    begun, worked, tried = time.monotonic(), time.process_time(), 0
    for _ in task.answers(first):
        tried += 1
        if time.monotonic() - begun > _TRY:
            break
    # The processor's time is what counts on machines that are busy otherwise.
    each = max((time.process_time() - worked) / max(tried, 1), 1e-6)
    share = each * total / (4 * cores) if total is not None else _AIM
    return int(min(max(min(_AIM, share), _LEAST) / each, _MOST_ROWS)) or 1


def _reporter(verb: str, total: int | None, progress: Report | None, begun: float) -> Callable[[Summary], None]:
    tell = told(progress)

    def report(summary: Summary) -> None:
        if tell is None:
            return
        seconds = max(time.monotonic() - begun, 1e-9)
        of = "" if total is None else f" of {total:,}"
        text = f"{summary.rows:,}{of} rows, {summary.rows / seconds:,.0f} a second"
        if total is not None and summary.rows:
            text += f", about {max(0, total - summary.rows) * seconds / summary.rows:,.0f} s left"
        if summary.failed:
            text += f", {len(summary.failed)} batches failed"
        tell(verb, summary.rows, total, "row", text)

    return report


def _ray(address: str | None) -> Any:
    """Ray, on the cluster that is there, at an address, or on this machine alone."""
    # On a busy machine a cluster may take longer to start than Ray waits, which it decides when it is loaded.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")
    ray = load("ray")
    if ray.is_initialized():
        if address is not None:
            raise ValueError("Ray has been started already: leave address out")
        return ray
    where = address or os.environ.get("RAY_ADDRESS")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "warning"}
    if where:
        ray.init(address=where, **quiet)
    else:
        # A cluster of this machine alone has no reason to listen to others.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        start(ray, include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)
    return ray


def start(ray: Any, **how: Any) -> None:
    """Starts a cluster of this machine, if need be again: where the machine is busy, Ray's parts do not wait long for each other."""
    for left in reversed(range(_STARTS)):
        try:
            ray.init(**how)
            return
        except Exception:
            ray.shutdown()
            if not left:
                raise
