//! Strings under random operations, compared with vectors of code points and of 16-bit units.
//!
//! All eleven million operations take about twenty seconds.

use std::borrow::Cow;

use placemat::form::CodeSpace;
use placemat::form::Wtf8;
use placemat::form::{self, Form, PairingRule, Resynchronizing, Utf8};
use placemat::string::ConvertsTo;
use placemat::{CodePoint, Codec, Str, StrBuf, validate};
use placemat_random::Random;

use crate::strings::{Draw, values};

/// The forms that are tested, some of them also by their units.
const ATTACKS: usize = 27;

/// Returns the number of operations of each attack.
pub(crate) fn steps() -> usize {
    11_000_000 / placemat_random::stride(20) / ATTACKS
}

/// The code points after the form's surrogate-pairing rule.
fn joined<F: Form>(code_points: Vec<u32>) -> Vec<u32> {
    // Units that become adjacent are written one by one, and read again.
    if F::PAIRING == PairingRule::Fuses || F::CARRY.is_some() {
        let (codec, mut units) = (F::default(), vec![]);
        for code_point in code_points {
            let mut sequence = [F::Unit::default(); 16];
            let len = codec.encode_next(code_point, &mut sequence).expect("a code point of the form");
            units.extend(&sequence[..len]);
        }
        let (mut read, mut at) = (vec![], 0);
        while at < units.len() {
            let decoded = codec.decode_next(&units[at..], true).expect("any units");
            read.push(decoded.code_point);
            at += decoded.len;
        }
        return read;
    }
    if F::PAIRING != PairingRule::Joins {
        return code_points;
    }
    let mut joined: Vec<u32> = vec![];
    for code_point in code_points {
        match (joined.last_mut(), code_point) {
            (Some(lead @ 0xD800..=0xDBFF), 0xDC00..=0xDFFF) => {
                *lead = 0x1_0000 + ((*lead - 0xD800) << 10) + (code_point - 0xDC00);
            }
            _ => joined.push(code_point),
        }
    }
    joined
}

fn some<F: Form>(random: &mut Random) -> (StrBuf<F>, Vec<u32>) {
    let string = random.string::<F>();
    let code_points = values(&string);
    (string, code_points)
}

fn text(random: &mut Random) -> (String, Vec<u32>) {
    let text: String = (0..random.below(4)).filter_map(|_| char::from_u32(random.value())).collect();
    let code_points = text.chars().map(u32::from).collect();
    (text, code_points)
}

/// A string, its expected code points, and a range of it between two boundaries: in units and in code points.
struct Attacked<F: Form> {
    string: StrBuf<F>,
    model: Vec<u32>,
    from: usize,
    to: usize,
    first: usize,
    last: usize,
}

impl<F: Form> Attacked<F> {
    fn new() -> Self {
        Attacked { string: StrBuf::new(), model: vec![], from: 0, to: 0, first: 0, last: 0 }
    }

    fn choose(&mut self, random: &mut Random) {
        let starts = self.string.code_point_indices().map(|(at, _)| at);
        let places: Vec<usize> = starts.chain([self.string.len()]).collect();
        let (one, other) = (random.below(places.len()), random.below(places.len()));
        (self.first, self.last) = (one.min(other), one.max(other));
        (self.from, self.to) = (places[self.first], places[self.last]);
    }

