//! Cuts documents, and changes, adds or removes a few bytes.

use stringmill_random::Random;

/// Bytes that matter to a reader.
const BYTES: &[u8] =
    b" \n\r\t\x0B\x0C,:;'\"\\/*{}[]()$_-+.0179abdefnlutxTZ=\0\x07\x7F\x80\xBF\xC3\xA9\xE0\xED\xA0\xF4\xFF";

/// Cuts the document, or changes, adds or removes a few bytes, once or twice.
pub fn damage(random: &mut Random, text: &mut Vec<u8>) {
    for _ in 0..random.within(1, 3) {
        if text.is_empty() {
            return;
        }
        let at = random.within(0, text.len());
        let byte = if random.once_in(10) { random.draw() as u8 } else { random.pick(BYTES) };
        match random.within(0, 7) {
            0 => text.truncate(at),
            1 => text[at] = byte,
            2 => text[at] ^= 1 << random.within(0, 8),
            3 => text.insert(at, byte),
            4 => drop(text.remove(at)),
            5 => drop(text.drain(at..(at + random.within(1, 5)).min(text.len()))),
            _ => {
                let again: Vec<u8> = text[at..(at + random.within(1, 9)).min(text.len())].to_vec();
                let to = random.within(0, text.len());
                text.splice(to..to, again);
            }
        }
    }
}
