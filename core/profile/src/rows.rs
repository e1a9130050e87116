// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.

use crate::{AsciiEscape, CodeRange, HexCase, Profile, ProfileOption, ProfileRow, UnicodeForm};

impl Profile<'static> {
    /// JSON as RFC 8259 has it, and no escape more: short forms where they exist, else \u00xx.
    ///
    /// Source: RFC 8259, section 7.
    pub const JSON: Profile<'static> = Profile::empty("json")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\");

    /// Jackson's UTF-8 generator with default settings: as json, in upper-case hex.
    ///
    /// Source: jackson-core 2.22.4, run over every scalar value, and 3.2.4.
    pub const JACKSON: Profile<'static> = Profile::empty("jackson")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Upper)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_hex(HexCase::Upper);

    /// PHP's json_encode without flags: as json, and the slash and all non-ASCII escaped, in lower-case hex.
    ///
    /// Source: json_encode of PHP 8.2 to 8.6; 8.2 run over every scalar value.
    pub const PHP: Profile<'static> = Profile::empty("php")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"/\\", b"btnfr\"/\\")
        .with_non_ascii(&[(0x80, 0x10FFFF)]);

    /// JavaScriptEncoder.Default of .NET: all that HTML could take amiss and all non-ASCII escaped, in upper-case hex.
    ///
    /// Source: System.Text.Encodings.Web 8.0 and 9.0, run over every BMP character.
    pub const DOTNET: Profile<'static> = Profile::empty("dotnet")
        .with_unicode(
            &[
                (0x00, 0x07),
                (0x0B, 0x0B),
                (0x0E, 0x1F),
                (b'"', b'"'),
                (b'&', b'\''),
                (b'+', b'+'),
                (b'<', b'<'),
                (b'>', b'>'),
                (b'`', b'`'),
                (0x7F, 0x7F),
            ],
            HexCase::Upper,
        )
        .with_short(b"\x08\t\n\x0c\r\\", b"btnfr\\")
        .with_non_ascii(&[(0x80, 0x10FFFF)])
        .with_hex(HexCase::Upper);

    /// JavaScriptEncoder.UnsafeRelaxedJsonEscaping of .NET 8 and 9: assigned BMP characters as they are, by Unicode 15.0.
    ///
    /// Source: System.Text.Encodings.Web 8.0 and 9.0, run over every BMP character: 55,548 pass.
    pub const DOTNET_RELAXED: Profile<'static> = Profile::empty("dotnet-relaxed")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F), (0x7F, 0x7F)], HexCase::Upper)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(DOTNET_ALL_RANGES_NON_ASCII)
        .with_hex(HexCase::Upper)
        .with_replacement_escaped(true);

    /// Json.NET with default settings: as json, and U+0085, U+2028 and U+2029 escaped, in lower-case hex.
    ///
    /// Source: Newtonsoft.Json 13.0.3, run over every BMP character.
    pub const NEWTONSOFT: Profile<'static> = Profile::empty("newtonsoft")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(&[(0x85, 0x85), (0x2028, 0x2029)]);

    /// Double-quoted strings as ion-java's text writer has them: Ion 1.0 escapes, all else as it is.
    ///
    /// Source: ion-java 1.12.1, text writer, run over every scalar value; Amazon Ion 1.0 specification, strings.
    pub const ION: Profile<'static> = Profile::empty("ion")
        .with_hex_escapes(&[(0x01, 0x06), (0x0E, 0x1F), (0x7F, 0x7F)], HexCase::Lower)
        .with_short(b"\x00\x07\x08\t\n\x0b\x0c\r\"\\", b"0abtnvfr\"\\")
        .with_non_ascii(&[(0x80, 0x9F)])
        .with_form(UnicodeForm::Ion)
        .with_surrogates_refused(true);

    /// Canonical JSON: as json, and lone surrogates are refused.
    ///
    /// Source: RFC 8785, section 3.2.2.2.
    pub const JCS: Profile<'static> = Profile::empty("jcs")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_surrogates_refused(true);

    /// JSON in ASCII alone: as json, and \uxxxx for all above U+007F, in pairs above U+FFFF.
    ///
    /// Source: RFC 8259, section 7.
    pub const ASCII: Profile<'static> = Profile::empty("ascii")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(&[(0x80, 0x10FFFF)]);

    /// JSON for the text of an HTML or XML element and for quoted attribute values.
    ///
    /// Source: HTML Living Standard, sections 13.1 and 13.2.5.
    pub const HTML: Profile<'static> = Profile::empty("html")
        .with_unicode(
            &[
                (0x00, 0x07),
                (0x0B, 0x0B),
                (0x0E, 0x1F),
                (b'"', b'"'),
                (b'&', b'\''),
                (b'<', b'<'),
                (b'>', b'>'),
                (b'`', b'`'),
            ],
            HexCase::Lower,
        )
        .with_short(b"\x08\t\n\x0c\r\\", b"btnfr\\")
        .with_non_ascii(&[(0x2028, 0x2029)]);

    /// JSON inside a script element of HTML or XHTML.
    ///
    /// Source: HTML Living Standard, section 4.12.1.3.
    pub const SCRIPT: Profile<'static> = Profile::empty("script")
        .with_unicode(
            &[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F), (b'&', b'&'), (b'<', b'<'), (b'>', b'>')],
            HexCase::Lower,
        )
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(&[(0x2028, 0x2029)]);

    /// JSON inside a JavaScript string or template literal of any kind of quote.
    ///
    /// Source: ECMAScript 2019, sections 11.8.4 and 11.8.6.
    pub const JS: Profile<'static> = Profile::empty("js")
        .with_unicode(
            &[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F), (b'$', b'$'), (b'\'', b'\''), (b'`', b'`')],
            HexCase::Lower,
        )
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(&[(0x2028, 0x2029)]);

    /// JSON for log lines: one record stays one line, and what is shown is in the order in which it was written.
    ///
    /// Source: Unicode 15.0, sections 5.8 and 23.1; UAX 9, section 2.
    pub const LOG: Profile<'static> = Profile::empty("log")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F), (0x7F, 0x7F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(LOG_NON_ASCII);

    /// JSON to be looked at in a terminal: nothing commands it, reorders the line or hides in it.
    ///
    /// Source: ECMA-48; Unicode 15.0, DerivedCoreProperties (Default_Ignorable_Code_Point).
    pub const TERMINAL: Profile<'static> = Profile::empty("terminal")
        .with_unicode(&[(0x00, 0x07), (0x0B, 0x0B), (0x0E, 0x1F), (0x7F, 0x7F)], HexCase::Lower)
        .with_short(b"\x08\t\n\x0c\r\"\\", b"btnfr\"\\")
        .with_non_ascii(TERMINAL_NON_ASCII);
}

