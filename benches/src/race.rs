//! Ours and the SAT libraries in this process, in turns, on the same boards.

use crate::clock;
use crate::rows::Question;
use crate::sat::{self, Batsat, Cadical, Sat};
use gridwright::Puzzle;
use gridwright::model::{Board, Model, Role, RuleId, Value};
use gridwright::solve::{Common, Engine, Minimal, Status};
use std::time::Duration;

/// How long one solver took for the boards of a row.
#[derive(Clone, Debug)]
pub struct Times {
    /// The solver's name.
    pub solver: String,
    /// Processor time, on average.
    pub ms_per_board: f64,
    /// One for each board; `?` where time was up, which makes the time a lower bound.
    pub answers: Vec<String>,
}

impl Times {
    /// Whether some board was given up.
    pub fn gave_up(&self) -> bool {
        self.answers.iter().any(|answer| answer == "?")
    }
}

/// A question and the boards to answer it for.
pub struct Job<'j> {
    /// The question.
    pub question: Question,
    /// Options of the puzzles.
    pub options: &'j [(&'j str, &'j str)],
    /// One text a board.
    pub boards: &'j [&'j str],
    /// A solver gives up on a question after this time.
    pub limit: Duration,
    /// Small boards are repeated until this much time has been spent.
    pub at_least: Duration,
}

enum Found {
    Solutions(Vec<Board>),
    Shared(Option<Board>),
    Needed(Vec<RuleId>),
    OutOfTime,
}

type Solver = dyn FnMut(&Puzzle) -> Found;

/// Times all solvers that run in this process: the library first, then those of `rivals` that are linked.
pub fn race(job: &Job<'_>, rivals: &[&str]) -> Vec<Times> {
    let mut solvers: Vec<(&str, Box<Solver>)> = vec![("library", ours(job.question))];
    for &rival in rivals {
        match rival {
            "batsat" => solvers.push((rival, library::<Batsat>(job))),
            "CaDiCaL" => solvers.push((rival, library::<Cadical>(job))),
            _ => {}
        }
    }
    let mut spent = vec![(Duration::ZERO, 0u32); solvers.len()];
    let mut answers = vec![Vec::new(); solvers.len()];
    while spent.iter().any(|(time, rounds)| *rounds == 0 || *time < job.at_least) {
        for (i, (_, solver)) in solvers.iter_mut().enumerate() {
            let (time, rounds) = &mut spent[i];
            if *rounds > 0 && *time >= job.at_least {
                continue;
            }
            // One measurement over all boards: asking for the time costs as much as a small board.
            let start = clock::thread();
            // A puzzle is dropped before the next is read, as a program that answers one after the other would do.
            let found: Vec<Found> =
                job.boards.iter().map(|board| solver(&read(board, job.options))).collect();
            *time += clock::thread() - start;
            if *rounds == 0 {
                let read = job.boards.iter().map(|board| read(board, job.options));
                answers[i] = read.zip(&found).map(|(puzzle, found)| answer(&puzzle, found)).collect();
            }
            *rounds += 1;
        }
    }
    let each = |(time, rounds): (Duration, u32)| {
        time.as_secs_f64() * 1e3 / (f64::from(rounds) * job.boards.len() as f64)
    };
    let times = solvers.iter().zip(spent).zip(answers);
    times
        .map(|(((name, _), spent), answers)| Times {
            solver: name.to_string(),
            ms_per_board: each(spent),
            answers,
        })
        .collect()
}

/// A board of the project with options set.
pub fn read(board: &str, options: &[(&str, &str)]) -> Puzzle {
    let mut puzzle = Puzzle::parse(board).expect("a board of the benches can be read");
    for (key, value) in options {
        puzzle = puzzle.with_option(key, value).expect("an option of the genre");
    }
    puzzle
}

