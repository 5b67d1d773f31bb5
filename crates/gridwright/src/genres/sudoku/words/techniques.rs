//! What players call steps of Sudokus.

use super::super::{BOX, CELL, COLUMN, GIVEN, ROW, Sudoku};
use crate::grid::Cell;
use crate::model::{Atom, RuleId, Value};
use crate::words::{Alike, Case, Technique, Uses};

pub(in crate::genres::sudoku) const HOUSE: &[u8] = &[ROW, COLUMN, BOX];
pub(super) const LINE: &[u8] = &[ROW, COLUMN];
const ANY: &[u8] = &[CELL, ROW, COLUMN, BOX];

const fn cells(number: usize) -> Uses {
    Uses::exactly(number, &[CELL])
}

const fn lines(number: usize) -> Uses {
    Uses::exactly(number, LINE).alike(Alike::Kind)
}

const fn houses(number: usize) -> Uses {
    Uses::exactly(number, HOUSE)
}

/// `number` digits of one house.
const fn one_house(number: usize) -> Uses {
    houses(number).alike(Alike::Subject)
}

/// `number` houses for one digit.
const fn one_digit(number: usize) -> Uses {
    houses(number).alike(Alike::Detail)
}

const fn least_of_digit(number: usize) -> Uses {
    Uses::least(number, HOUSE).alike(Alike::Detail)
}

/// The box of a fin.
const FIN: Uses = Uses::exactly(1, &[BOX]);

