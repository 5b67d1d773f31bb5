//! Every step of every explanation proved again: from its rules alone, with models made here and an engine that knows
//! nothing of how the step was found; and with any one rule left out, something no longer follows.

use gridwright::explain::{
    Argument, Depth, Ending, Explainer, Explanation, Grade, Inference, Reason, Step, Walkthrough, page,
};
use gridwright::generate::{Generator, Outcome, Spec};
use gridwright::model::{Board, Body, Bounds, Fact, Model, RuleId, Value};
use gridwright::random::Random;
use gridwright::scene::Ink;
use gridwright::solve::{Answer, Engine};
use gridwright::view::CheckView;
use gridwright::{Puzzle, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// An engine for some of the rules, and no others.
fn engine_for(model: &Model, rules: &[RuleId]) -> Engine {
    let mut part = Model::new(model.atom_count(), model.kinds());
    for rule in rules.iter().map(|rule| model.get(*rule)) {
        let list = part.weighted_list(model.rule_atoms(rule).collect::<Vec<_>>());
        let Bounds { lo, hi } = rule.body.bounds();
        part.rule(rule.kind, Body::Sum { list, lo, hi }, (rule.subject, rule.detail));
    }
    Engine::new(&part)
}

/// Whether some rules force all of these facts, given what is known.
pub fn force(model: &Model, known: &Board, rules: &[RuleId], facts: &[Fact]) -> bool {
    let mut engine = engine_for(model, rules);
    let concerned = rules.iter().flat_map(|rule| model.rule_atoms(model.get(*rule)));
    let concerned: Vec<Fact> = concerned
        .filter_map(|(atom, _)| match known.get(atom) {
            Value::Open => None,
            value => Some(Fact { atom, holds: value == Value::Yes }),
        })
        .collect();
    facts.iter().all(|fact| {
        engine.assume(concerned.iter().copied().chain([Fact { holds: !fact.holds, ..*fact }]));
        engine.solve() == Answer::None
    })
}

fn prove(model: &Model, known: &mut Board, step: &Step) {
    assert!(!step.facts.is_empty());
    assert!(step.facts.iter().all(|fact| known.get(fact.atom) == Value::Open), "{step:?}");
    assert!(force(model, known, &step.rules, &step.facts), "{step:?}");
    let minimal = if step.depth == Depth::Lemmas { &[][..] } else { &step.rules };
    for left_out in minimal {
        let others: Vec<RuleId> = step.rules.iter().copied().filter(|rule| rule != left_out).collect();
        assert!(!force(model, known, &others, &step.facts), "{left_out:?} is not needed: {step:?}");
    }
    known.extend(step.facts.iter().copied());
}

/// Whether a rule says some facts by itself; of no facts, whether it cannot be kept.
fn says(model: &Model, known: &Board, inference: &Inference) -> bool {
    if !inference.facts.is_empty() {
        return force(model, known, &[inference.rule], &inference.facts);
    }
    let mut engine = engine_for(model, &[inference.rule]);
    engine.assume(known.facts());
    engine.solve() == Answer::None
}

/// Proves an argument line by line; no lemma has a rule to spare. Returns the rules it takes.
fn prove_argument(model: &Model, known: &Board, argument: &Argument) -> BTreeSet<RuleId> {
    let mut now = known.clone();
    now.extend(argument.suppose);
    let mut rules = BTreeSet::new();
    for i in 0..=argument.inferences.len() {
        let mut before = now.clone();
        for (number, lemma) in argument.lemmas.iter().enumerate().filter(|(_, lemma)| lemma.after == i) {
            if lemma.known == number {
                before = now.clone();
            }
            prove(model, &mut before.clone(), &lemma.step);
            prove_argument(model, &before, &lemma.argument);
            rules.extend(&lemma.step.rules);
            now.extend(lemma.step.facts.iter().copied());
        }
        if let Some(inference) = argument.inferences.get(i) {
            assert!(says(model, &now, inference), "{inference:?}");
            rules.insert(inference.rule);
            now.extend(inference.facts.iter().copied());
        }
    }
    let ends = argument.inferences.last().is_some_and(|last| last.facts.is_empty());
    assert_eq!(!argument.cases.is_empty(), !ends, "a contradiction or cases: {argument:?}");
    if let [first, second] = &argument.cases[..] {
        assert_eq!(first.suppose.map(Fact::opposite), second.suppose);
    }
    rules.extend(argument.cases.iter().flat_map(|case| prove_argument(model, &now, case)));
    rules
}

/// Explains a puzzle and proves every step.
fn proven_walkthrough(puzzle: &Puzzle) -> Walkthrough {
    let model = puzzle.model();
    let mut known = Board::open(model.atom_count());
    let walkthrough = puzzle.explain();
    walkthrough.trivial.iter().for_each(|step| prove(model, &mut known, step));
    for explained in &walkthrough.steps {
        if explained.step.depth == Depth::Lemmas {
            let argument = explained.explanation.argument.as_ref().unwrap();
            let rules = prove_argument(model, &known, argument);
            assert_eq!(rules, explained.step.rules.iter().copied().collect(), "{argument:?}");
        }
        prove(model, &mut known, &explained.step);
        explained.trivial.iter().for_each(|step| prove(model, &mut known, step));

        let text = explained.explanation.text();
        assert!(text.ends_with('.') && !text.contains("  ") && !text.contains(" ,"), "{text}");
    }
    assert_eq!(known, walkthrough.known);
    walkthrough
}

pub fn read(text: &str) -> Puzzle {
    Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn examples() {
    for genre in registry::ALL {
        let walkthrough = proven_walkthrough(&read(genre.example));
        assert_eq!(walkthrough.ending, Ending::Solved, "{}", genre.id);
        let has_name = walkthrough.steps.iter().any(|explained| explained.explanation.technique.is_some());
        assert_eq!(has_name, !genre.techniques.is_empty(), "{}", genre.id);
    }
}

/// The facts a step names imply the rest of it trivially, and they show in its picture.
#[test]
fn what_is_told_and_shown_of_a_step_is_all_of_it() {
    let examples = registry::ALL.iter().map(|genre| genre.example);
    let mut linked = [0, 0];
    for puzzle in examples.chain(SUDOKUS).map(read) {
        let model = puzzle.model();
        let mut known = Board::open(model.atom_count());
        let walkthrough = puzzle.explain();
        known.extend(walkthrough.trivial.iter().flat_map(|step| step.facts.iter().copied()));
        let pictures: Vec<_> = walkthrough.pictures().collect();
        for (explained, picture) in walkthrough.steps.iter().zip(&pictures[1..]) {
            let news = &explained.explanation.news;
            assert!(!news.is_empty() && news.iter().all(|fact| explained.step.facts.contains(fact)));
            let mut then = known.clone();
            then.extend(news.iter().copied());
            let mut explainer = Explainer::new(&puzzle, &then);
            explainer.take_trivial();
            for fact in &explained.step.facts {
                let value = if fact.holds { Value::Yes } else { Value::No };
                assert_eq!(explainer.known().get(fact.atom), value, "{}", explained.explanation.text());
            }
            for fact in news {
                let (cell, note) = puzzle.candidate_of(fact.atom);
                let (before, shown) =
                    (&picture.plain.tiles[cell.index()], &picture.marked.tiles[cell.index()]);
                assert!(matches!(shown.ink, Ink::New | Ink::Gone) && shown.ink != before.ink);
                // What is ruled out is struck, what is new is circled; neither hides the candidates that were there.
                if note > 0 && !fact.holds && shown.ink == Ink::Gone {
                    assert!(before.notes.contains(&note) && shown.struck.contains(&note));
                }
                if note > 0 && fact.holds && !before.notes.is_empty() {
                    assert!(shown.circled.contains(&note) && shown.glyph == before.glyph);
                }
                assert_eq!(before.notes, shown.notes);
            }
            // A link stands for a rule of the step.
            for link in &picture.marked.links {
                let is_linked = explained.step.rules.iter().any(|rule| {
                    let atoms = model.rule_atoms(model.get(*rule));
                    let spots: Vec<_> = atoms.map(|(atom, _)| puzzle.candidate_of(atom)).collect();
                    [link.from, link.to].iter().all(|spot| spots.contains(&(spot.cell, spot.note)))
                });
                assert!(is_linked, "{link:?}: {}", explained.explanation.text());
                linked[link.kind as usize] += 1;
            }
            let cells: Vec<_> = news.iter().map(|fact| puzzle.candidate_of(fact.atom).0).collect();
            for (cell, tile) in puzzle.grid().cells().zip(&picture.marked.tiles) {
                let is_marked = matches!(tile.ink, Ink::New | Ink::Gone) || !tile.struck.is_empty();
                assert_eq!(is_marked, cells.contains(&cell), "{}", explained.explanation.text());
            }
            known.extend(explained.facts());
        }
    }
    assert!(linked.iter().all(|number| *number > 0), "strong and weak links: {linked:?}");
}

#[test]
fn steps_are_told_by_what_is_there() {
    for (board, told) in [
        (
            "gridwright lightup wrapping=yes\n..1..\n",
            "seen by all that the wall has left: The 1 at r1c3 needs 1 bulb among r1c2 and r1c4; \
             r1c1 and r1c5 see both, so r1c1 and r1c5 hold no bulbs.",
        ),
        (
            "gridwright yosenabe\n..1..\n....1\n.....\n.....\n..3..\nareas:\n...BB\n..AA.\n.CC..\n.....\n.....\n",
            "would block a number: Every way left to the 3 at r5c3 covers r3c3, so the 1 at r1c3 does not move to r3c3.",
        ),
    ] {
        let explanation = &proven_walkthrough(&read(board)).steps[0].explanation;
        assert_eq!(format!("{}: {}", explanation.kind, explanation.text()), told);
    }
}

/// What a step begins with is "it" at its end, unless that could be something else as well.
#[test]
fn nothing_is_named_twice() {
    let texts_of = |puzzle: &str| -> Vec<String> {
        proven_walkthrough(&read(puzzle)).steps.iter().map(|step| step.explanation.text()).collect()
    };
    let yosenabe =
        "gridwright yosenabe\n2....\n.....\n..1..\n.....\n.....\nareas:\n..AA.\n.....\n....B\n.....\n.....\n";
    assert!(
        texts_of(yosenabe).contains(&"The 1 at r3c3 has only one way left, so it moves to r3c5.".to_string())
    );
    let sudokus: Vec<String> = SUDOKUS.iter().flat_map(|board| texts_of(board)).collect();
    let begins_with_two = |text: &&String| text.split(' ').nth(1) == Some("and");
    let pairs: Vec<&String> = sudokus.iter().filter(begins_with_two).collect();
    assert!(!pairs.is_empty() && pairs.iter().all(|text| !text.contains(", so it ")), "{pairs:?}");
    assert!(
        sudokus.iter().any(|text| text.contains("is the last empty cell") && text.contains(", so it is "))
    );
    let wing = texts_of("........2......5..73.........136.9......7..8.8.2.5..1......9...9.31...7.5...8.69.");
    assert!(wing.iter().any(|text| text.ends_with(
        "if it is 8, the pincer r8c7 is 2, so r8c5 is not 2, and then r3c5 is 2, r3c7 is 8, r3c9 is 1 and r8c7 is 2."
    )));
}

#[test]
fn several_solutions_are_explained_up_to_what_they_share() {
    let puzzle = read("gridwright lightup\n..\n..\n");
    let walkthrough = proven_walkthrough(&puzzle);
    assert_eq!(walkthrough.ending, Ending::Shared);
    let ending = walkthrough.ending_in_words();
    assert!(ending.ends_with("they differ at r1c1, r1c2, r2c1 and r2c2."), "{ending}");
}

#[test]
fn without_a_solution_what_clashes_is_told() {
    let puzzle = read("gridwright lightup\n.3\n..\n");
    let walkthrough = proven_walkthrough(&puzzle);
    assert!(
        matches!(&walkthrough.ending, Ending::Clash(rules) if rules.len() == 1),
        "{:?}",
        walkthrough.ending
    );
}

fn grade(text: &str) -> Grade {
    read(text).rate().unwrap_or_else(|error| panic!("{error:?}: {text}"))
}

pub const SUDOKUS: [&str; 4] = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
];

pub const STAR_BATTLES: [&str; 2] = [
    "gridwright starbattle stars=2\nBBAAAAAAC\nBBAAAAACC\nBAAAGGGEC\nBFIIGGEEC\nFFIIIEEEC\nFFFFEEEEC\nFFFFEDEEE\n\
     FHHHEDEEE\nHHHHHDEEE\n",
    "gridwright starbattle stars=2\nAAGFFEEEEE\nGAGGFEEECC\nGAGGFEEEEC\nGGGGFEEECC\nBGGGGGIECC\nBGGGGIIEHC\n\
     BGGGGIIEHH\nBBGGGIDDHH\nBJJJJDDHHH\nBJJJDDDHHH\n",
];

/// Where players count, so do we: no step is long, most have a name, and the numbers told clash.
#[test]
fn star_battles_are_counted_out() {
    let mut sums = 0;
    for puzzle in STAR_BATTLES.map(read) {
        let walkthrough = proven_walkthrough(&puzzle);
        assert_eq!(walkthrough.ending, Ending::Solved);
        for explained in &walkthrough.steps {
            let text = explained.explanation.text();
            assert!(text.split(' ').count() <= 60, "{text}");
            assert!(explained.explanation.technique.is_some(), "{text}");
            sums += usize::from(explained.step.depth == Depth::Sum);
        }
    }
    assert!(sums >= 4, "{sums}");
}

/// Some of the hardest boards there are.
const HARDEST_SUDOKUS: [&str; 3] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
];

