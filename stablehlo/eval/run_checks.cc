#include "stablehlo/eval/run_checks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/index_values.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/eval/value_text.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// Elements are looked at in blocks of so many.
constexpr int64_t kBlock = 1024;
constexpr size_t kMostTraced = size_t{1} << 26;

// What an element, or one of several, is.
enum : uint8_t { kFinite = 0, kInfinite = 1, kNan = 2 };

template <typename T>
uint8_t ClassOf(T x) {
  return std::isnan(x) ? kNan : std::isinf(x) ? kInfinite : kFinite;
}

template <typename T>
void ClassesOf(const T* values, int64_t n, uint8_t* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = ClassOf(values[i]);
}

// Classes of the elements [begin, begin + n); n <= kBlock. Of complex ones: of both parts together.
void Classify(const Tensor& tensor, int64_t begin, int64_t n, uint8_t* out) {
  const ElementType real = RealType(tensor.type());
  const int64_t parts = IsComplex(tensor.type()) ? 2 : 1;
  const std::byte* data = tensor.bytes().data() + begin * ElementBytes(tensor.type());
  uint8_t both[2 * kBlock];
  uint8_t* classes = parts == 2 ? both : out;
  if (real == ElementType::kF64) {
    ClassesOf(reinterpret_cast<const double*>(data), n * parts, classes);
  } else if (real == ElementType::kF32) {
    ClassesOf(reinterpret_cast<const float*>(data), n * parts, classes);
  } else {
    float wide[kBlock];
    ToF32(tensor.type(), data, wide, n);
    ClassesOf(wide, n, classes);
  }
  if (parts == 2) {
    for (int64_t i = 0; i < n; ++i) out[i] = both[2 * i] | both[2 * i + 1];
  }
}

// Of all elements together.
uint8_t ClassOfAll(const Tensor& tensor) {
  if (!HasNonFinite(tensor.type())) return kFinite;
  uint8_t all = kFinite;
  uint8_t classes[kBlock];
  for (int64_t i = 0; i < tensor.num_elements(); i += kBlock) {
    const int64_t n = std::min(kBlock, tensor.num_elements() - i);
    Classify(tensor, i, n, classes);
    for (int64_t k = 0; k < n; ++k) all |= classes[k];
  }
  return all;
}

// Whether an element of class `made` comes from operands of the classes in `from`, and not from nothing.
bool IsExplained(uint8_t made, uint8_t from) { return (made & kNan) != 0 ? (from & kNan) != 0 : from != kFinite; }

Status Made(const Tensor& result, int64_t element, uint8_t made, uint8_t from) {
  return OutOfRangeError(std::string((made & kNan) != 0 ? "it makes a NaN" : "it makes an infinity") + " of operands " +
                         (from == kFinite ? "that are finite" : "without a NaN") +
                         (result.rank() == 0 ? "" : ", first at " + IndexText(result.dims(), element)));
}

// Classes of the operands at elements [begin, begin + n) of the result.
void ClassifyOperands(std::span<const Tensor> operands, const Tensor& result, int64_t begin, int64_t n, uint8_t* out) {
  std::fill_n(out, n, uint8_t{kFinite});
  uint8_t classes[kBlock];
  for (const Tensor& operand : operands) {
    if (!HasNonFinite(operand.type())) continue;
    const bool scalar = operand.num_elements() != result.num_elements();
    Classify(operand, scalar ? 0 : begin, scalar ? 1 : n, classes);
    for (int64_t k = 0; k < n; ++k) out[k] |= classes[scalar ? 0 : k];
  }
}

Status CheckElements(std::span<const Tensor> operands, const Tensor& result, bool elementwise, uint8_t all) {
  uint8_t made[kBlock];
  uint8_t from[kBlock];
  for (int64_t i = 0; i < result.num_elements(); i += kBlock) {
    const int64_t n = std::min(kBlock, result.num_elements() - i);
    Classify(result, i, n, made);
    if (std::all_of(made, made + n, [](uint8_t c) { return c == kFinite; })) continue;
    if (elementwise) {
      ClassifyOperands(operands, result, i, n, from);
    } else {
      std::fill_n(from, n, all);
    }
    for (int64_t k = 0; k < n; ++k) {
      if (made[k] != kFinite && !IsExplained(made[k], from[k])) return Made(result, i + k, made[k], from[k]);
    }
  }
  return OkStatus();
}

// Whether none of the numbers has an exponent of ones alone. Blocks, so that compilers make vectors of it and a long array is
// left early.
template <typename Bits>
bool AllBelow(const std::byte* data, int64_t n, Bits infinity) {
  constexpr int64_t kBytes = sizeof(Bits);
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t end = std::min(n, i + kBlock);
    Bits most = 0;
    for (int64_t k = i; k < end; ++k) {
      Bits bits;
      std::memcpy(&bits, data + k * kBytes, sizeof bits);
      most = std::max(most, static_cast<Bits>(bits & infinity));
    }
    if (most == infinity) return false;
  }
  return true;
}

