// convolution and dynamic_conv, as matrix products.
//
// lhs becomes [batch, space…, features], rhs [space…, input features, output features]. A row of the left matrix is
// what the kernel sees at one position of the result: window elements times input features of the group, 0 for
// padding and holes. Rows are made a few at a time, multiplied and forgotten. Groups are products of their own,
// except that one feature in and out for each group (depthwise) runs over all groups at once. spec: convolution

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "stablehlo/eval/contraction.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/matrix.h"
#include "stablehlo/eval/monoid.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/eval/window.h"

namespace cppjrt::stablehlo {
namespace {

// Elements of a block of rows, and products that are worth a piece.
constexpr int64_t kBlockElements = 1 << 15;
constexpr int64_t kGrain = 1 << 16;

struct ConvPlan {
  Window window;                   // sizes and, for dynamic_conv, padding come at run time
  std::vector<bool> reversed;      // empty: none
  std::vector<int64_t> lhs_order;  // batch, space…, feature
  std::vector<int64_t> rhs_order;  // space…, input feature, output feature
  std::vector<int64_t> out_order;  // where batch, space…, feature go in the result
  int64_t feature_groups = 1;
  int64_t batch_groups = 1;
  ElementType result = ElementType::kF32;
  bool wide = false;
  bool dynamic_padding = false;
};

// The sizes of one run.
struct ConvShape {
  Window window;
  Dims lhs_space;
  Dims out_space;
  Dims kernel_space;
  int64_t batch = 0;        // of the result
  int64_t features_in = 0;  // of lhs
  int64_t group_in = 0;     // of a group
  int64_t features_out = 0;
  int64_t positions = 0;  // of the result in space
  int64_t kernel = 0;     // elements of the kernel in space
  int64_t groups() const { return std::max(feature_groups, batch_groups); }
  int64_t group_out() const { return features_out / groups(); }
  int64_t feature_groups = 1;
  int64_t batch_groups = 1;
};

StatusOr<ConvShape> ShapeOf(const ConvPlan& plan, const Tensor& lhs, const Tensor& rhs) {
  ConvShape s;
  s.window = plan.window;
  s.feature_groups = plan.feature_groups;
  s.batch_groups = plan.batch_groups;
  const size_t space = plan.window.size();
  const auto lhs_dim = [&](size_t i) { return lhs.dims()[static_cast<size_t>(plan.lhs_order[i])]; };
  const auto rhs_dim = [&](size_t i) { return rhs.dims()[static_cast<size_t>(plan.rhs_order[i])]; };
  for (size_t d = 0; d < space; ++d) {
    s.window[d].size = rhs_dim(d);
    s.lhs_space.push_back(lhs_dim(d + 1));
    s.kernel_space.push_back(rhs_dim(d));
    s.out_space.push_back(s.window[d].Positions(lhs_dim(d + 1)));
  }
  s.batch = lhs_dim(0) / s.batch_groups;
  s.features_in = lhs_dim(space + 1);
  s.group_in = rhs_dim(space);
  s.features_out = rhs_dim(space + 1);
  s.kernel = NumElements(s.kernel_space);
  if (s.group_in * s.feature_groups != s.features_in || s.features_out % s.groups() != 0 ||
      s.batch * s.batch_groups != lhs_dim(0)) {
    return InvalidArgumentError("convolution: features or batches do not divide into the groups");
  }
  return s;
}

Dims OutDims(const ConvPlan& plan, const ConvShape& s) {
  Dims dims(plan.out_order.size(), 0);
  for (size_t i = 0; i < plan.out_order.size(); ++i) {
    const bool is_batch = i == 0;
    const bool is_feature = i + 1 == plan.out_order.size();
    dims[static_cast<size_t>(plan.out_order[i])] = is_batch     ? s.batch
                                                   : is_feature ? s.features_out
                                                                : s.out_space[i - 1];
  }
  return dims;
}

// For each position of the result in space and each element of the kernel, where it finds its input: a number of a
// row of features within one batch, or -1. One dimension at a time, so that tables stay small.
class InputRows {
 public:
  InputRows(const ConvPlan& plan, const ConvShape& s) : s_(s), strides_(RowMajorStrides(s.lhs_space)) {
    for (size_t d = 0; d < s.window.size(); ++d) {
      std::vector<int64_t> table;
      table.reserve(static_cast<size_t>(s.out_space[d] * s.kernel_space[d]));
      const bool reversed = !plan.reversed.empty() && plan.reversed[d];
      for (int64_t i = 0; i < s.out_space[d]; ++i) {
        for (int64_t k = 0; k < s.kernel_space[d]; ++k) {
          table.push_back(s.window[d].Source(s.lhs_space[d], i, reversed ? s.kernel_space[d] - 1 - k : k));
        }
      }
      tables_.push_back(std::move(table));
    }
  }

