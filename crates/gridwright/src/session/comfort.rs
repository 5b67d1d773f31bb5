//! Comfort for players: what a cell shares with others, which digits are left, hints that apply themselves, best times.

use super::{Action, Change, Session};
use crate::explain::Hint;
use crate::grid::Cell;
use crate::model::{Atom, Board, Bounds, Role, Rule};
use crate::rating::Level;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What stands out while the cursor is on a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The cells in which the digit of the cell cannot be, too: its row, column, box, region or neighbours.
    pub houses: Vec<Cell>,
    /// The cells with the same digit, the cell itself among them.
    pub same: Vec<Cell>,
}

impl Session {
    /// What stands out while the cursor is on a cell; nothing where no digits are typed or the settings say so.
    ///
    /// ```
    /// use gridwright::{Session, grid::Cell};
    /// let session = Session::read(r#"{"givens":[[1,0,0,0],[0,0,1,0],[0,0,0,0],[0,0,0,2]]}"#)?;
    /// let shown = session.highlights(Cell(0));
    /// assert_eq!((shown.houses.len(), shown.same), (7, vec![Cell(0), Cell(6)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn highlights(&self, cell: Cell) -> Highlights {
        if !self.settings.highlights || self.most_digit() == 0 || self.has_lines() {
            return Highlights::default();
        }
        let (model, puzzle) = (self.model(), &self.puzzle);
        let Some(own) = self.atoms.get(cell.index()).filter(|own| !own.is_empty()) else {
            return Highlights::default();
        };
        let mut houses = BTreeSet::new();
        for rule in model.rules() {
            let Bounds { hi, .. } = rule.body.bounds();
            if hi == 1 && model.rule_atoms(rule).any(|(atom, _)| own.contains(&atom)) {
                houses.extend(model.rule_atoms(rule).map(|(atom, _)| puzzle.atom_cell(atom)));
            }
        }
        houses.remove(&cell);
        let known = self.known();
        let digit = own.iter().find(|atom| known.is_yes(**atom)).map(|atom| puzzle.candidate_of(*atom).1);
        let has_digit = |atom: &Atom| known.is_yes(*atom) && Some(puzzle.candidate_of(*atom).1) == digit;
        let same = model.atoms().filter(has_digit).map(|atom| puzzle.atom_cell(atom));
        Highlights { houses: houses.into_iter().collect(), same: same.collect() }
    }

    /// Whether a digit is entered in a cell.
    pub fn has_digit(&self, cell: Cell, digit: u32) -> bool {
        self.with_digit(cell, digit).is_some_and(|atom| self.position().board.is_yes(atom))
    }

    /// What is printed and entered.
    fn known(&self) -> Board {
        self.model().with_givens(&self.position().board)
    }

    /// How many of each digit are still to be entered, from 1 on; `None` for a digit of which the rules do not fix the
    /// number. More than needed counts as none left.
    ///
    /// ```
    /// use gridwright::Session;
    /// let session = Session::read(r#"{"givens":[[1,0,0,0],[0,0,1,0],[0,0,0,0],[0,0,0,2]]}"#)?;
    /// assert_eq!(session.digits_left(), [Some(2), Some(3), Some(4), Some(4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn digits_left(&self) -> Vec<Option<usize>> {
        if self.has_lines() {
            return Vec::new();
        }
        let (model, puzzle, known) = (self.model(), &self.puzzle, self.known());
        let digit_of = |atom: Atom| puzzle.candidate_of(atom).1;
        let most = self.most_digit() as usize;
        let mut atoms: Vec<BTreeSet<Atom>> = vec![BTreeSet::new(); most + 1];
        model.atoms().for_each(|atom| {
            atoms[digit_of(atom) as usize].insert(atom);
        });
        // Houses that need the digit exactly once, do not overlap and leave no cell out fix its number.
        let mut needed = vec![0; most + 1];
        let mut covered: Vec<BTreeSet<Atom>> = vec![BTreeSet::new(); most + 1];
        let is_once = |rule: &&Rule| {
            rule.body.bounds() == Bounds { lo: 1, hi: 1 } && model.kind(rule).role == Role::Law
        };
        for rule in model.rules().iter().filter(is_once) {
            let own: Vec<Atom> = model.rule_atoms(rule).map(|(atom, _)| atom).collect();
            let Some(digit) = own.first().map(|atom| digit_of(*atom)) else { continue };
            let covered = &mut covered[digit as usize];
            let is_house = own.iter().all(|atom| digit_of(*atom) == digit && !covered.contains(atom));
            if is_house {
                covered.extend(own);
                needed[digit as usize] += 1;
            }
        }
        let left = |digit: usize| {
            let entered = atoms[digit].iter().filter(|atom| known.is_yes(**atom)).count();
            (covered[digit] == atoms[digit]).then(|| usize::saturating_sub(needed[digit], entered))
        };
        (1..=most).map(left).collect()
    }

    /// The notes that entries of these atoms rule out, to be rubbed out with them.
    pub(super) fn notes_ruled_out_by(&self, entered: &[Atom]) -> Vec<Change> {
        let notes = &self.position().notes;
        if !self.settings.clean_notes || (notes.iter().next().is_none() && self.state.jots.is_empty()) {
            return Vec::new();
        }
        let mut board = Board::open(self.model().atom_count());
        board.extend(self.position().board.facts().filter(|fact| fact.holds));
        let before: BTreeSet<Atom> = self.ruled_out_on(&board).into_iter().collect();
        entered.iter().for_each(|atom| board.set(*atom, crate::model::Value::Yes));
        // What the player has noted against the rules before stays the player's business, and the notes of a cell come
        // back when its entry goes.
        let is_elsewhere = |atom: &Atom| {
            entered.iter().all(|own| self.puzzle.atom_cell(*own) != self.puzzle.atom_cell(*atom))
        };
        let after = self.ruled_out_on(&board).into_iter().filter(|atom| !before.contains(atom));
        let gone: Vec<Atom> = after.filter(is_elsewhere).collect();
        let jots = self.jots_ruled_out(gone.iter().copied());
        let noted = gone.into_iter().filter(|atom| notes.contains(*atom));
        noted.map(Change::RubOut).chain(jots).collect()
    }

    /// What the hint for the position would do, if it is a step.
    pub fn hint_action(&self) -> Option<Action> {
        let (Hint::Step(step), _) = self.hint()? else { return None };
        let notes = &self.position().notes;
        let facts = step.explanation.news.iter();
        super::changes(facts.flat_map(|fact| {
            let gone = (!fact.holds && notes.contains(fact.atom)).then_some(Change::RubOut(fact.atom));
            let own = if fact.holds { Change::Enter(fact.atom) } else { Change::Cross(fact.atom) };
            [Some(own), gone].into_iter().flatten()
        }))
    }

    /// The cell that the hint points at, as far as its stages were shown: where to look, at last the cell itself.
    pub fn hint_cell(&self) -> Option<Cell> {
        let (hint, told) = self.hint()?;
        let Hint::Step(step) = hint else { return None };
        match told {
            0 | 1 => None,
            Hint::STAGES.. => step.explanation.news.first().map(|fact| self.puzzle.atom_cell(fact.atom)),
            _ => hint.where_to_look(&self.puzzle).first().copied(),
        }
    }

    /// Shows all stages of the hint: it is about to be applied.
    pub fn show_whole_hint(&mut self) {
        while self.has_more_hints() {
            self.next_hint();
        }
    }
}

