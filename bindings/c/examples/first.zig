// From Zig: the functions are declared here, as a translation of the header would declare them.
const Result = extern struct {
    status: c_int,
    kind: c_int,
    read: usize,
    written: usize,
    error_offset: u64,
    error_length: u64,
    needed: usize,
    code_point: u32,
};

extern fn placemat_convert_utf8_to_utf16(input: [*]const u8, length: usize, output: [*]u16, capacity: usize) Result;
extern fn placemat_validate_utf8(input: [*]const u8, length: usize) bool;
extern fn printf(format: [*:0]const u8, ...) c_int;

pub export fn main() c_int {
    const text = "na\u{EF}ve \u{1F4A9}";
    var units: [16]u16 = undefined;
    const result = placemat_convert_utf8_to_utf16(text.ptr, text.len, &units, units.len);
    if (result.status != 0 or placemat_validate_utf8("\xFF", 1)) return 1;
    _ = printf("%zu units\n", result.written);
    return 0;
}