    /// Appends something to the string, in one of the possible ways.
    fn append(&mut self, random: &mut Random) {
        let Attacked { string, model, .. } = self;
        match random.below(11) {
            0 | 1 => {
                let code_point = random.code_point_of::<F>();
                string.push(code_point);
                model.push(code_point.to_u32());
            }
            2 => {
                let code_point = random.code_point_of::<F>();
                string.try_push(code_point).expect("a code point of the form");
                model.push(code_point.to_u32());
            }
            3 => {
                let (more, code_points) = some::<F>(random);
                string.push_string(&more);
                model.extend(code_points);
            }
            4 => {
                let (more, code_points) = some::<F>(random);
                string.extend([&*more, &*more]);
                model.extend(code_points.repeat(2));
            }
            5 => {
                let (more, code_points) = some::<F>(random);
                string.try_push_string(&more).expect("there is memory");
                model.extend(code_points);
            }
            6 => {
                let (more, code_points) = some::<F>(random);
                string.extend([more.clone().into_boxed(), more.into_boxed()]);
                model.extend(code_points.repeat(2));
            }
            7 => {
                let code_points: Vec<F::CodePoint> = (0..3).map(|_| random.code_point_of::<F>()).collect();
                let sum =
                    code_points.iter().fold(Cow::Borrowed(Str::empty()), |mut sum: Cow<Str<F>>, &one| {
                        let mut string = StrBuf::new();
                        string.push(one);
                        sum.to_mut().push_string(&string);
                        sum
                    });
                *string += &*sum;
                model.extend(code_points.into_iter().map(CodeSpace::to_u32));
            }
            8 => {
                let (more, code_points) = some::<F>(random);
                let mut sum: Cow<'_, Str<F>> = Cow::Borrowed(string);
                sum += &*more;
                *string = sum.into_owned();
                model.extend(code_points);
            }
            9 => {
                let (more, code_points) = some::<F>(random);
                *string += &more;
                *string = core::mem::take(string) + &more;
                model.extend(code_points.repeat(2));
            }
            _ => {
                let count = random.below(3);
                *string = string.repeat(count);
                *model = model.repeat(count);
            }
        }
    }

    /// Changes how the string is stored, but not its contents.
    fn keep(&mut self, random: &mut Random) {
        let string = &mut self.string;
        match random.below(10) {
            9 => {
                string.reserve(random.below(40));
                string.shrink_to_fit();
            }
            5 => string.try_reserve_exact(random.below(40)).expect("there is memory"),
            6 => string.try_reserve(random.below(40)).expect("there is memory"),
            7 => *string = string.try_to_owned().expect("there is memory"),
            8 => *string = core::mem::take(string).into_form(),
            0 => string.reserve_exact(random.below(40)),
            1 => string.shrink_to(random.below(40)),
            2 => *string = core::mem::take(string).into_boxed().into(),
            3 => {
                let units = core::mem::take(string).into_units();
                *string = StrBuf::from_units(units).expect("a string");
            }
            _ => {
                *string = string.code_points().fold(StrBuf::new(), |mut all, code_point| {
                    all.push(code_point);
                    all
                });
            }
        }
    }

    /// Makes one step, then checks the string.
    fn step(&mut self, at: usize, random: &mut Random, change: impl FnOnce(&mut Self, &mut Random)) {
        self.choose(random);
        let before = self.string.clone();
        change(self, random);
        self.model = joined::<F>(core::mem::take(&mut self.model));
        let told = || format!("{} step {at}: {before:?} became {:?}", F::NAME, self.string);
        assert!(validate(F::default(), self.string.as_units()).is_ok(), "{}", told());
        assert_eq!(values(&self.string), self.model, "{}", told());
        assert_eq!(self.string.code_points().count(), self.model.len(), "{}", told());
        // A few code points are often adjacent in short strings.
        if self.string.len() > 200 {
            self.string.clear();
            self.model.clear();
        }
    }
}

impl<F: Resynchronizing> Attacked<F>
where
    Utf8: ConvertsTo<F>,
{
    /// Inserts text.
    fn write(&mut self, random: &mut Random) {
        let Attacked { string, model, from, to, first, last } = self;
        let (more, code_points) = text(random);
        match random.below(12) {
            5 => string.try_push_str(&more).expect("there is memory"),
            6 => more.chars().for_each(|scalar| string.try_push_char(scalar).expect("there is memory")),
            7 => string.extend([Box::<str>::from(more)]),
            8 => {
                string.replace_range(*from..*to, &*more);
                model.splice(*first..*last, code_points);
                return;
            }
            10 => {
                string.try_replace_range(*from..*to, &*more).expect("boundaries, and memory");
                model.splice(*first..*last, code_points);
                return;
            }
            9 => {
                string.try_insert_str(*from, &more).expect("a boundary, and memory");
                model.splice(*first..*first, code_points);
                return;
            }
            0 => string.push_str(&more),
            1 => string.extend(more.chars()),
            2 => string.extend([more]),
            3 => more.chars().for_each(|scalar| string.push_char(scalar)),
            4 => std::fmt::Write::write_str(string, &more).expect("there is room"),
            _ => {
                string.insert_str(*from, &more);
                model.splice(*first..*first, code_points);
                return;
            }
        }
        model.extend(code_points);
    }
}

