//! Promise 4, exact UTF-8: the validator and every policy for ill-formed input, against the reference, on every tier,
//! over all strings of up to four class representatives and over all strings of three bytes.
//!
//! Each string is given alone, to test the end of the input, and inside plain text, to test the vectors on either side
//! of a border. Plain text joins no ill-formed piece; so the reference gives the output for a string before an `a` once
//! for all places.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{self, Escaped, REPRESENTATIVES, in_parallel, sample, tier_names, tiers};
use stringmill_kernels::{JsonEscape, Tier, json_escape_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates, Profile};
use stringmill_reference as reference;

/// The longest strings of representatives.
const LEN: u32 = 4;

/// Every string of one to `LEN` of the `letters`, or one in this many of them.
fn strings(letters: &[u8]) -> Vec<Vec<u8>> {
    let radix = letters.len();
    let of_len = |len: u32| {
        (0..radix.pow(len))
            .map(move |number| (0..len).map(|place| letters[number / radix.pow(place) % radix]).collect())
    };
    sample(0, (1..=LEN).flat_map(of_len)).collect()
}

/// Every string of three bytes that begins with `lead`, or one in this many of them.
fn three_bytes(lead: usize) -> impl Iterator<Item = [u8; 3]> {
    sample(lead, 0..1 << 16).map(move |rest| [lead as u8, (rest >> 8) as u8, rest as u8])
}

/// A string inside plain text.
struct Embedded<'a> {
    /// Plain bytes before the string.
    before: usize,
    string: &'a [u8],
    /// Plain bytes after it.
    after: usize,
}

impl Embedded<'_> {
    fn write(&self, text: &mut Vec<u8>) {
        text.clear();
        text.resize(self.before, b'a');
        text.extend_from_slice(self.string);
        text.resize(text.len() + self.after, b'a');
    }
}

/// Plain text to compare with.
const PLAIN: [u8; 192] = [b'a'; 192];

/// One set of rules on every tier, and memory to use again.
struct Escaper<'a> {
    tiers: &'a [Tier],
    rules: &'a JsonEscape<'a>,
    text: Vec<u8>,
    dst: Vec<u8>,
}

impl<'a> Escaper<'a> {
    fn new(tiers: &'a [Tier], rules: &'a JsonEscape<'a>) -> Self {
        let dst = vec![0; rules.bound(256).expect("small")];
        Escaper { tiers, rules, text: Vec::new(), dst }
    }

    /// Checks that the output for the embedded string is `expected`, its output at the beginning of a text.
    fn check(&mut self, embedded: Embedded<'_>, expected: &Escaped) {
        let Escaper { tiers, rules, text, dst } = self;
        embedded.write(text);
        for &tier in *tiers {
            let mut repairs = Repairs::default();
            let room = &mut dst[..rules.bound(text.len()).expect("small")];
            let found = json_escape_with(tier, rules, text, room, Chunk::Last, &mut repairs);
            assert!(
                embedded.became(text.len(), &found, &dst[..found.map_or(0, |done| done.written)], repairs, expected),
                "{tier} {rules:?}: {text:02x?} became {found:?} {repairs:?} {:02x?}, expected {expected:02x?} after {}",
                &dst[..found.map_or(0, |done| done.written)],
                embedded.before
            );
        }
    }
}

impl Embedded<'_> {
    /// Whether the result for the embedded string, of `len` bytes in all, is the result expected for it alone.
    fn became(
        &self,
        len: usize,
        found: &Result<Progress, Error>,
        out: &[u8],
        repairs: Repairs,
        expected: &Escaped,
    ) -> bool {
        match (found, expected) {
            (Ok(done), Ok((text, counted))) => {
                let (plain, rest) = out.split_at(self.before.min(out.len()));
                *done == Progress { read: len, written: self.before + text.len() + self.after }
                    && *plain == PLAIN[..self.before]
                    && rest.starts_with(text)
                    && rest[text.len()..] == PLAIN[..self.after]
                    && repairs.count == counted.count
                    && repairs.first == counted.first.map(|first| first + self.before as u64)
            }
            (Err(error), Err(expected)) => *error == expected.after(self.before as u64),
            _ => false,
        }
    }
}

