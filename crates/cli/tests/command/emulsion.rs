//! The board game on the command line.

use crate::running::{Scratch, command, json, run, run_with};

#[test]
fn views_begin_with_their_schema() {
    for args in [
        &["perft", "--size", "3", "--depth", "2"][..],
        &["moves", "4"],
        &["score", "4"],
        &["show", "4"],
        &["solve", "3"],
        &["match", "1", "2", "--size", "3", "--games", "2"],
        &["analyse", GIVEN_AWAY],
        &["puzzle", "--size", "4", "--seed", "1"],
    ] {
        let ran = run(&[&["emulsion"], args, &["--json"]].concat());
        assert!(ran.stdout.starts_with("{\"schema\":1,"), "{args:?}: {}", ran.stdout);
    }
}

#[test]
fn perft_prints_a_line_for_each_number_of_moves() {
    let ran = run(&["emulsion", "perft", "--size", "4", "--depth", "3"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "1 24\n2 500\n3 8272\n"));
    let counts = &json(&["emulsion", "perft", "--size", "3", "--depth", "5", "--json"])["counts"];
    assert_eq!(counts, &serde_json::json!([12, 96, 368, 856, 704]));
    assert_eq!(run(&["emulsion", "perft", "--size", "27", "--depth", "1"]).code, Some(2));
    // Nothing goes on after the last move; there is one way not to move at all.
    assert_eq!(run(&["emulsion", "perft", "--size", "2", "--depth", "4000000000"]).stdout, "1 4\n2 0\n");
    let counts = &json(&["emulsion", "perft", "--size", "2", "--depth", "9", "--json"])["counts"];
    assert_eq!(counts, &serde_json::json!([4, 0]));
    assert_eq!(run(&["emulsion", "perft", "--size", "4", "--depth", "0"]).stdout, "0 1\n");
}

#[cfg(unix)]
#[test]
fn perft_ends_at_the_first_interrupt() {
    use std::io::Read;
    let mut child = command(&["emulsion", "perft", "--size", "9", "--depth", "30"]).spawn().unwrap();
    let (mut stdout, mut first) = (child.stdout.take().unwrap(), [0; 6]);
    stdout.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"1 144\n");
    let process = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn moves_are_listed_with_their_gain() {
    let ran = run(&["emulsion", "moves", "2"]);
    assert_eq!(ran.stdout, "b2a2 +1\na1a2 +1\nb2b1 +1\na1b1 +1\n");
    let value = json(&["emulsion", "moves", "WBWB/BBWW/WBWB/BWBW w pie", "--json"]);
    assert_eq!(value["to_move"], "White");
    let last = value["moves"].as_array().unwrap().last().unwrap();
    assert_eq!(last["turn"], "swap");
    let first = &value["moves"][0];
    assert_eq!((first["turn"].as_str().unwrap().len(), first["gain"].as_f64().is_some()), (4, true));
}

#[test]
fn scores_tell_what_decides() {
    let ran = run(&["emulsion", "score", "BBBW/WWBW/WWBB/WWBB b"]);
    assert_eq!(ran.stdout, "Black 8\nWhite 6 2\nBlack has won by the largest groups, 8 to 6\n");
    let value = json(&["emulsion", "score", "BBWW/BBWW/WWBB/WWBB", "--tie", "last-mover-loses", "--json"]);
    assert_eq!((&value["deciding"], &value["winner"]), (&"last move".into(), &"Black".into()));
    let start = run(&["emulsion", "score", "4"]);
    assert!(start.stdout.ends_with("all groups are equal; 24 moves are possible\n"), "{}", start.stdout);
}

#[test]
fn who_gives_up_has_lost() {
    let game = "[Size \"4\"][Resigned \"Black\"] b4b3";
    for command in ["show", "score"] {
        let ran = run(&["emulsion", command, game]);
        assert!(ran.stdout.ends_with("\nBlack has given up, White has won\n"), "{}", ran.stdout);
        assert_eq!(json(&["emulsion", command, game, "--json"])["winner"], "White");
    }
}

