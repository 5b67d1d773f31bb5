//! Steps, hints, walkthroughs and grades.

use super::answers::cell_name;
use super::{DepthWord, RuleView, StatusWord, StoppedWord};
use crate::explain::{
    Ending, ExplainedStep, Explanation, Grade, Hint, Stage, Ungraded, Walkthrough, WhyWrong,
};
use crate::model::{Fact, RuleId, Value};
use crate::puzzle::Puzzle;
use crate::words::Step;
use serde::{Deserialize, Serialize};

/// Something that is known to hold or not to hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactView {
    /// Its name, `r1c2 5`.
    pub atom: String,
    /// Whether it holds.
    pub holds: bool,
}

/// One deduction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepView {
    /// How it was found.
    pub depth: DepthWord,
    /// The rules it takes.
    pub rules: Vec<RuleView>,
    /// What follows.
    pub facts: Vec<FactView>,
    /// Whether it is proven that no fewer rules say anything new.
    pub smallest: bool,
    /// The step in words; missing for trivial ones.
    #[serde(flatten)]
    pub words: Option<WordsView>,
    /// The trivial deductions after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Vec<StepView>>,
}

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordsView {
    /// What kind of step it is.
    pub kind: String,
    /// What players call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// The cells it concerns.
    pub cells: Vec<String>,
    /// Why.
    pub why: String,
    /// What follows.
    pub what: String,
    /// The whole step in sentences.
    pub text: String,
    /// What it says on the way that takes an explanation of its own; the text refers to the first as `(1)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<WordsView>,
}

impl WordsView {
    fn new(puzzle: &Puzzle, explanation: &Explanation) -> WordsView {
        WordsView {
            kind: explanation.kind.clone(),
            technique: explanation.technique.map(|technique| technique.name.to_string()),
            cells: explanation.cells.iter().map(|cell| cell_name(puzzle, *cell)).collect(),
            why: explanation.why.text(),
            what: explanation.what.clone(),
            text: explanation.text(),
            lemmas: explanation.why.lemmas.iter().map(|lemma| WordsView::new(puzzle, lemma)).collect(),
        }
    }
}

fn facts(puzzle: &Puzzle, facts: &[Fact]) -> Vec<FactView> {
    facts.iter().map(|fact| FactView { atom: puzzle.atom_name(fact.atom), holds: fact.holds }).collect()
}

pub(super) fn rules(puzzle: &Puzzle, rules: &[RuleId]) -> Vec<RuleView> {
    rules.iter().map(|rule| RuleView::new(puzzle, *rule)).collect()
}

impl StepView {
    /// A step without words.
    pub fn trivial(puzzle: &Puzzle, step: &Step) -> StepView {
        StepView {
            depth: step.depth.into(),
            rules: rules(puzzle, &step.rules),
            facts: facts(puzzle, &step.facts),
            smallest: step.is_smallest,
            words: None,
            then: None,
        }
    }

    /// A step with its words and what follows trivially.
    pub fn new(puzzle: &Puzzle, step: &ExplainedStep) -> StepView {
        StepView {
            words: Some(WordsView::new(puzzle, &step.explanation)),
            then: Some(step.trivial.iter().map(|step| StepView::trivial(puzzle, step)).collect()),
            ..StepView::trivial(puzzle, &step.step)
        }
    }
}

/// How a puzzle is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WalkthroughView {
    /// The genre.
    pub genre: String,
    /// The trivial deductions before the first step.
    pub first: Vec<StepView>,
    /// The steps.
    pub steps: Vec<StepView>,
    /// How it ends: `solved`, `shared` where solutions differ in the rest, `clash` where there is none, or `unknown`.
    pub status: EndingWord,
    /// What is not known at the end.
    pub open: Vec<String>,
    /// The rules that cannot all be kept.
    pub clash: Vec<RuleView>,
    /// The end as a sentence.
    pub ending: String,
    /// Why the end is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// How a walkthrough ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum EndingWord {
    Solved,
    Shared,
    Clash,
    Unknown,
}

impl WalkthroughView {
    /// Of a whole walkthrough.
    pub fn new(walkthrough: &Walkthrough) -> WalkthroughView {
        let steps = walkthrough.steps.iter().map(|step| StepView::new(&walkthrough.puzzle, step)).collect();
        WalkthroughView { steps, ..WalkthroughView::without_steps(walkthrough) }
    }

    /// All but the steps, which can be written while they are found.
    pub fn without_steps(walkthrough: &Walkthrough) -> WalkthroughView {
        let puzzle = &walkthrough.puzzle;
        let status = match &walkthrough.ending {
            Ending::Solved => EndingWord::Solved,
            Ending::Shared => EndingWord::Shared,
            Ending::Clash(_) => EndingWord::Clash,
            Ending::Stopped(_) => EndingWord::Unknown,
        };
        let open = puzzle.model().atoms().filter(|atom| walkthrough.known.get(*atom) == Value::Open);
        WalkthroughView {
            genre: puzzle.genre().id.to_string(),
            first: walkthrough.trivial.iter().map(|step| StepView::trivial(puzzle, step)).collect(),
            steps: Vec::new(),
            status,
            open: open.map(|atom| puzzle.atom_name(atom)).collect(),
            clash: match &walkthrough.ending {
                Ending::Clash(clashing) => rules(puzzle, clashing),
                _ => Vec::new(),
            },
            ending: walkthrough.ending_in_words(),
            why: match walkthrough.ending {
                Ending::Stopped(why) => Some(why.into()),
                _ => None,
            },
        }
    }
}