impl<F: Resynchronizing> Attacked<F> {
    /// Inserts something, or replaces a part.
    fn insert(&mut self, random: &mut Random) {
        let Attacked { string, model, from, to, first, last } = self;
        let (from, to, first, last) = (*from, *to, *first, *last);
        match random.below(10) {
            5 => {
                let code_point = random.code_point_of::<F>();
                string.try_insert(from, code_point).expect("a boundary, and memory");
                model.insert(first, code_point.to_u32());
            }
            6 => {
                let (more, code_points) = some::<F>(random);
                string.try_insert_string(from, &more).expect("a boundary, and memory");
                model.splice(first..first, code_points);
            }
            7 => {
                let (more, code_points) = some::<F>(random);
                string.try_replace_range(from..to, &more).expect("boundaries, and memory");
                model.splice(first..last, code_points);
            }
            8 => {
                string.extend_from_within(from..to);
                model.extend_from_within(first..last);
            }
            9 => change_case(string, model, random.below(4)),
            0 => {
                let code_point = random.code_point_of::<F>();
                string.insert(from, code_point);
                model.insert(first, code_point.to_u32());
            }
            1 => {
                let (more, code_points) = some::<F>(random);
                string.insert_string(from, &more);
                model.splice(first..first, code_points);
            }
            2 => {
                let (more, code_points) = some::<F>(random);
                string.replace_range(from..to, &more);
                model.splice(first..last, code_points);
            }
            3 => {
                let (more, code_points) = some::<F>(random);
                string.replace_range(..to, &more);
                model.splice(..last, code_points);
            }
            _ => {
                let (more, code_points) = some::<F>(random);
                let without = random.value();
                *string = string.replace(|code_point: F::CodePoint| code_point.to_u32() == without, &more);
                let parts = model.iter().flat_map(|&code_point| match code_point == without {
                    true => code_points.clone(),
                    false => vec![code_point],
                });
                *model = parts.collect();
            }
        }
    }

    /// Removes something.
    fn remove(&mut self, random: &mut Random) {
        let Attacked { string, model, from, to, first, last } = self;
        let (from, to, first, last) = (*from, *to, *first, *last);
        match random.below(8) {
            0 if from < string.len() => assert_eq!(string.remove(from).to_u32(), model.remove(first)),
            1 => assert_eq!(string.pop().map(CodeSpace::to_u32), model.pop()),
            2 => {
                string.truncate(to);
                model.truncate(last);
            }
            3 => {
                let tail = string.split_off(to);
                let code_points = model.split_off(last);
                assert_eq!(values(&tail), code_points);
                // In the opposite direction.
                *string = tail + &*string;
                *model = [code_points, core::mem::take(model)].concat();
            }
            4 => {
                let drained = string.drain(from..to);
                let removed: Vec<_> = model.drain(first..last).collect();
                assert_eq!(values(drained.as_string()), removed);
                assert!(drained.map(CodeSpace::to_u32).eq(removed));
            }
            5 => {
                let without = random.value();
                string.retain(|code_point| code_point.to_u32() != without);
                model.retain(|&code_point| code_point != without);
            }
            6 if string.len() > 60 => {
                string.clear();
                model.clear();
            }
            _ => {
                let (head, tail) = string.split_at(from);
                *string = [head, tail].into_iter().collect();
            }
        }
    }
}

/// Changes the case of ASCII letters.
fn change_case<F: Resynchronizing>(string: &mut StrBuf<F>, model: &mut [u32], how: usize) {
    match how {
        0 => string.make_ascii_lowercase(),
        1 => string.make_ascii_uppercase(),
        2 => *string = string.to_ascii_lowercase(),
        _ => *string = string.to_ascii_uppercase(),
    }
    let case = if how.is_multiple_of(2) { char::to_ascii_lowercase } else { char::to_ascii_uppercase };
    for value in model {
        *value = char::from_u32(*value).map_or(*value, |scalar| case(&scalar).into());
    }
}

