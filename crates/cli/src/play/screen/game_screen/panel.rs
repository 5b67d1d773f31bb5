//! The panel beside the board: status and messages of a game.

use super::{GameScreen, Next};
use crate::play::screen::paint::Colours;
use crate::shell::output::wrapped;
use gridwright::explain::Grade;
use gridwright::session::{Style as Kind, clock};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;

impl GameScreen {
    /// The rating, and what such boards are called.
    fn rated(grade: &Grade) -> String {
        format!("Rating {}, {}", grade.rating(), grade.level())
    }

    /// The keys that are needed most.
    pub(super) fn keys(&self) -> &'static str {
        if self.solved.is_some() {
            return " n next puzzle  z undo  r r restart  Esc menu  ? help  q quit";
        }
        match self.game.session.style() {
            Kind::Lines => " d+arrow line  h hint  g do it  c check  z/y undo/redo  ? rules  q quit",
            Kind::Place => " space enter  m mark  h hint  g do it  c check  z/y undo/redo  ? rules  q quit",
            Kind::Digits => " digits enter  p pencil  h hint  g do it  c check  z/y undo  ? rules  q quit",
        }
    }

    /// As much as fits; if not everything does, the last message takes precedence over the status.
    pub(super) fn draw_panel(&self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let (facts, message) = (folded(self.facts(width, colours), width), folded(self.said(colours), width));
        let height = usize::from(area.height);
        let gap = usize::from(!message.is_empty());
        let lines: Vec<Line<'_>> = if facts.len() + gap + message.len() <= height {
            facts.into_iter().chain((gap > 0).then(Line::default)).chain(message).collect()
        } else {
            let left_out = message.len().saturating_sub(height);
            message.into_iter().skip(left_out).chain(facts).collect()
        };
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            line.render(Rect { y, height: 1, ..area }, buffer);
        }
    }

    /// The status of the game.
    fn facts(&self, width: usize, colours: Colours) -> Vec<(String, Style)> {
        let session = &self.game.session;
        let (puzzle, grid) = (session.puzzle(), self.grid());
        let status = self.game.status();
        let plain = Style::new();
        let rating = match (&self.grade, &self.grading) {
            (Some(grade), _) => GameScreen::rated(grade),
            (None, Some(_)) => "Rating …".to_string(),
            (None, None) => "Rating unknown".to_string(),
        };
        let here = grid.name(self.cursor);
        let place = match self.settings.play.clock {
            true => format!("Time {}   {here}", clock(session.tally.seconds)),
            false => here.to_string(),
        };
        let name = format!("{} {}x{}", puzzle.genre().name, grid.cols(), grid.rows());
        let mut lines = vec![(name, plain.add_modifier(Modifier::BOLD)), (rating, plain), (place, plain)];
        lines.extend(session.jotted(self.cursor).map(|jotted| (jotted, plain)));
        let modes = [
            (self.is_pencil, "pencil".to_string()),
            (self.next == Some(Next::Draw), "draw: which way?".to_string()),
            (self.next == Some(Next::Cross), "not: which digit?".to_string()),
            (session.branches() > 0, format!("trying, {} deep", session.branches())),
        ];
        let modes = modes.into_iter().filter(|(is_on, _)| *is_on);
        lines.extend(modes.map(|(_, mode)| (mode, colours.well())));
        if status.is_solved() {
            lines.push(("Everything is there.".to_string(), colours.well()));
        } else {
            let broken = session.shown_broken();
            if let Some(first) = broken.first() {
                let sentence = puzzle.tell_broken(&session.position().board, first);
                lines.push((String::new(), plain));
                lines.push((format!("Broken: {sentence}."), colours.wrong()));
                let more = broken.len() - 1;
                lines.extend((more > 0).then(|| (format!("({more} more)"), colours.wrong())));
            } else {
                lines.push((format!("Still open: {}", session.left()), plain));
            }
        }
        if !status.is_solved() {
            lines.extend(digits_left(&session.digits_left(), width).into_iter().map(|line| (line, plain)));
        }
        lines
    }

    /// The last message.
    fn said(&self, colours: Colours) -> Vec<(String, Style)> {
        let style = match (self.message.is_wrong, self.solved) {
            (true, _) => colours.wrong(),
            (false, Some(_)) => colours.well(),
            (false, None) => Style::new(),
        };
        let mut lines: Vec<_> = self.message.text.lines().map(|line| (line.to_string(), style)).collect();
        if self.message.is_hint && self.game.session.has_more_hints() {
            let key =
                if self.settings.vi_keys { "(H tells more, g does it)" } else { "(h tells more, g does it)" };
            lines.push((key.to_string(), colours.faint()));
        }
        lines
    }
}

/// The digits, and below each how many of it are left; nothing where the rules do not fix that.
fn digits_left(left: &[Option<usize>], width: usize) -> Vec<String> {
    const NAME: &str = "left ";
    let Some(left): Option<Vec<usize>> = left.iter().copied().collect() else { return Vec::new() };
    let widest = left.iter().copied().chain([left.len()]).max().unwrap_or(0);
    let wide = widest.to_string().len() + 1;
    let across = ((width + 1).saturating_sub(NAME.len()) / wide).max(1);
    let mut lines = Vec::new();
    for (start, counts) in left.chunks(across).enumerate() {
        let row = |name: &str, numbers: &mut dyn Iterator<Item = String>| {
            let line = numbers.fold(name.to_string(), |line, number| line + &format!("{number:<wide$}"));
            line.trim_end().to_string()
        };
        let digits = (start * across + 1..).take(counts.len()).map(|digit| digit.to_string());
        lines.push(row("     ", &mut { digits }));
        let number = |count: &usize| if *count == 0 { "✓".to_string() } else { count.to_string() };
        lines.push(row(NAME, &mut counts.iter().map(number)));
    }
    lines
}

/// Lines as wide as there is room.
fn folded(lines: Vec<(String, Style)>, width: usize) -> Vec<Line<'static>> {
    let fold = |(text, style): (String, Style)| {
        let folded = wrapped(&text, 0, Some(width));
        folded.lines().map(|line| Line::styled(line.to_string(), style)).collect::<Vec<_>>()
    };
    lines.into_iter().flat_map(fold).collect()
}