#[test]
fn positions_are_shown_in_every_form() {
    let board = run(&["emulsion", "show", "3"]);
    let drawn =
        "   a b c\n 3 W B W 3\n 2 B W B 2\n 1 W B W 1\n   a b c\nBlack to move, 12 moves are possible\n";
    assert_eq!(board.stdout, drawn);
    for form in ["line", "rows", "lists", "game", "link"] {
        let written = run(&["emulsion", "show", "WBW/BWB/WBW b", "--to", form]).stdout;
        assert_eq!(run_with(&["emulsion", "show", "-"], written.as_bytes()).stdout, drawn, "{form}");
    }
    let game = "[Size \"3\"]\n1. b3a3";
    assert_eq!(run(&["emulsion", "show", game, "--to", "line"]).stdout, "BWW/BWB/WBW w\n");
    assert_eq!(json(&["emulsion", "show", game, "--json"])["turns"][0]["turn"], "b3a3");
    assert_eq!(run(&["emulsion", "show", game, "--to-move", "white"]).code, Some(2));
    let picture = run(&["emulsion", "show", game, "--to", "svg"]).stdout;
    assert_eq!((picture.matches("a13 13").count(), picture.matches("class=\"em-played\"").count()), (28, 1));
    assert!(run(&["emulsion", "show", "3", "--color", "always"]).stdout.contains("\x1b["));
}

