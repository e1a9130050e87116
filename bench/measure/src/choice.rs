//! Which cases the words of a command line ask for.

/// Words that name operations, settings and contents. Those of one kind are alternatives: `json_escape html json` is
/// escaping of HTML and of JSON. Without words, everything is chosen.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    operations: Vec<String>,
    variants: Vec<String>,
    contents: Vec<String>,
}

impl Choice {
    /// The choice of `words`, given the known operations and settings. Any other word is a content.
    pub fn new<'k>(words: &[String], known: impl Iterator<Item = (&'k str, &'k str)> + Clone) -> Self {
        let mut choice = Choice::default();
        for word in words.iter().cloned() {
            if known.clone().any(|(operation, _)| operation == word) {
                choice.operations.push(word);
            } else if known.clone().any(|(_, variant)| variant == word) {
                choice.variants.push(word);
            } else {
                choice.contents.push(word);
            }
        }
        choice
    }

    /// Whether a case is chosen.
    pub fn has(&self, operation: &str, variant: &str, content: &str) -> bool {
        let allows = |named: &[String], name: &str| named.is_empty() || named.iter().any(|word| word == name);
        allows(&self.operations, operation) && allows(&self.variants, variant) && allows(&self.contents, content)
    }

    /// The words that name no operation and no setting, and must be contents.
    pub fn contents(&self) -> &[String] {
        &self.contents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(words: &str) -> Choice {
        let known =
            [("json_escape", "copy"), ("json_escape", "ascii"), ("json_unescape", "ascii"), ("utf8_validate", "-")];
        Choice::new(&words.split_whitespace().map(String::from).collect::<Vec<_>>(), known.into_iter())
    }

    #[test]
    fn words_of_one_kind_are_alternatives() {
        let choice = choice("json_escape html json");
        assert!(choice.has("json_escape", "copy", "html") && choice.has("json_escape", "ascii", "json"));
        assert!(!choice.has("json_escape", "copy", "clean") && !choice.has("utf8_validate", "-", "html"));
        assert_eq!(choice.contents(), ["html", "json"]);
    }

    #[test]
    fn without_words_of_a_kind_all_of_it_is_chosen() {
        assert!(choice("").has("utf8_validate", "-", "html"));
        assert!(choice("ascii").has("json_unescape", "ascii", "cjk"));
        assert!(!choice("ascii").has("json_escape", "copy", "cjk"));
    }
}
