//! How many solutions there are, without enumerating them.

mod number;
mod propagate;
mod reduced;
mod rules;
mod search;
mod frontier;
mod budget;
#[cfg(test)]
mod tests;

/// For trying out.
#[doc(hidden)]
#[allow(missing_docs)]
pub fn try_search(model: &crate::model::Model, memory: usize, steps: Option<u64>, clauses: usize, kind: &str) -> (String, bool, String) {
    let Some(reduction) = reduced::Reduction::new(model, &[]) else { return ("0".into(), true, String::new()) };
    let mut total = number::Number::ONE;
    for _ in &reduction.free {
        total *= &number::Number::Small(2);
    }
    let mut exact = true;
    let mut text = String::new();
    for part in &reduction.parts {
        let order = search::order::order(part, kind);
        let limits = search::Limits { steps, memory, clauses };
        let (outcome, stats) = search::count(part, &order, limits, &mut || false);
        text += &format!("[{} atoms {} rules: {stats:?}] ", part.atoms.len(), part.rules.len());
        match outcome {
            search::Outcome::Exactly(n) => total *= &n,
            search::Outcome::AtLeast(n) => {
                total *= &n;
                exact = false;
            }
        }
    }
    (total.into_big().to_string(), exact, text)
}

#[doc(hidden)]
#[allow(missing_docs)]
pub fn try_frontier(model: &crate::model::Model, memory: usize) -> String {
    let Some(reduction) = reduced::Reduction::new(model, &[]) else { return "0".into() };
    let mut total = number::Number::ONE;
    for _ in &reduction.free {
        total *= &number::Number::Small(2);
    }
    for part in &reduction.parts {
        let mut budget = budget::Budget { steps: u64::MAX, memory, stop: None };
        match frontier::count(part, &mut budget) {
            Ok(words) => total *= &number::Number::from_digits(&words),
            Err(_) => return "stopped".into(),
        }
    }
    total.into_big().to_string()
}
