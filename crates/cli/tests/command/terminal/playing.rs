//! Puzzles on the screen: keys, mouse, window, signals, forms.

use super::*;

#[test]
fn a_board_is_played_to_the_end_with_keys() {
    let state = Scratch::new("keys");
    let mut terminal = Terminal::playing(&state);
    let mut here = (0, 0);
    for bulb in BULBS {
        terminal.press(&(steps(here, bulb) + " "));
        here = bulb;
    }
    terminal.wait_for("the end", |screen| screen.contains("Solved in 0:") && bulbs(screen) == 10);
    terminal.press("z");
    let screen = terminal.wait_for("undoing", |screen| !screen.contains("Solved in"));
    assert_eq!(bulbs(&screen), 9);
    terminal.press("y");
    terminal.wait_for_text("Solved in 0:");
    terminal.press("r");
    terminal.wait_for_text("r again starts over");
    terminal.press("r");
    terminal.wait_for("restarting", |screen| bulbs(screen) == 0);
    terminal.press("z");
    terminal.press("ss");
    terminal.wait_for_text("This is the only solution.");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
}

#[test]
fn a_puzzle_alone_is_played_and_a_command_without_one_says_so() {
    let state = Scratch::new("alone-played");
    for args in [&["unique.txt"][..], &["--genre", "lightup", BOARD]] {
        let mut terminal = Terminal::start(args, 24, 80, &state, &[]);
        terminal.wait_for_text("Light Up 7x7");
        terminal.press("\x03");
        assert_eq!(terminal.end(), Some(0));
    }
    // What is asked of a drawing cannot be played.
    let mut terminal = Terminal::start(&["unique.txt", "--to", "tatham"], 24, 80, &state, &[]);
    terminal.wait_for_text(BOARD);
    for args in [&["solve"][..], &["batch", "solve"], &["emulsion", "show"]] {
        let mut terminal = Terminal::start(args, 24, 80, &state, &[]);
        terminal.wait_for_text("there is no input: expected a file");
        assert_eq!(terminal.end(), Some(2));
    }
}

