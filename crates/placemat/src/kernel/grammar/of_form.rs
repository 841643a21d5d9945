//! The grammars of a form, each made from its table.

use super::nibbles::Nibbles;
use super::{Grammar, Pairs, grammar};
use crate::form::{Form, Utf8};

/// The grammar of a form, if it has one.
#[derive(Clone, Copy)]
pub(crate) struct FormGrammar<F>(F);

impl<F: Form> FormGrammar<F> {
    pub(crate) const GRAMMAR: Option<Grammar> = grammar(F::TABLE, Pairs::AsTheyAre);

    /// The form's grammar by nibbles, if it can be expressed so.
    pub(crate) const NIBBLES: Option<Nibbles> = match Self::GRAMMAR {
        Some(grammar) => Nibbles::of(&grammar),
        None => None,
    };

    /// The grammar of a form that has one.
    pub(crate) const EXPECTED: Grammar = match Self::GRAMMAR {
        Some(grammar) => grammar,
        None => panic!("the form has UTF-8's patterns"),
    };

    /// The form's grammar for kernels that join pairs: surrogates that are not in a pair are left to other
    /// code.
    pub(crate) const JOINING: Grammar = match grammar(F::TABLE, Pairs::Joined) {
        Some(grammar) => grammar,
        None => panic!("the form has UTF-8's patterns"),
    };

    /// `EXPECTED` and `JOINING` by nibbles.
    pub(crate) const EXPECTED_NIBBLES: Nibbles = sure(Self::NIBBLES);
    pub(crate) const JOINING_NIBBLES: Nibbles = sure(Nibbles::of(&Self::JOINING));
}

#[inline]
const fn sure(nibbles: Option<Nibbles>) -> Nibbles {
    match nibbles {
        Some(nibbles) => nibbles,
        None => panic!("there are bits for all reasons"),
    }
}

/// UTF-8's grammar.
pub(crate) const UTF_8: Grammar = FormGrammar::<Utf8>::EXPECTED;

#[cfg(test)]
mod tests {
    use super::super::{has_the_patterns, is_full, second_bytes};
    use super::FormGrammar;
    use crate::form::{
        Cesu8, CorrectedUtf8, Form, GeneralizedUtf8, Mutf8, Mutf8Lenient, Utf8, Utf8Rfc2279, Utf8mb3, Wtf8,
    };

    /// Second bytes found one by one.
    fn one_by_one<F: Form>() {
        let rows = F::TABLE.rows();
        let ranges = second_bytes(rows);
        for lead in 0xC0..0x100 {
            let mut whole = (0x80..0xC0).filter(|&second| is_full(rows, lead, second));
            let first = whole.next();
            let range = first.map(|first| (first, whole.next_back().unwrap_or(first)));
            assert_eq!(ranges[lead as usize - 0xC0], range, "{} {lead:02X}", F::NAME);
        }
        assert!(has_the_patterns(rows) && FormGrammar::<F>::GRAMMAR.is_some());
    }

    #[test]
    fn second_bytes_are_those_that_are_whole() {
        one_by_one::<Utf8>();
        one_by_one::<GeneralizedUtf8>();
        one_by_one::<Wtf8>();
        one_by_one::<Cesu8>();
        one_by_one::<Mutf8>();
        one_by_one::<Mutf8Lenient>();
        one_by_one::<Utf8mb3>();
        one_by_one::<Utf8Rfc2279>();
        one_by_one::<CorrectedUtf8>();
    }
}
