//! Which cases the words of a command line ask for.

use crate::operation::OPERATIONS;

/// Words that name operations, settings and contents. Those of one kind are alternatives: `json_escape html json` is
/// escaping of HTML and of JSON. Without words, everything is chosen.
#[derive(Clone, Debug, Default)]
pub struct Choice(Vec<String>);

impl Choice {
    /// The choice that `words` make.
    pub fn new(words: Vec<String>) -> Self {
        Choice(words)
    }

    /// Whether a case is chosen.
    pub fn has(&self, operation: &str, variant: &str, content: &str) -> bool {
        let allows = |name: &str, kind: Kind| {
            let mut named = self.0.iter().filter(|word| Kind::of(word) == kind).peekable();
            named.peek().is_none() || named.any(|word| word == name)
        };
        allows(operation, Kind::Operation) && allows(variant, Kind::Variant) && allows(content, Kind::Content)
    }

    /// The words that name no operation and no setting, and must be contents.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|word| Kind::of(word) == Kind::Content)
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Operation,
    Variant,
    Content,
}

impl Kind {
    fn of(word: &str) -> Kind {
        if OPERATIONS.iter().any(|operation| operation.id == word) {
            Kind::Operation
        } else if OPERATIONS.iter().any(|operation| operation.variant == word) {
            Kind::Variant
        } else {
            Kind::Content
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(words: &str) -> Choice {
        Choice::new(words.split_whitespace().map(String::from).collect())
    }

    #[test]
    fn words_of_one_kind_are_alternatives() {
        let choice = choice("json_escape html json");
        assert!(choice.has("json_escape", "copy", "html") && choice.has("json_escape", "reject", "json"));
        assert!(!choice.has("json_escape", "copy", "clean") && !choice.has("utf8_validate", "-", "html"));
        assert_eq!(choice.contents().collect::<Vec<_>>(), ["html", "json"]);
    }

    #[test]
    fn without_words_of_a_kind_all_of_it_is_chosen() {
        assert!(choice("").has("utf8_validate", "-", "html"));
        assert!(choice("ascii").has("json_unescape", "ascii", "cjk"));
        assert!(!choice("ascii").has("json_escape", "copy", "cjk"));
    }
}
