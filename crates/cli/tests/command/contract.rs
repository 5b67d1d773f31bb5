//! The contract: the library and the command give the same answers to the same questions, byte for byte, and those are
//! the answers that are kept in `contract/`.

use crate::running::{Scratch, run};
use gridwright::ask::{Question, SheetQuestion, SpecQuestion, Subject, ask};
use gridwright::explain::Stage;
use gridwright::view::{
    CheckView, ClashView, CluesView, CommonView, CompletionView, CountView, DistinctionView, Document,
    DrillView, FailureView, GeneratedView, GenreView, GenresView, GradeView, HintView, MarginalsView,
    MinimisedView, SampleView, SceneView, SheetView, SolutionsView, StatusView, TechniquesView, TextView,
    WalkthroughView,
};
use gridwright::{Limits, Session, registry};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// All questions: every verb about every genre's example, positions, other formats, and what is refused.
fn questions() -> Vec<Question> {
    let mut all = vec![Question::Genres {}];
    for genre in registry::ALL {
        let about = |puzzle: &str| Subject { puzzle: puzzle.to_string(), ..Subject::default() };
        let example = about(genre.example);
        all.push(Question::Genre { genre: genre.id.to_string() });
        all.push(Question::Techniques { genre: genre.id.to_string() });
        let technique = genre.techniques.iter().find(|technique| technique.hardness.tenths() > 11).unwrap();
        let (technique, id) = (technique.name.to_string(), Some(genre.id.to_string()));
        all.push(Question::Drill { technique, genre: id, number: 1, seed: 3, steps: Some(20) });
        all.extend([Question::Status(example.clone()), Question::First(example.clone())]);
        all.extend([Question::Count(example.clone()), Question::Marginals(example.clone())]);
        all.extend([Question::Common(example.clone()), Question::Rate(example.clone())]);
        all.extend([Question::Explain(example.clone()), Question::Scene(example.clone())]);
        all.extend([Question::Clues(example.clone()), Question::Clash(example.clone())]);
        let native = "native".to_string();
        all.push(Question::Distinguish(example.clone()));
        all.push(Question::Minimise { subject: example.clone(), seed: 2, to: native });
        let subject = example.clone();
        all.push(Question::Solutions { subject: subject.clone(), limit: None });
        all.push(Question::Sample { subject: subject.clone(), number: 2, seed: 3 });
        for to in genre.written() {
            all.push(Question::Convert { subject: subject.clone(), to: to.to_string() });
        }
        all.push(Question::Convert { subject, to: "nonsense".to_string() });
        // A position that is right, and one with a mistake.
        let mut session = Session::read(genre.example).unwrap();
        let solution = session.puzzle().solve().solution().unwrap();
        let free: Vec<_> = {
            let cells = session.puzzle().grid().cells();
            cells.flat_map(|cell| session.choices(cell).to_vec()).collect()
        };
        let names = |holds: bool| {
            let wanted = free.iter().filter(|atom| solution.is_yes(**atom) == holds);
            wanted.map(|atom| session.puzzle().atom_name(*atom)).collect::<Vec<_>>()
        };
        let (right, wrong) = (names(true), names(false));
        session.perform(&right[0]).unwrap();
        let begun = about(&session.record().unwrap());
        session.perform(&wrong[0]).unwrap();
        session.perform(wrong.last().unwrap()).unwrap();
        let mistaken = about(&session.record().unwrap());
        for subject in [&begun, &mistaken] {
            for deep in [false, true] {
                all.push(Question::Check { subject: subject.clone(), deep });
            }
            for stage in std::iter::successors(Some(Stage::FIRST), |stage| stage.next()) {
                all.push(Question::Hint { subject: subject.clone(), stage });
            }
            let hurried = Subject { steps: Some(40), ..subject.clone() };
            all.push(Question::Hint { subject: hurried, stage: Stage::LAST });
            all.push(Question::Status(Subject { from_position: true, ..subject.clone() }));
            all.push(Question::Scene(subject.clone()));
        }
        let spec = SpecQuestion { genre: genre.id.to_string(), seed: 7, ..SpecQuestion::default() };
        let sized = |side| SpecQuestion { rows: Some(side), cols: Some(side), ..spec.clone() };
        all.push(Question::Generate(sized(6)));
        all.push(Question::Generate(SpecQuestion { difficulty: Some("easy".to_string()), ..sized(6) }));
        all.push(Question::Generate(SpecQuestion { minimal: true, index: Some(2), ..sized(5) }));
        all.push(Question::Generate(sized(1000)));
    }
    let like =
        |example: &str| SpecQuestion { like: Some(example.to_string()), seed: 7, ..SpecQuestion::default() };
    all.push(Question::Generate(like("7x7:b1f2iB2g1Bi2fBb")));
    all.push(Question::Generate(like("2x2:d")));
    all.push(Question::Generate(like("2x2:e")));
    let to = |genre: &str, pattern: &str| SpecQuestion {
        genre: genre.to_string(),
        pattern: Some(pattern.to_string()),
        seed: 7,
        ..SpecQuestion::default()
    };
    all.push(Question::Generate(to("lightup", "#..#\n....\n#..#\n")));
    all.push(Question::Generate(to("lightup", "#..\n..\n")));
    all.push(Question::Generate(SpecQuestion { tries: Some(3), ..to("lightup", "...\n...\n") }));
    all.push(Question::Generate(to("sudoku", "xx..\n...x\nx...\n..xx\n")));
    all.push(Question::Generate(to("starbattle", "aab\nabb\nccc\n")));
    let small = ["2x2:d".to_string(), "4x4:dB1d02d".to_string(), "sudoku/4/4/i22j42i14".to_string()];
    let sheet =
        SheetQuestion { puzzles: small.to_vec(), title: "Small".to_string(), ..SheetQuestion::default() };
    let back = Some("back".to_string());
    all.push(Question::Sheet(SheetQuestion {
        per_page: Some(2),
        solutions: back,
        ink_saving: true,
        ..sheet.clone()
    }));
    all.push(Question::Sheet(SheetQuestion { large_print: true, no_rules: true, ..sheet.clone() }));
    all.push(Question::Sheet(SheetQuestion { puzzles: vec!["2x2:e".to_string()], ..sheet }));
    let about = |puzzle: &str| Subject { puzzle: puzzle.to_string(), ..Subject::default() };
    let many = about("14x14:zzzzzzzn");
    all.push(Question::Count(Subject { steps: Some(2000), ..many.clone() }));
    all.push(Question::Marginals(Subject { steps: Some(2000), ..many.clone() }));
    all.push(Question::Sample { subject: Subject { steps: Some(2000), ..many.clone() }, number: 1, seed: 0 });
    all.push(Question::Solutions { subject: many.clone(), limit: Some(3) });
    all.push(Question::Count(about("12x12:zzzzzn")));
    // Beyond what JavaScript can count: seeds and solutions.
    let seed = (1 << 53) + 1;
    all.push(Question::Sample { subject: about("2x2:d"), number: 1, seed });
    all.push(Question::Count(about(&format!("2x107:{}b", "bBB".repeat(53)))));
    all.push(Question::Status(about("2x1:a0")));
    all.push(Question::Explain(about("2x1:a0")));
    all.push(Question::Rate(about("2x1:a0")));
    all.push(Question::Clues(about("2x1:a0")));
    all.push(Question::Clash(about("3x2:0a1bB")));
    let open = about("5x5:BlBhBb");
    all.push(Question::Distinguish(open.clone()));
    let native = "native".to_string();
    for (fairest, pattern) in
        [(false, None), (true, None), (false, Some("x....\n".repeat(5))), (false, Some("x".to_string()))]
    {
        all.push(Question::Complete { subject: open.clone(), fairest, pattern, seed: 1, to: native.clone() });
    }
    all.push(Question::Clash(about("3x3:1c0c1")));
    all.push(Question::Status(many));
    let options = [("wrapping".to_string(), "yes".to_string())].into();
    all.push(Question::Status(Subject { options, ..about("3x3:d4d") }));
    let options = [("wrapping".to_string(), "perhaps".to_string())].into();
    all.push(Question::Status(Subject { options, ..about("3x3:d4d") }));
    for puzzle in ["", "2x2:e", "gridwright slither\n..\n", "[[1]]", "{\"grid\":[\".\",\"..\"]}", "1234"] {
        all.push(Question::Status(about(puzzle)));
    }
    // Names that no genre has, or several.
    for technique in ["magic", "naked pair"].map(str::to_string) {
        all.push(Question::Drill { technique, genre: None, number: 1, seed: 1, steps: None });
    }
    let forced = |format: &str| Some(format.to_string());
    all.push(Question::Status(Subject { format: forced("level"), ..about("..X\n1..\n...") }));
    all.push(Question::Status(Subject { genre: forced("sudoku"), ..about("1...\n...2\n.3..\n....") }));
    // What a reader passes over is said along with the answer, by every kind of document.
    let flagged = about("https://puzz.link/p?akari/d/7/7/hbjcm.ck1.ocj.h");
    all.push(Question::Status(flagged.clone()));
    all.push(Question::Solutions { subject: flagged.clone(), limit: None });
    all.push(Question::Sample { subject: flagged.clone(), number: 1, seed: 0 });
    all.push(Question::Hint { subject: flagged.clone(), stage: Stage::FIRST });
    all.extend([Question::Explain(flagged.clone()), Question::Scene(flagged.clone())]);
    all.push(Question::Convert { subject: flagged, to: "native".to_string() });
    // Some formats cannot say everything.
    let options = [("stop".to_string(), "any".to_string())].into();
    let example = registry::ALL.iter().find(|genre| genre.options.iter().any(|option| option.key == "stop"));
    let lines = Subject { options, ..about(example.unwrap().example) };
    all.push(Question::Convert { subject: lines, to: "puzzlink".to_string() });
    all
}