/// What players call steps.
pub(in crate::genres::sudoku) static TECHNIQUES: &[Technique] = &[
    Technique::new("given", "The digit is printed.", 10, &[], &[]).also(is_given),
    Technique::new("full house", "One cell of a row, column or box is left, and so is one digit.", 10, &[houses(1)], &[]).also(is_full_house),
    Technique::new("naked single", "A cell has one candidate left.", 23, &[cells(1)], &[]),
    Technique::new("hidden single", "A digit has one cell left in a row, column or box.", 12, &[Uses::exactly(1, &[BOX])], &[]),
    Technique::new("hidden single", "A digit has one cell left in a row, column or box.", 15, &[houses(1)], &[]),
    Technique::new("seen digit", "The digit stands in the cell's row, column or box already.", 10, &[], &[houses(1)]),
    Technique::new("filled cell", "The cell holds another digit.", 10, &[], &[cells(1)]),
    Technique::new(
        "direct pointing", "Within a box a digit can only stand in one line, so in another box that the line crosses only one cell is left for it.",
        17,
        &[Uses::exactly(2, &[BOX]).alike(Alike::Detail)],
        &[Uses::exactly(1, LINE)],
    ),
    Technique::new(
        "direct claiming", "Within a line a digit can only stand in one box, so in another line through that box only one cell is left for it.",
        19,
        &[lines(2)],
        &[Uses::exactly(1, &[BOX])],
    ),
    Technique::new("direct hidden pair", "Two digits have the same two cells left in a house, which leaves one cell there for a third digit.", 20, &[one_house(3)], &[cells(2)]),
    Technique::new("direct hidden triple", "Three digits have only three cells left in a house, which leaves one cell there for a fourth digit.", 25, &[one_house(4)], &[cells(3)]),
    Technique::new("pointing", "Within a box a digit can only stand in one row or column, so it stands nowhere else in that line.", 26, &[Uses::exactly(1, &[BOX])], &[Uses::exactly(1, LINE)]),
    Technique::new("claiming", "Within a row or column a digit can only stand in one box, so it stands nowhere else in that box.", 28, &[Uses::exactly(1, LINE)], &[Uses::exactly(1, &[BOX])]),
    Technique::new("naked pair", "Two cells of a house (a row, column or box) have the same two candidates, so no other cell of the house holds these digits.", 30, &[cells(2)], &[houses(2)]),
    Technique::new("hidden pair", "Two digits have the same two cells left in a house, so these cells hold nothing else.", 34, &[one_house(2)], &[cells(2)]),
    Technique::new("naked triple", "Three cells of a house have only three candidates between them, so no other cell of the house holds these digits.", 36, &[cells(3)], &[houses(3)]),
    Technique::new("hidden triple", "Three digits have only three cells left in a house, so these cells hold nothing else.", 40, &[one_house(3)], &[cells(3)]),
    Technique::new("naked quad", "Four cells of a house have only four candidates between them, so no other cell of the house holds these digits.", 50, &[cells(4)], &[houses(4)]),
    Technique::new("hidden quad", "Four digits have only four cells left in a house, so these cells hold nothing else.", 54, &[one_house(4)], &[cells(4)]),
    Technique::new("X-wing", "In two rows a digit has only the same two columns left (or the reverse), so it stands nowhere else in these columns.", 32, &[lines(2)], &[lines(2)]),
    Technique::new("swordfish", "In three rows a digit has only the same three columns left (or the reverse), so it stands nowhere else in these columns.", 38, &[lines(3)], &[lines(3)]),
    Technique::new("jellyfish", "In four rows a digit has only the same four columns left (or the reverse), so it stands nowhere else in these columns.", 52, &[lines(4)], &[lines(4)]),
    Technique::new("skyscraper", "A digit has two places in each of two rows (or columns), and one of the first sees one of the second: what sees both other places does not hold it.", 40, &[lines(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new(
        "two-string kite", "A digit has two places in a row and two in a column, one of each in the same box: what sees both other places does not hold it.",
        41,
        &[Uses::exactly(1, &[ROW]), Uses::exactly(1, &[COLUMN])],
        &[houses(3)],
    )
    .also(has_pairs_only),
    Technique::new("turbot fish", "A digit has two places in each of two houses, and one of the first sees one of the second: what sees both other places does not hold it.", 42, &[one_digit(2)], &[houses(3)]).also(has_pairs_only),
    Technique::new("finned X-wing", "An X-wing but for further places in one box, the fin: what the X-wing excludes and the fin sees does not hold the digit.", 43, &[lines(2)], &[lines(2), FIN]).also(has_a_fish_without_fin),
    Technique::new("sashimi X-wing", "A finned X-wing of which a row (or column) has only one place besides the fin.", 43, &[lines(2)], &[lines(2), FIN]),
    Technique::new("empty rectangle", "In a box a digit fits in one row and one column only, and another line has two places for it, one of them in that row or column.", 43, &[Uses::exactly(1, &[BOX]), Uses::exactly(1, LINE)], &[houses(3)]).also(is_one_digit),
    Technique::new("grouped turbot fish", "A turbot fish in which several cells together take the part of one place.", 43, &[one_digit(2)], &[houses(3)]),
    Technique::new("XY-wing", "A cell of two candidates sees two others, each with one of these and the same third digit: what sees both others does not hold the third.", 42, &[cells(3)], &[houses(4)]).also(has_pairs_only),
    Technique::new("XYZ-wing", "A cell of three candidates sees two others, each with two of these: what sees all three does not hold the digit that all three have.", 44, &[cells(3)], &[houses(4)]).also(is_xyz_wing),
    Technique::new("W-wing", "Two cells have the same two candidates, and each sees one of the two places that a house has left for one of these digits: what sees both cells does not hold the other digit.", 44, &[cells(2), houses(1)], &[houses(4)]).also(is_w_wing),
    Technique::new("WXYZ-wing", "Four cells have only four candidates between them, all but one of which only one of the cells can take: what sees all places of that one does not hold it.", 46, &[cells(4)], &[houses(5)]).also(has_four_digits),
    Technique::new("finned swordfish", "A swordfish but for further places in one box, the fin: what the swordfish excludes and the fin sees does not hold the digit.", 53, &[lines(3)], &[lines(3), FIN]).also(has_a_fish_without_fin),
    Technique::new("sashimi swordfish", "A finned swordfish of which a row (or column) has only one place besides the fin.", 53, &[lines(3)], &[lines(3), FIN]),
    Technique::new("finned jellyfish", "A jellyfish but for further places in one box, the fin: what the jellyfish excludes and the fin sees does not hold the digit.", 56, &[lines(4)], &[lines(4), FIN]).also(has_a_fish_without_fin),
    Technique::new("sashimi jellyfish", "A finned jellyfish of which a row (or column) has only one place besides the fin.", 56, &[lines(4)], &[lines(4), FIN]),
    Technique::new("remote pairs", "A chain of cells with the same two candidates, which take turns: what sees both ends holds neither digit.", 53, &[Uses::least(4, &[CELL])], &[Uses::least(3, HOUSE)]).also(is_of_remote_pairs).open_ended(),
    Technique::new("XY-chain", "A chain of cells of two candidates each, of which one end or the other holds a digit: what sees both ends does not hold it.", 53, &[Uses::least(3, &[CELL])], &[Uses::least(2, HOUSE)]).also(is_plain_chain).open_ended(),
    Technique::new("simple colouring", "Houses with two places for a digit each link its places into two colours, one of which holds: what sees both colours does not hold it.", 53, &[least_of_digit(3)], &[least_of_digit(2)]).also(is_coloured).open_ended(),
    Technique::new("X-chain", "A chain of houses with two places for a digit each, one end or the other of which holds it: what sees both ends does not.", 53, &[least_of_digit(3)], &[least_of_digit(2)]).also(is_plain_chain).open_ended(),
    Technique::new("grouped X-chain", "An X-chain in which several cells together take the part of one place.", 53, &[least_of_digit(3)], &[least_of_digit(2)]).also(is_chain).open_ended(),
    Technique::new("AIC", "An alternating inference chain: if one end does not hold, the next candidate does, so the one it sees does not, and so on to the other end; one of the ends holds.", 53, &[Uses::least(2, ANY)], &[Uses::least(1, ANY)]).also(is_plain_chain).open_ended(),
    Technique::new("grouped AIC", "An alternating inference chain in which several candidates together take the part of one.", 53, &[Uses::least(2, ANY)], &[Uses::least(1, ANY)]).also(is_chain).open_ended(),
    Technique::new("ALS-XZ", "Two groups of cells, each with one candidate more than cells, cannot both hold a digit that they share; so one of them holds every other digit they share, and what sees all its places does not.", 53, &[Uses::least(3, &[CELL])], &[Uses::least(3, HOUSE)]).also(is_of_two_sets).open_ended(),
    Technique::new("single-digit chain", "With the digit here, one of several houses could not place it, because their places see each other.", 53, &[least_of_digit(2)], &[least_of_digit(2)]).open_ended(),
    Technique::new(
        "forcing net",
        "From a candidate several chains of conclusions start, which meet in a contradiction, so it does not hold.",
        53,
        &[Uses::least(2, ANY)],
        &[Uses::least(1, ANY)],
    )
    .also(needs_no_cases)
    .open_ended(),
    Technique::of_uniqueness("unique rectangle type 1", "Three corners of a rectangle in two boxes have the same two candidates. If the fourth held one of these too, the two digits could be exchanged and there would be two solutions; so it holds neither.", 45),
    Technique::of_uniqueness("unique rectangle type 2", "The corners of a rectangle in two boxes have the same two candidates, and all that have more have the same third. One of these holds it, or the two digits could be exchanged; what sees them all does not.", 45),
    Technique::of_uniqueness("unique rectangle type 3", "Two corners of a rectangle in two boxes have two candidates; the others have these and more, one of which is needed, or the two digits could be exchanged. With other cells of a house they form a naked set.", 47),
    Technique::of_uniqueness("unique rectangle type 4", "Two corners of a rectangle in two boxes have two candidates, and one of these digits has no other places than the other two corners in a house. So neither of them holds the second digit, or the two could be exchanged.", 45),
    Technique::of_uniqueness("BUG+1", "A bivalue universal grave but for one candidate: without it all open cells would have two candidates and all digits two places in each house, and every cell could take its other candidate. So it holds.", 56),
];

/// The technique of a name.
pub(in crate::genres::sudoku) fn technique(name: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|technique| technique.name == name)
}

fn sudoku<'a>(case: &Case<'a>) -> Option<&'a Sudoku> {
    case.board.downcast_ref()
}

