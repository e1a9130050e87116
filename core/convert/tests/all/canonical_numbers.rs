//! The test file of numbers of RFC 8785, appendix B: 100 million doubles, made here, whose text has published hashes.
//! Source of doubles and hashes: testdata/README.md of the repository that the appendix names.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use stringmill_convert::canonical::json_canonical;

/// Numbers of lines, and the SHA-256 of that many.
const HASHES: &[(u64, &str)] = &[
    (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
    (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
    (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
    (1_000_000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16"),
    (10_000_000, "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0"),
    (100_000_000, "0f7dda6b0837dde083c5d6b896f7d62340c8a2415b0c7121d83145e08a755272"),
];

/// The first doubles: zeros and the least subnormals; magnitudes, negative and then positive; borders of notations.
const ZEROS: [u64; 4] = [0, 1 << 63, 1, 1 << 63 | 1];
#[rustfmt::skip]
const MAGNITUDES: [u64; 50] = [
    0x4466_9669_5dbd_1cc3, 0x4432_11ed_e497_4a35, 0x43fc_e97c_a0f2_1056, 0x43c7_2130_80c1_a6ac,
    0x4392_80f3_9a34_8556, 0x435d_9b1f_5d20_d557, 0x4327_af4c_4a80_aaac, 0x42f2_f2a3_6ecd_5556,
    0x42be_5105_7e15_5558, 0x4288_40d1_31aa_aaac, 0x4253_670d_c155_5557, 0x421f_0b49_3555_5557,
    0x41e8_d5d4_2aaa_aaac, 0x41b3_de43_5555_5556, 0x417f_ca05_5555_5556, 0x4149_6e6a_aaaa_aaab,
    0x4114_5855_5555_5555, 0x40e0_46aa_aaaa_aaab, 0x40aa_0aaa_aaaa_aaaa, 0x4074_d555_5555_5555,
    0x4040_aaaa_aaaa_aaab, 0x400a_aaaa_aaaa_aaab, 0x3fd5_5555_5555_5555, 0x3fa1_1111_1111_1111,
    0x3f6b_4e81_b4e8_1b4f, 0x3f35_d867_c3ec_e2a5, 0x3f01_79ec_9cbd_821e, 0x3ecb_f647_612f_3696,
    0x3e96_5e9f_80f2_9212, 0x3e61_e54c_6728_74db, 0x3e2c_a213_d840_baf8, 0x3df6_e80f_e033_c8c6,
    0x3dc2_533f_e68f_d3d2, 0x3d8d_51ff_d74c_861c, 0x3d57_74cc_ac3d_3817, 0x3d22_c3d6_f030_f9ac,
    0x3cee_0624_b381_8f79, 0x3cb8_04ea_2934_72c7, 0x3c83_3721_ba90_5bd3, 0x3c4e_be9c_5db3_c61e,
    0x3c18_987d_17c3_04e5, 0x3be3_ad30_dfcf_371d, 0x3baf_7b81_6618_582f, 0x3b79_2f9a_b813_79bf,
    0x3b44_2615_600f_9499, 0x3b10_1e77_800c_76e1, 0x3ad9_ca58_cce0_be35, 0x3aa4_a1e0_a3e6_fe90,
    0x3a70_8180_831f_320d, 0x3a3a_68cd_9e98_5016,
];
#[rustfmt::skip]
const BORDERS: [u64; 64] = [
    0x4024_0000_0000_0000, 0x4014_0000_0000_0000, 0x3fe0_0000_0000_0000, 0x3fa9_9999_9999_999a,
    0x3f74_7ae1_47ae_147b, 0x3f40_624d_d2f1_a9fc, 0x3f0a_36e2_eb1c_432d, 0x3ed4_f8b5_88e3_68f1,
    0x3ea0_c6f7_a0b5_ed8d, 0x3e6a_d7f2_9abc_af48, 0x3e35_798e_e230_8c3a, 0x3ed5_3922_3589_fa95,
    0x3ed4_ff26_cd5a_7781, 0x3ed4_f95a_7622_83ff, 0x3ed4_f8c6_0703_520c, 0x3ed4_f8b7_2f19_cd0d,
    0x3ed4_f8b5_b31c_0c8d, 0x3ed4_f8b5_8d1c_461a, 0x3ed4_f8b5_894f_7f0e, 0x3ed4_f8b5_88ee_37f3,
    0x3ed4_f8b5_88e4_7da4, 0x3ed4_f8b5_88e3_849c, 0x3ed4_f8b5_88e3_6bb5, 0x3ed4_f8b5_88e3_6937,
    0x3ed4_f8b5_88e3_68f8, 0x3ed4_f8b5_88e3_68f1, 0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000,
    0xbfef_ffff_ffff_fffa, 0xbfef_ffff_ffff_fffb, 0x3fef_ffff_ffff_fffa, 0x3fef_ffff_ffff_fffb,
    0x3fef_ffff_ffff_fffc, 0x3fef_ffff_ffff_fffe, 0xbfef_ffff_ffff_ffff, 0xbfef_ffff_ffff_ffff,
    0x3fef_ffff_ffff_ffff, 0x3fef_ffff_ffff_ffff, 0x3fd3_3333_3333_3332, 0x3fd3_3333_3333_3333,
    0x3fd3_3333_3333_3334, 0x0010_0000_0000_0000, 0x000f_ffff_ffff_fffd, 0x000f_ffff_ffff_ffff,
    0x7fef_ffff_ffff_ffff, 0xffef_ffff_ffff_ffff, 0x4340_0000_0000_0000, 0xc340_0000_0000_0000,
    0x4430_0000_0000_0000, 0x44b5_2d02_c7e1_4af5, 0x44b5_2d02_c7e1_4af6, 0x44b5_2d02_c7e1_4af7,
    0x444b_1ae4_d6e2_ef4e, 0x444b_1ae4_d6e2_ef4f, 0x444b_1ae4_d6e2_ef50, 0x3eb0_c6f7_a0b5_ed8c,
    0x3eb0_c6f7_a0b5_ed8d, 0x41b3_de43_5555_5553, 0x41b3_de43_5555_5554, 0x41b3_de43_5555_5555,
    0x41b3_de43_5555_5556, 0x41b3_de43_5555_5557, 0xbecb_f647_612f_3696, 0x4314_3ff3_c1cb_0959,
];

/// The doubles of the file, as bits: the first ones, 2,000 from the least normal one on, then those in a chain of hashes.
fn doubles() -> impl Iterator<Item = u64> {
    let negative = MAGNITUDES.map(|bits| bits | 1 << 63);
    let first = ZEROS.into_iter().chain(negative).chain(MAGNITUDES).chain(BORDERS);
    let series = (0..2000).map(|number| (1 << 52) + number);
    let chain = std::iter::successors(Some([0; 32]), |block: &[u8; 32]| Some(Sha256::digest(block).into())).skip(1);
    let words = chain.flat_map(|block| {
        let words: [u64; 4] = std::array::from_fn(|at| u64::from_le_bytes(*block[8 * at..].first_chunk().unwrap()));
        words
    });
    let is_number = |bits: &u64| f64::from_bits(*bits).is_finite() && f64::from_bits(*bits) != 0.0;
    first.chain(series).chain(words.filter(is_number))
}

/// Numbers of one text.
const BATCH: usize = 1000;

/// Hashes the first `lines` lines. Each double is read from 17 digits, in an array of many.
fn check(lines: u64) {
    let mut hash = Sha256::new();
    let (mut doubles, mut done) = (doubles(), 0);
    let (mut text, mut file) = (String::new(), String::new());
    for &(count, expected) in HASHES.iter().filter(|(count, _)| *count <= lines) {
        while done < count {
            let batch: Vec<u64> = doubles.by_ref().take(BATCH).collect();
            text.clear();
            for &bits in &batch {
                write!(text, "{}{:.16e}", if text.is_empty() { "[" } else { " , " }, f64::from_bits(bits)).unwrap();
            }
            text.push(']');
            let canonical = String::from_utf8(json_canonical(text.as_bytes()).unwrap()).unwrap();
            let numbers = canonical.trim_matches(['[', ']']).split(',');
            file.clear();
            for (bits, number) in batch.iter().zip(numbers) {
                writeln!(file, "{bits:x},{number}").unwrap();
            }
            hash.update(&file);
            done += BATCH as u64;
        }
        assert_eq!(format!("{:x}", hash.clone().finalize()), expected, "{count} lines");
        println!("{count} lines: {expected}");
    }
}

#[test]
fn the_first_100_000_numbers_have_the_published_hash() {
    check(100_000);
}

#[test]
#[ignore = "25 s in release: cargo test --release -p stringmill-convert --test all -- --ignored 100_million"]
fn all_100_million_numbers_have_the_published_hash() {
    check(100_000_000);
}
