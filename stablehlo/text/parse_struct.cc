// Struct attributes: #stablehlo.gather<offset_dims = [1], …> and those with a form of their own.
#include <algorithm>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

std::string FieldNames(const StructInfo& info) {
  std::string names;
  for (const FieldInfo& field : info.fields) names.append(names.empty() ? "" : ", ").append(field.name);
  return names;
}

// Where a field may be left out, and means this.
bool HasDefault(StructKind kind, const FieldInfo& field) {
  switch (kind) {
    case StructKind::kDotDimensionNumbers:
    case StructKind::kRaggedDotDimensionNumbers:
    case StructKind::kGatherDimensionNumbers:
    case StructKind::kScatterDimensionNumbers:
      return true;
    case StructKind::kResultAccuracy:
      return field.kind != FieldClass::kMode;
    case StructKind::kOutputOperandAlias:
      return field.kind == FieldClass::kDims;
    default:
      return false;
  }
}

}  // namespace

AttrId Parser::DefaultField(StructKind kind, const FieldInfo& field) {
  if (!HasDefault(kind, field)) return AttrId();
  switch (field.kind) {
    case FieldClass::kDims:
      return attrs().I64Array({});
    case FieldClass::kInt:
      return attrs().I64(0);
    case FieldClass::kReal:
      return attrs().F64(0);
    default:
      return AttrId();
  }
}

bool Parser::ParseStructField(StructKind kind, const FieldInfo& field, AttrId& out) {
  const uint32_t at = lexer_.NextOffset();
  std::vector<int64_t> dims;
  int64_t value = 0;
  uint64_t bits = 0;
  switch (field.kind) {
    case FieldClass::kDims:
      if (ParseI64List(dims)) out = attrs().I64Array(dims);
      return out.valid();
    case FieldClass::kInt:
      if (ParseInteger(value)) out = attrs().I64(value);
      return out.valid();
    case FieldClass::kBool:
      if (!lexer_.TryWord("true") && !lexer_.TryWord("false")) return Expected("'true' or 'false'");
      out = attrs().Bool(lexer_.Since(at).find('t') != std::string_view::npos);
      return true;
    case FieldClass::kReal: {
      const std::string_view number = lexer_.Number();
      if (number.empty()) return Expected("a float");
      if (FloatFromText(number, at, scalar::kF64, bits)) out = attrs().Float(scalar::kF64, bits);
      return out.valid();
    }
    case FieldClass::kSubStruct:
      out = ParseSubAxisInfo();
      return out.valid();
    case FieldClass::kMode:
      out = lexer_.Peek() == '#' ? ParseAttribute() : ParseEnumKeyword(EnumKind::kResultAccuracyMode);
      return out.valid();
    case FieldClass::kStructs:
      out = ParseMeshAxes();
      return out.valid();
    case FieldClass::kTypeField:
    case FieldClass::kText:
    case FieldClass::kAny:
      break;
  }
  out = ParseAttribute();
  if (!out) return false;
  const bool fits = (field.kind != FieldClass::kTypeField || attrs().Is(out, AttrKind::kType)) &&
                    (field.kind != FieldClass::kText || attrs().Is(out, AttrKind::kString));
  static_cast<void>(kind);
  return fits || Error(at, "field '" + std::string(field.name) + "' has a value of the wrong kind");
}

// [<name = "x", size = 2>], also with #stablehlo.mesh_axis in front of each.
AttrId Parser::ParseMeshAxes() {
  std::vector<AttrId> axes;
  if (!Expect('[')) return AttrId();
  const bool ok = ParseList(']', [&] {
    const uint32_t at = lexer_.NextOffset();
    axes.push_back(lexer_.Peek() == '<' ? ParseStructBody(StructKind::kMeshAxis) : ParseAttribute());
    if (!axes.back()) return false;
    const bool is_axis =
        attrs().Is(axes.back(), AttrKind::kStruct) && attrs().struct_kind(axes.back()) == StructKind::kMeshAxis;
    return is_axis || Error(at, "expected an axis, <name = \"x\", size = 2>");
  });
  return ok ? attrs().Array(axes) : AttrId();
}

bool Parser::CheckStruct(StructKind kind, std::vector<AttrId>& fields, uint32_t offset) {
  const StructInfo& info = Info(kind);
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i]) fields[i] = DefaultField(kind, info.fields[i]);
    if (!fields[i] && !info.fields[i].optional) {
      return Error(offset, "field '" + std::string(info.fields[i].name) + "' is missing in #" +
                               std::string(info.dialect) + "." + std::string(info.mnemonic));
    }
  }
  return true;
}

// <field = value, …>
AttrId Parser::ParseStructBody(StructKind kind) {
  const uint32_t at = lexer_.NextOffset();
  if (!Expect('<')) return AttrId();
  if (kind == StructKind::kConvDimensionNumbers) return ParseConvBody();
  if (kind == StructKind::kTypeExtensions) return ParseTypeExtensions();
  if (kind == StructKind::kSubAxisInfo) {
    const AttrId info = ParseSubAxisInfo();
    return info && Expect('>') ? info : AttrId();
  }
  const StructInfo& info = Info(kind);
  std::vector<AttrId> fields(info.fields.size());
  const bool ok = ParseList('>', [&] {
    const uint32_t field_at = lexer_.NextOffset();
    // A comma may stand behind the last field.
    if (lexer_.Peek() == '>' && std::ranges::any_of(fields, &AttrId::valid)) return true;
    const std::string_view name = lexer_.Word();
    const int index = FindField(kind, name);
    if (index < 0) {
      lexer_.set_offset(field_at);
      return Error(field_at, "expected one of: " + FieldNames(info) + ", found " + DescribeNext());
    }
    const auto i = static_cast<size_t>(index);
    if (fields[i]) return Error(field_at, "field '" + std::string(name) + "' is given twice");
    return Expect('=') && ParseStructField(kind, info.fields[i], fields[i]);
  });
  return ok && CheckStruct(kind, fields, at) ? attrs().Struct(kind, fields) : AttrId();
}

