//! A part's rules over numbered atoms, in flat arrays.

use super::colours::Colours;
use super::sets::{Lists, Sets};
use super::shapes::Shapes;
use crate::count::reduced::Reduced;
use crate::count::rules::Term;
use crate::model::Bounds;

/// What the rules of a part look like, whatever the order.
pub(crate) struct Form {
    shapes: Shapes,
    colours: Option<Colours>,
}

impl Form {
    /// The form of a part; `None` if its rules would take more memory than there is.
    pub fn new(part: &Reduced, memory: usize) -> Option<Form> {
        (Program::bytes(part) <= memory).then(|| {
            let shapes = Shapes::new(part);
            Form { colours: Colours::find(&shapes), shapes }
        })
    }

    /// Whether the rules treat some colours alike.
    pub fn has_colours(&self) -> bool {
        self.colours.is_some()
    }
}

/// The rules of a part.
///
/// - "At most one" is expressed by atoms that exclude each other.
/// - *Covers* ask for at least one of their atoms.
/// - All other rules are *counted*.
///
/// Where the atoms of a rule exclude each other, what it still asks follows from which atoms are open. The other rules
/// are called *loose* and numbered: the loose covers come first among the covers and among the loose rules, the
/// counted rules follow them.
pub(super) struct Program {
    /// One more than the greatest number of an atom; some numbers may have none.
    pub width: usize,
    /// The numbers that are atoms.
    pub atoms: Vec<u32>,
    /// With colours, atoms are numbered colour by colour, and each colour has this many words of places.
    pub colour_words: Option<usize>,
    /// By atom: the others that cannot hold beside it.
    pub excluded: Sets,
    /// By cover: its atoms.
    pub covers: Lists<u32>,
    /// By atom: its covers, ascending.
    pub covers_of: Lists<u32>,
    pub cover_count: usize,
    /// How many of the covers are loose.
    pub loose_covers: u32,
    /// By counted rule: its terms.
    pub counted: Lists<Term>,
    pub bounds: Vec<Bounds>,
    /// By atom: its counted rules and its weight in them, written as a term.
    pub counted_of: Lists<Term>,
    /// By loose rule: its atoms.
    pub loose: Sets,
    /// By atom: its loose rules.
    pub loose_of: Lists<u32>,
    /// By atom: the cover that is decided at once when it is the atom's turn.
    pub block_of: Vec<Option<u32>>,
}

impl Program {
    /// About how many bytes the program of a part takes.
    pub fn bytes(part: &Reduced) -> usize {
        let bytes = |(terms, bounds): (&[Term], Bounds)| {
            let others = if bounds.hi == 1 { terms.len() } else { 1 };
            terms.len().saturating_mul(40 + 20 * others)
        };
        part.rules.iter().map(bytes).fold(100 * part.atoms.len(), usize::saturating_add)
    }

    /// The rules of a part whose atoms are decided in this order.
    pub fn new(Form { shapes, colours }: &Form, order: &[u32]) -> Program {
        let (numbers, width, colour_words) = match colours {
            Some(colours) => number_by_colour(colours, order),
            None => number_in_order(order),
        };
        let renumbered =
            |atoms: &[u32]| -> Vec<u32> { atoms.iter().map(|atom| numbers[*atom as usize]).collect() };
        let mut excluded = vec![Vec::new(); width];
        for (atom, others) in shapes.excluded.iter().enumerate() {
            excluded[numbers[atom] as usize] = renumbered(others);
        }
        let loose_covers = shapes.loose.len() as u32;
        let covers: Vec<Vec<u32>> =
            shapes.loose.iter().chain(&shapes.exact).map(|atoms| renumbered(atoms)).collect();
        let (counted, bounds): (Vec<Vec<Term>>, Vec<Bounds>) = shapes.counted.iter().cloned().unzip();
        let renumber = |term: &Term| Term { atom: numbers[term.atom as usize], weight: term.weight };
        let counted: Vec<Vec<Term>> =
            counted.iter().map(|terms| terms.iter().map(renumber).collect()).collect();
        let mut loose = covers[..loose_covers as usize].to_vec();
        loose.extend(counted.iter().map(|terms| terms.iter().map(|term| term.atom).collect()));
        let mut counted_of = vec![Vec::new(); width];
        for (rule, terms) in (0..).zip(&counted) {
            terms.iter().for_each(|term| {
                counted_of[term.atom as usize].push(Term { atom: rule, weight: term.weight });
            });
        }
        // The cover that lies closest together; with colours, that of the place.
        let places = colour_words.map_or(u32::MAX, |words| 64 * words as u32);
        let span = |cover: u32| {
            let places = covers[cover as usize].iter().map(|atom| atom % places);
            places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
        };
        let mut block_of = vec![None; width];
        for cover in loose_covers..covers.len() as u32 {
            for &atom in &covers[cover as usize] {
                let block: &mut Option<u32> = &mut block_of[atom as usize];
                if block.is_none_or(|block| span(cover) < span(block)) {
                    *block = Some(cover);
                }
            }
        }
        Program {
            width,
            atoms: numbers,
            colour_words,
            excluded: Sets::of(&excluded),
            covers_of: inverse(&covers, width),
            cover_count: covers.len(),
            covers: Lists::new(&covers),
            loose_covers,
            counted: Lists::new(&counted),
            bounds,
            counted_of: Lists::new(&counted_of),
            loose_of: inverse(&loose, width),
            loose: Sets::of(&loose),
            block_of,
        }
    }

    /// How many rules are loose.
    pub fn loose_count(&self) -> usize {
        self.loose_covers as usize + self.bounds.len()
    }
}

fn number_in_order(order: &[u32]) -> (Vec<u32>, usize, Option<usize>) {
    let mut numbers = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, atom)| numbers[*atom as usize] = i as u32);
    (numbers, order.len(), None)
}

fn number_by_colour(colours: &Colours, order: &[u32]) -> (Vec<u32>, usize, Option<usize>) {
    let mut rank = vec![u32::MAX; colours.places];
    let mut ranks = 0;
    for &atom in order {
        let rank = &mut rank[colours.place[atom as usize] as usize];
        if *rank == u32::MAX {
            *rank = ranks;
            ranks += 1;
        }
    }
    let words = colours.places.div_ceil(64);
    let number = |(place, colour): (&u32, &u32)| colour * 64 * words as u32 + rank[*place as usize];
    let numbers = colours.place.iter().zip(&colours.colour).map(number).collect();
    (numbers, colours.colours * words * 64, Some(words))
}

/// By number in the lists: which lists it is in.
fn inverse(lists: &[Vec<u32>], numbers: usize) -> Lists<u32> {
    let mut inverse = vec![Vec::new(); numbers];
    for (i, list) in (0..).zip(lists) {
        list.iter().for_each(|number| inverse[*number as usize].push(i));
    }
    Lists::new(&inverse)
}