/// No step of the hardest boards is too long to follow: what takes long is divided into lemmas, each a few rules.
#[test]
fn the_hardest_boards_are_told_by_lemmas() {
    let mut lemmas = 0;
    for puzzle in HARDEST_SUDOKUS.map(read) {
        let walkthrough = proven_walkthrough(&puzzle);
        assert_eq!(walkthrough.ending, Ending::Solved);
        let drawn = draw_lemmas(&walkthrough);
        let page = page(&walkthrough, "lemmas");
        assert_eq!(page.matches("<figure>\n<svg").count(), drawn, "each is folded in its lemma");
        assert!(page.matches("<details class=\"lemma\">").count() == drawn);
        for explained in &walkthrough.steps {
            let text = explained.explanation.text();
            assert!(text.split(' ').count() <= 500, "{text}");
            for lemma in &explained.explanation.why.lemmas {
                lemmas += 1;
                let text = lemma.text();
                assert!(text.split(' ').count() <= 70, "{text}");
            }
        }
    }
    assert!(lemmas > 10, "{lemmas}");
}

/// Each lemma has a picture with what it says on it; returns how many there are.
fn draw_lemmas(walkthrough: &Walkthrough) -> usize {
    fn told(why: &Reason) -> Vec<&Explanation> {
        why.lemmas.iter().chain(why.cases.iter().flat_map(told)).collect()
    }
    let mut drawn = 0;
    let pictures: Vec<_> = walkthrough.pictures().collect();
    for (explained, picture) in walkthrough.steps.iter().zip(&pictures[1..]) {
        let told = told(&explained.explanation.why);
        assert_eq!(picture.lemmas.len(), told.len());
        for (lemma, picture) in told.iter().zip(&picture.lemmas) {
            for fact in &lemma.news {
                let (cell, _) = walkthrough.puzzle.candidate_of(fact.atom);
                assert!(
                    matches!(picture.marked.tiles[cell.index()].ink, Ink::New | Ink::Gone),
                    "{}",
                    lemma.text()
                );
            }
            drawn += 1;
        }
    }
    drawn
}

