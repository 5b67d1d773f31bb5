//! A puzzle: a printed board with its genre and its model, as one owned value.

mod genre;
pub mod maker;

pub use genre::{Enumeration, FastSolver, Genre, Measure, Part, Status, Trace};

use crate::frames::{Encode, Format, WriteError, puzzlink, pzprv3};
use crate::grid::{Cell, Grid};
use crate::model::{Atom, Board, Breach, Broken, Fact, Model, Position, Rule, Value, WrongPosition};
use crate::printed::{OptionError, PrintedBoard};
use crate::proportion::Proportion;
use crate::scene::{Draw, Glyph, Scene, Share, Stroke, svg, text};
use crate::solve::Engine;
use crate::words::{Adding, Case, Inference, RuleUse, Told, UniqueStep, Words};
use gridwright_base::{Limits, Text, json};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A puzzle of any genre. A copy costs next to nothing and shares the board and the model, which is built once, when it
/// is first asked for.
///
/// ```
/// use gridwright::{Puzzle, registry};
/// let puzzle: Puzzle = "7x7:b1f2iB2g1Bi2fBb".parse()?;
/// assert_eq!((puzzle.genre(), puzzle.grid().len()), (registry::ALL[0], 49));
/// assert!(puzzle.status().is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Puzzle {
    parts: Arc<Parts>,
    assumes_unique: bool,
}

struct Parts {
    genre: &'static Genre,
    board: Box<dyn PrintedBoard>,
    model: OnceLock<Arc<Model>>,
    /// Asked for by techniques that hold only then.
    has_one_solution: OnceLock<bool>,
}

/// Where this many steps do not prove that there is one solution, nothing that needs it is used.
const MOST_STEPS: u64 = 1_000_000;

impl Puzzle {
    /// A puzzle from its genre and its printed board.
    pub(crate) fn new(genre: &'static Genre, board: Box<dyn PrintedBoard>) -> Puzzle {
        debug_assert_eq!(genre.id, board.about().id);
        let parts =
            Arc::new(Parts { genre, board, model: OnceLock::new(), has_one_solution: OnceLock::new() });
        Puzzle { parts, assumes_unique: false }
    }

    /// The same puzzle for players who make use of its having one solution: explanations, hints and grades then use
    /// techniques that hold only in such puzzles, such as unique rectangles. Where there are several solutions, they do not.
    pub fn assuming_unique(&self) -> Puzzle {
        Puzzle { assumes_unique: true, ..self.clone() }
    }

    /// What follows at a position because there is one solution; nothing unless that may be used and is so.
    pub fn unique_steps(&self, known: &Board) -> Vec<UniqueStep> {
        if !self.assumes_unique {
            return Vec::new();
        }
        let has_one_solution = || {
            let of_engine = || {
                let mut engine = Engine::new(self.model());
                engine.limit(&Limits::default().steps(MOST_STEPS));
                engine.status()
            };
            self.fast_status(None).unwrap_or_else(of_engine).is_unique()
        };
        match self.parts.has_one_solution.get_or_init(has_one_solution) {
            true => self.words().unique_steps(self.model(), known),
            false => Vec::new(),
        }
    }

