// Recipes of collectives. Programs that have one run on two devices, with the same arguments; what tells them apart is the
// number of the replica, which is mostly added to what a collective works on.
#include <string>
#include <utility>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

Step Made(std::string op, std::vector<size_t> operands, std::string attributes, ValueType result) {
  return {std::move(op), std::move(operands), {}, std::move(attributes), {}, {std::move(result)}};
}

bool Summable(ElementType type) { return IsWholeNumber(type) || IsRealFloat(type); }

std::string Groups(Builder& b) {
  return std::string("replica_groups = dense<[[") + (b.random.Chance(0.5) ? "0, 1" : "1, 0") + "]]> : tensor<1x2xi64>";
}

// x plus the replica's number, so that devices have values of their own.
size_t Own(Builder& b, size_t x) {
  if (b.random.Chance(0.2)) return x;
  const ValueType type = b.type(x);
  const size_t id = b.Add(Made("stablehlo.replica_id", {}, {}, {ElementType::kUI32, {}}));
  const size_t number = b.Add(Made("stablehlo.convert", {id}, {}, {type.element, {}}));
  const size_t all = b.Add(Made("stablehlo.broadcast_in_dim", {number}, "<{broadcast_dimensions = array<i64>}>", type));
  return b.Add(Made("stablehlo.add", {x, all}, {}, type));
}

// A value whose dimension `d` can be split in two.
bool Even(Builder& b, size_t& x, size_t& d) {
  const ElementType type = b.Type(Summable);
  ValueType shape = {type, b.Dims(1, 3)};
  d = static_cast<size_t>(b.random.Below(static_cast<int64_t>(shape.dims.size())));
  shape.dims[d] = 2 * (shape.dims[d] / 2 + 1);
  x = Own(b, b.Value(shape));
  return true;
}

bool MakeAllReduce(Builder& b) {
  const size_t x = Own(b, b.AnyValue(Summable));
  Step step = Made("stablehlo.all_reduce", {x}, "<{" + Groups(b) + "}>", b.type(x));
  step.regions = MonoidRegion(b, AnyMonoid(b, b.type(x).element), b.type(x).element);
  b.Add(std::move(step));
  return true;
}

bool MakeAllGather(Builder& b) {
  const size_t x = Own(b, b.AnyValue(Summable, 1));
  ValueType result = b.type(x);
  const auto d = static_cast<size_t>(b.random.Below(static_cast<int64_t>(result.dims.size())));
  if (result.dims[d] == 0) return false;  // spec: all_gather C6
  result.dims[d] *= 2;
  b.Add(Made("stablehlo.all_gather", {x}, "<{all_gather_dim = " + std::to_string(d) + " : i64, " + Groups(b) + "}>",
             result));
  return true;
}

bool MakeAllToAll(Builder& b) {
  size_t x = 0, split = 0;
  Even(b, x, split);
  ValueType result = b.type(x);
  const auto join = static_cast<size_t>(b.random.Below(static_cast<int64_t>(result.dims.size())));
  result.dims[split] /= 2;
  result.dims[join] *= 2;
  b.Add(Made("stablehlo.all_to_all", {x},
             "<{concat_dimension = " + std::to_string(join) + " : i64, " + Groups(b) +
                 ", split_count = 2 : i64, split_dimension = " + std::to_string(split) + " : i64}>",
             result));
  return true;
}

bool MakeReduceScatter(Builder& b) {
  size_t x = 0, d = 0;
  Even(b, x, d);
  ValueType result = b.type(x);
  result.dims[d] /= 2;
  Step step = Made("stablehlo.reduce_scatter", {x},
                   "<{" + Groups(b) + ", scatter_dimension = " + std::to_string(d) + " : i64}>", result);
  step.regions = MonoidRegion(b, AnyMonoid(b, result.element), result.element);
  b.Add(std::move(step));
  return true;
}

// Who gets nothing has zeros.
bool MakePermute(Builder& b) {
  constexpr std::string_view kPairs[] = {"[[0, 1], [1, 0]]> : tensor<2x2xi64>", "[[0, 1]]> : tensor<1x2xi64>",
                                         "[[1, 0]]> : tensor<1x2xi64>", "[[1, 1], [0, 0]]> : tensor<2x2xi64>"};
  const size_t x = Own(b, b.AnyValue(Summable));
  b.Add(Made("stablehlo.collective_permute", {x},
             "<{source_target_pairs = dense<" + std::string(b.random.Pick(kPairs)) + "}>", b.type(x)));
  return true;
}

bool MakeBroadcast(Builder& b) {
  const size_t x = Own(b, b.AnyValue(Summable));
  b.Add(Made("stablehlo.collective_broadcast", {x}, "<{" + Groups(b) + "}>", b.type(x)));
  return true;
}

template <bool kReplica>
bool MakeNumber(Builder& b) {
  b.Add(Made(kReplica ? "stablehlo.replica_id" : "stablehlo.partition_id", {}, {}, {ElementType::kUI32, {}}));
  return true;
}

constexpr Recipe kRecipes[] = {
    {"all_gather", 1, MakeAllGather},         {"all_reduce", 2, MakeAllReduce},
    {"all_to_all", 1, MakeAllToAll},          {"collective_broadcast", 1, MakeBroadcast},
    {"collective_permute", 1, MakePermute},   {"partition_id", 1, MakeNumber<false>},
    {"reduce_scatter", 1, MakeReduceScatter}, {"replica_id", 1, MakeNumber<true>},
};

}  // namespace

std::span<const Recipe> CollectiveRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
