//! Output in ASCII alone, against the reference, on every tier: each character at each place of a block, alone, and in
//! every company that it can have around the end of a block.
//!
//! That text of any kind, length and room comes out right, `promises.rs` and `guard_pages.rs` try with the same profiles.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{self, Escaped, REPRESENTATIVES, in_parallel, rules, sample, tier_names, tiers};
use stringmill_kernels::{JsonEscape, Tier, json_escape_with};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{AsciiEscape, HexCase, IllFormed, Profile};
use stringmill_reference as reference;

/// Profiles that write all non-ASCII characters as escapes, with short and long escapes of either case among the ASCII.
fn ascii_profiles() -> Vec<Profile<'static>> {
    let mixed = Profile::ASCII
        .named("mixed cases")
        .with_ascii(b'<', AsciiEscape::unicode(b'<', HexCase::Upper))
        .with_ascii(b'z', AsciiEscape::unicode(b'z', HexCase::Lower));
    let bare = Profile::empty("bare").with_non_ascii(&[(0x80, 0x10_FFFF)]).with_hex(HexCase::Upper);
    let text = AsciiEscape::text(b"&quot;").expect("six bytes");
    let markup = Profile::ASCII.named("markup").with_ascii(b'"', text);
    let row = |name| Profile::parse(name).expect("a row of the table");
    vec![
        row("ascii"),
        row("ascii:delete"),
        row("php:hex-tag"),
        row("dotnet"),
        row("newtonsoft:escape-non-ascii,escape-html"),
        row("jackson:ascii-only"),
        row("ion:ascii-only"),
        mixed,
        bare,
        markup,
    ]
}

/// One set of rules on every tier, and memory to use again.
struct Escaper<'a> {
    tiers: &'a [Tier],
    rules: &'a JsonEscape<'a>,
    dst: Vec<u8>,
}

impl Escaper<'_> {
    fn new<'a>(tiers: &'a [Tier], rules: &'a JsonEscape<'a>) -> Escaper<'a> {
        Escaper { tiers, rules, dst: Vec::new() }
    }

    /// Checks the output for `text`, in room that always suffices and in room that just does.
    fn check(&mut self, text: &[u8], expected: &Escaped) {
        let exact = expected.as_ref().ok().map(|(out, _)| out.len());
        let bound = self.rules.bound(text.len()).expect("small");
        self.dst.resize(bound.max(1024), 0);
        for &tier in self.tiers {
            for room in [bound.max(1024), exact.unwrap_or(bound)] {
                let mut repairs = Repairs::default();
                let found = json_escape_with(tier, self.rules, text, &mut self.dst[..room], Chunk::Last, &mut repairs);
                let same = match (found, expected) {
                    (Ok(done), Ok((out, counted))) => {
                        done.read == text.len() && self.dst[..done.written] == **out && repairs == *counted
                    }
                    (Err(error), Err(expected)) => error == *expected,
                    _ => false,
                };
                assert!(same, "{tier} {:?}: {text:02x?} became {found:?} {repairs:?} in {room}", self.rules);
            }
        }
    }

    /// Checks `text` against the reference.
    fn compare(&mut self, text: &[u8]) {
        let expected = reference::json_escape(self.rules.profile(), self.rules.policy(), text);
        self.check(text, &expected);
    }
}

/// Every scalar value above U+007F, this many to a text that each meets many places of a block.
#[test]
fn exact_ascii_only_of_all_scalar_values() {
    const EACH: u32 = 61;
    let tiers = tiers();
    let profiles = ascii_profiles();
    let groups = 0x11_0000_u32.div_ceil(EACH);
    in_parallel(profiles.len(), |number| {
        let rules = rules(&profiles[number], IllFormed::Reject);
        let mut escaper = Escaper::new(&tiers, &rules);
        for group in sample(number, 0..groups) {
            let text: String = (group * EACH..(group + 1) * EACH).filter_map(char::from_u32).collect();
            escaper.compare(text.as_bytes());
        }
    });
    println!("all scalar values under {} profiles on {}", profiles.len(), tier_names());
}

/// One character of each kind at each place of two blocks, in plain text, and before and after each kind.
#[test]
fn exact_ascii_only_of_pairs_at_every_place() {
    const KINDS: &[&str] = &[
        "a",
        "\"",
        "\n",
        "\0",
        "<",
        "\u{7F}",
        "\u{80}",
        "é",
        "\u{7FF}",
        "\u{800}",
        "漢",
        "\u{D7FF}",
        "\u{E000}",
        "\u{FFFF}",
        "\u{10000}",
        "😀",
        "\u{FFFFF}",
        "\u{100000}",
        "\u{10FFFF}",
    ];
    let tiers = tiers();
    let profiles = ascii_profiles();
    in_parallel(profiles.len() * KINDS.len(), |number| {
        let rules = rules(&profiles[number / KINDS.len()], IllFormed::Reject);
        let mut escaper = Escaper::new(&tiers, &rules);
        let first = KINDS[number % KINDS.len()];
        let places = KINDS.iter().flat_map(|second| (0..=130).map(move |before| (second, before)));
        for (second, before) in sample(number, places) {
            let plain = "a".repeat(before);
            escaper.compare(format!("{plain}{first}{second}").as_bytes());
            escaper.compare(format!("{plain}{first}{second}{}", "é".repeat(40)).as_bytes());
        }
    });
    println!("pairs of {} kinds at every place on {}", KINDS.len(), tier_names());
}