/// The output for `string` alone, and for it before plain text.
fn expectations(profile: &Profile<'_>, policy: IllFormed, string: &[u8]) -> (Escaped, Escaped) {
    let mut followed = [b'a'; 5];
    followed[..string.len()].copy_from_slice(string);
    let followed = reference::json_escape(profile, policy, &followed[..string.len() + 1]);
    let followed = followed.map(|(mut out, repairs)| {
        out.pop();
        (out, repairs)
    });
    (reference::json_escape(profile, policy, string), followed)
}

/// Checks the escaping of each string alone and with so much plain text before and after it.
fn check_escape(
    tiers: &[Tier],
    profile: &Profile<'_>,
    rules: &JsonEscape<'_>,
    strings: &[&[u8]],
    places: &[(usize, usize)],
) {
    let mut escaper = Escaper::new(tiers, rules);
    for string in strings {
        let (alone, followed) = expectations(profile, rules.policy(), string);
        escaper.check(Embedded { before: 0, string, after: 0 }, &alone);
        for &(before, after) in places {
            escaper.check(Embedded { before, string, after }, &followed);
        }
    }
}

/// Checks the verdict on `string` alone and at each of `places`, as the end of a text and inside it.
fn check_validate(tiers: &[Tier], string: &[u8], places: impl Iterator<Item = usize>) {
    let verdict = |tier, text: &[u8], before: usize, expected: Result<(), Error>| {
        let expected = expected.map(|()| text.len()).map_err(|error| error.after(before as u64));
        let found = utf8_validate_with(tier, text, Chunk::Last);
        assert_eq!(found, expected, "{tier}: {string:02x?} at {before} of {}", text.len());
    };
    let mut followed = [b'a'; 5];
    followed[..string.len()].copy_from_slice(string);
    let followed = reference::utf8_validate(&followed[..string.len() + 1]);
    let alone = reference::utf8_validate(string);
    tiers.iter().for_each(|&tier| verdict(tier, string, 0, alone));
    let mut text = PLAIN;
    for before in places {
        let end = before + string.len();
        text[before..end].copy_from_slice(string);
        for &tier in tiers {
            verdict(tier, &text[..end], before, alone);
            verdict(tier, &text[..128.max(end + 1)], before, followed);
        }
        text[before..end].fill(b'a');
    }
}

#[test]
fn exact_utf8_validating_representatives() {
    let (tiers, strings) = (tiers(), strings(REPRESENTATIVES));
    let groups: Vec<_> = strings.chunks(4096).collect();
    in_parallel(groups.len(), |group| {
        for string in groups[group] {
            check_validate(&tiers, string, 0..=66);
        }
    });
    println!("validated {} strings in 67 places on {}", strings.len(), tier_names());
}

#[test]
fn exact_utf8_escaping_representatives() {
    // Over borders of registers and of blocks, in whole blocks and in the tail.
    const PLACES: &[(usize, usize)] = &[(14, 60), (31, 60), (46, 60), (61, 70), (62, 70), (63, 70), (62, 1)];
    let (tiers, strings) = (tiers(), strings(REPRESENTATIVES));
    let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    let groups: Vec<_> = strings.chunks(4096).collect();
    for policy in IllFormed::ALL {
        let rules = oracle::rules(&Profile::JSON, *policy);
        in_parallel(groups.len(), |group| check_escape(&tiers, &Profile::JSON, &rules, groups[group], PLACES));
    }
    println!("escaped {} strings under {} policies on {}", strings.len(), IllFormed::ALL.len(), tier_names());
}