fn is_given(case: &Case<'_>) -> bool {
    case.step.rules.iter().all(|rule| case.model.get(*rule).kind == GIVEN)
}

/// Whether the cell is the last empty one of its row, column or box.
fn is_full_house(case: &Case<'_>) -> bool {
    let (Some(sudoku), [fact], [rule]) = (sudoku(case), &case.step.facts[..], &case.needs[..]) else {
        return false;
    };
    let digits = &sudoku.digits;
    let cells = case.model.rule_atoms(case.model.get(*rule)).map(|(atom, _)| digits.cell_of(atom));
    digits.is_last(case.known, digits.cell_of(fact.atom), cells)
}

/// The atoms of a rule that are open.
pub(super) fn open(case: &Case<'_>, rule: RuleId) -> Vec<Atom> {
    let atoms = case.model.rule_atoms(case.model.get(rule)).map(|(atom, _)| atom);
    atoms.filter(|atom| case.known.get(*atom) == Value::Open).collect()
}

/// Whether every rule that needs something has just two places left for it.
fn has_pairs_only(case: &Case<'_>) -> bool {
    case.needs.iter().all(|rule| open(case, *rule).len() == 2)
}

/// Whether all rules are about one digit.
fn is_one_digit(case: &Case<'_>) -> bool {
    let digits = case.step.rules.iter().map(|rule| case.model.get(*rule).detail);
    digits.clone().all(|digit| digit != 0 && Some(digit) == digits.clone().next())
}

