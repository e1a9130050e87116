//! Documents of the shapes that programs send each other: lists of names, users, orders, products, chat, places, numbers, a log,
//! and the words of a screen in eight languages. Their words come from `bench/corpus/words`, in random order.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;
use stringmill_random::Random;

/// The languages whose screens and names are drawn.
const LANGUAGES: [&str; 8] = ["de", "en", "es", "fr", "ja", "pl", "ru", "zh"];
const NAMES: [&str; 6] = ["de", "en", "fr", "ja", "pl", "ru"];

/// The lists of words.
struct Words(Vec<(String, Vec<String>)>);

impl Words {
    fn read(folder: &Path) -> io::Result<Words> {
        let mut lists = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            lists.push((name, fs::read_to_string(&path)?.lines().map(str::to_owned).collect()));
        }
        Ok(Words(lists))
    }

    fn list(&self, name: &str) -> io::Result<&[String]> {
        let found = self.0.iter().find(|(list, words)| list == name && !words.is_empty());
        found.map(|(_, words)| &words[..]).ok_or_else(|| io::Error::other(format!("no words in {name}.txt")))
    }
}

/// What documents are drawn from.
struct Draw<'a> {
    random: Random,
    words: &'a Words,
}

impl Draw<'_> {
    fn word(&mut self, list: &str) -> io::Result<String> {
        let words = self.words.list(list)?;
        Ok(words[self.random.within(0, words.len())].clone())
    }

    fn name(&mut self) -> io::Result<String> {
        let language = self.random.pick(&NAMES);
        self.word(&format!("{language}-names"))
    }

    /// A time of one year, as RFC 3339 has it.
    fn time(&mut self) -> String {
        let mut part = |low, high| self.random.within(low, high);
        let (month, day, hour) = (part(1, 13), part(1, 29), part(0, 24));
        format!("2024-{month:02}-{day:02}T{hour:02}:{:02}:{:02}.{:03}Z", part(0, 60), part(0, 60), part(0, 1000))
    }

    /// A number with that many digits behind the point.
    fn decimal(&mut self, high: usize, digits: usize) -> String {
        format!("{}.{:0digits$}", self.random.within(0, high), self.random.within(0, 10_usize.pow(digits as u32)))
    }

    fn id(&mut self) -> String {
        self.random.within(1, 100_000_000).to_string()
    }
}

