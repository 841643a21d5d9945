//! Strings under random operations, against a vector of code points.
//!
//! `PLACEMAT_STEPS` says how many operations each form gets; ten million take minutes in a release build.

use placemat::form::{self, Form, Resynchronizing, Seam};
use placemat::{CodePoint, CodeSpace, Str, StrBuf, validate};

/// A small generator: xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Few code points, so that surrogates of both kinds meet often.
    fn value(&mut self) -> u32 {
        const VALUES: [u32; 14] = [
            0x0, 0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x1_0000,
            0x10_FFFF,
        ];
        VALUES[self.below(VALUES.len())]
    }

    fn code_point<C: CodeSpace>(&mut self) -> C {
        loop {
            if let Some(code_point) = C::from_u32(self.value()) {
                return code_point;
            }
        }
    }

    fn string<F: Form>(&mut self) -> (StrBuf<F>, Vec<u32>) {
        let (mut string, mut model) = (StrBuf::new(), vec![]);
        for _ in 0..self.below(4) {
            let code_point = self.code_point::<F::CodePoint>();
            string.push(code_point);
            model.push(code_point.to_u32());
        }
        (string, joined::<F>(model))
    }
}

/// What the code points are once the form's seam rule has seen them.
fn joined<F: Form>(code_points: Vec<u32>) -> Vec<u32> {
    if matches!(F::SEAM, Seam::Apart | Seam::Absent) {
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

/// Code points of a part of the model, in so many operations.
fn attack<F: Resynchronizing>(seed: u64) {
    let steps = std::env::var("PLACEMAT_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(30_000);
    let mut random = Random(seed);
    let (mut string, mut model) = (StrBuf::<F>::new(), Vec::<u32>::new());
    for step in 0..steps {
        // Places of two boundaries, as indices of code points and in units.
        let places: Vec<usize> =
            string.code_point_indices().map(|(at, _)| at).chain([string.len()]).collect();
        let (mut first, mut last) = (random.below(places.len()), random.below(places.len()));
        if first > last {
            (first, last) = (last, first);
        }
        let (from, to) = (places[first], places[last]);
        let operation = random.below(15);
        match operation {
            0 | 1 => {
                let code_point = random.code_point::<F::CodePoint>();
                string.push(code_point);
                model.push(code_point.to_u32());
            }
            2 => {
                let (more, code_points) = random.string::<F>();
                string.push_string(&more);
                model.extend(code_points);
            }
            3 => {
                let code_point = random.code_point::<F::CodePoint>();
                string.insert(from, code_point);
                model.insert(first, code_point.to_u32());
            }
            4 => {
                let (more, code_points) = random.string::<F>();
                string.insert_string(from, &more);
                model.splice(first..first, code_points);
            }
            5 if from < string.len() => assert_eq!(string.remove(from).to_u32(), model.remove(first)),
            6 => assert_eq!(string.pop().map(CodeSpace::to_u32), model.pop()),
            7 => {
                string.truncate(to);
                model.truncate(last);
            }
            8 => {
                let tail = string.split_off(to);
                let code_points = model.split_off(last);
                assert_eq!(values(&tail), code_points);
                string += &tail;
                model.extend(code_points);
            }
            9 | 10 => {
                let (more, code_points) = random.string::<F>();
                string.replace_range(from..to, &more);
                model.splice(first..last, code_points);
            }
            11 => {
                let part = string.drain(from..to);
                assert_eq!(values(&part), model.drain(first..last).collect::<Vec<_>>());
            }
            12 => {
                let without = random.value();
                string.retain(|code_point| code_point.to_u32() != without);
                model.retain(|&code_point| code_point != without);
            }
            13 => {
                let parts = string.split_at(from);
                string = [parts.0, parts.1].into_iter().collect();
            }
            _ if string.len() > 60 => {
                string.clear();
                model.clear();
            }
            _ => {}
        }
        model = joined::<F>(model);
        let at = || format!("{} step {step}, operation {operation}: {string:?}", F::NAME);
        assert!(validate(F::default(), string.as_units()).is_ok(), "{}", at());
        assert_eq!(values(&string), model, "{}", at());
        let mut backwards: Vec<u32> = string.code_points().rev().map(CodeSpace::to_u32).collect();
        backwards.reverse();
        assert_eq!(backwards, model, "{}", at());
    }
}

fn values<F: Form>(string: &Str<F>) -> Vec<u32> {
    string.code_points().map(CodeSpace::to_u32).collect()
}

#[test]
fn random_operations_keep_strings_well_formed() {
    attack::<form::Wtf8>(1);
    attack::<form::GeneralizedUtf8>(2);
    attack::<form::Utf8>(3);
    attack::<form::Cesu8>(4);
    attack::<form::Cesu8Lenient>(5);
    attack::<form::Mutf8>(6);
    attack::<form::Mutf8Lenient>(7);
    attack::<form::Utf8Rfc2279>(8);
    attack::<form::Utf16>(9);
    attack::<form::Wtf16>(10);
    attack::<form::Utf32>(11);
}

/// Every place of a string is a boundary exactly where its code points begin.
#[test]
fn boundaries_are_where_code_points_begin() {
    fn check<F: Resynchronizing>() {
        let mut random = Random(F::NAME.len() as u64);
        for _ in 0..200 {
            let (string, _) = random.string::<F>();
            let starts: Vec<usize> = string.code_point_indices().map(|(at, _)| at).collect();
            for at in 0..string.len() + 3 {
                let expected = starts.contains(&at) || at == string.len();
                assert_eq!(string.is_boundary(at), expected, "{} {string:?} {at}", F::NAME);
                assert_eq!(string.get(at..).is_some(), expected);
                assert_eq!(string.get(..at).is_some(), expected);
            }
        }
    }
    check::<form::Wtf8>();
    check::<form::Cesu8>();
    check::<form::Mutf8>();
    check::<form::Utf16>();
    check::<form::Wtf16>();
    check::<form::Utf32>();
}

#[test]
fn utf_8b_holds_any_bytes() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let bytes: Vec<u8> =
            (0..random.below(12)).map(|_| [0x61, 0xE2, 0x82, 0xAC, 0xF0, 0xFF][random.below(6)]).collect();
        let string = placemat::Utf8b::new(&bytes).expect("any bytes");
        let again: placemat::Utf8bBuf = string.code_points().collect();
        assert_eq!(again.as_bytes(), bytes);
        let mut backwards: Vec<CodePoint> = string.code_points().rev().collect();
        backwards.reverse();
        assert_eq!(backwards, string.code_points().collect::<Vec<_>>(), "{bytes:X?}");
    }
}
