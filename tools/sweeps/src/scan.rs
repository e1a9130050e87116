//! `scan`: each byte there is as the one that ends a run, and runs of each length around the borders of vectors.

use crate::case::{File, Group};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::Ids;
use stringmill_reference::ByteClass;

/// `scan_sweeps.json`: ids 101000 to 109999.
pub(crate) fn file() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, &class) in (101_000..).step_by(1_000).zip(ByteClass::ALL) {
        let mut group = Group::new(Parameters::Scan { class });
        let mut ids = Ids::block(first, 1_000);
        let run = |len: usize| members(class).into_iter().cycle().take(len).collect::<Vec<_>>();
        for byte in 0..=u8::MAX {
            // As many places as bytes, so that each byte has another place.
            let place = byte as usize % 130;
            let input = [run(place), vec![byte], run(70)].concat();
            group.add(
                ids.next()?,
                format!("byte {byte:02x} after {place} bytes of the class"),
                input,
                Some(place..place + 1),
            )?;
        }
        for len in (0..=3).chain(14..=18).chain(30..=34).chain(61..=67).chain(125..=131).chain(317..=323) {
            let stop = if class.has(b'"') { b'\n' } else { b'"' };
            group.add(ids.next()?, format!("{len} bytes of the class and nothing else"), run(len), None)?;
            let input = [run(len), vec![stop], run(2)].concat();
            group.add(ids.next()?, format!("{len} bytes of the class, then another"), input, Some(len..len + 1))?;
        }
        groups.push(group);
    }
    Ok(File {
        name: "scan_sweeps",
        operation: Operation::Scan,
        about: "Each byte as the end of a run of each class, and runs around the borders of vectors.".into(),
        groups,
    })
}

/// Seven bytes of the class, or all if it has fewer: a period that is prime to every vector width.
fn members(class: ByteClass) -> Vec<u8> {
    let all: Vec<_> = (0..=u8::MAX).filter(|&byte| class.has(byte)).collect();
    (0..all.len().min(7)).map(|number| all[number * all.len() / all.len().min(7)]).collect()
}
