//! Whether the CPU reads memory that is in no cache faster if it is fetched ahead, asked by CPUID once.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

const NO: u8 = 1;
const YES: u8 = 2;

static GAINS: AtomicU8 = AtomicU8::new(0);

/// Returns whether it is faster to fetch a long text ahead. On CPUs of AMD before Zen 5 it is slower: their
/// own prefetching is best left alone.
#[inline]
pub(crate) fn gains_by_fetching() -> bool {
    match GAINS.load(Ordering::Relaxed) {
        0 => ask(),
        known => known == YES,
    }
}

#[cold]
#[inline(never)]
#[allow(unused_unsafe, reason = "later compilers have CPUID safe to call")]
fn ask() -> bool {
    // An enclave may not execute CPUID.
    let gains = cfg!(target_env = "sgx") || {
        // SAFETY: every CPU of this architecture has CPUID with these two leaves.
        let (maker, model) = unsafe { (__cpuid(0), __cpuid(1)) };
        gains([maker.ebx, maker.edx, maker.ecx], model.eax)
    };
    GAINS.store(if gains { YES } else { NO }, Ordering::Relaxed);
    gains
}

/// Returns the answer for a maker, whose name is in three registers, and a signature: leaf 1, register EAX.
#[inline]
fn gains(maker: [u32; 3], signature: u32) -> bool {
    const AMD: [u32; 3] =
        [u32::from_le_bytes(*b"Auth"), u32::from_le_bytes(*b"enti"), u32::from_le_bytes(*b"cAMD")];
    const ZEN_5: u32 = 0x1A;
    // The family is in four bits, and what exceeds them in eight others.
    let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
    maker != AMD || family >= ZEN_5
}

#[cfg(test)]
mod tests {
    use super::{gains, gains_by_fetching};

    #[test]
    fn only_amd_before_zen_5_does_not_gain() {
        let maker = |name: &[u8; 12]| {
            let parts = name.as_chunks().0;
            [u32::from_le_bytes(parts[0]), u32::from_le_bytes(parts[1]), u32::from_le_bytes(parts[2])]
        };
        let (amd, intel) = (maker(b"AuthenticAMD"), maker(b"GenuineIntel"));
        for (name, signature, expected) in [
            (amd, 0x0010_0F43, false), // K10, family 10
            (amd, 0x00A1_0F11, false), // Zen 4, family 19
            (amd, 0x00B0_0F21, true),  // Zen 5, family 1A
            (intel, 0x0008_06F8, true),
            (intel, 0x000A_0671, true),
        ] {
            assert_eq!(gains(name, signature), expected, "{signature:08X}");
        }
        assert_eq!(gains_by_fetching(), gains_by_fetching());
    }
}
