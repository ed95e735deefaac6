// Emitter: makes StableHLO ops at a place, working out their result types, so that a decomposition reads as what it
// computes:
//
//   Emitter emit(&module);
//   emit.MoveTo(op);                                    // new ops go in front of `op` and have its location
//   ValueId sum = emit.Binary(Opcode::kAdd, a, b);      // typed like a
//   ValueId mask = emit.Compare(Direction::kLt, a, emit.Constant(a, 0.5));
//
// Where shapes are dynamic, what needs a shape gets it at run time: Constant(x, 1.0) of a tensor<?xf32> broadcasts a scalar
// to the shape of x. Constants and shapes are made once for each place. expr.h writes formulas with operators.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_EMITTER_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_EMITTER_H_

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "stablehlo/ir/builder.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

// The numbers of EnumKind::kComparisonDirection and kComparisonType.
enum class Direction : uint32_t { kEq = 0, kNe = 1, kGe = 2, kGt = 3, kLe = 4, kLt = 5 };
enum class CompareType : uint32_t { kNone = 0, kFloat = 1, kTotalOrder = 2, kSigned = 3, kUnsigned = 4 };

class Emitter {
 public:
  using NamedValue = OpBuilder::NamedValue;

  // The module outlives the emitter.
  explicit Emitter(Module* module) : module_(module) {}

  Module& module() { return *module_; }
  TypeTable& types() { return module_->types(); }
  AttrTable& attrs() { return module_->attrs(); }

  void MoveTo(OpId op);
  // To the end of a block; locations stay.
  void MoveTo(BlockId block);
  // Where new ops go.
  BlockId block() const { return block_; }

  TypeId type(ValueId v) const { return module_->type(v); }
  TypeId element(ValueId v) const { return module_->types().element_type(type(v)); }
  // REQUIRES: a ranked tensor.
  std::span<const int64_t> dims(ValueId v) const { return module_->types().dims(type(v)); }
  int64_t rank(ValueId v) const { return module_->types().rank(type(v)); }
  bool IsStatic(ValueId v) const { return module_->types().IsStaticTensor(type(v)); }
  bool IsComplex(ValueId v) const { return module_->types().IsComplex(element(v)); }
  // A tensor type shaped like `v`.
  TypeId Like(ValueId v, TypeId element);

  // Any op.
  std::vector<ValueId> Create(Opcode opcode, std::span<const ValueId> operands, std::span<const TypeId> result_types,
                              std::initializer_list<NamedValue> attributes = {},
                              std::initializer_list<RegionId> regions = {});
  ValueId Value(Opcode opcode, std::span<const ValueId> operands, TypeId type,
                std::initializer_list<NamedValue> attributes = {}, std::initializer_list<RegionId> regions = {});
  ValueId Value(Opcode opcode, std::initializer_list<ValueId> operands, TypeId type,
                std::initializer_list<NamedValue> attributes = {}, std::initializer_list<RegionId> regions = {}) {
    return Value(opcode, std::span(operands.begin(), operands.size()), type, attributes, regions);
  }
  // An op like `op`, with its attributes, on other operands. REQUIRES: it has no regions.
  std::vector<ValueId> CreateLike(OpId op, std::span<const ValueId> operands, std::span<const TypeId> result_types);
  // A region of one block that ends in a stablehlo.return of what `body` gives.
  RegionId Region(std::span<const TypeId> argument_types,
                  const std::function<std::vector<ValueId>(std::span<const ValueId> arguments)>& body);
  // A region with `opcode` applied to two scalars: the body of a reduction.
  RegionId BinaryRegion(Opcode opcode, TypeId element);

  // Elementwise.
  ValueId Unary(Opcode opcode, ValueId x) { return Value(opcode, {x}, type(x)); }
  ValueId Binary(Opcode opcode, ValueId a, ValueId b) { return Value(opcode, {a, b}, type(a)); }
  ValueId Compare(Direction direction, ValueId a, ValueId b, CompareType compare_type = CompareType::kNone);
  ValueId Select(ValueId predicate, ValueId a, ValueId b) { return Value(Opcode::kSelect, {predicate, a, b}, type(a)); }
  // `x` itself if it has that element type.
  ValueId Convert(ValueId x, TypeId element);
  ValueId BitcastTo(ValueId x, TypeId element);  // of the same width

  // Constants. Values are rounded to the element type (floats, integers, i1, complex with imaginary part 0).
  ValueId Scalar(TypeId element, double value);
  ValueId Constant(ValueId like, double value);
  // The integer of a pattern, cut to the width of the element type of `like`.
  ValueId IntegerConstant(ValueId like, uint64_t bits);
  // The constant of one value; REQUIRES: a static tensor type.
  ValueId Splat(TypeId type, double value);
  // All bits zero: zero of every type. REQUIRES: a static tensor type, quantized ones included (a storage of 0).
  ValueId Zeros(TypeId type);
  ValueId I64s(std::span<const int64_t> values);
  ValueId I64Scalar(int64_t value) { return Scalar(scalar::kI64, static_cast<double>(value)); }
  // stablehlo.constant of an attribute.
  ValueId ConstantOf(AttrId value);

  // Shapes, as values: i64 scalars, and tensor<Nxi64> of a list of scalars.
  ValueId DimSize(ValueId x, int64_t dimension);
  ValueId ShapeOf(ValueId x);
  ValueId Pack(std::span<const ValueId> scalars);

  // Data movement. `type` is that of the result, which may be dynamic; then `shape` (tensor<rank x i64>) must be given.
  ValueId Reshape(ValueId x, TypeId type, ValueId shape = ValueId());
  ValueId BroadcastInDim(ValueId x, std::span<const int64_t> dimensions, TypeId type, ValueId shape = ValueId());
  // A scalar, or a value along some dimensions of `like`, to all of `like`.
  ValueId BroadcastLike(ValueId x, std::span<const int64_t> dimensions, ValueId like);
  ValueId Transpose(ValueId x, std::span<const int64_t> permutation);
  ValueId Iota(TypeId type, int64_t dimension, ValueId shape = ValueId());
  // REQUIRES: static.
  ValueId Slice(ValueId x, std::span<const int64_t> starts, std::span<const int64_t> limits);
  ValueId Concatenate(std::span<const ValueId> parts, int64_t dimension);
  // A sum over dimensions with the given body opcode; `init` a scalar.
  ValueId Reduce(Opcode opcode, ValueId x, ValueId init, std::span<const int64_t> dimensions);

  AttrId EnumAttr(Direction direction);
  AttrId EnumAttr(CompareType type);

 private:
  struct Cache {
    std::map<std::pair<TypeId, uint64_t>, ValueId> constants;  // by type and bits of the double
    std::map<ValueId, ValueId> shapes;
  };

  ValueId Dense(TypeId type, bool is_splat, std::span<const std::byte> bytes);

  Module* module_;
  BlockId block_;
  OpId before_;
  LocId loc_ = kUnknownLoc;
  uint32_t source_offset_ = kNoOffset;
  Cache cache_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_EMITTER_H_
