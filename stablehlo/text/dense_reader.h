// Reading the elements of a constant: nested lists of numbers straight into their place.
//
// A reader reads one number at `p` into `out` and gives where it ends, or null if there is none that the element type can
// hold. ReadNested and ReadSplat do the rest, without recursion.
#ifndef CPPJRT_STABLEHLO_TEXT_DENSE_READER_H_
#define CPPJRT_STABLEHLO_TEXT_DENSE_READER_H_

#include <charconv>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/type.h"
#include "stablehlo/text/float_text.h"
#include "stablehlo/text/lexer.h"

namespace cppjrt::stablehlo::text {

struct ReadError {
  const char* at = nullptr;
  std::string message;
};

// Blanks and comments.
inline const char* Skip(const char* p, const char* end) {
  while (p < end) {
    if (IsIn(*p, kBlank)) {
      ++p;
    } else if (*p == '/' && end - p > 1 && p[1] == '/') {
      const void* newline = std::memchr(p, '\n', static_cast<size_t>(end - p));
      p = newline == nullptr ? end : static_cast<const char*>(newline);
    } else {
      break;
    }
  }
  return p;
}

template <typename T>
void Store(std::byte* out, T value) {
  std::memcpy(out, &value, sizeof(value));
}

struct IntegerReader {
  int bits;
  bool is_unsigned;
  size_t bytes;

  const char* operator()(const char* p, const char* end, std::byte* out) const {
    if (bits == 1 && p < end && (*p == 't' || *p == 'f')) return Bool(p, end, out);
    const bool negative = p < end && *p == '-';
    if (negative) ++p;
    if (end - p > 1 && p[0] == '0' && p[1] == 'x') return Hex(p + 2, end, negative, out);
    const char* start = p;
    uint64_t magnitude = 0;
    for (; p < end && IsIn(*p, kDigit); ++p) {
      if (p - start >= 18) return Slow(start, end, negative, out);
      magnitude = magnitude * 10 + static_cast<uint64_t>(*p - '0');
    }
    return p == start ? nullptr : Finish(p, magnitude, negative, out);
  }

 private:
  static const char* Bool(const char* p, const char* end, std::byte* out) {
    const std::string_view rest(p, static_cast<size_t>(end - p));
    *out = static_cast<std::byte>(rest[0] == 't');
    if (rest.starts_with("true")) return p + 4;
    return rest.starts_with("false") ? p + 5 : nullptr;
  }
  const char* Hex(const char* p, const char* end, bool negative, std::byte* out) const {
    uint64_t magnitude = 0;
    const auto [stop, error] = std::from_chars(p, end, magnitude, 16);
    return error == std::errc() ? Finish(stop, magnitude, negative, out) : nullptr;
  }
  const char* Slow(const char* p, const char* end, bool negative, std::byte* out) const {
    uint64_t magnitude = 0;
    const auto [stop, error] = std::from_chars(p, end, magnitude);
    return error == std::errc() ? Finish(stop, magnitude, negative, out) : nullptr;
  }
  const char* Finish(const char* p, uint64_t magnitude, bool negative, std::byte* out) const {
    if (negative ? magnitude > uint64_t{1} << (bits - 1) || (is_unsigned && magnitude != 0)
                 : bits < 64 && magnitude >> bits != 0) {
      return nullptr;
    }
    uint64_t value = negative ? uint64_t{0} - magnitude : magnitude;
    if (bits < 8 && bits > 1 && !is_unsigned) {
      value = static_cast<uint64_t>(static_cast<int64_t>(value << (64 - bits)) >> (64 - bits));
    }
    if (bits == 1) value &= 1;
    std::memcpy(out, &value, bytes);
    return p;
  }
};

struct FloatReader {
  Scalar type;
  int bits;
  size_t bytes;

  const char* operator()(const char* p, const char* end, std::byte* out) const {
    const char* digits = p < end && *p == '-' ? p + 1 : p;
    if (digits == end || !IsIn(*digits, kDigit)) return nullptr;
    if (end - digits > 1 && digits[0] == '0' && digits[1] == 'x') return digits == p ? Bits(p + 2, end, out) : nullptr;
    double value = 0;
    const auto [stop, error] = std::from_chars(p, end, value);
    if (error == std::errc::result_out_of_range) {
      const std::string_view number(p, static_cast<size_t>(stop - p));
      value = number.find("e-") != std::string_view::npos || number.find("E-") != std::string_view::npos
                  ? 0.0
                  : std::numeric_limits<double>::infinity();
      if (*p == '-') value = -value;
    } else if (error != std::errc()) {
      return nullptr;
    }
    if (std::memchr(p, '.', static_cast<size_t>(stop - p)) == nullptr) return nullptr;
    if (type == Scalar::kF32) {
      Store(out, static_cast<float>(value));
    } else if (type == Scalar::kF64) {
      Store(out, value);
    } else {
      const uint64_t pattern = FloatFromDouble(value, type);
      std::memcpy(out, &pattern, bytes);
    }
    return stop;
  }