/// Help with the next step, as much of it as was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HintView {
    /// The genre.
    pub genre: String,
    /// `step`, `wrong` where something is wrong already, `nothing` where nothing follows, or `unknown`.
    pub status: HintWord,
    /// How much is told, from 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// From stage 1: what kind of step it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// From stage 1: what players call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// From stage 1: how it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthWord>,
    /// From stage 2: the rules to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<RuleView>>,
    /// From stage 2: the cells to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// From stage 3: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// From stage 4: what follows, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// From stage 4: what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<FactView>>,
    /// Where something is wrong: the fewest entries and marks that cannot stand together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<FactView>>,
    /// Where something is wrong and it was asked why: the steps that rule one of the entries out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepView>>,
    /// Where something is wrong and there is a history: after how many actions the position was last right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_after: Option<usize>,
    /// What to say, stage by stage.
    pub text: Vec<String>,
    /// Why no step was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedWord>,
}

/// What there is to say about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum HintWord {
    Step,
    Wrong,
    Nothing,
    #[default]
    Unknown,
}

impl HintView {
    /// With the steps that show why something is wrong.
    pub fn with_why(self, puzzle: &Puzzle, why: Option<&WhyWrong>) -> HintView {
        let steps = why.map(|why| why.steps.iter().map(|step| StepView::new(puzzle, step)).collect());
        HintView { steps, ..self }
    }

    /// A hint up to a stage.
    pub fn new(puzzle: &Puzzle, hint: &Hint, stage: Stage) -> HintView {
        let shown = usize::from(stage.number());
        let text = hint.stages(puzzle).into_iter().take(shown).collect();
        let view = HintView { genre: puzzle.genre().id.to_string(), text, ..HintView::default() };
        let step = match hint {
            Hint::Wrong(mistake) => {
                let entries = Some(facts(puzzle, &mistake.entries));
                return HintView { status: HintWord::Wrong, entries, ..view };
            }
            Hint::Solved | Hint::Shared => return HintView { status: HintWord::Nothing, ..view },
            Hint::Unknown(why) => return HintView { stopped: Some((*why).into()), ..view },
            Hint::Step(step) => step,
        };
        let words = WordsView::new(puzzle, &step.explanation);
        let cells = hint.where_to_look(puzzle).into_iter().map(|cell| cell_name(puzzle, cell)).collect();
        HintView {
            status: HintWord::Step,
            stage: Some(stage.number()),
            kind: Some(words.kind),
            technique: words.technique,
            depth: Some(step.step.depth.into()),
            rules: (shown >= 2).then(|| rules(puzzle, &step.explanation.focus)),
            cells: (shown >= 2).then_some(cells),
            why: (shown >= 3).then(|| step.veiled()),
            what: (shown >= 4).then_some(words.what),
            facts: (shown >= 4).then(|| facts(puzzle, &step.step.facts)),
            ..view
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradeView {
    /// The genre.
    pub genre: String,
    /// How many solutions it has; with several, the rest says how hard it is to find what they share.
    pub status: StatusWord,
    /// The word for its difficulty, which is that of its hardest step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// The rating, with two decimals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The work it takes: one more point of the rating is twice the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<f64>,
    /// How many rounds of deductions it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// The hardest step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<HardestStep>,
    /// The steps, by the number of rules each takes and by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepCount>>,
    /// Why there is no grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// The step that holds a solver up most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HardestStep {
    /// What kind of step it is.
    pub name: String,
    /// How many rules it takes.
    pub rules: usize,
    /// How hard it is to see, with one decimal.
    pub hardness: f64,
    /// How many steps there are to choose from at that point.
    pub available: usize,
}

/// How many steps of a kind there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepCount {
    /// How many rules each takes.
    pub rules: usize,
    /// What kind of step it is.
    pub name: String,
    /// How many there are.
    pub number: usize,
}

impl GradeView {
    /// Of a grade, or of why there is none.
    pub fn new(puzzle: &Puzzle, grade: &Result<Grade, Ungraded>) -> GradeView {
        let (status, why) = match grade {
            Ok(grade) if grade.is_solved => (StatusWord::Unique, None),
            Ok(_) => (StatusWord::Multiple, None),
            Err(Ungraded::NoSolution) => (StatusWord::None, None),
            Err(Ungraded::TooHard) => (StatusWord::Unknown, None),
            Err(Ungraded::Stopped(why)) => (StatusWord::Unknown, Some((*why).into())),
        };
        let grade = grade.as_ref().ok();
        let hardest = grade.and_then(Grade::bottleneck).map(|round| HardestStep {
            name: round.easiest.clone(),
            rules: round.size,
            hardness: round.hardness.points(),
            available: round.available(),
        });
        let steps = |grade: &Grade| {
            let steps = grade.steps().into_iter();
            steps.map(|((rules, name), number)| StepCount { rules, name: name.to_string(), number }).collect()
        };
        GradeView {
            genre: puzzle.genre().id.to_string(),
            status,
            difficulty: grade.map(|grade| grade.level().to_string()),
            rating: grade.map(|grade| grade.rating().points()),
            work: grade.map(Grade::work),
            rounds: grade.map(|grade| grade.rounds.len()),
            hardest,
            steps: grade.map(steps),
            why,
        }
    }
}