pub(crate) const ROWS: &[ProfileRow] = &[
    ProfileRow {
        profile: Profile::JSON,
        about: "JSON as RFC 8259 has it, and no escape more: short forms where they exist, else \\u00xx.",
        options: &[],
    },
    ProfileRow {
        profile: Profile::JACKSON,
        about: "Jackson's UTF-8 generator with default settings: as json, in upper-case hex.",
        options: &[
            ProfileOption {
                name: "lower-hex",
                about: "Lower-case hex digits; JsonWriteFeature.WRITE_HEX_UPPER_CASE disabled.",
                requires: None,
                ascii: &[
                    (0x00, AsciiEscape::unicode(0x00, HexCase::Lower)),
                    (0x01, AsciiEscape::unicode(0x01, HexCase::Lower)),
                    (0x02, AsciiEscape::unicode(0x02, HexCase::Lower)),
                    (0x03, AsciiEscape::unicode(0x03, HexCase::Lower)),
                    (0x04, AsciiEscape::unicode(0x04, HexCase::Lower)),
                    (0x05, AsciiEscape::unicode(0x05, HexCase::Lower)),
                    (0x06, AsciiEscape::unicode(0x06, HexCase::Lower)),
                    (0x07, AsciiEscape::unicode(0x07, HexCase::Lower)),
                    (0x0B, AsciiEscape::unicode(0x0B, HexCase::Lower)),
                    (0x0E, AsciiEscape::unicode(0x0E, HexCase::Lower)),
                    (0x0F, AsciiEscape::unicode(0x0F, HexCase::Lower)),
                    (0x10, AsciiEscape::unicode(0x10, HexCase::Lower)),
                    (0x11, AsciiEscape::unicode(0x11, HexCase::Lower)),
                    (0x12, AsciiEscape::unicode(0x12, HexCase::Lower)),
                    (0x13, AsciiEscape::unicode(0x13, HexCase::Lower)),
                    (0x14, AsciiEscape::unicode(0x14, HexCase::Lower)),
                    (0x15, AsciiEscape::unicode(0x15, HexCase::Lower)),
                    (0x16, AsciiEscape::unicode(0x16, HexCase::Lower)),
                    (0x17, AsciiEscape::unicode(0x17, HexCase::Lower)),
                    (0x18, AsciiEscape::unicode(0x18, HexCase::Lower)),
                    (0x19, AsciiEscape::unicode(0x19, HexCase::Lower)),
                    (0x1A, AsciiEscape::unicode(0x1A, HexCase::Lower)),
                    (0x1B, AsciiEscape::unicode(0x1B, HexCase::Lower)),
                    (0x1C, AsciiEscape::unicode(0x1C, HexCase::Lower)),
                    (0x1D, AsciiEscape::unicode(0x1D, HexCase::Lower)),
                    (0x1E, AsciiEscape::unicode(0x1E, HexCase::Lower)),
                    (0x1F, AsciiEscape::unicode(0x1F, HexCase::Lower)),
                ],
                non_ascii: None,
                hex: Some(HexCase::Lower),
                escapes_replacement: None,
            },
            ProfileOption {
                name: "slash",
                about: "Writes / as \\/; JsonWriteFeature.ESCAPE_FORWARD_SLASHES enabled.",
                requires: None,
                ascii: &[(b'/', AsciiEscape::short(b'/'))],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "surrogate-pairs",
                about: "Pairs of escapes above U+FFFF, as writeString does in Jackson 2.x: COMBINE_UNICODE_SURROGATES_IN_UTF8 disabled.",
                requires: None,
                ascii: &[],
                non_ascii: Some(&[(0x10000, 0x10FFFF)]),
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "ascii-only",
                about: "Escapes all above U+007F; JsonWriteFeature.ESCAPE_NON_ASCII enabled.",
                requires: None,
                ascii: &[],
                non_ascii: Some(&[(0x80, 0x10FFFF)]),
                hex: None,
                escapes_replacement: None,
            },
        ],
    },
    ProfileRow {
        profile: Profile::PHP,
        about: "PHP's json_encode without flags: as json, and the slash and all non-ASCII escaped, in lower-case hex.",
        options: &[
            ProfileOption {
                name: "unescaped-slashes",
                about: "Writes / as it is; JSON_UNESCAPED_SLASHES.",
                requires: None,
                ascii: &[(b'/', AsciiEscape::AS_IS)],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "unescaped-unicode",
                about: "Writes non-ASCII as it is, but for U+2028 and U+2029; JSON_UNESCAPED_UNICODE.",
                requires: None,
                ascii: &[],
                non_ascii: Some(&[(0x2028, 0x2029)]),
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "unescaped-line-terminators",
                about: "Writes U+2028 and U+2029 as they are too; JSON_UNESCAPED_LINE_TERMINATORS, which does nothing on its own.",
                requires: Some("unescaped-unicode"),
                ascii: &[],
                non_ascii: Some(&[]),
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "hex-tag",
                about: "Writes < and > as \\u003C and \\u003E; JSON_HEX_TAG.",
                requires: None,
                ascii: &[
                    (b'<', AsciiEscape::unicode(b'<', HexCase::Upper)),
                    (b'>', AsciiEscape::unicode(b'>', HexCase::Upper)),
                ],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "hex-amp",
                about: "Writes & as \\u0026; JSON_HEX_AMP.",
                requires: None,
                ascii: &[(b'&', AsciiEscape::unicode(b'&', HexCase::Lower))],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "hex-apos",
                about: "Writes ' as \\u0027; JSON_HEX_APOS.",
                requires: None,
                ascii: &[(b'\'', AsciiEscape::unicode(b'\'', HexCase::Lower))],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "hex-quot",
                about: "Writes the quote as \\u0022; JSON_HEX_QUOT.",
                requires: None,
                ascii: &[(b'"', AsciiEscape::unicode(b'"', HexCase::Lower))],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
        ],
    },
    ProfileRow {
        profile: Profile::DOTNET,
        about: "JavaScriptEncoder.Default of .NET: all that HTML could take amiss and all non-ASCII escaped, in upper-case hex.",
        options: &[ProfileOption {
            name: "all-ranges",
            about: "Writes assigned characters of the BMP as they are; JavaScriptEncoder.Create(UnicodeRanges.All).",
            requires: None,
            ascii: &[],
            non_ascii: Some(DOTNET_ALL_RANGES_NON_ASCII),
            hex: None,
            escapes_replacement: Some(true),
        }],
    },
    ProfileRow {
        profile: Profile::DOTNET_RELAXED,
        about: "JavaScriptEncoder.UnsafeRelaxedJsonEscaping of .NET 8 and 9: assigned BMP characters as they are, by Unicode 15.0.",
        options: &[],
    },
    ProfileRow {
        profile: Profile::NEWTONSOFT,
        about: "Json.NET with default settings: as json, and U+0085, U+2028 and U+2029 escaped, in lower-case hex.",
        options: &[
            ProfileOption {
                name: "escape-non-ascii",
                about: "Escapes all above U+007F; StringEscapeHandling.EscapeNonAscii.",
                requires: None,
                ascii: &[],
                non_ascii: Some(&[(0x80, 0x10FFFF)]),
                hex: None,
                escapes_replacement: None,
            },
            ProfileOption {
                name: "escape-html",
                about: "Writes < > & ' and the quote as \\u00xx; StringEscapeHandling.EscapeHtml.",
                requires: None,
                ascii: &[
                    (b'"', AsciiEscape::unicode(b'"', HexCase::Lower)),
                    (b'&', AsciiEscape::unicode(b'&', HexCase::Lower)),
                    (b'\'', AsciiEscape::unicode(b'\'', HexCase::Lower)),
                    (b'<', AsciiEscape::unicode(b'<', HexCase::Lower)),
                    (b'>', AsciiEscape::unicode(b'>', HexCase::Lower)),
                ],
                non_ascii: None,
                hex: None,
                escapes_replacement: None,
            },
        ],
    },
    ProfileRow {
        profile: Profile::ION,
        about: "Double-quoted strings as ion-java's text writer has them: Ion 1.0 escapes, all else as it is.",
        options: &[ProfileOption {
            name: "ascii-only",
            about: "Escapes all above U+007F; the ASCII charset of IonTextWriterBuilder.",
            requires: None,
            ascii: &[],
            non_ascii: Some(&[(0x80, 0x10FFFF)]),
            hex: None,
            escapes_replacement: None,
        }],
    },
    ProfileRow {
        profile: Profile::JCS,
        about: "Canonical JSON: as json, and lone surrogates are refused.",
        options: &[],
    },
    ProfileRow {
        profile: Profile::ASCII,
        about: "JSON in ASCII alone: as json, and \\uxxxx for all above U+007F, in pairs above U+FFFF.",
        options: &[ProfileOption {
            name: "delete",
            about: "Escapes U+007F too, as Python's json.dumps does.",
            requires: None,
            ascii: &[(0x7F, AsciiEscape::unicode(0x7F, HexCase::Lower))],
            non_ascii: None,
            hex: None,
            escapes_replacement: None,
        }],
    },
    ProfileRow {
        profile: Profile::HTML,
        about: "JSON for the text of an HTML or XML element and for quoted attribute values.",
        options: &[],
    },
    ProfileRow { profile: Profile::SCRIPT, about: "JSON inside a script element of HTML or XHTML.", options: &[] },
    ProfileRow {
        profile: Profile::JS,
        about: "JSON inside a JavaScript string or template literal of any kind of quote.",
        options: &[],
    },
    ProfileRow {
        profile: Profile::LOG,
        about: "JSON for log lines: one record stays one line, and what is shown is in the order in which it was written.",
        options: &[],
    },
    ProfileRow {
        profile: Profile::TERMINAL,
        about: "JSON to be looked at in a terminal: nothing commands it, reorders the line or hides in it.",
        options: &[],
    },
];

#[rustfmt::skip]
const DOTNET_ALL_RANGES_NON_ASCII: &[CodeRange] = &[
    (0x80, 0xA0), (0x378, 0x379), (0x380, 0x383), (0x38B, 0x38B), (0x38D, 0x38D), (0x3A2, 0x3A2), (0x530, 0x530),
    (0x557, 0x558), (0x58B, 0x58C), (0x590, 0x590), (0x5C8, 0x5CF), (0x5EB, 0x5EE), (0x5F5, 0x5FF), (0x70E, 0x70E),
    (0x74B, 0x74C), (0x7B2, 0x7BF), (0x7FB, 0x7FC), (0x82E, 0x82F), (0x83F, 0x83F), (0x85C, 0x85D), (0x85F, 0x85F),
    (0x86B, 0x86F), (0x88F, 0x88F), (0x892, 0x897), (0x984, 0x984), (0x98D, 0x98E), (0x991, 0x992), (0x9A9, 0x9A9),
    (0x9B1, 0x9B1), (0x9B3, 0x9B5), (0x9BA, 0x9BB), (0x9C5, 0x9C6), (0x9C9, 0x9CA), (0x9CF, 0x9D6), (0x9D8, 0x9DB),
    (0x9DE, 0x9DE), (0x9E4, 0x9E5), (0x9FF, 0xA00), (0xA04, 0xA04), (0xA0B, 0xA0E), (0xA11, 0xA12), (0xA29, 0xA29),
    (0xA31, 0xA31), (0xA34, 0xA34), (0xA37, 0xA37), (0xA3A, 0xA3B), (0xA3D, 0xA3D), (0xA43, 0xA46), (0xA49, 0xA4A),
    (0xA4E, 0xA50), (0xA52, 0xA58), (0xA5D, 0xA5D), (0xA5F, 0xA65), (0xA77, 0xA80), (0xA84, 0xA84), (0xA8E, 0xA8E),
    (0xA92, 0xA92), (0xAA9, 0xAA9), (0xAB1, 0xAB1), (0xAB4, 0xAB4), (0xABA, 0xABB), (0xAC6, 0xAC6), (0xACA, 0xACA),
    (0xACE, 0xACF), (0xAD1, 0xADF), (0xAE4, 0xAE5), (0xAF2, 0xAF8), (0xB00, 0xB00), (0xB04, 0xB04), (0xB0D, 0xB0E),
    (0xB11, 0xB12), (0xB29, 0xB29), (0xB31, 0xB31), (0xB34, 0xB34), (0xB3A, 0xB3B), (0xB45, 0xB46), (0xB49, 0xB4A),
    (0xB4E, 0xB54), (0xB58, 0xB5B), (0xB5E, 0xB5E), (0xB64, 0xB65), (0xB78, 0xB81), (0xB84, 0xB84), (0xB8B, 0xB8D),
    (0xB91, 0xB91), (0xB96, 0xB98), (0xB9B, 0xB9B), (0xB9D, 0xB9D), (0xBA0, 0xBA2), (0xBA5, 0xBA7), (0xBAB, 0xBAD),
    (0xBBA, 0xBBD), (0xBC3, 0xBC5), (0xBC9, 0xBC9), (0xBCE, 0xBCF), (0xBD1, 0xBD6), (0xBD8, 0xBE5), (0xBFB, 0xBFF),
    (0xC0D, 0xC0D), (0xC11, 0xC11), (0xC29, 0xC29), (0xC3A, 0xC3B), (0xC45, 0xC45), (0xC49, 0xC49), (0xC4E, 0xC54),
    (0xC57, 0xC57), (0xC5B, 0xC5C), (0xC5E, 0xC5F), (0xC64, 0xC65), (0xC70, 0xC76), (0xC8D, 0xC8D), (0xC91, 0xC91),
    (0xCA9, 0xCA9), (0xCB4, 0xCB4), (0xCBA, 0xCBB), (0xCC5, 0xCC5), (0xCC9, 0xCC9), (0xCCE, 0xCD4), (0xCD7, 0xCDC),
    (0xCDF, 0xCDF), (0xCE4, 0xCE5), (0xCF0, 0xCF0), (0xCF4, 0xCFF), (0xD0D, 0xD0D), (0xD11, 0xD11), (0xD45, 0xD45),
    (0xD49, 0xD49), (0xD50, 0xD53), (0xD64, 0xD65), (0xD80, 0xD80), (0xD84, 0xD84), (0xD97, 0xD99), (0xDB2, 0xDB2),
    (0xDBC, 0xDBC), (0xDBE, 0xDBF), (0xDC7, 0xDC9), (0xDCB, 0xDCE), (0xDD5, 0xDD5), (0xDD7, 0xDD7), (0xDE0, 0xDE5),
    (0xDF0, 0xDF1), (0xDF5, 0xE00), (0xE3B, 0xE3E), (0xE5C, 0xE80), (0xE83, 0xE83), (0xE85, 0xE85), (0xE8B, 0xE8B),
    (0xEA4, 0xEA4), (0xEA6, 0xEA6), (0xEBE, 0xEBF), (0xEC5, 0xEC5), (0xEC7, 0xEC7), (0xECF, 0xECF), (0xEDA, 0xEDB),
    (0xEE0, 0xEFF), (0xF48, 0xF48), (0xF6D, 0xF70), (0xF98, 0xF98), (0xFBD, 0xFBD), (0xFCD, 0xFCD), (0xFDB, 0xFFF),
    (0x10C6, 0x10C6), (0x10C8, 0x10CC), (0x10CE, 0x10CF), (0x1249, 0x1249), (0x124E, 0x124F), (0x1257, 0x1257),
    (0x1259, 0x1259), (0x125E, 0x125F), (0x1289, 0x1289), (0x128E, 0x128F), (0x12B1, 0x12B1), (0x12B6, 0x12B7),
    (0x12BF, 0x12BF), (0x12C1, 0x12C1), (0x12C6, 0x12C7), (0x12D7, 0x12D7), (0x1311, 0x1311), (0x1316, 0x1317),
    (0x135B, 0x135C), (0x137D, 0x137F), (0x139A, 0x139F), (0x13F6, 0x13F7), (0x13FE, 0x13FF), (0x1680, 0x1680),
    (0x169D, 0x169F), (0x16F9, 0x16FF), (0x1716, 0x171E), (0x1737, 0x173F), (0x1754, 0x175F), (0x176D, 0x176D),
    (0x1771, 0x1771), (0x1774, 0x177F), (0x17DE, 0x17DF), (0x17EA, 0x17EF), (0x17FA, 0x17FF), (0x181A, 0x181F),
    (0x1879, 0x187F), (0x18AB, 0x18AF), (0x18F6, 0x18FF), (0x191F, 0x191F), (0x192C, 0x192F), (0x193C, 0x193F),
    (0x1941, 0x1943), (0x196E, 0x196F), (0x1975, 0x197F), (0x19AC, 0x19AF), (0x19CA, 0x19CF), (0x19DB, 0x19DD),
    (0x1A1C, 0x1A1D), (0x1A5F, 0x1A5F), (0x1A7D, 0x1A7E), (0x1A8A, 0x1A8F), (0x1A9A, 0x1A9F), (0x1AAE, 0x1AAF),
    (0x1ACF, 0x1AFF), (0x1B4D, 0x1B4F), (0x1B7F, 0x1B7F), (0x1BF4, 0x1BFB), (0x1C38, 0x1C3A), (0x1C4A, 0x1C4C),
    (0x1C89, 0x1C8F), (0x1CBB, 0x1CBC), (0x1CC8, 0x1CCF), (0x1CFB, 0x1CFF), (0x1F16, 0x1F17), (0x1F1E, 0x1F1F),
    (0x1F46, 0x1F47), (0x1F4E, 0x1F4F), (0x1F58, 0x1F58), (0x1F5A, 0x1F5A), (0x1F5C, 0x1F5C), (0x1F5E, 0x1F5E),
    (0x1F7E, 0x1F7F), (0x1FB5, 0x1FB5), (0x1FC5, 0x1FC5), (0x1FD4, 0x1FD5), (0x1FDC, 0x1FDC), (0x1FF0, 0x1FF1),
    (0x1FF5, 0x1FF5), (0x1FFF, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x2065, 0x2065),
    (0x2072, 0x2073), (0x208F, 0x208F), (0x209D, 0x209F), (0x20C1, 0x20CF), (0x20F1, 0x20FF), (0x218C, 0x218F),
    (0x2427, 0x243F), (0x244B, 0x245F), (0x2B74, 0x2B75), (0x2B96, 0x2B96), (0x2CF4, 0x2CF8), (0x2D26, 0x2D26),
    (0x2D28, 0x2D2C), (0x2D2E, 0x2D2F), (0x2D68, 0x2D6E), (0x2D71, 0x2D7E), (0x2D97, 0x2D9F), (0x2DA7, 0x2DA7),
    (0x2DAF, 0x2DAF), (0x2DB7, 0x2DB7), (0x2DBF, 0x2DBF), (0x2DC7, 0x2DC7), (0x2DCF, 0x2DCF), (0x2DD7, 0x2DD7),
    (0x2DDF, 0x2DDF), (0x2E5E, 0x2E7F), (0x2E9A, 0x2E9A), (0x2EF4, 0x2EFF), (0x2FD6, 0x2FEF), (0x2FFC, 0x3000),
    (0x3040, 0x3040), (0x3097, 0x3098), (0x3100, 0x3104), (0x3130, 0x3130), (0x318F, 0x318F), (0x31E4, 0x31EF),
    (0x321F, 0x321F), (0xA48D, 0xA48F), (0xA4C7, 0xA4CF), (0xA62C, 0xA63F), (0xA6F8, 0xA6FF), (0xA7CB, 0xA7CF),
    (0xA7D2, 0xA7D2), (0xA7D4, 0xA7D4), (0xA7DA, 0xA7F1), (0xA82D, 0xA82F), (0xA83A, 0xA83F), (0xA878, 0xA87F),
    (0xA8C6, 0xA8CD), (0xA8DA, 0xA8DF), (0xA954, 0xA95E), (0xA97D, 0xA97F), (0xA9CE, 0xA9CE), (0xA9DA, 0xA9DD),
    (0xA9FF, 0xA9FF), (0xAA37, 0xAA3F), (0xAA4E, 0xAA4F), (0xAA5A, 0xAA5B), (0xAAC3, 0xAADA), (0xAAF7, 0xAB00),
    (0xAB07, 0xAB08), (0xAB0F, 0xAB10), (0xAB17, 0xAB1F), (0xAB27, 0xAB27), (0xAB2F, 0xAB2F), (0xAB6C, 0xAB6F),
    (0xABEE, 0xABEF), (0xABFA, 0xABFF), (0xD7A4, 0xD7AF), (0xD7C7, 0xD7CA), (0xD7FC, 0xF8FF), (0xFA6E, 0xFA6F),
    (0xFADA, 0xFAFF), (0xFB07, 0xFB12), (0xFB18, 0xFB1C), (0xFB37, 0xFB37), (0xFB3D, 0xFB3D), (0xFB3F, 0xFB3F),
    (0xFB42, 0xFB42), (0xFB45, 0xFB45), (0xFBC3, 0xFBD2), (0xFD90, 0xFD91), (0xFDC8, 0xFDCE), (0xFDD0, 0xFDEF),
    (0xFE1A, 0xFE1F), (0xFE53, 0xFE53), (0xFE67, 0xFE67), (0xFE6C, 0xFE6F), (0xFE75, 0xFE75), (0xFEFD, 0xFF00),
    (0xFFBF, 0xFFC1), (0xFFC8, 0xFFC9), (0xFFD0, 0xFFD1), (0xFFD8, 0xFFD9), (0xFFDD, 0xFFDF), (0xFFE7, 0xFFE7),
    (0xFFEF, 0xFFF8), (0xFFFE, 0x10FFFF),
];
#[rustfmt::skip]
const LOG_NON_ASCII: &[CodeRange] = &[
    (0x80, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069),
];
#[rustfmt::skip]
const TERMINAL_NON_ASCII: &[CodeRange] = &[
    (0x80, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180E, 0x180E), (0x200B, 0x200B), (0x200E, 0x200F),
    (0x2028, 0x202E), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
];
