// constant, constant_like, top_k.
#include <algorithm>
#include <charconv>
#include <cstring>

#include "stablehlo/op/infer_types.h"
#include "stablehlo/transforms/chlo_ops.h"

namespace cppjrt::stablehlo::chlo {
namespace {

// The numbers in "#complex.number<:f32 1.0, -2.5>"; false if it is something else.
bool ParseComplex(std::string_view text, double (&parts)[2]) {
  const size_t colon = text.find(':');
  const size_t blank = text.find(' ', colon == std::string_view::npos ? 0 : colon);
  if (colon == std::string_view::npos || blank == std::string_view::npos) return false;
  text.remove_prefix(blank);
  for (double& part : parts) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
  return true;
}

template <typename Part>
void AppendPart(double value, std::vector<std::byte>& out) {
  const auto part = static_cast<Part>(value);
  const auto* bytes = reinterpret_cast<const std::byte*>(&part);
  out.insert(out.end(), bytes, bytes + sizeof(part));
}

// The value of a constant_like as the bytes of one element; empty if its form is not known.
std::vector<std::byte> ElementBytesOf(const Module& module, AttrId value, TypeId element) {
  const AttrTable& attrs = module.attrs();
  std::vector<std::byte> bytes;
  const auto append = [&](uint64_t bits) {
    for (int64_t i = 0; i < module.types().element_bytes(element); ++i) {
      bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
    }
  };
  if (attrs.Is(value, AttrKind::kBool)) append(attrs.boolean(value) ? 1 : 0);
  if (attrs.Is(value, AttrKind::kInteger)) append(static_cast<uint64_t>(attrs.integer(value)));
  if (attrs.Is(value, AttrKind::kFloat)) append(attrs.float_bits(value));
  if (attrs.Is(value, AttrKind::kDense) && attrs.dense(value).is_splat) {
    const std::span<const std::byte> element_bytes = attrs.dense(value).bytes;
    bytes.assign(element_bytes.begin(), element_bytes.end());
  }
  double parts[2];
  if (attrs.Is(value, AttrKind::kOpaque) && ParseComplex(attrs.string(value), parts)) {
    for (const double part : parts) {
      if (module.types().element_type(element) == scalar::kF64) AppendPart<double>(part, bytes);
      if (module.types().element_type(element) == scalar::kF32) AppendPart<float>(part, bytes);
    }
  }
  if (static_cast<int64_t>(bytes.size()) != module.types().element_bytes(element)) bytes.clear();
  return bytes;
}

}  // namespace

Status DecomposeConstant(Rewriter& rewriter, OpId op, DiagnosticSink&) {
  rewriter.Replace(op, {rewriter.At(op).ConstantOf(rewriter.module().attr(op, "value"))});
  return OkStatus();
}

Status DecomposeConstantLike(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const ValueId operand = module.op(op).operands()[0];
  const TypeId type = module.type(module.op(op).result(0));
  const TypeId element = module.types().element_type(type);
  if (!module.types().IsTensor(module.type(operand))) {
    return Unsupported(module, op, sink, "operand has no known rank, expected a ranked tensor");
  }
  const std::vector<std::byte> bytes = ElementBytesOf(module, module.attr(op, "value"), element);
  if (bytes.empty()) return Unsupported(module, op, sink, "value is no number of the result's element type");
  Emitter& emit = rewriter.At(op);
  const bool is_static = module.types().IsStaticTensor(type);
  const TypeId constant_type =
      is_static ? module.types().Tensor(module.types().dims(type), element) : module.types().Tensor({}, element);
  const ValueId constant = emit.ConstantOf(module.attrs().Dense(constant_type, true, bytes));
  rewriter.Replace(op, {is_static ? constant : emit.BroadcastInDim(constant, {}, type, emit.ShapeOf(operand))});
  return OkStatus();
}

namespace {

// The first k along the last dimension.
ValueId TakeFirst(Emitter& emit, ValueId x, int64_t k) {
  const auto rank = static_cast<size_t>(emit.rank(x));
  const std::vector<int64_t> zeros(rank, 0);
  std::vector<int64_t> sizes(emit.dims(x).begin(), emit.dims(x).end());
  if (emit.IsStatic(x)) {
    sizes.back() = k;
    return emit.Slice(x, zeros, sizes);
  }
  Shape shape = ShapeOf(emit.module(), emit.type(x));
  shape.dims.back() = k;
  if (!shape.bounds.empty()) shape.bounds.back() = kDynamic;
  std::vector<ValueId> limits;
  for (size_t d = 0; d + 1 < rank; ++d) limits.push_back(emit.DimSize(x, static_cast<int64_t>(d)));
  limits.push_back(emit.I64Scalar(k));
  const std::vector<int64_t> ones(rank, 1);
  return emit.Value(Opcode::kRealDynamicSlice, {x, emit.I64s(zeros), emit.Pack(limits), emit.I64s(ones)},
                    MakeTensor(emit.module(), shape, emit.element(x)));
}

}  // namespace

TopKResult TopK(Emitter& emit, ValueId values, int64_t k, bool is_stable, bool is_largest) {
  TypeTable& types = emit.types();
  const int64_t last = emit.rank(values) - 1;
  const bool is_float = types.IsFloat(emit.element(values));
  const ValueId shape = emit.IsStatic(values) ? ValueId() : emit.ShapeOf(values);
  const ValueId places = emit.Iota(emit.Like(values, scalar::kI32), last, shape);
  const TypeId value_type = types.Tensor({}, emit.element(values));
  const TypeId place_type = types.Tensor({}, scalar::kI32);
  const TypeId arguments[] = {value_type, value_type, place_type, place_type};
  const RegionId comparator = emit.Region(arguments, [&](std::span<const ValueId> args) {
    const CompareType type = is_float ? CompareType::kTotalOrder : CompareType::kNone;
    return std::vector<ValueId>{emit.Compare(is_largest ? Direction::kGt : Direction::kLt, args[0], args[1], type)};
  });
  const ValueId operands[] = {values, places};
  const TypeId result_types[] = {emit.type(values), emit.type(places)};
  const std::vector<ValueId> sorted =
      emit.Create(Opcode::kSort, operands, result_types,
                  {{"dimension", emit.attrs().I64(last)}, {"is_stable", emit.attrs().Bool(is_stable)}}, {comparator});
  return {TakeFirst(emit, sorted[0], k), TakeFirst(emit, sorted[1], k)};
}

Status DecomposeTopK(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const ValueId operand = module.op(op).operands()[0];
  if (!module.types().IsTensor(module.type(operand))) {
    return Unsupported(module, op, sink, "operand has no known rank, expected a ranked tensor");
  }
  const AttrId stable = module.attr(op, "is_stable");
  const bool is_stable = !stable.valid() || module.attrs().boolean(stable);
  const TopKResult result = TopK(rewriter.At(op), operand, module.attrs().integer(module.attr(op, "k")), is_stable);
  rewriter.Replace(op, {result.values, result.indices});
  return OkStatus();
}

}  // namespace cppjrt::stablehlo::chlo
