//! The expressions in real engines have the same result as `validate` on all short strings and at every edge.

use fancy_regex::Regex as Fancy;
use placemat::table::Row;
use placemat::views::{Dialect, Expression};
use placemat::{Codec, Encoding, Endian, Options};
use regex::bytes::Regex;
use regex_automata::Anchored;
use regex_automata::dfa::{Automaton, dense};
use regex_automata::util::start;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every encoding that has an expression, with every option that changes it.
fn all() -> impl Iterator<Item = (Encoding, Options)> {
    let default = Options::default();
    let plain =
        Encoding::ALL.into_iter().filter(|encoding| !encoding.is_wrapper()).map(move |e| (e, default));
    let refusing = [Encoding::Utf1, Encoding::FssUtf1992July, Encoding::Utf8Rfc2279];
    let refusing = refusing.map(|e| (e, Options { refuse_surrogates: true, ..default }));
    let little = [Encoding::Utf16, Encoding::Utf32];
    let little = little.map(|e| (e, Options { default_endian: Endian::Little, ..default }));
    let healing = [(Encoding::Wtf8, Options { heal_pairs: true, ..default })];
    plain.chain(refusing).chain(little).chain(healing)
}

fn written(encoding: Encoding, options: Options, dialect: Dialect) -> String {
    Expression::new(encoding, dialect).unwrap().with_options(options).to_string()
}

fn is_well_formed(encoding: Encoding, options: Options, bytes: &[u8]) -> bool {
    options.validate(encoding, bytes).is_ok()
}

#[test]
fn utf_8_is_the_nine_lines_of_table_3_7() {
    let article = "[00-7F]\n\
                   | [C2-DF] [80-BF]\n\
                   | E0      [A0-BF] [80-BF]\n\
                   | [E1-EC] [80-BF] [80-BF]\n\
                   | ED      [80-9F] [80-BF]\n\
                   | [EE-EF] [80-BF] [80-BF]\n\
                   | F0      [90-BF] [80-BF] [80-BF]\n\
                   | [F1-F3] [80-BF] [80-BF] [80-BF]\n\
                   | F4      [80-8F] [80-BF] [80-BF]";
    assert_eq!(written(Encoding::Utf8, Options::default(), Dialect::Article), article);
    let bytes = concat!(
        r"(?-u)\A(?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC][\x80-\xBF][\x80-\xBF]|",
        r"\xED[\x80-\x9F][\x80-\xBF]|[\xEE-\xEF][\x80-\xBF][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF][\x80-\xBF]|",
        r"[\xF1-\xF3][\x80-\xBF][\x80-\xBF][\x80-\xBF]|\xF4[\x80-\x8F][\x80-\xBF][\x80-\xBF])*\z",
    );
    assert_eq!(written(Encoding::Utf8, Options::default(), Dialect::Bytes), bytes);
}

#[test]
fn layers_have_none() {
    for encoding in Encoding::ALL {
        assert_eq!(Expression::new(encoding, Dialect::Bytes).is_none(), encoding.is_wrapper(), "{encoding}");
    }
}

/// The other dialects are equivalent.
#[test]
fn dialects_differ_in_their_frame_only() {
    for (encoding, options) in all() {
        let bytes = written(encoding, options, Dialect::Bytes);
        let latin1 = written(encoding, options, Dialect::Latin1);
        let inner = bytes.strip_prefix(r"(?-u)\A").unwrap().strip_suffix(r"\z").unwrap();
        assert_eq!(
            latin1.strip_prefix('^').unwrap().strip_suffix(r"(?![\s\S])").unwrap(),
            inner,
            "{encoding}"
        );
        if !inner.contains("+") && !inner.contains(")?") && !inner.contains(")|(") {
            let lines = written(encoding, options, Dialect::Article).replace("\n| ", "|").replace(' ', "");
            let hex: String = inner.chars().filter(|c| !matches!(c, '\\' | 'x')).collect();
            let hex = hex.trim_end_matches('*').trim_start_matches("(?:").trim_end_matches(')');
            assert_eq!(lines, hex, "{encoding}");
        }
    }
}

/// An automaton of the expression, and its states after a byte.
struct Walk(dense::DFA<Vec<u32>>);

type State = regex_automata::util::primitives::StateID;

impl Walk {
    fn new(pattern: &str) -> Self {
        let config = dense::Config::new().start_kind(regex_automata::dfa::StartKind::Anchored);
        let bytes = regex_automata::util::syntax::Config::new().utf8(false);
        let thompson = regex_automata::nfa::thompson::Config::new().utf8(false);
        Walk(dense::Builder::new().configure(config).syntax(bytes).thompson(thompson).build(pattern).unwrap())
    }

