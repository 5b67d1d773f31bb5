//! Lines of play that were left: what was undone before something else was done. Together with the line that is played they
//! are the tree of a game.

use gridwright::Session;
use serde::{Deserialize, Serialize};

/// The most lines that are kept; the oldest go first.
const MOST: usize = 24;

/// The lines that were left, each as all its actions from the start, the oldest first.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Lines(Vec<Vec<String>>);

/// A line that was left, beside the one that is played.
#[derive(Debug, Serialize)]
pub struct LineView {
    /// After how many actions it leaves the line that is played.
    pub fork: usize,
    /// How many actions it has.
    pub length: usize,
}

/// All actions of the line that is played, undone ones too.
fn line(session: &Session) -> Vec<String> {
    let actions = session.actions().iter().chain(session.undone());
    actions.map(|action| action.write(session.puzzle())).collect()
}

fn common(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Lines {
    /// The line that may be left by what is done next.
    pub fn before(&self, session: &Session) -> Option<Vec<String>> {
        (!session.undone().is_empty()).then(|| line(session))
    }

    /// Keeps the line from before something was done, if that has left it.
    pub fn after(&mut self, before: Option<Vec<String>>, session: &Session) {
        if let Some(before) = before {
            self.keep(before, session);
        }
    }

    /// Keeps a line that was left, and forgets those that are part of another one.
    fn keep(&mut self, left: Vec<String>, session: &Session) {
        let now = line(session);
        self.0.push(left);
        let all = std::mem::take(&mut self.0);
        let is_within = |line: &Vec<String>, other: &Vec<String>| common(line, other) == line.len();
        for (at, line) in all.iter().enumerate() {
            let is_kept = all[at + 1..].iter().any(|other| is_within(line, other))
                || self.0.iter().any(|other| is_within(line, other));
            if !is_kept && !is_within(line, &now) {
                self.0.push(line.clone());
            }
        }
        self.0.drain(..self.0.len().saturating_sub(MOST));
    }

    /// Goes over to a line that was left, as far as it went.
    pub fn take(&mut self, at: usize, session: &mut Session) {
        let Some(wanted) = self.0.get(at).cloned() else { return };
        let before = line(session);
        session.go_back_to(common(&wanted, &before));
        while common(&wanted, &before) > session.actions().len() && session.redo().is_some() {}
        for action in &wanted[session.actions().len()..] {
            // A line was played once, so it can be played again, unless its text came from elsewhere.
            if session.perform(action).is_err() {
                break;
            }
        }
        self.keep(before, session);
    }

    /// What to show.
    pub fn view(&self, session: &Session) -> Vec<LineView> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let now = line(session);
        self.0.iter().map(|line| LineView { fork: common(line, &now), length: line.len() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perform(lines: &mut Lines, session: &mut Session, text: &str) {
        let before = lines.before(session);
        session.perform(text).unwrap();
        lines.after(before, session);
    }

    #[test]
    fn a_line_that_was_left_is_kept_and_taken_up_again() {
        let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb").unwrap();
        let mut lines = Lines::default();
        for text in ["r1c1 bulb", "r2c2 bulb", "r3c3 !bulb"] {
            perform(&mut lines, &mut session, text);
        }
        session.go_back_to(1);
        assert!(lines.view(&session).is_empty());
        perform(&mut lines, &mut session, "r2c4 bulb");
        let [LineView { fork: 1, length: 3 }] = lines.view(&session)[..] else { panic!("{lines:?}") };
        lines.take(0, &mut session);
        assert_eq!(session.actions().len(), 3);
        let [LineView { fork: 1, length: 2 }] = lines.view(&session)[..] else { panic!("{lines:?}") };
        // The same again is no line of its own, and redoing leaves none.
        session.go_back_to(2);
        perform(&mut lines, &mut session, "r3c3 !bulb");
        session.undo();
        let before = lines.before(&session);
        session.redo();
        lines.after(before, &session);
        assert_eq!(lines.view(&session).len(), 1);
        lines.take(7, &mut session);
        assert_eq!(session.actions().len(), 3);
    }

    #[test]
    fn only_the_latest_lines_are_kept() {
        let mut session = Session::read("4x9:zj").unwrap();
        let mut lines = Lines::default();
        for cell in 0..MOST + 5 {
            let text = format!("r{}c{} bulb", cell / 4 + 1, cell % 4 + 1);
            perform(&mut lines, &mut session, &text);
            session.go_back_to(0);
        }
        assert_eq!(lines.view(&session).len(), MOST);
    }
}