    /// Its genre.
    pub fn genre(&self) -> &'static Genre {
        self.parts.genre
    }

    /// The printed board.
    pub fn board(&self) -> &dyn PrintedBoard {
        &*self.parts.board
    }

    /// The printed board as its genre's own type.
    pub fn downcast_ref<B: PrintedBoard>(&self) -> Option<&B> {
        self.board().downcast_ref()
    }

    /// Its rules, as data.
    pub fn model(&self) -> &Arc<Model> {
        self.parts.model.get_or_init(|| Arc::new(self.board().model()))
    }

    fn draw(&self) -> &dyn Draw {
        (self.genre().draw)(self.board())
    }

    fn words(&self) -> &dyn Words {
        (self.genre().words)(self.board())
    }

    fn encode(&self) -> &dyn Encode {
        (self.genre().encode)(self.board())
    }

    /// Its rectangle.
    pub fn grid(&self) -> Grid {
        self.board().grid()
    }

    /// How many atoms it has.
    pub fn atom_count(&self) -> usize {
        self.board().atom_count()
    }

    /// A position with nothing entered.
    pub fn blank(&self) -> Position {
        Position::blank(self.atom_count())
    }

    /// Refuses a position of another puzzle, as far as that can be told: one with another number of atoms.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// let (small, large) = (Puzzle::parse("2x2:d")?, Puzzle::parse("3x3:i")?);
    /// assert!(small.expect_own(&small.blank()).is_ok() && small.expect_own(&large.blank()).is_err());
    /// assert!(small.check(&large.blank()).is_err() && small.svg(&large.blank()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expect_own(&self, position: &Position) -> Result<(), WrongPosition> {
        position.expect_atoms(self.atom_count())
    }

    /// The atom itself.
    ///
    /// # Panics
    /// When the puzzle has no such atom.
    fn own(&self, atom: Atom) -> Atom {
        let atoms = self.atom_count();
        assert!(atom.index() < atoms, "atom {} belongs to another puzzle: this one has {atoms}", atom.0);
        atom
    }

    /// The cell an atom is about.
    ///
    /// # Panics
    /// When the puzzle has no such atom. Those of its model, its boards and [`Puzzle::atom_named`] are its own.
    pub fn atom_cell(&self, atom: Atom) -> Cell {
        self.board().atom_cell(self.own(atom))
    }

    /// An atom's name as an action, `r2c3 5`.
    ///
    /// # Panics
    /// Like [`Puzzle::atom_cell`].
    pub fn atom_name(&self, atom: Atom) -> String {
        self.board().atom_name(self.own(atom))
    }

    /// The name without the cell, `5`.
    ///
    /// # Panics
    /// Like [`Puzzle::atom_cell`].
    pub fn atom_what(&self, atom: Atom) -> String {
        self.board().atom_what(self.own(atom))
    }

    /// The atom of that name.
    pub fn atom_named(&self, name: &str) -> Option<Atom> {
        self.board().atom_named(name)
    }

    /// A rule's own cell, where it has one.
    pub fn rule_place(&self, rule: &Rule) -> Option<Cell> {
        self.board().rule_place(rule)
    }

    /// The cells a rule concerns: its own place first, then those of its atoms in reading order.
    pub fn rule_cells(&self, rule: &Rule) -> Vec<Cell> {
        self.board().rule_cells(self.model(), rule)
    }

    /// The options whose values differ from what a native text without them means.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        self.board().options()
    }

    /// The same puzzle with an option set.
    pub fn with_option(&self, key: &str, value: &str) -> Result<Puzzle, OptionError> {
        Ok(Puzzle::new(self.genre(), self.board().with_option(key, value)?))
    }

    /// Its name for people: the genre's, with `, 7 rows by 7 columns` behind it.
    pub fn title(&self) -> String {
        let (name, grid) = (self.genre().name, self.grid());
        let counted = |number: usize, thing| gridwright_base::counted(number, thing);
        format!("{name}, {} by {}", counted(grid.rows(), "row"), counted(grid.cols(), "column"))
    }

    /// The status under these facts, where the genre's own solver knows.
    pub(crate) fn fast_status(&self, known: Option<&Board>) -> Option<Status> {
        self.genre().fast?(self.board()).fast_status(known)
    }

    /// The genre's own way to count the solutions that agree with what is known one by one.
    pub(crate) fn enumeration(&self, known: Option<&Board>) -> Option<Box<dyn Enumeration>> {
        self.genre().fast?(self.board()).enumeration(known)
    }
}

/// In words.
impl Puzzle {
    /// A rule of its model as a sentence about this board.
    pub fn sentence(&self, rule: &Rule) -> String {
        self.words().sentence(rule)
    }

    /// Facts as a clause, `r1c2 is 5 and r1c3 is not 4`.
    pub fn tell_facts(&self, facts: &[Fact]) -> String {
        self.words().facts(facts)
    }

    /// How a board breaks a rule, as a clause: `the bulbs at r1c1 and r4c1 see each other`.
    pub fn tell_broken(&self, board: &Board, broken: &Broken) -> String {
        let model = self.model();
        let known = model.with_givens(board);
        let atoms = |value: Value| -> Vec<Atom> {
            let atoms = model.rule_atoms(model.get(broken.rule)).map(|(atom, _)| atom);
            atoms.filter(|atom| known.get(*atom) == value).collect()
        };
        let rule_use = match broken.breach {
            Breach::TooMuch => RuleUse::TooMuch,
            Breach::TooLittle | Breach::Starved => RuleUse::TooLittle,
        };
        let (holding, open) = (atoms(Value::Yes), atoms(Value::Open));
        self.tell_inference(&Inference { rule: broken.rule, rule_use, holding, open, facts: Vec::new() })
    }

    pub(crate) fn tell_inference(&self, inference: &Inference) -> String {
        self.words().inference(self.model().get(inference.rule), inference)
    }

    pub(crate) fn tell_consequence(&self, inference: &Inference) -> Option<String> {
        self.words().consequence(self.model().get(inference.rule), inference)
    }

    pub(crate) fn tell_briefly(&self, rule: &Rule, fact: Fact) -> Option<String> {
        self.words().brief(rule, fact)
    }

    pub(crate) fn tell_step(&self, case: &Case<'_>) -> Option<Told> {
        self.words().step(case)
    }