/// Squares overlap: two of them have both stars, but it is one mistake.
#[test]
fn stars_side_by_side_are_told_once() {
    let puzzle = read(STAR_BATTLES[0]);
    let mut position = puzzle.blank();
    for name in ["r2c2 star", "r2c3 star"] {
        position.board.set(puzzle.atom_named(name).unwrap(), Value::Yes);
    }
    let check = puzzle.check(&position).unwrap();
    assert_eq!(check.broken.len(), 2, "two squares");
    let told = CheckView::new(&puzzle, &position, &check).broken;
    let told: Vec<&str> = told.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(told, ["the stars at r2c2 and r2c3 touch"]);
}

/// The numbers below a bound in random order.
fn shuffled(length: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    (1..length).rev().for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
    order
}

/// Other names for the digits, rows and columns of a band changed about, perhaps the board on its side.
fn disguised(line: &str, random: &mut Random) -> String {
    let names = shuffled(9, random);
    let mut lines = || -> Vec<usize> {
        shuffled(3, random)
            .into_iter()
            .flat_map(|band| shuffled(3, random).into_iter().map(move |i| band * 3 + i))
            .collect()
    };
    let (rows, cols) = (lines(), lines());
    let is_turned = random.below(2) == 0;
    let at = |i: usize| {
        let (row, col) = (rows[i / 9], cols[i % 9]);
        let cell = if is_turned { col * 9 + row } else { row * 9 + col };
        match line.as_bytes()[cell] {
            b'.' => '.',
            digit => char::from(b'1' + names[usize::from(digit - b'1')] as u8),
        }
    };
    (0..81).map(at).collect()
}

