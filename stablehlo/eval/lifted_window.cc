#include "stablehlo/eval/lifted_window.h"

#include <cstring>
#include <utility>
#include <vector>

#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {
namespace {

// Windows of unknown bodies that run this long are worth doubling.
constexpr int64_t kLongWindow = 16;

// One element of every window after the other; windows that have padding there sit it out.
Status SlideLifted(Call& call, const Window& window, const LiftedBody& body, const std::vector<Tensor>& operands,
                   const Dims& positions, std::vector<RuntimeValue>& sums) {
  const Dims dims = operands[0].dims();
  std::vector<RuntimeValue> arguments;
  std::vector<RuntimeValue> results;
  return WindowElements(window, dims, positions).ForEachPlace([&](const std::vector<int64_t>& all) -> Status {
    std::vector<int64_t> lanes;
    std::vector<int64_t> sources;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i] < 0) continue;
      lanes.push_back(static_cast<int64_t>(i));
      sources.push_back(all[i]);
    }
    if (lanes.empty()) return OkStatus();
    arguments.clear();
    for (const RuntimeValue& sum : sums) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor picked, Pick(call, sum.tensor(), lanes));
      arguments.emplace_back(std::move(picked));
    }
    for (const Tensor& operand : operands) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor picked, Pick(call, operand, sources));
      arguments.emplace_back(std::move(picked));
    }
    const auto n = static_cast<int64_t>(lanes.size());
    CPPJRT_RETURN_IF_ERROR(body.Run(call, n, arguments, results));
    for (size_t i = 0; i < sums.size(); ++i) {
      ScatterElements(results[i].tensor(), lanes.data(), n, sums[i].tensor().mutable_bytes());
    }
    return OkStatus();
  });
}

// [outer, n, inner] and [n, outer * inner], to and fro.
StatusOr<Tensor> SwapOuter(Call& call, const Tensor& tensor, int64_t outer, int64_t n, int64_t inner) {
  const Dims dims = {n, outer, inner};
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(tensor.type(), {tensor.num_elements()}));
  StridedCopy(ElementBytes(tensor.type()), dims, Dims{inner, n * inner, 1}, RowMajorStrides(dims))
      .Run(tensor.bytes().data(), result.mutable_bytes(), call.pool());
  return result;
}

// Running sums of a lifted body along one dimension, the only one with a window: sums of 1, 2, 4, … elements.
class LiftedScan {
 public:
  LiftedScan(Call& call, const LiftedBody& body, const WindowDim& window, Reach reach)
      : call_(call), body_(body), w_(window), forward_(reach == Reach::kFromFirst) {}

  // `rows` are [n, lanes]: each row becomes the sum of the rows up to it (or from it on).
  Status Sum(std::vector<Tensor>& rows, int64_t n, int64_t lanes) {
    for (int64_t reach = 1; reach < n; reach *= 2) {
      const int64_t count = (n - reach) * lanes;
      std::vector<RuntimeValue> arguments;
      for (const Tensor& row : rows) arguments.emplace_back(View(row, 0, count));
      for (const Tensor& row : rows) arguments.emplace_back(View(row, reach * lanes, count));
      std::vector<RuntimeValue> results;
      CPPJRT_RETURN_IF_ERROR(body_.Run(call_, count, arguments, results));
      arguments.clear();
      for (size_t i = 0; i < rows.size(); ++i) {
        const std::span<const std::byte> bytes = results[i].tensor().bytes();
        std::byte* out = rows[i].mutable_bytes() + (forward_ ? reach * lanes * ElementBytes(rows[i].type()) : 0);
        std::memmove(out, bytes.data(), bytes.size());
      }
    }
    return OkStatus();
  }

