//! Any bytes under any mends, cut anywhere: a repaired text is JSON, repairs to itself, and is the same on every tier and for every cut.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::convert::Infallible;
use stringmill::convert::repair::{Change, Mend, Mends, Repair, RepairError, RepairRules, RepairSink};
use stringmill::json::{Restrictions, json_restricted};
use stringmill::{Chunk, IllFormed, Tier};

/// The output, and the offset and mend of each change.
#[derive(Debug, Default, PartialEq)]
struct Out(Vec<u8>, Vec<(u64, Mend)>);

impl RepairSink for Out {
    type Error = Infallible;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn change(&mut self, change: Change<'_>) -> Result<(), Infallible> {
        self.1.push((change.offset, change.mend));
        Ok(())
    }
}

fn repair(tier: Tier, rules: RepairRules, src: &[u8], cut: usize) -> Result<Out, RepairError<Infallible>> {
    let (mut stack, mut out) = ([0; 15], Out::default());
    let mut repair = Repair::with_tier(tier, rules, &mut stack);
    let after = |error, read: usize| match error {
        RepairError::Text(error) => RepairError::Text(error.after(read as u64)),
        RepairError::Cut(error) => RepairError::Cut(error.after(read as u64)),
        RepairError::Sink(never) => match never {},
    };
    let read = repair.step(&src[..cut], Chunk::More, &mut out)?;
    repair.step(&src[read..], Chunk::Last, &mut out).map_err(|error| after(error, read))?;
    Ok(out)
}

fuzz_target!(|input: (u8, u32, u8, &[u8])| {
    let (cut, chosen, policy, src) = input;
    let is_chosen = |mend: &Mend| chosen >> *mend as u32 & 1 == 1;
    let mends = Mend::ALL.into_iter().filter(is_chosen).fold(Mends::NONE, Mends::with);
    let policies = [IllFormed::Replace, IllFormed::ReplaceJava, IllFormed::ReplacePhp, IllFormed::Visible];
    let ill_formed = policies[usize::from(policy) % policies.len()];
    let rules = RepairRules { mends, ill_formed, ..RepairRules::SAFE };
    let expected = repair(Tier::best(), rules, src, 0);
    let unique_names = mends.has(Mend::RepeatedFirst) || mends.has(Mend::RepeatedLast);
    let restrictions = Restrictions { no_nul: mends.has(Mend::NulEscapes), unique_names, ..Restrictions::NONE };
    let is_json = |text: &[u8]| json_restricted(restrictions, 0, text).is_ok();
    if let Ok(Out(text, changes)) = &expected {
        assert!(is_json(text));
        assert_eq!(changes.is_empty(), is_json(src));
        assert_eq!(repair(Tier::best(), rules, text, 0), Ok(Out(text.clone(), vec![])));
    } else {
        assert!(!is_json(src));
    }
    let cut = src.len().min(cut.into());
    for tier in Tier::available() {
        assert_eq!(repair(tier, rules, src, cut), expected, "{tier}");
    }
});
