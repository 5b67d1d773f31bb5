//! The terminal: set up for the full screen, restored in any case, and lent to a program that draws on it.

use crate::shell::failure::Failure;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyCode, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;
use std::io::{self, Stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is shown on the screen.
pub trait Program {
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);
    fn handle(&mut self, event: Event);
    /// Time goes on.
    fn tick(&mut self);
    /// It goes on after it was suspended: time has passed that nobody spent at the board.
    fn awake(&mut self);
    /// How long nothing may move by itself.
    fn pause(&self) -> Duration;
    fn is_over(&self) -> bool;
}

/// The screen; dropping it restores the terminal.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub fn open() -> Result<Screen, Failure> {
        restore_on_panic();
        restore_on_signals();
        job::notice_when_it_goes_on();
        match set_up().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                restore();
                Err(Failure::Message(format!("cannot set up the terminal: {error}")))
            }
        }
    }

    /// Runs a program until it is over.
    pub fn run(&mut self, program: &mut impl Program) -> io::Result<()> {
        while !program.is_over() {
            if job::went_on() {
                self.come_back(program)?;
            }
            self.terminal.draw(|frame| program.draw(frame.area(), frame.buffer_mut()))?;
            if event::poll(program.pause())? {
                // Whatever has come by now needs one drawing only.
                self.pass_on(event::read()?, program)?;
                while !program.is_over() && event::poll(Duration::ZERO)? {
                    self.pass_on(event::read()?, program)?;
                }
            }
            program.tick();
        }
        Ok(())
    }

    fn pass_on(&mut self, event: Event, program: &mut impl Program) -> io::Result<()> {
        match event {
            Event::Key(key)
                if key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL) =>
            {
                if key.kind == KeyEventKind::Press {
                    program.tick();
                    restore();
                    job::stop();
                    self.come_back(program)?;
                }
            }
            event => program.handle(event),
        }
        Ok(())
    }

    /// Sets everything up again: the shell had the terminal.
    fn come_back(&mut self, program: &mut impl Program) -> io::Result<()> {
        set_up()?;
        // A new one: to clear the old one, the terminal would have to be asked where its cursor is.
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        program.awake();
        Ok(())
    }
}

/// The flag is set first, so that a failure half-way is undone, too.
fn set_up() -> io::Result<()> {
    IS_OURS.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// The program as a job of the shell, to be suspended and taken up again.
#[cfg(unix)]
mod job {
    use rustix::process::{Signal, kill_current_process_group};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::time::{Duration, Instant};

    /// The longest that a stop takes to arrive. Nobody can take up a program without a shell, and the system does not
    /// stop it.
    const ARRIVAL: Duration = Duration::from_millis(200);

    static WENT_ON: OnceLock<Arc<AtomicBool>> = OnceLock::new();

    pub fn notice_when_it_goes_on() {
        let flag = WENT_ON.get_or_init(Arc::default);
        // Where no handler can be set, nothing is noticed.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(flag));
    }

    /// Whether it was stopped and goes on, since the last time this was asked.
    pub fn went_on() -> bool {
        WENT_ON.get().is_some_and(|flag| flag.swap(false, Ordering::SeqCst))
    }

    /// Stops all processes of the job, as Ctrl-Z does, until the shell lets them go on.
    pub fn stop() {
        went_on();
        if kill_current_process_group(Signal::TSTP).is_err() {
            return;
        }
        // Another thread may be the one that takes the signal, a moment later.
        let begun = Instant::now();
        while !went_on() && begun.elapsed() < ARRIVAL {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// There are no jobs here.
#[cfg(not(unix))]
mod job {
    pub fn notice_when_it_goes_on() {}

    pub fn went_on() -> bool {
        false
    }

    pub fn stop() {}
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
