//! The help: commands in groups, options where they mean something, and examples that can be run.

use crate::running::{Scratch, boards, json, run};

/// The commands that the help of `path` lists.
fn commands(path: &[&str]) -> Vec<String> {
    let help = run(&[path, &["--help"]].concat()).stdout;
    let listed = help.split("\nOptions:").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")).filter_map(|line| {
        let name = line.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_string())
    });
    names.collect()
}

/// Every command with its help.
fn all_help() -> Vec<(String, String)> {
    let nested = commands(&["emulsion"]).into_iter().map(|name| format!("emulsion {name}"));
    let paths = commands(&[]).into_iter().filter(|name| name != "emulsion").chain(nested);
    let help = |path: &str| run(&[&path.split(' ').collect::<Vec<_>>()[..], &["--help"]].concat()).stdout;
    paths.map(|path| (path.clone(), help(&path))).collect()
}

#[test]
fn commands_are_listed_in_groups() {
    let help = run(&["--help"]).stdout;
    let headings: Vec<&str> = help
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.strip_suffix(':'))
        .collect();
    assert_eq!(headings, ["Solve", "Study", "Make", "Play", "Files", "The program itself", "Options"]);
    for words in
        ["  solve        Print a solution", "  generate     Make puzzles", "  batch        Work on many"]
    {
        assert_eq!(help.matches(words).count(), 1, "{words}: {help}");
    }
    assert_eq!(run(&["help"]).stdout, help);
    assert!(commands(&["emulsion"]).contains(&"play".to_string()));
}

#[test]
fn every_example_of_every_help_can_be_run() {
    let scratch = Scratch::new("examples");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (from, to) in [
        ("several.txt", "puzzle.txt"),
        ("batch.txt", "puzzles.txt"),
        ("yosenabe.txt", "instance.lp"),
        ("yosenabe-answers.txt", "answers.txt"),
    ] {
        std::fs::copy(root.join(from), scratch.0.join(to)).unwrap();
    }
    for (folder, from) in [("instances", "yosenabe.txt"), ("students/ada", "yosenabe-answers.txt")] {
        std::fs::create_dir_all(scratch.0.join(folder)).unwrap();
        std::fs::copy(root.join(from), scratch.0.join(folder).join("yosenabe.txt")).unwrap();
    }
    let puzzles = std::fs::read_to_string(scratch.0.join("puzzles.txt")).unwrap();
    let good: Vec<&str> = puzzles.lines().take(3).collect();
    std::fs::write(scratch.0.join("puzzles.txt"), good.join("\n")).unwrap();
    std::fs::copy(boards().join("none.txt"), scratch.0.join("impossible.txt")).unwrap();
    std::fs::write(scratch.0.join("game.txt"), "[Size \"4\"] b4b3").unwrap();

    let mut examples = 0;
    for (path, help) in all_help() {
        let given = help.split_once("Examples:\n").or(help.split_once("Example:\n"));
        let (_, lines) = given.unwrap_or_else(|| panic!("'{path}' has no examples: {help}"));
        for line in lines.lines() {
            let mut line = line.trim().to_string();
            assert!(line.starts_with("gridwright "), "{path}: {line}");
            // It serves the page until it is ended; the tests of packages do that.
            if path.ends_with("web") {
                continue;
            }
            // Nobody sits at a terminal here.
            if path.ends_with("play") && !line.ends_with("--plain") {
                line += " --plain";
            }
            let here = std::path::Path::new(env!("CARGO_BIN_EXE_gridwright")).parent().unwrap();
            let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap_or_default());
            let ran = std::process::Command::new("sh")
                .args(["-c", &line])
                .current_dir(&scratch.0)
                .env("PATH", path)
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&ran.stderr);
            assert!(!matches!(ran.status.code(), None | Some(2 | 3)), "{line}: {stderr}");
            assert!(!stderr.contains("error:"), "{line}: {stderr}");
            examples += 1;
        }
    }
    assert!(examples > 40, "{examples}");
}

