//! Short text, by loads and stores that overlap.

/// Widens up to 64 units of ASCII in pieces of a fixed length, which the compiler vectorizes. The last
/// piece overlaps the one before it. `widen` widens the first bytes to the first places, and `width` is the
/// number of bytes of a unit.
#[inline(always)]
pub(super) fn widen(bytes: &[u8], out: &mut [u8], width: usize, widen: impl Fn(&[u8], &mut [u8])) {
    /// Widens the first and the last `N` units.
    #[inline(always)]
    fn ends<const N: usize>(bytes: &[u8], out: &mut [u8], width: usize, widen: impl Fn(&[u8], &mut [u8])) {
        let from = bytes.len() - N;
        widen(&bytes[..N], &mut out[..N * width]);
        widen(&bytes[from..], &mut out[from * width..]);
    }
    let out = &mut out[..bytes.len() * width];
    match bytes.len() {
        0..4 => widen(bytes, out),
        4..8 => ends::<4>(bytes, out, width, widen),
        8..16 => ends::<8>(bytes, out, width, widen),
        16..32 => ends::<16>(bytes, out, width, widen),
        _ => ends::<32>(bytes, out, width, widen),
    }
}

/// Returns fewer than sixteen bytes with zeros after the last one, by loads that overlap.
#[inline(always)]
pub(super) fn padded(bytes: &[u8]) -> [u8; 16] {
    let len = bytes.len();
    let halves = if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from_le_bytes(last);
        [u64::from_le_bytes(first), last.checked_shr(8 * (16 - len as u32)).unwrap_or(0)]
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
        [u64::from(first) | u64::from(last) << (8 * (len - 4)), 0]
    } else if let (Some(&first), Some(&middle), Some(&last)) =
        (bytes.first(), bytes.get(len / 2), bytes.last())
    {
        [u64::from(first) | u64::from(middle) << (8 * (len / 2)) | u64::from(last) << (8 * (len - 1)), 0]
    } else {
        [0, 0]
    };
    let mut padded = [0; 16];
    padded[..8].copy_from_slice(&halves[0].to_le_bytes());
    padded[8..].copy_from_slice(&halves[1].to_le_bytes());
    padded
}