#[test]
fn a_disguised_board_has_the_same_grade() {
    let mut random = Random::new(7);
    for line in SUDOKUS {
        let expected = grade(line);
        for _ in 0..5 {
            let other = disguised(line, &mut random);
            assert_ne!(other, line);
            assert_eq!(grade(&other), expected, "{line} {other}");
        }
    }
}

/// Rows of characters, turned by a quarter.
fn turned(rows: &str) -> String {
    let rows: Vec<Vec<char>> = rows.lines().map(|row| row.chars().collect()).collect();
    let row = |col: usize| rows.iter().rev().map(|row| row[col]).collect::<String>() + "\n";
    (0..rows[0].len()).map(row).collect()
}

#[test]
fn a_turned_board_has_the_same_grade() {
    for genre in registry::ALL {
        // Goals and givens are named by areas or stand in rows of their own, so each block of rows is turned.
        let (header, body) = genre.example.split_once('\n').unwrap();
        let mut text = format!("{header}\n");
        let mut block = String::new();
        for line in body.lines().chain([":"]) {
            if line.contains(':') {
                text += &if block.is_empty() { String::new() } else { turned(&block) };
                block.clear();
                text += &format!("{line}\n");
            } else {
                block += &format!("{line}\n");
            }
        }
        let text = text.strip_suffix(":\n").unwrap();
        assert_ne!(text, genre.example);
        assert_eq!(grade(text), grade(genre.example), "{text}");
    }
}

