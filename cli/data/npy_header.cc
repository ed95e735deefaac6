#include "cli/data/npy_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "cli/data/npy_dtype.h"

namespace cppjrt::data {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
// Longer dicts exist only for structured dtypes.
constexpr uint32_t kMaxDictBytes = 1 << 20;

class DictParser {
 public:
  explicit DictParser(std::string_view text) : text_(text) {}

  StatusOr<NpyHeader> Parse() {
    CPPJRT_RETURN_IF_ERROR(Expect("{"));
    while (!Skip("}")) {
      CPPJRT_RETURN_IF_ERROR(Entry());
      if (!Skip(",") && !Next("}")) return Error("expected \",\" or \"}\"");
    }
    SkipSpaces();
    if (position_ != text_.size()) return Error("expected the end of the header");
    if (!has_descr_) return Error("'descr' is missing");
    if (!has_order_) return Error("'fortran_order' is missing");
    if (!has_shape_) return Error("'shape' is missing");
    return std::move(header_);
  }

 private:
  Status Entry() {
    CPPJRT_ASSIGN_OR_RETURN(const std::string key, String());
    CPPJRT_RETURN_IF_ERROR(Expect(":"));
    if (key == "descr") return Once(has_descr_, key, [this] { return Descr(); });
    if (key == "fortran_order") return Once(has_order_, key, [this] { return Order(); });
    if (key == "shape") return Once(has_shape_, key, [this] { return Dims(); });
    return Error(fmt::format("unknown key '{}'", key));
  }

  template <typename Read>
  Status Once(bool& seen, const std::string& key, Read read) {
    if (seen) return Error(fmt::format("'{}' appears twice", key));
    seen = true;
    return read();
  }

  Status Descr() {
    if (Next("[")) {
      return UnimplementedError(
          fmt::format("structured numpy dtype {} has no element type", text_.substr(position_, 120)));
    }
    CPPJRT_ASSIGN_OR_RETURN(header_.descr, String());
    return OkStatus();
  }

  Status Order() {
    if (Skip("True")) {
      header_.fortran_order = true;
    } else if (!Skip("False")) {
      return Error("expected True or False");
    }
    return OkStatus();
  }

  // "()", "(2,)", "(2, 3)", "(2, 3,)"; "(2)" is a number in Python, not a tuple.
  Status Dims() {
    CPPJRT_RETURN_IF_ERROR(Expect("("));
    bool comma = true;
    while (!Skip(")")) {
      if (!comma) return Error("expected \",\" or \")\"");
      CPPJRT_RETURN_IF_ERROR(Dimension());
      comma = Skip(",");
    }
    if (header_.dims.size() == 1 && !comma) return Error("expected a tuple");
    return OkStatus();
  }

  Status Dimension() {
    SkipSpaces();
    int64_t size = 0;
    const char* const begin = text_.data() + position_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), size);
    if (error == std::errc::result_out_of_range) return Error("dimension does not fit in 64 bits");
    if (error != std::errc()) return Error("expected a dimension");
    if (size < 0) return Error(fmt::format("dimension is negative ({})", size));
    if (header_.dims.size() == kMaxRank) return Error(fmt::format("more than {} dimensions", kMaxRank));
    header_.dims.push_back(size);
    position_ += static_cast<size_t>(end - begin);
    if (text_.substr(position_, 1) == "L") ++position_;
    return OkStatus();
  }

  // Escapes are not known: no dtype this library reads has any.
  StatusOr<std::string> String() {
    SkipSpaces();
    const char quote = position_ < text_.size() ? text_[position_] : '\0';
    if (quote != '\'' && quote != '"') return Error("expected a string");
    const size_t end = text_.find(quote, position_ + 1);
    if (end == std::string_view::npos) return Error("string does not end");
    std::string value(text_.substr(position_ + 1, end - position_ - 1));
    position_ = end + 1;
    return value;
  }

  void SkipSpaces() { position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), text_.size()); }
  bool Next(std::string_view token) {
    SkipSpaces();
    return text_.substr(position_, token.size()) == token;
  }
  bool Skip(std::string_view token) {
    if (!Next(token)) return false;
    position_ += token.size();
    return true;
  }
  Status Expect(std::string_view token) {
    return Skip(token) ? OkStatus() : Error(fmt::format("expected \"{}\"", token));
  }
  Status Error(std::string_view what) const {
    return InvalidArgumentError(fmt::format("npy header, character {}: {}", position_ + 1, what));
  }

  std::string_view text_;
  size_t position_ = 0;
  NpyHeader header_;
  bool has_descr_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

Status ReadAll(ByteSource& source, std::span<char> to) {
  CPPJRT_ASSIGN_OR_RETURN(const size_t got, source.Read(std::as_writable_bytes(to)));
  if (got == to.size()) return OkStatus();
  return DataLossError(fmt::format("ends within the npy header, {} bytes early", to.size() - got));
}

uint32_t LittleEndian(std::span<const char> bytes) {
  uint32_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// numpy leaves room for the first dimension to grow, so that it can be rewritten in place; doing the same makes our
// files equal to its own, byte for byte.
size_t GrowthSpace(const Shape& shape) {
  constexpr size_t kMaxDigits = 21;
  return shape.dims.empty() ? 0 : kMaxDigits - fmt::formatted_size("{}", shape.dims[0]);
}

}  // namespace

StatusOr<NpyHeader> ParseNpyDict(std::string_view text) { return DictParser(text).Parse(); }

StatusOr<NpyHeader> ReadNpyHeader(ByteSource& source) {
  char head[8];
  CPPJRT_RETURN_IF_ERROR(ReadAll(source, head));
  if (std::string_view(head, kMagic.size()) != kMagic) return InvalidArgumentError("is not a .npy file");
  const int major = static_cast<unsigned char>(head[6]);
  const int minor = static_cast<unsigned char>(head[7]);
  if (major < 1 || major > 3 || minor != 0) {
    return UnimplementedError(fmt::format("npy version {}.{}; supported are 1.0, 2.0, and 3.0", major, minor));
  }
  char length_bytes[4];
  const std::span<char> length_span(length_bytes, major == 1 ? 2 : 4);
  CPPJRT_RETURN_IF_ERROR(ReadAll(source, length_span));
  const uint32_t length = LittleEndian(length_span);
  if (length > source.Remaining()) {
    return DataLossError(fmt::format("ends within the npy header: {} of {} bytes", source.Remaining(), length));
  }
  if (length > kMaxDictBytes) return InvalidArgumentError(fmt::format("npy header of {} bytes", length));
  std::string dict(length, '\0');
  CPPJRT_RETURN_IF_ERROR(ReadAll(source, dict));
  return ParseNpyDict(dict);
}

std::string FormatNpyHeader(const Shape& shape, int version) {
  const char* const last_comma = shape.dims.size() == 1 ? "," : "";
  std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", DescrOf(shape.type),
                                 fmt::join(shape.dims, ", "), last_comma);
  dict.append(GrowthSpace(shape), ' ');
  const size_t length_bytes = version == 1 ? 2 : 4;
  const size_t before = kMagic.size() + 2 + length_bytes;
  dict.append(63 - (before + dict.size()) % 64, ' ');
  dict += '\n';
  std::string head(kMagic);
  head += static_cast<char>(version);
  head += '\0';
  for (size_t i = 0; i < length_bytes; ++i) head += static_cast<char>(dict.size() >> (8 * i) & 0xff);
  return head + dict;
}

}  // namespace cppjrt::data