/// The best times of a player, by genre, size and difficulty.
///
/// ```
/// use gridwright::Session;
/// use gridwright::rating::Level;
/// use gridwright::session::BestTimes;
/// let mut times = BestTimes::default();
/// let mut session = Session::read("2x1:b")?;
/// session.perform("r1c1 bulb")?;
/// session.tally.seconds = 90;
/// assert_eq!(times.take(&session, Some(Level::Easy)), Some("Your first of this kind.".to_string()));
/// session.tally.seconds = 80;
/// assert_eq!(times.take(&session, Some(Level::Easy)), Some("Your best time; it was 1:30.".to_string()));
/// session.tally.seconds = 85;
/// assert_eq!(times.take(&session, Some(Level::Easy)), Some("Your best time is 1:20.".to_string()));
/// session.tally.hints = 1;
/// assert_eq!(times.take(&session, Some(Level::Easy)), None, "with help it does not count");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BestTimes(BTreeMap<String, u64>);

impl BestTimes {
    /// The best time for puzzles like this one, in seconds.
    pub fn best(&self, session: &Session, level: Option<Level>) -> Option<u64> {
        self.0.get(&kind(session, level)).copied()
    }

    /// Takes the time of a solved session, and says how it compares. A time with help does not count.
    pub fn take(&mut self, session: &Session, level: Option<Level>) -> Option<String> {
        let tally = session.tally;
        if tally.is_filled_in || tally.hints > 0 || !session.status().is_solved() {
            return None;
        }
        let (now, name) = (tally.seconds, kind(session, level));
        let before = self.0.get(&name).copied();
        self.0.insert(name, before.map_or(now, |before| before.min(now)));
        Some(match before {
            None => "Your first of this kind.".to_string(),
            Some(before) if now < before => format!("Your best time; it was {}.", super::clock(before)),
            Some(before) => format!("Your best time is {}.", super::clock(before)),
        })
    }
}

fn kind(session: &Session, level: Option<Level>) -> String {
    let (puzzle, grid) = (session.puzzle(), session.puzzle().grid());
    let torus = if grid.wrapping() { " torus" } else { "" };
    let level = level.map_or("any", Level::name);
    format!("{} {}x{}{torus} {level}", puzzle.genre().id, grid.cols(), grid.rows())
}
