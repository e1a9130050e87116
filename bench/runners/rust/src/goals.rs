//! Goals for speed and memory: the tables of `bench/goals/`, which its README explains.

use crate::folder::BENCH;
use std::path::Path;

/// A figure that ours should reach on one content.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    /// The heading above its table.
    pub(crate) title: String,
    pub(crate) operation: String,
    pub(crate) variant: String,
    pub(crate) content: String,
    /// The shortest and the longest length that count.
    pub(crate) lengths: [usize; 2],
    /// The peers that count; the best of all if none is named.
    pub(crate) peers: Vec<String>,
    /// The tier of a kernel, or the kind of kernels in Java and .NET.
    pub(crate) kernels: String,
    pub(crate) bound: Bound,
}

/// A bound on a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// At least this many times faster than the peers.
    Faster(f64),
    /// At least this many GB of input in a second.
    Gbps(f64),
    /// At most this many nanoseconds more than the peers.
    Extra(f64),
    /// At most this many bytes allocated by a call.
    Bytes(f64),
    /// At most this share of the memory that the peers take.
    Memory(f64),
}

impl Bound {
    /// The bound that a cell has.
    fn parse(cell: &str) -> Option<Bound> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| *number > 0.0);
        let unit = |unit: &str| cell.strip_suffix(unit).and_then(number);
        if let Some(extra) = cell.strip_prefix('+') {
            return extra.strip_suffix(" ns").and_then(number).map(Bound::Extra);
        }
        (unit("x").map(Bound::Faster))
            .or_else(|| unit(" GB/s").map(Bound::Gbps))
            .or_else(|| unit(" B").map(Bound::Bytes))
            .or_else(|| unit(" memory").map(Bound::Memory))
    }
}

