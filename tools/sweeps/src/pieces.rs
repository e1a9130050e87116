//! Bytes as hex pieces: `["6162*32", "22"]` are 32 times `ab` and a quote.

use std::fmt::Write;

/// Lengths of units looked for, the longest escape and the filler of the sweeps among them.
const PERIODS: [usize; 7] = [7, 1, 2, 3, 4, 6, 12];

/// What a repeat must save, in bytes, to be worth a piece of its own.
const WORTH: usize = 6;

/// The pieces of `bytes`.
pub fn pieces(bytes: &[u8]) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut at = 0;
    while at < bytes.len() {
        match repeat(&bytes[at..]) {
            Some((period, times)) => {
                if !plain.is_empty() {
                    pieces.push(std::mem::take(&mut plain));
                }
                pieces.push(format!("{}*{times}", hex(&bytes[at..at + period])));
                at += period * times;
            }
            None => {
                plain += &hex(&bytes[at..=at]);
                at += 1;
            }
        }
    }
    if !plain.is_empty() {
        pieces.push(plain);
    }
    pieces
}

/// Period and times of the longest worthwhile repeat at the beginning of `bytes`.
fn repeat(bytes: &[u8]) -> Option<(usize, usize)> {
    let count = |period: usize| {
        let unit = bytes.get(..period)?;
        Some((period, bytes.chunks_exact(period).take_while(|chunk| *chunk == unit).count()))
    };
    let saved = |&(period, times): &(usize, usize)| period * (times - 1);
    let best = PERIODS.into_iter().filter_map(count).rev().max_by_key(saved)?;
    (saved(&best) >= WORTH).then_some(best)
}

/// All bytes in one piece.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of hex pieces.
pub fn bytes(pieces: &[String]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for piece in pieces {
        let bad = || format!("'{piece}' is no hex piece");
        let (hex, times) = match piece.split_once('*') {
            Some((hex, times)) => (hex, times.parse().map_err(|_| bad())?),
            None => (piece.as_str(), 1),
        };
        if hex.is_empty() || hex.len() % 2 != 0 || !hex.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
        {
            return Err(bad());
        }
        let unit: Result<Vec<u8>, _> =
            (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16)).collect();
        bytes.extend(unit.map_err(|_| bad())?.repeat(times));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_as_the_bytes() {
        let filler = crate::placement::filler(100);
        let texts: [&[u8]; 6] = [b"", b"a", b"aaaaaaaaaa", b"\\u00e9\\u00e9\\u00e9", &filler, &[0xFF; 300]];
        for text in texts {
            assert_eq!(bytes(&pieces(text)).unwrap(), text);
        }
        assert_eq!(pieces(&[filler, b"\"".to_vec()].concat()), ["61626364656667*14", "616222"]);
    }

    #[test]
    fn malformed_pieces_are_refused() {
        for bad in ["", "6", "6g", "61*", "61*x", "*3", "C3"] {
            assert!(bytes(&[bad.to_string()]).is_err(), "{bad}");
        }
    }
}