/// The arguments of the command that asks the same about a file, where the command can.
fn arguments(question: &Question, file: &str) -> Option<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let about = |command: &[&str], subject: &Subject| {
        let mut args = words(command);
        args.push(file.to_string());
        let pairs = subject.options.iter().flat_map(|(k, v)| ["--option".to_string(), format!("{k}={v}")]);
        args.extend(pairs);
        args.extend(subject.format.iter().flat_map(|format| ["--from".to_string(), format.clone()]));
        args.extend(subject.genre.iter().flat_map(|genre| ["--genre".to_string(), genre.clone()]));
        args.extend(subject.from_position.then(|| "--from-position".to_string()));
        args.extend(subject.steps.iter().flat_map(|steps| ["--steps".to_string(), steps.to_string()]));
        args
    };
    let mut args = match question {
        Question::Status(subject) => about(&["solve"], subject),
        Question::First(subject) => about(&["solve", "--first"], subject),
        Question::Solutions { subject, limit: None } => about(&["solve", "--all"], subject),
        Question::Solutions { subject, limit: Some(limit) } => {
            about(&["solve", "--limit", &limit.to_string()], subject)
        }
        Question::Count(subject) => about(&["count"], subject),
        Question::Marginals(subject) => about(&["count", "--atoms"], subject),
        Question::Sample { subject, number, seed } => {
            about(&["sample", "-n", &number.to_string(), "--seed", &seed.to_string()], subject)
        }
        Question::Common(subject) => about(&["common"], subject),
        Question::Check { subject, deep } => {
            about(if *deep { &["check", "--deep"] } else { &["check"] }, subject)
        }
        Question::Hint { subject, stage } => about(&["hint", "--stage", &stage.to_string()], subject),
        Question::Explain(subject) => about(&["explain"], subject),
        Question::Rate(subject) => about(&["rate"], subject),
        Question::Clues(subject) => about(&["clues"], subject),
        Question::Clash(subject) => about(&["clash"], subject),
        Question::Distinguish(subject) => about(&["distinguish"], subject),
        // The command reads patterns from files.
        Question::Complete { pattern: Some(_), .. } => return None,
        Question::Complete { subject, fairest, seed, to, .. } => {
            let aim = if *fairest { "--fairest" } else { "--fewest" };
            about(&["complete", aim, "--seed", &seed.to_string(), "--to", to], subject)
        }
        Question::Minimise { subject, seed, to } => {
            about(&["minimise", "--seed", &seed.to_string(), "--to", to], subject)
        }
        // The parser of options refuses unknown names by itself; a history is written along with a puzzle.
        Question::Convert { to, .. } if to == "nonsense" => return None,
        Question::Convert { subject, to } => about(&["convert", "--to", to], subject),
        Question::Scene(subject) => {
            let mut args = about(&["show", "--to", "scene"], subject);
            args.push("--color=never".to_string());
            return Some(args);
        }
        Question::Generate(spec) => {
            // The command makes all puzzles up to a number.
            if spec.index.is_some() || spec.pattern.is_some() {
                return None;
            }
            if let Some(example) = &spec.like {
                let seed = spec.seed.to_string();
                let mut args = words(&["generate", "--like", example, "--seed", &seed, "--jobs", "1"]);
                args.push("--json".to_string());
                return Some(args);
            }
            let mut args = words(&["generate", &spec.genre, "--seed", &spec.seed.to_string(), "--jobs", "1"]);
            let (rows, cols) = (spec.rows.unwrap(), spec.cols.unwrap());
            args.extend(["--size".to_string(), format!("{cols}x{rows}")]);
            args.extend(spec.difficulty.iter().flat_map(|word| ["--difficulty".to_string(), word.clone()]));
            args.extend(spec.minimal.then(|| "--minimal".to_string()));
            args
        }
        Question::Sheet(sheet) => {
            let mut args = words(&["sheet"]);
            args.extend(sheet.puzzles.iter().cloned());
            args.extend(
                [("--title".to_string(), sheet.title.clone())].into_iter().flat_map(<[String; 2]>::from),
            );
            let named = [("--paper", &sheet.paper), ("--solutions", &sheet.solutions)];
            for (option, value) in named {
                args.extend(value.iter().flat_map(|value| [option.to_string(), value.clone()]));
            }
            args.extend(sheet.per_page.iter().flat_map(|n| ["--per-page".to_string(), n.to_string()]));
            let flags = [
                ("--no-rules", sheet.no_rules),
                ("--no-difficulty", sheet.no_difficulty),
                ("--large-print", sheet.large_print),
                ("--ink-saving", sheet.ink_saving),
            ];
            args.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.to_string()));
            args
        }
        Question::Genres {} => words(&["genres"]),
        Question::Genre { genre } => words(&["rules", genre]),
        Question::Techniques { genre } => words(&["techniques", genre]),
        Question::Drill { technique, genre, number, seed, steps } => {
            let (number, seed) = (number.to_string(), seed.to_string());
            let mut args = words(&["drill", technique, "-n", &number, "--seed", &seed]);
            args.extend(genre.iter().flat_map(|genre| ["--genre".to_string(), genre.clone()]));
            args.extend(steps.iter().flat_map(|steps| ["--steps".to_string(), steps.to_string()]));
            args
        }
    };
    args.push("--json".to_string());
    Some(args)
}