/// Makes `number` puzzles of each genre and of several sizes, and proves every step of their explanations.
fn prove_generated(number: u64, seed: u64) {
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
        for side in [4, 6, 8, 9] {
            let spec = Spec { minimal: side % 4 == 0, ..Spec::new(genre).square(side) };
            let mut generator = Generator::new(spec).unwrap();
            for index in 0..number.div_ceil(4) {
                let Outcome::Found(made) = generator.make(seed, index) else { panic!("{}", genre.id) };
                let walkthrough = proven_walkthrough(&made.puzzle);
                assert_eq!(walkthrough.ending, Ending::Solved, "{:?}", made.puzzle.board());
                assert_eq!(walkthrough.known, made.solution, "{:?}", made.puzzle.board());
            }
        }
    }
}

#[test]
fn every_step_for_generated_puzzles_is_proven() {
    prove_generated(12, 1);
}

#[test]
#[ignore = "takes minutes"]
fn every_step_for_thousands_of_generated_puzzles_is_proven() {
    prove_generated(2000, 2);
}

// Boards that none of us wrote; set `GRIDWRIGHT_DATA` to their folder and run with `-- --ignored`.

/// Boards that none of us wrote: the lines of a file, or the files of a folder.
fn real_boards(path: &str) -> Vec<String> {
    let root = std::env::var("GRIDWRIGHT_DATA").expect("GRIDWRIGHT_DATA names the folder of the data");
    let path = Path::new(&root).join(path);
    if path.is_dir() {
        let mut files: Vec<_> = path.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "lp"));
        files.sort();
        return files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    }
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(str::to_string).collect()
}

/// The same for every board, on all processors, in the order of the boards.
fn for_each_board<T: Send>(boards: &[String], work: impl Fn(&str) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let one_after_the_other = || {
        while let Some((i, board)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, boards.get(i)?)))
        {
            let result = work(board);
            results.lock().unwrap().insert(i, result);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| {
            scope.spawn(one_after_the_other);
        });
    });
    results.into_inner().unwrap().into_values().collect()
}