/// The goals for the record of this name.
pub(crate) fn of_record(name: &str) -> Result<Vec<Goal>, String> {
    let part = name.rsplit('-').next().filter(|part| ["java", "php", "dotnet"].contains(part)).unwrap_or("kernels");
    let path = Path::new(BENCH).join(format!("goals/{part}.md"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The goals of all tables of a page, in the order of their rows.
fn parse(text: &str) -> Result<Vec<Goal>, String> {
    let mut goals = Vec::new();
    let (mut title, mut peers, mut columns) = (String::new(), Vec::new(), None);
    for (line, number) in text.lines().zip(1..) {
        let mut read = || -> Result<(), String> {
            if let Some(heading) = line.strip_prefix('#') {
                title = heading.trim_start_matches('#').trim().to_owned();
            } else if let Some(named) = line.strip_prefix("Beside: ") {
                peers = list(named);
            }
            let Some(cells) = cells(line)? else {
                columns = None;
                return Ok(());
            };
            match &columns {
                None => columns = Some(Columns::parse(&cells)?),
                Some(_) if cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')) => {}
                Some(columns) => columns.row(&title, &peers, &cells, &mut goals)?,
            }
            Ok(())
        };
        read().map_err(|error| format!("line {number}: {error}"))?;
    }
    Ok(goals)
}

/// The cells of a line of a table; none of another line.
fn cells(line: &str) -> Result<Option<Vec<&str>>, String> {
    let Some(inside) = line.strip_prefix('|') else { return Ok(None) };
    let inside = inside.strip_suffix('|').ok_or("a row ends with |")?;
    Ok(Some(inside.split('|').map(str::trim).collect()))
}

/// The items of a list with commas.
fn list(cell: &str) -> Vec<String> {
    cell.split(", ").map(str::to_owned).collect()
}

/// The columns of a table: keys first, then those of figures. Each key column is found by its name; the one of variant,
/// lengths and kernels that has no column of its own heads the columns of figures.
struct Columns {
    keys: Vec<String>,
    heads: &'static str,
    figures: Vec<String>,
}

const KEYS: [&str; 6] = ["operation", "variant", "contents", "lengths", "kernels", "beside"];

impl Columns {
    fn parse(cells: &[&str]) -> Result<Columns, String> {
        let keys: Vec<_> = cells.iter().take_while(|cell| KEYS.contains(cell)).map(|&cell| cell.to_owned()).collect();
        let figures: Vec<_> = cells[keys.len()..].iter().map(|&cell| cell.to_owned()).collect();
        let has = |key: &str| keys.iter().any(|name| name == key);
        let absent: Vec<_> = ["variant", "lengths", "kernels"].into_iter().filter(|key| !has(key)).collect();
        let (&[heads], true, true) = (&absent[..], has("operation"), has("contents")) else {
            return Err("a table has the columns operation, contents, and two of variant, lengths, kernels".into());
        };
        if figures.is_empty() || figures.iter().any(|figure| figure.is_empty() || KEYS.contains(&figure.as_str())) {
            return Err(format!("columns of figures are named by {heads}, and follow the others"));
        }
        Ok(Columns { keys, heads, figures })
    }

    /// Adds the goals of a row: each cell of a figure, for each operation, variant and content of the row.
    fn row(&self, title: &str, peers: &[String], cells: &[&str], goals: &mut Vec<Goal>) -> Result<(), String> {
        if cells.len() != self.keys.len() + self.figures.len() {
            return Err("a row has as many cells as its table has columns".into());
        }
        let (keys, figures) = cells.split_at(self.keys.len());
        let before = goals.len();
        for (head, cell) in self.figures.iter().zip(figures).filter(|(_, cell)| !cell.is_empty()) {
            let of = |key: &str| {
                let found = self.keys.iter().position(|name| name == key).map(|at| keys[at]);
                if key == self.heads { Some(head.as_str()) } else { found.filter(|cell| !cell.is_empty()) }
            };
            let needed = |key: &str| of(key).ok_or_else(|| format!("{key} is empty"));
            let (operations, variants) = (list(needed("operation")?), list(needed("variant")?));
            let bound = Bound::parse(cell).ok_or_else(|| format!("'{cell}' is no figure"))?;
            let peers = match of("beside") {
                Some("best peer") => Vec::new(),
                Some(named) => list(named),
                None => peers.to_vec(),
            };
            let triples =
                operations.iter().flat_map(|operation| variants.iter().map(move |variant| (operation, variant)));
            for (operation, variant) in triples {
                for content in list(needed("contents")?) {
                    goals.push(Goal {
                        title: title.to_owned(),
                        operation: operation.clone(),
                        variant: variant.clone(),
                        content,
                        lengths: lengths(needed("lengths")?)?,
                        peers: peers.clone(),
                        kernels: needed("kernels")?.to_owned(),
                        bound,
                    });
                }
            }
        }
        if goals.len() == before { Err("a row without a figure".into()) } else { Ok(()) }
    }
}

/// `8` or `8-64`.
fn lengths(cell: &str) -> Result<[usize; 2], String> {
    let (from, to) = cell.split_once('-').unwrap_or((cell, cell));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok([from, to]),
        _ => Err(format!("'{cell}' is no length")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_a_goal() {
        let page = "# All\n\nBeside: one peer\n\n## Title\n\n\
                    | operation | contents | kernels | beside | variant | 8 | 16-32 |\n|---|---|---|---|---|---|---|\n\
                    | a, b | x, y | avx2 | best peer | - | 2x | |\n| a | x | avx512 | | v, w | | +0.5 ns |\n\n\
                    | operation | contents | lengths | variant | pure |\n|---|---|---|---|---|\n| c | z | 1 | - | 1 memory |\n";
        let goals = parse(page).unwrap();
        assert_eq!(goals.len(), 4 + 2 + 1);
        let first = Goal {
            title: "Title".into(),
            operation: "a".into(),
            variant: "-".into(),
            content: "x".into(),
            lengths: [8, 8],
            peers: Vec::new(),
            kernels: "avx2".into(),
            bound: Bound::Faster(2.0),
        };
        assert_eq!(goals[0], first);
        assert_eq!(goals[5].variant, "w");
        assert_eq!(
            (goals[4].lengths, &goals[4].peers[..], goals[4].bound),
            ([16, 32], &["one peer".to_owned()][..], Bound::Extra(0.5))
        );
        assert_eq!((goals[6].kernels.as_str(), goals[6].bound), ("pure", Bound::Memory(1.0)));
    }

    #[test]
    fn a_table_is_read_strictly() {
        let table = |head: &str, row: &str| parse(&format!("{head}\n|---|---|---|---|---|\n{row}\n")).unwrap_err();
        let head = "| operation | contents | kernels | variant | 8 |";
        assert_eq!(table(head, "| a | x | avx2 | - | 2 |"), "line 3: '2' is no figure");
        assert_eq!(table(head, "| a | x | avx2 | - | |"), "line 3: a row without a figure");
        assert_eq!(table(head, "| a | | avx2 | - | 2x |"), "line 3: contents is empty");
        assert_eq!(table(head, "| a | x | avx2 | 2x |"), "line 3: a row has as many cells as its table has columns");
        assert_eq!(table(head, "| a | x | avx2 | - | 2x"), "line 3: a row ends with |");
        assert!(table("| operation | contents | lengths | 8 | 9 |", "").starts_with("line 1: a table has"));
        let none = "| operation | contents | variant | kernels | x8 |";
        assert_eq!(table(none, "| a | x | - | avx2 | 2x |"), "line 3: 'x8' is no length");
    }
}
