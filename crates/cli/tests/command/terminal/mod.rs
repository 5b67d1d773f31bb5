//! The terminal player on a real pseudo-terminal, its screen read back by a terminal emulator.

mod board_games;
mod kept;
mod playing;

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
    /// Begins a game on the board of the courses.
    fn playing(state: &Scratch) -> Terminal {
        let mut terminal = Terminal::start(&["play", BOARD], 24, 80, state, &[]);
        terminal.wait_for_text("Light Up 7x7");
        terminal
    }

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

/// The games that are kept.
fn saved(state: &Scratch) -> Vec<String> {
    let files = state.0.join("gridwright").read_dir().unwrap().map(|file| file.unwrap().path());
    let is_game = |path: &std::path::PathBuf| path.extension().is_none_or(|ending| ending != "json");
    files.filter(is_game).map(|file| std::fs::read_to_string(file).unwrap()).collect()
}
