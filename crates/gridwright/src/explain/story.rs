//! A whole solution, told step by step.

use super::{Ending, Explainer, Step, Telling, listed};
use crate::genres::Puzzle;
use crate::model::{Atom, Board, Fact, Model, Position, Value};
use crate::scene::{Glyph, Ground, Ink, Scene, Stroke, Tile};
use std::collections::BTreeSet;

/// A step and what goes without saying after it.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The step.
    pub step: Step,
    /// The step in words.
    pub telling: Telling,
    /// What goes without saying after it.
    pub upkeep: Vec<Step>,
}

/// A whole solution.
#[derive(Clone, Debug)]
pub struct Story {
    /// Whether it starts from more than what is printed.
    pub has_entries: bool,
    /// What goes without saying before the first step.
    pub upkeep: Vec<Step>,
    /// What is known then.
    pub before: Board,
    /// The steps.
    pub chapters: Vec<Chapter>,
    /// What is known after them.
    pub known: Board,
    /// Why there are no more; [`Ending::Stopped`] while it is being told.
    pub ending: Ending,
}

/// More cells than these are only counted.
const MOST_LISTED: usize = 16;

impl Story {
    /// Explains as far as rules go. `watch` is called with the story so far, before the first step and after every one.
    ///
    /// ```
    /// use gridwright::explain::{Ending, Explainer, Story};
    /// use gridwright::formats;
    /// use gridwright::model::Board;
    ///
    /// let puzzle = formats::read("7x7:b1f2iB2g1Bi2fBb", None, None)?.puzzle;
    /// let model = puzzle.model();
    /// let explainer = Explainer::of_puzzle(&*puzzle, &model, &Board::open(model.atom_count()));
    /// let story = Story::tell(&*puzzle, explainer, |_| {});
    /// assert_eq!(story.ending, Ending::Solved);
    /// let first = &story.chapters[0].telling;
    /// assert_eq!(first.kind, "wall needs all");
    /// assert_eq!(first.text(), "The 2 at r3c7 needs 2 bulbs and has only two open neighbours left, so r2c7 and r4c7 hold bulbs.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tell(puzzle: &dyn Puzzle, mut explainer: Explainer<'_>, mut watch: impl FnMut(&Story)) -> Story {
        let has_entries = explainer.known().facts().next().is_some();
        let upkeep = explainer.take_upkeep();
        let before = explainer.known().clone();
        let (known, ending) = (before.clone(), Ending::Stopped);
        let mut story = Story { has_entries, upkeep, before, chapters: Vec::new(), known, ending };
        watch(&story);
        while let Some(step) = explainer.find() {
            let telling = explainer.tell(puzzle, &step);
            explainer.take(&step);
            let chapter = Chapter { step, telling, upkeep: explainer.take_upkeep() };
            story.known.extend(chapter.facts());
            story.chapters.push(chapter);
            watch(&story);
        }
        story.ending = explainer.ending().cloned().unwrap_or(Ending::Stopped);
        story
    }

    /// Why there are no more steps, as a sentence.
    pub fn ending_in_words(&self, puzzle: &dyn Puzzle, model: &Model) -> String {
        let here = if self.has_entries { " from this position" } else { "" };
        match &self.ending {
            Ending::Solved => format!("Solved: this is the only solution{here}."),
            Ending::Shared => {
                let open = model.atoms().filter(|atom| self.known.get(*atom) == Value::Open);
                let mut cells: Vec<_> = open.map(|atom| puzzle.share_place(atom).0).collect();
                cells.sort_unstable();
                cells.dedup();
                let mut names: Vec<String> =
                    cells.iter().map(|cell| puzzle.grid().name(*cell).to_string()).collect();
                if names.len() > MOST_LISTED {
                    let others = names.split_off(MOST_LISTED - 1).len();
                    names.push(format!("{others} other cells"));
                }
                let names = listed(&names, "and");
                format!("All solutions{here} share what is known now; they differ at {names}.")
            }
            Ending::Clash(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
                let which = if rules.len() == 1 { "This cannot be kept" } else { "These cannot all be kept" };
                format!("There is no solution{here}. {which}: {}.", rules.join("; "))
            }
            Ending::Stopped => "Interrupted before the end.".to_string(),
        }
    }

    /// The boards of the story: the first one, the one before each step with the step on it, and the last one.
    ///
    /// Candidates are pencilled in from the first step on that is about them.
    pub fn pictures(&self, puzzle: &dyn Puzzle) -> impl Iterator<Item = Picture> {
        let mut known = self.before.clone();
        let model = puzzle.model();
        let first_noted =
            self.chapters.iter().position(|chapter| chapter.is_about_candidates(puzzle, &model));
        let first_noted = first_noted.unwrap_or(usize::MAX);
        let scene = move |known: &Board, number: usize| {
            let position = match number >= first_noted {
                true => puzzle.pencilled(known.clone()),
                false => Position { board: known.clone(), ..Position::blank(known.len()) },
            };
            let mut scene = puzzle.scene(&position);
            // That nothing can be where light falls is seen without marks.
            let is_plain = |tile: &&mut Tile| tile.ground == Ground::Lit && tile.glyph == Glyph::Mark;
            scene.tiles.iter_mut().filter(is_plain).for_each(|tile| tile.glyph = Glyph::Empty);
            scene
        };
        let first = Picture::plain(scene(&known, 0));
        let last = std::iter::once_with(move || {
            Picture::plain(match self.ending {
                Ending::Solved => puzzle.scene(&Position::of_solution(&self.known)),
                _ => scene(&self.known, self.chapters.len()),
            })
        });
        let steps = self.chapters.iter().enumerate().map(move |(number, chapter)| {
            let plain = scene(&known, number);
            let mut marked = chapter.marked(puzzle, plain.clone(), |news| {
                let mut then = known.clone();
                then.extend(news.iter().copied());
                scene(&then, number)
            });
            marked.strokes.splice(0..0, chapter.ways_left(puzzle, &model, &known));
            known.extend(chapter.facts());
            Picture { plain, marked }
        });
        std::iter::once(first).chain(steps).chain(last)
    }
}

