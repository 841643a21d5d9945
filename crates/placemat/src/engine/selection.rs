//! The choice of a kernel for a pair of codecs, made by the compiler from the two types.
//!
//! A codec has one kind for the kernels, or several if it is chosen at run time ([`Internal::KINDS`]). If
//! both sides have one kind, the kernel is a constant. If only one side has one kind, a table lists the
//! kernels by the kind of the other, and the program contains only those. If neither has, the kernel is
//! looked up, and the program contains all of them.
//!
//! [`Internal::KINDS`]: crate::codec::Internal::KINDS

use core::marker::PhantomData;

use crate::codec::{Codec, CodecInfo, Find, Kinds};
use crate::engine::observer::Demand;
use crate::form::PairingRule;
use crate::kernel::{self, ByPolicy, Kernel, Kind, Length, Like, Lossy};
use crate::options::Options;
use crate::policy::{OnError, OnUnencodable};
use crate::simd::Isa;

/// Returns the kind of a codec that has only one.
#[inline]
const fn only(kinds: &[Kind]) -> Option<Kind> {
    match *kinds {
        [kind] => Some(kind),
        _ => None,
    }
}

/// Defines functions that select, for two codecs, what an expression returns for their kinds.
macro_rules! selections {
    ($($(#[$meta:meta])* fn $name:ident -> $kernel:ident = |$from:ident, $to:ident| $select:expr;)*) => { $(
        $(#[$meta])*
        #[inline(always)]
        pub(in crate::engine) fn $name<S: Codec, T: Codec>(source: S, target: T) -> Option<$kernel> {
            #[inline]
            const fn select($from: Kind, $to: Kind) -> Option<$kernel> {
                $select
            }

            /// Two codecs and the kernels between them.
            struct Pair<S, T>(PhantomData<(S, T)>);

            impl<S: Codec, T: Codec> Pair<S, T> {
                const ONLY: Option<$kernel> = match (only(S::KINDS), only(T::KINDS)) {
                    (Some(from), Some(to)) => select(from, to),
                    _ => None,
                };
                const BY_SOURCE: [Option<$kernel>; Kind::ALL.len()] = {
                    let mut table = [None; Kind::ALL.len()];
                    let mut k = 0;
                    while k < table.len() {
                        if let Some(to) = only(T::KINDS) && Kind::ALL[k].is_in(S::KINDS) {
                            table[k] = select(Kind::ALL[k], to);
                        }
                        k += 1;
                    }
                    table
                };
                const BY_TARGET: [Option<$kernel>; Kind::ALL.len()] = {
                    let mut table = [None; Kind::ALL.len()];
                    let mut k = 0;
                    while k < table.len() {
                        if let Some(from) = only(S::KINDS) && Kind::ALL[k].is_in(T::KINDS) {
                            table[k] = select(from, Kind::ALL[k]);
                        }
                        k += 1;
                    }
                    table
                };
            }

            /// Selects among all kernels. `codec/kinds.rs` says why this is a type and not a function.
            struct Any;

            impl Find for Any {
                type Found = $kernel;

                #[cfg_attr(not(placemat_once), inline)]
                fn find(from: Kind, to: Kind) -> Option<$kernel> {
                    select(from, to)
                }
            }

            // `if const` does not compile the branch that is not taken. Without optimization, `match` would.
            if const { S::KINDS.len() == 1 && T::KINDS.len() == 1 } {
                const { Pair::<S, T>::ONLY }
            } else if const { T::KINDS.len() == 1 } {
                (const { &Pair::<S, T>::BY_SOURCE })[source.info().kind.index()]
            } else if const { S::KINDS.len() == 1 } {
                (const { &Pair::<S, T>::BY_TARGET })[target.info().kind.index()]
            } else {
                S::Kinds::find_both::<T::Kinds, Any>(source.info().kind, target.info().kind)
            }
        }
    )* };
}

selections! {
    /// Returns the kernel of a conversion.
    fn conversion_of -> Kernel = |from, to| kernel::conversion(from, to);
    /// Returns the kernel of a conversion of text that is known to be well-formed.
    fn trusted_of -> Kernel = |from, to| kernel::trusted(from, to);
    /// Returns the kernel of a conversion that replaces ill-formed subsequences.
    fn lossy_of -> Lossy = |from, to| kernel::lossy(from, to, false);
    /// Returns the kernel of a conversion that also replaces surrogates that the target cannot encode.
    fn lossy_with_surrogates_of -> Lossy = |from, to| kernel::lossy(from, to, true);
    /// Returns the kernel of a conversion that applies another policy to ill-formed subsequences.
    fn by_policy_of -> ByPolicy = |from, to| kernel::by_policy(from, to);
    /// Returns the kernel that computes the length of the output up to a surrogate.
    fn length_of -> Length = |from, to| kernel::length(from.without_surrogates(), to.without_surrogates());
    /// Returns the kernel that computes the length if ill-formed subsequences are replaced.
    fn replaced_length_of -> Length = |from, to| kernel::replaced_length(from, to);
}

/// Returns `true` if text of this pair may be converted in strips of code points. It is not if a kernel
/// converts everything that strips do, so that only single steps remain.
pub(in crate::engine) const fn goes_by_strips<S: Codec, T: Codec>() -> bool {
    match (only(S::KINDS), only(T::KINDS)) {
        (Some(from), Some(to)) => kernel::leaves_for_strips(from, to),
        _ => true,
    }
}

/// Returns `true` if a kernel converts everything that both sides can represent, and no code point has to
/// wait for the next one: no source of UTF-8, UTF-16 or UTF-32 has surrogates that could be joined.
pub(in crate::engine) const fn goes_directly<S: Codec, T: Codec>() -> bool {
    match (only(S::KINDS), only(T::KINDS)) {
        (Some(from), Some(to)) => {
            matches!(kernel::conversion(from, to), Some(Kernel { is_partial: false, .. }))
                && (matches!(T::PAIRING, Some(PairingRule::Absent | PairingRule::Apart))
                    || matches!(from, Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_)))
        }
        _ => false,
    }
}

/// Returns the kernel of a pair if the target has an encoder. With `TRUSTS`, it is the kernel for input that
/// is known to be well-formed. There is none if skipping [may join](may_join) surrogates, because a kernel
/// sees only one of them.
#[inline(always)]
pub(in crate::engine) fn kernel_for<S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    options: Options,
) -> Option<Kernel> {
    let to = target.info();
    if !to.encodes {
        return None;
    }
    if TRUSTS && let Some(kernel) = trusted_of(source, target) {
        return Some(kernel);
    }
    if may_join(to, options) { None } else { conversion_of(source, target) }
}

