// Forms of modules and functions.
#include <algorithm>

#include "stablehlo/text/forms.h"
#include "stablehlo/text/lexer.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// attributes {…}
bool ParseAttributesKeyword(Parser& p, OpParts& parts) {
  return !p.lexer().TryWord("attributes") || p.ParseOptionalAttrDict(parts);
}

void PrintAttributesKeyword(Printer& p, OpId op, uint64_t named) {
  p.Dictionary(p.OtherAttrs(op, named), " attributes ");
}

uint64_t Named(const OpInfo& info, std::initializer_list<std::string_view> names) {
  uint64_t bits = 0;
  for (std::string_view name : names) bits |= uint64_t{1} << info.FindAttr(name);
  return bits;
}

// ---- module @name attributes {…} { … }

bool ParseModule(Parser& p, OpParts& parts, std::string_view) {
  if (p.lexer().Peek() == '@') {
    NameId name;
    if (!p.ParseSymbolName(name)) return false;
    p.AddAttr(parts, "sym_name", p.attrs().String(name));
  }
  if (!ParseAttributesKeyword(p, parts)) return false;
  const RegionId region = p.ParseRegion(parts.info);
  if (!region) return false;
  if (!p.module().region(region).first_block) p.MakeBlock(region, {});
  parts.regions.push_back(region);
  return true;
}

void PrintModule(Printer& p, OpId op, std::string_view) {
  const AttrId name = p.Attribute(op, "sym_name");
  if (p.attrs().Is(name, AttrKind::kString)) {
    p << ' ';
    p.Symbol(p.attrs().string(name));
  }
  PrintAttributesKeyword(p, op, Named(Info(Opcode::kModule), {"sym_name"}));
  p << ' ';
  p.Region(p.op(op).regions()[0], false);
}

// ---- func.func private @name(%a: type {…}, …) -> (type {…}) attributes {…} { … }

struct Signature {
  std::vector<Argument> arguments;  // without names in a declaration
  std::vector<TypeId> results;
  std::vector<AttrId> result_attrs;
};

bool ParseSignatureArgument(Parser& p, Signature& signature) {
  Argument& argument = signature.arguments.emplace_back();
  if (p.lexer().Peek() == '%') return p.ParseArgument(argument);
  argument.type = p.ParseType();
  if (!argument.type) return false;
  if (p.lexer().Peek() != '{') return p.ParseOptionalLoc(argument.loc, argument.loc_alias);
  argument.attributes = p.ParseDictionary();
  return argument.attributes && p.ParseOptionalLoc(argument.loc, argument.loc_alias);
}

bool ParseSignatureResult(Parser& p, Signature& signature, bool may_have_attributes) {
  signature.results.push_back(p.ParseType());
  signature.result_attrs.emplace_back();
  if (!signature.results.back()) return false;
  if (!may_have_attributes || p.lexer().Peek() != '{') return true;
  signature.result_attrs.back() = p.ParseDictionary();
  return signature.result_attrs.back().valid();
}

bool ParseSignature(Parser& p, Signature& signature) {
  if (!p.Expect('(') || !p.ParseList(')', [&] { return ParseSignatureArgument(p, signature); })) return false;
  if (!p.lexer().TryArrow()) return true;
  if (p.lexer().TryChar('(')) return p.ParseList(')', [&] { return ParseSignatureResult(p, signature, true); });
  return ParseSignatureResult(p, signature, false);
}

// [{…}, {…}] if one of them is not empty, otherwise none.
AttrId AttrList(Parser& p, std::vector<AttrId> dictionaries) {
  bool any = false;
  for (AttrId& dictionary : dictionaries) {
    any = any || (dictionary && p.attrs().size(dictionary) > 0);
    if (!dictionary) dictionary = p.attrs().Dictionary({});
  }
  return any ? p.attrs().Array(dictionaries) : AttrId();
}

// A declaration's arguments may have names; nothing is called by them.
bool ParseBody(Parser& p, OpParts& parts, const Signature& signature) {
  const bool has_names = !signature.arguments.empty() && !signature.arguments[0].name.name.empty();
  for (const Argument& argument : signature.arguments) {
    if (argument.name.name.empty() == has_names)
      return p.Error(parts.offset, "either all arguments have names or none");
  }
  if (p.lexer().Peek() != '{') {
    parts.regions.push_back(p.module().NewRegion());
    return true;
  }
  if (!has_names && !signature.arguments.empty())
    return p.Error(parts.offset, "the arguments of a function with a body need names");
  const uint32_t at = p.lexer().offset();
  const RegionId region = p.ParseRegion(parts.info, signature.arguments);
  if (!region) return false;
  if (!p.module().region(region).first_block) return p.Error(at, "expected a non-empty function body");
  parts.regions.push_back(region);
  return true;
}

