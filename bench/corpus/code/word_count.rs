use std::collections::HashMap;
use std::io::{self, Read};

/// Counts how often each word occurs.
fn count(text: &str) -> HashMap<&str, usize> {
    let mut words = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *words.entry(word).or_default() += 1;
    }
    words
}

/// The `most` frequent words, the first of equals by name.
fn top(words: &HashMap<&str, usize>, most: usize) -> Vec<(String, usize)> {
    let mut rows: Vec<_> = words.iter().map(|(word, n)| (word.to_string(), *n)).collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    rows.truncate(most);
    rows
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    for (word, n) in top(&count(&text), 20) {
        println!("{n:>8}\t\"{word}\"");
    }
    Ok(())
}

#[test]
fn words_are_counted() {
    assert_eq!(top(&count("a b, a\n\"b\" a"), 1), [("a".to_string(), 3)]);
}