#[test]
fn small_boards_are_solved() {
    let ran = run(&["emulsion", "solve", "4", "--moves", "-j", "2"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.starts_with("Black wins\nBlack wins after 4 of 24 moves: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("White wins after 20 of 24 moves: "), "{}", ran.stdout);
    let value = json(&["emulsion", "solve", "3", "--json", "--line"]);
    assert_eq!(value["winner"], "White");
    let mut game = "[Size \"3\"]\n".to_string();
    value["line"].as_array().unwrap().iter().for_each(|turn| game += &format!("{} ", turn.as_str().unwrap()));
    assert_eq!(json(&["emulsion", "score", &game, "--json"])["winner"], "White");
    for (position, verdict, player) in [
        ("WBW/BWB/WBW b pie", "The second player wins", "opponent"),
        ("WWB/BBW/WBW w pie", "The player to move wins", "mover"),
    ] {
        let told = run(&["emulsion", "solve", position]);
        assert!(told.code == Some(0) && told.stdout.starts_with(verdict), "{}", told.stdout);
        assert_eq!(json(&["emulsion", "solve", position, "--json"])["player"], player);
    }
    // On the smallest board no player can ever swap sides, nor when a game is over.
    assert_eq!(run(&["emulsion", "solve", "WB/BW b pie"]).stdout, "Black wins\n");
    assert_eq!(run(&["emulsion", "solve", "BBBB/WWWW/WWWW/BBBB b pie"]).stdout, "White wins\n");
    // Budgets do not depend on the number of cores.
    let steps = || run(&["emulsion", "solve", "5", "--steps", "26000", "-j", "2", "--json"]);
    assert_eq!((steps().stdout, steps().stdout.contains("\"steps\":26000")), (steps().stdout, true));
    let unknown = run(&["emulsion", "solve", "9", "--steps", "10"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(3), ""));
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    let ran = run(&["emulsion", "show", "WB/BX b"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("error: expected B or W, found 'X'\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("argument:1:5"), "{}", ran.stderr);
    let ran = run(&["emulsion", "show", "nosuch.txt"]);
    assert_eq!(ran.stderr, "error: there is no file 'nosuch.txt'\n");
    let error = &json(&["emulsion", "moves", "[Size \"4\"]\n1. a1b2", "--json"])["error"];
    assert_eq!((error["line"].as_u64(), error["column"].as_u64()), (Some(2), Some(4)));
    assert_eq!(error["message"], "b2 and a1 are both Black");
}

#[test]
fn matches_do_not_depend_on_the_number_of_threads() {
    let play = |jobs: &str| {
        let args =
            ["simulations:30", "1", "--size", "5", "--games", "21", "--seed", "7", "-j", jobs, "--json"];
        json(&[&["emulsion", "match"], &args[..]].concat())
    };
    let (one, three) = (play("1"), play("3"));
    assert_eq!(one, three);
    assert_eq!(
        (&one["games"], &one["a"], &one["b"]),
        (&21.into(), &"simulations:30".into(), &"level 1".into())
    );
    assert!(one["won"].as_u64() > Some(14), "{one}");
    assert_eq!(one["as_black"]["games"], 11);
    let interval = one["interval"].as_array().unwrap();
    assert!(interval[0].as_f64() < one["share"].as_f64() && one["share"].as_f64() < interval[1].as_f64());
    let ran = run(&["emulsion", "match", "2", "2", "--size", "4", "--games", "2", "--seed", "1", "--pie"]);
    assert!(ran.stdout.starts_with("level 2 against level 2: "), "{}", ran.stdout);
    for wrong in [&["9", "1"][..], &["1", "time:0"], &["1", "2", "--games", "0"], &["1", "2", "--size", "1"]]
    {
        assert_eq!(run(&[&["emulsion", "match"], wrong].concat()).code, Some(2), "{wrong:?}");
    }
    let named =
        run(&["emulsion", "match", "simulations:50", "simulations:100", "--size", "4", "--games", "1"]);
    assert!(named.stdout.starts_with("simulations:50 against simulations:100: "), "{}", named.stdout);
    let nothing = run(&["emulsion", "match", "1", "2", "--size", "2"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(2), ""));
    assert!(nothing.stderr.contains("the first move ends the game"), "{}", nothing.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_was_played() {
    let args = ["emulsion", "match", "time:5", "1", "--size", "9", "--games", "1000", "--seed", "1"];
    let child = command(&args).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let process = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("level 1: 0 of 0 games"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted after 0 of 1000 games"));
}

#[test]
fn games_are_played_line_by_line() {
    let scratch = Scratch::new("emulsion-plain");
    let file = scratch.file("a game.txt");
    let args = ["emulsion", "play", "--plain", "--size", "4", "--white", "2", "--seed", "3"];
    let ran = run_with(&args, format!("1 0 s\nm\no\nh\nu\nb4b3\nw {file}\nq\n").as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.starts_with("   a b c d\n 4 W B W B 4\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("White plays ").count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains(" wins then, by proof. It gains "), "{}", ran.stdout);
    let again = run_with(&args, format!("1 0 s\nm\no\nh\nu\nb4b3\nw {file}\nq\n").as_bytes()).stdout;
    let refused = format!("error: '{file}' exists already: 'w!' overwrites it\n");
    assert_eq!(ran.stdout.replace(&format!("written to '{file}'\n"), &refused), again);
    assert!(again.ends_with(&refused));
    let home = run_with(&args, b"w ~/no/such/folder/game.txt\n").stdout;
    assert!(home.contains("error: cannot write '/") && !home.contains('~'), "{home}");
    let game = json(&["emulsion", "show", &file, "--json"]);
    assert_eq!((game["turns"].as_array().unwrap().len(), &game["tags"]["White"]), (2, &"level 2".into()));
    // The game goes on from the file, with the players that are written there.
    let ran = run_with(&["emulsion", "play", "--plain", &file], b"x\nc4d4\nu\nu\ny\nn\n");
    assert!(
        ran.stdout.contains("Black has given up, White has won\nerror: the game is over\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with(
        "Black to move, 24 moves are possible\nBlack 1 (8 times)\nWhite 1 (8 times)\nall groups are equal\n"
    ));
    let errors = run_with(&args, b"9 9 n\na1a2a3\nb4b1\nnonsense\nw\n").stdout;
    assert_eq!(errors.matches("error: ").count(), 5, "{errors}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let args = ["emulsion", "play", "--plain", "--size", "5", "--black", "2", "--white", "3", "--seed", "1"];
    let ran = run(&args);
    assert!(ran.stdout.contains(" has won\n"), "{}", ran.stdout);
    let wrong = [
        &["5", "--size", "4"][..],
        &["-"],
        &["--black", "dog"],
        &["[Size \"4\"]\n1. b4b3", "--pie"],
        &["--json"],
        &[],
    ];
    for args in wrong {
        assert_eq!(run(&[&["emulsion", "play"], args].concat()).code, Some(2), "{args:?}");
    }
}

/// A game in which Black gives a won game away at once.
const GIVEN_AWAY: &str = "[Size \"4\"]\n[Black \"<Ada>\"]\n1. b4a4 c3d3";

#[test]
fn games_are_analysed() {
    let scratch = Scratch::new("emulsion-analysed");
    let (svg, html) = (scratch.file("chances.svg"), scratch.file("game.html"));
    let ran = run(&["emulsion", "analyse", GIVEN_AWAY, "--svg", &svg, "--html", &html]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(
        ran.stdout.starts_with("1 Black b4a4   ?? White wins  100.0 % lost, blunder, better "),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("Black: 100.0 % lost a turn; 0 inaccuracies, 0 mistakes, 1 blunder\n"));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("&lt;Ada&gt;") && page.contains("Better turns"));
    let value = json(&["emulsion", "analyse", GIVEN_AWAY, "--json"]);
    assert_eq!((&value["turns"][0]["mark"], &value["proven"]), (&"blunder".into(), &"Black".into()));
    let written = run(&["emulsion", "analyse", GIVEN_AWAY, "--to", "game"]).stdout;
    assert!(written.contains("1. b4a4 {[%eval 0.000] ?? blunder, better "), "{written}");
    assert_eq!(json(&["emulsion", "show", &written, "--json"])["turns"][0]["evaluation"], 0.0);
    let again = run(&["emulsion", "analyse", &written, "--to", "game"]).stdout;
    assert_eq!(again, written, "nothing is said twice");
    // Under the pie rule the first turn cannot be wrong.
    let pie = json(&["emulsion", "analyse", "[Size \"4\"]\n[Pie \"yes\"]\n1. b4b3 swap", "--json"]);
    assert_eq!((&pie["turns"][0]["mark"], &pie["turns"][1]["mark"]), (&().into(), &().into()));
    // Neither the game nor one another is overwritten.
    let game = scratch.file("game.txt");
    std::fs::write(&game, GIVEN_AWAY).unwrap();
    let same = format!("{}/./game.txt", scratch.0.display());
    for option in ["--svg", "--html"] {
        let ran = run(&["emulsion", "analyse", &game, option, &same]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains("is being read: name another file"), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(&game).unwrap(), GIVEN_AWAY);
    let (new, same) = (scratch.file("new"), format!("{}/./new", scratch.0.display()));
    let ran = run(&["emulsion", "analyse", &game, "--svg", &new, "--html", &same]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("error: --svg and --html both name "), "{}", ran.stderr);
    assert!(!scratch.names().contains(&"new".to_string()));
    assert_eq!(run(&["emulsion", "analyse", "4"]).code, Some(2), "no turns");
    assert_eq!(run(&["emulsion", "analyse", GIVEN_AWAY, "--time", "0.01", "--json"]).code, Some(0));
}

#[test]
fn puzzles_have_the_answer_that_the_solver_finds() {
    let lines =
        run(&["emulsion", "puzzle", "--size", "4", "--count", "3", "--seed", "2", "--json", "--solution"])
            .stdout;
    assert_eq!(lines.lines().count(), 3);
    for line in lines.lines() {
        let task: serde_json::Value = serde_json::from_str(line).unwrap();
        let (position, mover) = (task["position"].as_str().unwrap(), &task["to_move"]);
        let solved = json(&["emulsion", "solve", position, "--moves", "--json"]);
        let moves = solved["moves"].as_array().unwrap();
        let winning: Vec<_> = moves.iter().filter(|m| m["winner"] == *mover).map(|m| &m["turn"]).collect();
        assert_eq!(winning, [&task["answer"]]);
    }
    let hidden = run(&["emulsion", "puzzle", "--size", "5", "--seed", "2"]).stdout;
    assert!(hidden.contains(" moves wins for ") && !hidden.contains("best play"), "{hidden}");
    assert_eq!(run(&["emulsion", "puzzle", "--size", "7"]).code, Some(2));
}

#[test]
fn only_options_that_do_something_are_listed_and_taken() {
    for command in ["perft", "moves", "score", "show", "solve", "match", "play", "analyse", "puzzle"] {
        let help = run(&["emulsion", command, "--help"]).stdout;
        assert!(!help.contains("--from") && !help.contains("--genre"), "{help}");
        assert_eq!(help.contains("--steps"), command == "solve", "{help}");
        assert_eq!(help.contains("--json"), command != "play", "{help}");
        assert!(help.contains("--color"), "{help}");
    }
    assert!(run(&["solve", "--help"]).stdout.contains("--genre"));
    let given = ["--from", "native"];
    for (args, option) in [
        (&["emulsion", "show", "4"][..], &given[..]),
        (&["emulsion", "solve", "3"], &["--genre", "sudoku"]),
        (&["emulsion", "moves", "4"], &["--steps", "5"]),
        (&["emulsion", "perft", "--size", "3", "--depth", "1"], &["--steps", "5"]),
        (&["emulsion", "analyse", GIVEN_AWAY], &["--steps", "5"]),
    ] {
        for args in [[args, option].concat(), [option, args].concat()] {
            let ran = run(&args);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
            assert!(ran.stderr.contains("leave "), "{args:?}: {}", ran.stderr);
        }
    }
    assert_eq!(run(&["--steps", "5", "emulsion", "solve", "9"]).code, Some(3));
}

/// In this game Bob takes over what Ada has begun.
const SWAPPED: &str = "[Size \"4\"][Pie \"yes\"][Black \"Ada\"][White \"Bob\"] 1. b4b3 swap c3d3! 2. b2a2 (2. a1a2) d1d2 ; well\n";

#[test]
fn after_a_change_of_sides_turns_have_their_players() {
    let ran = run(&["emulsion", "analyse", SWAPPED, "--simulations", "200"]);
    let starts =
        ["1 Black (Ada) b4b3", "2 White (Bob) swap", "3 White (Ada) ", "4 Black (Bob) ", "5 White (Ada) "];
    for (line, start) in ran.stdout.lines().zip(starts) {
        assert!(line.starts_with(start), "{}", ran.stdout);
    }
    assert!(
        ran.stdout.contains("\nAda (Black, then White): ")
            && ran.stdout.contains("\nBob (White, then Black): ")
    );
    let value = json(&["emulsion", "analyse", SWAPPED, "--simulations", "200", "--json"]);
    let players: Vec<&str> =
        value["turns"].as_array().unwrap().iter().map(|turn| turn["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["Black", "White", "Black", "White", "Black"]);
    assert_eq!(value["summary"]["White"]["name"], "Bob");
}

#[test]
fn sides_are_swapped_line_by_line() {
    let args =
        ["emulsion", "play", "--plain", "--size", "4", "--pie", "--black", "human", "--white", "human"];
    let ran = run_with(&args, b"swap\nb4b3\nswap\nswap\nu\nh\n");
    assert_eq!(ran.stdout.matches("error: sides can be swapped only").count(), 2, "{}", ran.stdout);
    // Black wins after b4b3, so White should take that side.
    assert!(ran.stdout.contains("swap: The other side is better off"), "{}", ran.stdout);
    // After a swap of sides, by a person or the engine, it says who has which colour.
    let told = |black: &str, white: &str| {
        let args = ["emulsion", "play", "--plain", "--size", "4", "--pie", "--seed", "1"];
        let ran = run_with(&[&args[..], &["--black", black, "--white", white]].concat(), b"b4b3\nswap\n");
        let is_told = |line: &&str| line.starts_with("sides are swapped: ");
        ran.stdout.lines().find(is_told).unwrap_or_else(|| panic!("{}", ran.stdout)).to_string()
    };
    let swapped = |black: &str, white: &str| {
        let (first, second) =
            ("the player who began as White has Black now", "the one who began as Black has White");
        format!("sides are swapped: {first} ({black}), {second} ({white})")
    };
    assert_eq!(told("human", "human"), swapped("human", "human"));
    assert_eq!(told("human", "6"), swapped("level 6", "human"));
}
