// Constants: dense<…> with nested lists, splats and hexadecimal strings; sparse<…>.
//
// The type stands behind the elements and says how to read them, so the list is first skipped to its end, which a search
// for ">" does at the speed of memory, and then read straight into the module's arena. Memory is bounded by the text: a
// list has at least a byte for each element, and a splat is one element whatever the type says.
#include <algorithm>
#include <cstring>

#include "stablehlo/text/dense_reader.h"
#include "stablehlo/text/hex.h"
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

bool IsSplat(std::span<const std::byte> bytes, size_t element) {
  return std::memcmp(bytes.data(), bytes.data() + element, bytes.size() - element) == 0;
}

// i1 becomes 0 or 1, i4 is sign-extended, ui4 and f4 lose what is above their bits.
void Canonicalize(const TypeTable& types, TypeId element, std::span<std::byte> bytes) {
  if (types.IsQuantized(element)) element = types.quantized(element).storage;
  if (types.IsComplex(element) || types.bits(element) >= 8) return;
  const int bits = types.bits(element);
  const bool extend = types.IsInteger(element) && !types.IsUnsigned(element) && bits > 1;
  for (std::byte& b : bytes) {
    const auto value = static_cast<uint8_t>(b);
    if (bits == 1) {
      b = static_cast<std::byte>(value != 0);
    } else if (extend) {
      b = static_cast<std::byte>(static_cast<int8_t>(static_cast<uint8_t>(value << (8 - bits))) >> (8 - bits));
    } else {
      b = static_cast<std::byte>(value & ((1 << bits) - 1));
    }
  }
}

}  // namespace

AttrId Parser::ParseElements(bool sparse) {
  const uint32_t at = lexer_.offset();
  if (!Expect('<')) return AttrId();
  if (sparse) return ParseSparse(at);
  const uint32_t body_at = lexer_.NextOffset();
  std::string_view body;
  const bool is_string = lexer_.Peek() == '"';
  if (is_string) {
    if (!lexer_.QuotedString(body)) return Error(body_at, "the string does not end on its line"), AttrId();
    if (!Expect('>')) return AttrId();
  } else {
    const std::string_view rest = lexer_.rest();
    const size_t close = rest.find('>');
    // Comments and strings may hold a ">".
    const bool plain = close != std::string_view::npos && std::memchr(rest.data(), '/', close) == nullptr &&
                       std::memchr(rest.data(), '"', close) == nullptr;
    if (plain) {
      lexer_.Advance(close + 1);
    } else if (!lexer_.SkipBalanced('>')) {
      return Error(at, "the elements do not end"), AttrId();
    }
    body = lexer_.Since(body_at);
    body.remove_suffix(1);
  }
  if (!Expect(':')) return AttrId();
  const TypeId type = ParseType();
  if (!type) return AttrId();
  const uint32_t word_at = at - 5;  // "dense"
  const bool foreign = !types().IsTensor(type) || types().element_bytes(types().element_type(type)) == 0;
  if (foreign && types().kind(type) != TypeKind::kUnrankedTensor) {
    return attrs().Opaque(module_.names().InternView(lexer_.Since(word_at)));
  }
  if (foreign || !types().IsStaticTensor(type))
    return Error(at, "elements need a tensor type of static shape"), AttrId();
  if (!types().num_elements(type)) return Error(at, "the tensor has too many elements"), AttrId();
  return is_string ? ElementsFromHex(body, body_at, type) : ElementsFromText(body, body_at, type, at);
}

AttrId Parser::ElementsFromText(std::string_view body, uint32_t body_offset, TypeId type, uint32_t offset) {
  const TypeId element = types().element_type(type);
  const auto total = static_cast<size_t>(*types().num_elements(type));
  const bool is_list = body.starts_with('[');
  if (is_list && total > body.size()) return Error(offset, "there are fewer elements than the type has"), AttrId();
  if (body.empty()) {
    if (total != 0) return Error(offset, "there are no elements, the type has " + std::to_string(total)), AttrId();
    return attrs().Dense(type, false, {});
  }
  const auto element_bytes = static_cast<size_t>(types().element_bytes(element));
  const size_t size = element_bytes * (is_list ? total : 1);
  std::vector<std::byte> small;
  std::byte* data = nullptr;
  if (size > AttrTable::kInlineBytes) {
    data = module_.arena().AllocateArray<std::byte>(size);
  } else {
    small.resize(std::max(size, size_t{16}));
    data = small.data();
  }
  ReadError error;
  bool ok = false;
  const bool readable = WithReader(types(), element, [&](const auto& reader) {
    ok = is_list ? ReadNested(body, types().dims(type), total, reader, data, error)
                 : ReadSplat(body, reader, data, error);
  });
  if (!readable) return Error(offset, "constants of type '" + Spell(element) + "' are not supported"), AttrId();
  if (!ok) {
    const auto at = body_offset + static_cast<uint32_t>(error.at - body.data());
    return Error(at, error.message + " '" + Spell(type) + "'"), AttrId();
  }
  if (total == 0) return attrs().Dense(type, false, {});
  const std::span<const std::byte> bytes(data, size);
  if (!is_list || IsSplat(bytes, element_bytes)) return attrs().Dense(type, true, bytes.first(element_bytes));
  return attrs().Dense(type, false, bytes);
}

