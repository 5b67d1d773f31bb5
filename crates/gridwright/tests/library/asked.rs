//! Questions in JSON.

use gridwright::ask::{Question, Subject, answer, ask};
use gridwright::explain::Stage;
use gridwright::view::{Document, FailureView, HintView};
use gridwright::{Limits, Session};

/// The way back to the last right position is searched for within the question's limits too. The first of these entries takes
/// long to refute, the second breaks a rule.
#[test]
fn the_limits_of_a_question_count_like_those_of_the_caller() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut session = Session::read(hard).unwrap();
    session.perform("r8c1 2").unwrap();
    session.perform("r1c2 9").unwrap();
    let right_after = |own: Option<u64>, given: Option<u64>| {
        let subject = Subject { puzzle: session.record().unwrap(), steps: own, ..Subject::default() };
        let question = Question::Hint { subject, stage: Stage::LAST };
        let hint = answer(&question, &Limits::default().steps(given));
        serde_json::from_str::<Document<HintView>>(&hint).unwrap().view.right_after
    };
    assert_eq!(right_after(None, None), Some(0));
    assert_eq!(right_after(None, Some(1000)), None);
    assert_eq!(right_after(Some(1000), None), None);
}

/// A history that does not fit the board is refused with its place, as the command refuses it.
#[test]
fn a_damaged_history_is_refused() {
    let question = r#"{"ask":"hint","puzzle":"gridwright lightup\n*...\nactions:\nr1c9 bulb\n"}"#;
    let refused = ask(question, &Limits::default());
    assert!(refused.contains(r#""line":4"#), "{refused}");
}

/// The reader of JSON does not say which key is wrong; the answer does.
#[test]
fn what_is_wrong_with_a_question_is_named_and_placed() {
    for (question, column, words) in [
        (r#"{"ask":"count","puzzle":3}"#, 16, "'puzzle': invalid type"),
        (r#"{"ask":"count","puzzle":"4x4:p","steps":-1,"memory":"x"}"#, 33, "'steps': invalid value"),
        (r#"{"ask":"generate","genre":"lightup","seed":"x"}"#, 37, "'seed': invalid digit"),
        (r#"{"ask":"convert","puzzle":"4x4:p"}"#, 1, "missing field `to`"),
        (r#"{"ask":"nope"}"#, 13, "unknown variant `nope`"),
    ] {
        let answer = ask(question, &Limits::default());
        let refused: Document<FailureView> = serde_json::from_str(&answer).unwrap();
        let error = refused.view.error;
        assert!(error.message.contains(words), "{question}: {}", error.message);
        assert_eq!((error.line, error.column), (Some(1), Some(column)), "{question}");
    }
}
