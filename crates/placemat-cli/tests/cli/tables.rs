//! `table --bits` and `table --json`.

use placemat::{Codec, Encoding};
use serde_json::Value;

use super::command::placemat_with;

/// Tables 3-5 and 3-6 of the Unicode Standard, and what other documents show in their form.
#[test]
fn bits_are_shown_as_the_standard_shows_them() {
    const UTF_8: [&str; 4] = [
        "00000000 0xxxxxxx           0xxxxxxx                                U+0000..U+007F",
        "00000yyy yyxxxxxx           110yyyyy  10xxxxxx                      U+0080..U+07FF",
        "zzzzyyyy yyxxxxxx           1110zzzz  10yyyyyy  10xxxxxx            U+0800..U+D7FF U+E000..U+FFFF",
        "000uuuuu zzzzyyyy yyxxxxxx  11110uuu  10uuzzzz  10yyyyyy  10xxxxxx  U+10000..U+10FFFF",
    ];
    let utf_16 = [
        "xxxxxxxxxxxxxxxx          xxxxxxxxxxxxxxxx                    U+0000..U+D7FF U+E000..U+FFFF",
        "000uuuuuxxxxxxxxxxxxxxxx  110110wwwwxxxxxx  110111xxxxxxxxxx  U+10000..U+10FFFF, wwww = uuuuu − 1",
    ];
    for (name, head, lines) in [
        ("utf-8", "utf-8\n\ncode point in bits          1st byte  2nd byte", &UTF_8[..]),
        ("double-utf-8-cp1252", "double-utf-8-cp1252, a layer; of its text:\n\n", &UTF_8),
        ("utf-16le", "utf-16le\n\ncode point in bits        1st unit ", &utf_16),
    ] {
        let found = placemat_with(&format!("table {name} --bits"), b"");
        assert!(found.text().starts_with(head) && found.status == 0, "{}", found.text());
        assert!(found.text().lines().skip(3).eq(lines.iter().copied()), "{}", found.text());
    }
    for (name, line) in [
        ("us-ascii", "00000000 0xxxxxxx   0xxxxxxx  U+0000..U+007F"),
        ("mutf-8", "00000000 0xxxxxxx           0xxxxxxx  "),
        ("utf-8b", "00000000 0xxxxxxx           1xxxxxxx   "),
        // UTR #16, 3.
        ("utf-8-mod", "00000000 100xxxxx           100xxxxx   "),
        ("utf-8-mod", "00vvuuuu uzzzzzyy yyyxxxxx  111110vv  101uuuuu  101zzzzz  101yyyyy  101xxxxx  "),
        // UTR #26, 2.2.
        (
            "cesu-8",
            "000uuuuu zzzzyyyy yyxxxxxx  11101101  1010wwww  10zzzzyy  11101101  1011yyyy  10xxxxxx  ",
        ),
        ("utf-32be", "000uuuuuxxxxxxxxxxxxxxxx  00000000000uuuuuxxxxxxxxxxxxxxxx  "),
    ] {
        let found = placemat_with(&format!("table {name} --bits"), b"");
        assert!(found.text().lines().any(|shown| shown.starts_with(line)), "{name}: {}", found.text());
    }
}

#[test]
fn where_there_are_no_bits_the_reason_is_said() {
    for (name, reason) in [
        ("utf-1", "hold digits of a base that is not a power of two"),
        ("windows-1252", "are a code page"),
        ("utf-ebcdic", "are a code page"),
    ] {
        let found = placemat_with(&format!("table {name} --bits"), b"");
        let expected = format!("placemat: {name} has no bit distribution: its bytes {reason}");
        assert!(found.stderr.starts_with(&expected), "{}", found.stderr);
        assert_eq!((found.text(), found.status), ("", 2), "{name}");
    }
}

/// The ranges of each line are exactly its sequences: those with which `convert` writes its code points.
#[test]
fn rows_are_lines_of_json() {
    for encoding in Encoding::ALL {
        let found = placemat_with(&format!("table --json {encoding}"), b"");
        let lines = found.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        let table = encoding.info().table;
        let rows = table.rows().len() + table.excluded().len() + usize::from(encoding.info().carry.is_some());
        assert_eq!((lines.len(), found.status), (rows, 0), "{encoding}");
        for line in lines.iter().filter(|line| line["role"] == "encoded") {
            let [first, last] =
                ["first_code_point", "last_code_point"].map(|name| line[name].as_u64().unwrap());
            assert_eq!(line["count"], last - first + 1, "{encoding}");
            for (name, code_point) in [("first", first), ("last", last)] {
                let (units, len) = table.encode(u32::try_from(code_point).unwrap()).unwrap();
                let digits = table.unit_bits() as usize / 4;
                let expected: String = units[..len].iter().map(|unit| format!("{unit:0digits$X}")).collect();
                assert_eq!(line[name], expected, "{encoding}");
                assert_eq!(line["bytes"], expected.len() / 2, "{encoding}");
                let holds = |place: &Value, unit: u32| {
                    let ranges = place.as_array().unwrap().iter();
                    let unit = u64::from(unit);
                    ranges.clone().any(|range| (range[0].as_u64()..=range[1].as_u64()).contains(&Some(unit)))
                };
                let holds_all = |places: &Value| {
                    let places = places.as_array().unwrap();
                    places.len() == len && places.iter().zip(units).all(|(place, unit)| holds(place, unit))
                };
                assert!(line["sequences"].as_array().unwrap().iter().any(holds_all), "{encoding}: {line}");
            }
        }
    }
    let found = placemat_with("table --json utf-8", b"");
    let surrogates = found.text().lines().find(|line| line.contains(r#""kind":"surrogate""#)).unwrap();
    let expected = concat!(
        r#"{"version":1,"encoding":"utf-8","role":"excluded","kind":"surrogate","first_code_point":55296,"#,
        r#""last_code_point":57343,"count":2048,"units":3,"bytes":3,"unit_bits":8,"first":"EDA080","#,
        r#""last":"EDBFBF","sequences":[[[[237,237]],[[160,191]],[[128,191]]]]}"#
    );
    assert_eq!(surrogates, expected);
    for option in ["--bits", "--chart", "--regex"] {
        assert_eq!(placemat_with(&format!("table utf-8 --json {option}"), b"").status, 2, "{option}");
    }
}
