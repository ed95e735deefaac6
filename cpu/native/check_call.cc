#include "cpu/native/check_call.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "cpu/plan/guards.h"
#include "stablehlo/eval/run_checks.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryBlock;

// Whether all are from 0 to `most`.
template <typename T>
bool AllWithin(const std::byte* data, int64_t n, int64_t most) {
  bool outside = false;
  for (int64_t i = 0; i < n; ++i) {
    T index;
    std::memcpy(&index, data + i * static_cast<int64_t>(sizeof(T)), sizeof index);
    outside |= index < 0 || index > most;
  }
  return !outside;
}

class CheckCall : public LibraryCall {
 public:
  explicit CheckCall(const Node& node) : check_(node.attr<CheckAttrs>()), place_(check_.op) {
    for (const Value v : node.operands) operands_.push_back(v.shape());
    if (!node.place.empty()) place_ += " at " + std::string(node.place);
  }

  Status Run(void* const* pointers, const stablehlo::RunOptions& options) const override {
    if (check_.kind == CheckKind::kMemory) return FollowMemory(pointers, options);
    const Status status = Look(pointers, options);
    return status.ok() ? status : status.WithContext(place_);
  }

 private:
  Tensor Operand(void* const* pointers, size_t i) const {
    const Shape& shape = operands_[i];
    MemoryBlock* block =
        MemoryBlock::Wrap(pointers[i], static_cast<size_t>(shape.num_bytes()), /*writable=*/false, nullptr);
    return Tensor::Adopt(shape.type, shape.dims, block);
  }

  Status Look(void* const* pointers, const stablehlo::RunOptions& options) const {
    if (IsPlainlyFine(pointers[0])) return OkStatus();
    const Tensor first = Operand(pointers, 0);
    switch (check_.kind) {
      case CheckKind::kIndices:
        return stablehlo::CheckIndices(first, check_.vector_dim, check_.most, check_.dims);
      case CheckKind::kFinite: {
        std::vector<Tensor> from;
        for (size_t i = 1; i < operands_.size(); ++i) from.push_back(Operand(pointers, i));
        return stablehlo::CheckFinite(from, first, check_.elementwise);
      }
      case CheckKind::kTrace:
        if (options.checks == nullptr || options.checks->trace == nullptr) return OkStatus();
        return options.checks->trace->Note(first);
      case CheckKind::kMemory:
        break;
    }
    return OkStatus();
  }

  // --- Memory (plan/guards.h) ---------------------------------------------------------------------------------------

  Status FollowMemory(void* const* pointers, const stablehlo::RunOptions& options) const {
    if (options.checks == nullptr || options.checks->memory == nullptr) return OkStatus();
    for (const GuardAction& action : check_.guard->actions) {
      CPPJRT_RETURN_IF_ERROR(Follow(action, pointers, *options.checks->memory));
    }
    return OkStatus();
  }

  Status Follow(const GuardAction& action, void* const* pointers, stablehlo::MemoryTags& tags) const {
    if (action.kind == GuardAction::Kind::kForget) {
      tags.EraseIf([&](int64_t value) { return value >= action.first && value <= action.value; });
      return OkStatus();
    }
    void* const data = pointers[action.operand];
    const int64_t bytes = operands_[action.operand].num_bytes();
    const int64_t there = tags.At(data, bytes);
    switch (action.kind) {
      case GuardAction::Kind::kExpect:
        return bytes == 0 || tags.Holds(data, bytes, action.value) ? OkStatus()
                                                                   : Misplaced(action.value, tags.AnyAt(data, bytes));
      case GuardAction::Kind::kStamp:
        tags.Stamp(data, bytes, action.value);
        break;
      case GuardAction::Kind::kGiven:
        tags.StampGiven(data, bytes, action.value);
        break;
      case GuardAction::Kind::kCopy:
        tags.Stamp(pointers[action.other], operands_[action.other].num_bytes(), there);
        break;
      case GuardAction::Kind::kPoison:
        if (bytes == 0 || there != action.value) break;
        std::memset(data, kPoisonByte, static_cast<size_t>(bytes));
        tags.Erase(data, bytes);
        break;
      case GuardAction::Kind::kForget:
        break;
    }
    return OkStatus();
  }

  Status Misplaced(int64_t wanted, int64_t found) const {
    const auto name = [&](int64_t value) { return (*check_.guard->names)[static_cast<size_t>(value)]; };
    return InternalError("check=memory: " + check_.guard->reader + " reads the result of " + name(wanted) + " where " +
                         (found >= 0 ? "that of " + name(found) + " is" : "nothing is"));
  }

  // What most values are, found without making arrays of them.
  bool IsPlainlyFine(const void* data) const {
    const Shape& shape = operands_[0];
    const auto* bytes = static_cast<const std::byte*>(data);
    if (check_.kind == CheckKind::kFinite) return stablehlo::AllFinite(shape.type, bytes, shape.num_elements());
    if (check_.kind != CheckKind::kIndices) return false;
    const int64_t least = check_.most.empty() ? -1 : *std::min_element(check_.most.begin(), check_.most.end());
    if (shape.type == ElementType::kI32) return AllWithin<int32_t>(bytes, shape.num_elements(), least);
    if (shape.type == ElementType::kI64) return AllWithin<int64_t>(bytes, shape.num_elements(), least);
    return false;
  }

  const CheckAttrs check_;
  std::string place_;
  std::vector<Shape> operands_;
};

}  // namespace

std::unique_ptr<LibraryCall> MakeCheckCall(const Node& node) { return std::make_unique<CheckCall>(node); }

}  // namespace cppjrt::cpu
