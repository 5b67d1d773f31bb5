//! The terminal player on a real pseudo-terminal, its screen read back by a terminal emulator.

use crate::running::{Scratch, boards};
use pty_process::blocking::{Command, Pty};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The board of the courses, and where its bulbs are, from 0.
const BOARD: &str = "7x7:b1f2iB2g1Bi2fBb";
const BULBS: [(usize, usize); 10] =
    [(0, 0), (0, 3), (1, 1), (1, 6), (2, 2), (3, 6), (4, 4), (5, 0), (5, 5), (6, 1)];

/// Nothing takes that long; without an end a failure would hang.
const AT_MOST: Duration = Duration::from_secs(60);

struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    emulator: vt100::Parser,
    output: Receiver<Vec<u8>>,
}

fn size(rows: u16, cols: u16) -> (NonZeroU16, NonZeroU16) {
    (NonZeroU16::new(rows).unwrap(), NonZeroU16::new(cols).unwrap())
}

impl Terminal {
    fn start(args: &[&str], rows: u16, cols: u16, state: &Scratch, settings: &[(&str, &str)]) -> Terminal {
        let command = Command::new(env!("CARGO_BIN_EXE_gridwright")).args(args);
        Terminal::of(command, rows, cols, state, settings)
    }

    fn of(command: Command, rows: u16, cols: u16, state: &Scratch, settings: &[(&str, &str)]) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(rows, cols)).unwrap();
        let mut command = command
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", &state.0)
            .env("XDG_CONFIG_HOME", state.0.join("config"))
            .current_dir(boards());
        for (name, value) in settings {
            command = command.env(name, value);
        }
        let child = command.spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let (sender, output) = mpsc::channel();
        let reader = Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let (rows, cols) = size(rows, cols);
        Terminal { pty, child, emulator: vt100::Parser::new(rows, cols, 0), output }
    }

    /// An interactive shell, which has jobs.
    fn start_shell(rows: u16, cols: u16, state: &Scratch) -> Terminal {
        let command = Command::new("sh").args(["-i"]);
        Terminal::of(command, rows, cols, state, &[])
    }

    /// Waits until the terminal is as it was before.
    fn wait_for_restored(&mut self) {
        let begun = Instant::now();
        while self.emulator.screen().alternate_screen() || self.emulator.screen().hide_cursor() {
            assert!(begun.elapsed() < AT_MOST, "it is not restored:\n{}", self.screen());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.emulator.process(&bytes);
            }
        }
        self.expect_restored();
    }

    fn press(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    fn screen(&self) -> String {
        self.emulator.screen().contents()
    }

    /// Waits until the screen is as expected.
    fn wait_for(&mut self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        while !is_there(&self.screen()) {
            assert!(begun.elapsed() < AT_MOST, "waited for {what}:\n{}", self.screen());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.emulator.process(&bytes);
            }
        }
        self.screen()
    }

    fn wait_for_text(&mut self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Waits for the end, and for all it has written.
    fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                while let Ok(bytes) = self.output.recv_timeout(AT_MOST) {
                    self.emulator.process(&bytes);
                }
                return status.code();
            }
            assert!(begun.elapsed() < AT_MOST, "it does not end:\n{}", self.screen());
            // The program cannot end while its output is not read.
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.emulator.process(&bytes);
            }
        }
    }

    /// Whether the terminal is as it was before.
    fn expect_restored(&self) {
        let screen = self.emulator.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    /// The character in the middle of the upper left cell, counted from 1.
    fn origin(&self) -> (usize, usize) {
        let screen = self.screen();
        let row = screen.lines().position(|line| line.contains('╔') || line.contains('┌')).unwrap();
        let line = screen.lines().nth(row).unwrap();
        let col = line.chars().position(|c| c == '╔' || c == '┌').unwrap();
        (row + 2, col + 3)
    }

    fn click(&mut self, button: u8, row: usize, col: usize) {
        let (top, left) = self.origin();
        let (y, x) = (top + 2 * row, left + 4 * col);
        self.press(&format!("\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The keys that go from one cell to another.
fn steps(from: (usize, usize), to: (usize, usize)) -> String {
    let across = if to.1 > from.1 { "\x1b[C" } else { "\x1b[D" };
    let down = if to.0 > from.0 { "\x1b[B" } else { "\x1b[A" };
    down.repeat(to.0.abs_diff(from.0)) + &across.repeat(to.1.abs_diff(from.1))
}

fn bulbs(screen: &str) -> usize {
    screen.matches('●').count()
}

#[test]
fn a_board_is_played_to_the_end_with_keys() {
    let state = Scratch::new("keys");
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
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
fn a_killed_game_goes_on_where_it_was() {
    let state = Scratch::new("killed");
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
    terminal.press(" ");
    terminal.wait_for("a bulb", |screen| bulbs(screen) == 1);
    terminal.press(&(steps((0, 0), (0, 3)) + "m"));
    terminal.wait_for_text("×");
    // Not even the chance to say goodbye.
    terminal.child.kill().unwrap();
    drop(terminal);

    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    terminal.wait_for_text("Continue Light Up 7x7, 2 moves");
    terminal.press("\r");
    let screen = terminal.wait_for_text("×");
    assert_eq!(bulbs(&screen), 1);
    terminal.press("zz");
    terminal.wait_for("an empty board", |screen| bulbs(screen) == 0 && !screen.contains('×'));
    terminal.press("hhhh");
    terminal.wait_for_text("What: ");
    let file = state.file("game.txt");
    terminal.press(" w");
    terminal.wait_for_text("Write the game");
    terminal.press(&format!("{file}\r"));
    terminal.wait_for_text("Written to");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("actions:\nr2c7 bulb\n") && written.contains("hints 4\n"), "{written}");

    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("You have begun this puzzle before");
    terminal.press("n");
    let screen = terminal.wait_for_text("5 clues");
    assert_eq!(bulbs(&screen), 0);
    terminal.press("ss");
    terminal.wait_for_text("the only solution");
    terminal.press("q");
    terminal.end();
    // What is solved is not kept; the other game of the puzzle is.
    assert_eq!(saved(&state).len(), 1);
    assert!(saved(&state)[0].contains("actions:\nr2c7 bulb\n"));
}

/// The games that are kept.
fn saved(state: &Scratch) -> Vec<String> {
    let files = state.0.join("gridwright").read_dir().unwrap().map(|file| file.unwrap().path());
    let is_game = |path: &std::path::PathBuf| path.extension().is_none_or(|ending| ending != "json");
    files.filter(is_game).map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// A damaged game is set aside: that is said whatever else there is to say.
#[test]
fn the_menu_says_all_that_is_wrong_with_what_is_kept() {
    let state = Scratch::new("troubles");
    let folder = state.0.join("gridwright");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("times.json"), "[").unwrap();
    std::fs::write(folder.join("sudoku-1.session"), "").unwrap();
    let mut terminal = Terminal::start(&[], 24, 160, &state, &[]);
    let screen = terminal.wait_for_text("times.json' is not read");
    assert!(screen.contains("a saved game is damaged (it is empty) and was set aside as"), "{screen}");
    terminal.press("q");
    terminal.end();
}

/// No game is ever written over another one, and none is forgotten by looking at it.
#[test]
fn games_of_one_puzzle_leave_each_other_alone() {
    let state = Scratch::new("several");
    let mut first = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    first.wait_for_text("Light Up 7x7");
    let mut second = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    second.wait_for_text("Light Up 7x7");
    first.press(" ");
    first.wait_for("a bulb", |screen| bulbs(screen) == 1);
    second.press("m");
    second.wait_for_text("×");
    first.press("\x1b[Bm");
    first.wait_for_text("×");
    for terminal in [&mut first, &mut second] {
        terminal.press("q");
        terminal.end();
    }
    let both = |kept: &[String]| {
        let has = |actions: &str| kept.iter().any(|game| game.contains(actions));
        kept.len() == 2 && has("actions:\nr1c1 bulb\nr2c1 !bulb\n") && has("actions:\nr1c1 !bulb\n")
    };
    assert!(both(&saved(&state)), "{:?}", saved(&state));
    for keys in ["n", "\r"] {
        let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
        terminal.wait_for_text("You have begun this puzzle before");
        terminal.press(keys);
        terminal.wait_for("the board", |screen| !screen.contains("begun this puzzle"));
        terminal.press("q");
        terminal.end();
        assert!(both(&saved(&state)), "{keys:?}: {:?}", saved(&state));
    }
}

/// Through the menu and back, a game stays one; forgotten, it is gone.
#[test]
fn a_game_behind_the_menu_is_the_same_game() {
    let state = Scratch::new("behind-the-menu");
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
    terminal.press(" ");
    terminal.wait_for("a bulb", |screen| bulbs(screen) == 1);
    // The time is saved as well when the game is left.
    terminal.wait_for_text("Time 0:01");
    terminal.press("\x1b");
    terminal.wait_for_text("Continue");
    terminal.press("\r");
    terminal.wait_for("the board", |screen| bulbs(screen) == 1);
    terminal.press("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B ");
    terminal.wait_for("two bulbs", |screen| bulbs(screen) == 2);
    assert_eq!(saved(&state).len(), 1);
    terminal.press("\x1b");
    terminal.wait_for_text("Continue");
    terminal.press("xx");
    terminal.wait_for("nothing to continue", |screen| !screen.contains("Continue"));
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state), [] as [String; 0]);
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
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
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

/// A killed terminal leaves no finished game behind to go on with, and the next puzzle is one key away.
#[test]
fn finished_games_are_not_offered_and_the_next_puzzle_is() {
    let state = Scratch::new("finished");
    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("Light Up 7x7");
    let mut here = (0, 0);
    for bulb in BULBS {
        terminal.press(&(steps(here, bulb) + " "));
        here = bulb;
    }
    terminal.wait_for_text("Your first of this kind.");
    assert_eq!(saved(&state), [] as [String; 0]);
    terminal.press("n");
    terminal.wait_for("another board", |screen| screen.contains("Still open") && bulbs(screen) == 0);
    terminal.press("\x1b");
    let screen = terminal.wait_for_text("Quit");
    assert!(!screen.contains("Continue"), "{screen}");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));

    // A file that an earlier version left behind.
    let solved = "gridwright lightup\n*\n";
    std::fs::write(state.0.join("gridwright/lightup-0.session"), solved).unwrap();
    let over = "[Game \"Emulsion\"]\n[Size \"2\"]\n[Tie \"last-mover-wins\"]\n[Pie \"no\"]\n[Resigned \"Black\"]\n\n*\n";
    std::fs::write(state.0.join("gridwright/emulsion-0.game"), over).unwrap();
    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    let screen = terminal.wait_for_text("Quit");
    assert!(!screen.contains("Continue"), "{screen}");
}

/// What a player has chosen holds in the next game, and the next time.
#[test]
fn settings_are_remembered() {
    let state = Scratch::new("settings");
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut terminal = Terminal::start(&["play", sudoku], 24, 80, &state, &[]);
    terminal.wait_for_text("Time 0:0");
    terminal.press("oe");
    terminal.wait_for("no clock", |screen| !screen.contains("Time 0:0"));
    terminal.wait_for_text("Everything that is wrong is");
    terminal.press(",");
    terminal.wait_for_text("Show errors");
    // Clean notes: no; no colours.
    terminal.press("\x1b[B\x1b[B\x1b[C\x1b[B\x1b[B\x1b[B\x1b[D\r");
    terminal.wait_for("the popup to go", |screen| !screen.contains("Show errors"));
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let kept = std::fs::read_to_string(state.0.join("config/gridwright/settings.json")).unwrap();
    assert!(kept.contains("\"clean_notes\": false") && kept.contains("\"colours\": \"none\""), "{kept}");

    let mut terminal = Terminal::start(&["play", sudoku], 24, 80, &state, &[]);
    let screen = terminal.wait_for_text("Still open");
    assert!(!screen.contains("Time 0:0"), "{screen}");
    terminal.press("e");
    terminal.wait_for_text("Errors are shown when you");
    terminal.press("q");
    terminal.end();
}

#[test]
fn a_board_game_is_kept_and_goes_on() {
    let state = Scratch::new("emulsion");
    let args = ["emulsion", "play", "--size", "5", "--white", "3", "--seed", "1"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("no turns yet, 40 left");
    terminal.press(" ");
    terminal.wait_for_text("[○]");
    terminal.press("\x1b[A\r");
    terminal.wait_for_text("turn 2: ");
    terminal.press("h");
    terminal.wait_for_text("gains");
    // Not even the chance to say goodbye.
    terminal.child.kill().unwrap();
    drop(terminal);
    assert_eq!(saved(&state).len(), 1);

    // The menu offers it as well, and it stays where it is.
    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    terminal.wait_for_text("Continue Emulsion 5x5, turn 2, just now");
    terminal.press("\r");
    terminal.wait_for_text("turn 2: ");
    terminal.press("u");
    terminal.wait_for_text("no turns yet");
    terminal.press("y");
    terminal.wait_for_text("turn 2: ");
    terminal.press("q");
    terminal.wait_for_text("Continue Emulsion 5x5, turn 2, just now");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 1);

    let other = ["emulsion", "play", "--size", "5", "--white", "4", "--seed", "1"];
    let mut terminal = Terminal::start(&other, 24, 80, &state, &[("NO_COLOR", "1")]);
    terminal.wait_for_text("2 turns, Black human, White level 4, just now.");
    terminal.press("\r");
    terminal.wait_for_text("turn 2: ");
    // The player given on the command line replaces the one of the saved game.
    terminal.wait_for_text("White: level 4");
    terminal.press("u");
    terminal.wait_for_text("no turns yet");
    terminal.press("y");
    terminal.wait_for_text("turn 2: ");
    terminal.press("xy");
    terminal.wait_for_text("White has won: Black has given");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
    // What is over is not kept.
    assert_eq!(saved(&state).len(), 0);
}

/// Of several games from one start the one that was played last is offered, and the next when that is over.
#[test]
fn board_games_from_one_start_are_found_again() {
    let state = Scratch::new("emulsion-several");
    let args = ["emulsion", "play", "--size", "5", "--black", "human", "--white", "human"];
    let begin = |answer: &str| {
        let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
        if !answer.is_empty() {
            terminal.wait_for_text("Go on?");
            terminal.press(answer);
        }
        terminal.wait_for_text("no turns yet");
        terminal.press(" \x1b[A\r");
        terminal.wait_for_text("turn 1: ");
        terminal
    };
    begin("").press("q");
    let mut terminal = begin("n");
    // In the corner at the top left.
    terminal.press("\x1b[H\x1b[5~ \x1b[C ");
    terminal.wait_for_text("turn 2: ");
    // A player who leaves a game for a new one is not offered the one just left.
    terminal.press("n");
    terminal.wait_for_text("A new game");
    terminal.press("\r");
    terminal.wait_for_text("1 turn, Black human, White human, just now.");
    terminal.press("n");
    terminal.wait_for_text("no turns yet");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 2);

    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("2 turns, Black human, White human, just now.");
    terminal.press("\rxyq");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 1);
    let plain = [&args[..], &["--plain"]].concat();
    let mut terminal = Terminal::start(&plain, 24, 80, &state, &[]);
    terminal.wait_for_text("that was saved (1 turn, Black human, White human, just now)");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_board_game_that_cannot_be_saved_is_not_left_in_silence() {
    let state = Scratch::new("emulsion-unsaved");
    // Where the directory should be.
    std::fs::write(state.file("gridwright"), "").unwrap();
    let args = ["emulsion", "play", "--size", "5", "--black", "human", "--white", "human"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("no turns yet");
    terminal.press(" \x1b[A\r");
    terminal.wait_for_text("Not saved:");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
    assert!(terminal.screen().contains("warning: the game was not saved: "), "{}", terminal.screen());
}

/// All turns so far are saved while the engine thinks, whichever side began.
#[test]
fn line_by_line_a_board_game_is_kept_after_every_turn() {
    for (black, turn) in [("human", "e6e5\r"), ("1", "")] {
        let state = Scratch::new(&format!("emulsion-lines-{black}"));
        let args = ["emulsion", "play", "--plain", "--black", black, "--white", "7", "--time", "600"];
        let mut terminal = Terminal::start(&args, 40, 80, &state, &[]);
        terminal.press(turn);
        terminal.wait_for_text("White to move");
        let is_kept = || {
            let files = state.0.join("gridwright").read_dir();
            files.into_iter().flatten().any(|file| file.unwrap().path().extension() == Some("game".as_ref()))
        };
        terminal.wait_for("the game to be kept", |_| is_kept());
        terminal.press("\x03");
        assert_eq!(terminal.end(), None);
        let [game] = &saved(&state)[..] else { panic!("{:?}", saved(&state)) };
        assert!(game.contains("\n1. "), "{game}");
    }
}

#[test]
fn the_screen_stays_alive_while_the_engine_thinks() {
    let state = Scratch::new("emulsion-thinking");
    let args = ["emulsion", "play", "--size", "9", "--black", "7", "--time", "600"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("Thinking…");
    terminal.press("?");
    terminal.wait_for_text("choose a piece, then its partner");
    terminal.press(" ");
    terminal.wait_for("the help to go", |screen| !screen.contains("then its partner"));
    terminal.press("\x03");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
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
