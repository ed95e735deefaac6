#include "stablehlo/transforms/partition_batch_rules.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "stablehlo/op/call_target.h"

namespace cppjrt::stablehlo {
namespace {

// Whether dimension `d` has no padding. REQUIRES: `padding` is none, or pairs of i64.
bool IsUnpadded(const Module& module, OpId op, size_t d) {
  const AttrId padding = module.attr(op, "padding");
  if (!module.attrs().Is(padding, AttrKind::kDense)) return !padding.valid();
  const std::span<const std::byte> bytes = module.attrs().dense(padding).bytes;
  constexpr size_t kPair = 2 * sizeof(int64_t);
  const bool splat = module.attrs().dense(padding).is_splat;
  const std::span<const std::byte> own = splat ? bytes : bytes.subspan(std::min(bytes.size(), d * kPair));
  return std::ranges::all_of(own.first(std::min(own.size(), kPair)), [](std::byte b) { return b == std::byte{0}; });
}

bool IsWindowOfOne(const PartitionReader& reader, size_t d) {
  const List window = reader.Numbers("window_dimensions");
  const List strides = reader.Numbers("window_strides");
  return d < window.size() && window[d] == 1 && (strides.empty() || strides[d] == 1) &&
         IsUnpadded(reader.module(), reader.op(), d);
}

}  // namespace

std::optional<OpFactors> FftFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  const size_t own = reader.Numbers("fft_length").size();
  for (size_t d = 0; d + own < reader.operand(0).size(); ++d) reader.Along(d);
  return reader.factors;
}

std::optional<OpFactors> TriangularSolveFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  const size_t rank = reader.operand(0).size();
  for (size_t d = 0; d + 2 < rank; ++d) reader.Along(d);
  const AttrId left = module.attr(op, "left_side");
  const bool is_left = module.attrs().Is(left, AttrKind::kBool) && module.attrs().boolean(left);
  const size_t free = is_left ? rank - 1 : rank - 2;
  reader.factors.operands[1][free] = reader.factors.results[0][free] = reader.NewFactor();
  return reader.factors;
}

std::optional<OpFactors> ReduceWindowFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  for (size_t d = 0; d < reader.result().size(); ++d) {
    if (reader.operand(0)[d] == reader.result()[d] && IsWindowOfOne(reader, d)) reader.Along(d);
  }
  return reader.factors;
}

std::optional<OpFactors> SelectAndScatterFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  for (size_t d = 0; d < reader.result().size(); ++d) {
    if (reader.operand(1)[d] == reader.result()[d] && IsWindowOfOne(reader, d)) reader.Along(d);
  }
  return reader.factors;
}

std::optional<OpFactors> BitcastConvertFactors(const Module& module, OpId op, const WholeTypes& whole) {
  PartitionReader reader(module, op, whole);
  const size_t rank = std::min(reader.operand(0).size(), reader.result().size());
  for (size_t d = 0; d < rank; ++d) {
    if (reader.operand(0)[d] == reader.result()[d]) reader.Along(d);
  }
  return reader.factors;
}

namespace {

// Dimensions that one problem has in operand 0 of a custom call of linear algebra; 0 for other calls.
size_t ProblemRank(std::string_view target) {
  const auto has = [&](std::string_view part) { return target.find(part) != target.npos; };
  const bool ffi = target.ends_with("_ffi");
  if (ffi && (has("gtsv") || target == "tridiagonal_solve_perturbed_ffi")) return 1;
  if (ffi && (target.starts_with("lapack_") || has("solver_"))) return 2;
  constexpr std::string_view kOfXla[] = {"Qr", "Eigh", "LuDecomposition", "ProductOfElementaryHouseholderReflectors"};
  return std::ranges::find(kOfXla, target) == std::end(kOfXla) ? 0 : 2;
}

}  // namespace

std::optional<OpFactors> LapackCallFactors(const Module& module, OpId op, const WholeTypes& whole) {
  const size_t rank = ProblemRank(CallTargetName(module, op));
  if (rank == 0) return std::nullopt;
  PartitionReader reader(module, op, whole);
  const List problems = reader.operand(0);
  if (problems.size() <= rank) return std::nullopt;
  const List batch = problems.first(problems.size() - rank);
  const auto has_batch = [&](List dims) {
    return dims.size() >= batch.size() && std::ranges::equal(dims.first(batch.size()), batch);
  };
  for (size_t i = 0; i < reader.num_operands(); ++i) {
    if (!reader.operand(i).empty() && !has_batch(reader.operand(i))) return std::nullopt;
  }
  for (size_t i = 0; i < reader.num_results(); ++i) {
    if (!has_batch(reader.result(i))) return std::nullopt;
  }
  for (size_t d = 0; d < batch.size(); ++d) reader.Along(d);
  return reader.factors;
}

}  // namespace cppjrt::stablehlo
