//! `docs/hourglass.svg` and the list of layers in `docs/architecture.md`: the crates of `spec/layers.toml` in rows, each above all
//! crates that it uses.

use crate::spec;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Crates that are not part of a front end or of the core, although they stand in `core/`.
const LEFT_OUT: &[&str] = &["core/fuzz"];
/// The crate with the public API.
const WAIST: &str = "core/stringmill";
/// Front ends without a crate, and the crate that each calls.
const WITHOUT_CRATE: &[(&str, &str)] = &[("php", "core/capi"), ("dotnet", "core/capi")];

const WIDTH: i32 = 940;
const ROW: i32 = 76;
const BOX: (i32, i32) = (130, 40);
const WAIST_WIDTH: i32 = 520;
const GAP: i32 = 60;

#[derive(Deserialize)]
struct Layers {
    #[serde(rename = "crate")]
    crates: Vec<Crate>,
}

#[derive(Deserialize)]
struct Crate {
    folder: String,
    uses: Vec<String>,
}

/// Who uses whom directly.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The picture, and the list.
pub(crate) fn generate() -> Result<(String, String), String> {
    let layers: Layers = spec::read("spec/layers.toml")?;
    let is_shown = |folder: &str| {
        let part = folder.split('/').next().unwrap_or_default();
        !matches!(part, "bench" | "tools") && !LEFT_OUT.contains(&folder)
    };
    let crates = layers.crates.into_iter().filter(|one| is_shown(&one.folder));
    let mut uses: Uses = crates.map(|one| (one.folder, one.uses.into_iter().collect())).collect();
    for (folder, called) in WITHOUT_CRATE {
        if !spec::root().join(folder).is_dir() {
            return Err(format!("tools/gen: there is no folder {folder}"));
        }
        uses.insert((*folder).to_owned(), BTreeSet::from([(*called).to_owned()]));
    }
    for used in uses.values_mut() {
        used.retain(|folder| is_shown(folder));
    }
    Ok((drawn(&uses), listed(&uses)))
}

/// All crates that `folder` uses, directly or not.
fn below<'a>(uses: &'a Uses, folder: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&str> = uses.get(folder).into_iter().flatten().map(String::as_str).collect();
    while let Some(next) = waiting.pop() {
        if found.insert(next) {
            waiting.extend(uses.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    found
}

/// The row of `folder`, from the lowest: one above the highest crate that it uses.
fn row(uses: &Uses, folder: &str) -> usize {
    uses.get(folder).into_iter().flatten().map(|used| row(uses, used) + 1).max().unwrap_or(0)
}

/// The arrows of `folder`: without crates that it reaches through another one.
fn arrows<'a>(uses: &'a Uses, folder: &str) -> Vec<&'a str> {
    let direct = &uses[folder];
    let through: BTreeSet<&str> = direct.iter().flat_map(|used| below(uses, used)).collect();
    direct.iter().map(String::as_str).filter(|used| !through.contains(used)).collect()
}

/// A line for each row, the highest first: its crates, each with those of its arrows.
fn listed(uses: &Uses) -> String {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for folder in uses.keys() {
        let arrows = arrows(uses, folder).join(" ").replace("core/", "");
        let text = if arrows.is_empty() { folder.clone() } else { format!("{folder} -> {arrows}") };
        rows.entry(row(uses, folder)).or_default().push(text);
    }
    let lines = rows.iter().rev().map(|(row, crates)| format!("{row}  {}\n", crates.join("\n   ")));
    format!("```text\n{}```\n", lines.collect::<String>())
}

/// The middle of each box's upper edge.
fn places(uses: &Uses) -> BTreeMap<&str, (i32, i32)> {
    let mut rows: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for folder in uses.keys() {
        rows.entry(row(uses, folder)).or_default().push(folder);
    }
    let count = rows.len() as i32;
    let mut places = BTreeMap::new();
    for (row, folders) in rows {
        let y = 20 + ROW * (count - 1 - row as i32);
        let (len, step) = (folders.len() as i32, BOX.0 + GAP);
        places.extend((0..).zip(folders).map(|(at, folder)| (folder, (WIDTH / 2 + (2 * at - len + 1) * step / 2, y))));
    }
    places
}

