//! Finds what an x86-64 CPU has and the operating system keeps, without `std`: by CPUID and XGETBV, asked
//! once.

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use core::sync::atomic::{AtomicU8, Ordering};

/// SSE4.1, SSSE3 and POPCNT.
pub(super) const SSE41: u8 = 1;
/// AVX2, BMI1, BMI2, LZCNT and POPCNT.
pub(super) const AVX2: u8 = 2;
/// AVX-512 with F, BW, VL, VBMI, VBMI2 and GFNI, on top of AVX2.
pub(super) const AVX512: u8 = 4;
/// The CPU has been asked.
const KNOWN: u8 = 0x80;

static FOUND: AtomicU8 = AtomicU8::new(0);

/// Returns what the CPU and the operating system support.
#[inline]
pub(super) fn found() -> u8 {
    match FOUND.load(Ordering::Relaxed) {
        0 => {
            let found = ask() | KNOWN;
            FOUND.store(found, Ordering::Relaxed);
            found
        }
        found => found,
    }
}

/// Leaf 1, register ECX.
const SSSE3_SSE41_POPCNT: u32 = 1 << 9 | 1 << 19 | 1 << 23;
const OSXSAVE_AVX: u32 = 1 << 27 | 1 << 28;
/// Leaf 7, register EBX.
const BMI1_AVX2_BMI2: u32 = 1 << 3 | 1 << 5 | 1 << 8;
const F_BW_VL: u32 = 1 << 16 | 1 << 30 | 1 << 31;
/// Leaf 7, register ECX.
const VBMI_VBMI2_GFNI: u32 = 1 << 1 | 1 << 6 | 1 << 8;
/// Leaf 8000_0001, register ECX.
const LZCNT: u32 = 1 << 5;
/// XCR0: the registers that the operating system keeps for each thread.
const XMM_YMM: u64 = 0x06;
const XMM_YMM_ZMM: u64 = 0xE6;

#[allow(unused_unsafe, reason = "later compilers have CPUID safe to call")]
#[inline]
fn ask() -> u8 {
    if cfg!(any(target_os = "none", target_os = "uefi", target_env = "sgx")) {
        // These targets lack an operating system to trust, or one that lets CPUID through.
        return 0;
    }
    // SAFETY: every CPU of this architecture has CPUID, and leaves 0 and 8000_0000 report which others there
    // are.
    let [last, last_extended] = unsafe { [__cpuid(0).eax, __cpuid(0x8000_0000).eax] };
    if last < 7 || last_extended < 0x8000_0001 {
        return 0;
    }
    // SAFETY: as above.
    let (first, seventh, extended) = unsafe { (__cpuid(1), __cpuid_count(7, 0), __cpuid(0x8000_0001)) };
    let mut found = 0;
    if has(first.ecx, SSSE3_SSE41_POPCNT) {
        found |= SSE41;
    }
    if found == 0 || !has(first.ecx, OSXSAVE_AVX) {
        return found;
    }
    // SAFETY: OSXSAVE says that XGETBV is there, for programs too.
    let kept = unsafe { _xgetbv(0) };
    if kept & XMM_YMM == XMM_YMM && has(seventh.ebx, BMI1_AVX2_BMI2) && has(extended.ecx, LZCNT) {
        found |= AVX2;
    }
    let wide = kept & XMM_YMM_ZMM == XMM_YMM_ZMM;
    if found & AVX2 != 0 && wide && has(seventh.ebx, F_BW_VL) && has(seventh.ecx, VBMI_VBMI2_GFNI) {
        found |= AVX512;
    }
    found
}

#[inline]
const fn has(register: u32, features: u32) -> bool {
    register & features == features
}