/// Returns the kernel of a pair for which skipping [may join](may_join) surrogates, if the caller gives back
/// a lead surrogate at the end of what the kernel converted.
#[inline(always)]
pub(in crate::engine) fn kernel_up_to_lead<S: Codec, T: Codec>(
    source: S,
    target: T,
    options: Options,
) -> Option<Kernel> {
    let to = target.info();
    if to.encodes && may_join(to, options) { conversion_of(source, target) } else { None }
}

/// Returns `true` if skipping may make a lead surrogate and a trail surrogate adjacent, which are one code
/// point then.
#[inline]
fn may_join(to: &CodecInfo, options: Options) -> bool {
    options.on_error == OnError::Skip && matches!(to.pairing, PairingRule::Joins | PairingRule::Fuses)
}

/// Returns the kernel that replaces, if the policies demand that and `demand` does not need the events. In
/// WTF-16, only a part of a unit at the end can be ill-formed, which the engine handles.
pub(in crate::engine) fn lossy_for<S: Codec, T: Codec>(
    source: S,
    target: T,
    options: Options,
    demand: Demand,
) -> Option<Lossy> {
    let from = source.info();
    let replaces =
        options.on_error == OnError::Replace && !demand.ill_formed || matches!(from.kind, Kind::Wtf16(_));
    // The option `heal_pairs` only affects WTF-8.
    let heals = options.heal_pairs && from.pairing == PairingRule::Joins;
    if !replaces || heals || options.pass_reserved || !target.info().encodes {
        return None;
    }
    if options.on_unencodable == OnUnencodable::Replace && !demand.unencodable {
        lossy_with_surrogates_of(source, target)
    } else {
        lossy_of(source, target)
    }
}

/// Returns the kernel that applies another policy than `replace` to UTF-8, or any policy to some of its
/// relatives, if `demand` does not need the events.
pub(in crate::engine) fn by_policy_for<S: Codec, T: Codec>(
    source: S,
    target: T,
    options: Options,
    demand: Demand,
) -> Option<ByPolicy> {
    let is_utf_8 = const { Kind::Utf8.is_in(S::KINDS) } && source.info().kind == Kind::Utf8;
    let is_another = match options.on_error {
        OnError::Strict => false,
        OnError::Replace => !is_utf_8,
        _ => true,
    };
    if !is_another || demand.ill_formed || !target.info().encodes {
        return None;
    }
    // Without vectors, steps are faster into wide units in text of two-byte sequences.
    if !is_utf_8 && target.info().width > 1 && Isa::current() == Isa::Scalar {
        return None;
    }
    if const { has_policies(S::KINDS) } { by_policy_of(source, target) } else { None }
}

/// Returns `true` if one of the kinds may have a kernel for policies.
const fn has_policies(kinds: &[Kind]) -> bool {
    Kind::Utf8.is_in(kinds) || Kind::Like(Like::Cesu8).is_in(kinds) || Kind::Like(Like::Mutf8).is_in(kinds)
}
