//! The colours of the pictures, for light pages and for dark ones.

use std::fmt::Write as _;
use std::io;

/// A class of the picture, and its colours on a light page and on a dark one.
struct Color {
    class: &'static str,
    light: &'static str,
    dark: &'static str,
}

const BACKGROUND: Color = Color { class: "bg", light: "#F6F8FA", dark: "#161B22" };

const COLORS: [Color; 8] = [
    Color { class: "fg", light: "#1F2328", dark: "#E6EDF3" },
    Color { class: "dimmed", light: "#59636E", dark: "#9DA5AE" },
    Color { class: "fg-red", light: "#B31D28", dark: "#FF7B72" },
    Color { class: "fg-green", light: "#116329", dark: "#7EE787" },
    Color { class: "fg-yellow", light: "#7D4E00", dark: "#F2CC60" },
    Color { class: "fg-magenta", light: "#8250DF", dark: "#D2A8FF" },
    Color { class: "fg-cyan", light: "#0B6B75", dark: "#56D4DD" },
    Color { class: "fg-bright-cyan", light: "#0550AE", dark: "#79C0FF" },
];

/// Replaces the colours in the style of a picture. A colour without a replacement is an error.
pub(super) fn applied_to(svg: &str) -> io::Result<String> {
    let (mut applied, mut used) = (String::new(), vec![]);
    for line in svg.lines() {
        let rule = line.trim().strip_prefix('.').and_then(|rule| rule.split_once(" { "));
        match rule.filter(|(_, rest)| rest.starts_with("fill:") || rest.starts_with("opacity:")) {
            Some((class, _)) => {
                let color = COLORS.iter().chain([&BACKGROUND]).find(|color| color.class == class);
                used.push(color.ok_or_else(|| io::Error::other(format!("no colour for {class}")))?);
            }
            None if line.trim() == "</style>" => {
                for color in &used {
                    let _ = writeln!(applied, "    .{} {{ fill: {} }}", color.class, color.light);
                }
                applied.push_str("    @media (prefers-color-scheme: dark) {\n");
                for color in &used {
                    let _ = writeln!(applied, "      .{} {{ fill: {} }}", color.class, color.dark);
                }
                applied.push_str("    }\n");
                let _ = writeln!(applied, "{line}");
            }
            None => {
                let _ = writeln!(applied, "{line}");
            }
        }
    }
    Ok(applied)
}

#[cfg(test)]
mod tests {
    use super::{BACKGROUND, COLORS, applied_to};

    /// Returns the relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_colour_can_be_read() {
        assert!((contrast("#FFFFFF", "#000000") - 21.0).abs() < 1e-9);
        for color in COLORS {
            let [light, dark] =
                [contrast(color.light, BACKGROUND.light), contrast(color.dark, BACKGROUND.dark)];
            assert!(light >= 4.5 && dark >= 4.5, "{}: {light:.2}, {dark:.2}", color.class);
        }
    }

    #[test]
    fn a_colour_without_a_replacement_is_an_error() {
        let svg = |class: &str| format!("<style>\n    .{class} {{ fill: #AAAAAA }}\n  </style>\n");
        let applied = applied_to(&svg("fg-red")).unwrap();
        assert!(
            applied.contains(".fg-red { fill: #B31D28 }") && applied.contains(".fg-red { fill: #FF7B72 }")
        );
        assert!(!applied.contains("AAAAAA"));
        assert!(applied_to(&svg("fg-blue")).is_err());
    }
}
