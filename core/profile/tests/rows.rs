//! The rows of `spec/profiles.toml` against what their hosts are known to do.

use stringmill_profile::{AsciiEscape, HexCase, Profile, UnicodeForm};

fn profile(text: &str) -> Profile<'static> {
    Profile::parse(text).unwrap()
}

/// What the profile writes for an ASCII byte.
fn written(profile: &Profile<'_>, byte: u8) -> String {
    let own = [byte];
    String::from_utf8(profile.ascii()[byte as usize].bytes().unwrap_or(&own).to_vec()).unwrap()
}

/// Code points of the BMP that pass unescaped.
fn passing(profile: &Profile<'_>) -> usize {
    let ascii = (0..0x80).filter(|&byte| profile.ascii()[byte] == AsciiEscape::AS_IS).count();
    let rest = (0x80..0x1_0000).filter(|code| !(0xD800..0xE000).contains(code));
    ascii + rest.filter(|&code| !profile.escapes_non_ascii(code)).count()
}

#[test]
fn every_row_of_the_product_is_there_once() {
    let names: Vec<_> = Profile::ROWS.iter().map(|row| row.profile.name()).collect();
    let expected = [
        "json",
        "jackson",
        "php",
        "dotnet",
        "dotnet-relaxed",
        "newtonsoft",
        "ion",
        "jcs",
        "ascii",
        "html",
        "script",
        "js",
        "log",
        "terminal",
    ];
    assert_eq!(names, expected);
}

/// Figures found by asking the encoders of .NET 8 and 9 about every BMP character.
#[test]
fn dotnet_passes_as_many_characters_as_the_host() {
    assert_eq!(passing(&Profile::DOTNET), 87);
    assert_eq!(passing(&Profile::DOTNET_RELAXED), 55_548);
    for astral in [0x1_0000, 0x1_F600, 0x10_FFFF] {
        assert!(Profile::DOTNET_RELAXED.escapes_non_ascii(astral));
    }
    for (code, escaped) in
        [(0xAD, false), (0x200B, false), (0xFFFD, false), (0xFEFF, true), (0xA0, true), (0xFFFF, true)]
    {
        assert_eq!(Profile::DOTNET_RELAXED.escapes_non_ascii(code), escaped, "U+{code:04X}");
    }
    // Create(UnicodeRanges.All) escapes & ' + < > and the backtick besides.
    assert_eq!(passing(&profile("dotnet:all-ranges")), 55_548 - 6);
}

