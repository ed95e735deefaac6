// How much CheckPlan finds: plans of random programs are changed at random, and run. Of those changes that show in a result, or end
// the process, nearly all must have been found in the plan.
//
// CPPJRT_MUTATIONS says how many changes are tried.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conform/fuzz/random.h"
#include "conform/programs/generate.h"
#include "conform/programs/values.h"
#include "cpu/native/both_test.h"
#include "cpu/plan/check_plan.h"
#include "tests/programs/trial.h"

namespace cppjrt::fuzz {
namespace {

using conform::Random;
using cpu::BodyPlan;
using cpu::Buffer;
using cpu::BufferId;
using cpu::Graph;
using cpu::Plan;
using cpu::Step;
using cpu::Value;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

// --- Changes ----------------------------------------------------------------------------------------------------------

void AddBodies(BodyPlan& body, std::vector<BodyPlan*>& bodies) {
  if (!body.steps.empty()) bodies.push_back(&body);
  for (Step& step : body.steps) {
    for (auto& inner : step.bodies) AddBodies(*inner, bodies);
  }
}

size_t Pick(Random& random, size_t n) { return static_cast<size_t>(random.Below(static_cast<int64_t>(n))); }

BodyPlan* PickBody(Plan& plan, Random& random) {
  std::vector<BodyPlan*> bodies;
  AddBodies(plan.entry, bodies);
  return bodies.empty() ? nullptr : bodies[Pick(random, bodies.size())];
}

bool SwapSteps(Plan& plan, Random& random) {
  BodyPlan* body = PickBody(plan, random);
  if (body == nullptr || body->steps.size() < 2) return false;
  const size_t i = Pick(random, body->steps.size() - 1);
  std::swap(body->steps[i], body->steps[i + 1]);
  return true;
}

bool MoveStep(Plan& plan, Random& random) {
  BodyPlan* body = PickBody(plan, random);
  if (body == nullptr || body->steps.size() < 2) return false;
  const size_t from = Pick(random, body->steps.size());
  const size_t to = Pick(random, body->steps.size());
  if (from == to) return false;
  Step step = std::move(body->steps[from]);
  body->steps.erase(body->steps.begin() + static_cast<int64_t>(from));
  body->steps.insert(body->steps.begin() + static_cast<int64_t>(to), std::move(step));
  return true;
}

// A copy or an exchange first; else any step.
bool DropStep(Plan& plan, Random& random) {
  BodyPlan* body = PickBody(plan, random);
  if (body == nullptr) return false;
  const auto moves = [](const Step& s) { return s.kind == Step::Kind::kCopy || s.kind == Step::Kind::kSwap; };
  auto at = std::ranges::find_if(body->steps, moves);
  if (at == body->steps.end()) at = body->steps.begin() + static_cast<int64_t>(Pick(random, body->steps.size()));
  body->steps.erase(at);
  return true;
}

// Whatever may be somewhere else.
bool IsPlaced(const Buffer& buffer) {
  return buffer.kind == Buffer::Kind::kArena || buffer.kind == Buffer::Kind::kStack;
}

bool MergeBuffers(Plan& plan, Random& random) {
  std::vector<Value> values;
  for (const auto& [v, id] : plan.buffer_of) {
    if (IsPlaced(plan.buffers[static_cast<size_t>(id)])) values.push_back(v);
  }
  std::ranges::sort(values, {}, [](Value v) { return std::pair(v.node->id, v.index); });
  if (values.empty()) return false;
  const Value v = values[Pick(random, values.size())];
  const BufferId own = plan.buffer_of.at(v);
  std::vector<BufferId> others;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer& other = plan.buffers[i];
    if (static_cast<BufferId>(i) != own && IsPlaced(other) && other.bytes == v.shape().num_bytes()) {
      others.push_back(static_cast<BufferId>(i));
    }
  }
  if (others.empty()) return false;
  plan.buffer_of[v] = others[Pick(random, others.size())];
  return true;
}

bool ShiftBuffer(Plan& plan, Random& random) {
  std::vector<Buffer*> buffers;
  for (Buffer& buffer : plan.buffers) {
    if (buffer.kind == Buffer::Kind::kArena && plan.arena_bytes > buffer.bytes) buffers.push_back(&buffer);
  }
  if (buffers.empty()) return false;
  Buffer& buffer = *buffers[Pick(random, buffers.size())];
  const int64_t places = (plan.arena_bytes - buffer.bytes) / 64 + 1;
  const int64_t offset = 64 * random.Below(places);
  if (offset == buffer.offset) return false;
  buffer.offset = offset;
  return true;
}

bool RedirectCopy(Plan& plan, Random& random) {
  BodyPlan* body = PickBody(plan, random);
  if (body == nullptr) return false;
  for (Step& step : body->steps) {
    if (step.kind != Step::Kind::kCopy) continue;
    BufferId& end = random.Below(2) == 0 ? step.from : step.to;
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
      const auto id = static_cast<BufferId>((i + Pick(random, plan.buffers.size())) % plan.buffers.size());
      const Buffer& other = plan.buffers[static_cast<size_t>(id)];
      if (id == end || other.bytes != step.bytes || !IsPlaced(other)) continue;
      end = id;
      return true;
    }
  }
  return false;
}