// --- ops

// Ops that only move elements, choose among them or hand them on.
bool MakesNothing(Opcode opcode) {
  switch (opcode) {
    case Opcode::kConstant:
    case Opcode::kSelect:
    case Opcode::kBroadcastInDim:
    case Opcode::kDynamicBroadcastInDim:
    case Opcode::kReshape:
    case Opcode::kDynamicReshape:
    case Opcode::kTranspose:
    case Opcode::kSlice:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kPad:
    case Opcode::kDynamicPad:
    case Opcode::kConcatenate:
    case Opcode::kReverse:
    case Opcode::kGather:
    case Opcode::kDynamicGather:
    case Opcode::kSort:
    case Opcode::kWhile:
    case Opcode::kIf:
    case Opcode::kCase:
    case Opcode::kOptimizationBarrier:
    case Opcode::kCall:
      return true;
    default:
      return false;
  }
}

std::vector<Tensor> TensorsOf(std::span<const RuntimeValue> values) {
  std::vector<Tensor> tensors;
  for (const RuntimeValue& value : values) {
    if (value.is_tensor()) tensors.push_back(value.tensor());
  }
  return tensors;
}

Status CheckNan(const Module& module, OpId op, std::span<const RuntimeValue> operands,
                std::span<const RuntimeValue> results) {
  if (MakesNothing(module.op(op).opcode)) return OkStatus();
  const std::vector<Tensor> from = TensorsOf(operands);
  const bool elementwise = Is(module, op, Trait::kElementwise);
  for (const RuntimeValue& result : results) {
    if (result.is_tensor()) CPPJRT_RETURN_IF_ERROR(CheckFinite(from, result.tensor(), elementwise));
  }
  return OkStatus();
}

// Of each dimension the largest index at which a slice of that size fits.
Dims MostOf(const Dims& dims, std::span<const int64_t> sizes) {
  Dims most = dims;
  for (size_t d = 0; d < dims.size() && d < sizes.size(); ++d) most[d] -= sizes[d];
  return most;
}

Status CheckIndexMap(const Tensor& indices, int64_t vector_dim, const Dims& most, const std::vector<int64_t>& map) {
  Dims of_component;
  for (const int64_t d : map) of_component.push_back(most[static_cast<size_t>(d)]);
  return CheckIndices(indices, vector_dim, of_component, map);
}

Status CheckGather(const OpRef& op, std::span<const RuntimeValue> operands) {
  constexpr std::string_view kNumbers = "dimension_numbers";
  std::vector<int64_t> sizes = op.I64s("slice_sizes");
  if (op.opcode() == Opcode::kDynamicGather) {
    const Dims read = ReadIndices(operands[2].tensor());
    sizes.assign(read.begin(), read.end());
  }
  return CheckIndexMap(operands[1].tensor(), FieldInt(op, kNumbers, "index_vector_dim"),
                       MostOf(operands[0].tensor().dims(), sizes), FieldDims(op, kNumbers, "start_index_map"));
}

Status CheckScatter(const OpRef& op, std::span<const RuntimeValue> operands) {
  constexpr std::string_view kNumbers = "scatter_dimension_numbers";
  const size_t inputs = op.num_results();
  const Dims& dims = operands[0].tensor().dims();
  const Tensor& updates = operands[inputs + 1].tensor();
  // The window's extents: dimensions that are not inserted or batching have those of the update's window, in order.
  std::vector<bool> one = Mask(FieldDims(op, kNumbers, "inserted_window_dims"), dims.size());
  for (const int64_t d : FieldDims(op, kNumbers, "input_batching_dims")) one[static_cast<size_t>(d)] = true;
  const std::vector<int64_t> window = FieldDims(op, kNumbers, "update_window_dims");
  Dims sizes(dims.size(), 1);
  size_t next = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!one[d] && next < window.size()) sizes[d] = updates.dims()[static_cast<size_t>(window[next++])];
  }
  return CheckIndexMap(operands[inputs].tensor(), FieldInt(op, kNumbers, "index_vector_dim"), MostOf(dims, sizes),
                       FieldDims(op, kNumbers, "scatter_dims_to_operand_dims"));
}

Status CheckStarts(std::span<const RuntimeValue> starts, const Dims& most) {
  for (size_t d = 0; d < starts.size() && d < most.size(); ++d) {
    const int64_t dim = static_cast<int64_t>(d);
    CPPJRT_RETURN_IF_ERROR(CheckIndices(starts[d].tensor(), 0, {most.data() + d, 1}, {&dim, 1}));
  }
  return OkStatus();
}

Status CheckBounds(const Module& module, OpId id, std::span<const RuntimeValue> operands) {
  const Environment environment;
  // Only read.
  const OpRef op(const_cast<Module&>(module), id, {}, environment);
  switch (op.opcode()) {
    case Opcode::kGather:
    case Opcode::kDynamicGather:
      return CheckGather(op, operands);
    case Opcode::kScatter:
      return CheckScatter(op, operands);
    case Opcode::kDynamicSlice:
      return CheckStarts(operands.subspan(1), MostOf(operands[0].tensor().dims(), op.I64s("slice_sizes")));
    case Opcode::kDynamicUpdateSlice:
      return CheckStarts(operands.subspan(2), MostOf(operands[0].tensor().dims(), operands[1].tensor().dims()));
    default:
      return OkStatus();
  }
}

