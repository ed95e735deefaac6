#include "cpu/executable/signature.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/type.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/text/printer.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::AttrTable;
using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::Function;
using stablehlo::Module;
using stablehlo::OpId;
using stablehlo::RuntimeValue;
using stablehlo::TypeId;
using stablehlo::TypeKind;
using stablehlo::TypeTable;

// Where a parameter or result is, for messages.
std::string Where(std::string_view kind, size_t i) { return std::string(kind) + " " + std::to_string(i); }

Status ReadTensor(const Module& module, TypeId type, ArraySpec& spec, const std::string& where) {
  const TypeTable& types = module.types();
  const TypeId element = types.element_type(type);
  const std::optional<ElementType> known = stablehlo::ToElementType(types, element);
  if (!types.IsTensor(type) || !known) {
    return UnimplementedError(where + " of the program has type " + stablehlo::PrintType(module, type) +
                              ", which no array has");
  }
  spec.type = *known;
  spec.dims = Dims(types.dims(type));
  return OkStatus();
}

// Takes tuples apart, with a stack: types may be nested deeply.
Status ReadTypes(const Module& module, const std::vector<TypeId>& tops, std::string_view kind,
                 std::vector<ArraySpec>& specs, std::vector<int32_t>& tree, std::vector<size_t>& first_of) {
  const TypeTable& types = module.types();
  for (const TypeId top : tops) {
    first_of.push_back(specs.size());
    std::vector<TypeId> open = {top};
    while (!open.empty()) {
      const TypeId type = open.back();
      open.pop_back();
      if (types.kind(type) == TypeKind::kTuple) {
        const size_t count = types.num_members(type);
        tree.push_back(static_cast<int32_t>(count));
        for (size_t i = count; i-- > 0;) open.push_back(types.member(type, i));
        continue;
      }
      tree.push_back(Signature::kLeaf);
      ArraySpec& spec = specs.emplace_back();
      spec.token = types.kind(type) == TypeKind::kToken;
      if (spec.token) continue;
      CPPJRT_RETURN_IF_ERROR(ReadTensor(module, type, spec, Where(kind, specs.size() - 1)));
    }
  }
  first_of.push_back(specs.size());
  return OkStatus();
}

// "{0,1}" or "{1,0:T(8,128)}"; nothing for "default", "auto" and what has tiles that are not the default.
StatusOr<Dims> ParseLayoutMode(std::string_view text, size_t rank) {
  if (text == "default" || text == "auto" || text.empty()) return Dims();
  const Status bad = InvalidArgumentError("mhlo.layout_mode is '" + std::string(text) +
                                          "', expected 'default', 'auto' or an order of " + std::to_string(rank) +
                                          " dimensions such as '{1,0}'");
  if (!text.starts_with('{') || !text.ends_with('}')) return bad;
  std::string_view list = text.substr(1, text.size() - 2);
  list = list.substr(0, list.find(':'));
  Dims order;
  std::vector<bool> seen(rank, false);
  while (!list.empty()) {
    int64_t dim = -1;
    const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), dim);
    if (error != std::errc() || dim < 0 || static_cast<size_t>(dim) >= rank || seen[static_cast<size_t>(dim)])
      return bad;
    seen[static_cast<size_t>(dim)] = true;
    order.push_back(dim);
    list.remove_prefix(static_cast<size_t>(end - list.data()));
    if (list.starts_with(',')) list.remove_prefix(1);
  }
  if (order.size() != rank) return bad;
  return order;
}

std::string StringAttr(const AttrTable& attrs, AttrId dictionary, std::string_view name) {
  const AttrId attr = dictionary.valid() ? attrs.Lookup(dictionary, name) : AttrId();
  if (attrs.Is(attr, AttrKind::kString) || attrs.Is(attr, AttrKind::kOpaque)) return std::string(attrs.string(attr));
  return {};
}

// mhlo.sharding as text, sdy.sharding as it is, or where JAX's serialization puts it.
std::string ShardingOf(const AttrTable& attrs, AttrId dictionary) {
  for (const char* name : {"sdy.sharding", "mhlo.sharding"}) {
    std::string text = StringAttr(attrs, dictionary, name);
    if (!text.empty()) return text;
  }
  const AttrId frontend = attrs.Lookup(dictionary, "mhlo.frontend_attributes");
  return attrs.Is(frontend, AttrKind::kDictionary) ? StringAttr(attrs, frontend, "xla.sdy.sharding") : std::string();
}

