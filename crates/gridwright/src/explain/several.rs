//! What several rules say together: the smallest sets of rules that refute a fact.

use super::Depth;
use super::core::Extract;
use super::ledger::Ledger;
use super::probe::{Probe, Prober};
use crate::model::{Fact, RuleId};
use crate::stop::{Stop, Stopped};

/// What was found out about a wrong fact.
#[derive(Clone, Debug, Default)]
struct Tried {
    /// When.
    time: u32,
    /// No contradiction of so few rules.
    size: usize,
    next_size: Option<usize>,
    /// The rules that were looked at: while they stay as they are, so does the answer.
    rules: Vec<RuleId>,
}

/// A wrong fact and rules that refute it.
pub(super) type Refuted = (Fact, Vec<RuleId>);

/// Looks for small sets of rules, and remembers where there are none.
#[derive(Debug, Default)]
pub(super) struct Several {
    prober: Prober,
    tried: Vec<Tried>,
    /// Larger sets are not looked for.
    pub most: Option<usize>,
}

/// Where chains of conclusions refute nothing, so many of the smallest complete proofs are compared.
const COMPARED_CORES: usize = 10;

impl Several {
    /// Refutations of the smallest size that there is one of: the first in the order of `wrong`, or all of them. The
    /// sets need not be minimal. Empty where all of `wrong` is possible, or takes more rules than anyone asks for.
    pub fn smallest(
        &mut self,
        ledger: &Ledger,
        wrong: &[Fact],
        all: bool,
        stop: &Stop,
    ) -> Result<(Vec<Refuted>, Depth), Stopped> {
        self.tried.resize(ledger.known().len(), Tried::default());
        let mut size = 2;
        loop {
            let mut found = Vec::new();
            let mut next_size = None;
            for &fact in wrong {
                if stop.is_asked() {
                    return Err(Stopped);
                }
                match self.probe(ledger, fact, size) {
                    Probe::Refuted(rules) => {
                        found.push((fact, rules));
                        if !all {
                            return Ok((found, Depth::Chain));
                        }
                    }
                    Probe::Possible { next_size: Some(next) } => {
                        next_size = Some(next_size.map_or(next, |least: usize| least.min(next)));
                    }
                    Probe::Possible { next_size: None } => {}
                }
            }
            match next_size {
                _ if !found.is_empty() => return Ok((found, Depth::Chain)),
                Some(next) => {
                    size = next.max(size + 1);
                    if self.most.is_some_and(|most| size > most) {
                        return Ok((found, Depth::Chain));
                    }
                }
                None => return self.by_cases(ledger, wrong, stop).map(|found| (found, Depth::Cases)),
            }
        }
    }

    /// Probes, unless the answer is known from before.
    fn probe(&mut self, ledger: &Ledger, fact: Fact, size: usize) -> Probe {
        let tried = &mut self.tried[fact.atom.index()];
        let is_same = |rule: &RuleId| ledger.need(*rule).changed <= tried.time;
        if tried.size >= size && tried.rules.iter().all(is_same) {
            return Probe::Possible { next_size: tried.next_size };
        }
        let result = self.prober.probe(ledger, fact, size);
        if let Probe::Possible { next_size } = result {
            let rules = self.prober.looked_at().to_vec();
            *tried = Tried { time: ledger.now(), size, next_size, rules };
        }
        result
    }

    /// Where chains of conclusions refute nothing: the smallest of some complete proofs.
    fn by_cases(&mut self, ledger: &Ledger, wrong: &[Fact], stop: &Stop) -> Result<Vec<Refuted>, Stopped> {
        let open: Vec<RuleId> = ledger.rules().filter(|rule| !ledger.need(*rule).is_met()).collect();
        let whole = Extract::new(ledger, &open);
        let mut refuter = whole.refuter();
        stop.heeded_by(&mut refuter.engine);
        let mut cores: Vec<Refuted> = Vec::new();
        for &fact in wrong {
            if stop.is_asked() {
                return Err(Stopped);
            }
            cores.extend(refuter.core(fact).map(|core| (fact, core)));
        }
        // A stable sort: what comes first in `wrong` goes first.
        cores.sort_by_key(|(_, core)| core.len());
        let minimal = cores.iter().take(COMPARED_CORES).filter_map(|(fact, core)| {
            let rules = Extract::new(ledger, core).refute(Some(*fact), stop)?;
            Some((*fact, rules))
        });
        Ok(minimal.min_by_key(|(_, rules)| rules.len()).into_iter().collect())
    }
}
