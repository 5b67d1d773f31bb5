//! The line mode for pipes, screen readers and scripts: turns in, boards out.

use super::autosave::{self, Autosave};
use super::engines::{Engines, think_elsewhere};
use super::{HINT, Options};
use crate::commands::emulsion::drawn;
use crate::commands::emulsion::parallel_player::ParallelPlayer;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use gridwright_emulsion::{Hint, Refused, Score, Seat, Session, Strength, words};
use std::io::{BufRead, IsTerminal, Read};

const HELP: &str = "\
X Y DIRECTION  swap the piece in column X, row Y (from 0 at the top left) with its neighbour: n nw w sw s se e ne
c4d5           the same by the names of both squares
s, swap        change sides, where the pie rule allows it
u, y           undo, redo: your turn and the engine's
h              hint
m              list the legal moves with what they gain
o              the sizes of all groups
w FILE         write the game to a new file; w! FILE overwrites one
x              give up
n              a new game
q              quit
";

/// Longer lines are not meant as commands.
const LONGEST_LINE: u64 = 1 << 16;
/// Scripts get the same hints each time.
const SCRIPTED: Strength = Strength::Simulations(20_000);

/// The result of an input line.
enum Done {
    /// The game has changed.
    Changed,
    Said(String),
    Quit,
}

struct Line<'o> {
    session: Session,
    engines: Engines,
    autosave: Autosave,
    is_terminal: bool,
    output: &'o mut Output,
}

/// Plays until the input ends.
pub fn play(session: Session, options: &Options, output: &mut Output) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let is_terminal = input.is_terminal() && output.is_terminal;
    // A script plays the same game each time; only a person takes one up again.
    let mut autosave = if is_terminal { options.autosave(&session) } else { Autosave::default() };
    let mut session = session;
    if session.game().turns().is_empty() {
        match autosave.earlier(&Autosave::default()) {
            Some(Ok(mut earlier)) => {
                options.given.seat(&mut earlier.session);
                let text = format!("Going on with the game that was saved ({earlier}); 'n' starts another.");
                output.lines(&text)?;
                (session, autosave) = (earlier.session, earlier.autosave);
            }
            Some(Err(message)) => {
                output.words(&format!("The game that was saved cannot be read: {message}"))?
            }
            None => {}
        }
    }
    let mut line = Line { session, engines: options.engines(), autosave, is_terminal, output };
    line.show()?;
    line.let_engines_play()?;
    loop {
        if is_terminal {
            line.output.text("> ")?;
        }
        line.output.flush()?;
        let mut bytes = Vec::new();
        match Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return Err(Failure::Message(format!("cannot read the input: {error}"))),
        }
        match line.perform(String::from_utf8_lossy(&bytes).trim()) {
            Done::Changed => {
                line.show()?;
                line.save()?;
                line.let_engines_play()?;
            }
            Done::Said(text) => line.say(&text)?,
            Done::Quit => break,
        }
    }
    line.autosave.leave(&line.session);
    Ok(())
}

impl Line<'_> {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() { Ok(()) } else { self.output.text(&wrapped(text, 0, self.output.columns)) }
    }

    fn save(&mut self) -> Result<(), Failure> {
        match self.autosave.save(&self.session) {
            Ok(()) => Ok(()),
            Err(trouble) => self.say(&format!("not saved: {trouble}")),
        }
    }

    /// The engine plays until it is a person's turn.
    fn let_engines_play(&mut self) -> Result<(), Failure> {
        while let Some(Seat::Engine(strength)) = self.session.mover() {
            let position = self.session.position();
            let colour = position.to_move;
            self.output.flush()?;
            let Some(turn) = self.engines.think(colour, strength, self.session.game()) else { break };
            let played = format!("{colour} plays {}", words::with_coordinates(position, turn));
            self.session.play(turn).map_err(|refused| Failure::Message(refused.to_string()))?;
            self.say(&played)?;
            self.show()?;
            self.save()?;
        }
        Ok(())
    }

    /// The board with both sides' groups, and who has won.
    fn show(&mut self) -> Result<(), Failure> {
        let text = match self.session.resigned() {
            Some(loser) => words::given_up(loser),
            None => {
                let sides = words::sides_swapped(&self.session).map(|sides| sides + "\n");
                let board = drawn(self.session.position(), self.output.colour);
                sides.unwrap_or_default() + &board + &score_text(&self.session)
            }
        };
        self.output.lines(&text)
    }

    fn perform(&mut self, line: &str) -> Done {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Done::Said(String::new()),
            ["q" | "quit"] => Done::Quit,
            ["?" | "help"] => Done::Said(HELP.to_string()),
            ["u" | "z" | "undo"] => {
                let had_resigned = self.session.resigned().is_some();
                let is_changed = self.session.undo() > 0 || had_resigned;
                if is_changed {
                    Done::Changed
                } else {
                    Done::Said("there is nothing to take back".to_string())
                }
            }
            ["y" | "redo"] => match self.session.redo() {
                0 => Done::Said("there is nothing to play again".to_string()),
                _ => Done::Changed,
            },
            ["h" | "hint"] => Done::Said(self.hint()),
            ["m" | "moves"] => Done::Said(words::moves(self.session.position())),
            ["o" | "score"] => Done::Said(score_text(&self.session)),
            ["s"] => self.turn("swap"),
            ["x" | "resign"] => {
                self.session.give_up().map_or_else(|refused| refusal(&refused), |()| Done::Changed)
            }
            ["n" | "new"] => {
                self.autosave.leave(&self.session);
                // A game that is not over stays where it is; the new one goes beside it.
                self.autosave = self.autosave.beside(&self.session);
                self.session.restart();
                Done::Changed
            }
            ["w" | "w!", ..] => match autosave::write(&self.session, &line["w".len()..]) {
                Ok(path) => Done::Said(format!("written to '{path}'")),
                Err(failure) => Done::Said(format!("error: {}", failure.in_a_line())),
            },
            _ => self.turn(line),
        }
    }

    fn turn(&mut self, line: &str) -> Done {
        if self.session.winner().is_some() {
            return Done::Said("error: the game is over".to_string());
        }
        match self.session.position().read_turn(line) {
            Ok(turn) => self.session.play(turn).map_or_else(|refused| refusal(&refused), |()| Done::Changed),
            Err(error) => Done::Said(format!("error: {} ('?' lists the commands)", error.message)),
        }
    }

    fn hint(&mut self) -> String {
        let (position, game) = (self.session.position(), self.session.game().clone());
        if self.session.winner().is_some() {
            return "the game is over".to_string();
        }
        let strength = if self.is_terminal { Strength::Full } else { SCRIPTED };
        let task = think_elsewhere(ParallelPlayer::adviser(strength, 0), game, HINT);
        let Some((player, Some(turn))) = task.wait() else { return "no hint was found".to_string() };
        let Some(report) = player.report() else { return "no hint was found".to_string() };
        format!("{}: {}", position.write_turn(turn), Hint::new(report, turn).reason())
    }
}

fn refusal(refused: &Refused) -> Done {
    Done::Said(format!("error: {refused}"))
}

/// Both sides' groups, and who leads or what decided.
fn score_text(session: &Session) -> String {
    let score = Score::of(&session.position().board);
    let groups = words::groups(&score);
    match (session.resigned(), session.winner()) {
        (Some(_), _) => groups,
        (None, Some(_)) => format!("{groups}\ndecided by {}", score.deciding()),
        (None, None) => format!("{groups}\n{}", words::lead(session.position())),
    }
}
