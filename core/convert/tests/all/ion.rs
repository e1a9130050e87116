//! Ion into Ion: the only loss is comments.

use crate::running::{DOWN, convert, error};
use stringmill_convert::{Conversion, Loss, OnLoss, Target};
use stringmill_ion::Options;

pub(crate) const ION: Conversion = Conversion { target: Target::Ion(Options::LINES), ..DOWN };

#[test]
fn comments_are_counted_with_the_place_of_the_first() {
    let text = "{a:1, /*one*/ b:/*two*/c //three\n} '''a''' /*four*/ '''b''' // five";
    let (out, losses) = convert(&ION, text.as_bytes()).unwrap();
    assert_eq!(out, "{a:1,b:c}\n\"ab\"\n");
    assert_eq!((losses.count(Loss::Comments), losses.first(Loss::Comments)), (5, Some(6)));
    assert!(convert(&ION, b"a::{b:(c 1.0 null.int), d:{{\"//\"}}, e:'/**/'}").unwrap().1.is_empty());
    // Into JSON, comments are no loss.
    assert_eq!(convert(&DOWN, text.as_bytes()).unwrap().1.count(Loss::Comments), 0);
}

#[test]
fn a_comment_is_refused_on_request() {
    let strict = Conversion { on_loss: OnLoss::Refuse, ..ION };
    assert_eq!(error(&strict, b"1 [2, /* no */ 3]"), ("convert_loss", 6));
    assert_eq!(error(&strict, b"a /* no */ :: b"), ("convert_loss", 2));
    assert_eq!(error(&strict, b"1 //"), ("convert_loss", 2));
    assert_eq!(convert(&strict, b"a::{b:(c)}").unwrap().0, "a::{b:(c)}\n");
    let allowed = Conversion { on_loss: OnLoss::Allow, ..ION };
    assert_eq!(convert(&allowed, b"1 //").unwrap().0, "1\n");
}
