//! Game ids and save files of Simon Tatham's collection: the frame, and the run-length grid its games share.

use super::{ParseError, Text, address};

const MAGIC: &str = "SAVEFILE";
const COLLECTION: &str = "Simon Tatham's Portable Puzzle Collection";

/// A game taken apart, from an id or a save file.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The game's name, where the input says it (save files, web addresses).
    pub name: Option<Text<'a>>,
    /// The parameters before the colon.
    pub params: Text<'a>,
    /// The description behind it.
    pub desc: Text<'a>,
    /// The moves that make the current position, in order.
    pub moves: Vec<Text<'a>>,
    /// All moves of a save file, also those that were undone and those before a restart, which is `None`.
    pub history: Vec<Option<Text<'a>>>,
    /// How many of these moves lead to the current position.
    pub position: usize,
}

/// Whether a text looks like a save file.
pub fn is_save(text: Text<'_>) -> bool {
    text.trim().as_str().starts_with(MAGIC)
}

/// Whether a text looks like an id (a size, further parameters, then `:` or `#`), an address with one, or a
/// save file.
pub fn detect(text: Text<'_>) -> bool {
    let text = text.trim();
    is_save(text) || is_id(text) || on_page(text).is_some_and(|(_, id)| is_id(id))
}

fn is_id(text: Text<'_>) -> bool {
    let params = text.as_str().bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (params, rest) = text.as_str().split_at(params);
    let size = params.trim_start_matches(|c: char| c.is_ascii_digit());
    size.len() < params.len() && size.starts_with(['x', 'j']) && rest.starts_with([':', '#'])
}

/// The page's name and the id behind the `#` of a web address.
fn on_page(text: Text<'_>) -> Option<(Text<'_>, Text<'_>)> {
    let (page, id) = text.split_once("#").filter(|_| address::is_page(text))?;
    let file = page.split('/').last()?;
    Some((file.split_once(".").map_or(file, |(name, _)| name), id))
}

impl<'a> Game<'a> {
    /// Takes an id, an address with one, or a save file apart.
    pub fn parse(text: Text<'a>) -> Result<Game<'a>, ParseError> {
        let text = text.trim();
        if is_save(text) {
            return Game::parse_save(text);
        }
        if text.as_str().contains("://") && on_page(text).is_none() {
            return Err(text.error_after("expected '#' and a game id in the address"));
        }
        let (name, id) = on_page(text).map_or((None, text), |(name, id)| (Some(name), id));
        let Some(end) = id.as_str().find([':', '#']) else {
            return Err(id.expected("a game id 'size:description'"));
        };
        let (params, rest) = (id.part(0, end), id.part(end, id.as_str().len()));
        match rest.strip_prefix(":") {
            Some(desc) => {
                Ok(Game { name, params, desc, moves: Vec::new(), history: Vec::new(), position: 0 })
            }
            None => Err(rest.error(
                "this is a random seed, which only the original program can turn into a board: \
                 use the specific id ('size:description')",
            )),
        }
    }

    fn parse_save(text: Text<'a>) -> Result<Game<'a>, ParseError> {
        let mut records = Records { rest: text };
        let (mut name, mut params, mut desc) = (None, None, None);
        let (mut states, mut position) = (None, None);
        let mut history = Vec::new();
        while position.is_none() || states.is_none_or(|states| history.len() + 1 < states) {
            let Some((key, value)) = records.next()? else { break };
            match key.as_str().trim_end() {
                "GAME" => name = Some(value),
                "CPARAMS" => params = Some(value),
                "DESC" => desc = Some(value),
                "NSTATES" => states = Some(count(value, "the number of positions")?),
                "STATEPOS" => position = Some((count(value, "the current position")?, value)),
                record @ ("MOVE" | "SOLVE" | "RESTART") => {
                    if position.is_none() {
                        return Err(key.error("expected NSTATES and STATEPOS before the first move"));
                    }
                    let is_restart = record == "RESTART";
                    if is_restart && desc.is_none_or(|desc| desc.as_str() != value.as_str()) {
                        return Err(value.error("expected a restart from the board of DESC"));
                    }
                    history.push((!is_restart).then_some(value));
                }
                _ => {}
            }
        }
        let missing = |key: &str| text.error_after(format!("the save file is cut short: expected {key}"));
        let states = states.ok_or_else(|| missing("a record NSTATES"))?;
        let (position, place) = position.ok_or_else(|| missing("a record STATEPOS"))?;
        if history.len() + 1 < states {
            return Err(missing(&format!("{} more moves", states - 1 - history.len())));
        }
        if position > states {
            return Err(place.error(format!("STATEPOS is {position}, but there are {states} positions")));
        }
        let game = Game {
            name,
            params: params.ok_or_else(|| missing("a record CPARAMS"))?,
            desc: desc.ok_or_else(|| missing("a record DESC"))?,
            moves: Vec::new(),
            history,
            position: 0,
        };
        Ok(game.after(position - 1))
    }

    /// The game as it was after the first `moves` moves of its history.
    pub fn after(self, moves: usize) -> Game<'a> {
        let made = &self.history[..moves];
        let start = made.iter().rposition(Option::is_none).map_or(0, |restart| restart + 1);
        Game { moves: made[start..].iter().copied().flatten().collect(), position: moves, ..self }
    }
}

fn count(value: Text<'_>, what: &str) -> Result<usize, ParseError> {
    match value.number(what, u32::MAX / 2)? {
        0 => Err(value.error(format!("expected {what}, at least 1"))),
        n => Ok(n as usize),
    }
}

/// The records of a save file: a key of eight characters, `:`, the value's length in bytes, `:`, the value.
struct Records<'a> {
    rest: Text<'a>,
}

