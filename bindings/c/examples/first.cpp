// Strings of C++: UTF-8 in std::string, UTF-16 in std::u16string.
#include <placemat.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

std::optional<std::u16string> to_utf16(std::string_view text) {
  std::u16string out(placemat_utf16_length_from_utf8(text.data(), text.size()), u'\0');
  auto r = placemat_convert_utf8_to_utf16(text.data(), text.size(), out.data(), out.size());
  if (r.status != PLACEMAT_OK) return std::nullopt;
  return out;
}

std::string to_utf8_lossy(std::u16string_view text) {
  std::string out(3 * text.size(), '\0');
  auto r = placemat_convert_utf16_to_utf8_lossy(text.data(), text.size(), out.data(), out.size());
  out.resize(r.written);
  return out;
}

int main() {
  auto units = to_utf16("na\xC3\xAFve \xF0\x9F\x92\xA9");
  if (!units || to_utf16("\xFF")) return 1;
  std::printf("%zu units\n", units->size());
  units->push_back(u'\xD800');
  std::printf("%s\n", to_utf8_lossy(*units).c_str());
  return 0;
}
