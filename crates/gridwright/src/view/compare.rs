//! Sets of solutions compared with ours.

use super::{ErrorView, FailureWord};
use crate::compare::{Comparison, Extra, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A set of solutions compared with ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonView {
    /// `equal`, `different`, `incomplete` or `unknown`.
    pub result: ComparisonWord,
    /// How many solutions we found.
    pub ours: u64,
    /// How many different ones they have.
    pub theirs: u64,
    /// Whether ours are all.
    pub complete: bool,
    /// A solution of ours that they lack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// One of theirs that is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
    /// How many of ours they lack.
    pub missing_count: u64,
    /// How many of theirs are none.
    pub extra_count: u64,
    /// The first of those, with what is wrong with them.
    pub extras: Vec<ExtraView>,
    /// How many of theirs break each rule, by its id.
    pub rules: BTreeMap<String, u64>,
    /// Why theirs may not be all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One of their solutions that is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtraView {
    /// The answer.
    pub answer: String,
    /// The ids of the rules that it breaks.
    pub rules: Vec<String>,
    /// What is wrong with it, a clause each.
    pub faults: Vec<String>,
}

/// How two sets of solutions compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum ComparisonWord {
    Equal,
    Different,
    Incomplete,
    Unknown,
}

impl ComparisonWord {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            ComparisonWord::Equal => "equal",
            ComparisonWord::Different => "different",
            ComparisonWord::Incomplete => "incomplete",
            ComparisonWord::Unknown => "unknown",
        }
    }
}

impl From<&Comparison> for ComparisonView {
    fn from(comparison: &Comparison) -> ComparisonView {
        let Comparison { ours, theirs, missing, example, extra, extras, broken, stopped, incomplete } =
            comparison.clone();
        let strings = |words: Vec<&'static str>| words.into_iter().map(str::to_string).collect();
        let view = |Extra { answer, rules, faults }| ExtraView { answer, rules: strings(rules), faults };
        let extras: Vec<ExtraView> = extras.into_iter().map(view).collect();
        ComparisonView {
            result: match comparison.verdict() {
                Verdict::Equal => ComparisonWord::Equal,
                Verdict::Different => ComparisonWord::Different,
                Verdict::Incomplete => ComparisonWord::Incomplete,
                Verdict::Unknown => ComparisonWord::Unknown,
            },
            ours,
            theirs,
            complete: stopped.is_none(),
            missing: example,
            extra: extras.first().map(|extra| extra.answer.clone()),
            missing_count: missing,
            extra_count: extra,
            extras,
            rules: broken.into_iter().map(|(rule, number)| (rule.to_string(), number)).collect(),
            reason: incomplete,
        }
    }
}

/// All instances that were compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportView {
    /// How many were compared.
    pub compared: usize,
    /// How many of them are equal.
    pub equal: usize,
    /// Each of them.
    pub instances: Vec<InstanceView>,
    /// How each student did, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub students: Vec<StudentView>,
}

/// How a student did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudentView {
    /// The name.
    pub student: String,
    /// How many instances there are.
    pub instances: usize,
    /// How many were compared.
    pub compared: usize,
    /// How many of them are equal.
    pub equal: usize,
}

/// An instance that was compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstanceView {
    /// Whose answers they are, where there are several students.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<String>,
    /// The file of the puzzle.
    pub instance: String,
    /// The file of their answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// How they compare, or why they do not.
    #[serde(flatten)]
    pub outcome: InstanceOutcome,
    /// The time it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// How an instance compares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum InstanceOutcome {
    Compared(ComparisonView),
    Failed { result: FailureWord, error: ErrorView },
    Absent { result: AbsentWord },
}

/// That there are no answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum AbsentWord {
    Absent,
}

impl InstanceOutcome {
    /// There are no answers.
    pub const ABSENT: InstanceOutcome = InstanceOutcome::Absent { result: AbsentWord::Absent };

    /// Whether the sets are the same.
    pub fn is_equal(&self) -> bool {
        matches!(self, InstanceOutcome::Compared(view) if view.result == ComparisonWord::Equal)
    }

    /// Whether the sets were compared.
    pub fn is_compared(&self) -> bool {
        matches!(self, InstanceOutcome::Compared(_))
    }
}

impl ReportView {
    /// Of all instances.
    pub fn new(instances: Vec<InstanceView>) -> ReportView {
        let mut students: Vec<StudentView> = Vec::new();
        for instance in &instances {
            let Some(name) = &instance.student else { continue };
            if students.last().is_none_or(|last| last.student != *name) {
                students.push(StudentView { student: name.clone(), instances: 0, compared: 0, equal: 0 });
            }
            let last = students.last_mut().expect("one was added");
            last.instances += 1;
            last.compared += usize::from(instance.outcome.is_compared());
            last.equal += usize::from(instance.outcome.is_equal());
        }
        let number = |is_so: fn(&InstanceOutcome) -> bool| {
            instances.iter().filter(|instance| is_so(&instance.outcome)).count()
        };
        let (compared, equal) = (number(InstanceOutcome::is_compared), number(InstanceOutcome::is_equal));
        ReportView { compared, equal, instances, students }
    }
}

/// The heading of a table of instances, as comma-separated values.
pub const CSV_HEADING: &str = "student,instance,result,ours,theirs,missing,extra,rules,reason,seconds";

impl InstanceView {
    /// A row of a table, as comma-separated values.
    pub fn to_csv(&self) -> String {
        let compared = match &self.outcome {
            InstanceOutcome::Compared(view) => Some(view),
            _ => None,
        };
        let number =
            |of: fn(&ComparisonView) -> u64| compared.map_or(String::new(), |view| of(view).to_string());
        let rules = compared.map_or(String::new(), |view| {
            let rules: Vec<String> =
                view.rules.iter().map(|(rule, number)| format!("{rule} {number}")).collect();
            rules.join("; ")
        });
        let (result, reason) = match &self.outcome {
            InstanceOutcome::Compared(view) => (view.result.name(), view.reason.clone().unwrap_or_default()),
            InstanceOutcome::Failed { error, .. } => ("error", error.message.clone()),
            InstanceOutcome::Absent { .. } => ("absent", String::new()),
        };
        let fields = [
            self.student.clone().unwrap_or_default(),
            self.instance.clone(),
            result.to_string(),
            number(|view| view.ours),
            number(|view| view.theirs),
            number(|view| view.missing_count),
            number(|view| view.extra_count),
            rules,
            reason,
            self.seconds.map_or(String::new(), |seconds| format!("{seconds:.3}")),
        ];
        fields.map(|field| quoted(&field)).join(",")
    }
}

/// A field of comma-separated values.
fn quoted(field: &str) -> String {
    match field.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}
