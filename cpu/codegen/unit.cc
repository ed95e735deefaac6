#include "cpu/codegen/unit.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "cpu/codegen/loops.h"
#include "cpu/codegen/unit_text.h"
#include "cpu/plan/epilogue.h"

namespace cppjrt::cpu::codegen {
namespace {

// A kernel of less work becomes part of the loop that it is in.
constexpr double kInPlaceCost = 4000;
constexpr int64_t kMostInPlaceBytes = 512;
// Code of a region, in instructions: beyond that kernels are called. LLVM takes time in the square of a function.
constexpr int64_t kMostRegionLength = 5000;

struct KeyHash {
  size_t operator()(const Sha256Digest& key) const {
    size_t hash = 0;
    std::memcpy(&hash, key.data(), sizeof(hash));
    return hash;
  }
};

// Operands count by their types only: elements come as arguments.
void AddComparator(UnitText& text, const Node& sort) {
  text.AddNumber(static_cast<int64_t>(sort.operands.size()));
  for (const Value v : sort.operands) text.AddNumber(static_cast<int64_t>(v.type()));
  text.AddBodies(sort);
}

void AddEpilogue(UnitText& text, const Step& call) {
  const TileShape tile = *TileShapeOf(*call.node);
  for (const int64_t number : {tile.batch, tile.rows, tile.columns}) text.AddNumber(number);
  text.AddNumber(tile.rows_are_n);
  text.AddKernel(call.kernel);
}

class UnitMaker {
 public:
  UnitMaker(const Plan& plan, ProgramUnits& made) : plan_(plan), made_(made) {}

  void Make() {
    for (const auto& [v, buffer] : plan_.buffer_of) made_.in_memory.insert(v);
    AddSteps(plan_.entry);
    for (Region& region : regions_) FinishRegion(region);
  }

 private:
  // --- The entry ----------------------------------------------------------------------------------------------------

  void AddSteps(const BodyPlan& body) {
    for (const Step& step : body.steps) AddStep(step);
  }

  void AddStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kKernel:
        return AddRun(step, StepUnit(UnitKind::kKernel, step));
      case Step::Kind::kCall:
        return AddCall(step);
      case Step::Kind::kWhile:
        return AddRegion(step);
      case Step::Kind::kCase:
        return AddCase(step);
      case Step::Kind::kCopy:
      case Step::Kind::kSwap:
        if (step.kind == Step::Kind::kCopy && step.bytes <= 0) return;
        AddOn(step.kind == Step::Kind::kCopy ? ScheduleStep::Kind::kCopy : ScheduleStep::Kind::kSwap,
              {step.from, step.to})
            .number = step.bytes;
        made_.schedule.steps.back().source = &step;
    }
  }

  // A unit as a part of this program: which code, and where its buffers are here.
  struct Use {
    uint32_t unit = 0;
    std::vector<BufferId> buffers;
  };

  ScheduleStep& AddOn(ScheduleStep::Kind kind, const std::vector<BufferId>& buffers) {
    ScheduleStep& step = made_.schedule.steps.emplace_back();
    step.kind = kind;
    step.first = static_cast<uint32_t>(made_.schedule.buffers.size());
    step.count = static_cast<uint32_t>(buffers.size());
    AddBuffers(buffers);
    return step;
  }

  void AddBuffers(const std::vector<BufferId>& buffers) {
    made_.schedule.buffers.insert(made_.schedule.buffers.end(), buffers.begin(), buffers.end());
    for (const BufferId id : buffers) ++users_[id];
  }

  void AddRun(const Step& step, const Use& use) {
    ScheduleStep& added = AddOn(ScheduleStep::Kind::kKernel, use.buffers);
    added.unit = use.unit;
    added.source = &step;
  }

  void AddCall(const Step& call) {
    const Node& node = *call.node;
    if (HasLoops(node)) return AddRun(call, NodeUnit(UnitKind::kLoops, node));
    const std::vector<BufferId> buffers = CallBuffers(plan_, node);
    Use taken;
    if (TakesCode(call)) taken = CodeOfCall(call);
    ScheduleStep& step = AddOn(ScheduleStep::Kind::kCall, buffers);
    step.number = static_cast<int64_t>(made_.calls.size());
    step.source = &call;
    made_.calls.push_back(&call);
    if (!TakesCode(call)) return;
    step.takes_code = true;
    step.unit = taken.unit;
    step.captured = static_cast<uint32_t>(taken.buffers.size());
    AddBuffers(taken.buffers);
  }