/// A way to put text into strings of a form, if the form contains all text.
type Write<F> = fn(&mut Attacked<F>, &mut Random);

fn attack<F: Resynchronizing>(seed: u64, write: Option<Write<F>>) {
    let (mut random, mut attacked) = (Random(seed), Attacked::<F>::new());
    for step in 0..steps() {
        attacked.step(step, &mut random, |attacked, random| match (random.below(9), write) {
            (0 | 1, _) | (2 | 3, None) => attacked.append(random),
            (2 | 3, Some(write)) => write(attacked, random),
            (4 | 5, _) => attacked.insert(random),
            (6 | 7, _) => attacked.remove(random),
            _ => attacked.keep(random),
        });
        let mut backwards: Vec<u32> = attacked.string.code_points().rev().map(CodeSpace::to_u32).collect();
        backwards.reverse();
        assert_eq!(backwards, attacked.model, "{} step {step}", F::NAME);
    }
}

fn attack_text<F: Resynchronizing>(seed: u64)
where
    Utf8: ConvertsTo<F>,
{
    attack::<F>(seed, Some(Attacked::write));
}

/// For forms that cannot be read from any position: strings grow, and are cleared.
fn attack_after<F: Form>(seed: u64) {
    let (mut random, mut attacked) = (Random(seed), Attacked::<F>::new());
    for step in 0..steps() {
        attacked.step(step, &mut random, |attacked, random| match random.below(4) {
            0 => attacked.keep(random),
            _ => attacked.append(random),
        });
    }
}

#[test]
fn random_operations_keep_strings_well_formed() {
    attack_text::<Wtf8>(1);
    attack_text::<form::GeneralizedUtf8>(2);
    attack_text::<Utf8>(3);
    attack_text::<form::Cesu8>(4);
    attack_text::<form::Cesu8Lenient>(5);
    attack_text::<form::Mutf8>(6);
    attack_text::<form::Mutf8Lenient>(7);
    attack_text::<form::Utf8Rfc2279>(8);
    attack_text::<form::Utf16>(9);
    attack_text::<form::Wtf16>(10);
    attack_text::<form::Utf32>(11);
    attack_text::<form::Ucs4Units>(13);
    attack_text::<form::Utf8b>(14);
    attack::<form::Utf8mb3>(15, None);
    attack::<form::Ucs2>(16, None);
    attack::<form::Iso8859_1>(17, None);
    attack::<form::Windows1252>(18, None);
    attack::<form::CorrectedUtf8>(19, None);
    attack::<form::Optu8>(20, None);
    attack::<form::Optu8Reversible>(21, None);
    attack::<form::Optu16>(24, None);
    attack::<form::CorrectedUtf8Text>(25, None);
    attack::<form::UsAscii>(26, None);
    attack::<form::Utf8Mod>(27, None);
    attack_after::<form::Utf1>(22);
    attack_after::<form::FssUtf1992July>(23);
}