    pub(crate) fn tell_needs(&self, needs: &[Inference]) -> Vec<String> {
        let needs: Vec<_> = needs.iter().map(|own| (self.model().get(own.rule), own)).collect();
        self.words().needs(&needs)
    }

    pub(crate) fn tell_limits(&self, limits: &[Inference], wanted: &[Atom]) -> String {
        let limits: Vec<_> = limits.iter().map(|own| (self.model().get(own.rule), own)).collect();
        self.words().limits(&limits, wanted)
    }

    pub(crate) fn tell_cell(&self, cell: Cell, position: &Position) -> Option<String> {
        self.words().cell(cell, position)
    }

    pub(crate) fn prefers_sums(&self) -> bool {
        self.words().prefers_sums()
    }

    pub(crate) fn tell_sum(&self, sum: &Adding<'_>) -> String {
        self.words().sum(sum)
    }

    pub(crate) fn most_counted(&self) -> usize {
        self.words().most_counted()
    }

    pub(crate) fn is_plain_to_see(&self, law: &Rule) -> bool {
        self.words().is_plain_to_see(law)
    }
}

/// Drawn.
///
/// Scenes are of the puzzle's own positions and boards: those of another puzzle, which [`Puzzle::expect_own`] finds out, make
/// these functions panic. [`Puzzle::svg`] refuses them.
impl Puzzle {
    /// What to draw for a position, without error flags.
    ///
    /// # Panics
    /// When the position is one of another puzzle.
    pub fn scene(&self, position: &Position) -> Scene {
        self.expect_own(position).unwrap_or_else(|error| panic!("{error}"));
        self.draw().scene(position)
    }

    /// Where an atom is pencilled in and shown on heat maps: a cell, and the candidate in it or 0 for the cell as a whole.
    pub fn candidate_of(&self, atom: Atom) -> (Cell, u32) {
        self.draw().candidate_of(atom)
    }

    /// The line that is drawn where an atom holds, in genres that draw any.
    pub fn stroke(&self, atom: Atom) -> Option<Stroke> {
        self.draw().stroke(atom)
    }

    /// The cells a player sees flagged: those of entries that break a rule, and the places of broken clues.
    pub fn flagged_cells(&self, board: &Board) -> Vec<Cell> {
        self.board().flagged_cells(self.model(), board)
    }

    /// [`scene`](Puzzle::scene) with what is wrong flagged.
    ///
    /// # Panics
    /// When the position is one of another puzzle.
    pub fn flagged_scene(&self, position: &Position) -> Scene {
        self.scene_with_flags(position, self.flagged_cells(&position.board))
    }

    /// [`scene`](Puzzle::scene) with these cells flagged.
    pub(crate) fn scene_with_flags(&self, position: &Position, flagged: Vec<Cell>) -> Scene {
        let mut scene = self.scene(position);
        for cell in flagged {
            scene.tile(cell).error = true;
            for stroke in scene.strokes.iter_mut().filter(|s| s.from == cell) {
                stroke.error = true;
            }
        }
        scene
    }

    /// A picture of a position as SVG.
    pub fn svg(&self, position: &Position) -> Result<String, WrongPosition> {
        self.expect_own(position)?;
        Ok(svg::render(&self.scene(position), &self.title()))
    }

    /// A position drawn with characters.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// let puzzle: Puzzle = "2x1:a0".parse()?;
    /// assert_eq!(puzzle.drawing(&puzzle.blank())?.lines().nth(1), Some("│   │█0█│"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawing(&self, position: &Position) -> Result<String, WrongPosition> {
        self.expect_own(position)?;
        Ok(text::render(&self.scene(position), text::Style::Boxed, false))
    }

    /// A heat map, from how often each atom holds; what always holds is drawn as entered.
    pub fn share_scene(&self, proportions: &[Proportion]) -> Scene {
        let mut position = self.blank();
        let mut shares: BTreeMap<(Cell, u32), Proportion> = BTreeMap::new();
        for (atom, &proportion) in (0..).map(Atom).zip(proportions) {
            if proportion.is_always() {
                position.board.set(atom, Value::Yes);
            } else {
                let share = shares.entry(self.candidate_of(atom)).or_default();
                *share = [*share, proportion].into_iter().sum();
            }
        }
        let mut scene = self.scene(&position);
        let is_end = |scene: &Scene, cell| scene.strokes.iter().any(|stroke| stroke.to == cell);
        for ((cell, note), proportion) in shares {
            let is_taken = matches!(scene.tile(cell).glyph, Glyph::Label(_) | Glyph::Bulb)
                || proportion.is_never() && is_end(&scene, cell);
            if !is_taken {
                scene.tile(cell).shares.push(Share { note, proportion });
            }
        }
        scene
    }

    /// A board as a position, with what is still possible noted in the cells where something is not: a drawing would not
    /// show it otherwise.
    pub fn noted(&self, board: Board) -> Position {
        let mut position = Position { board, ..self.blank() };
        let mut is_narrowed = vec![false; self.grid().len()];
        for fact in position.board.facts().filter(|fact| !fact.holds) {
            is_narrowed[self.atom_cell(fact.atom).index()] = true;
        }
        for atom in (0..position.board.len() as u32).map(Atom) {
            if position.board.get(atom) == Value::Open && is_narrowed[self.atom_cell(atom).index()] {
                position.notes.set(atom, true);
            }
        }
        position
    }

    /// A board with all that is still possible pencilled in.
    pub fn pencilled(&self, board: Board) -> Position {
        let mut position = Position { board, ..self.blank() };
        for atom in (0..position.board.len() as u32).map(Atom) {
            position.notes.set(atom, position.board.get(atom) == Value::Open);
        }
        position
    }
}

