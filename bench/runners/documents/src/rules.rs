//! What rules beyond RFC 8259 cost: the time of a check with a rule, divided by that of one without.

use crate::table;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use stringmill::Chunk;
use stringmill::json::{JsonCheck, JsonChecker, RestrictedChecker, Restrictions};

const ROUNDS: usize = 41;
const SAMPLE: Duration = Duration::from_micros(500);

/// The rules by their names, and all of them.
fn rules() -> Vec<(&'static str, Restrictions)> {
    let with = |rules: Restrictions, name| rules.with(name).expect("a rule");
    let each = Restrictions::NAMES.map(|name| (name, with(Restrictions::NONE, name)));
    let all = Restrictions::NAMES.into_iter().fold(Restrictions::NONE, with);
    each.into_iter().chain([("all", all)]).collect()
}

/// Texts by length, by the number of members and by script, and after them the files.
pub(crate) fn texts(files: &[PathBuf]) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let object = |members: usize, name: &str| {
        let members: Vec<_> = (0..members).map(|number| format!("\"{name}{number}\":{number}")).collect();
        format!("{{{}}}", members.join(","))
    };
    let string = |part: &str| format!("[\"{}\"]", part.repeat(10_000 / part.len()));
    let message = format!(
        "{{\"id\":1234567,\"user\":\"someone\",\"active\":true,\"tags\":[\"alpha\",\"beta\"],\"note\":\"{}\"}}",
        "hello world ".repeat(10)
    );
    let integers: Vec<_> = (0..1_000).map(|number: u64| (number * 7_919).to_string()).collect();
    let made = [
        ("`{\"ok\":true}`", "{\"ok\":true}".to_string()),
        ("message of 200 bytes", message),
        ("8 members, ASCII", object(8, "name")),
        ("8 members, Cyrillic", object(8, "имя")),
        ("8 members, CJK", object(8, "名前")),
        ("8 members, names with escapes", object(8, "\\u00e9")),
        ("64 members", object(64, "name")),
        ("1,000 members", object(1_000, "name")),
        ("10,000 members", object(10_000, "name")),
        ("1,000 integers", format!("[{}]", integers.join(","))),
        ("string of 10 KB, ASCII", string("plain text ")),
        ("string of 10 KB, French", string("à l'été déjà ")),
        ("string of 10 KB, CJK", string("日本語の文字")),
        ("string of 10 KB, emoji", string("😀😁")),
        ("string of 10 KB, escapes", string("\\u00e9\\n")),
    ];
    let made = made.map(|(name, text)| Ok((name.to_string(), text.into_bytes())));
    let read = files
        .iter()
        .map(|file| Ok((file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), std::fs::read(file)?)));
    made.into_iter().chain(read).collect()
}

/// A row for each text.
pub(crate) fn table(texts: &[(String, Vec<u8>)]) -> String {
    let rules = rules();
    let names = ["bytes", "check, MB/s"].into_iter().chain(rules.iter().map(|(name, _)| *name));
    let mut out = table::head("times as long", names.collect::<Vec<_>>().into_iter());
    for (name, text) in texts {
        let (speed, costs) = costs(text, &rules);
        let costs = costs.into_iter().map(|cost| cost.map_or("refused".to_string(), |cost| format!("{cost:.2}")));
        table::line(&mut out, name, [text.len().to_string(), format!("{speed:.0}")].into_iter().chain(costs));
    }
    out
}

/// MB/s of the check without rules, and for each rule the best time divided by that of this check; `None` if it refuses the text.
fn costs(text: &[u8], rules: &[(&str, Restrictions)]) -> (f64, Vec<Option<f64>>) {
    assert!(plain(text), "all texts are JSON");
    let mut base = f64::INFINITY;
    let mut best: Vec<_> = rules.iter().map(|(_, rule)| restricted(*rule, text).then_some(f64::INFINITY)).collect();
    for _ in 0..ROUNDS {
        base = base.min(time(|| plain(text)));
        for (best, (_, rule)) in best.iter_mut().zip(rules) {
            *best = best.map(|best| best.min(time(|| restricted(*rule, text))));
        }
    }
    let costs = best.into_iter().map(|best| best.map(|best| best / base)).collect();
    (text.len() as f64 / base / 1e6, costs)
}

fn plain(text: &[u8]) -> bool {
    let mut stack = [0; 15];
    JsonChecker::new(JsonCheck::STRICT, &mut stack).step(text, Chunk::Last).is_ok()
}

fn restricted(rule: Restrictions, text: &[u8]) -> bool {
    RestrictedChecker::new(JsonCheck::STRICT, rule, 0x5EED).step(text, Chunk::Last).is_ok()
}

/// Seconds of one call.
fn time(call: impl Fn() -> bool) -> f64 {
    let (begin, mut calls) = (Instant::now(), 0);
    loop {
        for _ in 0..8 {
            black_box(call());
        }
        calls += 8;
        let elapsed = begin.elapsed();
        if elapsed >= SAMPLE {
            return elapsed.as_secs_f64() / f64::from(calls);
        }
    }
}
