//! The rules by themselves.

/// Rules beyond RFC 8259. Each refuses texts that [`JsonCheck`](crate::JsonCheck) accepts.
///
/// ```
/// use stringmill::json::{Restrictions, json_restricted};
/// use stringmill::ErrorCode;
///
/// assert_eq!(json_restricted(Restrictions::NONE, 0, br#"{"a":1,"a":2}"#), Ok(()));
/// let refused = |rules, text: &str| json_restricted(rules, 0, text.as_bytes()).unwrap_err().code;
/// assert_eq!(refused(Restrictions::UNIQUE_NAMES, r#"{"a":1,"\u0061":2}"#), ErrorCode::NameRepeated);
/// assert_eq!(refused(Restrictions::I_JSON, "[9007199254740992]"), ErrorCode::JsonIntegerInexact);
/// assert_eq!(refused(Restrictions::JSONB, r#""\u0000""#), ErrorCode::JsonNul);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Refuses a name that its object has already (312). Names are compared after unescaping.
    pub unique_names: bool,
    /// Refuses what RFC 7493 refuses: repeated names (312), lone surrogates (110), noncharacters (313), integers beyond
    /// 2^53 - 1 (315), and numbers that no finite double is near (606).
    pub i_json: bool,
    /// Refuses U+0000 in strings and names (314). Only the escape `\u0000` can write it.
    pub no_nul: bool,
    /// Refuses what PostgreSQL's `jsonb` refuses: U+0000 (314), lone surrogates (110), and numbers beyond `numeric`
    /// (316): 131,072 digits before the point, 16,383 after it. Its limits on lengths are those of
    /// [`JsonCheck`](crate::JsonCheck).
    pub jsonb: bool,
}

impl Restrictions {
    /// No rules beyond RFC 8259.
    pub const NONE: Restrictions = Restrictions { unique_names: false, i_json: false, no_nul: false, jsonb: false };
    /// No repeated names.
    pub const UNIQUE_NAMES: Restrictions = Restrictions { unique_names: true, ..Restrictions::NONE };
    /// RFC 7493.
    pub const I_JSON: Restrictions = Restrictions { i_json: true, ..Restrictions::NONE };
    /// What PostgreSQL's `jsonb` takes.
    pub const JSONB: Restrictions = Restrictions { jsonb: true, ..Restrictions::NONE };

    /// The names of the rules, which the command and all languages share.
    pub const NAMES: [&str; 4] = ["unique-names", "i-json", "no-nul", "jsonb"];

    /// The rules whose bits are set: bit N belongs to name N of [`Restrictions::NAMES`]. Other bits have no meaning.
    ///
    /// ```
    /// use stringmill::json::Restrictions;
    ///
    /// assert_eq!(Restrictions::from_bits(0b10), Restrictions::I_JSON);
    /// ```
    pub const fn from_bits(bits: u32) -> Restrictions {
        Restrictions {
            unique_names: bits & 1 != 0,
            i_json: bits >> 1 & 1 != 0,
            no_nul: bits >> 2 & 1 != 0,
            jsonb: bits >> 3 & 1 != 0,
        }
    }

    /// Adds the rule called `name`; `None` if no rule has that name.
    ///
    /// ```
    /// use stringmill::json::Restrictions;
    ///
    /// assert_eq!(Restrictions::NAMES, ["unique-names", "i-json", "no-nul", "jsonb"]);
    /// let rules = Restrictions::I_JSON.with("no-nul").expect("a rule");
    /// assert!(rules.i_json && rules.no_nul && rules.is_any() && rules.with("other").is_none());
    /// ```
    #[must_use]
    pub fn with(self, name: &str) -> Option<Restrictions> {
        let index = Restrictions::NAMES.iter().position(|known| *known == name)?;
        Some(Restrictions {
            unique_names: self.unique_names || index == 0,
            i_json: self.i_json || index == 1,
            no_nul: self.no_nul || index == 2,
            jsonb: self.jsonb || index == 3,
        })
    }

    /// Whether a rule is set.
    pub fn is_any(self) -> bool {
        self != Restrictions::NONE
    }

    pub(super) fn refuses_repeated(self) -> bool {
        self.unique_names || self.i_json
    }

    pub(crate) fn refuses_surrogates(self) -> bool {
        self.i_json || self.jsonb
    }

    pub(super) fn refuses_nul(self) -> bool {
        self.no_nul || self.jsonb
    }

    /// Whether names and numbers matter.
    pub(crate) fn judges_tokens(self) -> bool {
        self.refuses_repeated() || self.jsonb
    }
}
