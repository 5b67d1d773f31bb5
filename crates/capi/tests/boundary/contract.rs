//! The contract through gridwright.h.

use crate::toolchain::{Link, compile, crate_root, run};

#[test]
fn the_contract_holds_through_c() {
    let contract = crate_root().join("../../contract");
    let program = compile(&crate_root().join("tests/c/contract.c"), "gridwright", Link::Shared);
    let said = run(&program, &[contract.join("questions.jsonl").to_str().unwrap()]);
    let answers = std::fs::read_to_string(contract.join("answers.jsonl")).unwrap();
    assert_eq!(said.lines().count(), answers.lines().count());
    for (number, (said, kept)) in said.lines().zip(answers.lines()).enumerate() {
        assert_eq!(said, kept, "question {}", number + 1);
    }
}
