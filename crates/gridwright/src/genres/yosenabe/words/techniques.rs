//! The names of Yosenabe's steps.

use super::super::rules::{CROSS, FILL, GOAL, MOVE};
use crate::words::{Case, Technique, Uses};

const fn one(kinds: &'static [u8]) -> Uses {
    Uses::exactly(1, kinds)
}

const CROSSINGS: Uses = Uses::least(1, &[CROSS]);
const MOVES: Uses = Uses::least(1, &[MOVE]);
/// A sum that no longer comes out is too small or too large.
const PERHAPS_GOALS: Uses = Uses::least(0, &[GOAL]);

/// What players call steps.
pub(in super::super) static TECHNIQUES: &[Technique] = &[
    Technique::new(
        "goal forces",
        "The sums that the other numbers can reach leave an area's goal one choice for this number.",
        18,
        &[one(&[GOAL])],
        &[one(&[GOAL])],
    )
    .also(is_one_rule),
    Technique::new("only way", "A number has one way left.", 10, &[one(&[MOVE])], &[]),
    Technique::new(
        "only candidate for an area",
        "One number is left that can move into an area, and every area needs one.",
        12,
        &[one(&[FILL])],
        &[],
    ),
    Technique::new(
        "goal needs all",
        "An area needs all the numbers that can still reach it.",
        14,
        &[one(&[GOAL])],
        &[],
    ),
    Technique::new(
        "goal reached",
        "An area has its sum, so no other number moves into it.",
        12,
        &[],
        &[one(&[GOAL])],
    ),
    Technique::new("blocked lines", "The line would cross one that is drawn.", 10, &[], &[one(&[CROSS])]),
    Technique::new("moved already", "The number moves another way.", 10, &[], &[one(&[MOVE])]),
    Technique::new(
        "would block a number",
        "The line would leave another number no way.",
        25,
        &[one(&[MOVE])],
        &[CROSSINGS],
    ),
    Technique::new(
        "would block an area",
        "The line would leave an area without a number.",
        27,
        &[one(&[FILL])],
        &[CROSSINGS],
    ),
    Technique::new(
        "would block a goal",
        "The line would leave an area without the numbers that its goal needs.",
        30,
        &[one(&[GOAL])],
        &[CROSSINGS, PERHAPS_GOALS],
    ),
    Technique::new(
        "needed by an area",
        "An area needs this number or others that it would block: a line elsewhere would leave the area empty.",
        36,
        &[one(&[FILL])],
        &[Uses::least(1, &[MOVE, CROSS])],
    ),
    Technique::new(
        "needed by a goal",
        "The goal of an area needs this number or others that it would block: a line elsewhere would leave the sum out of reach.",
        38,
        &[one(&[GOAL])],
        &[Uses::least(1, &[MOVE, CROSS]), PERHAPS_GOALS],
    ),
    Technique::new(
        "locked into an area",
        "Every way left to some numbers leads into one area, so its sum has to come out with them.",
        38,
        &[MOVES, PERHAPS_GOALS],
        &[one(&[GOAL])],
    ),
    Technique::new(
        "areas share numbers",
        "Several areas need the same few numbers, each of which moves only once, so the line would leave one of them without.",
        42,
        &[Uses::least(2, &[FILL, GOAL])],
        &[MOVES, Uses::least(0, &[GOAL, CROSS])],
    ),
    Technique::new(
        "in each other's way",
        "Some numbers would block each other, one after the other, until one of them has no way left.",
        44,
        &[Uses::least(2, &[MOVE])],
        &[CROSSINGS],
    ),
    Technique::new(
        "areas block each other",
        "The lines that some areas need would cross, so one of them would go without.",
        46,
        &[Uses::least(2, &[FILL, GOAL])],
        &[CROSSINGS, PERHAPS_GOALS],
    ),
];

fn is_one_rule(case: &Case<'_>) -> bool {
    case.step.rules.len() == 1
}
