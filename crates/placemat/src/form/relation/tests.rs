//! Compares the relations with the tables: exactly those that the tables prove are declared.

use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;

use super::{ConvertsTo, Within};
use crate::code_point::CodeSpace;
use crate::codec::Codec;
use crate::form::{
    AnyUnits, Cesu8, Cesu8Lenient, CorrectedUtf8, CorrectedUtf8Text, Form, FssUtf1992July, GeneralizedUtf8,
    Iso8859_1, Mutf8, Mutf8Lenient, Optu8, Optu8Reversible, Optu16, Tcl86Utf8, Ucs2, Ucs4Units, UsAscii,
    Utf1, Utf8, Utf8Mod, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use crate::string::{Str, StrBuf};
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// What types declare of two forms: the constants of an existing implementation take precedence over those of
/// [`Silent`].
struct Said<F, T>(PhantomData<(F, T)>);

trait Silent {
    const IS_WITHIN: bool = false;
    const CONVERTS: bool = false;
    const IS_ANY: bool = false;
}

impl<F, T> Silent for Said<F, T> {}

impl<F: Within<T>, T: Form> Said<F, T> {
    const IS_WITHIN: bool = true;
}

impl<F: ConvertsTo<T>, T: Form> Said<F, T> {
    const CONVERTS: bool = true;
}

impl<F: AnyUnits, T> Said<F, T> {
    const IS_ANY: bool = true;
}

/// What a table says of a form, with units as numbers: the comparisons of pairs are compiled once, and not
/// for every pair of types.
struct CodecInfo {
    id: TypeId,
    name: &'static str,
    bits: u32,
    encodes: bool,
    carry: Option<(u32, u32)>,
    /// The code points that it reads and those that it writes, as ascending ranges.
    reads: Vec<(u32, u32)>,
    writes: Vec<(u32, u32)>,
    keeps_halves_apart: bool,
    /// Returns the code points of some units, if they are well-formed.
    read: fn(&[u32]) -> Option<Vec<u32>>,
    spellings: Vec<(u32, Vec<u32>)>,
}

impl CodecInfo {
    fn of<F: Form>() -> Self {
        let halves = [spelled::<F>(0xD800), spelled::<F>(0xDC00)].concat();
        CodecInfo {
            id: TypeId::of::<F>(),
            name: F::NAME,
            bits: F::Unit::BITS,
            encodes: F::ENCODES,
            carry: F::CARRY.map(|carry| (carry.code_point(carry.first), carry.code_point(0xFF))),
            reads: held::<F>(false),
            writes: held::<F>(true),
            keeps_halves_apart: read::<F>(&halves) == Some(vec![0xD800, 0xDC00]),
            read: read::<F>,
            spellings: spellings::<F>(),
        }
    }

    /// Returns `true` if all strings of this form can be written in the other, and read back.
    fn converts(&self, other: &Self) -> bool {
        if self.id == other.id {
            return true;
        }
        let holds = |&(first, last): &(u32, u32)| {
            other.writes.iter().any(|&(low, high)| low <= first && last <= high)
        };
        // Escaped bytes may be read back as part of a sequence.
        let is_carried =
            |&(first, last): &(u32, u32)| other.carry.is_some_and(|(low, high)| first <= high && low <= last);
        other.encodes
            && self.reads.iter().all(|range| holds(range) && !is_carried(range))
            && (!self.keeps_halves_apart || other.keeps_halves_apart)
    }

    /// Returns `true` if all strings of this form are also strings of the other, unit by unit, with the same
    /// text.
    fn is_within(&self, other: &Self) -> bool {
        if self.id == other.id {
            return true;
        }
        if self.bits != other.bits || self.carry.is_some() {
            return false;
        }
        let is_same = |units: &[u32]| {
            let values = (self.read)(units);
            values.is_none() || values == (other.read)(units)
        };
        let spellings = &self.spellings;
        let alone =
            spellings.iter().all(|(value, units)| (other.read)(units).is_some_and(|read| read == [*value]));
        let some = spellings.iter().step_by(spellings.len() / 150 + 1);
        let halves = spellings.iter().filter(|(value, _)| [0xD800, 0xD83D, 0xDC00, 0xDCA9].contains(value));
        let some: Vec<_> = some.chain(halves).collect();
        alone && some.iter().all(|(_, one)| some.iter().all(|(_, two)| is_same(&[&one[..], two].concat())))
    }
}

/// The code points that a form reads or writes, as ascending ranges.
fn held<F: Form>(is_written: bool) -> Vec<(u32, u32)> {
    let rows = F::TABLE.rows().iter();
    let rows = rows.filter(|row| if is_written { row.is_written() } else { row.is_read() });
    let carried = F::CARRY.map(|carry| (carry.code_point(carry.first), carry.code_point(0xFF)));
    let mut ranges: Vec<_> = rows.map(|row| row.code_points()).chain(carried).collect();
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = vec![];
    for (first, last) in ranges {
        match merged.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// Returns the code points of some units, if they are well-formed.
fn read<F: Form>(units: &[u32]) -> Option<Vec<u32>> {
    let units: Vec<_> = units.iter().map(|&unit| F::Unit::from_u32(unit)).collect();
    let string = Str::<F>::new(&units).ok()?;
    Some(string.code_points().map(CodeSpace::to_u32).collect())
}

fn spelled<F: Form>(value: u32) -> Vec<u32> {
    let carried = F::CARRY.and_then(|carry| carry.unit(value)).map(|unit| vec![unit]);
    let written = || F::TABLE.encode(value).map(|(units, len)| units[..len].to_vec());
    carried.or_else(written).unwrap_or_default()
}

/// The spellings of all code points of short rows, and of some of long ones: near their ends, in the middle,
/// and surrogates.
fn spellings<F: Form>() -> Vec<(u32, Vec<u32>)> {
    let mut all = vec![];
    for row in F::TABLE.rows().iter().filter(|row| row.is_read()) {
        let (first, last) = row.code_points();
        let near =
            (0..70).flat_map(|k| [first.saturating_add(k).min(last), last.saturating_sub(k).max(first)]);
        let between = (first..=last).step_by(((last - first) / 2000).max(1) as usize);
        let halves = [0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDCA9, 0xDFFF].into_iter();
        for value in near.chain(between).chain(halves.filter(|half| (first..=last).contains(half))) {
            let (units, len) = (row.sequence(value), row.len());
            all.push((value, units[..len].to_vec()));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Checks every pair of adjacent code points.
fn each<F: Form>(check: impl Fn(&Str<F>)) {
    const VALUES: [u32; 17] = [
        0x00,
        0x61,
        0x7F,
        0x80,
        0x9F,
        0xFF,
        0x100,
        0x7FF,
        0x800,
        0x20AC,
        0xD800,
        0xDC80,
        0xDFFF,
        0xEF80,
        0xFFFF,
        0x1_F4A9,
        0x7FFF_FFFF,
    ];
    let held = |&value: &u32| {
        F::CodePoint::from_u32(value).is_some()
            && F::default().encode_next(value, &mut [F::Unit::default(); MAX_SEQUENCE]).is_ok()
    };
    for first in VALUES.iter().filter(|value| held(value)) {
        for second in VALUES.iter().filter(|value| held(value)) {
            let mut string = StrBuf::<F>::new();
            [*first, *second].into_iter().filter_map(F::CodePoint::from_u32).for_each(|one| string.push(one));
            check(&string);
        }
    }
}

pub(crate) fn same_units<F: Within<T>, T: Form>() {
    each::<F>(|string| {
        let other = Str::<T>::new(string.as_units()).unwrap_or_else(|error| panic!("{} {error}", T::NAME));
        assert!(string.cmp_code_points(other).is_eq(), "{} {} {string:?}", F::NAME, T::NAME);
    });
}

pub(crate) fn same_text<F: ConvertsTo<T>, T: Form>() {
    each::<F>(|string| {
        let other = string.to_form::<T>();
        assert!(string.cmp_code_points(&other).is_eq(), "{} {} {string:?}", F::NAME, T::NAME);
        assert!(Str::<T>::new(other.as_units()).is_ok());
    });
}

/// What types declare of one form beside each other form: within it, converts to it.
macro_rules! said_beside {
    ($form:ident: $($other:ident)*) => {
        [$((Said::<$form, $other>::IS_WITHIN, Said::<$form, $other>::CONVERTS)),*]
    };
}

macro_rules! all_pairs {
    ($others:tt: $($form:ident)*) => {
        /// What is declared of a pair, compared with what holds.
        #[test]
        fn relations_are_those_of_the_tables() {
            let info = [$( CodecInfo::of::<$form>() ),*];
            let said = [$( all_pairs!(@said $form $others) ),*];
            let mut wrong = vec![];
            for (from, said) in info.iter().zip(said) {
                for (to, (is_within, converts)) in info.iter().zip(said) {
                    if is_within != from.is_within(to) {
                        wrong.push((from.name, "within", to.name, is_within));
                    }
                    if converts != from.converts(to) {
                        wrong.push((from.name, "converts to", to.name, converts));
                    }
                }
            }
            assert!(wrong.is_empty(), "declared wrongly: {wrong:#?}");
        }

        #[test]
        fn forms_of_any_units_say_so() {
            $({
                let never_fails = <$form as Form>::CARRY.is_some() || <$form as Form>::TABLE.never_fails();
                assert_eq!(Said::<$form, ()>::IS_ANY, never_fails, "{}", <$form as Form>::NAME);
            })*
        }
    };
    (@said $form:ident [$($other:ident)*]) => { said_beside!($form: $($other)*) };
}

all_pairs! {
    [
        Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8mb3 Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Tcl86Utf8
        Utf16 Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July CorrectedUtf8 CorrectedUtf8Text
        Optu8 Optu8Reversible Utf8Mod UsAscii Iso8859_1 Windows1252
    ]:
    Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8mb3 Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Tcl86Utf8
    Utf16 Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July CorrectedUtf8 CorrectedUtf8Text
    Optu8 Optu8Reversible Utf8Mod UsAscii Iso8859_1 Windows1252
}
