//! What is measured: groups of rows, each row one file of boards, and the ratios that are aimed at.

/// The question about each board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Find at most two solutions, which tells whether there is exactly one.
    AtMostTwo,
    /// What all solutions share.
    Common,
    /// Which clues suffice, none of them being superfluous.
    Minimise,
    /// How many solutions there are.
    Count,
}

impl Question {
    /// Its name for the programs that are asked.
    pub fn name(self) -> &'static str {
        match self {
            Question::AtMostTwo => "at_most_two",
            Question::Common => "common",
            Question::Minimise => "minimise",
            Question::Count => "count",
        }
    }
}

/// A ratio to reach against the fastest of some rivals.
pub struct Target {
    /// The rivals.
    pub rivals: &'static [&'static str],
    /// How many times as long they should take.
    pub ratio: f64,
}

/// One file of boards.
pub struct Row {
    /// The size, where the boards are compared by size.
    pub size: u32,
    /// What is said in place of the size.
    pub label: &'static str,
    /// The file, below `benches/boards`, or below the folder of data that is not part of the project.
    pub file: &'static str,
    /// How many of its boards are used.
    pub boards: usize,
    /// Options of the puzzles, besides those of the group.
    pub options: &'static [(&'static str, &'static str)],
    /// The targets.
    pub targets: &'static [Target],
}

/// Rows that belong in one table and one plot.
pub struct Group {
    /// Its name for `--only` and in file names.
    pub name: &'static str,
    /// The heading of its table.
    pub title: &'static str,
    /// A remark below the table, if not empty.
    pub remark: &'static str,
    /// Options of the puzzles.
    pub options: &'static [(&'static str, &'static str)],
    /// The question.
    pub question: Question,
    /// The other solvers in the comparison.
    pub rivals: &'static [&'static str],
    /// The files.
    pub rows: &'static [Row],
}

/// Where the boards are not part of the project.
pub const ELSEWHERE: &str = "data:";

const fn row(size: u32, file: &'static str, targets: &'static [Target]) -> Row {
    Row { size, label: "", file, boards: usize::MAX, options: &[], targets }
}

const fn some(size: u32, file: &'static str, boards: usize, targets: &'static [Target]) -> Row {
    Row { size, label: "", file, boards, options: &[], targets }
}

const fn named(label: &'static str, file: &'static str, targets: &'static [Target]) -> Row {
    Row { size: 0, label, file, boards: usize::MAX, options: &[], targets }
}

/// The boards are asked under a different set of rules.
const fn level(
    label: &'static str,
    file: &'static str,
    level: &'static [(&'static str, &'static str)],
) -> Row {
    Row { size: 0, label, file, boards: 1, options: level, targets: COUNTED }
}

const fn against(rival: &'static [&'static str], ratio: f64) -> Target {
    Target { rivals: rival, ratio }
}

const BATSAT: &[&str] = &["batsat"];
const BEST_SAT: &[&str] = &["batsat", "CaDiCaL"];
const CLINGO: &[&str] = &["clingo"];
const CP_SAT: &[&str] = &["CP-SAT"];
const SUDOKU: &[&str] = &["sudoku crate"];
const GANAK: &[&str] = &["ganak"];

const EVERYONE: &[&str] = &["batsat", "CaDiCaL", "clingo", "CP-SAT"];

const SMALL: &[Target] = &[against(BATSAT, 15.0), against(CLINGO, 300.0)];
const AT_50: &[Target] = &[against(BATSAT, 12.0), against(CLINGO, 250.0), against(CP_SAT, 250.0)];
const AT_100: &[Target] = &[against(BATSAT, 20.0), against(CLINGO, 250.0), against(CP_SAT, 250.0)];
const AT_200: &[Target] = &[against(BATSAT, 30.0), against(CLINGO, 250.0), against(CP_SAT, 250.0)];
const DIGITS: &[Target] = &[against(BATSAT, 20.0), against(CLINGO, 250.0)];
const LINES: &[Target] = &[against(CLINGO, 200.0), against(CP_SAT, 100.0)];
const COUNTED: &[Target] = &[against(GANAK, 10.0)];

