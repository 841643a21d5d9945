//! The decoder of web pages, compared with the one of Node, and with itself in pieces.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use placemat::form::{Utf8, Utf16};
use placemat::scheme::{Be, Le};
use placemat::stream::TextDecoder;
use placemat::{Codec, Encoding};
use placemat_random::Random;

/// Pieces of input, each of which may be cut.
const UTF_8: [&[u8]; 14] = [
    b"\xEF\xBB\xBF",
    b"a",
    b"\0",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x91\x8D",
    b"\xFF",
    b"\x80",
    b"\xC0\x80",
    b"\xED\xA0\xBD",
    b"\xF4\x90\x80\x80",
    b"\xE2\x82",
    b"\xF0\x9F",
    b"\xFE\xFF",
];
const UTF_16: [&[u8]; 8] = [
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"a\0",
    b"\0a",
    b"\x3D\xD8\x4D\xDC",
    b"\xD8\x3D\xDC\x4D",
    b"\x3D\xD8",
    b"\xDC",
];

const OTHERS: [&[u8]; 3] = [b"\xED\xB1\x8D", b"\xFB\xBF\xBF\xBF", b"\xA0"];

/// Code points of which each encoding has some.
const CODE_POINTS: [u32; 9] = [0x41, 0x9F, 0x3C0, 0x20AC, 0xD83D, 0xDC4D, 0x1F44D, 0x20_0000, 0x7FFF_FFFF];

/// A text in pieces; the last one ends it.
type Pieces = Vec<Vec<u8>>;

fn pieces(random: &mut Random, parts: &[&[u8]]) -> Pieces {
    let mut text = vec![];
    if random.one_in(3) {
        text.extend_from_slice(parts[random.below(2)]);
    }
    for _ in 0..random.below(6) {
        text.extend_from_slice(random.of(parts));
    }
    let mut pieces = vec![];
    while !text.is_empty() {
        pieces.push(text.drain(..1 + random.below(text.len().min(5))).collect());
    }
    pieces.push(vec![]);
    pieces
}

/// Returns the units of all pieces in hexadecimal, up to the first error.
fn decoded<S: Codec<Unit = u8>>(source: S, fatal: bool, ignore_bom: bool, texts: &[&Pieces]) -> String {
    let mut decoder = TextDecoder::new(source, Utf16).unwrap().fatal(fatal).ignore_bom(ignore_bom);
    let mut shown = String::new();
    for pieces in texts {
        for (i, piece) in pieces.iter().enumerate() {
            let mut units = vec![];
            if decoder.decode(piece, i + 1 < pieces.len(), &mut units).is_err() {
                return shown + " error";
            }
            for unit in units {
                write!(shown, " {unit:x}").unwrap();
            }
            shown += ",";
        }
    }
    shown
}

