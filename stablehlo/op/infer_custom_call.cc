// custom_call: layouts, aliases of outputs and operands, and the known targets that work on buffers.

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_set>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr int64_t kTypedFfi = 4;

// ---- Layouts

bool CheckLayout(const OpView& op, std::string_view what, size_t i, TypeId type, AttrId layout) {
  const TypeTable& types = op.types();
  const IntElements order(op.module(), layout);
  if (types.kind(type) == TypeKind::kTuple) {
    return op.Fail({}, Cat(what, " ", i, " is a tuple, which is not supported with a layout, expected a tensor"));
  }
  if (!types.IsTensor(type) && types.kind(type) != TypeKind::kMemRef) {
    if (order.size() == 0) return true;
    return op.Fail({}, Cat(what, " ", i, " has type ", op.Text(type),
                           " and a layout that is not empty, expected that of tensors only"));
  }
  const auto rank = static_cast<size_t>(types.rank(type));
  DimList range(rank);
  std::iota(range.begin(), range.end(), 0);
  DimList dims;
  if (order.size() == static_cast<int64_t>(rank)) dims = order.ToVector();
  std::ranges::sort(dims);
  if (dims == range) return true;
  return op.Fail({}, Cat("layout of ", what, " ", i, " of type ", op.Text(type),
                         " is incorrect, expected a permutation of its ", rank, " dimensions"));
}

bool CheckLayouts(const OpView& op, std::string_view what, std::span<const TypeId> types, AttrId layouts) {
  const size_t count = op.attrs().size(layouts);
  if (count != types.size()) {
    return op.Fail(
        {}, Cat("number of ", what, " layouts is ", count, ", expected the number of ", what, "s, ", types.size()));
  }
  for (size_t i = 0; i < count; ++i) {
    if (!CheckLayout(op, what, i, types[i], op.attrs().element(layouts, i))) return false;
  }
  return true;
}

// The members of a tuple that is the only result count as results.
std::vector<TypeId> FlatResults(const OpView& op) {
  std::vector<TypeId> types = op.result_types();
  if (types.size() != 1 || op.types().kind(types[0]) != TypeKind::kTuple) return types;
  std::vector<TypeId> members;
  for (size_t i = 0; i < op.types().num_members(types[0]); ++i) members.push_back(op.types().member(types[0], i));
  return members;
}

bool CheckAllLayouts(const OpView& op) {
  const AttrId operands = op.attr("operand_layouts");
  const AttrId results = op.attr("result_layouts");
  if (!operands && !results) return true;
  if (!operands || !results)
    return op.Fail({}, "has operand_layouts or result_layouts, expected layout attributes for both or none");
  return CheckLayouts(op, "operand", op.operand_types(), operands) &&
         (!op.has_results() || CheckLayouts(op, "result", FlatResults(op), results));
}

// ---- Aliases

struct Alias {
  std::span<const int64_t> output;
  int64_t operand;
  std::span<const int64_t> part;  // of the operand
};

Alias AliasOf(const AttrTable& attrs, AttrId alias) {
  return {attrs.i64s(attrs.field(alias, 0)), attrs.integer(attrs.field(alias, 1)), attrs.i64s(attrs.field(alias, 2))};
}

// The part of a type that tuple indices lead to, or none.
TypeId Part(const TypeTable& types, TypeId type, std::span<const int64_t> indices) {
  for (int64_t i : indices) {
    if (types.kind(type) != TypeKind::kTuple || i < 0 || i >= static_cast<int64_t>(types.num_members(type)))
      return TypeId();
    type = types.member(type, static_cast<size_t>(i));
  }
  return type;
}

// All results as one type, a tuple if there are not just one.
TypeId WholeResult(const OpView& op) {
  return op.num_results() == 1 ? op.result(0) : op.module().types().Tuple(op.result_types());
}

constexpr std::string_view kAliases = "output_operand_alias";