 private:
  const char* Bits(const char* p, const char* end, std::byte* out) const {
    uint64_t pattern = 0;
    const auto [stop, error] = std::from_chars(p, end, pattern, 16);
    if (error != std::errc() || (bits < 64 && pattern >> bits != 0)) return nullptr;
    std::memcpy(out, &pattern, bytes);
    return stop;
  }
};

// (real, imaginary)
template <typename Part>
struct ComplexReader {
  Part part;
  size_t bytes;

  const char* operator()(const char* p, const char* end, std::byte* out) const {
    const auto take = [&](char c) {
      p = p == nullptr ? p : Skip(p, end);
      p = p != nullptr && p < end && *p == c ? p + 1 : nullptr;
    };
    take('(');
    if (p != nullptr) p = part(Skip(p, end), end, out);
    take(',');
    if (p != nullptr) p = part(Skip(p, end), end, out + bytes / 2);
    take(')');
    return p;
  }
};

// Nested lists of the shape `dims` into `out`, which has room for `total` elements.
template <typename Reader>
bool ReadNested(std::string_view body, std::span<const int64_t> dims, size_t total, const Reader& read, std::byte* out,
                ReadError& error) {
  const char* p = body.data();
  const char* const end = p + body.size();
  const size_t rank = dims.size();
  std::vector<int64_t> counts(rank + 1, 0);
  size_t depth = 0;
  size_t written = 0;
  const auto fail = [&](std::string message) {
    error = {p, std::move(message)};
    return false;
  };
  while (true) {
    p = Skip(p, end);
    bool closed = false;
    if (p < end && *p == '[') {
      if (depth == rank)
        return fail("the list is nested deeper than the type's " + std::to_string(rank) + " dimensions");
      counts[depth++] = 0;
      p = Skip(p + 1, end);
      if (p == end || *p != ']') continue;
      closed = true;
    } else {
      if (depth != rank) return fail("expected a list of the type's " + std::to_string(rank) + " dimensions");
      if (written == total) return fail("there are more elements than the type has");
      const char* stop = read(p, end, out + written * read.bytes);
      if (stop == nullptr) return fail("this is not a value of the element type");
      ++written;
      p = stop;
    }
    // Behind a value or an empty list: commas and closing brackets.
    while (true) {
      if (!closed) {
        if (depth == 0) break;
        ++counts[depth - 1];
        p = Skip(p, end);
        if (p < end && *p == ',') {
          ++p;
          break;
        }
      }
      closed = false;
      if (p == end || *p != ']') return fail("expected ',' or ']' in the list");
      --depth;
      if (counts[depth] != dims[depth]) {
        return fail("the list has " + std::to_string(counts[depth]) + " elements in dimension " +
                    std::to_string(depth) + ", the type has " + std::to_string(dims[depth]));
      }
      ++p;
    }
    if (depth == 0) break;
  }
  p = Skip(p, end);
  return p == end || fail("expected '>' behind the elements");
}

template <typename Reader>
bool ReadSplat(std::string_view body, const Reader& read, std::byte* out, ReadError& error) {
  const char* end = body.data() + body.size();
  const char* p = Skip(body.data(), end);
  const char* stop = read(p, end, out);
  if (stop == nullptr) return error = {p, "this is not a value of the element type"}, false;
  stop = Skip(stop, end);
  if (stop != end) error = {stop, "expected '>' behind the elements"};
  return stop == end;
}

// Calls use(reader) with the reader for a type; false if there is none.
template <typename Use>
bool WithReader(const TypeTable& types, TypeId element, Use use) {
  if (types.IsQuantized(element)) element = types.quantized(element).storage;
  const bool is_complex = types.IsComplex(element);
  const TypeId part = is_complex ? types.element_type(element) : element;
  const auto bytes = static_cast<size_t>(types.element_bytes(part));
  const TypeKind kind = types.kind(part);
  if (bytes == 0 || bytes > 8) return false;
  if (kind == TypeKind::kFloat) {
    const FloatReader reader{*types.AsScalar(part), types.bits(part), bytes};
    if (!HasFloatFormat(reader.type)) return false;
    is_complex ? use(ComplexReader<FloatReader>{reader, 2 * bytes}) : use(reader);
  } else {
    const IntegerReader reader{types.bits(part), types.IsUnsigned(part), bytes};
    // Whole bytes only: other widths have no canonical form here.
    if (reader.bits > 8 && reader.bits != 16 && reader.bits != 32 && reader.bits != 64) return false;
    is_complex ? use(ComplexReader<IntegerReader>{reader, 2 * bytes}) : use(reader);
  }
  return true;
}

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_DENSE_READER_H_
