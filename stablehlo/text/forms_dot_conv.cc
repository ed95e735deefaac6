// Forms of dot, dot_general and convolution.
#include <algorithm>
#include <cstring>

#include "stablehlo/text/forms.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// ---- batching_dims = [0] x [0], contracting_dims = [2] x [1]

bool ParsePair(Parser& p, std::string_view keyword, std::vector<int64_t>& lhs, std::vector<int64_t>& rhs) {
  return p.ExpectWord(keyword) && p.Expect('=') && p.ParseI64List(lhs) && p.ExpectWord("x") && p.ParseI64List(rhs);
}

bool ParseDotDims(Parser& p, OpParts& parts, std::string_view) {
  std::vector<int64_t> batching[2];
  std::vector<int64_t> contracting[2];
  if (p.lexer().PeekWord() == "batching_dims") {
    if (!ParsePair(p, "batching_dims", batching[0], batching[1]) || !p.Expect(',')) return false;
  }
  if (!ParsePair(p, "contracting_dims", contracting[0], contracting[1])) return false;
  AttrTable& attrs = p.attrs();
  const AttrId fields[] = {attrs.I64Array(batching[0]), attrs.I64Array(batching[1]), attrs.I64Array(contracting[0]),
                           attrs.I64Array(contracting[1])};
  p.AddAttr(parts, "dot_dimension_numbers", attrs.Struct(StructKind::kDotDimensionNumbers, fields));
  return true;
}

void PrintDotDims(Printer& p, OpId op, std::string_view) {
  const AttrId dims = p.Attribute(op, "dot_dimension_numbers");
  if (!p.attrs().Is(dims, AttrKind::kStruct)) return;
  const auto field = [&](size_t i) { return p.attrs().i64s(p.attrs().field(dims, i)); };
  if (!field(0).empty() || !field(1).empty()) {
    p << "batching_dims = ";
    p.I64List(field(0));
    p << " x ";
    p.I64List(field(1));
    p << ", ";
  }
  p << "contracting_dims = ";
  p.I64List(field(2));
  p << " x ";
  p.I64List(field(3));
}

// ---- , precision = [DEFAULT, HIGHEST], and , algorithm = <…>

bool ParsePrecisionList(Parser& p, OpParts& parts) {
  std::vector<AttrId> precisions;
  if (!p.Expect('=') || !p.Expect('[')) return false;
  const bool ok = p.ParseList(']', [&] {
    precisions.push_back(p.lexer().Peek() == '#' ? p.ParseAttribute() : p.ParseEnumKeyword(EnumKind::kPrecision));
    return precisions.back().valid();
  });
  if (ok) p.AddAttr(parts, "precision_config", p.attrs().Array(precisions));
  return ok;
}

bool ParsePrecision(Parser& p, OpParts& parts, std::string_view) {
  if (!p.lexer().TryChar(',')) return true;
  return p.ExpectWord("precision") && ParsePrecisionList(p, parts);
}

bool ParseAlgorithm(Parser& p, OpParts& parts) {
  if (!p.ExpectWord("algorithm") || !p.Expect('=')) return false;
  const AttrId algorithm = p.lexer().Peek() == '<' ? p.ParseStructBody(StructKind::kDotAlgorithm) : p.ParseAttribute();
  if (algorithm) p.AddAttr(parts, "algorithm", algorithm);
  return algorithm.valid();
}

bool ParsePrecisionAndAlgorithm(Parser& p, OpParts& parts, std::string_view) {
  if (!p.lexer().TryChar(',')) return true;
  if (p.lexer().PeekWord() == "algorithm") return ParseAlgorithm(p, parts);
  if (!p.ExpectWord("precision") || !ParsePrecisionList(p, parts)) return false;
  return !p.lexer().TryChar(',') || ParseAlgorithm(p, parts);
}

void PrintPrecision(Printer& p, OpId op, std::string_view) {
  const AttrId config = p.Attribute(op, "precision_config");
  if (!config) return;
  p << ", precision = [";
  for (size_t i = 0; i < p.attrs().size(config); ++i) {
    const AttrId precision = p.attrs().element(config, i);
    if (i > 0) p << ", ";
    p << EnumeratorName(EnumKind::kPrecision, p.attrs().enum_value(precision));
  }
  p << ']';
}

