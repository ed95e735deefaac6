#include "cpu/passes/split_concatenates.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

// Operands of one concatenation. What is put together twice costs as much as reading it once more.
constexpr size_t kMostOperands = 100;

class SplitWide : public Rewriter {
 protected:
  // The concatenation of parts may be wide as well, and is looked at again.
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kConcatenate || node.operands.size() <= kMostOperands) return {};
    const int64_t dim = node.dims_attr()[0];
    const std::span<const Value> operands(node.operands.data(), node.operands.size());
    std::vector<Value> parts;
    for (size_t i = 0; i < operands.size(); i += kMostOperands) {
      const auto part = operands.subspan(i, std::min(kMostOperands, operands.size() - i));
      parts.push_back(part.size() == 1 ? part[0] : node.parent->Concatenate({part.begin(), part.end()}, dim));
    }
    return {node.parent->Concatenate(std::move(parts), dim)};
  }
};

}  // namespace

bool SplitConcatenates(Graph& graph) { return SplitWide().Run(graph); }

}  // namespace cppjrt::cpu
