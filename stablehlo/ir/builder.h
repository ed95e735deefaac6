// OpBuilder: makes ops at a place.
//
//   OpBuilder builder(&module);
//   auto [region, block] = builder.NewRegion({f32, f32});
//   builder.SetInsertionPoint(block);
//   ValueId sum = builder.CreateValue(Opcode::kAdd, {a, b}, f32);
//   builder.Create(Opcode::kReturn, {sum}, {});
//
// Readers that make many ops fill an OpState themselves (module.h) and reuse their buffers; the list forms here are for
// tests and transformations. Whole modules and functions: stablehlo/op/build.h.
#ifndef CPPJRT_STABLEHLO_IR_BUILDER_H_
#define CPPJRT_STABLEHLO_IR_BUILDER_H_

#include <initializer_list>
#include <string_view>
#include <utility>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class OpBuilder {
 public:
  struct NamedValue {
    std::string_view name;
    AttrId value;
  };

  // The module outlives the builder. Ops are made detached until there is an insertion point.
  explicit OpBuilder(Module* module) : module_(module) {}

  // New ops go in front of `before`, or to the end of `block` if that is none.
  void SetInsertionPoint(BlockId block, OpId before = OpId()) {
    block_ = block;
    before_ = before;
  }
  void SetInsertionPointBefore(OpId op) { SetInsertionPoint(module_->op(op).block, op); }
  void SetInsertionPointAfter(OpId op) { SetInsertionPoint(module_->op(op).block, module_->op(op).next); }
  // Location of the ops made from now on by the list forms.
  void SetLocation(LocId loc, uint32_t source_offset = kNoOffset) {
    loc_ = loc;
    source_offset_ = source_offset;
  }

  OpId Create(const OpState& state);
  OpId Create(Opcode opcode, std::initializer_list<ValueId> operands, std::initializer_list<TypeId> result_types,
              std::initializer_list<NamedValue> attributes = {}, std::initializer_list<RegionId> regions = {});
  // Of an op with one result.
  ValueId CreateValue(Opcode opcode, std::initializer_list<ValueId> operands, TypeId type,
                      std::initializer_list<NamedValue> attributes = {});
  // A detached region with one block with arguments of these types.
  std::pair<RegionId, BlockId> NewRegion(std::span<const TypeId> argument_types);
  std::pair<RegionId, BlockId> NewRegion(std::initializer_list<TypeId> argument_types = {}) {
    return NewRegion(std::span(argument_types.begin(), argument_types.size()));
  }

  Module& module() { return *module_; }

 private:
  Module* module_;
  BlockId block_;
  OpId before_;
  LocId loc_ = kUnknownLoc;
  uint32_t source_offset_ = kNoOffset;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_BUILDER_H_