/// Every method that changes a string is used here.
#[test]
fn all_methods_that_change_strings_are_tried() {
    let tried = include_str!("random.rs");
    let sources = [
        include_str!("../../src/string/owned.rs"),
        include_str!("../../src/string/owned/edit.rs"),
        include_str!("../../src/string/owned/fallible.rs"),
        include_str!("../../src/string/owned/std_traits.rs"),
        include_str!("../../src/string/owned/text.rs"),
        include_str!("../../src/string/wide.rs"),
    ];
    let mut seen = 0;
    for source in sources {
        for (_, method) in
            source.match_indices("    pub fn ").map(|(at, found)| source[at..].split_at(found.len()))
        {
            let signature = method.split_once('{').map_or(method, |(signature, _)| signature);
            let name = method.split(['(', '<']).next().unwrap_or_default();
            if signature.contains("&mut self") {
                assert!(tried.contains(&format!(".{name}(")), "{name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

/// WTF-8 is the 16-bit units that it stands for, at every cut.
#[test]
fn wtf_8_is_its_16_bit_units() {
    const UNITS: [u16; 8] = [0x0, 0x61, 0xE9, 0x20AC, 0xD800, 0xDBFF, 0xDC00, 0xDFFF];
    let mut random = Random(12);
    let (mut string, mut model) = (StrBuf::<Wtf8>::new(), Vec::<u16>::new());
    for step in 0..steps() {
        let (one, other) = (random.below(model.len() + 1), random.below(model.len() + 1));
        let (from, to) = (one.min(other), one.max(other));
        let units: Vec<u16> = (0..random.below(4)).map(|_| UNITS[random.below(8)]).collect();
        match random.below(6) {
            0 => {
                units.iter().for_each(|&unit| string.push_wide(unit));
                model.extend(units);
            }
            1 => {
                string.extend(units.iter().copied());
                model.extend(units);
            }
            2 => {
                string.push_string(&StrBuf::<Wtf8>::from_wide(&units));
                model.extend(units);
            }
            3 => {
                string = {
                    let part = |range| string.get_wide_lossless(range).expect("places in the string");
                    let (head, tail) = (part(0..from), part(to..model.len()));
                    let middle = StrBuf::<Wtf8>::from_wide(&units);
                    [&*head, &*middle, &*tail].into_iter().collect()
                };
                model.splice(from..to, units);
            }
            4 => {
                string = string.get_wide_lossless(from..to).expect("places in the string").into_owned();
                model = model[from..to].to_vec();
            }
            _ => {
                let at = string.wide_to_byte(from);
                let is_inside = from > 0
                    && from < model.len()
                    && matches!(model[from - 1..=from], [0xD800..=0xDBFF, 0xDC00..=0xDFFF]);
                assert_eq!(at.is_err(), is_inside, "{string:?} {from}");
            }
        }
        assert!(validate(Wtf8, string.as_bytes()).is_ok(), "step {step}: {string:?}");
        assert!(string.encode_wide().eq(model.iter().copied()), "step {step}: {string:?} {model:X?}");
        assert_eq!(string.wide_len(), model.len(), "step {step}: {string:?}");
        if model.len() > 100 {
            string.clear();
            model.clear();
        }
    }
}

/// Iterators whose size hints are wrong, and closures that panic, leave a valid string.
#[test]
fn lying_iterators_and_panics_leave_strings() {
    struct Lying(u32);
    impl Iterator for Lying {
        type Item = CodePoint;

        fn next(&mut self) -> Option<CodePoint> {
            self.0 = self.0.checked_sub(1)?;
            CodePoint::from_u32(0xD83D + 0x400 * (self.0 & 1))
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (usize::MAX, Some(0))
        }
    }
    let mut string: StrBuf<Wtf8> = Lying(5).collect();
    assert!(validate(Wtf8, string.as_bytes()).is_ok());
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut count = 0;
        string.retain(|_| {
            count += 1;
            assert!(count < 3, "half-way");
            count != 2
        });
    }));
    assert!(panics.is_err());
    assert_eq!(string, "🐽");
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        string.extend((0..3).map(|k| if k < 2 { CodePoint::from('a') } else { panic!("half-way") }));
    }));
    assert!(panics.is_err());
    assert!(validate(Wtf8, string.as_bytes()).is_ok() && string.ends_with("aa"));
    // The size hint is not believed when the first capacity is full either.
    struct Many(std::iter::RepeatN<char>);
    impl Iterator for Many {
        type Item = char;

        fn next(&mut self) -> Option<char> {
            self.0.next()
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (1 << 45, None)
        }
    }
    let many = || Many(std::iter::repeat_n('a', 150_000));
    assert_eq!(many().collect::<StrBuf<form::Utf32>>().len(), 150_000);
    assert_eq!(many().collect::<StrBuf<form::Utf16>>().len(), 150_000);
    assert_eq!(many().collect::<StrBuf<Wtf8>>().len(), 150_000);
    // Code points that a form does not contain.
    let mut latin = StrBuf::<form::Iso8859_1>::new();
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| latin.extend("a€".chars()))).is_err());
    assert_eq!(latin.as_bytes(), b"a");
}
