"""Other solvers on the boards that stand in requests on standard input, one JSON object a line.

A request: solver, question, genre, boards (texts; for ganak [variables, atoms, clauses]), limit (seconds for a
board) and at_least (seconds to spend). The answer: ms_per_board and answers, or missing (why it cannot be asked).
Times are processor time of this process with one thread, reading and model building included.
"""

import itertools
import json
import math
import multiprocessing
import re
import sys
import threading
import time
import zlib


def unique(parts):
    """The answer "one solution", which says a little about it; the Rust side writes the same."""
    return "1 %08x" % zlib.crc32(" ".join(sorted(parts)).encode())


class LightUp:
    """Which cells see and touch each other."""

    def __init__(self, text):
        size, body = text.split(":")
        self.torus = size.endswith("w")
        self.width, self.height = (int(n) for n in size.rstrip("w").split("x"))
        self.cells = []
        for sign in body:
            if sign.islower():
                self.cells += " " * (ord(sign) - ord("a") + 1)
            else:
                self.cells.append(sign)

    def is_open(self, cell):
        return self.cells[cell] == " "

    def beside(self, cell):
        """The open neighbours, one that is reached twice listed twice."""
        row, column = divmod(cell, self.width)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if self.torus:
                r, c = r % self.height, c % self.width
            if 0 <= r < self.height and 0 <= c < self.width and self.is_open(r * self.width + c):
                yield r * self.width + c

    def runs(self):
        """Open cells between walls, first in rows, then in columns."""
        rows = [range(r * self.width, (r + 1) * self.width) for r in range(self.height)]
        columns = [range(c, len(self.cells), self.width) for c in range(self.width)]
        for line in rows + columns:
            line = list(line)
            if self.torus:
                wall = next((i for i, cell in enumerate(line) if not self.is_open(cell)), 0)
                line = line[wall:] + line[:wall]
            run = []
            for cell in line:
                if self.is_open(cell):
                    run.append(cell)
                elif run:
                    yield run
                    run = []
            if run:
                yield run

    def clues(self):
        return ((i, int(sign)) for i, sign in enumerate(self.cells) if sign.isdigit())

    PROGRAM = """
        { bulb(C) : open(C) }.
        shines(R) :- bulb(C), within(C,R).
        :- run(R), 2 #count { C : bulb(C), within(C,R) }.
        :- open(C), not shines(R) : within(C,R).
        :- clue(W,N), #count { C,I : bulb(C), beside(W,I,C) } != N.
        #show bulb/1.
    """

    def facts(self):
        out = ["open(%d)." % cell for cell in range(len(self.cells)) if self.is_open(cell)]
        for number, run in enumerate(self.runs()):
            out.append("run(%d)." % number)
            out += ["within(%d,%d)." % (cell, number) for cell in run]
        for wall, clue in self.clues():
            out.append("clue(%d,%d)." % (wall, clue))
            out += ["beside(%d,%d,%d)." % (wall, i, cell) for i, cell in enumerate(self.beside(wall))]
        return "".join(out)

    def from_atoms(self, atoms):
        return ["%06d" % atom.arguments[0].number for atom in atoms]

    def build(self, model):
        bulb = {c: model.new_bool_var("") for c in range(len(self.cells)) if self.is_open(c)}
        runs_of = {cell: [] for cell in bulb}
        for run in self.runs():
            dark = model.new_bool_var("")
            model.add_exactly_one([bulb[cell] for cell in run] + [dark])
            for cell in run:
                runs_of[cell].append(dark.Not())
        for shining in runs_of.values():
            model.add_bool_or(shining)
        for wall, clue in self.clues():
            model.add(sum(bulb[cell] for cell in self.beside(wall)) == clue)
        return {"%06d" % cell: variable for cell, variable in bulb.items()}


class Digits:
    """Cells that hold one digit each; in each group a digit stands once; some pairs of cells must differ."""

    PROGRAM = """
        { is(C,D) : D = 1..K } = 1 :- cell(C,K).
        :- group(G,D), { is(C,D) : member(G,C) } != 1.
        :- differ(A,B), is(A,D), is(B,D).
        :- given(C,D), not is(C,D).
        #show is/2.
    """

    def facts(self):
        out = ["cell(%d,%d)." % (c, k) for c, k in enumerate(self.highest)]
        for number, group in enumerate(self.groups):
            out.append("group(%d,1..%d)." % (number, len(group)))
            out += ["member(%d,%d)." % (number, cell) for cell in group]
        out += ["differ(%d,%d)." % pair for pair in self.differ]
        out += ["given(%d,%d)." % given for given in self.givens]
        return "".join(out)

    def from_atoms(self, atoms):
        return ["%06d:%d" % (a.arguments[0].number + 1, a.arguments[1].number) for a in atoms]

    def build(self, model):
        digit = [[model.new_bool_var("") for _ in range(k)] for k in self.highest]
        for of_cell in digit:
            model.add_exactly_one(of_cell)
        for group in self.groups:
            for d in range(len(group)):
                model.add_exactly_one([digit[cell][d] for cell in group])
        for a, b in self.differ:
            for x, y in zip(digit[a], digit[b]):
                model.add_bool_or([x.Not(), y.Not()])
        for cell, d in self.givens:
            model.add(digit[cell][d - 1] == 1)
        return {
            "%06d:%d" % (cell + 1, d + 1): variable
            for cell, of_cell in enumerate(digit)
            for d, variable in enumerate(of_cell)
        }


