//! A fixed set of boards, read and solved: what instruction counts are compared on and what wasm is timed with.

use gridwright::Puzzle;
use gridwright::count::{Count, Counter};
use gridwright::model::Board;
use gridwright::solve::{Common, Engine, Status};

/// One entry of the set.
pub struct Entry {
    /// Its name in tables.
    pub name: &'static str,
    question: Question,
    options: &'static [(&'static str, &'static str)],
    /// One board a line.
    boards: &'static str,
    /// How many of them are used.
    limit: usize,
}

#[derive(Clone, Copy)]
enum Question {
    AtMostTwo,
    Common,
    /// What the genre tells without the engine.
    Quick,
    Count,
}

macro_rules! entry {
    ($name:literal, $question:ident, $options:expr, $file:literal, $limit:expr) => {
        Entry {
            name: $name,
            question: Question::$question,
            options: $options,
            boards: include_str!(concat!("../../boards/", $file)),
            limit: $limit,
        }
    };
}

/// All entries.
pub static ENTRIES: [Entry; 17] = [
    entry!("lightup-7", AtMostTwo, &[], "lightup_7_min.ids", 50),
    entry!("lightup-20", AtMostTwo, &[], "lightup_20_min.ids", 20),
    entry!("lightup-20-torus", AtMostTwo, &[], "lightupt_20_min.ids", 20),
    entry!("lightup-50", AtMostTwo, &[], "lightup_50_min.ids", 5),
    entry!("lightup-50-loose", AtMostTwo, &[], "lightup_50_loose.ids", 5),
    entry!("lightup-20-common", Common, &[], "lightup_20_loose.ids", 10),
    entry!("lightup-apart", AtMostTwo, &[], "hard_lightup_apart.ids", 1),
    entry!("suguru-8", AtMostTwo, &[], "suguru_8_k5_min.txt", 20),
    entry!("suguru-20", AtMostTwo, &[], "suguru_20_k7_min.txt", 5),
    entry!("yosenabe-10", AtMostTwo, &[], "yosenabe_10.lp", 2),
    entry!("yosenabe-20", AtMostTwo, &[("stop", "first")], "yosenabe_20.lp", 2),
    entry!("sudoku", AtMostTwo, &[], "sudoku_easy.txt", 50),
    entry!("count-walls-14", Count, &[], "count_walls_14.ids", 2),
    entry!("count-suguru-8", Count, &[], "count_suguru_8.txt", 2),
    entry!("sudoku-quick", Quick, &[], "sudoku_easy.txt", 50),
    entry!("suguru-8-quick", Quick, &[], "suguru_8_k5_min.txt", 20),
    entry!("suguru-20-quick", Quick, &[], "suguru_20_k7_min.txt", 5),
];

impl Entry {
    /// How many boards it has.
    pub fn len(&self) -> usize {
        self.boards().count()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn boards(&self) -> impl Iterator<Item = &'static str> {
        self.boards.lines().take(self.limit)
    }

    /// Reads and solves every board `rounds` times, one after the other. The result depends on all answers.
    pub fn run(&self, rounds: u32) -> u32 {
        let mut engine = Engine::default();
        let mut digest = 0;
        for _ in 0..rounds {
            for board in self.boards() {
                digest = mix(digest, self.answer(board, &mut engine));
            }
        }
        digest
    }

    fn answer(&self, board: &str, engine: &mut Engine) -> u32 {
        let mut puzzle = Puzzle::parse(board).expect("the board can be read");
        for (key, value) in self.options {
            puzzle = puzzle.with_option(key, value).expect("the option exists");
        }
        if matches!(self.question, Question::AtMostTwo | Question::Common) {
            engine.load(puzzle.model());
        }
        match self.question {
            Question::Count => match Counter::new(puzzle.model()).count() {
                Count::Exactly(number) => number.iter_u32_digits().fold(7, mix),
                Count::AtLeast(..) => unreachable!("there is no budget"),
            },
            Question::AtMostTwo => status(&engine.status()),
            Question::Quick => status(&puzzle.query().fast_status().expect("the genre tells it")),
            Question::Common => match engine.common() {
                Common::Board(board) => digest(&board),
                Common::None => 0,
                Common::Unknown(..) => unreachable!("there is no budget"),
            },
        }
    }
}

fn status(status: &Status) -> u32 {
    match status {
        Status::None => 0,
        Status::Unique(board) => digest(board),
        Status::Multiple(..) => 2,
        Status::Unknown { .. } => unreachable!("there is no budget"),
    }
}

fn mix(digest: u32, value: u32) -> u32 {
    (digest.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9)
}

fn digest(board: &Board) -> u32 {
    board.facts().fold(3, |digest, fact| mix(digest, fact.atom.0 * 2 + u32::from(fact.holds)))
}

/// For wasm: the number of entries.
#[unsafe(no_mangle)]
pub extern "C" fn entries() -> u32 {
    ENTRIES.len() as u32
}

/// For wasm: runs one entry.
#[unsafe(no_mangle)]
pub extern "C" fn run(entry: u32, rounds: u32) -> u32 {
    ENTRIES[entry as usize].run(rounds)
}