/// A board of a story.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board before the step.
    pub plain: Scene,
    /// The same with what to look at, what is new and what is ruled out.
    pub marked: Scene,
}

impl Picture {
    fn plain(scene: Scene) -> Picture {
        Picture { marked: scene.clone(), plain: scene }
    }
}

impl Chapter {
    /// All that is known by it.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        [&self.step].into_iter().chain(&self.upkeep).flat_map(|step| step.facts.iter().copied())
    }

    /// Whether one has to know which answers are left for a cell, and not only which cells are left for an answer.
    fn is_about_candidates(&self, puzzle: &dyn Puzzle, model: &Model) -> bool {
        // Elsewhere nothing is pencilled in.
        if self.telling.news.iter().all(|fact| puzzle.share_place(fact.atom).1 == 0) {
            return false;
        }
        let [rule] = self.step.rules[..] else { return true };
        let mut cells = model.rule_atoms(model.get(rule)).map(|(atom, _)| puzzle.atom_cell(atom));
        let first = cells.next();
        self.telling.news.iter().any(|fact| !fact.holds) || cells.all(|cell| Some(cell) == first)
    }

    /// The lines that the rules of the step may still choose from, other than those that it is about.
    fn ways_left(&self, puzzle: &dyn Puzzle, model: &Model, known: &Board) -> Vec<Stroke> {
        let is_news = |atom: &Atom| self.telling.news.iter().any(|fact| fact.atom == *atom);
        let rules = self.step.rules.iter().map(|rule| model.get(*rule));
        let atoms = rules.flat_map(|rule| model.rule_atoms(rule)).map(|(atom, _)| atom);
        let open: BTreeSet<Atom> =
            atoms.filter(|atom| known.get(*atom) == Value::Open && !is_news(atom)).collect();
        let strokes = open.into_iter().filter_map(|atom| puzzle.stroke(atom));
        strokes.map(|stroke| Stroke { ink: Ink::Possible, ..stroke }).collect()
    }

    /// The board before the step with the step on it; `then` draws it after some facts.
    fn marked(&self, puzzle: &dyn Puzzle, mut scene: Scene, then: impl Fn(&[Fact]) -> Scene) -> Scene {
        let news = &self.telling.news;
        scene.show_news(&then(news));
        for &cell in &self.telling.cells {
            scene.tile(cell).near = true;
        }
        // Where something is new, that is to be seen whatever else is ruled out there.
        for holds in [false, true] {
            for fact in news.iter().filter(|fact| fact.holds == holds) {
                scene.tile(puzzle.share_place(fact.atom).0).ink = if holds { Ink::New } else { Ink::Gone };
            }
        }
        let gone = news.iter().filter(|fact| !fact.holds).filter_map(|fact| puzzle.stroke(fact.atom));
        scene.strokes.extend(gone.map(|stroke| Stroke { ink: Ink::Gone, ..stroke }));
        scene
    }
}

impl<'m> Explainer<'m> {
    /// For a puzzle and its model: what players find easy comes first, and steps stay near each other on its grid.
    pub fn of_puzzle(puzzle: &'m dyn Puzzle, model: &'m Model, known: &Board) -> Explainer<'m> {
        let grid = puzzle.grid();
        let place = |atom| {
            let cell = puzzle.atom_cell(atom);
            (grid.row(cell) as i32, grid.col(cell) as i32)
        };
        Explainer { puzzle: Some(puzzle), ..Explainer::new(model, known, place) }
    }
}
