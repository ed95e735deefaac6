// Custom-call targets that are built in: marks that mean nothing on a CPU, checks of test programs, and ops that older
// frameworks wrote as calls because StableHLO had none for them.

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/check.h"
#include "stablehlo/eval/collective_call.h"
#include "stablehlo/eval/custom_calls.h"
#include "stablehlo/eval/element_loop.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/top_k.h"

namespace cppjrt::stablehlo {
namespace {

// ---- Marks: sharding, placement, layout

// Results are the operands. Those that change shapes split or join what is on several devices, which one process cannot.
StatusOr<Kernel> PrepareIdentity(const OpRef& op) {
  if (op.num_results() > op.num_operands()) {
    return InvalidArgumentError("has " + std::to_string(op.num_results()) + " results and " +
                                std::to_string(op.num_operands()) + " operands, expected a result for each");
  }
  for (size_t i = 0; i < op.num_results(); ++i) {
    if (op.operand_type(i) == op.result_type(i)) continue;
    if (!op.types().IsStaticTensor(op.result_type(i)) || !op.types().IsStaticTensor(op.operand_type(i))) continue;
    return UnimplementedError("'" + std::string(op.String("call_target_name")) + "' changes the shape of operand " +
                              std::to_string(i) + ", for which the program must be partitioned");
  }
  return Kernel([](Call& call) -> Status {
    for (size_t i = 0; i < call.num_results(); ++i) call.Return(call.TakeValue(i), i);
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareNothing(const OpRef& op) {
  if (op.num_results() != 0) return InvalidArgumentError("has results, expected none");
  return Kernel([](Call&) { return OkStatus(); });
}

// ---- AllocateBuffer: memory with any content; here zeros, so that runs are alike.

StatusOr<Kernel> PrepareAllocateBuffer(const OpRef& op) {
  if (op.num_results() != 1 || !op.types().IsStaticTensor(op.result_type())) {
    return UnimplementedError("AllocateBuffer needs one result of known size");
  }
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ResultElement(op));
  return Kernel([type, dims = Dims(op.types().dims(op.result_type()))](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, dims));
    if (result.num_bytes() > 0) std::memset(result.mutable_bytes(), 0, static_cast<size_t>(result.num_bytes()));
    call.Return(std::move(result));
    return OkStatus();
  });
}

// ---- shape_assertion(condition, values…): an error with `error_message`, in which {0}, {1}, … stand for the values.

StatusOr<int64_t> IntegerOf(const Tensor& tensor) {
  if (tensor.num_elements() == 1 && tensor.type() == ElementType::kI32) return *tensor.data<int32_t>();
  if (tensor.num_elements() == 1 && tensor.type() == ElementType::kI64) return *tensor.data<int64_t>();
  return InvalidArgumentError("values of shape_assertion must be single i32 or i64");
}

StatusOr<std::string> FormatMessage(const Call& call, std::string_view format) {
  std::string text;
  while (!format.empty()) {
    const size_t open = format.find('{');
    const size_t close = open == std::string_view::npos ? open : format.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view digits = format.substr(open + 1, close - open - 1);
    size_t index = 0;
    for (const char c : digits)
      index = c >= '0' && c <= '9' && index < 1000 ? index * 10 + static_cast<size_t>(c - '0') : 1000;
    text += format.substr(0, open);
    if (!digits.empty() && index + 1 < call.num_operands()) {
      CPPJRT_ASSIGN_OR_RETURN(const int64_t value, IntegerOf(call.operand(index + 1)));
      text += std::to_string(value);
    } else {
      text += format.substr(open, close - open + 1);
    }
    format.remove_prefix(close + 1);
  }
  return text + std::string(format);
}

StatusOr<Kernel> PrepareShapeAssertion(const OpRef& op) {
  const bool condition = op.num_operands() > 0 && op.types().IsTensor(op.operand_type(0)) &&
                         op.types().element_type(op.operand_type(0)) == scalar::kI1;
  if (!condition || op.num_results() != 0) {
    return InvalidArgumentError("shape_assertion takes a condition of i1 and values, and has no results");
  }
  return Kernel([message = std::string(op.String("error_message"))](Call& call) -> Status {
    const Tensor& holds = call.operand(0);
    if (holds.num_elements() == 1 && *holds.data<uint8_t>() != 0) return OkStatus();
    CPPJRT_ASSIGN_OR_RETURN(std::string text, FormatMessage(call, message));
    return InvalidArgumentError(text.empty() ? "shape assertion failed" : std::move(text));
  });
}

// ---- cu_lu_pivots_to_permutation(row exchanges), JAX for GPUs: where each row comes from, numbers from 0.
// An exchange with a row that is not there is none, as on GPUs.

Status RunPivotsToPermutation(Call& call, const Dims& dims) {
  const Tensor& pivots = call.operand(0);
  CPPJRT_ASSIGN_OR_RETURN(Tensor permutation, call.Allocate(ElementType::kI32, dims));
  const int64_t rows = dims[dims.size() - 1], count = pivots.dims()[dims.size() - 1];
  const int64_t num_problems = rows == 0 ? 0 : permutation.num_elements() / rows;
  for (int64_t i = 0; i < num_problems; ++i) {
    const int32_t* exchange = pivots.data<int32_t>() + i * count;
    int32_t* row = permutation.mutable_data<int32_t>() + i * rows;
    std::iota(row, row + rows, 0);
    for (int64_t k = 0; k < count; ++k) {
      if (exchange[k] >= 0 && exchange[k] < rows) std::swap(row[k], row[exchange[k]]);
    }
  }
  call.Return(std::move(permutation));
  return OkStatus();
}

StatusOr<Kernel> PreparePivotsToPermutation(const OpRef& op) {
  const TypeTable& types = op.types();
  const auto is_i32 = [&](TypeId type) {
    return types.IsStaticTensor(type) && types.element_type(type) == scalar::kI32;
  };
  const bool one_each = op.num_operands() == 1 && op.num_results() == 1;
  if (one_each && is_i32(op.operand_type(0)) && is_i32(op.result_type())) {
    const std::span<const int64_t> from = types.dims(op.operand_type(0)), to = types.dims(op.result_type());
    const bool same_batch = !from.empty() && from.size() == to.size() && from.back() <= to.back() &&
                            std::equal(from.begin(), from.end() - 1, to.begin());
    if (same_batch) return Kernel([dims = Dims(to)](Call& call) { return RunPivotsToPermutation(call, dims); });
  }
  return InvalidArgumentError("takes row exchanges, i32 of known size, and gives at least as many row numbers");
}

// ---- mhlo.*: unary functions

// Computed in double: what these were worth before there were CHLO decompositions.
#define CPPJRT_LEGACY(Name, function)                          \
  struct Name {                                                \
    template <Float T>                                         \
    static T Of(T x) {                                         \
      return static_cast<T>(function(static_cast<double>(x))); \
    }                                                          \
  };
#define CPPJRT_LEGACY_COMPLEX(Name, function)                    \
  struct Name {                                                  \
    template <Float T>                                           \
    static T Of(T x) {                                           \
      return static_cast<T>(function(static_cast<double>(x)));   \
    }                                                            \
    template <Float T>                                           \
    static std::complex<T> Of(std::complex<T> x) {               \
      return std::complex<T>(function(std::complex<double>(x))); \
    }                                                            \
  };
CPPJRT_LEGACY(Erf, std::erf)
CPPJRT_LEGACY(Erfc, std::erfc)
CPPJRT_LEGACY(Lgamma, std::lgamma)
CPPJRT_LEGACY_COMPLEX(Acos, std::acos)
CPPJRT_LEGACY_COMPLEX(Acosh, std::acosh)
CPPJRT_LEGACY_COMPLEX(Asin, std::asin)
CPPJRT_LEGACY_COMPLEX(Asinh, std::asinh)
CPPJRT_LEGACY_COMPLEX(Atan, std::atan)
CPPJRT_LEGACY_COMPLEX(Atanh, std::atanh)
CPPJRT_LEGACY_COMPLEX(Cosh, std::cosh)
CPPJRT_LEGACY_COMPLEX(Sinh, std::sinh)
CPPJRT_LEGACY_COMPLEX(Tan, std::tan)
#undef CPPJRT_LEGACY
#undef CPPJRT_LEGACY_COMPLEX

template <typename Op>
StatusOr<Kernel> PrepareLegacy(const OpRef& op) {
  if (op.num_operands() != 1 || op.num_results() != 1 || op.operand_type(0) != op.result_type()) {
    return InvalidArgumentError("has other than one operand and one result of one type");
  }
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, OperandElement(op, 0));
  const ElementwiseOp elementwise = {
      .loop = FindLoop<Op, 1>(type), .arity = 1, .inputs = {type}, .output = type, .cost = 30};
  if (elementwise.loop == nullptr) {
    return InvalidArgumentError("cannot run on elements of " + std::string(ElementTypeName(type)));
  }
  return ElementwiseKernel(elementwise);
}

// ---- The table

CustomCallTable* MakeTable() {
  auto* table = new CustomCallTable;
  // InspectSharding: its config is the address of a function to call back, which no program is trusted with.
  for (const char* name :
       {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "InspectSharding",
        "LayoutConstraint", "MoveToHost", "MoveToDevice", "PinToDevice", "PinToDeviceSram",
        "xla.sdy.FuncResultSharding", "xla.sdy.LocalToGlobalShape", "xla.sdy.GlobalToLocalShape",
        "xla.sdy.PropagationBarrier", "stablehlo.shape_refinement_operand_wrapper"}) {
    table->Add(name, PrepareIdentity);
  }
  table->Add("dce_sink", PrepareNothing);  // JAX: keeps its operands from being removed
  table->Add("xla.sdy.ShardingGroup", PrepareNothing);
  table->Add("AllocateBuffer", PrepareAllocateBuffer);
  table->Add("cu_lu_pivots_to_permutation", PreparePivotsToPermutation);
  table->Add("hip_lu_pivots_to_permutation", PreparePivotsToPermutation);
  table->Add("shape_assertion", PrepareShapeAssertion);
  table->Add("ragged_all_to_all", PrepareRaggedAllToAll);
  table->Add("TopK", PrepareTopKCall);
  table->Add("mhlo.topk", PrepareTopKCall);
  for (const char* name : {"check.eq", "check.expect_eq", "check.expect_almost_eq", "check.expect_close"}) {
    table->Add(name, [name](const OpRef& op) { return PrepareCheckCall(op, name); });
  }
  table->Add("mhlo.erf", PrepareLegacy<Erf>);
  table->Add("mhlo.erfc", PrepareLegacy<Erfc>);
  table->Add("mhlo.lgamma", PrepareLegacy<Lgamma>);
  table->Add("mhlo.acos", PrepareLegacy<Acos>);
  table->Add("mhlo.acosh", PrepareLegacy<Acosh>);
  table->Add("mhlo.asin", PrepareLegacy<Asin>);
  table->Add("mhlo.asinh", PrepareLegacy<Asinh>);
  table->Add("mhlo.atan", PrepareLegacy<Atan>);
  table->Add("mhlo.atanh", PrepareLegacy<Atanh>);
  table->Add("mhlo.cosh", PrepareLegacy<Cosh>);
  table->Add("mhlo.sinh", PrepareLegacy<Sinh>);
  table->Add("mhlo.tan", PrepareLegacy<Tan>);
  return table;
}

}  // namespace

const CustomCallTargets& BuiltInTargets() {
  static const CustomCallTable* const table = MakeTable();
  return *table;
}

}  // namespace cppjrt::stablehlo