/// Everything that is measured, except what runs in wasm.
pub const GROUPS: &[Group] = &[
    Group {
        name: "lightup-minimal",
        title: "Light Up, no clue superfluous: is there exactly one solution?",
        remark: "",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            row(7, "lightup_7_min.ids", SMALL),
            row(10, "lightup_10_min.ids", SMALL),
            row(14, "lightup_14_min.ids", SMALL),
            row(20, "lightup_20_min.ids", SMALL),
            row(30, "lightup_30_min.ids", &[]),
            row(50, "lightup_50_min.ids", AT_50),
            row(100, "lightup_100_min.ids", AT_100),
            row(200, "lightup_200_min.ids", AT_200),
        ],
    },
    Group {
        name: "lightup-torus",
        title: "Light Up on a torus, no clue superfluous: is there exactly one solution?",
        remark: "",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            row(10, "lightupt_10_min.ids", SMALL),
            row(20, "lightupt_20_min.ids", SMALL),
            row(50, "lightupt_50_min.ids", AT_50),
            row(100, "lightupt_100_min.ids", AT_100),
        ],
    },
    Group {
        name: "lightup-loose",
        title: "Light Up with few clues: find two solutions",
        remark: "The clues leave many solutions, so nothing is proved here; a search that does not learn gets lost.",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            row(10, "lightup_10_loose.ids", &[]),
            row(20, "lightup_20_loose.ids", &[against(BEST_SAT, 12.0)]),
            row(50, "lightup_50_loose.ids", &[against(BEST_SAT, 17.0)]),
            row(100, "lightup_100_loose.ids", &[against(BEST_SAT, 35.0)]),
            row(200, "lightup_200_loose.ids", &[against(BEST_SAT, 77.0)]),
        ],
    },
    Group {
        name: "common",
        title: "Light Up with few clues: what do all solutions share?",
        remark: "The SAT libraries question each value of a first solution; every solution that turns up settles all \
                 values in which it differs. `batch` does not ask this.",
        options: &[],
        question: Question::Common,
        rivals: BEST_SAT,
        rows: &[
            row(10, "lightup_10_loose.ids", &[]),
            some(14, "lightup_14_loose.ids", 20, &[]),
            some(20, "lightup_20_loose.ids", 10, &[against(BATSAT, 15.0)]),
            some(30, "lightup_30_loose.ids", 5, &[]),
            row(50, "lightup_50_loose.ids", &[against(BATSAT, 50.0)]),
        ],
    },
    Group {
        name: "minimise",
        title: "Light Up with every wall numbered: which clues suffice?",
        remark: "The answer depends on the order in which clues are tried, so the sets differ; each is checked to leave \
                 one solution and to need all its clues. The SAT libraries switch clues by assumptions and drop, with each \
                 clue that can go, all that the proof did not use. `batch` does not ask this.",
        options: &[],
        question: Question::Minimise,
        rivals: BEST_SAT,
        rows: &[
            row(10, "lightup_10_full.ids", &[]),
            row(20, "lightup_20_full.ids", &[]),
            row(30, "lightup_30_full.ids", &[]),
            row(50, "lightup_50_full.ids", &[against(BATSAT, 10.0)]),
        ],
    },
    Group {
        name: "suguru",
        title: "Suguru, no clue superfluous: is there exactly one solution?",
        remark: "Regions of up to 5 cells at 5 to 8, 6 cells at 10 and 15, 7 at 20, 6 at 30.",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            row(5, "suguru_5_k5_min.txt", DIGITS),
            row(6, "suguru_6_k5_min.txt", DIGITS),
            row(8, "suguru_8_k5_min.txt", DIGITS),
            row(10, "suguru_10_k6_min.txt", DIGITS),
            row(15, "suguru_15_k6_min.txt", DIGITS),
            row(20, "suguru_20_k7_min.txt", DIGITS),
            row(30, "suguru_30_k6_min.txt", DIGITS),
        ],
    },
    Group {
        name: "suguru-large",
        title: "Suguru with larger regions, no clue superfluous: is there exactly one solution?",
        remark: "",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            Row { label: "20, up to 9 cells", ..row(0, "suguru_20_k9_min.txt", DIGITS) },
            Row { label: "30, up to 8 cells", ..row(0, "suguru_30_k8_min.txt", DIGITS) },
        ],
    },
    Group {
        name: "yosenabe",
        title: "Yosenabe: find at most two solutions",
        remark: "Lines may only end in the first cell of an area that they reach (`stop=first`), here and in the \
                 encodings for the other solvers.",
        options: &[("stop", "first")],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: &[
            row(10, "yosenabe_10.lp", LINES),
            row(20, "yosenabe_20.lp", LINES),
            row(30, "yosenabe_30.lp", LINES),
            row(50, "yosenabe_50.lp", LINES),
            row(100, "yosenabe_100.lp", LINES),
        ],
    },
    Group {
        name: "sudoku",
        title: "Sudoku: is there exactly one solution?",
        remark: "The `sudoku` crate 0.8 is a solver for nothing but 9x9 Sudoku. Here `library` is our own solver for that \
                 (`genres::sudoku::kernel`), and `any puzzle` reads a text of any genre and format and asks the puzzle \
                 for its status, as `batch` does.",
        options: &[],
        question: Question::AtMostTwo,
        rivals: &["sudoku crate", "batsat"],
        rows: &[
            named("easy", "sudoku_easy.txt", &[against(SUDOKU, 1.3)]),
            named("17 clues", "data:sudoku/clue17_1000.txt", &[against(SUDOKU, 1.3)]),
            named("hardest", "data:sudoku/hardest_500.txt", &[against(SUDOKU, 1.2)]),
        ],
    },
    Group {
        name: "hard",
        title: "Boards chosen to resist",
        remark: "Random boards are mostly settled by trying single values. These were chosen among many random ones because \
                 our engine needs long for them; `benches/boards/README.md` says how. The choice is against us, not \
                 against the others.",
        options: &[],
        question: Question::AtMostTwo,
        rivals: EVERYONE,
        rows: HARD,
    },
    Group {
        name: "counting-arguments",
        title: "Boards that need a counting argument: is there exactly one solution?",
        remark: "Light Up with more rows that need a bulb than columns that have room for one, and Star Battles with random regions, \
                 most of which have no solution. The Star Battles are random and not chosen by anybody's effort.",
        options: &[],
        question: Question::AtMostTwo,
        rivals: BEST_SAT,
        rows: &[
            named("Light Up, 6 pigeonholes", "pigeonholes_6.ids", &[]),
            named("Light Up, 9 pigeonholes", "pigeonholes_9.ids", &[]),
            named("Light Up, 12 pigeonholes", "pigeonholes_12.ids", &[]),
            named("Light Up, 20 pigeonholes", "pigeonholes_20.ids", &[]),
            named("Light Up, 30 pigeonholes", "pigeonholes_30.ids", &[]),
            named("Star Battle 14x14, 3 stars", "starbattle_14.txt", &[]),
            named("Star Battle 17x17, 3 stars", "starbattle_17.txt", &[]),
            named("Star Battle 20x20, 4 stars", "starbattle_20.txt", &[]),
            named("Star Battle 25x25, 5 stars", "starbattle_25.txt", &[]),
        ],
    },
    Group {
        name: "count-empty",
        title: "Light Up without walls: how many solutions?",
        remark: "Ours is the command `gridwright count` with everything around it; of ganak the translation to clauses is \
                 left out.",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            row(5, "count_empty_5.ids", COUNTED),
            row(6, "count_empty_6.ids", COUNTED),
            row(7, "count_empty_7.ids", COUNTED),
            row(8, "count_empty_8.ids", COUNTED),
            row(10, "count_empty_10.ids", COUNTED),
            row(12, "count_empty_12.ids", COUNTED),
            row(15, "count_empty_15.ids", COUNTED),
            row(18, "count_empty_18.ids", COUNTED),
        ],
    },
    Group {
        name: "count-walls",
        title: "Light Up with walls and no numbers: how many solutions?",
        remark: "",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            row(8, "count_walls_8.ids", COUNTED),
            row(10, "count_walls_10.ids", COUNTED),
            row(14, "count_walls_14.ids", COUNTED),
            row(20, "count_walls_20.ids", COUNTED),
            row(30, "count_walls_30.ids", COUNTED),
        ],
    },
    Group {
        name: "count-torus",
        title: "Light Up on a torus with walls and no numbers: how many solutions?",
        remark: "",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            row(8, "count_torus_8.ids", COUNTED),
            row(10, "count_torus_10.ids", COUNTED),
            row(12, "count_torus_12.ids", COUNTED),
            row(15, "count_torus_15.ids", COUNTED),
        ],
    },
    Group {
        name: "count-digits",
        title: "Boards of digits with few givens or none: how many solutions?",
        remark: "",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            named("Sudoku 6x6, no givens", "count_sudoku_6.txt", COUNTED),
            named("Sudoku 9x9, 22 givens", "count_sudoku_22.txt", COUNTED),
            named("Sudoku 9x9, 20 givens", "count_sudoku_20.txt", COUNTED),
            named("Sudoku 9x9, 18 givens", "count_sudoku_18.txt", COUNTED),
            named("Sudoku 9x9, 16 givens", "count_sudoku_16.txt", COUNTED),
            named("Suguru 8x8, no givens", "count_suguru_8.txt", COUNTED),
            named("Suguru 10x10, no givens", "count_suguru_10.txt", COUNTED),
        ],
    },
    Group {
        name: "count-lines",
        title: "Yosenabe under fewer rules: how many solutions?",
        remark: "Rules 1: every number moves into an area; 2: and every area receives one; 3: and no two lines share a cell; \
                 4: and the goals are met.",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            level("10x10, rules 1", "yosenabe_10.lp", &[("rules", "1")]),
            level("10x10, rules 2", "yosenabe_10.lp", &[("rules", "2")]),
            level("10x10, rules 3", "yosenabe_10.lp", &[("rules", "3")]),
            level("10x10, rules 4", "yosenabe_10.lp", &[("rules", "4")]),
            level("20x20, rules 1", "yosenabe_20.lp", &[("rules", "1")]),
            level("20x20, rules 2", "yosenabe_20.lp", &[("rules", "2")]),
            level("20x20, rules 3", "yosenabe_20.lp", &[("rules", "3")]),
            level("20x20, rules 4", "yosenabe_20.lp", &[("rules", "4")]),
        ],
    },
    Group {
        name: "count-loose",
        title: "Light Up with few clues: how many solutions?",
        remark: "",
        options: &[],
        question: Question::Count,
        rivals: GANAK,
        rows: &[
            some(10, "lightup_10_loose.ids", 5, COUNTED),
            some(14, "lightup_14_loose.ids", 3, COUNTED),
            some(20, "lightup_20_loose.ids", 2, COUNTED),
            some(30, "lightup_30_loose.ids", 1, COUNTED),
        ],
    },
];

const HARD: &[Row] = &[
    named("Light Up 20x20", "hard_lightup_20.ids", &[]),
    named("Light Up 20x20, no solution", "hard_lightup_20_none.ids", &[]),
    named("Light Up 30x30", "hard_lightup_30.ids", &[]),
    named("Light Up 50x50", "hard_lightup_50.ids", &[]),
    named("Light Up 419x20, boards of 20x20 side by side", "hard_lightup_apart.ids", &[]),
    named("Sudoku 16x16", "hard_sudoku_16.txt", &[]),
];
