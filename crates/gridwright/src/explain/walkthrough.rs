//! A whole solution, explained step by step.

use super::explanation::capitalised;
use super::links::links;
use super::{Argument, Ending, Explainer, Explanation, Reason};
use crate::model::{Atom, Board, Fact, Position, Value};
use crate::puzzle::Puzzle;
use crate::scene::{Glyph, Ground, Ink, Scene, Stroke, Tile};
use crate::words::{Step, listed};
use gridwright_base::Stopped;
use std::collections::BTreeSet;

/// A step and the trivial deductions after it.
#[derive(Clone, Debug)]
pub struct ExplainedStep {
    /// The step.
    pub step: Step,
    /// The step in words.
    pub explanation: Explanation,
    /// The trivial deductions after it.
    pub trivial: Vec<Step>,
}

/// A whole solution.
#[derive(Clone, Debug)]
pub struct Walkthrough {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether it starts from more than what is printed.
    pub has_entries: bool,
    /// The trivial deductions before the first step.
    pub trivial: Vec<Step>,
    /// What is known then.
    pub before: Board,
    /// The steps.
    pub steps: Vec<ExplainedStep>,
    /// What is known after them.
    pub known: Board,
    /// Why there are no more; [`Ending::Stopped`] while it is still in progress.
    pub ending: Ending,
}

/// More cells than these are only counted.
const MOST_LISTED: usize = 16;

impl Walkthrough {
    /// Explains step by step as far as the rules lead. `watch` is called with the walkthrough so far, before the first
    /// step and after every step.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// use gridwright::explain::{Ending, Explainer, Walkthrough};
    ///
    /// let puzzle = Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?;
    /// let walkthrough = Walkthrough::tell(&puzzle, Explainer::new(&puzzle, &puzzle.blank().board), |_| {});
    /// assert_eq!(walkthrough.ending, Ending::Solved);
    /// let first = &walkthrough.steps[0].explanation;
    /// assert_eq!(first.kind, "wall needs all");
    /// assert_eq!(first.text(), "The 2 at r3c7 needs 2 bulbs and has only two open neighbours left, so r2c7 and r4c7 hold bulbs.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tell(
        puzzle: &Puzzle,
        mut explainer: Explainer,
        mut watch: impl FnMut(&Walkthrough),
    ) -> Walkthrough {
        let has_entries = explainer.known().facts().next().is_some();
        let trivial = explainer.take_trivial();
        let before = explainer.known().clone();
        let (known, ending) = (before.clone(), Ending::Stopped(Stopped::Cancelled));
        let puzzle = puzzle.clone();
        let mut walkthrough =
            Walkthrough { puzzle, has_entries, trivial, before, steps: Vec::new(), known, ending };
        watch(&walkthrough);
        while let Some(step) = explainer.find() {
            let explanation = explainer.tell(&walkthrough.puzzle, &step);
            explainer.take(&step);
            let step = ExplainedStep { step, explanation, trivial: explainer.take_trivial() };
            walkthrough.known.extend(step.facts());
            walkthrough.steps.push(step);
            watch(&walkthrough);
        }
        if let Some(ending) = explainer.ending() {
            walkthrough.ending = ending.clone();
        }
        walkthrough
    }

    /// Why there are no more steps, as a sentence.
    pub fn ending_in_words(&self) -> String {
        let puzzle = &self.puzzle;
        let model = puzzle.model();
        let here = if self.has_entries { " from this position" } else { "" };
        match &self.ending {
            Ending::Solved => format!("Solved: this is the only solution{here}."),
            Ending::Shared => {
                let open = model.atoms().filter(|atom| self.known.get(*atom) == Value::Open);
                let mut cells: Vec<_> = open.map(|atom| puzzle.candidate_of(atom).0).collect();
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
            Ending::Stopped(why) => format!("{} before the end.", capitalised(&why.to_string())),
        }
    }

    /// The boards of the walkthrough: the first one, the one before each step with the step on it, and the last one.
    ///
    /// Candidates are pencilled in from the first step on that is about them.
    pub fn pictures(&self) -> impl Iterator<Item = Picture> + '_ {
        let mut known = self.before.clone();
        let puzzle = &self.puzzle;
        let first_noted = self.steps.iter().position(|step| step.is_about_candidates(puzzle));
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
                _ => scene(&self.known, self.steps.len()),
            })
        });
        let steps = self.steps.iter().enumerate().map(move |(number, step)| {
            let plain = scene(&known, number);
            let mut marked = step.marked(puzzle, plain.clone(), |news| {
                let mut then = known.clone();
                then.extend(news.iter().copied());
                scene(&then, number)
            });
            marked.strokes.splice(0..0, step.ways_left(puzzle, &known));
            marked.links = links(puzzle, &known, &step.explanation);
            let lemmas = step.lemma_pictures(puzzle, &known);
            known.extend(step.facts());
            Picture { plain, marked, lemmas }
        });
        std::iter::once(first).chain(steps).chain(last)
    }
}

/// A board of a walkthrough.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board before the step.
    pub plain: Scene,
    /// The same with what to look at, what follows from what, what is new and what is ruled out.
    pub marked: Scene,
    /// A picture for each lemma of the step, in the order in which they are told: what is supposed and known by then is on
    /// the board.
    pub lemmas: Vec<Picture>,
}