#[test]
#[ignore = "needs GRIDWRIGHT_DATA"]
fn real_boards_are_explained_to_the_end_and_rated() {
    let mut page = String::from(
        "# Published boards\n\nHow often each technique occurs when `gridwright explain` solves boards that other people published \
         (trivial deductions are not counted), how many words steps take with all their lemmas, and how our ratings agree with \
         published difficulty. A test explains every board to the end, proves each step again and writes this page.\n",
    );
    let sets = [
        ("lightup/boards.jsonl", "Light Up", usize::MAX),
        ("starbattle/boards.jsonl", "Star Battle", usize::MAX),
        ("suguru/boards.jsonl", "Suguru", usize::MAX),
        ("suguru/graded.jsonl", "Suguru, graded", usize::MAX),
        ("yosenabe/instances", "Yosenabe", usize::MAX),
        ("sudoku/asp", "Sudoku, of a course", usize::MAX),
        ("sudoku/clue17_1000.txt", "Sudoku with 17 clues", usize::MAX),
        ("sudoku/top_500.txt", "Sudoku, hard", usize::MAX),
        ("sudoku/hardest_500.txt", "Sudoku, hardest", HARDEST),
    ];
    for (path, title, most) in sets {
        write_techniques(&mut page, &real_boards(path)[..], title, most);
    }
    write_suguru_ratings(&mut page);
    write_sudoku_ratings(&mut page);
    write_explainer_ratings(&mut page);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/published-boards.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file, page).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(file).unwrap(), page, "run with UPDATE_DOCS=1");
    }
}

/// Only this many of the hardest puzzles are explained every time; the others take half an hour.
const HARDEST: usize = 50;

#[test]
#[ignore = "needs GRIDWRIGHT_DATA and half an hour"]
fn all_of_the_hardest_boards_are_explained_to_the_end() {
    for_each_board(&real_boards("sudoku/hardest_500.txt")[HARDEST..], |board| {
        assert_eq!(proven_walkthrough(&read(board)).ending, Ending::Solved, "{board}");
    });
}

/// Steps of more words are long.
const MANY_WORDS: usize = 60;

fn write_techniques(page: &mut String, boards: &[String], title: &str, most: usize) {
    let boards = &boards[..boards.len().min(most)];
    let steps_of = |board: &str| -> Vec<(bool, String, usize)> {
        let walkthrough = proven_walkthrough(&read(board));
        assert!(matches!(walkthrough.ending, Ending::Solved | Ending::Shared), "{title}: {board}");
        let without_a_name =
            |kind: &str| format!("{} without a name", kind.split(" over").next().unwrap_or(kind));
        let name = |explanation: &Explanation| match explanation.technique {
            Some(technique) => technique.name.to_string(),
            None => without_a_name(&explanation.kind),
        };
        let words = |explanation: &Explanation| explanation.text().split_whitespace().count();
        let steps = walkthrough.steps.iter().map(|explained| &explained.explanation);
        steps.map(|own| (own.technique.is_some(), name(own), words(own))).collect()
    };
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let (mut number, mut named, mut long, mut longest) = (0, 0, 0, 0);
    for (has_name, name, words) in for_each_board(boards, steps_of).into_iter().flatten() {
        *names.entry(name).or_default() += 1;
        number += 1;
        named += usize::from(has_name);
        long += usize::from(words > MANY_WORDS);
        longest = longest.max(words);
    }
    let share = |part: usize| 100.0 * part as f64 / number as f64;
    let mut names: Vec<(String, usize)> = names.into_iter().collect();
    names.sort_by_key(|(name, number)| (std::cmp::Reverse(*number), name.clone()));
    let _ = writeln!(
        page,
        "\n## {title}: {} boards\n\n{number} steps, {:.1} % with a name; {:.2} % take more than {MANY_WORDS} words, the longest \
         {longest}.\n\n| step | times | a board |\n|---|---|---|",
        boards.len(),
        share(named),
        share(long)
    );
    for (name, number) in names {
        let _ = writeln!(page, "| {name} | {number} | {:.2} |", number as f64 / boards.len() as f64);
    }
}

fn rating(board: &str) -> f64 {
    grade(board).rating().hundredths() as f64
}

/// The rank of each value, equal ones sharing the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let same = |value: f64| values.iter().filter(|other| **other == value).count() as f64;
    values.iter().map(|value| below(*value) + (same(*value) - 1.0) / 2.0).collect()
}

fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() - 1) as f64 / 2.0;
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