/// A string of JSON. The words have no control characters but line feeds.
fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// An object of JSON. The values are JSON.
fn object(members: &[(&str, String)]) -> String {
    let members = members.iter().map(|(name, value)| format!("{}:{value}", string(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// An array of `count` values of JSON.
fn array(count: usize, mut value: impl FnMut() -> io::Result<String>) -> io::Result<String> {
    let values = (0..count).map(|_| value()).collect::<io::Result<Vec<_>>>()?;
    Ok(format!("[{}]", values.join(",")))
}

/// Writes each document into its file. Returns how many there are.
pub(crate) fn write(texts: &Path, folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let words = Words::read(&texts.join("words"))?;
    let mut draw = Draw { random: Random::new(43), words: &words };
    let mut documents = vec![
        ("users.json".to_owned(), array(500, || user(&mut draw))?),
        ("order.json".to_owned(), order(&mut draw)?),
        ("orders.json".to_owned(), array(200, || order(&mut draw))?),
        ("products.json".to_owned(), array(500, || product(&mut draw))?),
        ("chat.json".to_owned(), array(500, || message(&mut draw))?),
        ("places.geojson".to_owned(), places(&mut draw)?),
        ("numbers.json".to_owned(), numbers(&mut draw)?),
        ("log.ndjson".to_owned(), log(&mut draw)?),
    ];
    for language in NAMES {
        let list = format!("{language}-names");
        documents.push((format!("names-{language}.json"), array(1000, || Ok(string(&draw.word(&list)?)))?));
    }
    for language in LANGUAGES {
        documents.push((format!("screen-{language}.json"), screen(&mut draw, language)?));
    }
    for (name, text) in &documents {
        fs::write(folder.join(name), text)?;
    }
    Ok(documents.len())
}

fn user(draw: &mut Draw<'_>) -> io::Result<String> {
    let (id, first, last) = (draw.id(), draw.name()?, draw.name()?);
    let (city, birthday) = (draw.word("fr-cities")?, draw.time());
    let roles = ["reader", "author", "editor", "owner"];
    let count = draw.random.within(0, 4);
    Ok(object(&[
        ("id", id.clone()),
        ("first name", string(&first)),
        ("last name", string(&last)),
        ("mail", string(&format!("user.{id}@example.org"))),
        ("city", string(&city)),
        ("birthday", string(&birthday[..10])),
        ("active", (!draw.random.once_in(5)).to_string()),
        ("score", draw.decimal(100, 2)),
        ("picture", string(&format!("https://img.example.org/u/{id}/96x96.webp?v=3"))),
        ("roles", array(count, || Ok(string(draw.random.pick(&roles))))?),
        ("manager", if draw.random.once_in(3) { "null".to_owned() } else { draw.id() }),
    ]))
}

fn order(draw: &mut Draw<'_>) -> io::Result<String> {
    let customer = object(&[
        ("name", string(&format!("{} {}", draw.name()?, draw.name()?))),
        ("mail", string(&format!("customer.{}@example.org", draw.id()))),
        ("vip", draw.random.once_in(8).to_string()),
    ]);
    let count = draw.random.within(1, 9);
    let items = array(count, || {
        Ok(object(&[
            ("sku", string(&format!("A-{}", draw.random.within(1, 9999)))),
            ("name", string(&draw.word("titles")?)),
            ("count", draw.random.within(1, 10).to_string()),
            ("price", draw.decimal(300, 2)),
        ]))
    })?;
    let note = if draw.random.once_in(3) {
        string(&format!("{}\n{}", draw.word("chat")?, draw.word("chat")?))
    } else {
        "null".into()
    };
    let members = [("id", draw.id()), ("time", string(&draw.time())), ("customer", customer), ("items", items)];
    Ok(object(&[&members[..], &[("total", draw.decimal(2000, 2)), ("note", note)]].concat()))
}

fn product(draw: &mut Draw<'_>) -> io::Result<String> {
    let (id, title) = (draw.id(), draw.word("titles")?);
    let count = draw.random.within(1, 5);
    Ok(object(&[
        ("id", id.clone()),
        ("title", string(&title)),
        ("price", string(&format!("{} €", draw.decimal(300, 2)))),
        ("stock", draw.random.within(0, 500).to_string()),
        ("rating", draw.decimal(5, 1)),
        ("url", string(&format!("https://shop.example.org/p/{id}?ref=list&lang=de"))),
        ("tags", array(count, || Ok(string(&draw.word("en-keys")?)))?),
    ]))
}

fn message(draw: &mut Draw<'_>) -> io::Result<String> {
    let members = [("id", draw.id()), ("from", string(&draw.name()?)), ("at", string(&draw.time()))];
    Ok(object(&[&members[..], &[("text", string(&draw.word("chat")?))]].concat()))
}

/// GeoJSON (RFC 7946): polygons of cities.
fn places(draw: &mut Draw<'_>) -> io::Result<String> {
    let features = array(60, || {
        let (name, count) = (draw.word("fr-cities")?, draw.random.within(20, 120));
        let ring = array(count, || Ok(format!("[{},{}]", draw.decimal(9, 6), draw.decimal(90, 6))))?;
        let geometry = object(&[("type", string("Polygon")), ("coordinates", format!("[{ring}]"))]);
        let properties = object(&[("name", string(&name)), ("population", draw.id())]);
        Ok(object(&[("type", string("Feature")), ("properties", properties), ("geometry", geometry)]))
    })?;
    Ok(object(&[("type", string("FeatureCollection")), ("features", features)]))
}

fn numbers(draw: &mut Draw<'_>) -> io::Result<String> {
    let mut members = Vec::new();
    for at in 0..2000 {
        let name = format!("{} {at}", draw.word("en-keys")?);
        let value = if draw.random.once_in(2) { draw.id() } else { draw.decimal(10_000, 3) };
        members.push(format!("{}:{value}", string(&name)));
    }
    Ok(format!("{{{}}}", members.join(",")))
}

/// Records of a web service, one a line.
fn log(draw: &mut Draw<'_>) -> io::Result<String> {
    let mut lines = String::new();
    for _ in 0..1000 {
        let status = draw.random.pick(&["200", "200", "200", "301", "404", "500"]);
        let record = object(&[
            ("time", string(&draw.time())),
            ("level", string(draw.random.pick(&["DEBUG", "INFO", "WARN"]))),
            ("path", string(&format!("/shop/item?id={}&lang={}", draw.id(), draw.random.pick(&LANGUAGES)))),
            ("status", status.to_owned()),
            ("ms", draw.random.within(1, 400).to_string()),
            ("agent", string("Example/5.0 (X11; Linux x86_64)")),
        ]);
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{record}");
    }
    Ok(lines)
}

/// The words of a screen by their keys.
fn screen(draw: &mut Draw<'_>, language: &str) -> io::Result<String> {
    let labels = draw.words.list(&format!("{language}-ui"))?;
    let keys = draw.words.list("en-keys")?;
    let members = labels.iter().zip(keys).map(|(label, key)| format!("{}:{}", string(key), string(label)));
    Ok(format!("{{{}}}", members.collect::<Vec<_>>().join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_escapes_what_json_must() {
        assert_eq!(string("27\" \\ a\nb/é"), r#""27\" \\ a\nb/é""#);
    }

    #[test]
    fn the_documents_are_the_same_on_every_machine() {
        let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/corpus");
        let words = Words::read(&texts.join("words")).unwrap();
        let draw = || user(&mut Draw { random: Random::new(43), words: &words }).unwrap();
        assert_eq!(draw(), draw());
        assert!(LANGUAGES.iter().all(|language| words.list(&format!("{language}-ui")).unwrap().len() == 64));
        assert!(words.list("absent").is_err());
    }
}