  // Row i of `sums` = body(row i of `sums`, the row of the window at i).
  Status Add(const std::vector<Tensor>& rows, int64_t n, int64_t positions, int64_t lanes,
             std::vector<RuntimeValue>& sums) {
    // Windows of padding alone are first ones (or last ones) and keep their init.
    int64_t begin = 0;
    int64_t end = positions;
    while (forward_ && begin < end && LastElement(w_, n, begin) < 0) ++begin;
    while (!forward_ && end > begin && FirstElement(w_, n, end - 1) >= n) --end;
    for (int64_t i = begin; i < end; ++i) chosen_.push_back(forward_ ? LastElement(w_, n, i) : FirstElement(w_, n, i));
    const int64_t count = (end - begin) * lanes;
    std::vector<RuntimeValue> arguments;
    for (const RuntimeValue& sum : sums) arguments.emplace_back(View(sum.tensor(), begin * lanes, count));
    for (const Tensor& row : rows) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor picked, PickRows(row, lanes));
      arguments.emplace_back(std::move(picked));
    }
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(body_.Run(call_, count, arguments, results));
    arguments.clear();
    for (size_t i = 0; i < sums.size(); ++i) {
      const std::span<const std::byte> bytes = results[i].tensor().bytes();
      const int64_t at = begin * lanes * ElementBytes(sums[i].tensor().type());
      std::memmove(sums[i].tensor().mutable_bytes() + at, bytes.data(), bytes.size());
    }
    return OkStatus();
  }

 private:
  StatusOr<Tensor> PickRows(const Tensor& rows, int64_t lanes) {
    const int64_t bytes = lanes * ElementBytes(rows.type());
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call_.Allocate(rows.type(), {static_cast<int64_t>(chosen_.size()) * lanes}));
    std::byte* out = result.mutable_bytes();
    for (const int64_t row : chosen_) {
      std::memcpy(out, rows.bytes().data() + row * bytes, static_cast<size_t>(bytes));
      out += bytes;
    }
    return result;
  }

  Call& call_;
  const LiftedBody& body_;
  const WindowDim& w_;
  bool forward_;
  std::vector<int64_t> chosen_;
};

// The only dimension with a window if that is a long running one; otherwise the rank.
size_t ScanDim(const Window& window, const Dims& dims) {
  size_t found = dims.size();
  for (size_t d = 0; d < dims.size(); ++d) {
    if (window[d].trivial()) continue;
    if (found != dims.size()) return dims.size();
    found = d;
  }
  if (found == dims.size() || window[found].size < kLongWindow || dims[found] == 0) return dims.size();
  const bool inside = ReachOf(window[found], dims[found], window[found].Positions(dims[found])) == Reach::kInside;
  return inside ? dims.size() : found;
}

Status ScanLifted(Call& call, const Window& window, const LiftedBody& body, const std::vector<Tensor>& operands,
                  size_t d, std::vector<RuntimeValue>& sums) {
  const Dims& dims = operands[0].dims();
  const WindowDim& w = window[d];
  const int64_t n = dims[d];
  const int64_t positions = w.Positions(n);
  const int64_t outer = NumElements(std::span(dims.begin(), d));
  const int64_t inner = NumElements(std::span(dims.begin() + d + 1, dims.size() - d - 1));
  std::vector<Tensor> rows;
  for (const Tensor& operand : operands) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor turned, SwapOuter(call, operand, outer, n, inner));
    rows.push_back(std::move(turned));
  }
  LiftedScan scan(call, body, w, ReachOf(w, n, positions));
  CPPJRT_RETURN_IF_ERROR(scan.Sum(rows, n, outer * inner));
  CPPJRT_RETURN_IF_ERROR(scan.Add(rows, n, positions, outer * inner, sums));
  for (RuntimeValue& sum : sums) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor turned, SwapOuter(call, sum.tensor(), positions, outer, inner));
    sum = std::move(turned);
  }
  return OkStatus();
}

}  // namespace

StatusOr<Tensor> Pick(Call& call, const Tensor& source, const std::vector<int64_t>& indices) {
  const auto n = static_cast<int64_t>(indices.size());
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(source.type(), {n}));
  GatherElements(source, indices.data(), n, result.mutable_bytes());
  return result;
}

Status ReduceWindowLifted(Call& call, const Window& window, const LiftedBody& body) {
  const size_t count = call.num_operands() / 2;
  CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, 0, count));
  const Dims positions = Positions(window, call.operand(0).dims());
  std::vector<Tensor> operands;
  std::vector<RuntimeValue> sums;
  for (size_t i = 0; i < count; ++i) {
    const ElementType type = body.arguments()[i];
    CPPJRT_ASSIGN_OR_RETURN(Tensor operand, Promote(call, call.operand(i), type));
    CPPJRT_ASSIGN_OR_RETURN(Tensor init, Promote(call, call.operand(count + i), type));
    CPPJRT_ASSIGN_OR_RETURN(Tensor sum, Splat(call, init, positions));
    operands.push_back(std::move(operand));
    sums.emplace_back(std::move(sum));
  }
  if (NumElements(positions) > 0) {
    const size_t scan = ScanDim(window, operands[0].dims());
    const bool scans = scan < operands[0].rank();
    CPPJRT_RETURN_IF_ERROR(scans ? ScanLifted(call, window, body, operands, scan, sums)
                                 : SlideLifted(call, window, body, operands, positions, sums));
  }
  for (size_t i = 0; i < count; ++i) call.Return(std::move(sums[i].tensor()).Reshaped(positions), i);
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
