#include "stablehlo/bytecode/module_builder.h"

#include <algorithm>

#include "stablehlo/bytecode/artifact.h"
#include "stablehlo/bytecode/location_reader.h"
#include "stablehlo/op/foreign_ops.h"

namespace cppjrt::stablehlo::bytecode {

bool ModuleBuilder::OnOp(const OpRecord& op) {
  place_ = op.place;
  const ReadOpName* name = ops_.Name(op.name);
  if (name == nullptr) return failure().At(place_, "there is no operation name " + std::to_string(op.name));
  if (!name->known) return failure().At(place_, UnknownOp(op.name));
  if (!op.successors.empty()) {
    return failure().At(place_, ops_.FullName(op.name) + " has successors; branches between blocks are not supported");
  }
  if (!Operands(op) || !ResultTypes(op)) return false;
  if (FoldCast(*name, op)) return failure().ok();
  if (!ops_.Attributes(*name, op.attributes, op.properties, attributes_)) return false;
  regions_.clear();
  for (size_t i = 0; i < op.num_regions; ++i) regions_.push_back(module().NewRegion());
  OpState state;
  state.opcode = OpcodeOf(*name);
  state.name = name->name;
  if (name->opcode == Opcode::kUnregistered && IsConstant(state.name)) {
    state.opcode = Opcode::kConstant;
    state.name = NameId();
    OnlyValueIsInherent();
  }
  state.loc = Location(op.location);
  state.operands = operands_;
  state.result_types = types_;
  state.inherent = attributes_.inherent;
  state.discardable = attributes_.discardable;
  state.regions = regions_;
  const OpId id = module().NewOp(state);
  if (block_) {
    module().Append(id, block_);
  } else if (state.opcode == Opcode::kModule) {
    module().set_root(id);
  } else {
    return failure().At(place_, "the operation at the top is " + ops_.FullName(op.name) + ", not builtin.module");
  }
  NoteForwardUses(id);
  for (ValueId result : module().op(id).results()) {
    if (!Define(result)) return false;
  }
  if (op.num_regions > 0) {
    Frame frame{id, 0, op.isolated ? values_.size() : base(), values_.size(), block_, next_value_};
    frames_.push_back(frame);
  }
  return true;
}

bool ModuleBuilder::IsConstant(NameId name) {
  return IsConstantOfTensor(module(), module().name(name), attributes_.inherent, attributes_.discardable, types_);
}

void ModuleBuilder::OnlyValueIsInherent() {
  std::vector<NamedAttr> all = std::move(attributes_.inherent);
  all.insert(all.end(), attributes_.discardable.begin(), attributes_.discardable.end());
  attributes_.inherent.clear();
  attributes_.discardable.clear();
  for (const NamedAttr& attr : all) {
    (module().name(attr.name) == "value" ? attributes_.inherent : attributes_.discardable).push_back(attr);
  }
}

std::string ModuleBuilder::UnknownOp(uint64_t name) const {
  const std::string_view producer = entries_->container().producer;
  std::string text = ops_.FullName(name) + " is not known; this reader knows VHLO up to " + kNewestVersion.ToString();
  if (const auto version = VersionOfProducer(producer)) text += ", the artifact is of " + version->ToString();
  return text;
}

Opcode ModuleBuilder::OpcodeOf(const ReadOpName& name) const {
  if (!name.is_return || frames_.empty()) return name.opcode;
  const Opcode parent = entries_->module().op(frames_.back().op).opcode;
  return parent == Opcode::kFunc ? Opcode::kFuncReturn : Opcode::kReturn;
}

bool ModuleBuilder::Operands(const OpRecord& op) {
  operands_.clear();
  operand_places_.clear();
  for (uint64_t number : op.operands) {
    const size_t start = base();
    if (number >= values_.size() - start) {
      return failure().At(place_, "there is no value " + std::to_string(number));
    }
    operand_places_.push_back(start + static_cast<size_t>(number));
    operands_.push_back(values_[operand_places_.back()]);
  }
  return true;
}

bool ModuleBuilder::ResultTypes(const OpRecord& op) {
  types_.clear();
  for (uint64_t number : op.result_types) {
    types_.push_back(entries_->Type(number));
    if (!types_.back()) return false;
  }
  return true;
}

// Artifacts with mixed dialects have casts between VHLO's types and the others. Both are the same here.
bool ModuleBuilder::FoldCast(const ReadOpName& name, const OpRecord& op) {
  if (!name.is_cast || op.num_regions > 0 || operands_.size() != types_.size()) return false;
  for (size_t i = 0; i < operands_.size(); ++i) {
    if (!operands_[i] || module().type(operands_[i]) != types_[i]) return false;
  }
  const std::vector<ValueId> values = operands_;
  for (ValueId value : values) {
    if (!Define(value)) break;
  }
  return true;
}

bool ModuleBuilder::Define(ValueId value) {
  if (next_value_ >= values_.size()) return failure().At(place_, "the region has more values than it says");
  values_[next_value_++] = value;
  return true;
}

void ModuleBuilder::NoteForwardUses(OpId op) {
  for (size_t i = 0; i < operands_.size(); ++i) {
    if (operands_[i]) continue;
    module().set_operand(op, i, module().NewPlaceholder(scalar::kNone));
    forward_.push_back({op, static_cast<uint32_t>(i), operand_places_[i]});
  }
}

// Of the values of a region that ends.
bool ModuleBuilder::ResolveForwardUses(size_t region_start) {
  const auto is_of_region = [region_start](const Forward& use) { return use.value >= region_start; };
  for (const Forward& use : forward_) {
    if (!is_of_region(use)) continue;
    if (!values_[use.value]) return failure().Say("a value is used and never defined");
    module().set_operand(use.op, use.operand, values_[use.value]);
  }
  std::erase_if(forward_, is_of_region);
  return true;
}

bool ModuleBuilder::BeginRegion(size_t num_blocks, size_t num_values) {
  static_cast<void>(num_blocks);
  Frame& frame = frames_.back();
  frame.region_start = values_.size();
  next_value_ = frame.region_start;
  values_.resize(values_.size() + num_values);
  return true;
}

bool ModuleBuilder::BeginBlock(std::span<const ArgumentRecord> arguments) {
  types_.clear();
  std::vector<LocId> locs;
  for (const ArgumentRecord& argument : arguments) {
    types_.push_back(entries_->Type(argument.type));
    if (!types_.back()) return false;
    locs.push_back(argument.location ? Location(*argument.location) : kUnknownLoc);
  }
  block_ = module().NewBlock();
  const Frame& frame = frames_.back();
  module().AppendBlock(module().op(frame.op).regions()[frame.next_region], block_);
  module().AddArguments(block_, types_, locs);
  for (ValueId value : module().block(block_).args) {
    if (!Define(value)) return false;
  }
  return true;
}

bool ModuleBuilder::EndRegion() {
  Frame& frame = frames_.back();
  if (!forward_.empty() && !ResolveForwardUses(frame.region_start)) return false;
  values_.resize(frame.region_start);
  ++frame.next_region;
  return true;
}

bool ModuleBuilder::EndOp() {
  block_ = frames_.back().outer_block;
  next_value_ = frames_.back().outer_next;
  frames_.pop_back();
  return true;
}

LocId ModuleBuilder::Location(uint64_t number) {
  if (number >= locs_.size()) return kUnknownLoc;
  if (!locs_[number]) locs_[number] = LocationOf(entries_->container(), module(), number);
  return locs_[number];
}

}  // namespace cppjrt::stablehlo::bytecode