#[test]
fn a_board_is_played_to_the_end_with_the_mouse() {
    let state = Scratch::new("mouse");
    let mut terminal = Terminal::start(&["play", BOARD], 60, 200, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
    terminal.click(2, 6, 6);
    terminal.wait_for_text("×");
    terminal.click(2, 6, 6);
    terminal.wait_for("the mark to go", |screen| !screen.contains('×'));
    for (row, col) in BULBS {
        terminal.click(0, row, col);
    }
    terminal.wait_for("the end", |screen| screen.contains("Solved in 0:") && bulbs(screen) == 10);
    terminal.press("\x03");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
}

#[test]
fn puzzles_are_made_from_the_menu() {
    let state = Scratch::new("menu");
    let mut terminal = Terminal::start(&["play"], 24, 80, &state, &[("NO_COLOR", "1")]);
    terminal.wait_for_text("Gridwright");
    terminal.press("j\r");
    terminal.wait_for_text("New Sudoku");
    terminal.press("\x1b[D\r");
    terminal.wait_for("a board", |screen| screen.contains("Sudoku ") && screen.contains('╔'));
    // A board from elsewhere, pasted.
    terminal.press(&format!("\x1b[200~{BOARD}\x1b[201~"));
    terminal.wait_for_text("Light Up 7x7");
    terminal.press("\x1b[200~nonsense\x1b[201~");
    terminal.wait_for_text("'nonsense' is neither");
    terminal.press("?");
    terminal.wait_for_text("No two bulbs see each other.");
    terminal.press(" q");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn the_window_may_change_at_any_moment() {
    let state = Scratch::new("resized");
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[("TERM", "xterm")]);
    terminal.wait_for_text("Light Up 7x7");
    for (rows, cols) in [(60, 200), (5, 20), (1, 1), (2, 3), (10, 30), (24, 80)] {
        terminal.pty.resize(pty_process::Size::new(rows, cols)).unwrap();
        let (rows, cols) = size(rows, cols);
        terminal.emulator.screen_mut().set_size(rows, cols);
        terminal.press(" \x1b[C");
        std::thread::sleep(Duration::from_millis(100));
    }
    terminal.press("rr");
    terminal.wait_for_text("5 clues");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    let state = Scratch::new("signals");
    let mut terminal = Terminal::playing(&state);
    let process = terminal.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    assert_eq!(terminal.end(), Some(130));
    terminal.expect_restored();
}

/// Every entry of the menu asks what the game should be like, and options can say it at once.
#[test]
fn new_games_are_asked_for_in_forms() {
    let state = Scratch::new("forms");
    let mut terminal = Terminal::start(&["play"], 24, 80, &state, &[]);
    terminal.wait_for_text("Gridwright");
    terminal.press("\r");
    let screen = terminal.wait_for_text("New Light Up");
    for field in ["Size", "Difficulty", "Symmetry", "Torus"] {
        assert!(screen.contains(field), "{screen}");
    }
    terminal.press("\x1b");
    terminal.wait_for("the form to go", |screen| !screen.contains("New Light Up"));
    // Below all genres.
    let to_emulsion = "j".repeat(gridwright::registry::ALL.len()) + "\r";
    terminal.press(&to_emulsion);
    let fields = ["A new game", "Black", "White", "Level 7", "Size", "Full tie", "Pie rule"];
    terminal.wait_for("the form", |screen| fields.iter().all(|field| screen.contains(field)));
    // Smaller by two, then begin.
    terminal.press("\x1b[B\x1b[B\x1b[B\x1b[D\x1b[D\r");
    terminal.wait_for_text("Emulsion 7x7");
    terminal.press("q");
    terminal.wait_for_text("Quit");
    terminal.press(&to_emulsion);
    terminal.wait_for_text("A new game");
    terminal.press("\x1b");
    terminal.wait_for_text("Quit");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let args = ["play", "--genre", "sudoku", "--size", "4", "--difficulty", "easy"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("Sudoku 4x4");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let mut terminal = Terminal::start(&["emulsion", "puzzle", "--play", "--size", "4"], 24, 80, &state, &[]);
    terminal.wait_for_text("Emulsion puzzle 4x4");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
}

/// Ctrl-Z gives the terminal back to the shell, and `fg` brings the game back as it was.
#[test]
fn a_game_is_suspended_and_comes_back() {
    for args in [format!("play {BOARD}"), "emulsion play --size 5".to_string()] {
        let state = Scratch::new("suspended");
        let mut terminal = Terminal::start_shell(24, 80, &state);
        let program = env!("CARGO_BIN_EXE_gridwright");
        terminal.press(&format!("stty -echo; PS1='$ '; {program} {args}\n"));
        let shown = if args.starts_with("play") { "Light Up 7x7" } else { "Emulsion 5x5" };
        terminal.wait_for_text(shown);
        for _ in 0..2 {
            terminal.press("\x1a");
            terminal.wait_for("the shell", |screen| !screen.contains(shown) && screen.contains("$ "));
            terminal.wait_for_restored();
            terminal.press("stty -a | grep -c ' icanon'; echo shell$((40+2))\n");
            let screen = terminal.wait_for_text("shell42");
            assert!(screen.contains('1'), "{screen}");
            terminal.press("clear; fg\n");
            terminal.wait_for_text(shown);
            assert!(terminal.emulator.screen().alternate_screen());
        }
        if args.starts_with("play") {
            terminal.press(" ");
            terminal.wait_for("a bulb", |screen| bulbs(screen) == 1);
        }
        terminal.press("q");
        terminal.wait_for("the shell", |screen| !screen.contains(shown));
        terminal.wait_for_restored();
        terminal.press("exit\n");
        terminal.end();
    }
}

#[test]
fn progress_is_shown_unless_it_should_be_quiet() {
    let state = Scratch::new("progress");
    let words = ["count", "endless.txt", "--timeout", "2s"];
    let mut loud = Terminal::start(&words, 24, 80, &state, &[]);
    loud.wait_for_text("counting");
    assert_eq!(loud.end(), Some(3));
    let mut quiet = Terminal::start(&[&words[..], &["--quiet"]].concat(), 24, 80, &state, &[]);
    assert_eq!(quiet.child.wait().unwrap().code(), Some(3));
    let written: Vec<u8> = quiet.output.iter().flatten().collect();
    assert_eq!(String::from_utf8_lossy(&written), "");
}