bool ParseFunc(Parser& p, OpParts& parts, std::string_view) {
  AttrId visibility;
  for (std::string_view word : {"public", "private", "nested"}) {
    if (p.lexer().TryWord(word)) visibility = p.attrs().String(word);
  }
  NameId name;
  Signature signature;
  if (!p.ParseSymbolName(name) || !ParseSignature(p, signature)) return false;
  std::vector<TypeId> inputs;
  std::vector<AttrId> argument_attrs;
  for (const Argument& argument : signature.arguments) {
    inputs.push_back(argument.type);
    argument_attrs.push_back(argument.attributes);
  }
  p.AddAttr(parts, "sym_name", p.attrs().String(name));
  p.AddAttr(parts, "function_type", p.attrs().Type(p.types().Function(inputs, signature.results)));
  if (visibility) p.AddAttr(parts, "sym_visibility", visibility);
  if (const AttrId list = AttrList(p, argument_attrs)) p.AddAttr(parts, "arg_attrs", list);
  if (const AttrId list = AttrList(p, signature.result_attrs)) p.AddAttr(parts, "res_attrs", list);
  return ParseAttributesKeyword(p, parts) && ParseBody(p, parts, signature);
}

AttrId ElementOf(const AttrTable& attrs, AttrId list, size_t i) {
  const bool has = attrs.Is(list, AttrKind::kArray) && i < attrs.size(list);
  const AttrId element = has ? attrs.element(list, i) : AttrId();
  return attrs.Is(element, AttrKind::kDictionary) && attrs.size(element) > 0 ? element : AttrId();
}

void PrintTypeWithAttrs(Printer& p, TypeId type, AttrId attributes) {
  p.Type(type);
  if (!attributes) return;
  p << ' ';
  p.Attr(attributes);
}

void PrintResults(Printer& p, OpId op, TypeId type) {
  const size_t count = p.types().num_results(type);
  if (count == 0) return;
  const AttrId attributes = p.Attribute(op, "res_attrs");
  const bool bare = count == 1 && p.types().kind(p.types().result(type, 0)) != TypeKind::kFunction &&
                    !ElementOf(p.attrs(), attributes, 0);
  p << (bare ? " -> " : " -> (");
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) p << ", ";
    PrintTypeWithAttrs(p, p.types().result(type, i), ElementOf(p.attrs(), attributes, i));
  }
  if (!bare) p << ')';
}

void PrintArguments(Printer& p, OpId op, TypeId type) {
  const BlockId body = p.module().entry_block(op);
  const AttrId attributes = p.Attribute(op, "arg_attrs");
  const size_t count = body ? p.module().block(body).args.size() : p.types().num_inputs(type);
  p << '(';
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) p << ", ";
    const AttrId own = ElementOf(p.attrs(), attributes, i);
    body ? p.Argument(p.module().block(body).args[i], own) : PrintTypeWithAttrs(p, p.types().input(type, i), own);
  }
  p << ')';
}

void PrintFunc(Printer& p, OpId op, std::string_view) {
  const AttrTable& attrs = p.attrs();
  const AttrId visibility = p.Attribute(op, "sym_visibility");
  const AttrId name = p.Attribute(op, "sym_name");
  const AttrId type = p.Attribute(op, "function_type");
  p << ' ';
  if (attrs.Is(visibility, AttrKind::kString) && !attrs.string(visibility).empty())
    p << attrs.string(visibility) << ' ';
  p.Symbol(attrs.string(name));
  PrintArguments(p, op, attrs.type(type));
  PrintResults(p, op, attrs.type(type));
  PrintAttributesKeyword(
      p, op, Named(Info(Opcode::kFunc), {"sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"}));
  if (!p.module().entry_block(op)) return;
  p << ' ';
  p.Region(p.op(op).regions()[0], false);
}

bool ModuleFits(const Printer& p, OpId op, std::string_view) {
  return p.op(op).num_regions == 1 && p.module().entry_block(op).valid();
}

bool IsDictionaryList(const AttrTable& attrs, AttrId list, size_t count) {
  if (!list) return true;
  if (!attrs.Is(list, AttrKind::kArray) || attrs.size(list) != count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!attrs.Is(attrs.element(list, i), AttrKind::kDictionary)) return false;
  }
  return true;
}

bool FuncFits(const Printer& p, OpId op, std::string_view) {
  const AttrTable& attrs = p.attrs();
  const AttrId type = p.Attribute(op, "function_type");
  const AttrId visibility = p.Attribute(op, "sym_visibility");
  if (!attrs.Is(p.Attribute(op, "sym_name"), AttrKind::kString) || !attrs.Is(type, AttrKind::kType) ||
      p.types().kind(attrs.type(type)) != TypeKind::kFunction || p.op(op).num_regions != 1) {
    return false;
  }
  const bool known =
      !visibility || (attrs.Is(visibility, AttrKind::kString) && IsBareIdentifier(attrs.string(visibility)));
  const size_t inputs = p.types().num_inputs(attrs.type(type));
  const BlockId body = p.module().entry_block(op);
  return known && (!body || p.module().block(body).args.size() == inputs) &&
         IsDictionaryList(attrs, p.Attribute(op, "arg_attrs"), inputs) &&
         IsDictionaryList(attrs, p.Attribute(op, "res_attrs"), p.types().num_results(attrs.type(type)));
}

// clang-format off
constexpr Form kForms[] = {
    {"module", ParseModule, PrintModule, ModuleFits, "sym_name",                                                  true},
    {"func",   ParseFunc,   PrintFunc,   FuncFits,   "sym_name function_type sym_visibility arg_attrs res_attrs", true},
};
// clang-format on

}  // namespace

std::span<const Form> FunctionForms() { return kForms; }

}  // namespace cppjrt::stablehlo::text
