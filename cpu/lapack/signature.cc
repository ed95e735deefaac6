#include "cpu/lapack/signature.h"

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace cppjrt::cpu::lapack {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;

// Work spaces grow with the square of a size and are counted in 32 bits too.
constexpr int64_t kMaxSize = 30000;

ElementType Resolve(char letter, ElementType own) {
  switch (letter) {
    case 'R':
      return stablehlo::RealType(own);
    case 'C':
      return own == ElementType::kF32 ? ElementType::kC64 : own == ElementType::kF64 ? ElementType::kC128 : own;
    case 'I':
      return ElementType::kI32;
    default:
      return own;
  }
}

}  // namespace

Signature::Signature(std::string_view text) {
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (word == "->") {
      num_operands_ = arrays_.size();
    } else {
      arrays_.push_back({word[0], word[1] == '?', word.substr(2)});
    }
  }
}

int64_t Signature::Elements(const Array& array, const Sizes& sizes) {
  int64_t elements = 1;
  for (const char letter : array.dims) elements *= std::max(sizes[letter], 0);
  return elements;
}

Status Signature::MatchArray(const Array& array, ElementType own, const ArrayType& given, Dims& batch, bool is_first,
                             Sizes& sizes) const {
  const ElementType type = Resolve(array.type, own);
  if (given.type != type) {
    return InvalidArgumentError("has elements of " + std::string(ElementTypeName(given.type)) + ", expected " +
                                std::string(ElementTypeName(type)));
  }
  if (array.optional && given.dims.empty()) return OkStatus();
  const size_t rank = array.dims.size();
  if (given.dims.size() < rank) {
    return InvalidArgumentError("has rank " + std::to_string(given.dims.size()) + ", expected at least " +
                                std::to_string(rank));
  }
  const size_t batch_rank = given.dims.size() - rank;
  if (is_first) batch = Dims(std::span<const int64_t>(given.dims).first(batch_rank));
  if (!std::ranges::equal(std::span<const int64_t>(batch), std::span<const int64_t>(given.dims).first(batch_rank))) {
    return InvalidArgumentError("has other batch dimensions than operand 0, expected the same");
  }
  for (size_t d = 0; d < rank; ++d) {
    const char letter = array.dims[d];
    const int64_t size = given.dims[batch_rank + d];
    if (size < 0 || size > kMaxSize)
      return ResourceExhaustedError("has a dimension of " + std::to_string(size) + ", at most " +
                                    std::to_string(kMaxSize) + " can run");
    if (letter == 'k') sizes.at('k') = std::min(sizes.at('m'), sizes.at('n'));
    if (letter == 'h') sizes.at('h') = std::max<int64_t>(sizes.at('n') - 1, 0);
    if (sizes.at(letter) < 0) sizes.at(letter) = size;
    if (sizes.at(letter) == size) continue;
    return InvalidArgumentError("has size " + std::to_string(size) + " in dimension " + std::to_string(batch_rank + d) +
                                ", expected " + std::to_string(sizes.at(letter)));
  }
  return OkStatus();
}

Status Signature::Match(ElementType own, const std::vector<ArrayType>& operands, const std::vector<ArrayType>& results,
                        Sizes& sizes, int64_t& num_problems) const {
  if (operands.size() != num_operands() || results.size() != num_results()) {
    return InvalidArgumentError("has " + std::to_string(operands.size()) + " operands and " +
                                std::to_string(results.size()) + " results, expected " +
                                std::to_string(num_operands()) + " and " + std::to_string(num_results()));
  }
  Dims batch;
  for (size_t i = 0; i < arrays_.size(); ++i) {
    const bool is_operand = i < num_operands_;
    const ArrayType& given = is_operand ? operands[i] : results[i - num_operands_];
    Status status = MatchArray(arrays_[i], own, given, batch, i == 0, sizes);
    if (status.ok()) continue;
    return Status(status.code(), (is_operand ? "operand " : "result ") +
                                     std::to_string(is_operand ? i : i - num_operands_) + " " +
                                     std::string(status.message()));
  }
  if (sizes.at('m') >= 0 && sizes.at('n') >= 0) sizes.at('k') = std::min(sizes.at('m'), sizes.at('n'));
  num_problems = stablehlo::NumElements(batch);
  return OkStatus();
}

}  // namespace cppjrt::cpu::lapack
