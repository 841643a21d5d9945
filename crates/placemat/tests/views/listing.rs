//! Printed tables.

use placemat::Encoding;
use placemat::views::Listing;

#[test]
fn rows_as_people_write_them() {
    let text = "01 … 7F                                U+0001..U+007F\n\
                C0 80                                  U+0000\n\
                C2 80 … DF BF                          U+0080..U+07FF\n\
                E0 A0 80 … EF BF BF                    U+0800..U+FFFF\n\
                ED A0 80 ED B0 80 … ED AF BF ED BF BF  U+10000..U+10FFFF\n\
                \n\
                excluded:\n\
                00                                     U+0000  nul\n\
                C0 81 … C1 BF                          U+0001..U+007F  overlong\n\
                E0 80 80 … E0 9F BF                    U+0000..U+07FF  overlong\n";
    assert_eq!(Listing::new(Encoding::Mutf8).to_string(), text);
}

#[test]
fn wide_units_carried_bytes_and_reserved_ones() {
    let utf_16 = Listing::new(Encoding::Utf16Le).to_string();
    assert!(utf_16.contains("\nD800 DC00 … DBFF DFFF  U+10000..U+10FFFF\n"));
    let utf_32 = Listing::new(Encoding::Utf32).to_string();
    assert!(utf_32.contains("\n00110000 … FFFFFFFF  U+110000..U+FFFFFFFF  out-of-range\n"));
    let optu_8 = Listing::new(Encoding::Optu8).to_string();
    assert!(optu_8.contains("\nEE BE 80 … EE BF BF  U+EF80..U+EFFF  only read\n"));
    assert!(optu_8.contains("\n80 … FF              U+EF80..U+EFFF  where no row matches\n"));
    let corrected = Listing::new(Encoding::CorrectedUtf8).to_string();
    assert!(corrected.ends_with("FE … FF and the trail units after them: reserved for future use\n"));
    let wtf_8 = Listing::new(Encoding::Wtf8).to_string();
    assert!(wtf_8.contains("\nED A0 80 ED B0 80 … ED AF BF ED BF BF  U+10000..U+10FFFF  surrogate-pair\n"));
}