void PrintPrecisionAndAlgorithm(Printer& p, OpId op, std::string_view argument) {
  PrintPrecision(p, op, argument);
  const AttrId algorithm = p.Attribute(op, "algorithm");
  if (!algorithm) return;
  p << ", algorithm = ";
  p.StructBody(algorithm);
}

// ---- [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]

bool ParseConvDims(Parser& p, OpParts& parts, std::string_view) {
  const AttrId dims = p.lexer().Peek() == '#' ? p.ParseAttribute() : p.ParseConvDims();
  if (dims) p.AddAttr(parts, "dimension_numbers", dims);
  return dims.valid();
}

void PrintConvDims(Printer& p, OpId op, std::string_view) {
  const AttrId dims = p.Attribute(op, "dimension_numbers");
  const bool plain = p.attrs().Is(dims, AttrKind::kStruct) && Printer::IsPlainConv(p.attrs(), dims);
  plain ? p.ConvDims(dims) : p.Attr(dims);
}

// ---- window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = …, rhs_dilate = …, reverse = [false, false]}

struct WindowKey {
  std::string_view keyword;
  std::string_view attribute;
};
constexpr WindowKey kWindowKeys[] = {{"stride", "window_strides"},
                                     {"pad", "padding"},
                                     {"lhs_dilate", "lhs_dilation"},
                                     {"rhs_dilate", "rhs_dilation"},
                                     {"reverse", "window_reversal"}};

// [[0, 1], [2, 3]] as tensor<2x2xi64>
AttrId ParsePadding(Parser& p) {
  std::vector<int64_t> pairs;
  if (!p.Expect('[')) return AttrId();
  const bool ok = p.ParseList(']', [&] {
    const uint32_t at = p.lexer().NextOffset();
    const size_t before = pairs.size();
    if (!p.ParseI64List(pairs)) return false;
    const size_t count = pairs.size() - before;
    return count == 2 ||
           p.Error(at, "expected an array with 2 elements, got " + std::to_string(count) + " elements instead");
  });
  if (!ok) return AttrId();
  const TypeId type = p.types().Tensor({static_cast<int64_t>(pairs.size() / 2), 2}, scalar::kI64);
  const bool splat = !pairs.empty() && std::ranges::all_of(pairs, [&](int64_t v) { return v == pairs[0]; });
  const std::span<const std::byte> bytes = std::as_bytes(std::span(pairs));
  if (splat) return p.attrs().Dense(type, true, bytes.first(8));
  return p.attrs().Dense(type, false, p.module().arena().Copy(bytes));
}

bool ParseWindow(Parser& p, OpParts& parts, std::string_view) {
  if (p.lexer().Peek() == '}') return true;
  bool seen[std::size(kWindowKeys)] = {};
  do {
    const uint32_t at = p.lexer().NextOffset();
    const std::string_view word = p.lexer().Word();
    const auto key = std::ranges::find(kWindowKeys, word, &WindowKey::keyword);
    const auto index = static_cast<size_t>(key - std::begin(kWindowKeys));
    if (word.empty()) return p.Expected("stride, pad, lhs_dilate, rhs_dilate or reverse");
    if (key == std::end(kWindowKeys) || seen[index]) return p.Error(at, "unexpected keyword " + std::string(word));
    seen[index] = true;
    if (!p.Expect('=')) return false;
    std::vector<int64_t> values;
    AttrId attr;
    if (word == "pad") {
      attr = ParsePadding(p);
    } else if (word == "reverse") {
      if (p.ParseBoolList(values)) attr = p.attrs().DenseArray(scalar::kI1, values);
    } else if (p.ParseI64List(values)) {
      attr = p.attrs().I64Array(values);
    }
    if (!attr) return false;
    p.AddAttr(parts, key->attribute, attr);
  } while (p.lexer().TryChar(',') && p.lexer().Peek() != '}');
  return true;
}

void PrintPadding(Printer& p, AttrId attr) {
  const DenseElements dense = p.attrs().dense(attr);
  const auto at = [&dense](int64_t i) {
    int64_t value = 0;
    std::memcpy(&value, dense.bytes.data() + (dense.is_splat ? 0 : 8 * i), 8);
    return value;
  };
  p << '[';
  const int64_t pairs = p.types().dims(dense.type)[0];
  for (int64_t i = 0; i < pairs; ++i) {
    if (i > 0) p << ", ";
    const int64_t pair[] = {at(2 * i), at(2 * i + 1)};
    p.I64List(pair);
  }
  p << ']';
}