impl<'a> Records<'a> {
    /// The next record, or `None` at the end.
    fn next(&mut self) -> Result<Option<(Text<'a>, Text<'a>)>, ParseError> {
        let skipped = self.rest.as_str().trim_start_matches(['\r', '\n']).len();
        let rest = self.rest.part(self.rest.as_str().len() - skipped, self.rest.as_str().len());
        if rest.is_empty() {
            return Ok(None);
        }
        let expected = || rest.error("expected a record 'KEY     :length:value'");
        let (key, rest) = rest.split_once(":").ok_or_else(expected)?;
        if key.as_str().len() != 8 {
            return Err(key.expected("a key of 8 characters"));
        }
        let (length, rest) = rest.split_once(":").ok_or_else(expected)?;
        let bytes = length.number("the value's length", u32::MAX)? as usize;
        if bytes > rest.as_str().len() {
            let left = rest.as_str().len();
            return Err(length.error(format!("the value should have {bytes} bytes, only {left} are left")));
        }
        if !rest.as_str().is_char_boundary(bytes) {
            return Err(length.error("the value's length ends inside a character"));
        }
        let value = rest.part(0, bytes);
        self.rest = rest.part(bytes, rest.as_str().len());
        let key = key.part(0, key.as_str().trim_end().len());
        let printable = |c: char| c == ' ' || c.is_ascii_graphic();
        if key.as_str() != "SEED"
            && let Some((_, place)) = value.chars().find(|(c, _)| !printable(*c))
        {
            return Err(place.expected("plain characters"));
        }
        Ok(Some((key, value)))
    }
}

/// A save file of a game with these moves. The first `made` of them count; the rest were undone. `full_params` are the
/// parameters as the program writes them.
pub fn write_save(name: &str, full_params: &str, desc: &str, moves: &[String], made: usize) -> String {
    let states = (moves.len() + 1).to_string();
    let position = (made + 1).to_string();
    let start = [
        (MAGIC, COLLECTION),
        ("VERSION", "1"),
        ("GAME", name),
        ("PARAMS", full_params),
        ("CPARAMS", full_params),
        ("DESC", desc),
        ("NSTATES", &states),
        ("STATEPOS", &position),
    ];
    let moves = moves.iter().map(|m| ("MOVE", m.as_str()));
    start.into_iter().chain(moves).map(|(key, value)| format!("{key:<8}:{}:{value}\n", value.len())).collect()
}

/// The length of a run of blank cells that a lower-case letter stands for.
pub fn run_length(letter: char) -> Option<usize> {
    letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize + 1)
}

