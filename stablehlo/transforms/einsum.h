// einsum and unary_einsum: sums of products named by letters, "ij,jk->ik".
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_EINSUM_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_EINSUM_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {

// Replace an einsum and a unary_einsum. INVALID_ARGUMENT, reported, for a config that does not fit the operands.
Status RewriteEinsum(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
Status RewriteUnaryEinsum(Rewriter& rewriter, OpId op, DiagnosticSink& sink);

// The result's dimensions, kDynamic where not known; none if the config does not fit.
std::optional<std::vector<int64_t>> EinsumDims(std::string_view config,
                                               std::span<const std::vector<int64_t>> operand_dims);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_EINSUM_H_
