// The op table as JSON, for `shlo ops`, the generated docs and Python.

#include <string>

#include "stablehlo/op/infer.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// By the bits of Trait.
// clang-format off
constexpr std::string_view kTraitNames[] = {
    "pure",        "region_effects",     "side_effects",   "collective",  "commutative",
    "elementwise", "same_type",          "same_element_type", "same_shape", "pairwise_same_type",
    "pairwise_same_element_type", "same_variadic_size", "segments", "terminator", "implicit_return",
    "isolated",    "symbol",             "symbol_table",   "symbol_user", "constant_like",
    "deprecated"};
// clang-format on
constexpr std::string_view kPresenceNames[] = {"required", "optional", "wire_only"};
constexpr std::string_view kRegionNames[] = {"body", "function_body", "any"};
// By DefaultKind; the empty ones are not written or have a value of their own.
constexpr std::string_view kDefaultNames[] = {"",
                                              "false",
                                              "true",
                                              "",
                                              "",
                                              "\"\"",
                                              "[]",
                                              "{}",
                                              "dense<>",
                                              "ones",
                                              "zero_pairs",
                                              "all_false",
                                              "[DEFAULT, DEFAULT]",
                                              "DEFAULT",
                                              "channel 0",
                                              "none",
                                              "sum"};

// A writer for the little JSON needed here: strings hold nothing but quotes that need escaping.
class Json {
 public:
  std::string text;

  void Key(std::string_view key) {
    Comma();
    String(key);
    text += ": ";
    fresh_ = true;
  }
  void Value(std::string_view value) {
    Comma();
    String(value);
  }
  void Bool(bool value) {
    Comma();
    text += value ? "true" : "false";
  }
  void Field(std::string_view key, std::string_view value) {
    Key(key);
    Value(value);
  }
  void Open(char bracket) {
    Comma();
    text += bracket;
    fresh_ = true;
  }
  void Close(char bracket) {
    text += bracket;
    fresh_ = false;
  }
  void OpenOnNewLine(char bracket) {
    text += fresh_ ? "\n" : ",\n";
    text += bracket;
    fresh_ = true;
  }

 private:
  void Comma() {
    if (!fresh_) text += ", ";
    fresh_ = false;
  }
  void String(std::string_view value) {
    text += '"';
    for (char c : value) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }

  bool fresh_ = true;
};

void AddValues(Json& json, std::string_view key, std::span<const OperandInfo> values) {
  json.Key(key);
  json.Open('[');
  for (const OperandInfo& value : values) {
    json.Open('{');
    json.Field("name", value.name);
    json.Field("type", Info(value.type).text);
    json.Key("variadic");
    json.Bool(value.variadic());
    json.Close('}');
  }
  json.Close(']');
}

std::string DefaultText(const Default& value) {
  if (value.kind == DefaultKind::kInt) return std::to_string(value.number);
  if (value.kind == DefaultKind::kReal) return std::to_string(value.real);
  return std::string(kDefaultNames[static_cast<size_t>(value.kind)]);
}

void AddAttrs(Json& json, std::span<const AttrInfo> attrs) {
  json.Key("attributes");
  json.Open('[');
  for (const AttrInfo& attr : attrs) {
    json.Open('{');
    json.Field("name", attr.name);
    json.Field("kind", Info(attr.attr_class).name);
    json.Field("presence", kPresenceNames[static_cast<size_t>(attr.presence)]);
    if (attr.default_value.kind != DefaultKind::kNoDefault) json.Field("default", DefaultText(attr.default_value));
    if (attr.lifetime.on_wire) json.Field("since", attr.lifetime.since.ToString());
    if (attr.lifetime.until != Version()) json.Field("until", attr.lifetime.until.ToString());
    json.Close('}');
  }
  json.Close(']');
}

void AddRegions(Json& json, std::span<const RegionInfo> regions) {
  json.Key("regions");
  json.Open('[');
  for (const RegionInfo& region : regions) {
    json.Open('{');
    json.Field("name", region.name);
    json.Field("kind", kRegionNames[static_cast<size_t>(region.kind)]);
    json.Key("variadic");
    json.Bool(region.variadic());
    json.Close('}');
  }
  json.Close(']');
}

void AddTraits(Json& json, Trait traits) {
  json.Key("traits");
  json.Open('[');
  for (size_t i = 0; i < std::size(kTraitNames); ++i) {
    if ((static_cast<uint32_t>(traits) >> i & 1) != 0) json.Value(kTraitNames[i]);
  }
  json.Close(']');
}

void AddVhlo(Json& json, const OpInfo& op) {
  json.Key("vhlo");
  json.Open('[');
  for (const VhloOp& vhlo : VhloOps()) {
    if (vhlo.opcode != op.opcode) continue;
    json.Open('{');
    json.Field("name", vhlo.name);
    json.Field("since", vhlo.since.ToString());
    json.Key("properties");
    json.Open('[');
    for (const VhloProperty& property : vhlo.properties) json.Value(property.name);
    json.Close(']');
    json.Close('}');
  }
  json.Close(']');
}

}  // namespace

std::string OpTableAsJson() {
  Json json;
  json.Open('[');
  for (const OpInfo& op : Ops()) {
    json.OpenOnNewLine('{');
    json.Field("name", op.name);
    json.Field("dialect", op.dialect);
    json.Field("mnemonic", op.mnemonic);
    AddValues(json, "operands", op.operands);
    AddValues(json, "results", op.results);
    AddAttrs(json, op.attrs);
    AddRegions(json, op.regions);
    AddTraits(json, op.traits);
    json.Field("syntax", op.syntax);
    json.Key("infers");
    json.Bool(InfersResultTypes(op.opcode));
    AddVhlo(json, op);
    json.Close('}');
  }
  json.text += '\n';
  json.Close(']');
  json.text += '\n';
  return json.text;
}

}  // namespace cppjrt::stablehlo