#[test]
fn quotes_and_slashes_differ_between_hosts() {
    for (name, quote, slash) in [
        ("json", r#"\""#, "/"),
        ("jackson:slash", r#"\""#, r"\/"),
        ("php", r#"\""#, r"\/"),
        ("php:hex-quot,unescaped-slashes", r"\u0022", "/"),
        ("dotnet", r"\u0022", "/"),
        ("dotnet-relaxed", r#"\""#, "/"),
        ("newtonsoft:escape-html", r"\u0022", "/"),
        ("ion", r#"\""#, "/"),
        ("html", r"\u0022", "/"),
    ] {
        let profile = profile(name);
        assert_eq!((written(&profile, b'"').as_str(), written(&profile, b'/').as_str()), (quote, slash), "{name}");
        assert_eq!(written(&profile, b'\\'), r"\\", "{name}");
    }
}

#[test]
fn hex_case_follows_the_host() {
    for (name, control) in [
        ("json", r"\u001f"),
        ("jackson", r"\u001F"),
        ("jackson:lower-hex", r"\u001f"),
        ("php", r"\u001f"),
        ("dotnet", r"\u001F"),
        ("newtonsoft", r"\u001f"),
        ("ion", r"\x1f"),
    ] {
        assert_eq!(written(&profile(name), 0x1F), control, "{name}");
    }
    let tags = profile("php:hex-tag");
    assert_eq!((written(&tags, b'<'), written(&tags, b'>')), (r"\u003C".into(), r"\u003E".into()));
    assert_eq!(profile("jackson:lower-hex").hex(), HexCase::Lower);
    assert_eq!(profile("jackson:ascii-only").hex(), HexCase::Upper);
}

#[test]
fn flags_of_php_work_together() {
    assert!(profile("php").escapes_non_ascii(0xE9));
    assert!(profile("php:unescaped-line-terminators").escapes_non_ascii(0xE9), "it does nothing on its own");
    let unescaped = profile("php:unescaped-unicode");
    assert!(!unescaped.escapes_non_ascii(0xE9) && unescaped.escapes_non_ascii(0x2028));
    let all = profile("php:unescaped-line-terminators,unescaped-unicode");
    assert!(all.non_ascii().is_empty());
}

#[test]
fn ion_has_forms_of_its_own() {
    let short: Vec<_> = [0, 7, 8, 9, 10, 11, 12, 13].into_iter().map(|byte| written(&Profile::ION, byte)).collect();
    assert_eq!(short.concat(), r"\0\a\b\t\n\v\f\r");
    assert_eq!(written(&Profile::ION, 0x7F), r"\x7f");
    assert_eq!(Profile::ION.form(), UnicodeForm::Ion);
    assert!(Profile::ION.refuses_surrogates() && Profile::JCS.refuses_surrogates());
    assert!(Profile::ION.escapes_non_ascii(0x9F) && !Profile::ION.escapes_non_ascii(0xA0));
}

/// Promise 5 rests on this: whatever a row but `ion` writes, a JSON reader turns back.
#[test]
fn escapes_are_valid_json_and_mean_their_byte() {
    for row in Profile::ROWS.iter().filter(|row| row.profile.form() == UnicodeForm::Json) {
        let options = row.options.iter().map(|option| format!("{}:{}", row.profile.name(), option.name));
        for name in options.chain([row.profile.name().to_string()]) {
            let profile = profile(&name);
            for byte in 0..0x80u8 {
                let text = written(&profile, byte);
                let meant = match text.as_bytes() {
                    [plain] => {
                        assert!(*plain >= 0x20 && !b"\"\\".contains(plain), "{name}: {byte:02x} must be escaped");
                        *plain
                    }
                    [b'\\', letter @ (b'"' | b'\\' | b'/')] => *letter,
                    [b'\\', letter] => b"\x08\x0C\n\r\t"[b"bfnrt".iter().position(|l| l == letter).unwrap()],
                    [b'\\', b'u', hex @ ..] if hex.len() == 4 => {
                        u8::from_str_radix(str::from_utf8(hex).unwrap(), 16).unwrap()
                    }
                    _ => panic!("{name}: {text} is no JSON escape"),
                };
                assert_eq!(meant, byte, "{name}: {text}");
            }
        }
    }
}

/// What each place must not meet.
#[test]
fn embed_safe_rows_keep_their_promise() {
    let needs: [(&str, &[u8], &[u32]); 5] = [
        ("html", b"<>&\"'`", &[0x2028, 0x2029]),
        ("script", b"<>&", &[0x2028, 0x2029]),
        ("js", b"'`$", &[0x2028, 0x2029]),
        ("log", b"\x7F\x1B\n", &[0x85, 0x9B, 0x2028, 0x2029, 0x061C, 0x200F, 0x202E, 0x2066]),
        ("terminal", b"\x7F\x1B\n", &[0x85, 0x9B, 0x202E, 0xAD, 0x200B, 0xFEFF, 0xE_0041, 0xE_01EF]),
    ];
    for (name, bytes, codes) in needs {
        let profile = profile(name);
        for &byte in bytes {
            let harmless = match name {
                // A backslash before a quote is no protection in HTML.
                "html" | "script" | "js" => !written(&profile, byte).as_bytes().contains(&byte),
                _ => profile.ascii()[byte as usize] != AsciiEscape::AS_IS,
            };
            assert!(harmless, "{name}: {byte:02x}");
        }
        assert!(codes.iter().all(|&code| profile.escapes_non_ascii(code)), "{name}");
    }
    assert!(!profile("terminal").escapes_non_ascii(0x200D), "emoji need the joiner");
}