#[test]
fn exact_utf8_under_other_profiles() {
    // Profiles change the output, not the search, so three bytes and one place suffice. The plain text around is plain
    // in all of them.
    let tiers = tiers();
    let strings: Vec<_> = strings(REPRESENTATIVES).into_iter().filter(|string| string.len() <= 3).collect();
    let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    let profiles = oracle::profiles();
    in_parallel(profiles.len() * IllFormed::ALL.len(), |number| {
        let profile = &profiles[number / IllFormed::ALL.len()];
        let rules = oracle::rules(profile, IllFormed::ALL[number % IllFormed::ALL.len()]);
        check_escape(&tiers, profile, &rules, &strings, &[(62, 66)]);
    });
    println!("escaped {} strings under {} profiles on {}", strings.len(), profiles.len(), tier_names());
}

#[test]
fn exact_utf8_of_all_three_byte_strings() {
    let (tiers, leads) = (tiers(), 256);
    in_parallel(leads, |lead| {
        for string in three_bytes(lead) {
            check_validate(&tiers, &string, [30, 62].into_iter());
        }
    });
    println!("validated {} strings of three bytes on {}", three_bytes(0).count() * leads, tier_names());
}

#[test]
#[ignore = "takes minutes: make deep runs it"]
fn exact_utf8_escaping_all_three_byte_strings() {
    let (tiers, leads) = (tiers(), 256);
    let rules: Vec<_> = IllFormed::ALL.iter().map(|&policy| oracle::rules(&Profile::JSON, policy)).collect();
    in_parallel(leads, |lead| {
        let strings: Vec<_> = three_bytes(lead).collect();
        let strings: Vec<&[u8]> = strings.iter().map(<[u8; 3]>::as_slice).collect();
        for rules in &rules {
            check_escape(&tiers, &Profile::JSON, rules, &strings, &[(62, 66)]);
        }
    });
    println!("escaped {} strings of three bytes on {}", three_bytes(0).count() * leads, tier_names());
}

/// Every way to cut `string` into parts: bit `n` of a number says whether it is cut after byte `n`.
fn each_cut(string: &[u8], mut see: impl FnMut(&[&[u8]])) {
    for cuts in 0..1u32 << (string.len() - 1) {
        let (mut parts, mut from) = (Vec::new(), 0);
        for at in 1..=string.len() {
            if at == string.len() || cuts >> (at - 1) & 1 == 1 {
                parts.push(&string[from..at]);
                from = at;
            }
        }
        see(&parts);
    }
}

#[test]
fn one_answer_however_the_representatives_are_cut() {
    let (tiers, strings) = (tiers(), strings(REPRESENTATIVES));
    let groups: Vec<_> = strings.chunks(4096).collect();
    let rules: Vec<_> = IllFormed::ALL.iter().map(|&policy| oracle::rules(&Profile::JSON, policy)).collect();
    in_parallel(groups.len(), |group| {
        for string in groups[group] {
            let verdict = reference::utf8_validate(string);
            let escaped: Vec<_> =
                rules.iter().map(|rules| reference::json_escape(rules.profile(), rules.policy(), string)).collect();
            each_cut(string, |parts| {
                for &tier in &tiers {
                    assert_eq!(oracle::validate_fed(tier, parts), verdict, "{tier}: {parts:02x?}");
                }
                // Parts this short never fill a vector, so one tier suffices for all in escaping.
                for (rules, expected) in rules.iter().zip(&escaped) {
                    let found = oracle::escape_fed(tiers[0], rules, parts);
                    assert_eq!(found, *expected, "{} {rules:?}: {parts:02x?}", tiers[0]);
                }
            });
        }
    });
}

