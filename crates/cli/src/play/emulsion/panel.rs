//! The panel beside the board.

use super::board::piece;
use super::game_screen::GameScreen;
use crate::play::screen::paint::Colours;
use gridwright_emulsion::{Colour, Deciding, Score, Seat, Strength, words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::time::Duration;

const WIDTH: u16 = 30;
/// The most useful keys come first, for narrow windows.
const KEYS: &str = " ? help  q quit  space choose  h hint  u/y undo/redo  o values, groups  c chance";

impl GameScreen {
    pub fn draw(&mut self, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let (board, panel) = if area.width >= 2 * WIDTH + 10 {
            let split = body.width - WIDTH;
            (Rect { width: split, ..body }, Rect { x: body.x + split, width: WIDTH, ..body })
        } else {
            // The panel gets the rows that the board does not need.
            let needed = 2 * self.session.shown().board.size() as u16 + 2;
            let below = 9.min(body.height / 3).max(body.height.saturating_sub(needed));
            let split = body.height - below;
            (Rect { height: split, ..body }, Rect { y: body.y + split, height: below, ..body })
        };
        let mut view = self.view;
        view.draw(&self.look_at(), colours, board, buffer);
        self.view = view;
        let lines = self.panel(colours, panel);
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(panel, buffer);
        let keys = Rect { y: area.y + area.height.saturating_sub(1), height: 1.min(area.height), ..area };
        Line::styled(KEYS, colours.faint()).render(keys, buffer);
    }

    fn panel(&self, colours: Colours, area: Rect) -> Vec<Line<'static>> {
        let shown = self.session.shown();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let size = shown.board.size();
        let start = self.session.game().start();
        let pie = if start.pie { ", pie rule" } else { "" };
        let kind = if self.puzzle.is_some() { " puzzle" } else { "" };
        let mut lines = vec![Line::styled(format!("Emulsion{kind} {size}x{size}{pie}"), bold)];
        for colour in [Colour::Black, Colour::White] {
            let who = match self.session.shown_seat(colour) {
                Seat::Human => "you".to_string(),
                Seat::Engine(strength) => strength.to_string(),
            };
            let turn =
                if self.session.winner().is_none() && shown.to_move == colour { "  to move" } else { "" };
            lines.push(Line::from(format!("{} {}: {who}{turn}", piece(colour), colour.name())));
        }
        let turns = self.session.shown_turns().len();
        let last = self
            .session
            .last_turn()
            .map_or("no turns yet".to_string(), |turn| format!("turn {turns}: {turn}"));
        lines.push(Line::from(format!("{last}, {} left", shown.board.swaps().len())));
        let full = Seat::Engine(Strength::Full);
        if [Colour::Black, Colour::White].iter().any(|colour| self.session.seat(*colour) == full) {
            lines.push(Line::from(format!("{full} thinks for {}", seconds(self.engines.time))));
        }
        if size.is_multiple_of(2) {
            lines.push(Line::from(format!("Full tie: {}", start.tie.name())));
        }
        if shown.may_swap_sides() && self.session.winner().is_none() {
            lines.push(Line::from("s swaps sides (pie rule)"));
        }
        lines.extend(self.state(colours));
        if self.puzzle.is_none() && self.session.winner().is_some() && self.analysis.is_none() {
            let told = self.analysing().unwrap_or_else(|| "A analyses it, n starts another".to_string());
            lines.push(Line::styled(told, colours.faint()));
        }
        if let Some((told, mark)) = self.judgement() {
            lines.push(Line::styled(told, if mark.is_some() { colours.wrong() } else { Style::new() }));
        }
        if self.shows_chance {
            lines.push(Line::from(match self.report() {
                Some(report) => words::chances(report),
                None if shown.is_over() => String::new(),
                None => "Chances …".to_string(),
            }));
        }
        let is_low = area.height < 12;
        let mut said: Vec<Line<'static>> = Vec::new();
        let style = if self.message.is_wrong { colours.wrong() } else { Style::new() };
        said.extend(self.message.text.lines().map(|line| Line::styled(line.to_string(), style)));
        said.extend(self.reason().map(Line::from));
        if !said.is_empty() && !is_low {
            said.insert(0, Line::default());
        }
        // Messages must show; groups take the rest.
        let width = usize::from(area.width.max(1));
        let rows =
            |lines: &[Line<'_>]| lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum::<usize>();
        // Words that are broken at the end of a line may take one more.
        let taken = rows(&lines) + rows(&said) + usize::from(!said.is_empty());
        let room = usize::from(area.height).saturating_sub(taken);
        lines.extend(score_lines(&Score::of(&shown.board), room, colours));
        // In a low window the end may be cut off.
        let [first, then] = if is_low { [said, lines] } else { [lines, said] };
        first.into_iter().chain(then).collect()
    }

    /// Who has won, or who is thinking.
    fn state(&self, colours: Colours) -> Option<Line<'static>> {
        if let Some(ending) = words::ending(&self.session).filter(|_| self.session.is_at_end()) {
            return Some(Line::styled(ending, colours.well()));
        }
        match (self.session.is_paused(), self.is_thinking()) {
            (true, _) => Some(Line::styled("Paused; p goes on", colours.well())),
            (false, true) => Some(Line::styled("Thinking…", colours.faint())),
            (false, false) => None,
        }
    }
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// Both sides' groups side by side, the largest first, in a number of lines; equal lines are put together. The first that
/// differ decide.
fn score_lines(score: &Score, room: usize, colours: Colours) -> Vec<Line<'static>> {
    let all = score.black.len().max(score.white.len());
    let size = |sizes: &[u32], i: usize| sizes.get(i).copied().unwrap_or(0);
    let pair = |i: usize| (size(&score.black, i), size(&score.white, i));
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for i in 0..all {
        match runs.last_mut() {
            Some((from, to)) if pair(*from) == pair(i) => *to = i,
            _ => runs.push((i, i)),
        }
    }
    if room < 2 {
        return Vec::new();
    }
    let deciding = match score.deciding() {
        Deciding::Group { rank, .. } => {
            runs.iter().position(|(from, to)| (*from..=*to).contains(&(rank - 1)))
        }
        Deciding::LastMove => None,
    };
    let mut lines = vec![Line::from("Groups  Black White")];
    if room > 2 {
        lines.insert(0, Line::default());
    }
    // The deciding groups always show, and the largest where there is more than a line.
    let shown = runs.len().min(room - lines.len());
    let end = deciding.map_or(shown, |deciding| shown.max(deciding + 1));
    let mut chosen: Vec<usize> = (end - shown..end).collect();
    if shown > 1 {
        chosen[0] = 0;
    }
    for (place, &i) in chosen.iter().enumerate() {
        let (from, to) = runs[i];
        let (black, white) = pair(from);
        let goes_on = chosen.get(place + 1).map_or(i + 1 < runs.len(), |next| i + 1 < *next);
        let written = |size: u32| if size == 0 { String::new() } else { size.to_string() };
        let number = if from == to { (from + 1).to_string() } else { format!("{}-{}", from + 1, to + 1) };
        let mark = match (deciding == Some(i), goes_on) {
            (true, _) => "  decides",
            (false, true) => "  …",
            (false, false) => "",
        };
        let style = if deciding == Some(i) { colours.well() } else { Style::new() };
        let text = format!("{number:>6}  {:>5} {:>5}{mark}", written(black), written(white));
        lines.push(Line::styled(text, style));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In any room the deciding groups are shown, then the largest; an ellipsis stands for what is left out.
    #[test]
    fn groups_that_do_not_fit_are_left_out_with_a_sign() {
        let score = Score { black: vec![9, 8, 7, 6, 5, 4, 3], white: vec![9, 8, 7, 6, 5, 2] };
        let shown = |room: usize| {
            let lines = score_lines(&score, room, Colours::None);
            lines.iter().map(|line| line.to_string().trim().to_string()).collect::<Vec<_>>()
        };
        let head = "Groups  Black White";
        let (first, decides) = ("1      9     9", "6      4     2  decides");
        assert_eq!(shown(1), [] as [&str; 0]);
        assert_eq!(shown(2), [head, decides]);
        assert_eq!(shown(4), ["", head, &format!("{first}  …"), decides]);
        assert_eq!(shown(5), ["", head, &format!("{first}  …"), "5      5     5", decides]);
        assert_eq!(shown(20).len(), 9);
        let early = Score { black: vec![9, 8, 7], white: vec![8, 8, 8] };
        let lines = score_lines(&early, 4, Colours::None);
        assert!(lines[2].to_string().ends_with("decides") && lines[3].to_string().ends_with("  …"));
    }
}
