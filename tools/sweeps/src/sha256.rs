//! SHA-256, as FIPS 180-4 has it. By hand, because the `sha2` crate would bring eight others into the build of `smill`.

/// The first 32 bits of the fractional part of the `root`-th root of `prime`, found by bisection. FIPS 180-4 defines the
/// constants so; a table of 72 of them would have to be believed.
fn fraction(prime: u128, root: u32) -> u32 {
    let scaled = prime << (32 * root);
    let (mut low, mut high) = (0_u128, 1 << 37);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(root) <= scaled { low = middle } else { high = middle }
    }
    low as u32
}

/// The hash of `bytes` in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let primes: Vec<u128> = (2..312).filter(|n| (2..*n).all(|divisor| n % divisor != 0)).collect();
    let constants: Vec<u32> = primes.iter().map(|&prime| fraction(prime, 3)).collect();
    let mut state = [0; 8];
    state.iter_mut().zip(&primes).for_each(|(word, &prime)| *word = fraction(prime, 2));
    let padding = vec![0; (119 - bytes.len() % 64) % 64];
    let tail = [&bytes[bytes.len() / 64 * 64..], &[0x80], &padding, &(bytes.len() as u64 * 8).to_be_bytes()].concat();
    for block in bytes.chunks_exact(64).chain(tail.chunks_exact(64)) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32]) {
    let mut words = [0; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for at in 16..64 {
        let (early, late): (u32, u32) = (words[at - 15], words[at - 2]);
        let small = early.rotate_right(7) ^ early.rotate_right(18) ^ (early >> 3);
        let large = late.rotate_right(17) ^ late.rotate_right(19) ^ (late >> 10);
        words[at] = small.wrapping_add(large).wrapping_add(words[at - 16]).wrapping_add(words[at - 7]);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let large = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(large).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let small = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let second = small.wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-4, and lengths around the end of a block.
    #[test]
    fn hashes_are_those_of_the_standard() {
        let known = [
            (b"abc".to_vec(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (Vec::new(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (vec![b'a'; 1_000_000], "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            (vec![b'a'; 55], "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (vec![b'a'; 56], "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (vec![b'a'; 64], "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ];
        for (bytes, hash) in known {
            assert_eq!(sha256(&bytes), hash, "{} bytes", bytes.len());
        }
    }
}