#[test]
fn options_are_listed_and_taken_only_where_they_mean_something() {
    for (path, option, is_taken) in [
        ("solve", "steps", true),
        ("explain", "steps", false),
        ("rate", "steps", false),
        ("generate", "steps", false),
        ("generate", "genre", false),
        ("generate", "from", false),
        ("show", "steps", false),
        ("show", "from", true),
        ("genres", "from", false),
        ("genres", "json", true),
        ("play", "json", false),
        ("play", "genre", true),
        ("emulsion show", "genre", false),
        ("emulsion show", "json", true),
        ("emulsion solve", "steps", true),
        ("emulsion match", "steps", false),
    ] {
        let words: Vec<&str> = path.split(' ').collect();
        let help = run(&[&words[..], &["--help"]].concat()).stdout;
        assert_eq!(
            help.contains(&format!("--{option} ")) || help.contains(&format!("--{option}\n")),
            is_taken,
            "{path} --{option}: {help}"
        );
        if !is_taken {
            let value = ["from", "native", "genre", "sudoku", "steps", "9", "json", ""]
                .chunks(2)
                .find(|pair| pair[0] == option)
                .map(|pair| pair[1])
                .filter(|value| !value.is_empty());
            let flag = format!("--{option}");
            let args: Vec<&str> = words.iter().copied().chain([flag.as_str()]).chain(value).collect();
            let input = match path {
                "generate" => &["lightup", "--size", "4"][..],
                "genres" => &[],
                "emulsion match" => &["1", "1"],
                _ => &["unique.txt"],
            };
            let ran = run(&[&args[..], input].concat());
            assert_eq!(ran.code, Some(2), "{args:?}");
            let expected = format!("error: --{option} means nothing to '{path}'");
            assert!(ran.stderr.starts_with(&expected), "{args:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn man_pages_are_for_commands_within_commands_too() {
    let page = run(&["man", "emulsion", "play"]);
    assert_eq!(page.code, Some(0));
    assert!(page.stdout.contains(".TH gridwright-emulsion-play 1") && page.stdout.contains("pie"));
    assert_eq!(json(&["man", "emulsion", "play", "--json"])["command"], "emulsion play");
    assert!(run(&["man"]).stdout.contains(".TH gridwright 1"));
    let ran = run(&["man", "emulsion", "fly"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: there is no command 'emulsion fly'\n"));
}

#[test]
fn the_board_game_has_rules_to_print() {
    let rules = run(&["rules", "emulsion"]).stdout;
    assert!(rules.starts_with("Emulsion: ") && rules.contains("- Under the pie rule, "), "{rules}");
    let view = json(&["rules", "Emulsion", "--json"]);
    assert_eq!((view["schema"].as_u64(), view["rules"].as_array().unwrap().len()), (Some(1), 6));
}

#[test]
fn only_what_can_be_made_or_written_is_offered() {
    let help = run(&["generate", "--help"]).stdout;
    assert!(help.contains("[possible values: lightup, sudoku, suguru, yosenabe, starbattle]"), "{help}");
    // Penpa+ is read only.
    for command in ["convert", "solve", "batch"] {
        let help = run(&[command, "--help"]).stdout;
        assert!(help.contains("- puzzlink:") && !help.contains("- penpa:"), "{help}");
    }
}

#[test]
fn techniques_of_a_genre_are_listed_with_their_meaning() {
    let names = json(&["rules", "sudoku", "--json"])["techniques"].as_array().unwrap().len();
    let view = json(&["techniques", "sudoku", "--json"]);
    let techniques = view["techniques"].as_array().unwrap();
    assert_eq!(techniques.len(), names);
    let hardness: Vec<f64> = techniques.iter().map(|one| one["hardness"].as_f64().unwrap()).collect();
    assert!(hardness.is_sorted(), "{hardness:?}");
    for technique in techniques {
        assert!(technique["meaning"].as_str().unwrap().ends_with('.'), "{technique}");
    }
    let text = run(&["techniques", "Akari", "--brief"]).stdout;
    assert!(text.contains(" 1.2  wall needs all"), "{text}");
    let text = run(&["techniques", "Akari"]).stdout;
    assert!(text.contains("wall needs all (1.2, ") && text.contains("Look at "), "{text}");
}

#[test]
fn a_drill_hides_the_step_until_it_is_asked_for() {
    let args = ["drill", "Diagonal of a wall", "-n", "2", "--seed", "1"];
    let (plain, answered) = (run(&args), run(&[&args[..], &["--answer"]].concat()));
    assert_eq!((plain.code, answered.code), (Some(0), Some(0)));
    assert!(plain.stdout.contains("Position 2") && !plain.stdout.contains("Look at "), "{}", plain.stdout);
    assert!(answered.stdout.contains("Look at "), "{}", answered.stdout);
    let few = run(&["drill", "given", "--genre", "sudoku", "--steps", "2", "--seed", "1"]);
    assert_eq!(few.code, Some(3));
    assert!(few.stderr.contains("no position in 2 puzzles has 'given' as its next step"), "{}", few.stderr);
    assert!(run(&["drill", "magic"]).stderr.contains("no genre knows a technique 'magic'"));
    assert!(run(&["drill", "naked pair"]).stderr.contains("(sudoku, suguru)"));
}
