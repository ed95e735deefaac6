#include "cpu/native/fallback_call.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "stablehlo/eval/run_checks.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

// Memory that comes from where results are to be, as long as there is one of the size that is asked for.
class OfferedMemory : public MemoryAllocator {
 public:
  explicit OfferedMemory(MemoryAllocator& memory) : memory_(memory) {}

  void Offer(void* data, size_t size) {
    if (size == 0 || reinterpret_cast<uintptr_t>(data) % kAlignment != 0) return;
    Place& place = places_.emplace_back();
    place.data = data;
    place.size = size;
  }

  void* Allocate(size_t size) override {
    for (Place& place : places_) {
      if (place.size == size && !place.taken.exchange(true, std::memory_order_acquire)) return place.data;
    }
    return memory_.Allocate(size);
  }

  void Free(void* data, size_t size) override {
    for (Place& place : places_) {
      if (place.data == data) return place.taken.store(false, std::memory_order_release);
    }
    memory_.Free(data, size);
  }

  // Whether it lies in what was offered.
  bool Owns(const void* data) const {
    return std::ranges::any_of(places_, [data](const Place& place) {
      return reinterpret_cast<uintptr_t>(data) - reinterpret_cast<uintptr_t>(place.data) < place.size;
    });
  }

 private:
  struct Place {
    void* data = nullptr;
    size_t size = 0;
    std::atomic<bool> taken = false;
  };
  MemoryAllocator& memory_;
  std::deque<Place> places_;
};

class FallbackCall : public LibraryCall {
 public:
  explicit FallbackCall(const Node& node) : attrs_(node.attr<FallbackAttrs>()), handler_(IsHandlerCall(node)) {
    for (const Value v : node.operands) operands_.push_back(v.shape());
    results_ = node.shapes;
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    void* const* const to = pointers + operands_.size();
    OfferedMemory memory(*options.memory);
    RunOptions offered = options;
    if (MayOffer(options)) {
      offered.memory = &memory;
      for (size_t i = 0; i < results_.size(); ++i) {
        if (!results_[i].token) memory.Offer(to[i], static_cast<size_t>(results_[i].num_bytes()));
      }
    }
    CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> arguments, Arguments(pointers, options));
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results,
                            attrs_.program->Run(std::move(arguments), offered));
    Place(results, to, memory);
    return OkStatus();
  }

 private:
  // Processes and hosts may hold what they were given longer than the call takes; traces want results in memory of their own.
  bool MayOffer(const RunOptions& options) const {
    if (options.checks != nullptr && options.checks->trace != nullptr) return false;
    // Draws of random numbers are in order, but nobody else sees them.
    return handler_ || attrs_.name == "rng" || (!attrs_.side_effects && options.processes == nullptr);
  }

  StatusOr<std::vector<RuntimeValue>> Arguments(void* const* pointers, const RunOptions& options) const {
    std::vector<RuntimeValue> arguments;
    arguments.reserve(operands_.size());
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (operands_[i].token) {
        arguments.push_back(RuntimeValue::Token());
        continue;
      }
      stablehlo::MemoryBlock* block = stablehlo::MemoryBlock::Wrap(
          pointers[i], static_cast<size_t>(operands_[i].num_bytes()), /*writable=*/false, nullptr);
      Tensor borrowed = Tensor::Adopt(operands_[i].type, operands_[i].dims, block);
      // What goes to other processes they may read when this one has written over its memory.
      if (options.processes != nullptr) {
        CPPJRT_ASSIGN_OR_RETURN(borrowed,
                                Tensor::Copy(borrowed.type(), borrowed.dims(), borrowed.bytes(), *options.memory));
      }
      arguments.emplace_back(std::move(borrowed));
    }
    return arguments;
  }

  // Those that lie where others are to be leave first.
  void Place(std::span<const RuntimeValue> results, void* const* to, const OfferedMemory& memory) const {
    std::vector<std::pair<size_t, std::vector<std::byte>>> moved;
    for (size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].token) continue;
      const std::span<const std::byte> bytes = results[i].tensor().bytes();
      if (bytes.data() != to[i] && memory.Owns(bytes.data())) {
        moved.emplace_back(i, std::vector<std::byte>(bytes.begin(), bytes.end()));
      }
    }
    for (size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].token) continue;
      const std::span<const std::byte> bytes = results[i].tensor().bytes();
      if (bytes.empty() || memory.Owns(bytes.data())) continue;
      std::memcpy(to[i], bytes.data(), bytes.size());
    }
    for (const auto& [i, bytes] : moved) std::memcpy(to[i], bytes.data(), bytes.size());
  }

  const FallbackAttrs attrs_;
  const bool handler_;
  std::vector<Shape> operands_;
  std::vector<Shape> results_;
};

}  // namespace

bool IsHandlerCall(const Node& node) {
  const stablehlo::Program& program = *node.attr<FallbackAttrs>().program;
  const stablehlo::Module& module = program.module();
  for (const stablehlo::OpId op : stablehlo::PreOrder(module, program.entry())) {
    if (module.op(op).opcode == stablehlo::Opcode::kCustomCall) return true;
  }
  return false;
}

std::unique_ptr<LibraryCall> MakeFallbackCall(const Node& node) { return std::make_unique<FallbackCall>(node); }

}  // namespace cppjrt::cpu