  // Branches one after the other; each ends with a jump behind the last.
  void AddCase(const Step& step) {
    const auto first = static_cast<uint32_t>(made_.schedule.targets.size());
    ScheduleStep& choose = AddOn(ScheduleStep::Kind::kBranch, {plan_.buffer_of.at(step.node->operands[0])});
    choose.first_target = first;
    choose.targets = static_cast<uint32_t>(step.bodies.size());
    // A target for each branch, and the end.
    made_.schedule.targets.resize(first + step.bodies.size() + 1);
    for (size_t i = 0; i < step.bodies.size(); ++i) {
      made_.schedule.targets[first + i] = static_cast<uint32_t>(made_.schedule.steps.size());
      AddSteps(*step.bodies[i]);
      ScheduleStep& jump = AddOn(ScheduleStep::Kind::kJump, {});
      jump.first_target = first + static_cast<uint32_t>(step.bodies.size());
      jump.targets = 1;
    }
    made_.schedule.targets[first + step.bodies.size()] = static_cast<uint32_t>(made_.schedule.steps.size());
  }

  // --- Units --------------------------------------------------------------------------------------------------------

  Use Intern(Unit unit, const UnitText& text) {
    unit.weight = text.bytes().size();
    Use use;
    use.buffers = text.buffers();
    unit.buffers = text.buffers();
    const auto [at, added] = by_key_.emplace(unit.key, static_cast<uint32_t>(made_.units.size()));
    use.unit = at->second;
    if (added) made_.units.push_back(std::move(unit));
    return use;
  }

  static Sha256Digest KeyOf(UnitKind kind, std::string_view text) {
    Sha256 hash;
    const char tag = static_cast<char>(kind);
    hash.Update({&tag, 1});
    hash.Update(text);
    return hash.Finish();
  }

  Use StepUnit(UnitKind kind, const Step& step) {
    UnitText text(plan_);
    if (kind == UnitKind::kEpilogue) AddEpilogue(text, step);
    if (kind == UnitKind::kKernel) text.AddKernel(step.kernel);
    Unit unit;
    unit.kind = kind;
    unit.step = &step;
    unit.key = KeyOf(kind, text.bytes());
    return Intern(std::move(unit), text);
  }

  // REQUIRES: TakesCode(call).
  Use CodeOfCall(const Step& call) {
    if (call.node->kind == NodeKind::kSort) return NodeUnit(UnitKind::kComparator, *call.node);
    return StepUnit(UnitKind::kEpilogue, call);
  }

  Use NodeUnit(UnitKind kind, const Node& node) {
    UnitText text(plan_);
    if (kind == UnitKind::kComparator) AddComparator(text, node);
    if (kind == UnitKind::kLoops) text.AddNode(node);
    Unit unit;
    unit.kind = kind;
    unit.node = &node;
    unit.key = KeyOf(kind, text.bytes());
    return Intern(std::move(unit), text);
  }

  // --- Regions ------------------------------------------------------------------------------------------------------

  // A region whose key is still to come: it also says what the steps behind it share with it.
  struct Region {
    Unit unit;
    UnitText text;
    size_t step = 0;  // of the schedule
  };

  void AddRegion(const Step& step) {
    Region& region = regions_.emplace_back(Region{{}, UnitText(plan_), 0});
    region.unit.kind = UnitKind::kRegion;
    region.unit.step = &step;
    region_length_ = 0;
    AddRegionStep(region.text, region.unit, step);
    AddOn(ScheduleStep::Kind::kRegion, region.text.buffers()).number = static_cast<int64_t>(made_.calls.size());
    region.step = made_.schedule.steps.size() - 1;
    made_.schedule.steps[region.step].source = &step;
    made_.calls.insert(made_.calls.end(), region.unit.calls.begin(), region.unit.calls.end());
  }

  void FinishRegion(Region& region) {
    for (const BufferId id : region.text.buffers()) {
      const bool stack = plan_.buffers[static_cast<size_t>(id)].kind == Buffer::Kind::kStack;
      const bool is_private = stack && users_[id] == 1;
      region.unit.is_private.push_back(is_private);
      region.text.AddNumber(is_private);
    }
    region.unit.key = KeyOf(region.unit.kind, region.text.bytes());
    made_.schedule.steps[region.step].unit = Intern(std::move(region.unit), region.text).unit;
  }

  void AddRegionBody(UnitText& text, Unit& unit, const BodyPlan& body) {
    text.AddNumber(static_cast<int64_t>(body.steps.size()));
    for (const Step& step : body.steps) AddRegionStep(text, unit, step);
  }

