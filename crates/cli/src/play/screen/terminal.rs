//! Sets the terminal up for the full screen and restores it in any case.

use crate::shell::failure::Failure;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The screen; dropping it restores the terminal.
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub fn open() -> Result<Screen, Failure> {
        restore_on_panic();
        restore_on_signals();
        // The flag is set first, so that a failure half-way is undone, too.
        let open = || {
            IS_OURS.store(true, Ordering::SeqCst);
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match open() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                restore();
                Err(Failure::Message(format!("cannot set up the terminal: {error}")))
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the terminal is set up for us.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Leaves the terminal as it was. Nothing more can be done where that fails.
fn restore() {
    // Twice would set the cursor back to where it was, over what a panic has said since.
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), ratatui::crossterm::cursor::Show);
}

/// Restores the terminal before a panic message is printed, so that it can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // A worker's panic ends only its task; the screen reports that.
            if std::thread::current().name() == Some("main") {
                restore();
                usual(panic);
            } else if !IS_OURS.load(Ordering::SeqCst) {
                usual(panic);
            }
        }));
    });
}

/// Ctrl-C arrives as a key, so a signal means that the program should end. All moves are saved by then.
fn restore_on_signals() {
    // Where no handler can be set, the program ends as usual.
    let _ = ctrlc::set_handler(|| {
        restore();
        std::process::exit(130);
    });
}
