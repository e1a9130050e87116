//! Conversions from and to binary Ion.

use crate::running::{DOWN, DOWN_TYPED, LINES, UP, UP_TYPED, in_pieces};
use crate::tree::read_whole;
use stringmill_convert::{Conversion, Converter, Loss, OnLoss, Source, Target};
use stringmill_ion::Limits;
use stringmill_ion_documents::Documents;
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

const TO_BINARY: Target = Target::IonBinary(1 << 30);
const ACROSS: Conversion = Conversion { target: TO_BINARY, ..DOWN };
const UP_BINARY: Conversion = Conversion { target: TO_BINARY, ..UP };

/// Converts bytes in pieces of several sizes, with the same result.
fn convert(conversion: &Conversion, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let whole = in_pieces(Tier::best(), conversion, bytes, bytes.len().max(1), usize::MAX);
    for (size, most) in [(1, 1), (7, 100), (1000, usize::MAX)] {
        assert_eq!(in_pieces(Tier::best(), conversion, bytes, size, most), whole, "{}", bytes.escape_ascii());
    }
    whole.map(|(out, _)| out).map_err(|refused| refused.error)
}

#[test]
fn json_becomes_binary_ion_and_comes_back() {
    let json = "{\"name\":\"a\\n\",\"list\":[1,-2,1.50,1e3,true,null,\"\u{e9}\"],\"deep\":{\"list\":[[],{}]}}\n";
    let binary = convert(&UP_BINARY, json.as_bytes()).unwrap();
    assert!(binary.starts_with(b"\xE0\x01\x00\xEA"));
    assert_eq!(convert(&DOWN, &binary).unwrap(), json.as_bytes());
    let lines = Conversion { source: Source::Json(LINES), ..UP_BINARY };
    let two = convert(&lines, b"{\"a\":1}\n{\"a\":2}\n").unwrap();
    assert_eq!(convert(&DOWN, &two).unwrap(), b"{\"a\":1}\n{\"a\":2}\n");
    // A long string has one length, although its text comes in parts.
    let long = format!("\"{}\"", "long ".repeat(100_000));
    let binary = convert(&UP_BINARY, long.as_bytes()).unwrap();
    assert_eq!(binary.len(), 4 + 1 + 3 + 500_000);
}

#[test]
fn generated_documents_keep_their_values() {
    let (mut documents, mut typed) = (0, 0);
    for seed in 0..2000 {
        let text = Documents::new(seed).document();
        let Ok(expected) = read_whole(Tier::best(), &text) else { continue };
        let binary = match convert(&ACROSS, &text) {
            Err(error) if error.code == ErrorCode::ConvertLoss => continue,
            done => done.unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii())),
        };
        assert_eq!(read_whole(Tier::best(), &binary).as_ref(), Ok(&expected), "{}", text.escape_ascii());
        documents += 1;
        // Typed JSON of binary Ion restores it.
        let json = convert(&DOWN_TYPED, &binary).unwrap();
        let restored = convert(&Conversion { target: TO_BINARY, ..UP_TYPED }, &json);
        let restored = restored.unwrap_or_else(|error| panic!("{}: {error}", json.escape_ascii()));
        assert_eq!(read_whole(Tier::best(), &restored), Ok(expected), "{}", json.escape_ascii());
        typed += 1;
    }
    assert!(documents > 200 && typed == documents, "{documents} {typed}");
}

#[test]
fn losses_and_refusals() {
    let text = b"/* gone */ {a:1} // too\n";
    let (binary, losses) = in_pieces(Tier::best(), &ACROSS, text, 100, 100).unwrap();
    assert_eq!((losses.count(Loss::Comments), losses.first(Loss::Comments)), (2, Some(0)));
    let (_, losses) = in_pieces(Tier::best(), &DOWN, b"\xE0\x01\x00\xEA\x20\x71\x04", 100, 100).unwrap();
    assert_eq!(losses.first(Loss::Symbol), Some(5));
    let strict = Conversion { on_loss: OnLoss::Refuse, ..ACROSS };
    assert_eq!(convert(&strict, text), Err(Error::new(ErrorCode::ConvertLoss, 0)));
    assert_eq!(convert(&ACROSS, b"1d99999999999999999999"), Err(Error::new(ErrorCode::ConvertLoss, 0)));
    let only = Conversion { source: Source::IonBinary(Limits::DEFAULT), ..DOWN };
    assert_eq!(convert(&only, &binary), Ok(b"{\"a\":1}\n".to_vec()));
    assert_eq!(convert(&only, text), Err(Error::new(ErrorCode::IonBinaryMarker, 0)));
    // An int of base 16 with 131,080 bits; in binary Ion its type descriptor is the place.
    let long = [b"7 0x", &[b'f'; 2 * 16_385][..]].concat();
    assert_eq!(convert(&DOWN, &long), Err(Error::new(ErrorCode::LimitStringLen, 2 + 2 + 32_768)));
    assert_eq!(convert(&DOWN, &convert(&ACROSS, &long).unwrap()), Err(Error::new(ErrorCode::LimitStringLen, 6)));
    let longest = convert(&DOWN, &long[2..4 + 32_768]).unwrap().trim_ascii_end().to_vec();
    for text in [longest.clone(), [&longest[..], b".5"].concat()] {
        let binary = convert(&ACROSS, &text);
        assert_eq!(binary.is_ok(), text == longest, "{} digits", text.len());
    }
    let short = Conversion { target: Target::IonBinary(9), ..DOWN };
    assert_eq!(convert(&short, b"1 \"123456789\""), Err(Error::new(ErrorCode::LimitStringLen, 2)));
    let short = Conversion { target: Target::IonBinary(9), ..UP };
    for size in [1, 5, 100] {
        // The place is after the value, as far as input was converted then.
        let refused = in_pieces(Tier::best(), &short, b"[\"123456789\"] ", size, 100).unwrap_err().error;
        assert_eq!(refused.code, ErrorCode::LimitStringLen);
        assert!((12..=14).contains(&refused.offset), "{refused}");
    }
}

/// A bad line leaves nothing in the output; later lines declare its symbols themselves.
#[test]
fn lines_with_a_bad_one() {
    for (source, bad) in [(Source::Json(LINES), "{\"b\":1}\n{\"new\":]}\n"), (DOWN.source, "{b:1}\n{new:1} ]\n")] {
        let conversion = Conversion { source, ..ACROSS };
        let mut stack = [0; 16];
        let mut converter = Converter::new(&conversion, &mut stack);
        assert_eq!(converter.lines(bad.as_bytes(), 0).unwrap_err().error.offset as usize / 8, 1);
        converter.lines(b"{\"new\":2}\n{\"b\":3}\n", bad.len() as u64).unwrap();
        converter.end_lines(bad.len() as u64 + 19).unwrap();
        let binary = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
        assert_eq!(convert(&DOWN, &binary).unwrap(), b"{\"b\":1}\n{\"new\":2}\n{\"b\":3}\n");
    }
}
