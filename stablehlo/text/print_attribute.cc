// Attributes: all but constants (print_dense.cc).
#include <algorithm>
#include <vector>

#include "stablehlo/text/float_text.h"
#include "stablehlo/text/lexer.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer_impl.h"
#include "stablehlo/text/sdy_text.h"

namespace cppjrt::stablehlo::text {

void Printer::Integer(int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  out_.append(digits, static_cast<size_t>(end - digits));
}

void Printer::Unsigned(uint64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  out_.append(digits, static_cast<size_t>(end - digits));
}

void Printer::Quoted(std::string_view text) { AppendQuoted(out_, text); }

void Printer::Symbol(std::string_view name) {
  *this << '@';
  IsBareIdentifier(name) ? static_cast<void>(*this << name) : Quoted(name);
}

void Printer::I64List(std::span<const int64_t> values) {
  *this << '[';
  List(values, [this](int64_t v) { Integer(v); });
  *this << ']';
}

void Printer::BoolList(std::span<const int64_t> values) {
  *this << '[';
  List(values, [this](int64_t v) { *this << (v != 0 ? "true" : "false"); });
  *this << ']';
}

void Printer::FloatBits(uint64_t bits, TypeId type) {
  const auto scalar = types().AsScalar(type);
  if (scalar && HasFloatFormat(*scalar)) {
    AppendFloat(out_, bits, *scalar);
  } else {
    *this << "0.000000e+00";
  }
}

void Printer::Attr(AttrId attr, bool may_elide_type) {
  if (!attr || depth_ > kMaxNesting) {
    *this << "<<none>>";
    return;
  }
  ++depth_;
  switch (attrs().kind(attr)) {
    case AttrKind::kUnit:
      *this << "unit";
      break;
    case AttrKind::kBool:
      *this << (attrs().boolean(attr) ? "true" : "false");
      break;
    case AttrKind::kInteger: {
      const TypeId type = attrs().type(attr);
      types().IsUnsigned(type) ? Unsigned(static_cast<uint64_t>(attrs().integer(attr)))
                               : Integer(attrs().integer(attr));
      if (may_elide_type && type == scalar::kI64) break;
      *this << " : ";
      Type(type);
      break;
    }
    case AttrKind::kFloat:
      FloatBits(attrs().float_bits(attr), attrs().type(attr));
      if (may_elide_type && attrs().type(attr) == scalar::kF64) break;
      *this << " : ";
      Type(attrs().type(attr));
      break;
    case AttrKind::kString:
      Quoted(attrs().string(attr));
      if (!attrs().type(attr)) break;
      *this << " : ";
      Type(attrs().type(attr));
      break;
    case AttrKind::kSymbolRef:
      for (size_t i = 0; i < attrs().size(attr); ++i) {
        if (i > 0) *this << "::";
        Symbol(module_.name(attrs().path(attr, i)));
      }
      break;
    case AttrKind::kArray:
      *this << '[';
      for (size_t i = 0; i < attrs().size(attr); ++i) {
        if (i > 0) *this << ", ";
        Attr(attrs().element(attr, i), true);
      }
      *this << ']';
      break;
    case AttrKind::kDenseArray:
      DenseArray(attr);
      break;
    case AttrKind::kDictionary: {
      std::vector<NamedAttr> entries;
      for (size_t i = 0; i < attrs().size(attr); ++i) entries.push_back(attrs().entry(attr, i));
      entries.empty() ? static_cast<void>(*this << "{}") : Dictionary(std::move(entries), "");
      break;
    }
    case AttrKind::kType:
      Type(attrs().type(attr));
      break;
    case AttrKind::kDense:
    case AttrKind::kResource:
    case AttrKind::kSparse:
      DenseAttr(attr);
      break;
    case AttrKind::kStruct:
      StructAttr(attr);
      break;
    case AttrKind::kEnum:
      EnumAttr(attr);
      break;
    case AttrKind::kLocation:
      *this << "loc(";
      Loc(attrs().location(attr), true);
      *this << ')';
      break;
    case AttrKind::kOpaque:
      *this << attrs().string(attr);
      break;
  }
  --depth_;
}

void Printer::DenseArray(AttrId attr) {
  const TypeId type = attrs().type(attr);
  *this << "array<";
  Type(type);
  bool first = true;
  for (int64_t word : attrs().words(attr)) {
    *this << (first ? ": " : ", ");
    first = false;
    if (type == scalar::kI1) {
      *this << (word != 0 ? "true" : "false");
    } else if (types().IsFloat(type)) {
      FloatBits(static_cast<uint64_t>(word), type);
    } else if (types().IsUnsigned(type)) {
      Unsigned(static_cast<uint64_t>(word));
    } else {
      Integer(word);
    }
  }
  *this << '>';
}

void Printer::EnumAttr(AttrId attr) {
  const EnumInfo& info = Info(attrs().enum_kind(attr));
  const bool dotted = info.kind == EnumKind::kResultAccuracyMode;
  *this << '#' << info.dialect << (dotted ? '.' : '<') << info.mnemonic << (dotted ? '<' : ' ')
        << EnumeratorName(info.kind, attrs().enum_value(attr)) << '>';
}

// ---- Structs.

void Printer::StructAttr(AttrId attr) {
  const StructInfo& info = Info(attrs().struct_kind(attr));
  if (info.kind == StructKind::kTypeExtensions) {
    *this << "#stablehlo.bounds";
  } else {
    *this << '#' << info.dialect << '.' << info.mnemonic;
  }
  StructBody(attr);
}

void Printer::StructField(const FieldInfo& field, AttrId attr) {
  switch (field.kind) {
    case FieldClass::kDims:
      return I64List(attrs().i64s(attr));
    case FieldClass::kInt:
      return Integer(attrs().integer(attr));
    case FieldClass::kReal:
      return FloatBits(attrs().float_bits(attr), scalar::kF64);
    case FieldClass::kStructs:
      *this << '[';
      for (size_t i = 0; i < attrs().size(attr); ++i) {
        if (i > 0) *this << ", ";
        StructBody(attrs().element(attr, i));
      }
      *this << ']';
      return;
    case FieldClass::kSubStruct:
      *this << '(';
      Integer(attrs().integer(attrs().field(attr, 0)));
      *this << ')';
      return Integer(attrs().integer(attrs().field(attr, 1)));
    default:
      return Attr(attr);
  }
}

namespace {

// Dimension numbers leave out what is empty or zero.
bool LeavesOutDefaults(StructKind kind) {
  return kind == StructKind::kDotDimensionNumbers || kind == StructKind::kRaggedDotDimensionNumbers ||
         kind == StructKind::kGatherDimensionNumbers || kind == StructKind::kScatterDimensionNumbers;
}

bool IsEmptyOrZero(const AttrTable& attrs, AttrId attr) {
  if (attrs.Is(attr, AttrKind::kDenseArray)) return attrs.i64s(attr).empty();
  return attrs.Is(attr, AttrKind::kInteger) && attrs.integer(attr) == 0;
}

}  // namespace

void Printer::StructBody(AttrId attr) {
  const StructInfo& info = Info(attrs().struct_kind(attr));
  *this << '<';
  if (info.kind == StructKind::kTypeExtensions) {
    List(attrs().i64s(attrs().field(attr, 0)),
         [this](int64_t v) { v == kDynamic ? static_cast<void>(*this << '?') : Integer(v); });
    *this << '>';
    return;
  }
  if (info.kind == StructKind::kConvDimensionNumbers && IsPlainConv(attrs(), attr)) {
    ConvDims(attr);
    *this << '>';
    return;
  }
  if (info.kind == StructKind::kConvDimensionNumbers) *this << "raw ";
  if (info.kind == StructKind::kSubAxisInfo) {
    StructField({"", FieldClass::kSubStruct}, attr);
    *this << '>';
    return;
  }
  bool first = true;
  for (size_t i = 0; i < info.fields.size(); ++i) {
    const AttrId field = attrs().field(attr, i);
    if (!field || (LeavesOutDefaults(info.kind) && IsEmptyOrZero(attrs(), field))) continue;
    if (!first) *this << ", ";
    first = false;
    *this << info.fields[i].name << (info.kind == StructKind::kMesh ? "=" : " = ");
    StructField(info.fields[i], field);
  }
  *this << '>';
}

namespace {

// The places of a side of a convolution: letters at -1 and -2, spatial dimensions as numbers; -3 at places without one.
constexpr int64_t kFirstLetter = -1;
constexpr int64_t kSecondLetter = -2;
constexpr int64_t kNothing = -3;

bool SidePlaces(const AttrTable& attrs, AttrId attr, size_t side, std::vector<int64_t>& places) {
  constexpr int64_t kMaxPlaces = 1000;
  const auto put = [&places](int64_t place, int64_t what) {
    if (place < 0 || place >= kMaxPlaces) return false;
    if (places.size() <= static_cast<size_t>(place)) places.resize(static_cast<size_t>(place) + 1, kNothing);
    int64_t& slot = places[static_cast<size_t>(place)];
    if (slot != kNothing) return false;
    slot = what;
    return true;
  };
  if (!put(attrs.integer(attrs.field(attr, side * 3)), kFirstLetter)) return false;
  if (!put(attrs.integer(attrs.field(attr, side * 3 + 1)), kSecondLetter)) return false;
  int64_t number = 0;
  for (int64_t place : attrs.i64s(attrs.field(attr, side * 3 + 2))) {
    if (!put(place, number++)) return false;
  }
  return true;
}

}  // namespace

// False if two dimensions are at one place or out of range: then only the raw form can say so.
bool Printer::IsPlainConv(const AttrTable& attrs, AttrId attr) {
  for (size_t side = 0; side < 3; ++side) {
    std::vector<int64_t> places;
    if (!SidePlaces(attrs, attr, side, places)) return false;
  }
  return true;
}

void Printer::ConvDims(AttrId attr) {
  constexpr std::string_view kLetters[] = {"bf", "io", "bf"};
  for (size_t side = 0; side < 3; ++side) {
    std::vector<int64_t> places;
    SidePlaces(attrs(), attr, side, places);
    *this << (side == 0 ? "[" : side == 1 ? "x[" : "->[");
    List(places, [&](int64_t what) {
      if (what >= 0) {
        Integer(what);
      } else {
        *this << (what == kNothing ? '?' : kLetters[side][what == kFirstLetter ? 0 : 1]);
      }
    });
    *this << ']';
  }
}

// ---- Dictionaries.

void Printer::NamedAttribute(const NamedAttr& attr) {
  const std::string_view name = module_.name(attr.name);
  IsBareIdentifier(name) ? static_cast<void>(*this << name) : Quoted(name);
  if (attrs().Is(attr.value, AttrKind::kUnit)) return;
  *this << " = ";
  Attr(attr.value);
}

void Printer::Dictionary(std::vector<NamedAttr> attributes, std::string_view before) {
  if (attributes.empty()) return;
  std::ranges::sort(attributes, {}, [this](const NamedAttr& a) { return module_.name(a.name); });
  *this << before << '{';
  List(attributes, [this](const NamedAttr& a) { NamedAttribute(a); });
  *this << '}';
}

std::vector<NamedAttr> Printer::OtherAttrs(OpId id, uint64_t named) const {
  const Op& record = op(id);
  std::vector<NamedAttr> others;
  if (record.num_attrs == 0) return others;
  const OpInfo& info = Info(record.opcode);
  for (const NamedAttr& attr : record.inherent()) {
    const int index = info.FindAttr(module_.name(attr.name));
    const bool has_place = index >= 0 ? ((named >> index) & 1) != 0 : Has(info, Trait::kSegments);
    if (!has_place && !IsElidedDefault(module_, info, attr)) others.push_back(attr);
  }
  others.insert(others.end(), record.discardable().begin(), record.discardable().end());
  return others;
}

void Printer::AttrOfClass(const AttrInfo& info, AttrId attr) {
  const AttrKind kind = attrs().kind(attr);
  switch (info.attr_class) {
    case AttrClass::kI64Array:
    case AttrClass::kBoolArray:
      if (kind != AttrKind::kDenseArray) break;
      return info.attr_class == AttrClass::kBoolArray ? BoolList(attrs().words(attr)) : I64List(attrs().words(attr));
    case AttrClass::kSymbolName:
      if (kind != AttrKind::kString) break;
      return Symbol(attrs().string(attr));
    case AttrClass::kSdy:
      if (kind == AttrKind::kInteger && IsSdyEnum(info.name)) {
        *this << SdyEnumWord(info.name, attrs().integer(attr));
        return;
      }
      if (kind != AttrKind::kOpaque) break;
      *this << SdyShortText(info.name, attrs().string(attr));
      return;
    default:
      break;
  }
  const AttrClassInfo& attr_class = Info(info.attr_class);
  const bool as_declared = attr_class.memory == kind;
  if (as_declared && kind == AttrKind::kEnum) {
    *this << EnumeratorName(attrs().enum_kind(attr), attrs().enum_value(attr));
  } else if (as_declared && kind == AttrKind::kInteger) {
    types().IsUnsigned(attrs().type(attr)) ? Unsigned(static_cast<uint64_t>(attrs().integer(attr)))
                                           : Integer(attrs().integer(attr));
  } else if (as_declared && kind == AttrKind::kFloat) {
    FloatBits(attrs().float_bits(attr), attrs().type(attr));
  } else {
    Attr(attr);
  }
}

}  // namespace cppjrt::stablehlo::text
