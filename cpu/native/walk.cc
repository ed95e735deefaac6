#include "cpu/native/walk.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "cpu/native/trace_names.h"

namespace cppjrt::cpu {

using codegen::ScheduleStep;
using Kind = ScheduleStep::Kind;

namespace {

// So many pointers are kept on the stack.
constexpr size_t kFew = 64;
// Larger copies are made in parts, with a look at the flag before each.
constexpr int64_t kCopyBytes = 1 << 20;

// Other threads set it.
uint8_t Flag(const codegen::Frame& frame) { return __atomic_load_n(frame.stop, __ATOMIC_RELAXED); }

// The `while` that is number `number` in the step, in order; it counts down while it looks.
const Step* FindWhile(const Step& step, int32_t& number) {
  if (step.kind == Step::Kind::kWhile && number-- == 0) return &step;
  for (const std::unique_ptr<BodyPlan>& body : step.bodies) {
    for (const Step& inner : body->steps) {
      if (const Step* found = FindWhile(inner, number); found != nullptr) return found;
    }
  }
  return nullptr;
}

// What to name a step by.
const Node* NodeOf(const Step* step) {
  if (step == nullptr) return nullptr;
  if (step->node != nullptr) return step->node;
  if (step->kind != Step::Kind::kKernel || step->kernel.stages.empty()) return nullptr;
  return step->kernel.stages.back().roots.back().node;
}

// What a region or call gave that is not 0.
WalkResult Ended(const Step* source, int32_t status) {
  if (status < codegen::kStopped || source == nullptr) return {WalkResult::How::kCallFailed, nullptr};
  int32_t number = status - codegen::kStopped;
  const Step* loop = FindWhile(*source, number);
  return {WalkResult::How::kStopped, NodeOf(loop == nullptr ? source : loop)};
}

}  // namespace

Walker::Walker(const Plan& plan, const codegen::ProgramCode& code) : targets_(code.schedule.targets) {
  place_of_.assign(plan.buffers.size() + 1, -1);
  for (const std::vector<uint32_t>& units : code.callees) {
    std::vector<const void*>& callees = callees_.emplace_back();
    for (const uint32_t unit : units) callees.push_back(&code.units[unit]);
  }
  steps_.reserve(code.schedule.steps.size());
  for (const ScheduleStep& step : code.schedule.steps) AddInstruction(plan, code, step);
  place_of_ = {};
}

uint32_t Walker::PlaceOf(const Plan& plan, BufferId id) {
  int64_t& place = place_of_[static_cast<size_t>(id + 1)];  // the first is that of kNoBuffer
  if (place >= 0) return static_cast<uint32_t>(place);
  place = static_cast<int64_t>(sources_.size());
  Source& source = sources_.emplace_back();
  if (id == kNoBuffer) return static_cast<uint32_t>(place);
  const Buffer& buffer = plan.buffers[static_cast<size_t>(id)];
  switch (buffer.kind) {
    case Buffer::Kind::kArgument:
      source = {From::kArguments, buffer.number, 0};
      break;
    case Buffer::Kind::kResult:
      source = {From::kResults, buffer.number, 0};
      break;
    case Buffer::Kind::kSpare:
      source = {From::kResults, buffer.number, buffer.offset};
      break;
    case Buffer::Kind::kConstant: {
      const std::byte* data = plan.constants[static_cast<size_t>(buffer.number)].bytes().data();
      source = {From::kFixed, reinterpret_cast<int64_t>(data)};
      break;
    }
    case Buffer::Kind::kArena:
      source = {From::kArena, buffer.offset};
      break;
    case Buffer::Kind::kStack:
    case Buffer::Kind::kLocal: {
      const int64_t alignment = buffer.bytes > 16 ? 64 : 16;
      source = {From::kSmall, (small_bytes_ + alignment - 1) / alignment * alignment};
      small_bytes_ = source.place + std::max<int64_t>(16, buffer.bytes);
      break;
    }
  }
  return static_cast<uint32_t>(place);
}

void Walker::AddInstruction(const Plan& plan, const codegen::ProgramCode& code, const ScheduleStep& step) {
  Instruction& made = steps_.emplace_back();
  made.kind = step.kind;
  made.takes_code = step.takes_code;
  made.first = static_cast<uint32_t>(places_.size());
  made.count = step.count;
  made.extra = step.captured;
  made.first_target = step.first_target;
  made.targets = step.targets;
  made.number = step.number;
  made.source = step.source;
  for (uint32_t i = 0; i < step.count + step.captured; ++i) {
    places_.push_back(PlaceOf(plan, code.schedule.buffers[step.first + i]));
  }
  if (step.kind == Kind::kKernel || step.kind == Kind::kRegion || step.takes_code) {
    made.unit = &code.units[step.unit];
    made.parallel = made.unit->parallel != 0;
    made.name = static_cast<uint32_t>(kFirstUnitTraceName + step.unit);
  }
  if (step.kind == Kind::kRegion) {
    made.callees = callees_[step.unit].data();
    made.extra = static_cast<uint32_t>(callees_[step.unit].size());
  }
  longest_table_ = std::max<size_t>(longest_table_, made.count + made.extra + 2);
}

void Walker::Locate(const RunMemory& memory, void** pointers) const {
  for (size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    switch (source.from) {
      case From::kArguments:
        pointers[i] = memory.arguments[source.place];
        break;
      case From::kResults:
        pointers[i] = static_cast<std::byte*>(memory.results[source.place]) + source.offset;
        break;
      case From::kArena:
        pointers[i] = memory.arena + source.place;
        break;
      case From::kSmall:
        pointers[i] = memory.small + source.place;
        break;
      case From::kFixed:
        pointers[i] = reinterpret_cast<void*>(source.place);
        break;
    }
  }
}

WalkResult Walker::Run(const RunMemory& memory, codegen::Frame& frame,
                       const std::shared_ptr<const TraceNames>& names) const {
  std::array<void*, kFew> few;
  std::vector<void*> many;
  void** pointers = few.data();
  if (sources_.size() + longest_table_ > few.size()) {
    many.resize(sources_.size() + longest_table_);
    pointers = many.data();
  }
  Locate(memory, pointers);
  return Walk(pointers, pointers + sources_.size(), frame, names);
}

// The step's pointers, one after the other; where the next one would be.
void** Walker::Gather(const Instruction& step, void** pointers, void** table) const {
  const uint32_t* places = places_.data() + step.first;
  for (uint32_t i = 0; i < step.count; ++i) table[i] = pointers[places[i]];
  return table + step.count;
}

WalkResult Walker::Walk(void** pointers, void** table, codegen::Frame& frame,
                        const std::shared_ptr<const TraceNames>& names) const {
  for (size_t at = 0; at < steps_.size(); ++at) {
    const Instruction& step = steps_[at];
    const uint32_t* places = places_.data() + step.first;
    switch (step.kind) {
      case Kind::kKernel:
        Gather(step, pointers, table);
        if (step.parallel) {
          frame.run(&frame, step.unit, table);
        } else {
          const TraceScope scope(names, step.name);
          const auto code = reinterpret_cast<codegen::KernelCode>(const_cast<void*>(step.unit->address));
          code(table, 0, step.unit->extent, frame.stop);
        }
        break;
      case Kind::kRegion: {
        const TraceScope scope(names, step.name);
        if (const int32_t status = CallRegion(step, pointers, table, frame); status != 0)
          return Ended(step.source, status);
        break;
      }
      case Kind::kCall:
        if (const int32_t status = CallLibrary(step, pointers, table, frame); status != 0)
          return Ended(step.source, status);
        break;
      case Kind::kCopy:
        Copy(step, pointers, places, frame);
        break;
      case Kind::kSwap:
        std::swap(pointers[places[0]], pointers[places[1]]);
        break;
      case Kind::kBranch: {
        int32_t index = 0;
        std::memcpy(&index, pointers[places[0]], sizeof(index));
        const auto last = static_cast<int32_t>(step.targets - 1);
        if (index < 0 || index > last) index = last;
        at = targets_[step.first_target + static_cast<uint32_t>(index)] - 1;
        break;
      }
      case Kind::kJump:
        at = targets_[step.first_target] - 1;
        break;
    }
    if (Flag(frame) != 0) [[unlikely]]
      return {WalkResult::How::kStopped, NodeOf(step.source)};
  }
  return {};
}

void Walker::Copy(const Instruction& step, void** pointers, const uint32_t* places, const codegen::Frame& frame) {
  const auto* from = static_cast<const std::byte*>(pointers[places[0]]);
  auto* to = static_cast<std::byte*>(pointers[places[1]]);
  if (from == to) return;
  for (int64_t at = 0; at < step.number && Flag(frame) == 0; at += kCopyBytes) {
    std::memcpy(to + at, from + at, static_cast<size_t>(std::min(kCopyBytes, step.number - at)));
  }
}

int32_t Walker::CallRegion(const Instruction& step, void** pointers, void** table, codegen::Frame& frame) const {
  void** next = Gather(step, pointers, table);
  for (uint32_t i = 0; i < step.extra; ++i) next[i] = const_cast<void*>(step.callees[i]);
  const auto code = reinterpret_cast<codegen::RegionCode>(const_cast<void*>(step.unit->address));
  if (const int32_t status = code(&frame, table, step.number); status != 0) return status;
  // Some may have moved.
  const uint32_t* places = places_.data() + step.first;
  for (uint32_t i = 0; i < step.count; ++i) pointers[places[i]] = table[i];
  return 0;
}

// The table, and behind it that of the code the call takes.
int32_t Walker::CallLibrary(const Instruction& step, void** pointers, void** table, codegen::Frame& frame) const {
  void** next = Gather(step, pointers, table);
  if (step.takes_code) {
    const uint32_t* captured = places_.data() + step.first + step.count;
    next[0] = const_cast<void*>(step.unit->address);
    next[1] = next + 2;
    for (uint32_t i = 0; i < step.extra; ++i) next[2 + i] = pointers[captured[i]];
  }
  return frame.call(&frame, step.number, table);
}

}  // namespace cppjrt::cpu