    fn start(&self) -> State {
        self.0.start_state(&start::Config::new().anchored(Anchored::Yes)).unwrap()
    }

    fn next(&self, state: State, byte: u8) -> State {
        self.0.next_state(state, byte)
    }

    fn accepts(&self, state: State) -> bool {
        self.0.is_match_state(self.0.next_eoi_state(state))
    }
}

/// All 16,843,009 strings of up to three bytes, in every encoding; by default, every fifth value
/// of the third byte.
#[test]
fn all_strings_of_up_to_three_bytes() {
    let cases: Vec<_> = all().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&(encoding, options)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            walk_all(encoding, options);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

/// Compares with `validate` on all strings of up to two bytes, each also followed by the edges of every class
/// of third bytes. Compares with the decoder that `validate` consists of, which is faster, on all third
/// bytes.
fn walk_all(encoding: Encoding, options: Options) {
    let walk = Walk::new(&written(encoding, options, Dialect::Bytes));
    let check = |bytes: &[u8], state| {
        assert_eq!(walk.accepts(state), is_well_formed(encoding, options, bytes), "{encoding} {bytes:02X?}");
    };
    // A decoder of single sequences does not know the options.
    let decoder = (options == Options::default()).then(|| Decoder::new(encoding));
    let edges = third_bytes(encoding);
    let start = walk.start();
    check(&[], start);
    for a in 0..=u8::MAX {
        let after_a = walk.next(start, a);
        check(&[a], after_a);
        for b in 0..=u8::MAX {
            let after_b = walk.next(after_a, b);
            check(&[a, b], after_b);
            for &c in &edges {
                check(&[a, b, c], walk.next(after_b, c));
            }
            for c in (0..=u8::MAX).step_by(placemat_random::stride(5)) {
                let Some(decoder) = &decoder else { break };
                let verdict = decoder.is_text(&[a, b, c]);
                assert_eq!(
                    walk.accepts(walk.next(after_b, c)),
                    verdict,
                    "{encoding} {a:02X} {b:02X} {c:02X}"
                );
            }
        }
    }
}

/// The bytes at which something changes, in any unit of any row, and their neighbours.
fn third_bytes(encoding: Encoding) -> Vec<u8> {
    let table = encoding.info().table;
    let rows = table.rows().iter().chain(table.excluded());
    let places = rows.flat_map(|row| row.ranges().collect::<Vec<_>>());
    let ends = places.flat_map(|ranges| ranges.to_vec()).flat_map(|place| place.intervals());
    let units = ends.flat_map(|(first, last)| [first, last]).flat_map(u32::to_be_bytes);
    let mut bytes: Vec<_> =
        units.flat_map(|byte| [byte.wrapping_sub(1), byte, byte.wrapping_add(1)]).collect();
    bytes.sort();
    bytes.dedup();
    bytes
}

/// Verdicts by one sequence, and what is known of the shorter rest. Byte order marks make no difference. Of
/// those that fit into three bytes, `EF BB BF` is also text, and so is `FF FE` in either order, with one byte
/// left over after it or none.
struct Decoder {
    encoding: Encoding,
    one: Vec<bool>,
    two: Vec<bool>,
}

impl Decoder {
    fn new(encoding: Encoding) -> Self {
        let mut decoder = Decoder { encoding, one: vec![], two: vec![] };
        decoder.one = (0..=u8::MAX).map(|a| decoder.is_text(&[a])).collect();
        decoder.two = (0..=u16::MAX).map(|ab| decoder.is_text(&ab.to_be_bytes())).collect();
        decoder
    }

    fn is_text(&self, bytes: &[u8]) -> bool {
        let Ok(decoded) = self.encoding.decode_next(bytes, true) else { return false };
        match bytes[decoded.len..] {
            [] => true,
            [a] => self.one[usize::from(a)],
            [a, b] => self.two[usize::from(u16::from_be_bytes([a, b]))],
            _ => unreachable!("a sequence is never empty"),
        }
    }
}

/// The bytes of a sequence of a row, in the byte order of the encoding.
fn bytes_of(encoding: Encoding, units: &[u32], order: Endian) -> Vec<u8> {
    let width = encoding.info().width;
    let bytes = units.iter().flat_map(|unit| {
        let mut bytes = unit.to_be_bytes()[4 - width..].to_vec();
        if order == Endian::Little {
            bytes.reverse();
        }
        bytes
    });
    bytes.collect()
}

/// The ends of every row and of every excluded row, their neighbours at each place, and the rest when their
/// end is cut off.
fn edges(encoding: Encoding, order: Endian) -> Vec<Vec<u8>> {
    let table = encoding.info().table;
    let rows = table.rows().iter().chain(table.excluded());
    let ends = rows.flat_map(|row: &Row| [row.sequences().0.to_vec(), row.sequences().1.to_vec()]);
    let mut edges = Vec::new();
    for end in ends {
        let bytes = bytes_of(encoding, &end, order);
        for k in 0..bytes.len() {
            edges.push(bytes[..=k].to_vec());
            for other in [bytes[k].wrapping_add(1), bytes[k].wrapping_sub(1)] {
                let mut neighbour = bytes.clone();
                neighbour[k] = other;
                edges.push(neighbour);
            }
        }
    }
    edges.sort();
    edges.dedup();
    edges
}

/// Text that may precede the edges: nothing, a byte order mark, text, a lead surrogate.
fn heads(encoding: Encoding) -> Vec<Vec<u8>> {
    let mut heads = vec![vec![], encoding.mark().to_vec()];
    if encoding.info().width > 1 {
        heads.push(bytes_of(encoding, &[0xFEFF], Endian::Little));
        heads.push(bytes_of(encoding, &[0xFEFF, 0x41], Endian::Little));
        heads.push(bytes_of(encoding, &[0x41], Endian::Big));
    } else {
        heads.extend([b"a\n".to_vec(), b"\xED\xA0\x80".to_vec(), b"\xED\xB0\x80".to_vec()]);
    }
    heads.sort();
    heads.dedup();
    heads
}

/// Calls for every edge after every head, and for pairs of edges.
fn each_edge(encoding: Encoding, mut check: impl FnMut(&[u8])) {
    let heads = heads(encoding);
    for order in [Endian::Big, Endian::Little] {
        let edges = edges(encoding, order);
        for edge in &edges {
            for head in &heads {
                check(&[&head[..], edge].concat());
            }
            // Each with a few others, because all pairs would be too many.
            for other in edges.iter().step_by(7) {
                check(&[&other[..], edge, b"\n"].concat());
                check(&[&other[..], edge].concat());
            }
        }
        if encoding.info().width == 1 {
            break;
        }
    }
}

#[test]
fn edges_of_the_tables_in_regex_bytes() {
    for (encoding, options) in all() {
        let expression = Regex::new(&written(encoding, options, Dialect::Bytes)).unwrap();
        let (mut good, mut bad) = (0, 0);
        each_edge(encoding, |bytes| {
            let verdict = is_well_formed(encoding, options, bytes);
            assert_eq!(expression.is_match(bytes), verdict, "{encoding} {bytes:02X?}");
            *if verdict { &mut good } else { &mut bad } += 1;
        });
        let never_fails = encoding.info().never_fails && encoding.info().width == 1;
        assert!(good > 10 && (bad > 10 || never_fails), "{encoding}: {good} good, {bad} bad");
    }
}

#[test]
fn edges_of_the_tables_as_characters() {
    for (encoding, options) in all() {
        let expression = Fancy::new(&written(encoding, options, Dialect::Latin1)).unwrap();
        each_edge(encoding, |bytes| {
            let characters: String = bytes.iter().copied().map(char::from).collect();
            let verdict = is_well_formed(encoding, options, bytes);
            assert_eq!(expression.is_match(&characters).unwrap(), verdict, "{encoding} {bytes:02X?}");
        });
    }
}

/// Runs of surrogates, on which an expression with two ways to read a pair would not terminate.
#[test]
fn long_text_takes_no_exponential_time() {
    for encoding in [Encoding::Wtf8, Encoding::Cesu8, Encoding::Cesu8Lenient, Encoding::Mutf8] {
        let expression = Fancy::new(&written(encoding, Options::default(), Dialect::Latin1)).unwrap();
        for unit in [&b"\xED\xA0\x80\xED\xB0\x80"[..], b"\xED\xA0\x80", b"\xED\xB0\x80\xED\xA0\x80", b"a"] {
            let mut bytes = unit.repeat(500);
            bytes.push(0xFF);
            let characters: String = bytes.iter().copied().map(char::from).collect();
            assert!(!expression.is_match(&characters).unwrap(), "{encoding}");
        }
    }
}
