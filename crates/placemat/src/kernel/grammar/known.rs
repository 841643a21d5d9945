//! What is known of a text and its grammar when a kernel is compiled.

use super::of_form::{FormGrammar, UTF_8};
use crate::form::Form;

/// What is known of a text and its grammar when a kernel is compiled. Code for anything else is left out,
/// even in a debug build.
pub(crate) trait Known: Copy {
    /// The text may be ill-formed.
    const CHECKS: bool;
    /// The grammar accepts the byte 00.
    const TAKES_NUL: bool;
    /// Surrogates may have a rule.
    const HAS_SURROGATE_RULE: bool;
    /// What is known in code that several kernels share: whether surrogates may have a rule, and nothing
    /// else.
    type Shared: Known;
}

/// UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct KnownUtf8;
/// Text that is well-formed in UTF-8, or in a form that differs from it only in what it refuses.
#[derive(Clone, Copy)]
pub(crate) struct Trusted;
/// Text whose grammar is a run-time value, which accepts the byte 00 or refuses it.
#[derive(Clone, Copy)]
pub(crate) struct ByGrammar<const NUL: bool>;

/// Text of one form.
impl<F: Form> Known for FormGrammar<F> {
    const CHECKS: bool = true;
    const TAKES_NUL: bool = match &Self::GRAMMAR {
        Some(grammar) => !grammar.refuses_nul,
        None => true,
    };
    const HAS_SURROGATE_RULE: bool = match &Self::GRAMMAR {
        Some(grammar) => grammar.surrogates.have_a_rule(),
        None => false,
    };
    type Shared = ByGrammar<true>;
}

impl Known for KnownUtf8 {
    const CHECKS: bool = true;
    const TAKES_NUL: bool = true;
    const HAS_SURROGATE_RULE: bool = UTF_8.surrogates.have_a_rule();
    type Shared = KnownUtf8;
}

impl Known for Trusted {
    const CHECKS: bool = false;
    const TAKES_NUL: bool = true;
    const HAS_SURROGATE_RULE: bool = false;
    type Shared = KnownUtf8;
}

impl<const NUL: bool> Known for ByGrammar<NUL> {
    const CHECKS: bool = true;
    const TAKES_NUL: bool = NUL;
    const HAS_SURROGATE_RULE: bool = true;
    type Shared = ByGrammar<true>;
}