/// Whether every row (or column) of a finned fish has at least two places besides the fin.
fn has_a_fish_without_fin(case: &Case<'_>) -> bool {
    let lines = case.limits.iter().filter(|rule| LINE.contains(&case.model.get(**rule).kind));
    let in_lines: Vec<Atom> = lines.flat_map(|rule| open(case, *rule)).collect();
    let places = |rule: &RuleId| open(case, *rule).iter().filter(|atom| in_lines.contains(atom)).count();
    is_one_digit(case) && case.needs.iter().all(|rule| places(rule) > 1)
}

/// The candidates of each cell that needs a digit.
pub(super) fn candidates(sudoku: &Sudoku, case: &Case<'_>, rules: &[RuleId]) -> Vec<(Cell, Vec<u32>)> {
    let digits = |rule: &RuleId| open(case, *rule).iter().map(|atom| sudoku.digits.digit_of(*atom)).collect();
    rules.iter().map(|rule| (Cell(case.model.get(*rule).subject), digits(rule))).collect()
}

/// All the digits of some cells.
pub(super) fn union(cells: &[(Cell, Vec<u32>)]) -> Vec<u32> {
    let mut digits: Vec<u32> = cells.iter().flat_map(|(_, digits)| digits.clone()).collect();
    digits.sort_unstable();
    digits.dedup();
    digits
}

fn is_xyz_wing(case: &Case<'_>) -> bool {
    let Some(sudoku) = sudoku(case) else { return false };
    let cells = candidates(sudoku, case, &case.needs);
    let mut sizes: Vec<usize> = cells.iter().map(|(_, digits)| digits.len()).collect();
    sizes.sort_unstable();
    sizes == [2, 2, 3] && union(&cells).len() == 3
}

fn is_w_wing(case: &Case<'_>) -> bool {
    let Some(sudoku) = sudoku(case) else { return false };
    let is_cell = |rule: &&RuleId| case.model.get(**rule).kind == CELL;
    let cells: Vec<RuleId> = case.needs.iter().filter(is_cell).copied().collect();
    let cells = candidates(sudoku, case, &cells);
    has_pairs_only(case) && is_chain(case) && cells[0].1 == cells[1].1
}

fn has_four_digits(case: &Case<'_>) -> bool {
    let has_four = |sudoku| union(&candidates(sudoku, case, &case.needs)).len() == 4;
    !is_chain(case) && sudoku(case).is_some_and(has_four) && is_of_two_sets(case)
}

fn needs_no_cases(case: &Case<'_>) -> bool {
    !case.has_cases && !case.is_sum
}

fn is_chain(case: &Case<'_>) -> bool {
    case.chain.is_some()
}

fn is_plain_chain(case: &Case<'_>) -> bool {
    case.chain.as_ref().is_some_and(|chain| !chain.is_grouped())
}

fn is_of_remote_pairs(case: &Case<'_>) -> bool {
    let Some(sudoku) = sudoku(case) else { return false };
    is_plain_chain(case) && union(&candidates(sudoku, case, &case.needs)).len() == 2
}

/// Whether the weak links between houses of two places are such houses themselves.
fn is_coloured(case: &Case<'_>) -> bool {
    let Some(chain) = case.chain.as_ref().filter(|_| is_plain_chain(case)) else { return false };
    let is_end = |atoms: &[Atom]| atoms == [chain.shows.atom];
    let inner = chain.links.iter().filter(|link| !link.is_strong && !is_end(&link.from) && !is_end(&link.to));
    inner.clone().all(|link| open(case, link.rule).len() == 2)
}

fn is_of_two_sets(case: &Case<'_>) -> bool {
    sudoku(case).is_some_and(|sudoku| two_sets(sudoku, case).is_some())
}

/// Cells with their candidates.
pub(super) type Cells = Vec<(Cell, Vec<u32>)>;

/// The cells of a step as two sets, each in one house and with one candidate more than cells.
pub(super) fn two_sets(sudoku: &Sudoku, case: &Case<'_>) -> Option<[Cells; 2]> {
    let cells = candidates(sudoku, case, &case.needs);
    let is_set = |set: &Cells| {
        let (first, _) = set[0];
        union(set).len() == set.len() + 1
            && HOUSE.iter().any(|kind| {
                let house = sudoku.house_of(*kind, first);
                house.is_some() && set.iter().all(|(cell, _)| sudoku.house_of(*kind, *cell) == house)
            })
    };
    let number = cells.len();
    (case.limits.len() == number + 1 && number <= 12).then_some(())?;
    (1..1u32 << (number - 1)).find_map(|bits| {
        let part = |wanted: u32| -> Cells {
            (0..number).filter(|i| bits >> i & 1 == wanted).map(|i| cells[i].clone()).collect()
        };
        let sets = [part(1), part(0)];
        sets.iter().all(is_set).then_some(sets)
    })
}