/// Written.
impl Puzzle {
    /// The puzzle and a position as text.
    pub fn write(&self, format: Format, position: &Position) -> Result<String, WriteError> {
        self.expect_own(position)?;
        self.encode().write(format, position)
    }

    /// The puzzle alone as text.
    pub fn to_text(&self, format: Format) -> Result<String, WriteError> {
        self.write(format, &self.blank())
    }

    /// Positions that followed each other, of which `now` is the current one, with all moves where the format has room for
    /// them.
    ///
    /// # Panics
    /// When there is no position `now`.
    pub fn write_history(
        &self,
        format: Format,
        positions: &[Position],
        now: usize,
    ) -> Result<String, WriteError> {
        positions.iter().try_for_each(|position| self.expect_own(position))?;
        self.encode().write_history(format, positions, now)
    }

    /// A solution in a format.
    pub fn write_solution(&self, format: Format, solution: &Board) -> Result<String, WriteError> {
        self.expect_own(&Position { board: solution.clone(), ..self.blank() })?;
        self.encode().write_solution(format, solution)
    }

    /// A solution as JSON, in the shape the genre's data sets use.
    ///
    /// # Panics
    /// When the board is one of another puzzle.
    pub fn solution_json(&self, solution: &Board) -> serde_json::Value {
        let mut text = String::new();
        self.push_solution(&mut text, solution);
        json::read(Text::new(&text)).expect("solutions are written as JSON")
    }

    /// Writes [`solution_json`](Puzzle::solution_json) straight to the end of a text.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// let puzzle: Puzzle = "2x1:a1".parse()?;
    /// let mut text = String::new();
    /// puzzle.push_solution(&mut text, &puzzle.status().unique().expect("it has one solution"));
    /// assert_eq!(text, r#"["*1"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the board is one of another puzzle.
    pub fn push_solution(&self, text: &mut String, solution: &Board) {
        self.encode().push_solution(text, solution);
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({})", self.title())
    }
}

/// Puzzles are equal when they are written alike in our own text.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.genre() == other.genre() && self.to_text(Format::Native) == other.to_text(Format::Native)
    }
}

impl Eq for Puzzle {}

/// A puzzle as it was read: the puzzle, what a player has put on it, and what the reader remarked.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is entered.
    pub position: Position,
    /// Things the reader passed over, in words.
    pub warnings: Vec<String>,
    /// The name of a rule variant that the text says it follows, kept for writing it again.
    pub variant: Option<String>,
    /// The format of the text.
    pub format: Format,
}

impl Reading {
    /// The puzzle and its position as text, with the rule variant where the format can say it.
    pub fn write(&self, format: Format) -> Result<String, WriteError> {
        let text = self.puzzle.write(format, &self.position)?;
        Ok(match (&self.variant, format) {
            (Some(variant), Format::Puzzlink) => puzzlink::with_variant(&text, variant),
            (Some(variant), Format::Pzprv3) => pzprv3::with_variant(&text, variant),
            _ => text,
        })
    }

    /// Sets one of the puzzle's options, carrying the entries over.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let board = self.puzzle.board();
        let (changed, position) = board.with_option_and_position(key, value, &self.position)?;
        self.puzzle = Puzzle::new(self.puzzle.genre(), changed);
        self.position = position;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    /// Front ends hold puzzles between calls and hand them to other threads.
    #[test]
    fn puzzles_go_to_other_threads_and_share_one_model() {
        fn assert_owned<T: Clone + Send + Sync + 'static>(_: &T) {}
        for genre in registry::ALL {
            let puzzle = Puzzle::parse(genre.example).unwrap();
            assert_owned(&puzzle);
            let copy = puzzle.clone();
            let there = std::thread::spawn(move || Arc::clone(copy.model())).join().unwrap();
            assert!(Arc::ptr_eq(&there, puzzle.model()), "{}", genre.id);
        }
    }
}
