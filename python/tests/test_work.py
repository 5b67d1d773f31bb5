"""Long work: Ctrl-C, progress, threads, and what the module refuses."""

import os
import signal
import subprocess
import sys
import threading
import time

import gridwright as gw
import pytest

SLOW = "60x60:" + "z" * 138 + "l"


@pytest.mark.parametrize(
    "work",
    [
        lambda: gw.Puzzle.parse(SLOW).count(),
        lambda: sum(1 for _ in gw.Puzzle.parse("14x14:zzzzzzzn").solutions()),
        lambda: list(gw.count_many([SLOW])),
        lambda: list(gw.generate_many("lightup", size=7)),
        lambda: gw.emulsion.match(6, 6, games=10**6),
        lambda: gw.emulsion.solve(gw.emulsion.Position("9")),
    ],
)
def test_ctrl_c_ends_long_work(work: object) -> None:
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()  # type: ignore[operator]
    assert time.monotonic() - begun < 60
    timer.join()


def test_progress_is_reported_and_may_end_the_work() -> None:
    reports: list[gw.Progress] = []

    def enough(report: gw.Progress) -> None:
        reports.append(report)
        raise LookupError("enough")

    # However slow the machine is, the count takes longer than its first report.
    with pytest.raises(LookupError, match="enough"):
        gw.Puzzle.parse(SLOW).count(progress=enough)
    assert len(reports) == 1 and reports[0].task == "counting" and str(reports[0]) == reports[0].text


def test_progress_goes_to_functions_and_bars_only() -> None:
    with pytest.raises(TypeError, match="not int"):
        gw.Puzzle.parse("4x4:p").count(progress=3)  # type: ignore[arg-type]


def test_bars_of_tqdm_work() -> None:
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(file=open(os.devnull, "w")) as bar:
        gw.emulsion.match(1, 1, games=50, size=5, jobs=1, progress=bar)
        assert bar.total == 50


def test_the_interpreter_lock_is_released() -> None:
    """Another thread runs meanwhile; it is what ends the work."""
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        for _ in range(10):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        begun.set()
        gw.Puzzle.parse(SLOW).count(timeout=120)
    thread.join()


def test_objects_may_be_used_by_several_threads() -> None:
    puzzle, session = gw.Puzzle.parse("4x4:p"), gw.Session("4x4:p")
    counts: list[int] = []

    def work() -> None:
        for _ in range(20):
            counts.append(puzzle.count())
            session.view()
            session.undo()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [24] * 80


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no interpreters module")
def test_subinterpreters_are_refused_cleanly() -> None:
    program = (
        "import _interpreters as i\n"
        "one = i.create()\n"
        "error = i.exec(one, 'import gridwright')\n"
        "print(error.type.__name__ if error else 'loaded')\n"
    )
    if sys.version_info < (3, 13):
        program = (
            "import _xxsubinterpreters as i\n"
            "try:\n    i.run_string(i.create(), 'import gridwright')\n    print('loaded')\n"
            "except i.RunFailedError as error:\n    print('ImportError' if 'ImportError' in str(error) else error)\n"
        )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "ImportError", done
