//! Techniques: how often each occurs, an example of each, and the pages that say so. `UPDATE_DOCS=1` writes the pages, and with
//! `-- --ignored surveys` what is measured.

use gridwright::drill::{Drill, Exercise, Survey};
use gridwright::formats::Format;
use gridwright::scene::text::{Style, render};
use gridwright::view::TechniquesView;
use gridwright::{Genre, Limits, Reading, registry};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Writes a kept file, or compares with it.
fn expect_kept(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == text, "{}: UPDATE_DOCS=1 writes it anew", path.display());
}

#[test]
fn every_example_has_its_step() {
    for genre in registry::ALL {
        let survey = Survey::of(genre).expect("it is measured");
        let is_known = |name: &String| genre.techniques.iter().any(|technique| technique.name == name);
        assert!(survey.techniques.keys().all(is_known), "{}: measure it again", genre.id);
        for (name, seen) in survey.techniques.iter().filter(|(_, seen)| seen.example.is_some()) {
            let exercise = seen.exercise().expect("the example has a step");
            assert_eq!(exercise.technique(), Some(name.as_str()), "{}: measure it again", genre.id);
        }
        // Steps that assume uniqueness are counted on walks of their own.
        let usual = survey.techniques.values().filter(|seen| !seen.assumes_unique);
        let times: u64 = usual.map(|seen| seen.times).sum();
        assert!(times <= survey.steps && (genre.maker.is_none() || times > 300), "{}", genre.id);
    }
}

#[test]
#[ignore = "takes a minute"]
fn surveys_are_up_to_date() {
    for genre in registry::ALL {
        let survey = Survey::measure(genre, &Limits::default());
        let text = serde_json::to_string_pretty(&survey).unwrap() + "\n";
        let file = root().join("crates/gridwright/src/genres").join(genre.id).join("survey.json");
        expect_kept(&file, &text);
    }
}

fn page(genre: &'static Genre) -> String {
    let view = TechniquesView::new(genre);
    let survey = Survey::of(genre).unwrap_or_default();
    let mut page = format!(
        "# {}: techniques\n\nWhat players call the steps, the easiest first: how hard each is to see (1.0 is the easiest), what it means, and \
         an example as `gridwright techniques {}` draws it. ",
        genre.name, genre.id
    );
    let _ = match survey.puzzles {
        0 => writeln!(page, "How often each occurs is not measured: its puzzles are not made yet."),
        puzzles => writeln!(
            page,
            "The shares are of the {} steps of {puzzles} new puzzles, {} of each difficulty where so many are found, all of seed 1; trivial \
             deductions are not counted.",
            survey.steps,
            Survey::PUZZLES
        ),
    };
    for technique in &view.techniques {
        let share = match (survey.share(&technique.name), technique.times) {
            (Some(share), Some(times)) if times > 0 => format!(", {:.2} % of steps", 100.0 * share),
            (None, _) => String::new(),
            _ => ", not seen".to_string(),
        };
        let assumes = if technique.assumes_unique { " Only with `--assume-unique`." } else { "" };
        let _ = writeln!(
            page,
            "\n## {}\n\nHardness {:.1}{share}.{assumes} {}",
            technique.name, technique.hardness, technique.meaning
        );
        let exercise = survey.techniques.get(&technique.name).and_then(|seen| seen.exercise());
        if let Some(exercise) = exercise {
            let board = render(&exercise.picture().marked, Style::Boxed, false);
            let _ = writeln!(page, "\n```text\n{}\n```\n", board.trim_end());
            let _ = writeln!(page, "{} ({})", exercise.step.explanation.text(), exercise.where_to_look());
        }
    }
    page
}

#[test]
fn pages_say_what_was_measured() {
    for genre in registry::ALL {
        expect_kept(&root().join(format!("docs/techniques-{}.md", genre.id)), &page(genre));
    }
}

/// A position is what anyone who opens it has before them, and there is nothing else to do first.
#[test]
fn a_position_to_practise_on_has_the_technique_next() {
    for (name, genre) in [("diagonal of a wall", 0), ("pointing", 1), ("forbidden neighbour", 2)] {
        let drill = Drill::new(&name.to_uppercase(), None).unwrap();
        let found = drill.find(2, 4, &Limits::default());
        assert_eq!(found.exercises.len(), 2, "{name} {genre}");
        for exercise in &found.exercises {
            let text = exercise.puzzle.write(Format::Native, &exercise.position()).unwrap();
            let reading = Reading::parse(&text).unwrap();
            let again = Exercise::at(&reading.puzzle, &reading.position.board, &Limits::default()).unwrap();
            assert_eq!(again.technique(), Some(name), "{text}");
            assert_eq!(again.known, exercise.known);
        }
        let again = drill.find(2, 4, &Limits::default());
        assert_eq!(found.exercises[1].known, again.exercises[1].known);
        let none = drill.find(3, 4, &Limits::default().steps(0));
        assert!(none.exercises.is_empty() && none.in_words(&drill, 3).is_some());
    }
}
