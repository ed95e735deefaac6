#include "stablehlo/transforms/emitter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_types.h"

namespace cppjrt::stablehlo {
namespace {

void AppendBytes(uint64_t bits, int64_t count, std::vector<std::byte>& out) {
  for (int64_t i = 0; i < count; ++i) out.push_back(static_cast<std::byte>(bits >> (8 * i)));
}

// A double as the bits of f32 or f64.
uint64_t FloatBits(TypeId element, double value) {
  if (element == scalar::kF64) return std::bit_cast<uint64_t>(value);
  return std::bit_cast<uint32_t>(static_cast<float>(value));
}

// Of types this can write directly: f32, f64, complex of them, integers, i1.
bool IsWritable(const TypeTable& types, TypeId element) {
  const TypeId part = types.IsComplex(element) ? types.element_type(element) : element;
  return part == scalar::kF32 || part == scalar::kF64 || types.IsInteger(part);
}

std::vector<std::byte> Encode(const TypeTable& types, TypeId element, double value) {
  std::vector<std::byte> bytes;
  if (types.IsComplex(element)) {
    const TypeId part = types.element_type(element);
    AppendBytes(FloatBits(part, value), types.element_bytes(part), bytes);
    AppendBytes(0, types.element_bytes(part), bytes);
  } else if (types.IsInteger(element)) {
    const auto bits = static_cast<uint64_t>(static_cast<int64_t>(value));
    AppendBytes(element == scalar::kI1 ? bits & 1 : bits, types.element_bytes(element), bytes);
  } else {
    AppendBytes(FloatBits(element, value), types.element_bytes(element), bytes);
  }
  return bytes;
}

// An integer pattern as constants keep it: sub-byte types extended to a byte.
uint64_t CutToWidth(const TypeTable& types, TypeId element, uint64_t bits) {
  const int width = types.bits(element);
  if (width >= 64) return bits;
  bits &= (uint64_t{1} << width) - 1;
  const bool is_negative = !types.IsUnsigned(element) && element != scalar::kI1 && (bits >> (width - 1)) != 0;
  return is_negative ? bits | ~((uint64_t{1} << width) - 1) : bits;
}

}  // namespace

void Emitter::MoveTo(OpId op) {
  block_ = module_->op(op).block;
  before_ = op;
  loc_ = module_->op(op).loc;
  source_offset_ = module_->op(op).source_offset;
  cache_ = {};
}

void Emitter::MoveTo(BlockId block) {
  block_ = block;
  before_ = OpId();
  cache_ = {};
}

TypeId Emitter::Like(ValueId v, TypeId element) { return WithElement(*module_, type(v), element); }

std::vector<ValueId> Emitter::Create(Opcode opcode, std::span<const ValueId> operands,
                                     std::span<const TypeId> result_types, std::initializer_list<NamedValue> attributes,
                                     std::initializer_list<RegionId> regions) {
  std::vector<NamedAttr> named;
  for (const NamedValue& a : attributes) named.push_back({module_->names().Intern(a.name), a.value});
  OpState state;
  state.opcode = opcode;
  state.loc = loc_;
  state.source_offset = source_offset_;
  state.operands = operands;
  state.result_types = result_types;
  state.inherent = named;
  state.regions = {regions.begin(), regions.size()};
  const OpId op = module_->NewOp(state);
  module_->Insert(op, block_, before_);
  return {module_->op(op).results().begin(), module_->op(op).results().end()};
}

std::vector<ValueId> Emitter::CreateLike(OpId like, std::span<const ValueId> operands,
                                         std::span<const TypeId> result_types) {
  const Op& record = module_->op(like);
  OpState state;
  state.opcode = record.opcode;
  state.loc = loc_;
  state.source_offset = source_offset_;
  state.operands = operands;
  state.result_types = result_types;
  state.inherent = record.inherent();
  state.discardable = record.discardable();
  const OpId op = module_->NewOp(state);
  module_->Insert(op, block_, before_);
  return {module_->op(op).results().begin(), module_->op(op).results().end()};
}

ValueId Emitter::Value(Opcode opcode, std::span<const ValueId> operands, TypeId type,
                       std::initializer_list<NamedValue> attributes, std::initializer_list<RegionId> regions) {
  return Create(opcode, operands, {&type, 1}, attributes, regions)[0];
}

RegionId Emitter::Region(std::span<const TypeId> argument_types,
                         const std::function<std::vector<ValueId>(std::span<const ValueId>)>& body) {
  const BlockId outer_block = block_;
  const OpId outer_before = before_;
  const Cache outer_cache = std::exchange(cache_, {});
  const auto [region, block] = OpBuilder(module_).NewRegion(argument_types);
  MoveTo(block);
  const std::vector<ValueId> arguments(module_->block(block).args.begin(), module_->block(block).args.end());
  Create(Opcode::kReturn, body(arguments), {});
  block_ = outer_block;
  before_ = outer_before;
  cache_ = outer_cache;
  return region;
}

RegionId Emitter::BinaryRegion(Opcode opcode, TypeId element) {
  const TypeId scalar_type = types().Tensor({}, element);
  const TypeId arguments[] = {scalar_type, scalar_type};
  return Region(arguments,
                [&](std::span<const ValueId> args) { return std::vector<ValueId>{Binary(opcode, args[0], args[1])}; });
}

ValueId Emitter::Compare(Direction direction, ValueId a, ValueId b, CompareType compare_type) {
  const TypeId type = Like(a, scalar::kI1);
  if (compare_type == CompareType::kNone) {
    return Value(Opcode::kCompare, {a, b}, type, {{"comparison_direction", EnumAttr(direction)}});
  }
  return Value(Opcode::kCompare, {a, b}, type,
               {{"comparison_direction", EnumAttr(direction)}, {"compare_type", EnumAttr(compare_type)}});
}

ValueId Emitter::Convert(ValueId x, TypeId to) {
  return element(x) == to ? x : Value(Opcode::kConvert, {x}, Like(x, to));
}

ValueId Emitter::BitcastTo(ValueId x, TypeId to) {
  return element(x) == to ? x : Value(Opcode::kBitcastConvert, {x}, Like(x, to));
}

// ---- Constants

ValueId Emitter::Dense(TypeId type, bool is_splat, std::span<const std::byte> bytes) {
  if (bytes.size() > AttrTable::kInlineBytes) {
    auto owner = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
    bytes = *owner;
    module_->KeepAlive(std::move(owner));
  }
  return ConstantOf(attrs().Dense(type, is_splat, bytes));
}

ValueId Emitter::ConstantOf(AttrId value) {
  return Value(Opcode::kConstant, {}, attrs().type(value), {{"value", value}});
}

ValueId Emitter::Splat(TypeId type, double value) {
  const auto key = std::pair(type, std::bit_cast<uint64_t>(value));
  if (const auto it = cache_.constants.find(key); it != cache_.constants.end()) return it->second;
  const TypeId element = types().element_type(type);
  ValueId result;
  if (IsWritable(types(), element)) {
    result = Dense(type, true, Encode(types(), element, value));
  } else {  // narrow floats: rounded by the convert op
    result = Convert(Splat(types().Tensor(types().dims(type), scalar::kF32), value), element);
  }
  cache_.constants[key] = result;
  return result;
}

ValueId Emitter::Scalar(TypeId element, double value) { return Splat(types().Tensor({}, element), value); }

ValueId Emitter::Constant(ValueId like, double value) {
  if (IsStatic(like)) return Splat(types().Tensor(dims(like), element(like)), value);
  return BroadcastLike(Scalar(element(like), value), {}, like);
}

ValueId Emitter::IntegerConstant(ValueId like, uint64_t bits) {
  const TypeId e = element(like);
  std::vector<std::byte> bytes;
  AppendBytes(CutToWidth(types(), e, bits), types().element_bytes(e), bytes);
  if (IsStatic(like)) return Dense(types().Tensor(dims(like), e), true, bytes);
  return BroadcastLike(Dense(types().Tensor({}, e), true, bytes), {}, like);
}

ValueId Emitter::Zeros(TypeId type) {
  const TypeId element = types().element_type(type);
  const TypeId stored = types().IsQuantized(element) ? types().quantized(element).storage : element;
  const std::vector<std::byte> bytes(static_cast<size_t>(types().element_bytes(element)));
  const AttrId value = attrs().Dense(types().Tensor(types().dims(type), stored), true, bytes);
  return Value(Opcode::kConstant, {}, type, {{"value", value}});
}

ValueId Emitter::I64s(std::span<const int64_t> values) {
  std::vector<std::byte> bytes;
  for (const int64_t v : values) AppendBytes(static_cast<uint64_t>(v), 8, bytes);
  const int64_t size = static_cast<int64_t>(values.size());
  return Dense(types().Tensor({size}, scalar::kI64), values.size() == 1, bytes);
}

// ---- Shapes

ValueId Emitter::DimSize(ValueId x, int64_t dimension) {
  const int64_t size = dims(x)[static_cast<size_t>(dimension)];
  if (size != kDynamic) return I64Scalar(size);
  const ValueId narrow =
      Value(Opcode::kGetDimensionSize, {x}, types().Tensor({}, scalar::kI32), {{"dimension", attrs().I64(dimension)}});
  return Convert(narrow, scalar::kI64);
}

ValueId Emitter::Pack(std::span<const ValueId> scalars) {
  if (scalars.empty()) return I64s({});
  std::vector<ValueId> parts;
  for (const ValueId s : scalars) parts.push_back(Reshape(s, types().Tensor({1}, scalar::kI64)));
  return Concatenate(parts, 0);
}

ValueId Emitter::ShapeOf(ValueId x) {
  if (const auto it = cache_.shapes.find(x); it != cache_.shapes.end()) return it->second;
  ValueId shape;
  if (IsStatic(x)) {
    shape = I64s(dims(x));
  } else {
    std::vector<ValueId> sizes;
    for (int64_t d = 0; d < rank(x); ++d) sizes.push_back(DimSize(x, d));
    shape = Pack(sizes);
  }
  cache_.shapes[x] = shape;
  return shape;
}

// ---- Data movement

ValueId Emitter::Reshape(ValueId x, TypeId type, ValueId shape) {
  if (this->type(x) == type && !shape.valid()) return x;
  if (!shape.valid() || types().IsStaticTensor(type)) return Value(Opcode::kReshape, {x}, type);
  return Value(Opcode::kDynamicReshape, {x, shape}, type);
}

ValueId Emitter::BroadcastInDim(ValueId x, std::span<const int64_t> dimensions, TypeId type, ValueId shape) {
  const AttrId attr = attrs().I64Array(dimensions);
  if (!shape.valid() || types().IsStaticTensor(type)) {
    return Value(Opcode::kBroadcastInDim, {x}, type, {{"broadcast_dimensions", attr}});
  }
  return Value(Opcode::kDynamicBroadcastInDim, {x, shape}, type, {{"broadcast_dimensions", attr}});
}

ValueId Emitter::BroadcastLike(ValueId x, std::span<const int64_t> dimensions, ValueId like) {
  const TypeId type = Like(like, element(x));
  if (this->type(x) == type && IsStatic(x)) return x;
  return BroadcastInDim(x, dimensions, type, IsStatic(like) ? ValueId() : ShapeOf(like));
}

ValueId Emitter::Transpose(ValueId x, std::span<const int64_t> permutation) {
  if (std::ranges::is_sorted(permutation)) return x;
  const Shape from = stablehlo::ShapeOf(*module_, type(x));
  Shape to;
  for (const int64_t d : permutation) to.Add(from.dims[static_cast<size_t>(d)], from.bound(static_cast<size_t>(d)));
  return Value(Opcode::kTranspose, {x}, MakeTensor(*module_, to, element(x)),
               {{"permutation", attrs().I64Array(permutation)}});
}

ValueId Emitter::Iota(TypeId type, int64_t dimension, ValueId shape) {
  const AttrId attr = attrs().I64(dimension);
  if (types().IsStaticTensor(type)) return Value(Opcode::kIota, {}, type, {{"iota_dimension", attr}});
  return Value(Opcode::kDynamicIota, {shape}, type, {{"iota_dimension", attr}});
}

ValueId Emitter::Slice(ValueId x, std::span<const int64_t> starts, std::span<const int64_t> limits) {
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < starts.size(); ++i) sizes.push_back(limits[i] - starts[i]);
  if (std::ranges::equal(sizes, dims(x))) return x;
  const std::vector<int64_t> strides(starts.size(), 1);
  return Value(Opcode::kSlice, {x}, types().Tensor(sizes, element(x)),
               {{"start_indices", attrs().I64Array(starts)},
                {"limit_indices", attrs().I64Array(limits)},
                {"strides", attrs().I64Array(strides)}});
}