// Attributes stand at a top-level parameter or result; those of layouts and kinds only make sense where it is one
// array.
Status ReadAttributes(const AttrTable& attrs, AttrId dictionary, std::span<ArraySpec> specs) {
  if (!attrs.Is(dictionary, AttrKind::kDictionary)) return OkStatus();
  for (ArraySpec& spec : specs) {
    if (const std::string kind = StringAttr(attrs, dictionary, "mhlo.memory_kind"); !kind.empty())
      spec.memory_kind = kind;
    spec.sharding = ShardingOf(attrs, dictionary);
    const AttrId donor = attrs.Lookup(dictionary, "jax.buffer_donor");
    spec.donated |= attrs.Is(donor, AttrKind::kBool) && attrs.boolean(donor);
    const AttrId alias = attrs.Lookup(dictionary, "tf.aliasing_output");
    if (attrs.Is(alias, AttrKind::kInteger)) {
      spec.donated = true;
      spec.aliased_result = attrs.integer(alias);
    }
    const std::string layout = StringAttr(attrs, dictionary, "mhlo.layout_mode");
    spec.layout_is_open = layout == "auto";
    CPPJRT_ASSIGN_OR_RETURN(spec.minor_to_major, ParseLayoutMode(layout, spec.dims.size()));
  }
  return OkStatus();
}

// mhlo.input_output_alias = [{alias = {parameter_number = 0, …}, output_index = array<i64: 1>}, …]
void ReadModuleAliases(const Module& module, Signature& signature) {
  const AttrTable& attrs = module.attrs();
  const AttrId list = module.attr(module.root(), "mhlo.input_output_alias");
  if (!attrs.Is(list, AttrKind::kArray)) return;
  for (size_t i = 0; i < attrs.size(list); ++i) {
    const AttrId entry = attrs.element(list, i);
    if (!attrs.Is(entry, AttrKind::kDictionary)) continue;
    const AttrId alias = attrs.Lookup(entry, "alias");
    const AttrId output = attrs.Lookup(entry, "output_index");
    if (!attrs.Is(alias, AttrKind::kDictionary)) continue;
    const AttrId number = attrs.Lookup(alias, "parameter_number");
    if (!attrs.Is(number, AttrKind::kInteger)) continue;
    const auto parameter = static_cast<uint64_t>(attrs.integer(number));
    if (parameter >= signature.parameters.size()) continue;
    signature.parameters[parameter].donated = true;
    if (!attrs.Is(output, AttrKind::kDenseArray) || attrs.i64s(output).empty()) continue;
    signature.parameters[parameter].aliased_result = attrs.i64s(output)[0];
  }
}

int64_t ModuleCount(const Module& module, std::string_view name) {
  const AttrId count = module.attr(module.root(), name);
  return module.attrs().Is(count, AttrKind::kInteger) ? module.attrs().integer(count) : 1;
}

Status CheckAliases(const Signature& signature) {
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    const ArraySpec& parameter = signature.parameters[i];
    if (parameter.aliased_result < 0 && parameter.aliased_result != -1) {
      return InvalidArgumentError(Where("parameter", i) + " is aliased with result " +
                                  std::to_string(parameter.aliased_result));
    }
    if (parameter.aliased_result >= static_cast<int64_t>(signature.results.size())) {
      return InvalidArgumentError(Where("parameter", i) + " is aliased with result " +
                                  std::to_string(parameter.aliased_result) + ", the program has " +
                                  std::to_string(signature.results.size()));
    }
  }
  return OkStatus();
}

}  // namespace

bool ArraySpec::dynamic() const {
  return std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim == stablehlo::kDynamic; });
}

int64_t ArraySpec::bytes() const {
  if (token) return 0;
  int64_t total = stablehlo::ElementBytes(type);
  for (const int64_t dim : dims) {
    if (dim == stablehlo::kDynamic || __builtin_mul_overflow(total, dim, &total)) return 0;
  }
  return total;
}

bool Signature::dynamic() const {
  return std::any_of(parameters.begin(), parameters.end(), [](const ArraySpec& spec) { return spec.dynamic(); });
}

