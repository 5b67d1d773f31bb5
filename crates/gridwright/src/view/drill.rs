//! Techniques with examples, and positions to practise one.

use super::{StepView, StoppedWord};
use crate::drill::{Drill, Exercise, Found, Survey};
use crate::frames::Format;
use crate::puzzle::Genre;
use crate::words::Technique;
use serde::{Deserialize, Serialize};

/// What players call the steps of a genre.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniquesView {
    /// The genre.
    pub genre: String,
    /// How many new puzzles the shares were measured on: as many of each difficulty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<u64>,
    /// How many steps they took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// Each name once, the easiest first.
    pub techniques: Vec<TechniqueView>,
}

/// A kind of step that players have a name for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueView {
    /// The name.
    pub name: String,
    /// What it means, in a sentence.
    pub meaning: String,
    /// How hard it is to see at the least; 1 is the easiest.
    pub hardness: f64,
    /// Whether it holds only because there is one solution; it is used only where that may be assumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumes_unique: bool,
    /// How many of the steps have this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// A position whose next step it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<ExerciseView>,
}

/// A position and its next step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseView {
    /// The puzzle with what is known, as native text.
    pub position: String,
    /// The step.
    pub step: StepView,
}

impl ExerciseView {
    /// Of a position.
    pub fn new(exercise: &Exercise) -> ExerciseView {
        let position = exercise.puzzle.write(Format::Native, &exercise.position());
        ExerciseView {
            position: position.expect("every puzzle has a native text"),
            step: StepView::new(&exercise.puzzle, &exercise.step),
        }
    }
}

impl TechniquesView {
    /// Of a genre.
    pub fn new(genre: &Genre) -> TechniquesView {
        let mut techniques: Vec<&Technique> = genre.techniques.iter().collect();
        techniques.sort_by_key(|technique| technique.hardness);
        let survey = Survey::of(genre);
        let mut views: Vec<TechniqueView> = Vec::new();
        for technique in techniques {
            if views.iter().any(|view| view.name == technique.name) {
                continue;
            }
            let seen = survey.as_ref().and_then(|survey| survey.techniques.get(technique.name));
            let example = seen.and_then(|seen| seen.exercise());
            let example = example.filter(|exercise| exercise.technique() == Some(technique.name));
            views.push(TechniqueView {
                name: technique.name.to_string(),
                meaning: technique.meaning.to_string(),
                hardness: technique.hardness.points(),
                assumes_unique: technique.assumes_unique,
                times: survey.as_ref().map(|_| seen.map_or(0, |seen| seen.times)),
                example: example.as_ref().map(ExerciseView::new),
            });
        }
        TechniquesView {
            genre: genre.id.to_string(),
            puzzles: survey.as_ref().map(|survey| survey.puzzles),
            steps: survey.as_ref().map(|survey| survey.steps),
            techniques: views,
        }
    }
}

/// Positions to practise a technique on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrillView {
    /// The genre.
    pub genre: String,
    /// The technique.
    pub technique: String,
    /// What it means, in a sentence.
    pub meaning: String,
    /// `found`, or `missed` where there are fewer positions than asked for.
    pub status: DrillWord,
    /// The positions.
    pub exercises: Vec<ExerciseView>,
    /// How many puzzles were looked through.
    pub puzzles: u32,
    /// Why there are no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why the search stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// Whether there are as many positions as asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum DrillWord {
    Found,
    Missed,
}

impl DrillView {
    /// Of what was found of `number` positions.
    pub fn new(drill: &Drill, number: usize, found: &Found) -> DrillView {
        let message = found.in_words(drill, number);
        DrillView {
            genre: drill.genre.id.to_string(),
            technique: drill.technique.name.to_string(),
            meaning: drill.technique.meaning.to_string(),
            status: if message.is_none() { DrillWord::Found } else { DrillWord::Missed },
            exercises: found.exercises.iter().map(ExerciseView::new).collect(),
            puzzles: found.puzzles,
            message,
            why: found.stopped.map(Into::into),
        }
    }
}