bool CheckAlias(const OpView& op, const Alias& alias, TypeId whole) {
  if (alias.operand < 0 || alias.operand >= static_cast<int64_t>(op.num_operands())) {
    return op.Fail({}, Cat("operand_index in ", kAliases, " is ", alias.operand,
                           ", out of bounds, expected it in the range [0, ", op.num_operands(), ")"));
  }
  const TypeId from = Part(op.types(), op.operand(static_cast<size_t>(alias.operand)), alias.part);
  const TypeId to = Part(op.types(), whole, alias.output);
  if (!from)
    return op.Fail({}, Cat("operand_tuple_indices in ", kAliases, " are ", DimsText(alias.part),
                           ", out of bounds of the operand"));
  if (!to)
    return op.Fail({}, Cat("output_tuple_indices in ", kAliases, " are ", DimsText(alias.output),
                           ", out of bounds of the results"));
  if (from == to) return true;
  return op.Fail({}, Cat("shapes mismatch in ", kAliases, ": the operand's part has type ", op.Text(from),
                         ", the output's part ", op.Text(to)));
}

using Indices = std::vector<int64_t>;

// Buffers and the tuples that have one inside, of those that make up `root`. Members have smaller ids than their tuple.
std::unordered_set<TypeId> BufferHolders(const TypeTable& types, TypeId root) {
  std::set<TypeId> parts = {root};
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    if (types.kind(*it) != TypeKind::kTuple) continue;
    for (size_t i = 0; i < types.num_members(*it); ++i) parts.insert(types.member(*it, i));
  }
  std::unordered_set<TypeId> holders;
  for (TypeId part : parts) {
    bool holds = types.kind(part) == TypeKind::kMemRef;
    const size_t count = types.kind(part) == TypeKind::kTuple ? types.num_members(part) : 0;
    for (size_t i = 0; i < count && !holds; ++i) holds = holders.contains(types.member(part, i));
    if (holds) holders.insert(part);
  }
  return holders;
}

// Every buffer that is a result is an operand's, and none is used twice.
class BufferCheck {
 public:
  explicit BufferCheck(const OpView& op) : op_(op) {}

  bool Take(const Alias& alias) {
    const TypeId part = Part(op_.types(), op_.operand(static_cast<size_t>(alias.operand)), alias.part);
    if (op_.types().kind(part) != TypeKind::kMemRef) return true;
    if (!outputs_.insert(Indices(alias.output.begin(), alias.output.end())).second) {
      return op_.Fail(
          {}, Cat("buffer output ", DimsText(alias.output), " is used in ", kAliases, " more than once, a duplicate"));
    }
    if (!operands_.insert({alias.operand, Indices(alias.part.begin(), alias.part.end())}).second) {
      return op_.Fail({}, Cat("buffer operand ", alias.operand, DimsText(alias.part), " is used in ", kAliases,
                              " more than once, a duplicate"));
    }
    return true;
  }

  // Walks the tuple with a stack of its own: it may be deep. Types without a buffer in them are left out, so that the
  // walk ends at the first buffer that no alias takes.
  bool CheckAllUsed(TypeId whole) const {
    const TypeTable& types = op_.types();
    const std::unordered_set<TypeId> holders = BufferHolders(types, whole);
    std::vector<std::pair<TypeId, Indices>> todo = {{whole, {}}};
    while (!todo.empty()) {
      const auto [type, indices] = std::move(todo.back());
      todo.pop_back();
      if (!holders.contains(type)) continue;
      if (types.kind(type) == TypeKind::kMemRef) {
        if (outputs_.contains(indices)) continue;
        return op_.Fail(
            {}, Cat("buffer output ", DimsText(indices), " is not used in ", kAliases, ", expected an operand for it"));
      }
      for (size_t i = 0; i < types.num_members(type); ++i) {
        Indices inner = indices;
        inner.push_back(static_cast<int64_t>(i));
        todo.push_back({types.member(type, i), std::move(inner)});
      }
    }
    return true;
  }