bool Signature::has_tuples() const {
  return parameter_tree.size() + result_tree.size() > parameters.size() + results.size();
}

StatusOr<OpId> FindEntry(const Module& module) {
  OpId only;
  size_t publics = 0;
  for (const OpId op : module.ops(module.body())) {
    if (module.op(op).opcode != stablehlo::Opcode::kFunc) continue;
    const Function function(module, op);
    if (!function.body()) continue;
    if (function.name() == "main") return op;
    if (function.is_private()) continue;
    only = op;
    ++publics;
  }
  if (publics == 1) return only;
  return InvalidArgumentError("the program has no function @main, and " + std::to_string(publics) +
                              " other public functions; it starts with @main or the only public one");
}

StatusOr<Signature> ReadSignature(const Module& module) {
  CPPJRT_ASSIGN_OR_RETURN(const OpId entry, FindEntry(module));
  const Function function(module, entry);
  const TypeTable& types = module.types();
  std::vector<TypeId> inputs;
  std::vector<TypeId> outputs;
  for (size_t i = 0; i < types.num_inputs(function.type()); ++i) inputs.push_back(types.input(function.type(), i));
  for (size_t i = 0; i < types.num_results(function.type()); ++i) outputs.push_back(types.result(function.type(), i));

  Signature signature;
  signature.module_name = stablehlo::SymbolName(module, module.root());
  if (signature.module_name.empty()) signature.module_name = "main";
  std::vector<size_t> first_parameter;
  std::vector<size_t> first_result;
  CPPJRT_RETURN_IF_ERROR(
      ReadTypes(module, inputs, "parameter", signature.parameters, signature.parameter_tree, first_parameter));
  CPPJRT_RETURN_IF_ERROR(ReadTypes(module, outputs, "result", signature.results, signature.result_tree, first_result));
  for (size_t i = 0; i < inputs.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(ReadAttributes(
        module.attrs(), function.argument_attrs(i),
        std::span(signature.parameters).subspan(first_parameter[i], first_parameter[i + 1] - first_parameter[i])));
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(
        ReadAttributes(module.attrs(), function.result_attrs(i),
                       std::span(signature.results).subspan(first_result[i], first_result[i + 1] - first_result[i])));
  }
  ReadModuleAliases(module, signature);
  signature.num_replicas = ModuleCount(module, "mhlo.num_replicas");
  signature.num_partitions = ModuleCount(module, "mhlo.num_partitions");
  CPPJRT_RETURN_IF_ERROR(CheckAliases(signature));
  return signature;
}

std::vector<RuntimeValue> Unflatten(const std::vector<int32_t>& tree, std::vector<RuntimeValue> flat) {
  if (tree.size() == flat.size()) return flat;
  // Tuples under construction: how many members are missing, and those that are there.
  std::vector<std::pair<int32_t, std::vector<RuntimeValue>>> open;
  std::vector<RuntimeValue> values;
  size_t next = 0;
  for (const int32_t node : tree) {
    if (node > 0) {
      open.emplace_back(node, std::vector<RuntimeValue>());
      continue;
    }
    RuntimeValue value = node == 0 ? RuntimeValue::Tuple({}) : std::move(flat[next++]);
    while (!open.empty()) {
      open.back().second.push_back(std::move(value));
      if (--open.back().first > 0) break;
      value = RuntimeValue::Tuple(std::move(open.back().second));
      open.pop_back();
    }
    if (open.empty()) values.push_back(std::move(value));
  }
  return values;
}

std::vector<RuntimeValue> Flatten(std::vector<RuntimeValue> values) {
  const bool flat = std::none_of(values.begin(), values.end(),
                                 [](const RuntimeValue& value) { return value.kind() == RuntimeValue::Kind::kTuple; });
  if (flat) return values;
  std::vector<RuntimeValue> open(std::make_move_iterator(values.rbegin()), std::make_move_iterator(values.rend()));
  std::vector<RuntimeValue> result;
  while (!open.empty()) {
    RuntimeValue value = std::move(open.back());
    open.pop_back();
    if (value.kind() != RuntimeValue::Kind::kTuple) {
      result.push_back(std::move(value));
      continue;
    }
    const auto members = value.members();
    for (size_t i = members.size(); i-- > 0;) open.push_back(members[i]);
  }
  return result;
}

}  // namespace cppjrt::cpu
