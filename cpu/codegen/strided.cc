#include "cpu/codegen/strided.h"

#include <algorithm>
#include <vector>

namespace cppjrt::cpu::codegen {
namespace {

constexpr int64_t kNear = 4;      // more loads than this are no better than a gather
constexpr int64_t kFewLanes = 4;  // these are put together one by one

class Loader {
 public:
  Loader(Builder& b, const StridedAccess& access, const std::function<void(llvm::Instruction*)>& annotate)
      : b_(b), access_(access), annotate_(annotate), align_(access.type->getScalarSizeInBits() / 8) {}

  llvm::Value* Load() {
    if (access_.lanes <= kFewLanes) return OneByOne();
    const int64_t lanes = std::min(access_.lanes, access_.register_lanes);
    std::vector<llvm::Value*> registers;
    for (int64_t lane = 0; lane < access_.lanes; lane += lanes) registers.push_back(Near(lane, lanes));
    return Joined(std::move(registers));
  }

 private:
  llvm::Value* LoadAt(llvm::Type* type, int64_t element) {
    llvm::Value* pointer = b_.CreateConstGEP1_64(access_.type, access_.first, static_cast<uint64_t>(element));
    llvm::LoadInst* load = b_.CreateAlignedLoad(type, pointer, align_);
    annotate_(load);
    return load;
  }

  llvm::Value* OneByOne() {
    const auto lanes = static_cast<unsigned>(access_.lanes);
    llvm::Value* all = llvm::PoisonValue::get(llvm::FixedVectorType::get(access_.type, lanes));
    for (unsigned i = 0; i < lanes; ++i) {
      all = b_.CreateInsertElement(all, LoadAt(access_.type, access_.stride * i), uint64_t{i});
    }
    return all;
  }

  // Lanes [lane, lane + lanes): as many loads side by side as the stride says, the last one moved back to end with the last
  // element.
  llvm::Value* Near(int64_t lane, int64_t lanes) {
    llvm::Type* vector = llvm::FixedVectorType::get(access_.type, static_cast<unsigned>(lanes));
    const int64_t base = lane * access_.stride;
    llvm::Value* all = LoadAt(vector, base);
    for (int64_t part = 1; part < access_.stride; ++part) {
      const bool last = part + 1 == access_.stride;
      const int64_t begin = last ? (lanes - 1) * access_.stride + 1 - lanes : part * lanes;
      std::vector<int> order;
      for (int64_t i = 0; i < lanes; ++i) {
        const int64_t at = i * access_.stride;
        const bool here = at >= part * lanes;
        // Of what was put together before, lane i is in its place, but for the first load.
        const int64_t before = part == 1 ? std::min(at, lanes - 1) : i;
        order.push_back(static_cast<int>(here ? lanes + std::min(at - begin, lanes - 1) : before));
      }
      all = b_.CreateShuffleVector(all, LoadAt(vector, base + begin), order);
    }
    return all;
  }

  llvm::Value* Joined(std::vector<llvm::Value*> parts) {
    while (parts.size() > 1) {
      std::vector<llvm::Value*> pairs;
      for (size_t i = 0; i + 1 < parts.size(); i += 2) {
        const auto lanes = llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
        std::vector<int> order;
        for (unsigned lane = 0; lane < 2 * lanes; ++lane) order.push_back(static_cast<int>(lane));
        pairs.push_back(b_.CreateShuffleVector(parts[i], parts[i + 1], order));
      }
      parts = std::move(pairs);
    }
    return parts[0];
  }

  Builder& b_;
  const StridedAccess& access_;
  const std::function<void(llvm::Instruction*)>& annotate_;
  const llvm::Align align_;
};

}  // namespace

bool IsReadInParts(const StridedAccess& access) {
  if (access.lanes <= kFewLanes) return access.stride != 0;
  const bool whole = access.lanes % access.register_lanes == 0 || access.lanes < access.register_lanes;
  return access.stride >= 2 && access.stride <= kNear && whole && (access.lanes & (access.lanes - 1)) == 0;
}

llvm::Value* LoadInParts(Builder& b, const StridedAccess& access,
                         const std::function<void(llvm::Instruction*)>& annotate) {
  return Loader(b, access, annotate).Load();
}

}  // namespace cppjrt::cpu::codegen