  // Calls `visit(kernel element, row or -1)` for all kernel elements in order.
  template <typename Visit>
  void ForEach(int64_t position, Visit&& visit) const {
    const size_t space = tables_.size();
    Dims base(space, 0);
    for (size_t d = space; d-- > 0;) {
      base[d] = position % s_.out_space[d] * s_.kernel_space[d];
      position /= s_.out_space[d];
    }
    const Dims none(space, 0);
    Odometer<1> at(s_.kernel_space, {none});
    int64_t element = 0;
    do {
      int64_t row = 0;
      for (size_t d = 0; d < space && row >= 0; ++d) {
        const int64_t source = tables_[d][static_cast<size_t>(base[d] + at.index()[d])];
        row = source < 0 ? -1 : row + source * strides_[d];
      }
      visit(element++, row);
    } while (at.Next());
  }

 private:
  const ConvShape& s_;
  Dims strides_;
  std::vector<std::vector<int64_t>> tables_;
};

template <typename T>
class Convolver {
 public:
  Convolver(const ConvShape& s, const InputRows& inputs, const T* lhs, const T* rhs, T* out)
      : s_(s), inputs_(inputs), lhs_(lhs), rhs_(rhs), out_(out), lhs_rows_(NumElements(s.lhs_space)) {}

  // One product for each group.
  Status Multiply(Call& call) const {
    const int64_t k = s_.kernel * s_.group_in;
    const int64_t columns = s_.group_out();
    const int64_t packed_size = PackedSize<T>(k, columns);
    CPPJRT_ASSIGN_OR_RETURN(Tensor packed, AllocateElements<T>(call, s_.groups() * packed_size));
    T* panels = MutableElementsOf<T>(packed);
    for (int64_t g = 0; g < s_.groups(); ++g) {
      for (int64_t i = 0; i < k; ++i) {
        PackRow(rhs_ + i * s_.features_out + g * columns, i, k, columns, panels + g * packed_size);
      }
    }
    const int64_t rows = s_.batch * s_.positions;
    const int64_t block = std::clamp<int64_t>(kBlockElements / std::max<int64_t>(1, k) / 6 * 6, 6, 96);
    const int64_t blocks = (rows + block - 1) / block;
    const int64_t work = std::max<int64_t>(1, std::min(rows, block) * columns * k);
    call.pool().ParallelFor(s_.groups() * blocks, std::max<int64_t>(1, kGrain / work), [&](int64_t begin, int64_t end) {
      std::vector<T> a(static_cast<size_t>(block * k));
      for (int64_t i = begin; i < end; ++i) {
        const int64_t g = i / blocks;
        const int64_t row = i % blocks * block;
        const int64_t count = std::min(block, rows - row);
        for (int64_t r = 0; r < count; ++r) FillRow(g, row + r, a.data() + r * k);
        MultiplyRows(a.data(), count, k, panels + g * packed_size, k, columns,
                     out_ + row * s_.features_out + g * columns, s_.features_out);
      }
    });
    return OkStatus();
  }

  // Groups of one feature in and one out, all together.
  void MultiplyDepthwise(Call& call) const {
    const int64_t features = s_.features_out;
    const int64_t work = std::max<int64_t>(1, features * s_.kernel);
    call.pool().ParallelFor(s_.batch * s_.positions, std::max<int64_t>(1, kGrain / work),
                            [&](int64_t begin, int64_t end) {
                              for (int64_t row = begin; row < end; ++row) {
                                T* out = out_ + row * features;
                                std::fill_n(out, features, T());
                                inputs_.ForEach(row % s_.positions, [&](int64_t element, int64_t source) {
                                  if (source < 0) return;
                                  const T* x = lhs_ + (row / s_.positions * lhs_rows_ + source) * features;
                                  const T* w = rhs_ + element * features;
                                  for (int64_t f = 0; f < features; ++f) {
                                    out[f] = Combine<BodyKind::kAdd>(out[f], Combine<BodyKind::kMultiply>(x[f], w[f]));
                                  }
                                });
                              }
                            });
  }

 private:
  void FillRow(int64_t group, int64_t row, T* out) const {
    const int64_t batch = row / s_.positions + (s_.batch_groups > 1 ? group * s_.batch : 0);
    const int64_t feature = s_.feature_groups > 1 ? group * s_.group_in : 0;
    inputs_.ForEach(row % s_.positions, [&](int64_t element, int64_t source) {
      T* to = out + element * s_.group_in;
      if (source < 0) {
        std::fill_n(to, s_.group_in, T());
      } else {
        std::copy_n(lhs_ + (batch * lhs_rows_ + source) * s_.features_in + feature, s_.group_in, to);
      }
    });
  }

