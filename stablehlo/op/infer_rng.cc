// rng and rng_bit_generator.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr uint32_t kNormal = 2;
constexpr int64_t kLargestRank = 65536;  // of a result that is not stated

}  // namespace

bool Rng(const OpView& op, Results& results) {
  if (op.element(0) != op.element(1) || (op.has_results() && op.result_element() != op.element(0))) {
    return op.Fail(1, Cat("a and b have types ", op.Text(op.operand(0)), " and ", op.Text(op.operand(1)),
                          ", expected the same element type for a, b and the result"));
  }
  if (op.Enum("rng_distribution") == kNormal && !op.types().IsFloat(op.element(0))) {
    return op.Fail(
        2, Cat("mean (mu) and deviation (sigma) have element type ", op.Text(op.element(0)), ", expected floats"));
  }
  std::optional<DimList> dims = op.ConstantInts(op.operands()[2]);
  if (!dims && op.dims(2)[0] > kLargestRank) {
    return op.Fail(3, Cat("shape has ", op.dims(2)[0], " elements, expected at most ", kLargestRank));
  }
  if (!dims) dims.emplace(static_cast<size_t>(op.dims(2)[0]), kDynamic);
  if (std::ranges::any_of(*dims, [](int64_t dim) { return dim < 0 && !IsDynamic(dim); })) {
    return op.Fail(3, Cat("shape is ", DimsText(*dims), " with negative sizes, expected >= 0"));
  }
  results.push_back(MakeTensor(op.module(), {*dims, {}}, op.element(0)));
  return true;
}

bool RngBitGenerator(const OpView& op, Results&) {
  if (!op.has_results() || CompatibleTypes(op.module(), op.operand(0), op.result(0))) return true;
  return op.Fail(1, Cat("output_state has type ", op.Text(op.result(0)), ", initial_state has type ",
                        op.Text(op.operand(0)), ", expected the same shape"));
}

}  // namespace cppjrt::stablehlo::rules
