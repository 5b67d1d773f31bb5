//! The rules of a part, sorted by what counting needs to know of them.

use crate::count::reduced::Reduced;
use crate::count::rules::{Term, total};
use crate::model::Bounds;

/// Rules by shape, over the atoms of the part.
pub(super) struct Shapes {
    /// By atom: the others that cannot hold beside it, ascending.
    pub excluded: Vec<Vec<u32>>,
    /// "At least one" of atoms that exclude each other.
    pub exact: Vec<Vec<u32>>,
    /// "At least one" of atoms of which several may hold.
    pub loose: Vec<Vec<u32>>,
    /// All other rules, except those that mutual exclusion of atoms already expresses.
    pub counted: Vec<(Vec<Term>, Bounds)>,
}

impl Shapes {
    pub fn new(part: &Reduced) -> Shapes {
        let mut shapes = Shapes {
            excluded: vec![Vec::new(); part.atoms.len()],
            exact: Vec::new(),
            loose: Vec::new(),
            counted: Vec::new(),
        };
        for (terms, bounds) in part.rules.iter() {
            let is_plain = terms.iter().all(|term| term.weight == 1);
            let atoms = || terms.iter().map(|term| term.atom);
            if is_plain && bounds.hi == 1 {
                for atom in atoms() {
                    shapes.excluded[atom as usize].extend(atoms().filter(|other| *other != atom));
                }
                if bounds.lo == 1 {
                    shapes.exact.push(atoms().collect());
                }
            } else if is_plain && bounds.lo == 1 && bounds.hi >= total(terms) {
                shapes.loose.push(atoms().collect());
            } else {
                shapes.counted.push((terms.to_vec(), bounds));
            }
        }
        for others in &mut shapes.excluded {
            others.sort_unstable();
            others.dedup();
        }
        // Another rule may say that at most one holds.
        let excluded = &shapes.excluded;
        let is_exact = |atoms: &mut Vec<u32>| {
            let excludes = |a: u32, b: u32| a == b || excluded[a as usize].binary_search(&b).is_ok();
            atoms.iter().all(|a| atoms.iter().all(|b| excludes(*a, *b)))
        };
        shapes.exact.extend(shapes.loose.extract_if(.., is_exact));
        shapes
    }
}
