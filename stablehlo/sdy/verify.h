// ShardyVerifier: what the sdy dialect (Shardy) asks of its ops and of the attributes it puts on others.
//
//   ShardyVerifier verifier(module, sink);
//   for (OpId op : …) verifier.Check(op);          // reports at the op, and returns false
//
// Meshes: axes are named once and have a size, device ids are a permutation. Shardings: they fit the rank of their value, the
// axes are the mesh's, none is used twice, parts of axes divide them. Computations with bodies: what the body takes and
// returns is what the shardings make of the values outside. Collectives: the sharding of the result follows from the
// operand's.
#ifndef CPPJRT_STABLEHLO_SDY_VERIFY_H_
#define CPPJRT_STABLEHLO_SDY_VERIFY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/ir/uses.h"
#include "stablehlo/sdy/module_shardings.h"

namespace cppjrt::stablehlo::sdy {

class ShardyVerifier {
 public:
  // Both outlive the verifier.
  ShardyVerifier(Module& module, DiagnosticSink& sink);

  // The attributes of any op: well formed, and those of sdy on other dialects' ops fit the op.
  bool CheckAttributes(OpId op);
  // An op of sdy. REQUIRES: it has the operands, results, regions and attributes of its row, and CheckAttributes.
  bool CheckOp(OpId op);

 private:
  enum class State : uint8_t { kUnknown, kGood, kBad };

  bool Fail(OpId op, std::string_view what, const std::string& problem);
  // Whether all sdy attributes in this one are well formed; reports the first that is not.
  bool IsWellFormed(OpId op, std::string_view name, AttrId attr);
  bool CheckNamed(OpId op, std::string_view name, AttrId attr);
  bool CheckFunction(OpId op);
  bool CheckFunctionValues(OpId op, std::string_view list, std::string_view kind, bool results);

  // The problem of an op, or empty.
  std::string MeshOpProblem(OpId op);
  std::string ConstraintProblem(OpId op);
  std::string BarrierProblem(OpId op);
  std::string EdgeProblem(OpId op);
  std::string FunctionEdgeProblem(OpId op);
  std::string ReductionOpProblem(OpId op);
  std::string CollectiveOpProblem(OpId op);
  std::string ManualComputationProblem(OpId op);
  std::string NamedComputationProblem(OpId op);

  std::string ShardingOfTypeProblem(const TensorSharding& sharding, OpId op, TypeId type);
  std::string ShardingsProblem(const ShardingPerValue& list, OpId op, const std::vector<TypeId>& types);
  std::string StaticValueProblem(OpId op);
  struct Side;
  std::string ManualSideProblem(OpId op, const Side& side, const ManualAxes& axes);
  std::string LocalTypeProblem(OpId op, const Side& side, size_t index, const TensorSharding& sharding,
                               const ManualAxes& axes);
  // The axes that computations around an op have taken.
  std::vector<std::string_view> ManualAxesAround(OpId op);
  bool HasOneUse(ValueId value);

  Module& module_;
  DiagnosticSink& sink_;
  ModuleShardings shardings_;
  bool any_;  // the module has attributes of sdy
  std::vector<State> states_;
  std::optional<UseMap> uses_;
};

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_VERIFY_H_
