//! What comes from outside cannot do anything but be read.

use super::running::{Scratch, run, run_with};

/// Sets a title, clears the screen twice and turns the direction of writing.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{2066}\u{7f}";

fn expect_harmless(args: &[&str], input: &str) -> String {
    let ran = run_with(args, input.as_bytes());
    let told = format!("{}{}", ran.stdout, ran.stderr);
    let hidden: Vec<char> = told.chars().filter(|c| gridwright_base::is_hidden(*c)).collect();
    assert!(hidden.is_empty(), "{args:?}: {hidden:?} in {told:?}");
    told
}

#[test]
fn messages_escape_what_they_quote() {
    let key =
        format!("{{\"genre\":\"lightup\",\"grid\":[\".\"],\"{}\":1}}", "\\u001b]0;x\\u0007\\u009b\\u202e");
    let told = expect_harmless(&["solve", "-"], &key);
    assert!(told.contains("\\u001b]0;x\\u0007"), "{told}");
    for input in [
        format!("gridwright lightup\n.\n{HOSTILE}:\n"),
        format!("gridwright lightup {HOSTILE}\n."),
        format!("gridwright {HOSTILE}\n."),
        format!("{{\"genre\":\"{}\",\"grid\":[\".\"]}}", "\\u001b]0;x\\u0007"),
        format!("{{\"givens\":[[\"{}\"]]}}", "\\u001b]0;x\\u0007\\u202e"),
        format!("{{\"numbers\":[[1]],\"goals\":{{\"{}\":1}}}}", "\\u001b]0;x\\u0007\\u202e"),
        HOSTILE.to_string(),
    ] {
        expect_harmless(&["solve", "-"], &input);
        expect_harmless(&["show", &input], "");
        expect_harmless(&["emulsion", "show", "-"], &input);
    }
    for args in [
        ["solve", HOSTILE, "--genre", HOSTILE],
        ["rules", HOSTILE, "--to", "text"],
        ["solve", "unique.txt", "--option", &format!("{HOSTILE}=1")],
        ["solve", "unique.txt", "--rules", HOSTILE],
    ] {
        expect_harmless(&args, "");
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped() {
    let scratch = Scratch::new("hidden");
    let file = scratch.file(&format!("{HOSTILE}.txt"));
    std::fs::write(&file, "gridwright lightup\nx\n").unwrap();
    expect_harmless(&["solve", &file], "");
    expect_harmless(&["batch", "solve", "unique.txt", "-o", &file], "");
    expect_harmless(&["compare", &file, &file], "");
    expect_harmless(&["solve", &scratch.file(&format!("{HOSTILE}/no.txt"))], "");
    for args in
        [&["play", "--plain", "unique.txt"][..], &["emulsion", "play", "4", "--plain", "--white", "human"]]
    {
        let told = expect_harmless(args, &format!("w {file}\n{HOSTILE}\nw! {file}\n"));
        assert!(told.contains("\\u001b]0;x\\u0007"), "{told}");
        std::fs::write(&file, "gridwright lightup\nx\n").unwrap();
    }
    let game = format!("[Size \"4\"]\n[Black \"{HOSTILE}\"]\n1. b4a4 {{{HOSTILE}}} ");
    expect_harmless(&["emulsion", "analyse", "-", "--simulations", "10"], &game);
}

#[test]
fn pages_run_only_their_own_scripts() {
    let scratch = Scratch::new("pages");
    let (steps, game) = (scratch.file("steps.html"), scratch.file("game.html"));
    assert_eq!(run(&["explain", "unique.txt", "--html", &steps]).code, Some(0));
    let hostile = "</title><script>alert(1)</script><img src=x onerror=alert(2)>";
    let record = format!("[Size \"4\"]\n[Black \"{hostile}\"]\n1. b4a4 {{{hostile}}} ");
    let ran = run(&["emulsion", "analyse", &record, "--simulations", "10", "--html", &game]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for file in [steps, game] {
        let page = std::fs::read_to_string(file).unwrap();
        let (policy, script) = (page.find("Content-Security-Policy").unwrap(), page.find("<script"));
        assert!(script.is_none_or(|script| policy < script), "the policy comes first");
        assert!(page.contains("default-src 'none'") && !page.contains("script-src 'unsafe"), "{page}");
        assert!(!page.contains("<script>alert") && !page.contains("<img"), "{page}");
    }
}