/// Writes a run of blank cells, the longest letters first.
pub fn push_run(text: &mut String, mut blanks: usize) {
    while blanks > 0 {
        let run = blanks.min(26);
        text.push(char::from(b'a' + run as u8 - 1));
        blanks -= run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(input: &str) -> Result<Game<'_>, ParseError> {
        Game::parse(Text::new(input))
    }

    fn moves(game: &Game<'_>) -> Vec<String> {
        game.moves.iter().map(|m| m.as_str().to_string()).collect()
    }

    #[test]
    fn ids_are_taken_apart() {
        for (input, name) in [
            ("4x3b20:ab#c", None),
            (" 4x3b20:ab#c\r\n", None),
            ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/demo.html#4x3b20:ab#c", Some("demo")),
        ] {
            assert!(detect(Text::new(input)), "{input}");
            let game = parse(input).unwrap();
            assert_eq!((game.params.as_str(), game.desc.as_str()), ("4x3b20", "ab#c"));
            assert_eq!(game.name.map(|n| n.as_str()), name);
        }
        assert!(detect(Text::new("9jx:abc")));
        for other in ["", "hello", "a:b", "12", "12:", "0#.\n..1", "https://example.org/#a"] {
            assert!(!detect(Text::new(other)), "{other}");
        }
    }

    #[test]
    fn a_save_file_counts_up_to_its_current_position() {
        let all: Vec<String> = ["L0,0", "I1,0", "L2,2"].map(String::from).into();
        let save = write_save("Demo", "3x3", "i", &all, all.len());
        assert!(save.starts_with("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"));
        let game = parse(&save).unwrap();
        assert_eq!(
            (game.name.unwrap().as_str(), game.params.as_str(), game.desc.as_str()),
            ("Demo", "3x3", "i")
        );
        assert_eq!(moves(&game), all);

        let undone = save.replace("STATEPOS:1:4", "STATEPOS:1:3");
        assert_eq!(moves(&parse(&undone).unwrap()), all[..2]);
        let restarted = save.replace("MOVE    :4:I1,0", "RESTART :1:i");
        assert_eq!(moves(&parse(&restarted).unwrap()), all[2..]);
        let crlf = save.replace('\n', "\r\n") + "LATER   :junk";
        assert_eq!(moves(&parse(&crlf).unwrap()), all);
        let more = save.replace("DESC", "SEED    :3:\u{e9}!\nUI      :0:\nDESC");
        assert_eq!(moves(&parse(&more).unwrap()), all);
        assert_eq!(moves(&parse(&write_save("Demo", "3x3", "i", &[], 0)).unwrap()), [""; 0]);
    }

    #[test]
    fn wrong_games_are_refused() {
        let save = write_save("Demo", "3x3", "i", &["L0,0".to_string()], 1);
        let mut cases: Vec<String> = [
            "4x3",
            "4x3#123456",
            "https://example.org/demo.html",
            "SAVEFILE",
            "SAVEFILE:9999999:x",
            "SAVEFILE:-1:x",
            "SAVEFILE:1:\u{e9}",
        ]
        .map(String::from)
        .into();
        for (from, to) in [
            ("MOVE    :4:L0,0\n", ""),
            ("NSTATES :1:2\n", ""),
            ("STATEPOS:1:2\n", ""),
            ("STATEPOS:1:2", "STATEPOS:1:0"),
            ("STATEPOS:1:2", "STATEPOS:1:3"),
            ("NSTATES :1:2", "NSTATES :9:999999999"),
            ("DESC    :1:i\n", ""),
            ("CPARAMS :3:3x3\n", ""),
            ("GAME    :4:", "GAME    :5:"),
            ("GAME    ", "GAME"),
            ("L0,0", "L0\u{7},"),
            ("MOVE    :4:L0,0", "RESTART :1:h"),
        ] {
            assert!(save.contains(from), "{from}");
            cases.push(save.replace(from, to));
        }
        for case in cases {
            assert!(parse(&case).unwrap_err().at.is_some(), "{case}");
        }
    }

    #[test]
    fn runs_come_back_as_they_were() {
        for blanks in 0..120 {
            let mut text = String::new();
            push_run(&mut text, blanks);
            assert_eq!(text.chars().filter_map(run_length).sum::<usize>(), blanks);
        }
        assert_eq!((run_length('B'), run_length('1')), (None, None));
    }
}