impl Picture {
    /// A single step, with all that is known before it.
    pub fn of_step(puzzle: &Puzzle, before: &Board, step: &ExplainedStep) -> Picture {
        let mut known = before.clone();
        known.extend(step.facts());
        let walkthrough = Walkthrough {
            puzzle: puzzle.clone(),
            has_entries: true,
            trivial: Vec::new(),
            before: before.clone(),
            steps: vec![step.clone()],
            known,
            ending: Ending::Shared,
        };
        walkthrough.pictures().nth(1).expect("there is one step")
    }

    fn plain(scene: Scene) -> Picture {
        Picture { marked: scene.clone(), plain: scene, lemmas: Vec::new() }
    }
}

impl ExplainedStep {
    /// Why, without giving away what follows; for steps of hints.
    pub fn veiled(&self) -> String {
        self.explanation.veiled.clone().unwrap_or_else(|| self.explanation.why.text())
    }

    /// All that is known by it.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        [&self.step].into_iter().chain(&self.trivial).flat_map(|step| step.facts.iter().copied())
    }

    /// A picture for each lemma, given what is known before the step.
    fn lemma_pictures(&self, puzzle: &Puzzle, known: &Board) -> Vec<Picture> {
        let mut pictures = Vec::new();
        if let Some(argument) = &self.explanation.argument {
            draw_lemmas(puzzle, known, argument, &self.explanation.why, &mut pictures);
        }
        pictures
    }

    /// Whether one has to know which answers are left for a cell, and not only which cells are left for an answer.
    fn is_about_candidates(&self, puzzle: &Puzzle) -> bool {
        let model = puzzle.model();
        // Elsewhere nothing is pencilled in.
        if self.explanation.news.iter().all(|fact| puzzle.candidate_of(fact.atom).1 == 0) {
            return false;
        }
        let [rule] = self.step.rules[..] else { return true };
        let mut cells = model.rule_atoms(model.get(rule)).map(|(atom, _)| puzzle.atom_cell(atom));
        let first = cells.next();
        self.explanation.news.iter().any(|fact| !fact.holds) || cells.all(|cell| Some(cell) == first)
    }

    /// The lines that the rules of the step may still choose from, other than those that it is about.
    fn ways_left(&self, puzzle: &Puzzle, known: &Board) -> Vec<Stroke> {
        let model = puzzle.model();
        let is_news = |atom: &Atom| self.explanation.news.iter().any(|fact| fact.atom == *atom);
        let rules = self.step.rules.iter().map(|rule| model.get(*rule));
        let atoms = rules.flat_map(|rule| model.rule_atoms(rule)).map(|(atom, _)| atom);
        let open: BTreeSet<Atom> =
            atoms.filter(|atom| known.get(*atom) == Value::Open && !is_news(atom)).collect();
        let strokes = open.into_iter().filter_map(|atom| puzzle.stroke(atom));
        strokes.map(|stroke| Stroke { ink: Ink::Possible, ..stroke }).collect()
    }

    /// The board before the step with the step on it; `then` draws it after some facts.
    fn marked(&self, puzzle: &Puzzle, mut scene: Scene, then: impl Fn(&[Fact]) -> Scene) -> Scene {
        let news = &self.explanation.news;
        scene.show_news(&then(news));
        for &cell in &self.explanation.cells {
            scene.tile(cell).near = true;
        }
        // A new entry must show even if something else is ruled out in the same tile.
        for holds in [false, true] {
            for fact in news.iter().filter(|fact| fact.holds == holds) {
                scene.tile(puzzle.candidate_of(fact.atom).0).ink = if holds { Ink::New } else { Ink::Gone };
            }
        }
        let gone = news.iter().filter(|fact| !fact.holds).filter_map(|fact| puzzle.stroke(fact.atom));
        scene.strokes.extend(gone.map(|stroke| Stroke { ink: Ink::Gone, ..stroke }));
        scene
    }
}

/// Draws the lemmas of an argument and of its cases, each with what is supposed and known by then; all parts of a divided
/// lemma alike.
fn draw_lemmas(
    puzzle: &Puzzle,
    known: &Board,
    argument: &Argument,
    why: &Reason,
    pictures: &mut Vec<Picture>,
) {
    let mut now = known.clone();
    now.extend(argument.suppose);
    let told: Vec<&[Explanation]> = why.lemmas.split_inclusive(|lemma| !lemma.goes_on).collect();
    for i in 0..=argument.inferences.len() {
        let mut before = now.clone();
        let lemmas = argument.lemmas.iter().zip(&told).enumerate();
        for (number, (lemma, parts)) in lemmas.filter(|(_, (lemma, _))| lemma.after == i) {
            if lemma.known == number {
                before = now.clone();
            }
            for part in *parts {
                let (step, explanation) = (lemma.step.clone(), part.clone());
                let step = ExplainedStep { step, explanation, trivial: Vec::new() };
                pictures.push(Picture::of_step(puzzle, &before, &step));
            }
            now.extend(lemma.step.facts.iter().copied());
        }
        now.extend(argument.inferences.get(i).iter().flat_map(|inference| inference.facts.iter().copied()));
    }
    for (case, why) in argument.cases.iter().zip(&why.cases) {
        draw_lemmas(puzzle, &now, case, why, pictures);
    }
}
