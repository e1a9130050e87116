//! The plain loop: what a careful program without vectors does. A table for ASCII, and for other characters a decoder that
//! refuses ill-formed text.

use stringmill::{HexCase, Profile};

pub(crate) struct Plain {
    /// For each ASCII byte its escape, and in the last place how many bytes that has.
    entries: [[u8; 8]; 128],
    spells: bool,
    hex: HexCase,
}

impl Plain {
    pub(crate) fn new(profile: &Profile<'_>) -> Self {
        let entries = std::array::from_fn(|byte| {
            let mut entry = [byte as u8, 0, 0, 0, 0, 0, 0, 1];
            if let Some(escape) = profile.ascii()[byte].bytes() {
                entry[..escape.len()].copy_from_slice(escape);
                entry[7] = escape.len() as u8;
            }
            entry
        });
        Plain { entries, spells: !profile.non_ascii().is_empty(), hex: profile.hex() }
    }

    /// Escapes all of `src`; `None` if it is ill-formed. `dst` must have room for six times its bytes and twelve more.
    pub(crate) fn escape(&self, src: &[u8], dst: &mut [u8]) -> Option<usize> {
        let (mut read, mut written) = (0, 0);
        while let Some(&byte) = src.get(read) {
            let room: &mut [u8; 12] = dst[written..].first_chunk_mut()?;
            if byte < 0x80 {
                let entry = &self.entries[byte as usize];
                room[..8].copy_from_slice(entry);
                written += entry[7] as usize;
                read += 1;
                continue;
            }
            let (len, code) = decode(&src[read..])?;
            if self.spells {
                written += spell(code, self.hex, room);
            } else {
                room[..len].copy_from_slice(&src[read..read + len]);
                written += len;
            }
            read += len;
        }
        Some(written)
    }
}

fn decode(src: &[u8]) -> Option<(usize, u32)> {
    let next = |at: usize| src.get(at).filter(|&&byte| byte & 0xC0 == 0x80).map(|&byte| u32::from(byte & 0x3F));
    let lead = u32::from(src[0]);
    match lead {
        0xC2..=0xDF => Some((2, (lead & 0x1F) << 6 | next(1)?)),
        0xE0..=0xEF => {
            let code = (lead & 0xF) << 12 | next(1)? << 6 | next(2)?;
            (code >= 0x800 && !(0xD800..0xE000).contains(&code)).then_some((3, code))
        }
        0xF0..=0xF4 => {
            let code = (lead & 7) << 18 | next(1)? << 12 | next(2)? << 6 | next(3)?;
            (0x1_0000..0x11_0000).contains(&code).then_some((4, code))
        }
        _ => None,
    }
}

fn spell(code: u32, hex: HexCase, room: &mut [u8; 12]) -> usize {
    let mut unit = |at: usize, unit: u32| {
        let digit = |shift: u32| hex.digit((unit >> shift & 15) as u8);
        room[at..at + 6].copy_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    };
    if code < 0x1_0000 {
        unit(0, code);
        return 6;
    }
    unit(0, 0xD800 + ((code - 0x1_0000) >> 10));
    unit(6, 0xDC00 + (code & 0x3FF));
    12
}
