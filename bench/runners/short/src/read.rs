//! Those who check, validate and unescape: every tier, the C function, and peers.

use crate::random::Random;
use crate::rows;
use crate::subject::{Run, Subject, into_slice, verdict};
use std::hint::black_box;
use std::ptr::{null, null_mut};
use stringmill::json::{JsonCheck, json_check_with};
use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, Tier, escape, json_unescape_with, utf8_validate_with};
use stringmill_capi::{JsonRules, Progress, smill_json_check, smill_json_unescape, smill_utf8_validate};
use yyjson_sys::{
    yyjson_alc, yyjson_alc_pool_init, yyjson_doc, yyjson_doc_free, yyjson_doc_get_root, yyjson_get_len, yyjson_get_str,
    yyjson_read_opts,
};

const STACK_LEN: usize = JsonCheck::stack_len(JsonCheck::DEPTH_MAX).expect("small");

/// `smill_json_check`, `smill_utf8_validate` and `smill_json_unescape`.
type CheckFunction =
    unsafe extern "C" fn(*const JsonRules, *mut u64, usize, *const u8, usize, u32, *mut Progress) -> u32;
type ValidateFunction = unsafe extern "C" fn(*const u8, usize, u32, *mut Progress) -> u32;
type UnescapeFunction = unsafe extern "C" fn(
    u32,
    *const u8,
    usize,
    *mut u8,
    usize,
    u32,
    *mut Progress,
    *mut stringmill_capi::Repairs,
) -> u32;

const NO_PROGRESS: Progress = Progress { read: 0, written: 0, offset: 0 };

pub(crate) fn check<'a>() -> Vec<Subject<'a>> {
    let mut subjects: Vec<_> = Tier::available()
        .map(|tier| {
            verdict(tier.name(), move |src| json_check_with(tier, JsonCheck::STRICT, &mut [0; STACK_LEN], src).is_ok())
        })
        .collect();
    let check = black_box(smill_json_check as CheckFunction);
    subjects.push(verdict("C best", move |src| {
        let mut progress = NO_PROGRESS;
        // SAFETY: the source is a slice; without rules and a stack there are defaults.
        unsafe { check(null(), null_mut(), 0, src.as_ptr(), src.len(), 0, &mut progress) == 0 }
    }));
    subjects.push(verdict("sonic-rs", |src| sonic_rs::from_slice::<sonic_rs::LazyValue<'_>>(src).is_ok()));
    let allocator = pool();
    subjects.push(verdict("yyjson", move |src| {
        let text = yyjson(src, allocator);
        // SAFETY: a document, or null; it is freed once.
        unsafe { yyjson_doc_free(text) };
        !text.is_null()
    }));
    subjects
}

pub(crate) fn validate<'a>() -> Vec<Subject<'a>> {
    let mut subjects: Vec<_> = Tier::available()
        .map(|tier| verdict(tier.name(), move |src| utf8_validate_with(tier, src, Chunk::Last).is_ok()))
        .collect();
    let validate = black_box(smill_utf8_validate as ValidateFunction);
    subjects.push(verdict("C best", move |src| {
        // SAFETY: the source is a slice.
        unsafe { validate(src.as_ptr(), src.len(), 0, &mut { NO_PROGRESS }) == 0 }
    }));
    subjects.push(verdict("std", |src| std::str::from_utf8(src).is_ok()));
    subjects.push(verdict("simdutf8", |src| simdutf8::basic::from_utf8(src).is_ok()));
    subjects
}

/// The strings of a row as JSON, with quotes.
pub(crate) fn literals(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    let quoted = |string| format!("\"{}\"", escape(std::str::from_utf8(string).expect("well-formed"))).into_bytes();
    rows::strings(row, random).iter().map(|string| quoted(string)).collect()
}

pub(crate) fn unescape<'a>() -> Vec<Subject<'a>> {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let mut subjects: Vec<_> = Tier::available()
        .map(|tier| {
            into_slice(tier.name(), move |src, dst| {
                let inside = &src[1..src.len() - 1];
                json_unescape_with(tier, rules, inside, dst, Chunk::Last, &mut Repairs::default())
                    .expect("right")
                    .written
            })
        })
        .collect();
    let unescape = black_box(smill_json_unescape as UnescapeFunction);
    subjects.push(into_slice("C best", move |src, dst| {
        let mut progress = NO_PROGRESS;
        let inside = &src[1..src.len() - 1];
        // SAFETY: source and destination are slices.
        let code = unsafe {
            unescape(0, inside.as_ptr(), inside.len(), dst.as_mut_ptr(), dst.len(), 0, &mut progress, null_mut())
        };
        assert_eq!(code, 0);
        progress.written as usize
    }));
    let run: Run<'a> = Box::new(|texts, out| {
        let mut sum = 0;
        for text in texts {
            let text: String = sonic_rs::from_slice(text).expect("right");
            sum += text.len();
            *out = text.into_bytes();
        }
        sum
    });
    subjects.push(Subject { name: "sonic-rs".to_owned(), run, quotes: 0, compared: true });
    let allocator = pool();
    subjects.push(into_slice("yyjson", move |src, dst| {
        let text = yyjson(src, allocator);
        // SAFETY: a document whose root is a string; it is freed once, after its bytes are copied.
        unsafe {
            let root = yyjson_doc_get_root(text);
            let len = yyjson_get_len(root);
            dst[..len].copy_from_slice(std::slice::from_raw_parts(yyjson_get_str(root).cast(), len));
            yyjson_doc_free(text);
            len
        }
    }));
    subjects
}

/// Memory for the documents of yyjson, so that nothing is allocated. It is never freed.
fn pool() -> *const yyjson_alc {
    const LEN: usize = 1 << 20;
    let memory = vec![0_u64; LEN / 8].leak();
    // SAFETY: all fields are numbers or pointers that may be null.
    let allocator: &mut yyjson_alc = Box::leak(Box::new(unsafe { std::mem::zeroed() }));
    // SAFETY: the memory is never freed.
    assert!(unsafe { yyjson_alc_pool_init(allocator, memory.as_mut_ptr().cast(), LEN) }, "a pool of memory");
    allocator
}

fn yyjson(src: &[u8], allocator: *const yyjson_alc) -> *mut yyjson_doc {
    // SAFETY: without the flag for it, the reader does not write into its input.
    unsafe { yyjson_read_opts(src.as_ptr().cast_mut().cast(), src.len(), 0, allocator, null_mut()) }
}