/// A run of Node: each line of its input is a label, two options and the pieces in hexadecimal.
const NODE: &str = r#"
const lines = require("fs").readFileSync(0, "latin1").split("\n").filter((line) => line);
for (const line of lines) {
  const [label, fatal, ignoreBOM, ...texts] = line.split(" ");
  const decoder = new TextDecoder(label, { fatal: fatal === "true", ignoreBOM: ignoreBOM === "true" });
  let shown = "";
  try {
    for (const text of texts) {
      const pieces = text.split(",");
      pieces.forEach((piece, i) => {
        const units = decoder.decode(Buffer.from(piece, "hex"), { stream: i + 1 < pieces.length });
        for (let k = 0; k < units.length; k++) shown += " " + units.charCodeAt(k).toString(16);
        shown += ",";
      });
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    shown += " error";
  }
  console.log(shown);
}
"#;

#[test]
fn node_decodes_the_same() {
    let mut random = Random::new(7);
    let (mut lines, mut expected) = (String::new(), vec![]);
    for k in 0..6000 {
        let (fatal, ignore_bom) = (random.one_in(2), random.one_in(2));
        let (label, parts): (_, &[&[u8]]) =
            [("utf-8", &UTF_8[..]), ("utf-16le", &UTF_16[..]), ("utf-16be", &UTF_16[..])][k % 3];
        // The decoder is used for two texts.
        let texts = [pieces(&mut random, parts), pieces(&mut random, parts)];
        let both: Vec<&Pieces> = texts.iter().collect();
        expected.push(match k % 3 {
            0 => decoded(Utf8, fatal, ignore_bom, &both),
            1 => decoded(Le(Utf16), fatal, ignore_bom, &both),
            _ => decoded(Be(Utf16), fatal, ignore_bom, &both),
        });
        write!(lines, "{label} {fatal} {ignore_bom}").unwrap();
        for text in &texts {
            let hex = |piece: &Vec<u8>| piece.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            write!(lines, " {}", text.iter().map(hex).collect::<Vec<_>>().join(",")).unwrap();
        }
        lines.push('\n');
    }
    assert!(expected.iter().filter(|line| line.ends_with("error")).count() > 500);
    assert!(expected.iter().filter(|line| line.contains(" feff")).count() > 100);
    let node = Command::new("node").args(["-e", NODE]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut node) = node else {
        println!("left out: there is no Node");
        return;
    };
    let mut input = node.stdin.take().unwrap();
    let writer = std::thread::spawn({
        let lines = lines.clone();
        move || std::io::Write::write_all(&mut input, lines.as_bytes()).unwrap()
    });
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(shown.lines().count(), expected.len());
    for ((line, shown), expected) in lines.lines().zip(shown.lines()).zip(&expected) {
        assert_eq!(shown, expected, "{line}");
    }
}

/// What the standard says of a fatal decoder after an error: bytes that were not read stay in its queue if
/// more of the text was to come, and are dropped otherwise.
#[test]
fn after_an_error_a_stream_goes_on() {
    let mut decoder = TextDecoder::new(Utf8, Utf8).unwrap().fatal(true);
    let mut text = b"kept".to_vec();
    assert!(decoder.decode(b"a\xFFb\xE2\x82", true, &mut text).is_err());
    assert_eq!(text, b"kept");
    decoder.decode(b"\xAC!", true, &mut text).unwrap();
    assert_eq!(text, "keptb€!".as_bytes());
    // Two errors in the queue.
    assert!(decoder.decode(b"\xFF1\xFF2", true, &mut text).is_err());
    assert!(decoder.decode(b"3", true, &mut text).is_err());
    decoder.decode(b"4", false, &mut text).unwrap();
    assert_eq!(text, "keptb€!234".as_bytes());
    // The end of a text drops what was not read.
    assert!(decoder.decode(b"a\xFFb", false, &mut text).is_err());
    decoder.decode("\u{FEFF}new".as_bytes(), false, &mut text).unwrap();
    assert_eq!(text, "keptb€!234new".as_bytes());
}

/// A unit that an error ends with begins what follows, and a byte order mark there is one.
#[test]
fn after_an_error_the_text_is_read_as_new() {
    let mut text = vec![];
    let mut decoder = TextDecoder::new(Le(Utf16), Utf8).unwrap().fatal(true);
    let error = decoder.decode(b"\x3D\xD8a", true, &mut text).and(decoder.decode(b"\0", true, &mut text));
    let error = error.unwrap_err();
    assert_eq!((error.offset(), error.len(), text.len()), (0, 2, 0));
    decoder.decode(b"", true, &mut text).unwrap();
    assert_eq!(text, b"a");
    let mut decoder = TextDecoder::new(Utf8, Utf8).unwrap().fatal(true);
    assert!(decoder.decode(b"\xFF\xEF\xBB", true, &mut text).is_err());
    decoder.decode("\u{BF}\u{FEFF}b".as_bytes().split_at(1).1, true, &mut text).unwrap();
    assert_eq!(text, "a\u{FEFF}b".as_bytes());
    // The bytes that begin a byte order mark can be an error.
    let mut decoder = TextDecoder::new(Utf8, Utf8).unwrap().fatal(true);
    decoder.decode(b"\xEF\xBB", true, &mut text).unwrap();
    let error = decoder.decode(b"c\xEF\xBB\xBF", true, &mut text).unwrap_err();
    assert_eq!((error.offset(), error.len()), (0, 2));
    decoder.decode(b"d", true, &mut text).unwrap();
    assert_eq!(text, "a\u{FEFF}bc\u{FEFF}d".as_bytes());
}

/// Many errors in one piece, each of which ends a call.
#[test]
fn the_queue_is_read_at_a_steady_cost() {
    let mut decoder = TextDecoder::new(Utf8, Utf16).unwrap().fatal(true);
    let mut text = vec![];
    assert!(decoder.decode(&[0xFF; 1 << 16], true, &mut text).is_err());
    let mut errors = 1_u64;
    while let Err(error) = decoder.decode(b"", true, &mut text) {
        assert_eq!(error.offset(), errors);
        errors += 1;
    }
    assert_eq!((errors, text.len()), (1 << 16, 0));
}

/// A codec with a byte order mark of its own would remove one more, or write one.
#[test]
fn marked_encodings_are_refused() {
    use placemat::Unsupported::Marked;
    let new = |source, target| TextDecoder::new(source, target).map(drop);
    assert_eq!(new(Encoding::Utf16, Encoding::Utf8), Err(Marked("utf-16")));
    assert_eq!(new(Encoding::Utf8Sig, Encoding::Utf8), Err(Marked("utf-8-sig")));
    assert_eq!(new(Encoding::Utf8, Encoding::Utf16), Err(Marked("utf-16")));
    assert_eq!(new(Encoding::Utf16Le, Encoding::Utf16Be), Ok(()));
    // What a target lacks is replaced, and the mark is removed before it comes to that.
    let mut decoder = TextDecoder::new(Encoding::Utf8, Encoding::Iso8859_1).unwrap();
    let mut text = vec![];
    decoder.decode("\u{FEFF}é€\u{FEFF}".as_bytes(), false, &mut text).unwrap();
    assert_eq!(text, b"\xE9??");
}

/// The last piece of a text is what reading it from its start ends with.
#[test]
fn the_last_code_point_is_that_of_reading_from_the_start() {
    let parts: Vec<&[u8]> = [&UTF_8[..], &UTF_16[..], &OTHERS[..]].concat();
    let mut random = Random::new(11);
    let mut tried = 0;
    for encoding in Encoding::ALL {
        // A reserved sequence of a Corrected UTF-8 document may be of any length.
        if encoding.is_wrapper() || encoding.info().is_corrected {
            continue;
        }
        for _ in 0..400 {
            let mut text = vec![];
            for _ in 0..random.below(9) {
                let mut own = [0; 16];
                match encoding.encode_next(random.of(&CODE_POINTS), &mut own) {
                    Ok(len) if random.one_in(2) => text.extend_from_slice(&own[..len]),
                    _ => text.extend_from_slice(random.of(&parts)),
                }
            }
            let (mut at, mut last) = (0, None);
            while at < text.len() {
                let read = encoding.decode_next(&text[at..], true).map_err(|error| match error {
                    placemat::table::NotDecoded::IllFormed(error) => error,
                    placemat::table::NotDecoded::Incomplete => panic!("{encoding}: {text:X?}"),
                });
                at += read.map_or_else(|error| error.len, |decoded| decoded.len);
                last = Some(read);
            }
            let expected = if encoding.info().resynchronizes { last } else { None };
            assert_eq!(encoding.decode_last(&text), expected, "{encoding}: {text:X?}");
            tried += usize::from(expected.is_some());
        }
    }
    assert!(tried > 5000, "{tried}");
}