// [4, ?]: numbers and unknowns; -9223372036854775808 is unknown too.
bool Parser::ParseBoundsList(std::vector<int64_t>& out) {
  out.push_back(kDynamic);
  return lexer_.TryChar('?') || ParseInteger(out.back());
}

// #stablehlo.bounds<4, ?>, #stablehlo.type_extensions<bounds = [4, ?]>; behind "<".
AttrId Parser::ParseTypeExtensions() {
  std::vector<int64_t> bounds;
  const auto one = [this, &bounds] { return ParseBoundsList(bounds); };
  if (lexer_.TryWord("bounds")) {
    if (!Expect('=') || !Expect('[') || !ParseList(']', one) || !Expect('>')) return AttrId();
  } else if (!ParseList('>', one)) {
    return AttrId();
  }
  const AttrId field = attrs().I64Array(bounds);
  return attrs().Struct(StructKind::kTypeExtensions, {&field, 1});
}

// (2)4: size 4 behind axes of size 2
AttrId Parser::ParseSubAxisInfo() {
  int64_t pre_size = 0;
  int64_t size = 0;
  if (!Expect('(') || !ParseInteger(pre_size) || !Expect(')') || !ParseInteger(size)) return AttrId();
  const AttrId fields[] = {attrs().I64(pre_size), attrs().I64(size)};
  return attrs().Struct(StructKind::kSubAxisInfo, fields);
}

// ---- Convolution.

// [b, 0, 1, f]: the places of the two letters, and of each spatial dimension. "?" is a dimension that is neither.
bool Parser::ParseConvSide(std::string_view letters, int64_t out[2], std::vector<int64_t>& spatial) {
  constexpr int64_t kMaxSpatial = 1000;
  const uint32_t at = lexer_.NextOffset();
  out[0] = out[1] = -1;
  int64_t place = 0;
  if (!Expect('[')) return false;
  const bool ok = ParseList(']', [&] {
    const uint32_t item_at = lexer_.NextOffset();
    const int64_t here = place++;
    if (lexer_.TryChar('?')) return true;
    if (const std::string_view word = lexer_.Word(); !word.empty()) {
      const size_t which = word.size() == 1 ? letters.find(word[0]) : std::string_view::npos;
      if (which == std::string_view::npos) {
        return Error(item_at, "unexpected keyword for a dimension '" + std::string(word) + "', expected " + letters[0] +
                                  ", " + letters[1] + " or a number");
      }
      if (out[which] >= 0) return Error(item_at, "dimension '" + std::string(word) + "' is given twice");
      out[which] = here;
      return true;
    }
    int64_t number = 0;
    if (!ParseInteger(number)) return false;
    if (number < 0 || number > kMaxSpatial) return Error(item_at, "unexpected dimension " + std::to_string(number));
    const auto i = static_cast<size_t>(number);
    if (spatial.size() <= i) spatial.resize(i + 1, -1);
    if (spatial[i] >= 0) return Error(item_at, "duplicate entries for spatial dimension " + std::to_string(number));
    spatial[i] = here;
    return true;
  });
  if (!ok) return false;
  for (size_t i = 0; i < 2; ++i) {
    if (out[i] < 0) return Error(at, "expected dimension '" + std::string(1, letters[i]) + "' is not specified");
  }
  const auto missing = std::ranges::find(spatial, -1);
  return missing == spatial.end() ||
         Error(at, "expected spatial dimension " + std::to_string(missing - spatial.begin()) + " is not specified");
}

// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
AttrId Parser::ParseConvDims() {
  int64_t letters[3][2];
  std::vector<int64_t> spatial[3];
  if (!ParseConvSide("bf", letters[0], spatial[0]) || !ExpectWord("x") ||
      !ParseConvSide("io", letters[1], spatial[1]) || !ExpectArrow() || !ParseConvSide("bf", letters[2], spatial[2])) {
    return AttrId();
  }
  std::vector<AttrId> fields;
  for (size_t side = 0; side < 3; ++side) {
    fields.push_back(attrs().I64(letters[side][0]));
    fields.push_back(attrs().I64(letters[side][1]));
    fields.push_back(attrs().I64Array(spatial[side]));
  }
  return attrs().Struct(StructKind::kConvDimensionNumbers, fields);
}

// <[b, 0, f]x…>, <raw input_batch_dimension = 0, …>; behind "<".
AttrId Parser::ParseConvBody() {
  if (!lexer_.TryWord("raw")) {
    const AttrId attr = ParseConvDims();
    return attr && Expect('>') ? attr : AttrId();
  }
  const StructInfo& info = Info(StructKind::kConvDimensionNumbers);
  const uint32_t at = lexer_.NextOffset();
  std::vector<AttrId> fields(info.fields.size());
  const bool ok = ParseList('>', [&] {
    const uint32_t field_at = lexer_.NextOffset();
    const int index = FindField(StructKind::kConvDimensionNumbers, lexer_.Word());
    if (index < 0) return lexer_.set_offset(field_at), Expected("one of: " + FieldNames(info));
    const auto i = static_cast<size_t>(index);
    return Expect('=') && ParseStructField(StructKind::kConvDimensionNumbers, info.fields[i], fields[i]);
  });
  return ok && CheckStruct(StructKind::kConvDimensionNumbers, fields, at)
             ? attrs().Struct(StructKind::kConvDimensionNumbers, fields)
             : AttrId();
}

}  // namespace cppjrt::stablehlo::text
