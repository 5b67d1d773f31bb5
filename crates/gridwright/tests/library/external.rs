//! Boards that none of us wrote. They are not part of the project: set `GRIDWRIGHT_DATA` to their folder and run
//! with `-- --ignored`.

use gridwright::Reading;
use gridwright::formats::{Format, Text};
use gridwright::frames::asp;
use gridwright::solve::{End, Engine, Status};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn data(path: &str) -> PathBuf {
    let root = std::env::var("GRIDWRIGHT_DATA").expect("GRIDWRIGHT_DATA names the folder of the data");
    PathBuf::from(root).join(path)
}

fn text(path: &str) -> String {
    let path = data(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn read(input: &str, name: &str) -> Reading {
    Reading::parse(input).unwrap_or_else(|e| panic!("{name}: {e} at {:?}", e.line_column(input)))
}

/// The rows of a table with a header line.
fn table(path: &str) -> Vec<Vec<String>> {
    text(path).lines().skip(1).map(|row| row.split('\t').map(str::to_string).collect()).collect()
}

fn count(reading: &Reading) -> u128 {
    let (number, end) = Engine::new(reading.puzzle.model()).count();
    assert_eq!(end, End::Exhausted);
    number
}

/// A published solution's rows; some repeat the walls and some do not, so of rows of text only the bulbs count.
fn bulbs_or_numbers(solution: &serde_json::Value) -> Vec<serde_json::Value> {
    let bulbs = |row: &str| row.chars().map(|c| if c == '*' { '*' } else { '.' }).collect::<String>();
    let rows = solution.as_array().expect("a solution is a list of rows").iter();
    rows.map(|row| row.as_str().map_or_else(|| row.clone(), |row| bulbs(row).into())).collect()
}

fn json_lines_have_their_published_solution(path: &str, genre: &str, boards: usize) {
    let text = text(path);
    assert_eq!(text.lines().count(), boards);
    let mut engine = Engine::default();
    for line in text.lines() {
        let published: serde_json::Value = serde_json::from_str(line).unwrap();
        let reading = read(line, path);
        assert_eq!(reading.puzzle.genre().id, genre);
        engine.load(reading.puzzle.model());
        match engine.status() {
            Status::Unique(board) => {
                let ours = bulbs_or_numbers(&reading.puzzle.solution_json(&board));
                assert_eq!(ours, bulbs_or_numbers(&published["solution"]), "{}", published["id"]);
            }
            other => panic!("{}: {other:?}", published["id"]),
        }
    }
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn published_light_up_solutions() {
    json_lines_have_their_published_solution("lightup/boards.jsonl", "lightup", 485);
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn published_suguru_solutions() {
    json_lines_have_their_published_solution("suguru/boards.jsonl", "suguru", 100);
    json_lines_have_their_published_solution("suguru/graded.jsonl", "suguru", 400);
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn light_up_counts_and_refusals() {
    for row in table("lightup/counts.tsv") {
        let reading = read(&text(&format!("lightup/{}", row[0])), &row[0]);
        assert_eq!(count(&reading).to_string(), row[1], "{}", row[0]);
    }
    let bad = text("lightup/save/invalid/badSave.txt");
    let error = Reading::parse(&bad).unwrap_err();
    assert_eq!(error.line_column(&bad), Some((5, 1)));
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn sudoku_lists_have_one_solution() {
    let mut engine = Engine::default();
    for file in ["clue17_1000.txt", "top_500.txt", "hardest_500.txt"] {
        for line in text(&format!("sudoku/{file}")).lines() {
            let reading = read(line, file);
            engine.load(reading.puzzle.model());
            assert!(matches!(engine.status(), Status::Unique(_)), "{line}");
        }
    }
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn sudoku_counts() {
    for row in table("sudoku/asp/counts.tsv") {
        let mut reading = read(&text(&format!("sudoku/asp/{}", row[0])), &row[0]);
        let rules = if row[1] == "full" { "full" } else { "latin" };
        reading.set_option("rules", rules).unwrap();
        assert_eq!(count(&reading).to_string(), row[2], "{} {rules}", row[0]);
    }
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn yosenabe_counts_and_solution_sets() {
    for row in table("yosenabe/counts.tsv") {
        let input = text(&format!("yosenabe/instances/{}.lp", row[0]));
        for level in 1..=4 {
            let mut reading = read(&input, &row[0]);
            reading.set_option("rules", &level.to_string()).unwrap();
            assert_eq!(count(&reading).to_string(), row[level], "{} level {level}", row[0]);
            let answers = data(&format!("yosenabe/solutions/q{level}_{}.txt", row[0]));
            let Ok(expected) = std::fs::read_to_string(answers) else { continue };
            let expected: BTreeSet<_> =
                asp::Answers::parse(Text::new(&expected)).unwrap().models.into_iter().collect();
            let puzzle = &reading.puzzle;
            let found: BTreeSet<_> = puzzle
                .solutions()
                .map(|board| puzzle.write_solution(Format::Asp, &board).unwrap())
                .flat_map(|line| asp::Answers::parse(Text::new(&line)).unwrap().models)
                .collect();
            assert_eq!(found, expected, "{} level {level}", row[0]);
        }
    }
}