class Suguru(Digits):
    def __init__(self, text):
        size, regions, givens = text.split(";")
        width, height = (int(n) for n in size.split("x"))
        regions = regions.split(",")
        cells = {}
        for cell, region in enumerate(regions):
            cells.setdefault(region, []).append(cell)
        self.groups = list(cells.values())
        self.highest = [len(cells[region]) for region in regions]
        self.givens = [(cell, int(d)) for cell, d in enumerate(givens) if d != "."]
        self.differ = []
        for cell in range(width * height):
            row, column = divmod(cell, width)
            for r, c in ((row, column + 1), (row + 1, column - 1), (row + 1, column), (row + 1, column + 1)):
                if r < height and 0 <= c < width and regions[cell] != regions[r * width + c]:
                    self.differ.append((cell, r * width + c))


class Sudoku(Digits):
    def __init__(self, text):
        cells = [int(sign, 36) if sign.isalnum() else 0 for sign in text.strip()]
        side = math.isqrt(len(cells))
        box = math.isqrt(side)
        self.givens = [(cell, d) for cell, d in enumerate(cells) if d]
        self.highest = [side] * len(cells)
        self.differ = []
        lines = [[side * a + b for b in range(side)] for a in range(side)]
        corners = [(r, c) for r in range(0, side, box) for c in range(0, side, box)]
        boxes = [[side * (r + i // box) + c + i % box for i in range(side)] for r, c in corners]
        self.groups = lines + [list(column) for column in zip(*lines)] + boxes


def interval(argument):
    """The numbers that an argument stands for: `3`, or `1..10` as clingo writes ranges."""
    first, _, last = argument.partition("..")
    return range(int(first), int(last or first) + 1)


class Yosenabe:
    """Lines end in the first cell of an area that they reach."""

    PROGRAM = """
        way(0,1). way(0,-1). way(1,0). way(-1,0).
        free(X,Y) :- cell(X,Y), not number(X,Y,_).
        far(X,Y,DX,DY,1) :- number(X,Y,_), way(DX,DY), free(X+DX,Y+DY).
        far(X,Y,DX,DY,L+1) :- far(X,Y,DX,DY,L), free(X+DX*(L+1),Y+DY*(L+1)).
        reach(X,Y,DX,DY,A,L) :- far(X,Y,DX,DY,L), area(X+DX*L,Y+DY*L,A).
        later(X,Y,DX,DY,A,L) :- reach(X,Y,DX,DY,A,L), reach(X,Y,DX,DY,A,M), M < L.
        end(X,Y,DX,DY,A,L) :- reach(X,Y,DX,DY,A,L), not later(X,Y,DX,DY,A,L).
        { go(X,Y,DX,DY,A,L) : end(X,Y,DX,DY,A,L) } = 1 :- number(X,Y,_).
        on(X,Y,DX,DY,L) :- go(X,Y,DX,DY,_,L).
        on(X,Y,DX,DY,L-1) :- on(X,Y,DX,DY,L), L > 1.
        over(X+DX*L,Y+DY*L,X,Y) :- on(X,Y,DX,DY,L).
        :- free(X,Y), 2 { over(X,Y,_,_) }.
        used(A) :- go(_,_,_,_,A,_).
        :- area(_,_,A), not used(A).
        :- goal(A,S), #sum { N,X,Y : go(X,Y,_,_,A,_), number(X,Y,N) } != S.
        target(X,Y,X+DX*L,Y+DY*L) :- go(X,Y,DX,DY,_,L).
        #show target/4.
    """

    def __init__(self, text):
        self.text = text

    def facts(self):
        return self.text

    def from_atoms(self, atoms):
        return [str(atom) for atom in atoms]

    def build(self, model):
        facts = {"number": {}, "area": {}, "goal": {}, "cell": set()}
        for name, inside in re.findall(r"(\w+)\(([\d,.]+)\)", self.text):
            for values in itertools.product(*map(interval, inside.split(","))):
                if name == "cell":
                    facts[name].add(values)
                else:
                    facts[name][values[:-1]] = values[-1]
        numbers, areas = facts["number"], facts["area"]
        crossing, entering, targets = {}, {area: [] for area in areas.values()}, {}
        for (x, y), number in numbers.items():
            lines = []
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                at, passed, reached = (x + dx, y + dy), [], set()
                while at in facts["cell"] and at not in numbers:
                    passed.append(at)
                    area = areas.get(at)
                    if area is not None and area not in reached:
                        reached.add(area)
                        line = model.new_bool_var("")
                        lines.append(line)
                        entering[area].append((line, number))
                        targets["target(%d,%d,%d,%d)" % (x, y, at[0], at[1])] = line
                        for cell in passed:
                            crossing.setdefault(cell, []).append(line)
                    at = (at[0] + dx, at[1] + dy)
            model.add_exactly_one(lines)
        for lines in crossing.values():
            model.add_at_most_one(lines)
        for area, lines in entering.items():
            model.add_bool_or([line for line, _ in lines])
            if (area,) in facts["goal"]:
                model.add(sum(line * number for line, number in lines) == facts["goal"][(area,)])
        return targets


GENRES = {"lightup": LightUp, "suguru": Suguru, "sudoku": Sudoku, "yosenabe": Yosenabe}


class Watchdog(threading.Thread):
    """Interrupts what runs too long. One thread for all boards: starting one costs as much as a small board."""

    def __init__(self):
        super().__init__(daemon=True)
        self.watched = None
        self.start()

    def run(self):
        while True:
            time.sleep(0.5)
            watched = self.watched
            if watched and time.monotonic() > watched[1]:
                watched[0].interrupt()


WATCHDOG = Watchdog()


def clingo_at_most_two(clingo, genre, text, limit):
    puzzle = GENRES[genre](text)
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], puzzle.PROGRAM + puzzle.facts())
    control.ground([("base", [])])
    WATCHDOG.watched = (control, time.monotonic() + limit)
    with control.solve(yield_=True) as handle:
        found = [solution.symbols(shown=True) for solution in handle]
        interrupted = handle.get().interrupted
    WATCHDOG.watched = None
    if interrupted:
        return "?"
    return unique(puzzle.from_atoms(found[0])) if len(found) == 1 else str(len(found))


def cpsat_at_most_two(cp_model, genre, text, limit):
    model = cp_model.CpModel()
    variables = GENRES[genre](text).build(model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        return "?"
    if status == cp_model.INFEASIBLE:
        return "0"
    held = {name: variable for name, variable in variables.items() if solver.boolean_value(variable)}
    model.add_bool_or([variable.Not() for variable in held.values()])
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        return "?"
    return unique(held) if status == cp_model.INFEASIBLE else "2"


def ganak_in_child(counting, pipe):
    variables, atoms, clauses = counting
    import pyganak

    start = time.process_time()
    counter = pyganak.Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(list(range(1, atoms + 1)))
    number = counter.count()
    pipe.send((str(number), time.process_time() - start))


def ganak_count(counting, limit):
    """It cannot be stopped, so it runs in a process that can; gives the answer and the time."""
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.Process(target=ganak_in_child, args=(counting, theirs))
    child.start()
    answer = ours.recv() if ours.poll(limit) else ("?", limit)
    child.kill()
    child.join()
    return answer


def solve(request):
    solver, genre, limit = request["solver"], request["genre"], request["limit"]
    if solver == "clingo":
        import clingo

        ask = lambda text: clingo_at_most_two(clingo, genre, text, limit)
    elif solver == "CP-SAT":
        from ortools.sat.python import cp_model

        ask = lambda text: cpsat_at_most_two(cp_model, genre, text, limit)
    elif solver == "ganak":
        import pyganak  # so that it is missing here, not in the child

        found = [ganak_count(board, limit) for board in request["boards"]]
        return [answer for answer, _ in found], sum(spent for _, spent in found), 1
    spent, rounds = 0.0, 0
    while rounds == 0 or spent < request["at_least"]:
        start = time.process_time()
        answers = [ask(board) for board in request["boards"]]
        spent += time.process_time() - start
        rounds += 1
    return answers, spent, rounds


for line in sys.stdin:
    request = json.loads(line)
    try:
        answers, spent, rounds = solve(request)
        reply = {"ms_per_board": spent * 1e3 / rounds / len(answers), "answers": answers}
    except ImportError as error:
        reply = {"missing": str(error)}
    print(json.dumps(reply), flush=True)