  const ConvShape& s_;
  const InputRows& inputs_;
  const T* lhs_;
  const T* rhs_;
  T* out_;
  int64_t lhs_rows_;
};

template <typename T>
Status Convolve(Call& call, const ConvPlan& plan, const ConvShape& s, const Tensor& lhs, const Tensor& rhs,
                const Dims& dims) {
  CPPJRT_ASSIGN_OR_RETURN(const Tensor left, Arrange<T>(call, lhs, plan.lhs_order));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor right, Arrange<T>(call, rhs, plan.rhs_order));
  CPPJRT_ASSIGN_OR_RETURN(Tensor sums, AllocateElements<T>(call, s.batch * s.positions * s.features_out));
  if (s.kernel == 0) {
    std::fill_n(MutableElementsOf<T>(sums), sums.num_elements(), T());
  } else {
    const InputRows inputs(plan, s);
    const Convolver<T> convolver(s, inputs, ElementsOf<T>(left), ElementsOf<T>(right), MutableElementsOf<T>(sums));
    if (s.feature_groups > 1 && s.group_in == 1 && s.group_out() == 1) {
      convolver.MultiplyDepthwise(call);
    } else {
      CPPJRT_RETURN_IF_ERROR(convolver.Multiply(call));
    }
  }
  Dims plain = {s.batch};
  for (const int64_t d : s.out_space) plain.push_back(d);
  plain.push_back(s.features_out);
  CPPJRT_ASSIGN_OR_RETURN(Tensor finished, Finish<T>(call, std::move(sums), plan.result, plain));
  std::vector<int64_t> permutation(plan.out_order.size());
  for (size_t i = 0; i < plan.out_order.size(); ++i) {
    permutation[static_cast<size_t>(plan.out_order[i])] = static_cast<int64_t>(i);
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, Permute(call, finished, permutation));
  call.Return(std::move(result).Reshaped(dims));
  return OkStatus();
}

Status Convolution(ConvPlan plan, Call& call) {
  const Tensor lhs = call.Take(0);
  const Tensor rhs = call.Take(1);
  if (plan.dynamic_padding) {
    const Tensor& padding = call.operand(2);
    if (padding.num_elements() != 2 * static_cast<int64_t>(plan.window.size())) {
      return InvalidArgumentError("dynamic_conv: padding does not have two numbers for each dimension in space");
    }
    int64_t values[2];
    for (size_t d = 0; d < plan.window.size(); ++d) {
      const int64_t bytes = ElementBytes(padding.type());
      const std::byte* pair = padding.bytes().data() + 2 * static_cast<int64_t>(d) * bytes;
      const int64_t* loaded = LoadBlock(padding.type(), pair, 2, values);
      plan.window[d].low = loaded[0];
      plan.window[d].high = loaded[1];
    }
  }
  CPPJRT_ASSIGN_OR_RETURN(ConvShape s, ShapeOf(plan, lhs, rhs));
  const Dims dims = OutDims(plan, s);
  CPPJRT_ASSIGN_OR_RETURN(Tensor empty, call.Allocate(plan.result, dims));  // checks the size
  if (empty.num_elements() == 0) {
    call.Return(std::move(empty));
    return OkStatus();
  }
  empty = Tensor();
  s.positions = NumElements(s.out_space);
  return DispatchContraction(ContractionType(lhs.type(), rhs.type(), plan.result, plan.wide),
                             [&]<typename T>(CppType<T>) { return Convolve<T>(call, plan, s, lhs, rhs, dims); });
}

std::vector<int64_t> Order(const OpRef& op, std::string_view first, std::string_view space, std::string_view last,
                           std::string_view before_last = {}) {
  constexpr std::string_view kNumbers = "dimension_numbers";
  std::vector<int64_t> order;
  if (!first.empty()) order.push_back(FieldInt(op, kNumbers, first));
  for (const int64_t d : FieldDims(op, kNumbers, space)) order.push_back(d);
  if (!before_last.empty()) order.push_back(FieldInt(op, kNumbers, before_last));
  order.push_back(FieldInt(op, kNumbers, last));
  return order;
}

StatusOr<Kernel> Prepare(const OpRef& op, bool dynamic_padding) {
  ConvPlan plan;
  plan.lhs_order = Order(op, "input_batch_dimension", "input_spatial_dimensions", "input_feature_dimension");
  plan.rhs_order =
      Order(op, "", "kernel_spatial_dimensions", "kernel_output_feature_dimension", "kernel_input_feature_dimension");
  plan.out_order = Order(op, "output_batch_dimension", "output_spatial_dimensions", "output_feature_dimension");
  const std::vector<int64_t> sizes(plan.lhs_order.size() - 2, 1);
  plan.window =
      ReadWindow(op, sizes, {"window_strides", "lhs_dilation", "rhs_dilation", dynamic_padding ? "" : "padding"});
  for (const int64_t flag : op.I64s("window_reversal")) plan.reversed.push_back(flag != 0);
  plan.feature_groups = op.I64("feature_group_count", 1);
  plan.batch_groups = op.I64("batch_group_count", 1);
  CPPJRT_ASSIGN_OR_RETURN(plan.result, ElementOf(op, op.result_type()));
  plan.wide = op.environment().wide_accumulation;
  plan.dynamic_padding = dynamic_padding;
  return Kernel([plan = std::move(plan)](Call& call) { return Convolution(plan, call); });
}

}  // namespace

StatusOr<Kernel> PrepareConvolution(const OpRef& op) { return Prepare(op, false); }
StatusOr<Kernel> PrepareDynamicConv(const OpRef& op) { return Prepare(op, true); }

}  // namespace cppjrt::stablehlo
