//! A picture of a whole response: the time for 30,000 blobs, ours beside the stock generator.

use crate::folder::from_toml;
use crate::row::Row;
use serde::Deserialize;
use std::fmt::Write;

const OPERATION: &str = "response";

/// What is read of `cases/java.toml`.
#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    operation: String,
    /// The time of a response, in times of a row.
    per: Option<f64>,
}

/// A bar: who, on which Java, and milliseconds.
struct Bar {
    label: String,
    is_ours: bool,
    millis: f64,
    /// The time of the stock generator divided by this one.
    ratio: f64,
}

const WIDTH: usize = 760;
const LEFT: usize = 190;
const LONGEST: f64 = 400.0;
const ROW: usize = 22;
const GAP: usize = 34;
const HEAD: usize = 62;

/// Blue is ours as in the other pictures, on light and dark ground.
const STYLE: &str = "\
    .ground { fill: #ffffff } text { fill: #1b2733 } .dim { fill: #5b6b7a }
    .ours { fill: #3f8fd0 } .stock { fill: #b9c3cc }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0f161d } text { fill: #e3eaf0 } .dim { fill: #93a3b1 }
      .ours { fill: #1b80cb } .stock { fill: #4a5763 }
    }";

/// The picture, if the record of this name has the case.
pub(crate) fn picture(rows: &[Row], record: &str, processor: &str) -> Result<Option<String>, String> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.operation == OPERATION).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let cases: Cases = from_toml("cases/java.toml")?;
    let per = cases.cases.iter().find(|case| case.operation == OPERATION).and_then(|case| case.per).unwrap_or(1.0);
    let mut contents: Vec<&str> = rows.iter().map(|row| row.content.as_str()).collect();
    contents.sort_unstable();
    contents.dedup();
    let groups: Vec<(&str, Vec<Bar>)> = contents.iter().map(|&content| (content, bars(&rows, content, per))).collect();
    Ok(Some(svg(&groups, record, processor)))
}

/// The bars of one content, Java by Java, each time the stock generator first.
fn bars(rows: &[&Row], content: &str, per: f64) -> Vec<Bar> {
    let here = || rows.iter().filter(|row| row.content == content);
    let mut variants: Vec<&str> = here().map(|row| row.variant.as_str()).collect();
    variants.dedup();
    let mut bars = Vec::new();
    for variant in variants {
        let of = || here().filter(|row| row.variant == variant);
        let Some(stock) = of().find(|row| row.is_peer()) else { continue };
        let java = variant.rsplit("jdk").next().unwrap_or_default();
        for row in of().filter(|row| row.is_peer()).chain(of().filter(|row| !row.is_peer())) {
            bars.push(Bar {
                label: format!("Java {java}, {}", row.subject),
                is_ours: !row.is_peer(),
                millis: row.timing.median * per / 1e6,
                ratio: stock.timing.median / row.timing.median,
            });
        }
    }
    bars
}

fn svg(groups: &[(&str, Vec<Bar>)], record: &str, processor: &str) -> String {
    let high = HEAD + groups.iter().map(|(_, bars)| GAP + ROW * bars.len()).sum::<usize>() + 16;
    let title = "A response of 30,000 texts, 100 MB, from arrays of bytes to JSON";
    let about = format!("Milliseconds; shorter is better. {processor}. {record}.csv");
    let most = groups.iter().flat_map(|(_, bars)| bars).map(|bar| bar.millis).fold(0.0, f64::max);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {high}\" width=\"{WIDTH}\" height=\"{high}\" \
         role=\"img\" aria-labelledby=\"title about\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"about\">{about}</desc>\n<style>\n{STYLE}\n</style>\n\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{high}\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"17\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"16\" y=\"48\" class=\"dim\">{about}</text>\n"
    );
    let mut top = HEAD;
    for (content, bars) in groups {
        // Writing to a string cannot fail.
        let _ =
            writeln!(svg, "<text x=\"16\" y=\"{}\" font-weight=\"bold\">{}</text>", top + 24, about_content(content));
        top += GAP;
        for Bar { label, is_ours, millis, ratio } in bars {
            let class = if *is_ours { "ours" } else { "stock" };
            let long = (millis / most * LONGEST).max(1.0);
            let says =
                if *is_ours { format!("{millis:.0} ms: {ratio:.1} times faster") } else { format!("{millis:.0} ms") };
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>\
                 <rect class=\"{class}\" x=\"{LEFT}\" y=\"{top}\" width=\"{long:.0}\" height=\"{}\"/>\
                 <text x=\"{:.0}\" y=\"{}\">{says}</text>",
                LEFT - 8,
                top + 14,
                ROW - 4,
                LEFT as f64 + long + 8.0,
                top + 14,
            );
            top += ROW;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A content in the words of people who did not name it.
fn about_content(content: &str) -> &str {
    match content {
        "clean" => "Text without a character to escape",
        "html" => "HTML",
        "mix" => "A mix of scripts and escapes",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_stands_before_ours_and_all_are_drawn() {
        let line = |java: u32, subject: &str, time: u32| {
            Row::parse(&format!("response,jackson2 jdk{java},html,1048576,{subject},1048576,{time}000000,1,1")).unwrap()
        };
        let rows = [
            line(17, "stringmill pure", 1),
            line(17, "jackson-core 2", 4),
            line(25, "stringmill pure", 1),
            line(25, "stringmill native", 2),
            line(25, "jackson-core 2", 9),
        ];
        let here: Vec<&Row> = rows.iter().collect();
        let said: Vec<String> = bars(&here, "html", 100.0)
            .iter()
            .map(|bar| format!("{} {:.0} {:.1}", bar.label, bar.millis, bar.ratio))
            .collect();
        assert_eq!(
            said,
            [
                "Java 17, jackson-core 2 400 1.0",
                "Java 17, stringmill pure 100 4.0",
                "Java 25, jackson-core 2 900 1.0",
                "Java 25, stringmill pure 100 9.0",
                "Java 25, stringmill native 200 4.5",
            ]
        );
        let svg = picture(&rows, "r", "p").unwrap().unwrap();
        assert_eq!(svg.matches("times faster").count(), 3);
        assert!(picture(&[], "r", "p").unwrap().is_none());
    }
}