  void AddRegionStep(UnitText& text, Unit& unit, const Step& step) {
    text.AddNumber(static_cast<int64_t>(step.kind));
    switch (step.kind) {
      case Step::Kind::kKernel:
        unit.in_place.push_back(IsPutInPlace(step.kernel));
        text.AddNumber(unit.in_place.back());
        if (unit.in_place.back()) return text.AddKernel(step.kernel);
        return AddCallee(text, unit, StepUnit(UnitKind::kKernel, step));
      case Step::Kind::kCall:
        return AddRegionCall(text, unit, step);
      case Step::Kind::kWhile:
      case Step::Kind::kCase:
        if (step.kind == Step::Kind::kCase) text.AddBuffer(plan_.buffer_of.at(step.node->operands[0]));
        for (const auto& body : step.bodies) AddRegionBody(text, unit, *body);
        if (step.kind == Step::Kind::kWhile) {
          text.AddBuffer(plan_.buffer_of.at(step.bodies[0]->body->results[0]));
        }
        return;
      case Step::Kind::kCopy:
      case Step::Kind::kSwap:
        text.AddNumber(step.bytes);
        text.AddBuffer(step.from);
        text.AddBuffer(step.to);
    }
  }

  // Rows of their own would add up in the frame of the region.
  bool IsPutInPlace(const Kernel& kernel) {
    if (kernel.cost > kInPlaceCost || region_length_ + kernel.length > kMostRegionLength) return false;
    int64_t bytes = 0;
    for (const Value v : kernel.locals) bytes += plan_.buffers[static_cast<size_t>(plan_.buffer_of.at(v))].bytes;
    if (bytes > kMostInPlaceBytes) return false;
    region_length_ += kernel.length;
    return true;
  }

  void AddCallee(UnitText& text, Unit& unit, const Use& use) {
    const Sha256Digest& key = made_.units[use.unit].key;
    text.AddBytes({reinterpret_cast<const char*>(key.data()), key.size()});
    for (const BufferId id : use.buffers) text.AddBuffer(id);
    unit.callees.push_back(use.unit);
  }

  void AddRegionCall(UnitText& text, Unit& unit, const Step& call) {
    const Node& node = *call.node;
    text.AddNumber(static_cast<int64_t>(node.kind));
    if (HasLoops(node)) return text.AddNode(node);
    const std::vector<BufferId> buffers = CallBuffers(plan_, node);
    text.AddNumber(static_cast<int64_t>(buffers.size()));
    for (const BufferId id : buffers) {
      text.AddNumber(id == kNoBuffer);
      if (id != kNoBuffer) text.AddBuffer(id);
    }
    unit.calls.push_back(&call);
    text.AddNumber(TakesCode(call));
    if (TakesCode(call)) AddCallee(text, unit, CodeOfCall(call));
  }

  const Plan& plan_;
  ProgramUnits& made_;
  std::unordered_map<Sha256Digest, uint32_t, KeyHash> by_key_;
  std::unordered_map<BufferId, int> users_;  // how many steps of the entry touch each buffer
  std::vector<Region> regions_;
  int64_t region_length_ = 0;  // of what was put in place in the region at hand
};

}  // namespace

std::vector<BufferId> CallBuffers(const Plan& plan, const Node& node) {
  std::vector<BufferId> buffers;
  const auto of = [&](Value v) { return v.shape().token ? kNoBuffer : plan.buffer_of.at(v); };
  const bool strided = node.kind == NodeKind::kDot || node.kind == NodeKind::kConvolution;
  for (const Value v : node.operands) {
    const Value base = strided && !v.shape().token ? OperandView(plan, v).base : Value();
    buffers.push_back(of(base.valid() ? base : v));
  }
  for (uint32_t i = 0; i < node.shapes.size(); ++i) buffers.push_back(of({const_cast<Node*>(&node), i}));
  return buffers;
}

std::vector<BufferId> KernelBuffers(const Plan& plan, const Kernel& kernel) {
  UnitText text(plan);
  text.AddKernel(kernel);
  return text.buffers();
}

std::vector<BufferId> ComparatorBuffers(const Plan& plan, const Node& sort) {
  UnitText text(plan);
  AddComparator(text, sort);
  return text.buffers();
}

std::vector<BufferId> EpilogueBuffers(const Plan& plan, const Step& call) {
  UnitText text(plan);
  AddEpilogue(text, call);
  return text.buffers();
}

bool TakesCode(const Step& call) { return call.node->kind == NodeKind::kSort || HasEpilogue(call); }

ProgramUnits FormUnits(const Plan& plan) {
  ProgramUnits made;
  UnitMaker(plan, made).Make();
  return made;
}

}  // namespace cppjrt::cpu::codegen
