//! Colours: where every atom is "this place has that colour" and the rules treat all colours alike, parts that differ
//! only in the names of their colours have equally many solutions.
//!
//! The model does not say which atoms are places and colours. That is inferred from the rules, and everything the
//! counting relies on is checked rule by rule.

use super::shapes::Shapes;
use crate::count::reduced::find;
use std::collections::{BTreeMap, BTreeSet};

/// More colours than this are not told apart.
const MAX_COLOURS: usize = 64;
/// Boards with more places are too large to count where colours would matter.
const MAX_PLACES: usize = 1 << 10;

/// Places and colours of atoms.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    pub place: Vec<u32>,
    pub colour: Vec<u32>,
    pub places: usize,
    pub colours: usize,
}

impl Colours {
    /// The colours of a part, if it has any: each place has exactly one colour, and whether two places may have the
    /// same colour, and which sets of places need a colour once, is the same for all colours.
    pub fn find(shapes: &Shapes) -> Option<Colours> {
        if !shapes.loose.is_empty() || !shapes.counted.is_empty() {
            return None;
        }
        let atoms = shapes.excluded.len();
        let mut place = vec![u32::MAX; atoms];
        let mut places = 0;
        let mut covers: Vec<&Vec<u32>> = Vec::new();
        for cover in &shapes.exact {
            if cover.iter().all(|atom| place[*atom as usize] == u32::MAX) {
                cover.iter().for_each(|atom| place[*atom as usize] = places);
                places += 1;
            } else {
                covers.push(cover);
            }
        }
        if place.contains(&u32::MAX) || places as usize > MAX_PLACES {
            return None;
        }
        let (colour, colours) = linked_across_places(shapes, &place);
        let found = Colours { place, colour, places: places as usize, colours };
        (2..=MAX_COLOURS).contains(&colours).then_some(())?;
        (found.is_one_atom_each() && found.is_exclusion_alike(shapes) && found.are_covers_alike(&covers))
            .then_some(found)
    }

    /// No two atoms are the same place in the same colour.
    fn is_one_atom_each(&self) -> bool {
        let mut taken = vec![false; self.places * self.colours];
        self.place.iter().zip(&self.colour).all(|(place, colour)| {
            !std::mem::replace(&mut taken[*place as usize * self.colours + *colour as usize], true)
        })
    }

    /// Two places exclude each other in all colours that both can have, or in none.
    fn is_exclusion_alike(&self, shapes: &Shapes) -> bool {
        let mut excluding = vec![0u8; self.places * self.places];
        let mut both = excluding.clone();
        let mut of_colour = vec![Vec::new(); self.colours];
        (0..self.place.len()).for_each(|atom| of_colour[self.colour[atom] as usize].push(atom));
        for atoms in &of_colour {
            for (&a, &b) in atoms.iter().flat_map(|a| atoms.iter().map(move |b| (a, b))) {
                both[self.place[a] as usize * self.places + self.place[b] as usize] += 1;
            }
        }
        for (a, others) in shapes.excluded.iter().enumerate() {
            for &b in others.iter().filter(|b| self.place[**b as usize] != self.place[a]) {
                excluding[self.place[a] as usize * self.places + self.place[b as usize] as usize] += 1;
            }
        }
        excluding.iter().zip(&both).all(|(excluding, both)| *excluding == 0 || excluding == both)
    }

    /// Whether any two colours have the same covers, restricted to the places that both can have.
    fn are_covers_alike(&self, covers: &[&Vec<u32>]) -> bool {
        let mut can_have = vec![BTreeSet::new(); self.colours];
        for (place, colour) in self.place.iter().zip(&self.colour) {
            can_have[*colour as usize].insert(*place);
        }
        let mut of_colour = vec![Vec::new(); self.colours];
        for cover in covers {
            let colour = self.colour[cover[0] as usize];
            if cover.iter().any(|atom| self.colour[*atom as usize] != colour) {
                return false;
            }
            of_colour[colour as usize].push(cover.iter().map(|atom| self.place[*atom as usize]));
        }
        let shared = |colour: usize, with: usize| -> BTreeSet<Vec<u32>> {
            let places = of_colour[colour].iter().map(|places| {
                let mut shared: Vec<u32> =
                    places.clone().filter(|place| can_have[with].contains(place)).collect();
                shared.sort_unstable();
                shared
            });
            places.filter(|places| !places.is_empty()).collect()
        };
        (0..self.colours).all(|a| (0..a).all(|b| shared(a, b) == shared(b, a)))
    }
}

/// Numbers atoms by which of them are linked by exclusions between different places.
fn linked_across_places(shapes: &Shapes, place: &[u32]) -> (Vec<u32>, usize) {
    let mut leader: Vec<u32> = (0..place.len() as u32).collect();
    for (atom, others) in shapes.excluded.iter().enumerate() {
        for &other in others.iter().filter(|other| place[**other as usize] != place[atom]) {
            let (a, b) = (find(&mut leader, atom as u32), find(&mut leader, other));
            leader[a.max(b) as usize] = a.min(b);
        }
    }
    let mut numbers = BTreeMap::new();
    let colour = (0..place.len() as u32).map(|atom| {
        let next = numbers.len() as u32;
        *numbers.entry(find(&mut leader, atom)).or_insert(next)
    });
    let colour = colour.collect();
    (colour, numbers.len())
}