bool IsPadding(const Printer& p, AttrId attr) {
  if (!p.attrs().Is(attr, AttrKind::kDense)) return false;
  const TypeId type = p.attrs().type(attr);
  return p.types().IsStaticTensor(type) && p.types().rank(type) == 2 && p.types().dims(type)[1] == 2 &&
         p.types().dims(type)[0] <= 1000 && p.types().element_type(type) == scalar::kI64;
}

void PrintWindow(Printer& p, OpId op, std::string_view) {
  bool first = true;
  for (const WindowKey& key : kWindowKeys) {
    const AttrId attr = p.Attribute(op, key.attribute);
    const bool padding = key.keyword == "pad";
    if (padding ? !IsPadding(p, attr) : !p.attrs().Is(attr, AttrKind::kDenseArray)) continue;
    if (!first) p << ", ";
    first = false;
    p << key.keyword << " = ";
    if (padding) {
      PrintPadding(p, attr);
    } else {
      key.keyword == "reverse" ? p.BoolList(p.attrs().words(attr)) : p.I64List(p.attrs().words(attr));
    }
  }
}

// ---- What the forms can say

bool IsStruct(const Printer& p, OpId op, std::string_view name, StructKind kind) {
  const AttrId attr = p.Attribute(op, name);
  return p.attrs().Is(attr, AttrKind::kStruct) && p.attrs().struct_kind(attr) == kind;
}

bool DotDimsFit(const Printer& p, OpId op, std::string_view) {
  return IsStruct(p, op, "dot_dimension_numbers", StructKind::kDotDimensionNumbers);
}

bool PrecisionFits(const Printer& p, OpId op, std::string_view) {
  const AttrId config = p.Attribute(op, "precision_config");
  if (!config) return true;
  if (!p.attrs().Is(config, AttrKind::kArray)) return false;
  for (size_t i = 0; i < p.attrs().size(config); ++i) {
    const AttrId precision = p.attrs().element(config, i);
    if (!p.attrs().Is(precision, AttrKind::kEnum) || p.attrs().enum_kind(precision) != EnumKind::kPrecision)
      return false;
  }
  return true;
}

bool PrecisionAndAlgorithmFit(const Printer& p, OpId op, std::string_view argument) {
  return PrecisionFits(p, op, argument) &&
         (!p.Attribute(op, "algorithm") || IsStruct(p, op, "algorithm", StructKind::kDotAlgorithm));
}

bool ConvDimsFit(const Printer& p, OpId op, std::string_view) {
  return IsStruct(p, op, "dimension_numbers", StructKind::kConvDimensionNumbers);
}

bool WindowFits(const Printer& p, OpId op, std::string_view) {
  for (const WindowKey& key : kWindowKeys) {
    const AttrId attr = p.Attribute(op, key.attribute);
    if (!attr) continue;
    const TypeId element = key.keyword == "reverse" ? scalar::kI1 : scalar::kI64;
    const bool is_list = p.attrs().Is(attr, AttrKind::kDenseArray) && p.attrs().type(attr) == element;
    if (key.keyword == "pad" ? !IsPadding(p, attr) : !is_list) return false;
  }
  return true;
}

// clang-format off
constexpr Form kForms[] = {
    {"dot_dims",                ParseDotDims,               PrintDotDims,               DotDimsFit,               "dot_dimension_numbers"},
    {"precision",               ParsePrecision,             PrintPrecision,             PrecisionFits,            "precision_config"},
    {"precision_and_algorithm", ParsePrecisionAndAlgorithm, PrintPrecisionAndAlgorithm, PrecisionAndAlgorithmFit, "precision_config algorithm"},
    {"conv_dims",               ParseConvDims,              PrintConvDims,              ConvDimsFit,              "dimension_numbers"},
    {"window",                  ParseWindow,                PrintWindow,                WindowFits,
     "window_strides padding lhs_dilation rhs_dilation window_reversal"},
};
// clang-format on

}  // namespace

std::span<const Form> DotConvForms() { return kForms; }

}  // namespace cppjrt::stablehlo::text
