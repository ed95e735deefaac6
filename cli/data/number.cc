#include "cli/data/number.h"

#include <fmt/format.h>
#include <locale.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "cli/data/elements.h"
#include "cli/data/float_formats.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

std::string Quoted(std::string_view text) {
  constexpr size_t kLimit = 60;
  return fmt::format("\"{}{}\"", text.substr(0, kLimit), text.size() > kLimit ? "…" : "");
}
Status NotA(ElementType type, std::string_view text, std::string_view what) {
  return InvalidArgumentError(fmt::format("{} is not {} ({})", Quoted(text), what, pjrt::Name(type)));
}
Status DoesNotFit(ElementType type, std::string_view text) {
  return InvalidArgumentError(fmt::format("{} does not fit {}", text.substr(0, 60), pjrt::Name(type)));
}

// Takes `prefix`, in lower or upper case, off the front of `text`.
bool Take(std::string_view& text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (size_t i = 0; i < prefix.size(); ++i) {
    const char lower = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (lower != prefix[i]) return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}
// Takes a sign off; true if it was a minus.
bool TakeSign(std::string_view& text) {
  if (Take(text, "-")) return true;
  Take(text, "+");
  return false;
}
size_t TakeAll(std::string_view& text, std::string_view of) {
  const size_t length = std::min(text.find_first_not_of(of), text.size());
  text.remove_prefix(length);
  return length;
}

// The digits of a whole number, at most 2^65: enough to see that something does not fit.
std::optional<Wide> Digits(std::string_view digits, int base) {
  if (digits.empty() || digits.find_first_not_of(base == 16 ? kHexDigits : kDigits) != std::string_view::npos) {
    return std::nullopt;
  }
  constexpr Wide kLimit = Wide{1} << 65;
  Wide value = 0;
  for (const char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = std::min(value * base + digit, kLimit);
  }
  return value;
}

Status SetBool(Array& array, int64_t index, std::string_view text) {
  if (text != "true" && text != "false" && text != "1" && text != "0") {
    return NotA(array.type(), text, "true, false, 1 or 0");
  }
  SetBits(array, index, text == "true" || text == "1" ? 1 : 0);
  return OkStatus();
}

Status SetWhole(Array& array, int64_t index, std::string_view text) {
  std::string_view rest = text;
  const bool is_signed = rest.starts_with('-') || rest.starts_with('+');
  const bool negative = TakeSign(rest);
  const bool hex = Take(rest, "0x");
  const std::optional<Wide> magnitude = Digits(rest, hex ? 16 : 10);
  if (!magnitude) return NotA(array.type(), text, "an integer");
  const Wide value = negative ? -*magnitude : *magnitude;
  const IntegerRange range = RangeOf(array.type());
  const Wide max = hex && !is_signed ? range.max - range.min : range.max;
  if (value < range.min || value > max) return DoesNotFit(array.type(), text);
  SetInteger(array, index, value);
  return OkStatus();
}

// True if all of `text` is a decimal or hexadecimal floating-point number as C writes them.
bool IsFloatSyntax(std::string_view text) {
  TakeSign(text);
  const bool hex = Take(text, "0x");
  const std::string_view digits = hex ? kHexDigits : kDigits;
  size_t count = TakeAll(text, digits);
  if (Take(text, ".")) count += TakeAll(text, digits);
  if (count == 0) return false;
  if (Take(text, hex ? "p" : "e")) {
    TakeSign(text);
    if (TakeAll(text, kDigits) == 0) return false;
  }
  return text.empty();
}

// strtod and strtof of the C locale, whatever the process has set; `text` has been checked.
locale_t CLocale() {
  static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  return locale;
}
double ToNearest(ElementType type, std::string_view text) {
  const std::string copy(text);
  if (type == ElementType::kF32) return strtof_l(copy.c_str(), nullptr, CLocale());
  return strtod_l(copy.c_str(), nullptr, CLocale());
}

// inf and nan, with or without sign.
std::optional<double> SpecialValue(std::string_view text) {
  const bool negative = TakeSign(text);
  double value = 0;
  if (Take(text, "infinity") || Take(text, "inf")) {
    value = HUGE_VAL;
  } else if (Take(text, "nan")) {
    value = std::nan("");
  } else {
    return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return negative ? -value : value;
}

// True if encoding `value` gives the largest number of a format without infinity and NaN only because there is no
// larger.
bool Saturates(const FloatFormat& format, double value) {
  if (format.specials != FloatSpecials::kFinite) return false;
  const double max = MaxFinite(format);
  const double step = max - DecodeFloat(format, EncodeFloat(format, max) - 1);
  return std::fabs(value) >= max + step / 2;
}

// The bits of a real number of `format`.
StatusOr<uint64_t> RealBits(const FloatFormat& format, std::string_view text) {
  std::string_view digits = text;
  if (Take(digits, "0x") && digits.find_first_of(".pP") == std::string_view::npos) {
    const std::optional<Wide> bits = Digits(digits, 16);
    if (!bits) return NotA(format.type, text, "a number");
    if (*bits >> pjrt::Info(format.type).bits != 0) return DoesNotFit(format.type, text);
    return static_cast<uint64_t>(*bits);
  }
  if (const std::optional<double> special = SpecialValue(text)) {
    if (std::isnan(*special) ? !HasNan(format) : !HasInfinity(format)) return DoesNotFit(format.type, text);
    return EncodeFloat(format, *special);
  }
  if (!IsFloatSyntax(text)) return NotA(format.type, text, "a number");
  const double value = ToNearest(format.type, text);
  const uint64_t bits = EncodeFloat(format, value);
  if (!std::isfinite(DecodeFloat(format, bits)) || Saturates(format, value)) return DoesNotFit(format.type, text);
  return bits;
}

Status SetFloat(Array& array, int64_t index, std::string_view text) {
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t bits, RealBits(*FindFloatFormat(array.type()), text));
  SetBits(array, index, bits);
  return OkStatus();
}

// Where in "re+imj" the imaginary part starts (at its sign): the last sign that is not of an exponent; 0 if there is
// none.
size_t ImaginaryStart(std::string_view text) {
  const bool hex = text.find_first_of("xX") != std::string_view::npos;
  for (size_t i = text.size(); i-- > 1;) {
    if (text[i] != '+' && text[i] != '-') continue;
    const char before = static_cast<char>(text[i - 1] | 0x20);
    if (before != 'p' && (before != 'e' || hex)) return i;
  }
  return 0;
}

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

struct Parts {
  std::string_view real = "0";
  std::string_view imaginary = "0";
};

Parts Split(std::string_view text) {
  if (text.starts_with('(') && text.ends_with(')')) text = Trimmed(text.substr(1, text.size() - 2));
  if (const size_t comma = text.find(','); comma != std::string_view::npos) {
    return {Trimmed(text.substr(0, comma)), Trimmed(text.substr(comma + 1))};
  }
  if (!text.ends_with('j')) return {.real = text};
  text.remove_suffix(1);
  const size_t start = ImaginaryStart(text);
  if (start == 0) return {.imaginary = text};
  return {Trimmed(text.substr(0, start)), text.substr(start)};
}

Status SetComplexNumber(Array& array, int64_t index, std::string_view text) {
  const ElementType part = array.type() == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64;
  const FloatFormat& format = *FindFloatFormat(part);
  const Parts parts = Split(text);
  const StatusOr<uint64_t> real = RealBits(format, parts.real);
  if (!real.ok()) return real.status().WithContext(fmt::format("in {}", Quoted(text)));
  const StatusOr<uint64_t> imaginary = RealBits(format, parts.imaginary);
  if (!imaginary.ok()) return imaginary.status().WithContext(fmt::format("in {}", Quoted(text)));
  SetComplex(array, index, {DecodeFloat(format, *real), DecodeFloat(format, *imaginary)});
  return OkStatus();
}

}  // namespace

Status SetFromText(Array& array, int64_t index, std::string_view text) {
  switch (KindOf(array)) {
    case ElementKind::kBool:
      return SetBool(array, index, text);
    case ElementKind::kSigned:
    case ElementKind::kUnsigned:
      return SetWhole(array, index, text);
    case ElementKind::kFloat:
      return SetFloat(array, index, text);
    case ElementKind::kComplex:
      return SetComplexNumber(array, index, text);
    case ElementKind::kNone:
      break;
  }
  return InternalError("an array of a type without elements");
}

}  // namespace cppjrt::data