fn write_suguru_ratings(page: &mut String) {
    let _ = writeln!(
        page,
        "\n## Our ratings and published difficulty\n\nRank correlation over graded Suguru boards, overall and as the mean of those within \
         each of their sizes, with what we aim at in brackets:\n\n| | boards | overall | within a size |\n|---|---|---|---|",
    );
    for (path, aims) in [
        ("suguru/graded.jsonl", [(0.82, 0.60), (0.92, 0.80)]),
        ("suguru/graded_more.jsonl", [(0.80, 0.60), (0.92, 0.80)]),
    ] {
        let lines = real_boards(path);
        let ratings = for_each_board(&lines, |board| grade(board).work());
        let published: Vec<serde_json::Value> =
            lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let size = |board: &serde_json::Value| (board["rows"].as_u64(), board["cols"].as_u64());
        let mut sizes: Vec<_> = published.iter().map(size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for (key, aim) in ["published_difficulty", "published_work"].into_iter().zip(aims) {
            let values: Vec<f64> = published.iter().map(|board| board[key].as_f64().unwrap()).collect();
            let overall = rank_correlation(&ratings, &values);
            let within = |wanted| {
                let own = (0..lines.len()).filter(|i| size(&published[*i]) == wanted);
                let (ours, theirs): (Vec<f64>, Vec<f64>) = own.map(|i| (ratings[i], values[i])).unzip();
                rank_correlation(&ours, &theirs)
            };
            let inner = sizes.iter().map(|size| within(*size)).sum::<f64>() / sizes.len() as f64;
            assert!(overall >= aim.0 && inner >= aim.1, "{path} {key}: {overall} {inner}");
            let (name, number) = (key.replace('_', " "), lines.len());
            let _ = writeln!(
                page,
                "| {name} | {number} | {overall:.3} ({:.2}) | {inner:.3} ({:.2}) |",
                aim.0, aim.1
            );
        }
    }
}

fn write_sudoku_ratings(page: &mut String) {
    let sets = [
        ("sudoku/clue17_1000.txt", "17 clues"),
        ("sudoku/top_500.txt", "hard"),
        ("sudoku/hardest_500.txt", "hardest"),
    ];
    let _ = writeln!(
        page,
        "\nRatings of Sudokus, 50 boards of each list:\n\n| list | lowest | median | highest |\n|---|---|---|---|"
    );
    let mut before: Option<Vec<f64>> = None;
    for (path, name) in sets {
        let mut ratings = for_each_board(&real_boards(path)[..50], rating);
        ratings.sort_by(f64::total_cmp);
        let shown = [0, ratings.len() / 2, ratings.len() - 1].map(|i| format!("{:.2}", ratings[i] / 100.0));
        let _ = writeln!(page, "| {name} | {} |", shown.join(" | "));
        if let Some(easier) = before {
            let pairs = easier.iter().flat_map(|a| ratings.iter().map(move |b| f64::from(u8::from(a < b))));
            let harder = pairs.sum::<f64>() / (easier.len() * ratings.len()) as f64;
            assert!(harder > 0.85, "{name}: {harder}");
        }
        before = Some(ratings);
    }
}

/// How our ratings agree with those of Sudoku Explainer.
fn write_explainer_ratings(page: &mut String) {
    let (boards, theirs): (Vec<String>, Vec<f64>) = real_boards("sudoku/se_rated.tsv")
        .iter()
        .filter_map(|line| line.split_once('\t'))
        .map(|(board, rating)| (board.to_string(), rating.trim().parse::<f64>().unwrap()))
        .unzip();
    let ours: Vec<f64> = for_each_board(&boards, rating).iter().map(|rating| rating / 100.0).collect();
    let near = ours.iter().zip(&theirs).filter(|(ours, theirs)| (*ours - *theirs).abs() < 0.301).count();
    let near = near as f64 / ours.len() as f64;
    let overall = rank_correlation(&ours, &theirs);
    let between: Vec<usize> = (0..ours.len()).filter(|i| (6.0..=9.0).contains(&theirs[*i])).collect();
    let of = |ratings: &[f64]| -> Vec<f64> { between.iter().map(|i| ratings[*i]).collect() };
    let inner = rank_correlation(&of(&ours), &of(&theirs));
    assert!(near >= 0.85 && overall >= 0.98 && inner >= 0.65, "{near} {overall} {inner}");
    assert!(ours.iter().all(|rating| *rating <= 12.0));
    let _ = writeln!(
        page,
        "\nOf {} Sudokus with a rating by Sudoku Explainer, {:.0} % are within 0.3 of it; rank correlation {overall:.3}, and \
         {inner:.2} among the {} that it rates from 6 to 9.",
        ours.len(),
        100.0 * near,
        between.len()
    );
}