/// The answer read as its view and written again.
fn again(question: &Question, answer: &str) -> String {
    fn through<T: Serialize + DeserializeOwned>(answer: &str) -> String {
        let document: Document<T> = serde_json::from_str(answer).unwrap_or_else(|e| panic!("{answer}: {e}"));
        document.to_json()
    }
    if answer.contains("\"status\":\"error\"") {
        return through::<FailureView>(answer);
    }
    match question {
        Question::Status(_) | Question::First(_) => through::<StatusView>(answer),
        Question::Solutions { .. } => through::<SolutionsView>(answer),
        Question::Count(_) => through::<CountView>(answer),
        Question::Marginals(_) => through::<MarginalsView>(answer),
        Question::Sample { .. } => through::<SampleView>(answer),
        Question::Common(_) => through::<CommonView>(answer),
        Question::Check { .. } => through::<CheckView>(answer),
        Question::Hint { .. } => through::<HintView>(answer),
        Question::Clues(_) => through::<CluesView>(answer),
        Question::Clash(_) => through::<ClashView>(answer),
        Question::Distinguish(_) => through::<DistinctionView>(answer),
        Question::Complete { .. } => through::<CompletionView>(answer),
        Question::Minimise { .. } => through::<MinimisedView>(answer),
        Question::Explain(_) => through::<WalkthroughView>(answer),
        Question::Rate(_) => through::<GradeView>(answer),
        Question::Convert { .. } => through::<TextView>(answer),
        Question::Scene(_) => through::<SceneView<'static>>(answer),
        Question::Generate(_) => through::<GeneratedView>(answer),
        Question::Sheet(_) => through::<SheetView>(answer),
        Question::Genres {} => through::<GenresView>(answer),
        Question::Genre { .. } => through::<GenreView>(answer),
        Question::Techniques { .. } => through::<TechniquesView>(answer),
        Question::Drill { .. } => through::<DrillView>(answer),
    }
}