AttrId Parser::ElementsFromHex(std::string_view body, uint32_t offset, TypeId type) {
  const TypeId element = types().element_type(type);
  const auto total = static_cast<size_t>(*types().num_elements(type));
  const auto element_bytes = static_cast<size_t>(types().element_bytes(element));
  if (!body.starts_with("0x") || body.size() % 2 != 0) {
    return Error(offset, "expected a hexadecimal string, \"0x…\""), AttrId();
  }
  body.remove_prefix(2);
  const size_t size = body.size() / 2;
  const bool packed = element == scalar::kI1 && total > 1 && size == (total + 7) / 8;
  const bool is_splat = !packed && size == element_bytes && total > 0;
  if (!packed && !is_splat && (size % element_bytes != 0 || size / element_bytes != total)) {
    return Error(offset, "the string has " + std::to_string(size) + " bytes, '" + Spell(type) + "' needs " +
                             std::to_string(element_bytes) + " for each element"),
           AttrId();
  }
  std::byte* data = module_.arena().AllocateArray<std::byte>(std::max(size, size_t{1}));
  if (!DecodeHex(body, data)) return Error(offset, "the string holds more than hexadecimal digits"), AttrId();
  if (packed) {
    std::byte* bits = data;
    data = module_.arena().AllocateArray<std::byte>(total);
    for (size_t i = 0; i < total; ++i) data[i] = (bits[i / 8] >> (i % 8)) & std::byte{1};
  }
  const std::span<std::byte> bytes(data, packed ? total : size);
  Canonicalize(types(), element, bytes);
  if (total == 0) return attrs().Dense(type, false, {});
  if (is_splat || IsSplat(bytes, element_bytes)) return attrs().Dense(type, true, bytes.first(element_bytes));
  return attrs().Dense(type, false, bytes);
}

// sparse<[[0, 1], [2, 3]], [1.0, 2.0]> : type, sparse<> : type; behind "<".
AttrId Parser::ParseSparse(uint32_t offset) {
  const uint32_t indices_at = lexer_.NextOffset();
  if (!lexer_.SkipBalanced('>')) return Error(offset, "the elements do not end"), AttrId();
  std::string_view body = lexer_.Since(indices_at);
  body.remove_suffix(1);
  if (!Expect(':')) return AttrId();
  const TypeId type = ParseType();
  if (!type) return AttrId();
  if (!types().IsStaticTensor(type)) return Error(offset, "elements need a tensor type of static shape"), AttrId();
  // The comma between both is the first outside of brackets.
  size_t comma = 0;
  int depth = 0;
  for (; comma < body.size() && (depth > 0 || body[comma] != ','); ++comma) {
    if (body[comma] == '[' || body[comma] == '(') ++depth;
    if (body[comma] == ']' || body[comma] == ')') --depth;
  }
  std::string_view indices = body.substr(0, comma);
  std::string_view values = comma < body.size() ? body.substr(comma + 1) : std::string_view();
  while (!indices.empty() && IsIn(indices.back(), kBlank)) indices.remove_suffix(1);
  while (!values.empty() && IsIn(values.front(), kBlank)) values.remove_prefix(1);
  const int64_t rank = types().rank(type);
  const auto lists = std::ranges::count(indices, '[');
  const int64_t count = indices.empty() ? 0 : std::max<int64_t>(1, lists - 1);
  const int64_t index_dims[] = {count, rank};
  const bool nested = lists > 1;
  const TypeId index_type =
      types().Tensor(nested || lists == 0 ? std::span(index_dims) : std::span(index_dims).subspan(1), scalar::kI64);
  const TypeId value_type = types().Tensor({count}, types().element_type(type));
  const auto value_at = indices_at + static_cast<uint32_t>(values.empty() ? 0 : values.data() - body.data());
  const AttrId index_attr = ElementsFromText(indices, indices_at, index_type, offset);
  const AttrId value_attr = index_attr ? ElementsFromText(values, value_at, value_type, offset) : AttrId();
  return value_attr ? attrs().Sparse(type, index_attr, value_attr) : AttrId();
}

}  // namespace cppjrt::stablehlo::text