 private:
  const OpView& op_;
  std::set<Indices> outputs_;
  std::set<std::pair<int64_t, Indices>> operands_;
};

bool CheckAliases(const OpView& op, bool buffers_are_aliases) {
  if (!op.has_results()) return true;
  const AttrId list = op.attr("output_operand_aliases");
  const size_t count = list ? op.attrs().size(list) : 0;
  const TypeId whole = WholeResult(op);
  BufferCheck buffers(op);
  for (size_t i = 0; i < count; ++i) {
    const Alias alias = AliasOf(op.attrs(), op.attrs().element(list, i));
    if (!CheckAlias(op, alias, whole) || (buffers_are_aliases && !buffers.Take(alias))) return false;
  }
  return !buffers_are_aliases || buffers.CheckAllUsed(whole);
}

// ---- Targets that are known to work on buffers

bool IsBuffer(const OpView& op, TypeId type) { return op.types().kind(type) == TypeKind::kMemRef; }

// Pin makes a buffer of a tensor, Unpin a tensor of a buffer.
bool CheckPin(const OpView& op, std::string_view target) {
  const bool pin = target == "Pin";
  const auto is = [&op](TypeId type, bool buffer) {
    return buffer ? IsBuffer(op, type)
                  : op.types().IsTensor(type) || op.types().kind(type) == TypeKind::kUnrankedTensor;
  };
  if (op.num_operands() != 1 || !is(op.operand(0), !pin)) {
    return op.Fail({}, Cat("custom_call target ", target, " has inputs ", op.Text(op.operand_types()),
                           ", expected one ", pin ? "tensor" : "memref", " input"));
  }
  if (!op.has_results()) return true;
  if (op.num_results() != 1 || !is(op.result(0), pin)) {
    return op.Fail({}, Cat("custom_call target ", target, " has outputs ", op.Text(op.result_types()),
                           ", expected one ", pin ? "memref" : "tensor", " output result"));
  }
  if (CompatibleShapes(op.types(), op.operand(0), op.result(0)) && op.element(0) == op.result_element()) return true;
  return op.Fail({}, Cat("custom_call target ", target, " has input ", op.Text(op.operand(0)), " and output ",
                         op.Text(op.result(0)), ", expected compatible types"));
}

bool CheckCreateBuffer(const OpView& op) {
  if (op.num_operands() != 0) {
    return op.Fail(
        {}, Cat("custom_call target CreateBuffer has ", Count(op.num_operands(), "input"), ", expected no inputs"));
  }
  if (!op.has_results() || (op.num_results() == 1 && IsBuffer(op, op.result(0)))) return true;
  return op.Fail({}, Cat("custom_call target CreateBuffer has results ", op.Text(op.result_types()),
                         ", expected one memref result"));
}

bool CheckBackendConfig(const OpView& op) {
  const AttrId config = op.attr("backend_config");
  if (!config) return true;
  const int64_t version = op.Int("api_version", 1);
  const AttrKind wanted = version == kTypedFfi ? AttrKind::kDictionary : AttrKind::kString;
  if (op.attrs().Is(config, wanted)) return true;
  return op.Fail(
      {}, Cat("backend_config for api_version ", version, " (",
              EnumeratorName(EnumKind::kCustomCallApiVersion, static_cast<uint32_t>(version)),
              ") is of another kind, expected a ", version == kTypedFfi ? "dictionary" : "string", " attribute"));
}

}  // namespace

bool CustomCall(const OpView& op, Results&) {
  const std::string_view target = op.String("call_target_name");
  const bool is_pin = target == "Pin" || target == "Unpin";
  const bool is_create = target == "CreateBuffer";
  if (!CheckAllLayouts(op) || !CheckAliases(op, !is_pin && !is_create) || !CheckBackendConfig(op)) return false;
  if (is_create) return CheckCreateBuffer(op);
  return !is_pin || CheckPin(op, target);
}

}  // namespace cppjrt::stablehlo::rules
