// Forms of attributes: constants, slices, formats, targets of custom calls, shardings.
#include <algorithm>
#include <charconv>

#include "stablehlo/text/forms.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer_impl.h"
#include "stablehlo/text/sdy_text.h"

namespace cppjrt::stablehlo::text {
namespace {

// ---- constant {…} dense<…> : type; constant() <{value = …}> : () -> type where value and result differ in type

bool ParseConstant(Parser& p, OpParts& parts, std::string_view) {
  if (p.lexer().Peek() == '(') return p.ParseGenericTail(parts);
  if (!p.ParseOptionalAttrDict(parts)) return false;
  const uint32_t at = p.lexer().NextOffset();
  const AttrId value = p.ParseAttribute();
  if (!value) return false;
  const AttrKind kind = p.attrs().kind(value);
  const TypeId type = p.attrs().type(value);
  const bool is_elements = kind == AttrKind::kDense || kind == AttrKind::kResource || kind == AttrKind::kSparse;
  if (!is_elements || !type) return p.Error(at, "expected constant elements, such as dense<0> : tensor<2xi32>");
  p.AddAttr(parts, "value", value);
  p.SetResultTypes(parts, {&type, 1});
  return true;
}

void PrintConstant(Printer& p, OpId op, std::string_view) {
  const AttrId value = p.Attribute(op, "value");
  const Op& record = p.op(op);
  const bool same = value && record.num_results == 1 && record.num_operands == 0 &&
                    p.module().type(record.result(0)) == p.attrs().type(value);
  if (!same) return p.GenericTail(op);
  p.AttrDict(op);
  p << ' ';
  p.Attr(value);
}

// ---- [1:3, 4:8:2]

bool ParseSliceRanges(Parser& p, OpParts& parts, std::string_view) {
  std::vector<int64_t> starts;
  std::vector<int64_t> limits;
  std::vector<int64_t> strides;
  if (!p.Expect('[')) return false;
  const bool ok = p.ParseList(']', [&] {
    if (!p.ParseInteger(starts.emplace_back()) || !p.Expect(':') || !p.ParseInteger(limits.emplace_back()))
      return false;
    return !p.lexer().TryChar(':') ? (strides.push_back(1), true) : p.ParseInteger(strides.emplace_back());
  });
  p.AddAttr(parts, "start_indices", p.attrs().I64Array(starts));
  p.AddAttr(parts, "limit_indices", p.attrs().I64Array(limits));
  p.AddAttr(parts, "strides", p.attrs().I64Array(strides));
  return ok;
}

void PrintSliceRanges(Printer& p, OpId op, std::string_view) {
  const auto words = [&](std::string_view name) {
    const AttrId attr = p.Attribute(op, name);
    return p.attrs().Is(attr, AttrKind::kDenseArray) ? p.attrs().words(attr) : std::span<const int64_t>();
  };
  const auto starts = words("start_indices");
  const auto limits = words("limit_indices");
  const auto strides = words("strides");
  p << '[';
  for (size_t i = 0; i < std::min({starts.size(), limits.size(), strides.size()}); ++i) {
    if (i > 0) p << ", ";
    p.Integer(starts[i]);
    p << ':';
    p.Integer(limits[i]);
    if (strides[i] == 1) continue;
    p << ':';
    p.Integer(strides[i]);
  }
  p << ']';
}

// ---- e8m7

bool ParseBits(std::string_view digits, int64_t& out) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return error == std::errc() && end == digits.data() + digits.size() && out <= INT32_MAX;
}

bool ParseExponentMantissa(Parser& p, OpParts& parts, std::string_view) {
  const uint32_t at = p.lexer().NextOffset();
  const std::string_view word = p.lexer().Word();
  if (word.empty()) return p.Expected("a keyword for the format, e#m#");
  const size_t m = word.find('m');
  const bool has_form = word[0] == 'e' && m != std::string_view::npos && m > 1 && m + 1 < word.size() &&
                        word.find_first_not_of("0123456789", 1) == m &&
                        word.find_first_not_of("0123456789", m + 1) == std::string_view::npos;
  if (!has_form) return p.Error(at, "expected exponent mantissa in format e#m#, saw " + std::string(word));
  int64_t bits[2] = {};
  if (!ParseBits(word.substr(1, m - 1), bits[0])) {
    return p.Error(at, "unable to parse exponent '" + std::string(word.substr(1, m - 1)) + "'");
  }
  if (!ParseBits(word.substr(m + 1), bits[1])) {
    return p.Error(at, "unable to parse mantissa '" + std::string(word.substr(m + 1)) + "'");
  }
  p.AddAttr(parts, "exponent_bits", p.attrs().I32(bits[0]));
  p.AddAttr(parts, "mantissa_bits", p.attrs().I32(bits[1]));
  return true;
}

void PrintExponentMantissa(Printer& p, OpId op, std::string_view) {
  const auto bits = [&](std::string_view name) {
    const AttrId attr = p.Attribute(op, name);
    return p.attrs().Is(attr, AttrKind::kInteger) ? p.attrs().integer(attr) : 0;
  };
  p << 'e';
  p.Integer(bits("exponent_bits"));
  p << 'm';
  p.Integer(bits("mantissa_bits"));
}

// ---- @target: the name of a custom call, a string in the form of a symbol

bool ParseTarget(Parser& p, OpParts& parts, std::string_view) {
  NameId name;
  if (!p.ParseSymbolName(name)) return false;
  p.AddAttr(parts, "call_target_name", p.attrs().String(name));
  return true;
}

void PrintTarget(Printer& p, OpId op, std::string_view) {
  const AttrId name = p.Attribute(op, "call_target_name");
  p.Symbol(p.attrs().Is(name, AttrKind::kString) ? p.attrs().string(name) : std::string_view());
}

// ---- [<@mesh, [{"x"}]>]

bool ParseShardings(Parser& p, OpParts& parts, std::string_view name) {
  const AttrId attr = p.ParseSdyText(name);
  if (attr) p.AddAttr(parts, name, attr);
  return attr.valid();
}

void PrintShardings(Printer& p, OpId op, std::string_view name) {
  const AttrId attr = p.Attribute(op, name);
  if (p.attrs().Is(attr, AttrKind::kOpaque)) p << SdyShortText(name, p.attrs().string(attr));
}

// ---- What the forms can say

bool SliceRangesFit(const Printer& p, OpId op, std::string_view) {
  size_t count = 0;
  bool first = true;
  for (std::string_view name : {"start_indices", "limit_indices", "strides"}) {
    const AttrId attr = p.Attribute(op, name);
    if (!p.attrs().Is(attr, AttrKind::kDenseArray) || p.attrs().type(attr) != scalar::kI64) return false;
    if (!first && p.attrs().words(attr).size() != count) return false;
    count = p.attrs().words(attr).size();
    first = false;
  }
  return true;
}

bool ExponentMantissaFits(const Printer& p, OpId op, std::string_view) {
  for (std::string_view name : {"exponent_bits", "mantissa_bits"}) {
    const AttrId attr = p.Attribute(op, name);
    if (!p.attrs().Is(attr, AttrKind::kInteger) || p.attrs().type(attr) != scalar::kI32 || p.attrs().integer(attr) < 0)
      return false;
  }
  return true;
}

bool TargetFits(const Printer& p, OpId op, std::string_view) {
  const AttrId name = p.Attribute(op, "call_target_name");
  return p.attrs().Is(name, AttrKind::kString) && !p.attrs().type(name) && !p.attrs().string(name).empty();
}

bool ShardingsFit(const Printer& p, OpId op, std::string_view name) {
  const AttrId attr = p.Attribute(op, name);
  return !attr || (p.attrs().Is(attr, AttrKind::kOpaque) && p.attrs().string(attr).starts_with("#sdy"));
}

// clang-format off
constexpr Form kForms[] = {
    {"constant",          ParseConstant,         PrintConstant,         nullptr,              "value", true},
    {"sdy_constant",      ParseConstant,         PrintConstant,         nullptr,              "value", true},
    {"slice_ranges",      ParseSliceRanges,      PrintSliceRanges,      SliceRangesFit,       "start_indices limit_indices strides"},
    {"exponent_mantissa", ParseExponentMantissa, PrintExponentMantissa, ExponentMantissaFits, "exponent_bits mantissa_bits"},
    {"symbol_or_string",  ParseTarget,           PrintTarget,           TargetFits,           "call_target_name"},
    {"sdy_shardings",     ParseShardings,        PrintShardings,        ShardingsFit},
};
// clang-format on

}  // namespace

std::span<const Form> AttributeForms() { return kForms; }

}  // namespace cppjrt::stablehlo::text