/// Whether a key is null, which would better be left out; an empty cell of a grid may be.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(has_null),
        Value::Object(object) => object.values().any(|value| value.is_null() || has_null(value)),
        _ => false,
    }
}

fn contract(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contract").join(name)
}

fn kept(name: &str, lines: &[String]) {
    let path = contract(name);
    let text = lines.join("\n") + "\n";
    if std::env::var_os("UPDATE_CONTRACT").is_some() {
        return std::fs::write(path, text).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap();
    for (number, (before, now)) in before.lines().zip(text.lines()).enumerate() {
        assert_eq!(before, now, "{name}, line {}; UPDATE_CONTRACT=1 writes it anew", number + 1);
    }
    assert_eq!(before.lines().count(), lines.len(), "{name}; UPDATE_CONTRACT=1 writes it anew");
}

#[test]
fn the_library_and_the_command_keep_the_contract() {
    let scratch = Scratch::new("contract");
    let questions: Vec<Question> = questions();
    let written: Vec<String> =
        questions.iter().map(|question| serde_json::to_string(question).unwrap()).collect();
    let answers: Vec<String> = written.iter().map(|question| ask(question, &Limits::default())).collect();
    kept("questions.jsonl", &written);
    kept("answers.jsonl", &answers);
    let mut asked = 0;
    for (number, (question, answer)) in questions.iter().zip(&answers).enumerate() {
        assert!(!answer.contains("not a question"), "{}: {answer}", written[number]);
        assert_eq!(again(question, answer), *answer);
        assert!(!has_null(&serde_json::from_str(answer).unwrap()), "{answer}");
        let file = scratch.file(&format!("{number}"));
        if let Some(subject) = question.subject() {
            std::fs::write(&file, &subject.puzzle).unwrap();
        }
        let Some(args) = arguments(question, &file) else { continue };
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = run(&args);
        assert_eq!(ran.stdout, format!("{answer}\n"), "{args:?} {}", written[number]);
        asked += 1;
    }
    assert!(asked * 10 > questions.len() * 9, "{asked} of {}", questions.len());
}

/// What the command refuses, `ask` refuses as well, and says which key is wrong and where it stands.
#[test]
fn the_library_and_the_command_refuse_the_same() {
    for (ask_json, key, command) in [
        (r#"{"ask":"hint","puzzle":"4x4:p","stage":0}"#, Some("stage"), "hint 4x4:p --stage 0"),
        (r#"{"ask":"hint","puzzle":"4x4:p","stage":9}"#, Some("stage"), "hint 4x4:p --stage 9"),
        (
            r#"{"ask":"hint","puzzle":"4x4:p","from_position":true}"#,
            Some("from_position"),
            "hint 4x4:p --from-position",
        ),
        (r#"{"ask":"check","puzzle":"4x4:p","memory":9}"#, Some("memory"), "check 4x4:p --memory 9"),
        (r#"{"ask":"solutions","puzzle":"4x4:p","limit":0}"#, Some("limit"), "solve 4x4:p --limit 0"),
        (r#"{"ask":"sample","puzzle":"4x4:p","number":0}"#, Some("number"), "sample 4x4:p -n 0"),
        (r#"{"ask":"explain","puzzle":"4x4:p","steps":9}"#, Some("steps"), "explain 4x4:p --steps 9"),
        (r#"{"ask":"rate","puzzle":"4x4:p","steps":9}"#, Some("steps"), "rate 4x4:p --steps 9"),
        (r#"{"ask":"scene","puzzle":"4x4:p","steps":9}"#, Some("steps"), "show 4x4:p --steps 9"),
        (
            r#"{"ask":"rate","puzzle":"4x4:p","from_position":true}"#,
            Some("from_position"),
            "rate 4x4:p --from-position",
        ),
        (
            r#"{"ask":"clues","puzzle":"4x4:p","from_position":true}"#,
            Some("from_position"),
            "clues 4x4:p --from-position",
        ),
        (
            r#"{"ask":"minimise","puzzle":"4x4:p","from_position":true}"#,
            Some("from_position"),
            "minimise 4x4:p --from-position",
        ),
        (
            r#"{"ask":"generate","genre":"lightup","tries":0}"#,
            Some("tries"),
            "generate lightup --size 9 --tries 0",
        ),
        (
            r#"{"ask":"generate","genre":"lightup","index":0}"#,
            Some("index"),
            "generate lightup --size 9 --count 0",
        ),
        (
            r#"{"ask":"generate","genre":"lightup","walls":20,"wall_count":9}"#,
            Some("wall_count"),
            "generate lightup --size 9 --walls 20 --wall-count 9",
        ),
        (
            r#"{"ask":"generate","genre":"lightup","difficulty":"easy","min":2}"#,
            None,
            "generate lightup --size 9 --difficulty easy --min 2",
        ),
        (r#"{"ask":"genres","genre":"sudoku"}"#, Some("genre"), "genres sudoku"),
        (r#"{"ask":"count","puzzle":"4x4:p","step":9}"#, Some("step"), "count 4x4:p --step 9"),
        (r#"{"ask":"sample","puzzle":"4x4:p","nmber":9}"#, Some("nmber"), "sample 4x4:p --nmber 9"),
    ] {
        let answer = ask(ask_json, &Limits::default());
        let refused: Document<FailureView> =
            serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{ask_json}: {answer}"));
        let error = refused.view.error;
        if let Some(key) = key {
            assert!(error.message.contains(&format!("'{key}'")), "{ask_json}: {}", error.message);
            let column = ask_json.find(&format!("\"{key}\"")).unwrap() as u64 + 1;
            assert_eq!((error.line, error.column), (Some(1), Some(column)), "{ask_json}");
        }
        let args: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&args).code, Some(2), "{command}");
    }
}