bool SwapStages(Plan& plan, Random& random) {
  BodyPlan* body = PickBody(plan, random);
  if (body == nullptr) return false;
  for (Step& step : body->steps) {
    auto& stages = step.kernel.stages;
    if (step.kind != Step::Kind::kKernel || stages.size() < 2) continue;
    std::swap(stages[0], stages[1]);
    return true;
  }
  return false;
}

using Change = bool (*)(Plan& plan, Random& random);
constexpr std::pair<const char*, Change> kChanges[] = {
    {"swap two steps", SwapSteps},       {"move a step", MoveStep},       {"drop a copy or step", DropStep},
    {"merge two buffers", MergeBuffers}, {"shift a buffer", ShiftBuffer}, {"redirect a copy", RedirectCopy},
    {"swap two stages", SwapStages},
};

// --- Runs -------------------------------------------------------------------------------------------------------------

// What a child has found out so far; in memory that both processes see.
struct Shared {
  bool changed_plan = false;
  bool found = false;
  bool ran = false;
  bool differs = false;
};

// Memory that is full of garbage.
class GarbageMemory : public stablehlo::MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    void* data = std::aligned_alloc(64, (size + 127) / 64 * 64);
    if (data != nullptr) std::memset(data, 0xa5, size);
    return data;
  }
  void Free(void* data, size_t) override { std::free(data); }
};

std::vector<RuntimeValue> ArgumentsOf(const RunnableProgram& program) {
  std::vector<RuntimeValue> values;
  for (const stablehlo::Tensor& argument : program.arguments) values.emplace_back(conform::CopyOf(argument));
  return values;
}

// Two runs, as constants are packed in the first.
bool Differs(const cpu::NativeProgram& native, const RunnableProgram& program,
             const std::vector<RuntimeValue>& wanted) {
  for (int run = 0; run < 2; ++run) {
    GarbageMemory memory;
    RunOptions options;
    options.memory = &memory;
    const auto got = native.Run(ArgumentsOf(program), options);
    if (!got.ok()) return true;
    for (size_t i = 0; i < got->size(); ++i) {
      if (!conform::DifferenceOf((*got)[i].tensor(), wanted[i].tensor()).empty()) return true;
    }
  }
  return false;
}

struct Prepared {
  RunnableProgram program;
  std::shared_ptr<const stablehlo::Program> evaluated;
  std::vector<RuntimeValue> wanted;
};

// An exception ends the process, as it would anywhere else: the child is no test.
void RunChanged(const Prepared& prepared, Change change, uint64_t seed, Shared& shared) noexcept {
  cpu::NativeOptions options;
  options.owner = prepared.evaluated;
  options.wanted_aliases = prepared.program.aliases;
  options.change_plan = [&](Graph& graph, Plan& plan) {
    Random random(seed);
    shared.changed_plan = change(plan, random);
    if (!shared.changed_plan) _exit(0);
    shared.found = !CheckPlan(graph, plan).ok();
  };
  auto& module = const_cast<stablehlo::Module&>(prepared.evaluated->module());
  const auto native = cpu::NativeProgram::Compile(module, prepared.evaluated->entry(), options);
  if (!native.ok()) return;
  shared.ran = true;
  shared.differs = true;  // unless it comes back
  shared.differs = Differs(**native, prepared.program, prepared.wanted);
}