fn drawn(uses: &Uses) -> String {
    let places = places(uses);
    let bottom = places.values().map(|(_, y)| y + BOX.1).max().unwrap_or(0);
    let height = bottom + 44;
    let names = uses.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-labelledby="title about" font-family="system-ui, sans-serif" font-size="14"><!-- Generated from spec/layers.toml by tools/gen hourglass. -->
  <title id="title">stringmill: the hourglass</title>
  <desc id="about">Each of these uses only what is below it: {names}.</desc>
  <defs>
    <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#667"/></marker>
    <style>
      .bg {{ fill: #fff }} .box {{ fill: #fff; stroke: #345; stroke-width: 1.5 }} .waist {{ fill: #ffe9b8; stroke: #a66f00; stroke-width: 2 }}
      .line {{ stroke: #667; stroke-width: 1.5; fill: none; marker-end: url(#arrow) }} text {{ fill: #123; text-anchor: middle }} .small {{ font-size: 12px; fill: #456 }}
    </style>
  </defs>
  <rect class="bg" width="{WIDTH}" height="{height}"/>
"##
    );
    for folder in places.keys() {
        for used in arrows(uses, folder) {
            let _ = writeln!(svg, r#"  <path class="line" d="{}"/>"#, line(&places, folder, used));
        }
    }
    for (folder, (x, y)) in &places {
        let (class, width) = (if *folder == WAIST { "waist" } else { "box" }, width(folder));
        let _ = writeln!(
            svg,
            r#"  <rect class="{class}" x="{}" y="{y}" width="{width}" height="{}" rx="6"/><text x="{x}" y="{}">{folder}</text>"#,
            x - width / 2,
            BOX.1,
            y + 25
        );
    }
    let _ = writeln!(
        svg,
        "  <text class=\"small\" x=\"{}\" y=\"{}\">An arrow means: uses. Arrows that follow from others are left out.</text>\n</svg>",
        WIDTH / 2,
        height - 14
    );
    svg
}

/// The line from `folder` to `used`: straight, or through the gap beside a box that is in its way.
fn line(places: &BTreeMap<&str, (i32, i32)>, folder: &str, used: &str) -> String {
    let ((x, y), (used_x, used_y)) = (places[folder], places[used]);
    let (half, end) = (width(folder) / 2 - 10, width(used) / 2 - 10);
    let from_x = used_x.clamp(x - half, x + half);
    let to_x = from_x.clamp(used_x - end, used_x + end);
    let (from_y, to_y) = (y + BOX.1, used_y - 2);
    let is_in_the_way = |&(other_x, other_y): &(i32, i32)| {
        let at = from_x + (to_x - from_x) * (other_y - y) / (used_y - y);
        other_y > y && other_y < used_y && (at - other_x).abs() <= BOX.0 / 2
    };
    if places.values().any(is_in_the_way) {
        let beside = x + (BOX.0 + GAP) / 2 + (BOX.0 + GAP) / 4;
        return format!("M{} {from_y}Q{beside} {} {} {to_y}", x + half, (from_y + to_y) / 2, used_x + end);
    }
    format!("M{from_x} {from_y}L{to_x} {to_y}")
}

fn width(folder: &str) -> i32 {
    if folder == WAIST { WAIST_WIDTH } else { BOX.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_that_follow_from_others_are_left_out() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let uses =
            Uses::from([("a".to_owned(), set(&["b", "c"])), ("b".to_owned(), set(&["c"])), ("c".to_owned(), set(&[]))]);
        assert_eq!(arrows(&uses, "a"), ["b"]);
        assert_eq!(["a", "b", "c"].map(|folder| row(&uses, folder)), [2, 1, 0]);
    }

    #[test]
    fn a_line_goes_around_a_box() {
        let places = BTreeMap::from([("a", (100, 20)), ("b", (100, 96)), ("c", (100, 172))]);
        assert_eq!(line(&places, "a", "b"), "M100 60L100 94");
        assert_eq!(line(&places, "a", "c"), "M155 60Q242 115 155 170");
    }
}
