//! What is to be converted, and how.

use crate::layout::{Layout, Top};
use stringmill_ion::{Kind, Limits};
use stringmill_json::JsonCheck;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// JSON, as the rules have it; for [`Converter::lines`](crate::Converter::lines) they take each line for a text.
    Json(JsonCheck),
    /// Ion text.
    Ion(Limits),
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// JSON.
    Json(Top, Layout),
    /// Ion text.
    Ion(stringmill_ion::Options),
}

/// What is done about values that the target cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnLoss {
    /// They become what is nearest to them, and are counted.
    #[default]
    Report,
    /// The first of them is an error.
    Refuse,
    /// They become what is nearest to them. Repeated field names are not looked for.
    Allow,
}

/// What numbers of JSON become in Ion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberRules {
    /// Those without point and exponent: an int, a decimal or a float. `-0` is no int.
    pub whole: Kind,
    /// All others: a decimal or a float.
    pub others: Kind,
}

impl NumberRules {
    /// Ints and decimals, so that no digit is lost.
    pub const EXACT: NumberRules = NumberRules { whole: Kind::Int, others: Kind::Decimal };
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// What is read.
    pub source: Source,
    /// What is written.
    pub target: Target,
    /// Whether JSON tells the types of Ion that it does not have, so that the same values come back.
    pub typed: bool,
    /// What is done about values that the target cannot hold.
    pub on_loss: OnLoss,
    /// What numbers of JSON become, where it is not typed.
    pub numbers: NumberRules,
}
