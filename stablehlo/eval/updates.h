// Updates of single elements, in order: what scatter and select_and_scatter end in.
#ifndef CPPJRT_STABLEHLO_EVAL_UPDATES_H_
#define CPPJRT_STABLEHLO_EVAL_UPDATES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifting.h"

namespace cppjrt::stablehlo {

// A body and what it is.
struct UpdateBody {
  BodyKind kind = BodyKind::kOther;
  LiftedBody body;
  bool wide = false;
  bool unique = false;  // no target occurs twice
};

// inputs[j][targets[i]] = body(inputs…[targets[i]], updates…[i])[j] for each i, as if in order. Inputs are those of the
// results, written in place; updates have the element types of the body. Narrow floats are rounded at each update, once
// at the end if sums are wide.
// REQUIRES: inputs are unique; targets are in range; updates have as many elements as there are targets.
Status ApplyUpdates(Call& call, const UpdateBody& body, std::vector<Tensor>& inputs, std::span<const int64_t> targets,
                    const std::vector<Tensor>& updates);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_UPDATES_H_
