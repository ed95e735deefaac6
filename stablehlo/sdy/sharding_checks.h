// What makes a sharding fit its mesh and its value. Each check says what is wrong, in a few words, or gives an empty text.
//
//   AxisChecker checker(mesh);
//   checker.Add({{"x"}, {"x"}})              ->  "duplicate axis ref: \"x\""
//   ShardingProblem(sharding, &mesh, value, {})  ->  "sharding doesn't match tensor rank: 1 != 2"
#ifndef CPPJRT_STABLEHLO_SDY_SHARDING_CHECKS_H_
#define CPPJRT_STABLEHLO_SDY_SHARDING_CHECKS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/sdy/attributes.h"

namespace cppjrt::stablehlo::sdy {

// Looks at lists of axes of one mesh, and remembers them: no axis may be in two of them.
class AxisChecker {
 public:
  // The mesh outlives the checker.
  explicit AxisChecker(const Mesh& mesh) : mesh_(&mesh) {}

  // The mesh has the axes, none was there before, no two neighbors make one axis together.
  std::string Add(std::span<const AxisRef> axes);
  // The same, and they are in the order of the mesh. `name` is that of the list in messages: "replicated".
  std::string AddSorted(std::span<const AxisRef> axes, std::string_view name);
  // Of all parts of axes so far: they divide their axes and do not overlap.
  std::string PartsProblem() const;

 private:
  std::string PartsProblem(const MeshAxis& axis) const;

  const Mesh* mesh_;
  AxisList seen_;
};

// A value as far as its sharding is concerned.
struct ShardedValue {
  enum class Kind : uint8_t { kTensor, kUnranked, kOther, kNothing };
  Kind kind = Kind::kOther;
  size_t rank = 0;
  size_t tuple_size = 1;  // of a tuple, whose only member counts
};
ShardedValue ValueOfType(const TypeTable& types, TypeId type);

// `mesh` is null if there is none of the sharding's name. `manual` are axes that computations around the value have taken.
std::string ShardingProblem(const TensorSharding& sharding, const Mesh* mesh, const ShardedValue& value,
                            std::span<const std::string_view> manual);

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_SHARDING_CHECKS_H_
