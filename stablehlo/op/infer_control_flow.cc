// if, case, while, optimization_barrier, tuples, tokens and futures.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// spec: if C1, C2; case C1 to C3
bool CheckBranches(const OpView& op, int arguments, int results) {
  for (size_t i = 0; i < op.num_regions(); ++i) {
    const size_t count = op.argument_types(i).size();
    if (count != 0) {
      return op.Fail(arguments,
                     Cat("branch ", i, " has ", Count(count, "argument"), ", expected its block to take none"));
    }
    const std::vector<TypeId> first = op.return_types(0);
    const std::vector<TypeId> types = op.return_types(i);
    if (CompatibleTypes(op.module(), types, first)) continue;
    return op.Fail(results, Cat("branch ", i, " returns ", op.Text(types), ", branch 0 returns ", op.Text(first),
                                ", expected the same types"));
  }
  return true;
}

// What all branches' results fit, one by one.
bool Conditional(const OpView& op, int arguments, int returned, Results& results) {
  if (op.rank(0) != 0)
    return op.Fail(op.Label('i', 1),
                   Cat("operand has type ", op.Text(op.operand(0)), " of rank ", op.rank(0), ", expected rank 0"));
  if (!CheckBranches(op, arguments, returned)) return false;
  std::vector<std::vector<TypeId>> lists;
  for (size_t i = 0; i < op.num_regions(); ++i) lists.push_back(op.return_types(i));
  for (size_t r = 0; r < lists[0].size(); ++r) {
    std::vector<TypeId> types;
    for (const std::vector<TypeId>& list : lists) types.push_back(list[r]);
    const std::optional<TypeId> type = LeastSpecificType(op, types, returned);
    if (!type) return false;
    results.push_back(*type);
  }
  return true;
}

bool CheckWhileTypes(const OpView& op, int constraint, std::string_view what, std::span<const TypeId> types) {
  const std::vector<TypeId> operands = op.operand_types();
  if (CompatibleTypes(op.module(), types, operands)) return true;
  return op.Fail(constraint, Cat(what, " ", op.Text(types), ", operands have types ", op.Text(operands),
                                 ", expected them to be compatible"));
}

bool IsAsyncBody(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGather:
    case Opcode::kAllReduce:
    case Opcode::kAllToAll:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kCollectivePermute:
    case Opcode::kCollectiveReduce:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kReduceScatter:
    case Opcode::kSlice:
      return true;
    default:
      return false;
  }
}

// spec: async_start C1, C2
bool CheckAsyncBody(const OpView& op) {
  const OpId first = op.module().block(op.block(0)).first_op;
  const OpId second = op.module().op(first).next;
  if (!second || op.module().op(second).next) {
    return op.Fail(1, "the region does not hold exactly one operation and a return, expected exactly one operation");
  }
  if (IsAsyncBody(op.module().op(first).opcode)) return true;
  return op.Fail(2, Cat("the region holds ", OpName(op.module(), first), ", expected a collective or slice operation"));
}

}  // namespace

bool If(const OpView& op, Results& results) { return Conditional(op, 1, 2, results); }

bool Case(const OpView& op, Results& results) {
  if (op.num_regions() == 0) return op.Fail(1, "has 0 branches, expected at least one branch region");
  return Conditional(op, 2, 3, results);
}

bool While(const OpView& op, Results& results) {
  if (!CheckWhileTypes(op, 1, "condition block arguments have types", op.argument_types(0)) ||
      !CheckWhileTypes(op, 2, "body block arguments have types", op.argument_types(1)) ||
      !CheckWhileTypes(op, 2, "the body block returns types", op.return_types(1))) {
    return false;
  }
  const std::vector<TypeId> condition = op.return_types(0);
  const bool single = condition.size() == 1;
  if (!single || !op.types().IsTensor(condition[0]) || op.types().rank(condition[0]) != 0 ||
      op.types().element_type(condition[0]) != scalar::kI1) {
    return op.Fail(1, Cat("the condition block returns ", Count(condition.size(), "result"), ", ", op.Text(condition),
                          ", expected a single tensor<i1> of rank zero"));
  }
  results = op.operand_types();
  return true;
}

bool OptimizationBarrier(const OpView& op, Results& results) {
  results = op.operand_types();
  return true;
}

bool Token(const OpView&, Results& results) {
  results.push_back(scalar::kToken);
  return true;
}

bool Tuple(const OpView& op, Results& results) {
  results.push_back(op.module().types().Tuple(op.operand_types()));
  return true;
}

bool GetTupleElement(const OpView& op, Results& results) {
  const int64_t index = op.Int("index");
  const auto size = static_cast<int64_t>(op.types().num_members(op.operand(0)));
  if (index < 0) return op.Fail(1, Cat("index is ", index, ", which is negative, expected >= 0"));
  if (index >= size) return op.Fail(1, Cat("index is ", index, ", out of bounds for a tuple of size ", size));
  results.push_back(op.types().member(op.operand(0), static_cast<size_t>(index)));
  return true;
}

bool AsyncStart(const OpView& op, Results& results) {
  if (!CheckAsyncBody(op)) return false;
  const std::vector<TypeId> arguments = op.argument_types(0);
  if (arguments.size() != op.num_operands()) {
    return op.Fail(3, Cat("number of operands is ", op.num_operands(), ", number of region arguments is ",
                          arguments.size(), ", expected them to match"));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == op.operand(i)) continue;
    return op.Fail(3, Cat("operand ", i, " has type ", op.Text(op.operand(i)), ", region argument ", i, " has type ",
                          op.Text(arguments[i]), ", expected the same"));
  }
  const std::vector<TypeId> returned = op.return_types(0);
  if (returned.size() != 1) {
    return op.Fail(4, Cat("the region returns ", Count(returned.size(), "result"), ", expected exactly 1"));
  }
  results.push_back(op.module().types().Future(returned));
  return true;
}

bool AsyncDone(const OpView& op, Results& results) {
  const size_t members = op.types().num_members(op.operand(0));
  if (members != 1) return op.Fail(1, Cat("operand is a future of ", Count(members, "type"), ", expected exactly 1"));
  results.push_back(op.types().member(op.operand(0), 0));
  return true;
}

}  // namespace cppjrt::stablehlo::rules
