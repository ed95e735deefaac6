#include "cpu/native/check_call.h"

#include <span>
#include <string>
#include <vector>

#include "stablehlo/eval/run_checks.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryBlock;

class CheckCall : public LibraryCall {
 public:
  explicit CheckCall(const Node& node) : check_(node.attr<CheckAttrs>()), place_(check_.op) {
    for (const Value v : node.operands) operands_.push_back(v.shape());
    if (!node.place.empty()) place_ += " at " + std::string(node.place);
  }

  Status Run(void* const* pointers, const stablehlo::RunOptions& options) const override {
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
    }
    return OkStatus();
  }

  const CheckAttrs check_;
  std::string place_;
  std::vector<Shape> operands_;
};

}  // namespace

std::unique_ptr<LibraryCall> MakeCheckCall(const Node& node) { return std::make_unique<CheckCall>(node); }

}  // namespace cppjrt::cpu