#[test]
fn one_answer_however_long_text_is_cut() {
    let tiers = tiers();
    // The last byte before the cut decides how much a kernel may consume, so three bytes of string are enough.
    let strings: Vec<_> = strings(REPRESENTATIVES).into_iter().filter(|string| string.len() <= 3).collect();
    let groups: Vec<_> = strings.chunks(1024).collect();
    let rules: Vec<_> = IllFormed::ALL.iter().map(|&policy| oracle::rules(&Profile::JSON, policy)).collect();
    in_parallel(groups.len(), |group| {
        let mut text = Vec::new();
        for string in groups[group] {
            for (before, after) in [(62, 70), (61, 2), (3, 7)] {
                Embedded { before, string, after }.write(&mut text);
                let verdict = reference::utf8_validate(&text);
                for rules in &rules {
                    let expected = reference::json_escape(&Profile::JSON, rules.policy(), &text);
                    for cut in before..=before + string.len() {
                        let (first, second) = text.split_at(cut);
                        for &tier in &tiers {
                            let found = oracle::escape_fed(tier, rules, &[first, second]);
                            assert_eq!(found, expected, "{tier} {rules:?}: {first:02x?} {second:02x?}");
                            let found = oracle::validate_fed(tier, &[first, second]);
                            assert_eq!(found, verdict, "{tier}: {first:02x?} {second:02x?}");
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn one_answer_of_unescape_over_short_strings() {
    // All parts of an escape, whole and broken, and the text around it.
    const PIECES: &[&[u8]] = &[
        b"a",
        b"\"",
        b"\\",
        b"\\n",
        b"\\u",
        b"\\u00e9",
        b"\\ud83d",
        b"\\ude00",
        b"\\udc80",
        b"\\u12",
        b"\\u1g",
        b"\\u00E",
        b"d8",
        b"\x1F",
        b"\x7F",
        b"\xC3",
        b"\xA9",
        b"\xED\xA0\x80",
        "€".as_bytes(),
        "😀".as_bytes(),
    ];
    let tiers = tiers();
    let numbers: Vec<u8> = (0..PIECES.len() as u8).collect();
    let lists = strings(&numbers);
    let groups: Vec<_> = lists.chunks(1024).collect();
    in_parallel(groups.len(), |group| {
        for list in groups[group] {
            let string: Vec<u8> = list.iter().flat_map(|&number| PIECES[number as usize]).copied().collect();
            // Lists of up to three pieces at every place around the end of a block.
            let places = if list.len() < 4 { 48..=64 } else { 60..=60 };
            let mut texts = vec![string.clone()];
            for (before, after) in places.flat_map(|before| [(before, 3), (before, 70)]) {
                let mut text = Vec::new();
                Embedded { before, string: &string, after }.write(&mut text);
                texts.push(text);
            }
            for &policy in LoneSurrogates::ALL {
                for text in &texts {
                    let expected = oracle::reference_unescape(policy, text);
                    for &tier in &tiers {
                        let found = oracle::unescape(tier, policy, text);
                        assert_eq!(found, expected, "{tier} {policy:?}: {:?}", text.escape_ascii().to_string());
                    }
                }
            }
        }
    });
    println!("unescaped {} strings on {}", lists.len(), tier_names());
}

#[test]
fn one_answer_of_unescape_however_it_is_cut() {
    let strings: &[&[u8]] = &[
        b"a\\ud83d\\ude00b\"rest",
        b"\\ud83d\\ude",
        b"\\ud83d\\u0041\\ude00",
        b"\\ud83dx\\n\\u00e9\xC3\xA9",
        b"\\udc80\\udcff\\ud800",
        b"\xF0\x9F\x98\x80\\\\\xE2\x82",
        b"\\u12g4",
        b"tail\\",
    ];
    for &policy in LoneSurrogates::ALL {
        for (string, before) in strings.iter().flat_map(|&string| [(string, 0), (string, 55), (string, 60)]) {
            let mut text = Vec::new();
            Embedded { before, string, after: 0 }.write(&mut text);
            let expected = oracle::reference_unescape(policy, &text);
            for (first, second) in (0..=text.len()).flat_map(|one| (one..=text.len()).map(move |two| (one, two))) {
                for tier in tiers() {
                    let parts = [&text[..first], &text[first..second], &text[second..]];
                    let found = oracle::unescape_fed(tier, policy, &parts);
                    assert_eq!(found, expected, "{tier} {policy:?} {first} {second}: {text:02x?}");
                }
            }
        }
    }
}
