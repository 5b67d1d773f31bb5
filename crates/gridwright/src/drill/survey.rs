//! How often each technique occurs on a fixed set of new puzzles, with an example of each.

use super::{Drill, Exercise, Puzzles, exercises};
use crate::frames::Format;
use crate::puzzle::{Genre, Reading};
use crate::rating::Level;
use gridwright_base::{Limits, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often each technique of a genre occurs. It is measured once and printed with the genre ([`Survey::of`]).
///
/// ```
/// use gridwright::{drill::Survey, registry};
/// let survey = Survey::of(registry::ALL[0]).expect("it is measured");
/// let seen = &survey.techniques["wall needs all"];
/// assert!(seen.times > 0 && seen.times < survey.steps);
/// let example = seen.exercise().expect("the example has its step");
/// assert_eq!(example.technique(), Some("wall needs all"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// How many puzzles there were.
    pub puzzles: u64,
    /// How many steps they took, trivial deductions not counted.
    pub steps: u64,
    /// By name.
    pub techniques: BTreeMap<String, Seen>,
}

/// How often a technique occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// How many steps had its name.
    pub times: u64,
    /// A position whose next step has it, as native text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Whether it is only used where that there is one solution may be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumes_unique: bool,
}

impl Survey {
    /// How many puzzles of each word for a difficulty are looked through, all of seed 1 and of the size that most players
    /// choose.
    pub const PUZZLES: u64 = 15;

    /// What was measured of a genre, if anything was.
    pub fn of(genre: &Genre) -> Option<Survey> {
        let survey = genre.survey?;
        Some(gridwright_base::json::read(Text::new(survey)).expect("a test reads it"))
    }

    /// Measures it anew.
    pub fn measure(genre: &'static Genre, limits: &Limits) -> Survey {
        let mut survey = Survey::default();
        let mut shortest: BTreeMap<&str, (usize, Exercise)> = BTreeMap::new();
        for level in Level::ALL {
            let mut puzzles = Puzzles::new(genre, Some(level), 1, limits);
            for _ in 0..Survey::PUZZLES {
                let Some(puzzle) = puzzles.next() else { break };
                survey.puzzles += 1;
                let usual = exercises(&puzzle, limits).inspect(|_| survey.steps += 1);
                let assuming = puzzle.assuming_unique();
                let unique = exercises(&assuming, limits).filter(Exercise::assumes_unique);
                let has_unique = genre.techniques.iter().any(|technique| technique.assumes_unique);
                for exercise in usual.chain(unique.take(if has_unique { usize::MAX } else { 0 })) {
                    let Some(name) = exercise.technique() else { continue };
                    survey.techniques.entry(name.to_string()).or_default().times += 1;
                    let length = exercise.step.explanation.text().len();
                    if shortest.get(name).is_none_or(|(other, _)| length < *other) {
                        shortest.insert(name, (length, exercise));
                    }
                }
            }
        }
        for technique in genre.techniques {
            let name = technique.name;
            let few = limits.clone().steps(Survey::PUZZLES);
            let sought = || Drill { genre, technique }.find(1, 2, &few).exercises.pop();
            let example = shortest.remove(name).map(|(_, exercise)| exercise).or_else(sought);
            let text =
                example.and_then(|exercise| exercise.puzzle.write(Format::Native, &exercise.position()).ok());
            let seen = survey.techniques.entry(name.to_string()).or_default();
            seen.example = seen.example.take().or(text);
            seen.assumes_unique = technique.assumes_unique;
        }
        survey
    }

    /// The share of all steps that a technique has.
    pub fn share(&self, technique: &str) -> Option<f64> {
        let seen = self.techniques.get(technique)?;
        (self.steps > 0).then(|| seen.times as f64 / self.steps as f64)
    }

    /// How often a technique occurs, as a clause: `2.1 % of steps`. It never says that nothing was seen where something was.
    pub fn often(&self, technique: &str) -> Option<String> {
        let share = self.share(technique)?;
        Some(match share {
            0.0 => "not seen".to_string(),
            ..0.001 => "less than 0.1 % of steps".to_string(),
            _ => format!("{:.1} % of steps", 100.0 * share),
        })
    }

    /// What was counted, as a sentence; nothing where no puzzles were.
    pub fn summary(&self) -> Option<String> {
        let Survey { puzzles, steps, .. } = self;
        (*puzzles > 0)
            .then(|| format!("Counted over the {steps} steps of {puzzles} new puzzles of all difficulties."))
    }
}

impl Seen {
    /// The example, with its step.
    pub fn exercise(&self) -> Option<Exercise> {
        let reading = Reading::parse(self.example.as_deref()?).ok()?;
        let puzzle = if self.assumes_unique { reading.puzzle.assuming_unique() } else { reading.puzzle };
        Exercise::at(&puzzle, &reading.position.board, &Limits::default())
    }
}