ValueId Emitter::Concatenate(std::span<const ValueId> parts, int64_t dimension) {
  if (parts.size() == 1) return parts[0];
  const auto d = static_cast<size_t>(dimension);
  std::vector<int64_t> sizes(dims(parts[0]).begin(), dims(parts[0]).end());
  for (const ValueId part : parts.subspan(1)) {
    const int64_t size = dims(part)[d];
    sizes[d] = IsDynamic(sizes[d]) || IsDynamic(size) ? kDynamic : sizes[d] + size;
  }
  return Value(Opcode::kConcatenate, parts, types().Tensor(sizes, element(parts[0])),
               {{"dimension", attrs().I64(dimension)}});
}

ValueId Emitter::Reduce(Opcode opcode, ValueId x, ValueId init, std::span<const int64_t> dimensions) {
  const Shape from = stablehlo::ShapeOf(*module_, type(x));
  Shape to;
  for (size_t d = 0; d < from.dims.size(); ++d) {
    if (std::ranges::find(dimensions, static_cast<int64_t>(d)) == dimensions.end()) to.Add(from.dims[d], from.bound(d));
  }
  const RegionId body = BinaryRegion(opcode, element(x));
  return Value(Opcode::kReduce, {x, init}, MakeTensor(*module_, to, element(x)),
               {{"dimensions", attrs().I64Array(dimensions)}}, {body});
}

AttrId Emitter::EnumAttr(Direction direction) {
  return attrs().Enum(EnumKind::kComparisonDirection, static_cast<uint32_t>(direction));
}
AttrId Emitter::EnumAttr(CompareType type) {
  return attrs().Enum(EnumKind::kComparisonType, static_cast<uint32_t>(type));
}

}  // namespace cppjrt::stablehlo