fn ours(question: Question) -> Box<Solver> {
    let mut engine = Engine::default();
    Box::new(move |puzzle| match question {
        Question::AtMostTwo => Found::Solutions(match puzzle.query().status_using(&mut engine) {
            Status::None => Vec::new(),
            Status::Unique(board) => vec![board],
            Status::Multiple(first, second) => vec![first, second],
            Status::Unknown { .. } => unreachable!("there is no budget"),
        }),
        Question::Common => {
            engine.load(puzzle.model());
            match engine.common() {
                Common::Board(board) => Found::Shared(Some(board)),
                Common::None => Found::Shared(None),
                Common::Unknown(..) => Found::OutOfTime,
            }
        }
        Question::Minimise => {
            let model = puzzle.model();
            let is_clue = |rule: &RuleId| model.kind(model.get(*rule)).role == Role::Clue;
            let clues: Vec<RuleId> = model.rule_ids().map(|(id, _)| id).filter(is_clue).collect();
            match Engine::switchable(model, |rule| is_clue(&rule)).minimise(model, &clues) {
                Minimal::Needed(rules) => Found::Needed(rules),
                Minimal::NotUnique(_) => Found::Needed(Vec::new()),
                Minimal::Unknown(_) => Found::OutOfTime,
            }
        }
        Question::Count => unreachable!("counting is measured through the command"),
    })
}

fn library<S: Sat + 'static>(job: &Job<'_>) -> Box<Solver> {
    let (question, limit) = (job.question, job.limit);
    Box::new(move |puzzle| {
        let model = puzzle.model();
        let found = match question {
            Question::AtMostTwo => sat::at_most_two::<S>(model, limit).map(Found::Solutions),
            Question::Common => sat::common::<S>(model, limit).map(Found::Shared),
            Question::Minimise => sat::minimise::<S>(model, limit).map(Found::Needed),
            Question::Count => unreachable!("a SAT library does not count"),
        };
        found.unwrap_or(Found::OutOfTime)
    })
}

/// The part of an answer that must be the same for all solvers.
fn answer(puzzle: &Puzzle, found: &Found) -> String {
    let model = puzzle.model();
    match found {
        Found::Solutions(boards) => match &boards[..] {
            [only] => unique(&puzzle.solution_json(only)),
            several => several.len().to_string(),
        },
        Found::Shared(None) => "0".to_string(),
        Found::Shared(Some(board)) => {
            let text: String = model.atoms().map(|atom| symbol(board.get(atom))).collect();
            format!("{:08x}", crc32(text.as_bytes()))
        }
        Found::Needed(rules) => if is_minimal(model, rules) { "minimal" } else { "not minimal" }.to_string(),
        Found::OutOfTime => "?".to_string(),
    }
}

fn symbol(value: Value) -> char {
    match value {
        Value::Yes => '1',
        Value::No => '0',
        Value::Open => '.',
    }
}

/// The answer "one solution", which says a little about the solution.
pub fn unique(solution: &serde_json::Value) -> String {
    let mut parts = Vec::new();
    let mut index = 0;
    for row in solution.as_array().expect("a solution is a list") {
        match row {
            serde_json::Value::String(move_) if move_.contains('(') => parts.push(move_.clone()),
            serde_json::Value::String(cells) => {
                for cell in cells.chars() {
                    if cell == '*' {
                        parts.push(format!("{index:06}"));
                    }
                    index += 1;
                }
            }
            numbers => {
                let numbers = numbers.as_array().expect("a row is a text or a list").iter();
                parts.extend(numbers.map(|number| {
                    index += 1;
                    format!("{index:06}:{number}")
                }));
            }
        }
    }
    parts.sort_unstable();
    format!("1 {:08x}", crc32(parts.join(" ").as_bytes()))
}

/// The usual CRC-32 checksum, because other languages have it too.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

/// Whether these clues leave one solution and any fewer of them leave more.
fn is_minimal(model: &Model, kept: &[RuleId]) -> bool {
    let is_clue = |rule: RuleId| model.kind(model.get(rule)).role == Role::Clue;
    let others: Vec<RuleId> =
        model.rule_ids().map(|(id, _)| id).filter(|id| is_clue(*id) && !kept.contains(id)).collect();
    let mut engine = Engine::switchable(model, is_clue);
    engine.switch_off(others.iter().copied());
    let enough = matches!(engine.status(), Status::Unique(_));
    enough
        && kept.iter().all(|clue| {
            engine.switch_off(others.iter().chain([clue]).copied());
            matches!(engine.status(), Status::Multiple(..))
        })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(super::crc32(b"123456789"), 0xCBF4_3926);
    }
}
