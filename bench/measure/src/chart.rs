//! A table of numbers as a picture: a row for each case, a column for each length, a colour for each number. Losses are
//! as plain to see as wins.

use std::fmt::Write;

/// A picture of groups of rows under common columns.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// A sentence or two on how to read it; one line each.
    pub about: Vec<String>,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Groups, from top to bottom.
    pub groups: Vec<Group>,
}

/// Rows with a title.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What the rows have in common.
    pub title: String,
    /// A label, and one cell for each column, or none.
    pub rows: Vec<(String, Vec<Option<Cell>>)>,
}

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// As it is shown.
    pub text: String,
    /// From -4, far worse, over 0, about even, to 4, far better.
    pub grade: i8,
}

impl Cell {
    /// How many times faster than something else.
    pub fn ratio(ratio: f64) -> Cell {
        let text = match ratio {
            0.0..1.95 => format!("{ratio:.2}"),
            1.95..9.95 => format!("{ratio:.1}"),
            _ => format!("{ratio:.0}"),
        };
        let better = [1.05, 1.5, 3.0, 8.0].iter().filter(|&&limit| ratio >= limit).count() as i8;
        let worse = [0.95, 0.75, 0.5, 0.25].iter().filter(|&&limit| ratio < limit).count() as i8;
        Cell { text, grade: better - worse }
    }

    /// A rate in GB/s, coloured by its share of the limit.
    pub fn rate(rate: f64, limit: f64) -> Cell {
        let text = if rate < 9.95 { format!("{rate:.1}") } else { format!("{rate:.0}") };
        let grade = [0.08, 0.2, 0.4, 0.65].iter().filter(|&&share| rate / limit >= share).count() as i8;
        Cell { text, grade }
    }
}

const LABEL: usize = 118;
const CELL: usize = 33;
const ROW: usize = 18;
const GAP: usize = 24;
const MARGIN: usize = 16;
/// So that the sentences at the top fit.
const LEAST_WIDTH: usize = 700;

/// Colours that people with any colour vision tell apart: blue for better, orange for worse, on light and dark ground.
const STYLE: &str = "\
    .ground { fill: #ffffff } text { fill: #1b2733 } .dim { fill: #5b6b7a }
    .g0 { fill: #eceff1 } .g1 { fill: #d6e8f7 } .g2 { fill: #a9d0ee } .g3 { fill: #72b1e0 } .g4 { fill: #3f8fd0 }
    .l1 { fill: #fde6cf } .l2 { fill: #fac896 } .l3 { fill: #f3a257 } .l4 { fill: #e57b1f }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0f161d } text { fill: #e3eaf0 } .dim { fill: #93a3b1 }
      .g0 { fill: #27313a } .g1 { fill: #1c3a54 } .g2 { fill: #1c5079 } .g3 { fill: #1c68a3 } .g4 { fill: #1b80cb }
      .l1 { fill: #4a3115 } .l2 { fill: #6d4313 } .l3 { fill: #955710 } .l4 { fill: #bd6a0b }
    }";

impl Chart {
    /// The picture, in as many columns of groups as keep it from becoming long.
    pub fn svg(&self) -> String {
        let wide = LABEL + CELL * self.columns.len();
        let halves = self.halves();
        let head = 34 + 17 * self.about.len();
        let high = head + halves.iter().map(|half| height(half)).max().unwrap_or(0) + MARGIN;
        let width = (MARGIN + halves.len() * (wide + MARGIN)).max(LEAST_WIDTH);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {high}\" width=\"{width}\" height=\"{high}\" \
             role=\"img\" aria-labelledby=\"title about\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"about\">{}</desc>\n<style>\n{STYLE}\n</style>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{high}\"/>\n",
            escaped(&self.title),
            escaped(&self.about.join(" ")),
        );
        line(&mut svg, (MARGIN, 24), " font-size=\"16\" font-weight=\"bold\"", &self.title);
        for (number, about) in self.about.iter().enumerate() {
            line(&mut svg, (MARGIN, 44 + 17 * number), " class=\"dim\"", about);
        }
        for (number, half) in halves.iter().enumerate() {
            let mut top = head;
            for group in *half {
                self.draw(group, (MARGIN + number * (wide + MARGIN), top), &mut svg);
                top += height(std::slice::from_ref(group));
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The groups in one part, or in two that are about equally high.
    fn halves(&self) -> Vec<&[Group]> {
        let total = height(&self.groups);
        let cut = (1..self.groups.len()).min_by_key(|&cut| total.abs_diff(2 * height(&self.groups[..cut])));
        match cut {
            Some(cut) if total > 30 * ROW => vec![&self.groups[..cut], &self.groups[cut..]],
            _ => vec![&self.groups],
        }
    }

    fn draw(&self, group: &Group, (left, top): (usize, usize), svg: &mut String) {
        line(svg, (left, top + GAP - 6), " font-weight=\"bold\"", &group.title);
        let middle = |column: usize| left + LABEL + CELL * column + CELL / 2;
        let row_top = top + GAP;
        for (column, name) in self.columns.iter().enumerate() {
            line(svg, (middle(column), row_top + 13), " class=\"dim\" text-anchor=\"middle\" font-size=\"11\"", name);
        }
        for (number, (label, cells)) in group.rows.iter().enumerate() {
            let at = row_top + ROW * (number + 1);
            line(svg, (left, at + 13), "", label);
            for (column, cell) in cells.iter().enumerate() {
                let Some(Cell { text, grade }) = cell else { continue };
                let class = if *grade < 0 { format!("l{}", -grade) } else { format!("g{grade}") };
                // Writing to a string cannot fail.
                let _ = writeln!(
                    svg,
                    "<rect class=\"{class}\" x=\"{}\" y=\"{at}\" width=\"{}\" height=\"{}\"/>",
                    left + LABEL + CELL * column,
                    CELL - 1,
                    ROW - 1
                );
                line(svg, (middle(column), at + 13), " text-anchor=\"middle\"", text);
            }
        }
    }
}

fn height(groups: &[Group]) -> usize {
    groups.iter().map(|group| GAP + ROW * (group.rows.len() + 1) + 6).sum()
}

fn line(svg: &mut String, (x, y): (usize, usize), attributes: &str, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{attributes}>{}</text>", escaped(text));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_and_wins_have_their_grades() {
        let grades = [0.1, 0.3, 0.6, 0.9, 1.0, 1.1, 2.0, 5.0, 20.0].map(|ratio| Cell::ratio(ratio).grade);
        assert_eq!(grades, [-4, -3, -2, -1, 0, 1, 2, 3, 4]);
        assert_eq!(Cell::ratio(0.5).text, "0.50");
        assert_eq!(Cell::ratio(12.3).text, "12");
    }

    #[test]
    fn every_number_is_in_the_picture() {
        let row = |label: &str| (label.to_string(), vec![Some(Cell::ratio(0.4)), None, Some(Cell::ratio(7.0))]);
        let group = Group { title: "a < b".into(), rows: vec![row("one"), row("two")] };
        let chart = Chart {
            title: "Title".into(),
            about: vec!["How to read it.".into()],
            columns: ["4", "8", "16"].map(String::from).to_vec(),
            groups: vec![group; 12],
        };
        let svg = chart.svg();
        assert_eq!(svg.matches(">0.40</text>").count(), 24);
        assert_eq!(svg.matches(">7.0</text>").count(), 24);
        assert_eq!(svg.matches("a &lt; b").count(), 12);
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}
