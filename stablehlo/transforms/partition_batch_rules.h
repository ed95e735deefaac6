// The rules of partition_rules.h for ops that do the same many times: windows, transforms, linear algebra. They work on parts along
// the dimensions that only tell one time from another.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_BATCH_RULES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_BATCH_RULES_H_

#include <optional>

#include "stablehlo/transforms/partition_reader.h"

namespace cppjrt::stablehlo {

// All dimensions but the last `kOwn`, in which all operands and results agree.
template <size_t kOwn>
std::optional<OpFactors> LeadingFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  for (size_t d = 0; d + kOwn < reader.operand(0).size(); ++d) reader.Along(d);
  return reader.factors;
}

std::optional<OpFactors> FftFactors(const Module& module, OpId op, const WholeTypes& whole);
// Also the columns (or rows) that are solved for one by one.
std::optional<OpFactors> TriangularSolveFactors(const Module& module, OpId op, const WholeTypes& whole);
// Dimensions in which windows are of one element and move by one.
std::optional<OpFactors> ReduceWindowFactors(const Module& module, OpId op, const WholeTypes& whole);
std::optional<OpFactors> SelectAndScatterFactors(const Module& module, OpId op, const WholeTypes& whole);
// Without the dimension that elements are split into.
std::optional<OpFactors> BitcastConvertFactors(const Module& module, OpId op, const WholeTypes& whole);
// Calls of JAX's LAPACK handlers, which do one matrix after the other. None for other calls.
std::optional<OpFactors> LapackCallFactors(const Module& module, OpId op, const WholeTypes& whole);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_BATCH_RULES_H_