/// All orders of sequences of one to four bytes around the end of a block.
#[test]
fn exact_ascii_only_of_all_orders_of_lengths() {
    const LENGTHS: [&str; 4] = ["x", "é", "漢", "😀"];
    const COUNT: u32 = 6;
    let tiers = tiers();
    let rules = rules(&Profile::DOTNET, IllFormed::Replace);
    in_parallel(4usize.pow(COUNT), |number| {
        let mut escaper = Escaper::new(&tiers, &rules);
        let order: String = (0..COUNT).map(|place| LENGTHS[number / 4usize.pow(place) % 4]).collect();
        for before in sample(number, 50..64) {
            for after in ["", "end", &order.repeat(6)] {
                let text = format!("{}{order}{after}", "a".repeat(before));
                escaper.compare(text.as_bytes());
            }
        }
    });
    println!("all orders of {COUNT} sequences on {}", tier_names());
}

/// Every ill-formed string of up to three representatives, in text that is not ASCII, under every policy.
#[test]
fn exact_ascii_only_of_ill_formed_pieces() {
    let tiers = tiers();
    let letters = REPRESENTATIVES;
    let profiles = [Profile::ASCII, Profile::DOTNET];
    let policies = IllFormed::ALL;
    in_parallel(profiles.len() * policies.len() * letters.len(), |number| {
        let profile = &profiles[number % profiles.len()];
        let rules = rules(profile, policies[number / profiles.len() % policies.len()]);
        let mut escaper = Escaper::new(&tiers, &rules);
        let first = letters[number / profiles.len() / policies.len()];
        let pairs = letters.iter().flat_map(|&second| letters.iter().map(move |&third| (second, third)));
        for (second, third) in sample(number, pairs) {
            for before in [0, 58, 59, 60, 61, 62, 63] {
                let plain = "é".repeat(before / 2) + &"a".repeat(before % 2);
                for after in ["", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"]
                {
                    escaper.compare(&[plain.as_bytes(), &[first, second, third], after.as_bytes()].concat());
                }
            }
        }
    });
    println!("ill-formed pieces under {} policies on {}", policies.len(), tier_names());
}

/// Text of sequences of three bytes only, or of four, with another piece at each place of two blocks.
#[test]
fn exact_ascii_only_of_runs_broken_at_every_place() {
    const RUNS: [&str; 6] = ["漢", "\u{800}", "\u{D7FF}\u{E000}", "\u{FFFF}", "😀", "\u{10000}\u{10FFFF}"];
    // Characters of all lengths; sequences cut after each byte; overlong ones, surrogates, and code points above
    // U+10FFFF.
    const BREAKS: [&[u8]; 22] = [
        b"a",
        b"\"",
        b"\0",
        "é".as_bytes(),
        "漢".as_bytes(),
        "😀".as_bytes(),
        b"\x80",
        b"\xC0\x80",
        b"\xC3",
        b"\xE6",
        b"\xE6\xBC",
        b"\xE6\xBCa",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xF0\x9F",
        b"\xF0\x9F\x98",
        b"\xF0\x9F\x98a",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF8\x90\x80\x80",
        b"\xFF\xBF\xBF\xBF",
    ];
    let tiers = tiers();
    let profiles = [Profile::ASCII, Profile::DOTNET];
    let policies = [IllFormed::Reject, IllFormed::Replace];
    in_parallel(profiles.len() * policies.len() * BREAKS.len(), |number| {
        let policy = policies[number / profiles.len() % policies.len()];
        let rules = rules(&profiles[number % profiles.len()], policy);
        let mut escaper = Escaper::new(&tiers, &rules);
        let broken = BREAKS[number / profiles.len() / policies.len()];
        for (run, before) in sample(number, RUNS.iter().flat_map(|run| (0..=45).map(move |before| (run, before)))) {
            for after in [0, 1, 21, 50] {
                escaper.compare(&[run.repeat(before).as_bytes(), broken, run.repeat(after).as_bytes()].concat());
            }
        }
    });
    println!("runs broken by {} pieces at every place on {}", BREAKS.len(), tier_names());
}

/// However such text is cut, it comes out as one.
#[test]
fn one_answer_of_ascii_only_however_it_is_cut() {
    let text = "漢😀é\"\0".repeat(14);
    for profile in ascii_profiles() {
        for &policy in &[IllFormed::Reject, IllFormed::Replace, IllFormed::Copy] {
            let rules = rules(&profile, policy);
            let expected = reference::json_escape(&profile, policy, text.as_bytes());
            for tier in tiers() {
                for cut in 0..=text.len() {
                    let (first, second) = text.as_bytes().split_at(cut);
                    assert_eq!(
                        oracle::escape_fed(tier, &rules, &[first, second]),
                        expected,
                        "{tier} {rules:?} at {cut}"
                    );
                }
            }
        }
    }
}

/// With any room, every tier makes the longest run of whole units.
#[test]
fn one_answer_of_ascii_only_in_any_room() {
    let mixed = "a漢😀é\"\0b".repeat(12);
    let texts = [mixed, "漢".repeat(70), "😀".repeat(40)];
    for (profile, text) in
        ascii_profiles().into_iter().flat_map(|profile| texts.iter().map(move |text| (profile, text)))
    {
        let rules = rules(&profile, IllFormed::Reject);
        let (whole, _) = reference::json_escape(&profile, IllFormed::Reject, text.as_bytes()).expect("well formed");
        for cap in 0..=whole.len() + 1 {
            let expected = oracle::escape_progress(&profile, IllFormed::Reject, text.as_bytes(), cap);
            for tier in tiers() {
                let mut dst = vec![0; cap];
                let found =
                    json_escape_with(tier, &rules, text.as_bytes(), &mut dst, Chunk::Last, &mut Repairs::default());
                assert_eq!(found, expected, "{tier} {rules:?} in {cap}");
                assert_eq!(
                    &dst[..expected.map_or(0, |done| done.written)],
                    &whole[..found.map_or(0, |done| done.written)]
                );
            }
        }
    }
}
