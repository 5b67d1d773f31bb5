//! What there is to say about a game, beside its board.

use super::Table;
use crate::play::game::clock;
use crate::play::screen::paint::Colours;
use gridwright::explain::Grade;
use gridwright::generate::LEVELS;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

impl Table {
    /// The rating, and what such boards are called.
    fn rated(&self, grade: &Grade) -> String {
        let puzzle = self.game.session.puzzle();
        let (rating, cells) = (grade.rating(), puzzle.grid().len());
        let levels = puzzle.genre().maker.map(|maker| maker.levels());
        let is_so = |word: &&&str| {
            levels
                .as_ref()
                .and_then(|levels| levels.ratings(word, cells))
                .is_some_and(|all| all.contains(&rating))
        };
        let word = LEVELS.iter().find(is_so).map(|word| format!(", {word}")).unwrap_or_default();
        format!("Rating {}{word}", crate::rate::hundredths(rating))
    }

    /// The keys that are needed most.
    pub(super) fn keys(&self) -> &'static str {
        match (self.game.session.has_lines(), self.game.session.most_digit()) {
            (true, _) => " d+arrow line  h hint  c check  z/y undo/redo  s solve  ? help  q quit",
            (_, 0) => " space enter  m mark  h hint  c check  z/y undo/redo  s solve  ? help  q quit",
            _ => " digits enter  p pencil  h hint  c check  z/y undo/redo  s solve  ? help  q quit",
        }
    }

    /// All lines of it.
    pub(super) fn panel(&self, colours: Colours) -> Vec<Line<'static>> {
        let session = &self.game.session;
        let (puzzle, grid) = (session.puzzle(), self.grid());
        let status = self.game.status();
        let mut lines = vec![
            Line::styled(
                format!("{} {}x{}", puzzle.genre().name, grid.cols(), grid.rows()),
                Style::new().add_modifier(Modifier::BOLD),
            ),
            Line::from(match (&self.grade, &self.grading) {
                (Some(grade), _) => self.rated(grade),
                (None, Some(_)) => "Rating …".to_string(),
                (None, None) => "Rating unknown".to_string(),
            }),
            Line::from(match self.has_clock {
                true => format!("Time {}   {}", clock(session.tally.seconds), grid.name(self.cursor)),
                false => grid.name(self.cursor).to_string(),
            }),
        ];
        lines.extend(self.game.jotted(self.cursor).map(Line::from));
        let modes = [
            (self.is_pencil, "pencil".to_string()),
            (self.is_drawing, "draw: which way?".to_string()),
            (session.branches() > 0, format!("trying, {} deep", session.branches())),
        ];
        for (_, mode) in modes.into_iter().filter(|(is_on, _)| *is_on) {
            lines.push(Line::styled(mode, colours.well()));
        }
        if status.is_solved() {
            lines.push(Line::styled("Everything is there.", colours.well()));
        } else if status.broken.is_empty() {
            lines.push(Line::from(format!("Still open: {}", self.game.left(&status))));
        } else if session.shows_errors() {
            let more = status.broken.len() - 1;
            lines.push(Line::default());
            let sentence = self.game.first_broken(&status).unwrap_or_default();
            lines.push(Line::styled(format!("Broken: {sentence}."), colours.wrong()));
            if more > 0 {
                lines.push(Line::styled(format!("({more} more)"), colours.wrong()));
            }
        }
        if !self.message.text.is_empty() {
            lines.push(Line::default());
            let style = match (self.message.is_wrong, self.solved) {
                (true, _) => colours.wrong(),
                (false, Some(_)) => colours.well(),
                (false, None) => Style::new(),
            };
            lines.extend(self.message.text.lines().map(|line| Line::styled(line.to_string(), style)));
            if self.message.is_hint && self.game.has_more_hints() {
                let key = if self.is_vi { "(H tells more)" } else { "(h tells more)" };
                lines.push(Line::styled(key, colours.faint()));
            }
        }
        lines
    }
}
