// pad and dynamic_pad.
#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/constant.h"
#include "stablehlo/eval/data_movement.h"
#include "stablehlo/eval/index_values.h"
#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {
namespace {

using Wide = __int128;  // sums of products of untrusted 64-bit numbers

// One dimension of a pad: where elements begin and end up.
struct PaddedDim {
  int64_t result = 0;    // its extent in the result
  int64_t first = 0;     // the first element of the operand that is in the result
  int64_t count = 0;     // how many are
  int64_t position = 0;  // where the first is
  int64_t step = 1;      // from one to the next
};

Status BadPad(size_t d) {
  return InvalidArgumentError("padding gives dimension " + std::to_string(d) + " of the result no size");
}

StatusOr<PaddedDim> PadDim(size_t d, int64_t dim, int64_t low, int64_t high, int64_t interior) {
  if (interior < 0) return InvalidArgumentError("interior padding " + std::to_string(interior) + " is negative");
  const Wide step = Wide{interior} + 1;
  const Wide result = Wide{low} + high + (dim == 0 ? 0 : Wide{dim - 1} * step + 1);
  if (result < 0 || result > std::numeric_limits<int64_t>::max()) return BadPad(d);
  PaddedDim padded;
  padded.result = static_cast<int64_t>(result);
  // Element i is at low + i * step; those within [0, result) stay.
  const Wide first = low >= 0 ? 0 : (-Wide{low} + step - 1) / step;
  const Wide end = result - low <= 0 ? 0 : std::min<Wide>(dim, (result - low + step - 1) / step);
  if (first >= end) return padded;
  padded.first = static_cast<int64_t>(first);
  padded.count = static_cast<int64_t>(end - first);
  padded.position = static_cast<int64_t>(low + first * step);
  padded.step = padded.count == 1 ? 1 : static_cast<int64_t>(step);
  return padded;
}

void Fill(const Call& call, Tensor& result, const Tensor& value) {
  const int64_t size = ElementBytes(result.type());
  constexpr int64_t kPiece = 1 << 16;
  std::byte* out = result.mutable_bytes();
  call.pool().ParallelFor(result.num_elements(), kPiece, [&](int64_t begin, int64_t end) {
    FillElements(out + begin * size, value.bytes().data(), size, end - begin);
  });
}

}  // namespace

StatusOr<Tensor> PadWith(const Call& call, const Tensor& operand, const Tensor& value, std::span<const int64_t> low,
                         std::span<const int64_t> high, std::span<const int64_t> interior) {
  const size_t rank = operand.rank();
  if (low.size() != rank || high.size() != rank || interior.size() != rank || value.num_elements() < 1) {
    return InvalidArgumentError("padding must have a number for each of " + std::to_string(rank) + " dimensions");
  }
  const Dims from = RowMajorStrides(operand.dims());
  Dims dims(rank, 0);
  Dims counts(rank, 0);
  std::vector<PaddedDim> padded;
  int64_t source = 0;
  for (size_t d = 0; d < rank; ++d) {
    CPPJRT_ASSIGN_OR_RETURN(const PaddedDim dim, PadDim(d, operand.dims()[d], low[d], high[d], interior[d]));
    padded.push_back(dim);
    dims[d] = dim.result;
    counts[d] = dim.count;
    source += dim.first * from[d];
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
  const bool covered = counts == dims;
  if (!covered) Fill(call, result, value);
  if (NumElements(counts) == 0) return result;
  const Dims to = RowMajorStrides(dims);
  Dims steps(rank, 0);
  int64_t destination = 0;
  for (size_t d = 0; d < rank; ++d) {
    steps[d] = to[d] * padded[d].step;
    destination += to[d] * padded[d].position;
  }
  const int64_t size = ElementBytes(operand.type());
  StridedCopy(size, counts, from, steps)
      .Run(operand.bytes().data() + source * size, result.mutable_bytes() + destination * size, call.pool());
  return result;
}

StatusOr<Kernel> PreparePad(const OpRef& op) {
  return Kernel([low = op.I64s("edge_padding_low"), high = op.I64s("edge_padding_high"),
                 interior = op.I64s("interior_padding")](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, PadWith(call, call.operand(0), call.operand(1), low, high, interior));
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareDynamicPad(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, PadWith(call, call.operand(0), call.operand(1), ReadIndices(call.operand(2)),
                                                   ReadIndices(call.operand(3)), ReadIndices(call.operand(4))));
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