// In a child process: wrong plans write anywhere, and some of their loops have no end.
Shared TryChange(const Prepared& prepared, Change change, uint64_t seed) {
  auto* shared =
      static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *shared = {};
  const pid_t child = fork();
  if (child == 0) {
    const rlimit seconds = {3, 3};  // of the processor: a busy machine is no loop without end
    setrlimit(RLIMIT_CPU, &seconds);
    RunChanged(prepared, change, seed, *shared);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Shared result = *shared;
  munmap(shared, sizeof(Shared));
  if (!WIFEXITED(status) && result.changed_plan) result.ran = result.differs = true;
  return result;
}

std::unique_ptr<Prepared> Prepare(uint64_t seed) {
  conform::WholeOptions options;
  options.max_elements = 400;
  options.large_elements = 2000;
  Trial trial;
  trial.program = conform::GenerateWhole(seed, options);
  trial.values = seed;
  auto prepared = std::make_unique<Prepared>();
  prepared->program = Runnable(trial);
  auto ready = cpu::ReadyModule(prepared->program.text);
  if (!ready.ok()) return nullptr;
  auto evaluated = stablehlo::Program::Prepare(std::move(*ready), {});
  if (!evaluated.ok()) return nullptr;
  prepared->evaluated = *std::move(evaluated);
  auto wanted = prepared->evaluated->Run(ArgumentsOf(prepared->program), {});
  if (!wanted.ok()) return nullptr;
  prepared->wanted = *std::move(wanted);
  // Its code is in the library of this process, for all children.
  cpu::NativeOptions native;
  native.owner = prepared->evaluated;
  native.wanted_aliases = prepared->program.aliases;
  auto& module = const_cast<stablehlo::Module&>(prepared->evaluated->module());
  const auto compiled = cpu::NativeProgram::Compile(module, prepared->evaluated->entry(), native);
  return compiled.ok() ? std::move(prepared) : nullptr;
}

// The program, its plan and the plan that is wrong, for people.
void Explain(const Prepared& prepared, Change change, uint64_t seed) {
  cpu::NativeOptions options;
  options.owner = prepared.evaluated;
  options.wanted_aliases = prepared.program.aliases;
  options.stop_after = "plan";
  options.change_plan = [&](Graph& graph, Plan& plan) {
    std::printf("%s\n%s\n", prepared.program.text.c_str(), PlanText(graph, plan).c_str());
    Random random(seed);
    change(plan, random);
    std::printf("changed:\n%s\n", PlanText(graph, plan).c_str());
  };
  auto& module = const_cast<stablehlo::Module&>(prepared.evaluated->module());
  (void)cpu::NativeProgram::Compile(module, prepared.evaluated->entry(), options);
}

struct Count {
  int tried = 0, found = 0, differ = 0, missed = 0;
};

TEST(PlanMutationTest, WhatChangesResultsIsFound) {
  if (std::getenv("CPPJRT_SANITIZED") != nullptr) GTEST_SKIP() << "wrong plans are what sanitizers end processes for";
  const char* const wanted = std::getenv("CPPJRT_MUTATIONS");
  const int most = wanted == nullptr ? 500 : std::atoi(wanted);
  std::map<std::string, Count> counts;
  Count all;
  for (uint64_t seed = 1; all.differ < most && seed < static_cast<uint64_t>(10 * most); ++seed) {
    const std::unique_ptr<Prepared> prepared = Prepare(seed);
    if (prepared == nullptr) continue;
    for (size_t k = 0; k < 2 * std::size(kChanges); ++k) {
      const auto& [name, change] = kChanges[k % std::size(kChanges)];
      const Shared result = TryChange(*prepared, change, 1000 * seed + k);
      if (!result.changed_plan || !result.ran) continue;
      for (Count* count : {&counts[name], &all}) {
        ++count->tried;
        count->found += result.found;
        count->differ += result.differs;
        count->missed += result.differs && !result.found;
      }
      if (result.differs && !result.found) {
        std::printf("missed: %s, change %zu of program %lu\n", name, k, static_cast<unsigned long>(seed));
        if (all.missed <= 3) Explain(*prepared, change, 1000 * seed + k);
        std::fflush(stdout);
      }
    }
  }
  for (const auto& [name, count] : counts) {
    std::printf("%-20s %5d plans changed, %5d refused, %5d with another result, %3d of them accepted\n", name.c_str(),
                count.tried, count.found, count.differ, count.missed);
  }
  EXPECT_GE(all.differ, most);
  EXPECT_LE(all.missed * 100, all.differ);
}

}  // namespace
}  // namespace cppjrt::fuzz
