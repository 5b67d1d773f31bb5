//! The seal of a saved game: its length and a check sum, on a second line that every reader passes over.

use crate::shell::fingerprint::fingerprint;

/// What stands around the seal in texts of puzzles, which take it for a remark, and of board games, which take it for a tag.
const FRAMES: [(&str, &str); 2] = [("// saved: ", ""), ("[Saved \"", "\"]")];

/// A text with its seal.
pub fn sealed(text: &str) -> String {
    let Some((first, rest)) = text.split_once('\n') else { return text.to_string() };
    let (before, after) = FRAMES[usize::from(first.starts_with('['))];
    format!("{first}\n{before}{}{after}\n{rest}", seal(text))
}

fn seal(text: &str) -> String {
    format!("{} bytes, check {:016x}", text.len(), fingerprint(text.as_bytes()))
}

/// What became of a saved text.
#[derive(Debug, PartialEq, Eq)]
pub enum Opened {
    /// It is what was saved.
    Whole(String),
    /// It has no seal: earlier versions wrote none.
    Unsealed,
    /// It is cut short or changed.
    Damaged,
}

/// Takes the seal off a text.
pub fn opened(text: &str) -> Opened {
    let lines = text.split_once('\n').and_then(|(first, rest)| {
        let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        FRAMES.iter().find_map(|(before, after)| {
            // A seal that is cut short is one too.
            let seal = line.strip_prefix(before)?;
            Some((first, seal.strip_suffix(after).unwrap_or(seal), rest))
        })
    });
    let Some((first, found, rest)) = lines else { return Opened::Unsealed };
    let text = format!("{first}\n{rest}");
    if found == seal(&text) { Opened::Whole(text) } else { Opened::Damaged }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_whole_is_noticed() {
        for text in [
            "gridwright lightup\n..\n..\nactions:\nr1c1 bulb\n",
            "[Game \"Emulsion\"]\n[Size \"4\"]\n\n1. b4b3\n",
        ] {
            let saved = sealed(text);
            assert_eq!(opened(&saved), Opened::Whole(text.to_string()));
            assert_eq!(opened(text), Opened::Unsealed);
            let second = saved.find('\n').unwrap() + 12;
            for end in second..saved.len() {
                assert_eq!(opened(&saved[..end]), Opened::Damaged, "{:?}", &saved[..end]);
            }
            for at in (0..saved.len()).filter(|at| saved.as_bytes()[*at].is_ascii_alphanumeric()) {
                let mut changed = saved.clone().into_bytes();
                changed[at] ^= 1;
                let changed = String::from_utf8(changed).unwrap();
                assert!(!matches!(opened(&changed), Opened::Whole(_)), "{changed:?}");
            }
            assert_eq!(opened(&(saved.clone() + "x")), Opened::Damaged);
        }
    }

    #[test]
    fn readers_pass_over_the_seal() {
        let puzzle = "gridwright lightup\n..\n..\nactions:\nr1c1 bulb\n".replacen("..", "*.", 1);
        let record = |text: &str| gridwright::Session::read(text).unwrap().record();
        assert_eq!(record(&sealed(&puzzle)), record(&puzzle));
        let game = "[Game \"Emulsion\"]\n[Size \"4\"]\n\n1. b4b3\n";
        let read = |text: &str| gridwright_emulsion::Record::read(text).unwrap();
        assert_eq!(read(&sealed(game)).game(), read(game).game());
    }
}
