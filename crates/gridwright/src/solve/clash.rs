//! Which rules clash: sets of which none can be left out.

use super::{Answer, Engine};
use crate::model::RuleId;

impl Engine {
    /// Of these switchable rules, some that clash with each other, with the rules that cannot be switched off and with
    /// the assumed facts, none of which can be left out. `None` where there is a solution with all of them, or the
    /// budget ends. Afterwards other rules may be switched off than before.
    ///
    /// ```
    /// use gridwright::{Puzzle, solve::Engine};
    /// let puzzle = Puzzle::parse("3x2:0a1bB")?;
    /// let model = puzzle.model();
    /// let clues: Vec<_> = model.clues().collect();
    /// let mut engine = Engine::switchable(model, |rule| clues.contains(&rule));
    /// let clash = engine.minimal_clash(&clues).unwrap();
    /// assert_eq!(clash.len(), 2, "the 0 and the 1 share the only neighbour of the 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimal_clash(&mut self, rules: &[RuleId]) -> Option<Vec<RuleId>> {
        self.switch_off([]);
        if self.solve() != Answer::None {
            return None;
        }
        let mut needed = self.clashing();
        let mut i = 0;
        while i < needed.len() {
            let without = needed[i];
            let is_off = |rule: &RuleId| *rule == without || needed.binary_search(rule).is_err();
            self.switch_off(rules.iter().copied().filter(is_off));
            match self.solve() {
                Answer::None => {
                    // What clashes now has no more rules than before, and not this one.
                    let left = self.clashing();
                    i = needed[..i].iter().filter(|rule| left.contains(rule)).count();
                    needed = left;
                }
                Answer::Solution(_) => i += 1,
                Answer::Unknown(_) => return None,
            }
        }
        Some(needed)
    }

    /// The switchable rules of the last contradiction, in order.
    fn clashing(&self) -> Vec<RuleId> {
        let mut rules = self.clash().1;
        rules.sort_unstable();
        rules
    }
}