// Ops of functions, loops and branches, not those of the functions of reductions and the like.
bool StandsOnItsOwn(const Module& module, OpId op) {
  switch (module.op(module.parent(op)).opcode) {
    case Opcode::kFunc:
    case Opcode::kWhile:
    case Opcode::kIf:
    case Opcode::kCase:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool HasNonFinite(ElementType type) { return IsFloat(type) || IsComplex(type); }

bool AllFinite(ElementType type, const std::byte* data, int64_t n) {
  if (!HasNonFinite(type)) return true;
  const ElementType real = RealType(type);
  const int64_t parts = IsComplex(type) ? 2 * n : n;
  if (real == ElementType::kF64) return AllBelow<uint64_t>(data, parts, uint64_t{0x7ff} << 52);
  if (real == ElementType::kF32) return AllBelow<uint32_t>(data, parts, uint32_t{0xff} << 23);
  if (real == ElementType::kBF16) return AllBelow<uint16_t>(data, parts, 0x7f80);
  if (real == ElementType::kF16) return AllBelow<uint16_t>(data, parts, 0x7c00);
  float wide[kBlock];
  uint8_t classes[kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t some = std::min(kBlock, n - i);
    ToF32(type, data + i * ElementBytes(type), wide, some);
    ClassesOf(wide, some, classes);
    if (std::any_of(classes, classes + some, [](uint8_t c) { return c != kFinite; })) return false;
  }
  return true;
}

Status CheckFinite(std::span<const Tensor> operands, const Tensor& result, bool elementwise) {
  if (AllFinite(result.type(), result.bytes().data(), result.num_elements())) return OkStatus();
  const uint8_t made = ClassOfAll(result);
  if (made == kFinite) return OkStatus();
  uint8_t all = kFinite;
  for (const Tensor& operand : operands) all |= ClassOfAll(operand);
  if (!elementwise && IsExplained(made, all)) return OkStatus();
  return CheckElements(operands, result, elementwise, all);
}

Status CheckIndices(const Tensor& indices, int64_t vector_dim, std::span<const int64_t> most,
                    std::span<const int64_t> dims) {
  int64_t inner = 1;  // elements from one component to the next
  for (size_t d = static_cast<size_t>(vector_dim) + 1; d < indices.rank(); ++d) inner *= indices.dims()[d];
  const bool vectors = static_cast<size_t>(vector_dim) < indices.rank();
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const size_t k = vectors ? static_cast<size_t>(i / inner % indices.dims()[static_cast<size_t>(vector_dim)]) : 0;
    if (k >= most.size()) break;
    const int64_t index = ReadIndex(indices, i);
    if (index >= 0 && index <= most[k]) continue;
    return OutOfRangeError("index " + ElementText(indices, i) + " of dimension " + std::to_string(dims[k]) +
                           (indices.rank() == 0 ? "" : ", at " + IndexText(indices.dims(), i) + " of the indices,") +
                           " is out of bounds: it may be 0 to " + std::to_string(most[k]));
  }
  return OkStatus();
}

Status CheckOp(const Module& module, OpId op, std::span<const RuntimeValue> operands,
               std::span<const RuntimeValue> results, const RunChecks& checks) {
  if (!StandsOnItsOwn(module, op)) return OkStatus();
  if (checks.bounds) CPPJRT_RETURN_IF_ERROR(CheckBounds(module, op, operands));
  if (checks.nan) CPPJRT_RETURN_IF_ERROR(CheckNan(module, op, operands, results));
  if (checks.trace == nullptr) return OkStatus();
  for (const RuntimeValue& result : results) {
    if (result.is_tensor()) CPPJRT_RETURN_IF_ERROR(checks.trace->Note(result.tensor()));
  }
  return OkStatus();
}

Status ValueTrace::Note(const Tensor& value) {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  const std::span<const std::byte> bytes = value.bytes();
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= bytes.size(); i += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, sizeof word);
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 29;
  }
  for (; i < bytes.size(); ++i) hash = (hash ^ static_cast<uint64_t>(bytes[i])) * 0x94d049bb133111ebu;
  if (!comparing_) {
    if (hashes_.size() < kMostTraced) hashes_.push_back(hash);
    return OkStatus();
  }
  const size_t at = next_++;
  if (at >= hashes_.size() || hashes_[at] == hash) return OkStatus();
  return InternalError("its result depends on memory that nobody wrote before it");
}

void* PoisonedMemory::Allocate(size_t size) {
  void* data = memory_.Allocate(size);
  if (data != nullptr) std::memset(data, poison_, size);
  return data;
}

}  // namespace cppjrt::stablehlo
