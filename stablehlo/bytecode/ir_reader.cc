#include "stablehlo/bytecode/ir_reader.h"

#include <string>

namespace cppjrt::stablehlo::bytecode {

bool IrReader::Read() {
  cursor_ = Cursor(container_->ir);
  place_ = cursor_.position();
  if (cursor_.Varint() != (1 << 1)) return failure_->At(place_, "there must be one operation at the top");
  if (!ReadOp()) return false;
  while (!frames_.empty()) {
    if (!Step()) return false;
  }
  return cursor_.done() || Broken();
}

bool IrReader::Broken() { return failure_->At(place_, "the operation is not well-formed"); }

// The next op of the innermost open block, or whatever comes when the block has no more.
bool IrReader::Step() {
  Frame& frame = frames_.back();
  if (!cursor_.ok()) return Broken();
  if (frame.ops_left > 0) {
    --frame.ops_left;
    return ReadOp();
  }
  if (frame.blocks_left > 0) return BeginBlock(frame);
  if (frame.in_region) {
    frame.in_region = false;
    return sink_->EndRegion();
  }
  return frame.regions_left > 0 ? BeginRegion(frame) : LeaveOp();
}

bool IrReader::ReadOp() {
  OpRecord op;
  place_ = op.place = cursor_.position();
  if (!ReadOpFields(op)) return Broken();
  if (!sink_->OnOp(op)) return false;
  return op.num_regions == 0 || EnterOp(op);
}

bool IrReader::ReadOpFields(OpRecord& op) {
  op.name = cursor_.Varint();
  const uint8_t bits = cursor_.Byte();
  op.location = cursor_.Varint();
  if ((bits & kHasAttrs) != 0) op.attributes = cursor_.Varint();
  if ((bits & kHasProperties) != 0) op.properties = cursor_.Varint();
  result_types_.clear();
  operands_.clear();
  successors_.clear();
  if ((bits & kHasResults) != 0) ReadList(result_types_);
  if ((bits & kHasOperands) != 0) ReadList(operands_);
  if ((bits & kHasSuccessors) != 0) ReadList(successors_);
  if ((bits & kHasUseOrders) != 0) SkipUseOrders(result_types_.size());
  op.result_types = result_types_;
  op.operands = operands_;
  op.successors = successors_;
  if ((bits & kHasRegions) != 0) {
    const uint64_t regions = cursor_.Varint();
    op.isolated = (regions & 1) != 0;
    if (regions >> 1 > cursor_.left()) cursor_.Fail();
    op.num_regions = static_cast<size_t>(regions >> 1);
  }
  return cursor_.ok() && (bits & 0x80) == 0;
}

void IrReader::ReadList(std::vector<uint64_t>& list) {
  list.resize(cursor_.Count());
  for (uint64_t& number : list) number = cursor_.Varint();
}

// The order in which a value lists its uses means nothing here.
void IrReader::SkipUseOrders(size_t num_values) {
  const size_t count = num_values > 1 ? cursor_.Count() : 1;
  for (size_t i = 0; i < count && cursor_.ok(); ++i) {
    if (num_values > 1) cursor_.Varint();
    const uint64_t size = cursor_.Varint() >> 1;
    if (size > cursor_.left()) cursor_.Fail();
    for (uint64_t k = 0; k < size && cursor_.ok(); ++k) cursor_.Varint();
  }
}

bool IrReader::EnterOp(const OpRecord& op) {
  Frame frame;
  frame.regions_left = op.num_regions;
  if (op.isolated && container_->version >= kLazyLoading) {
    const Section section = ReadSection(cursor_, container_->file);
    if (!cursor_.ok() || section.id != SectionId::kIr) return Broken();
    frame.outer = cursor_;
    cursor_ = Cursor(section.bytes);
  }
  frames_.push_back(frame);
  return true;
}

bool IrReader::BeginRegion(Frame& frame) {
  --frame.regions_left;
  frame.blocks_left = cursor_.Count();
  const size_t num_values = frame.blocks_left == 0 ? 0 : cursor_.Count();
  if (!cursor_.ok()) return Broken();
  frame.in_region = true;
  return sink_->BeginRegion(frame.blocks_left, num_values);
}

bool IrReader::BeginBlock(Frame& frame) {
  --frame.blocks_left;
  place_ = cursor_.position();
  const uint64_t head = cursor_.Varint();
  arguments_.clear();
  if ((head & 1) != 0) ReadArguments();
  if (!cursor_.ok() || head >> 1 > cursor_.left()) return failure_->At(place_, "the block is not well-formed");
  frame.ops_left = static_cast<size_t>(head >> 1);
  return sink_->BeginBlock(arguments_);
}

void IrReader::ReadArguments() {
  const size_t count = cursor_.Count();
  for (size_t i = 0; i < count && cursor_.ok(); ++i) {
    const uint64_t type = cursor_.Varint();
    if (container_->version < kElidedArgLocations) {
      arguments_.push_back({type, cursor_.Varint()});
    } else if ((type & 1) != 0) {
      arguments_.push_back({type >> 1, cursor_.Varint()});
    } else {
      arguments_.push_back({type >> 1, std::nullopt});
    }
  }
  if (container_->version >= kUseListOrdering && cursor_.Byte() != 0) SkipUseOrders(count);
}

bool IrReader::LeaveOp() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.outer) {
    if (!cursor_.done()) return failure_->At(cursor_.position(), "there is more than the regions of the operation");
    cursor_ = *frame.outer;
  }
  return sink_->EndOp();
}

}  // namespace cppjrt::stablehlo::bytecode
