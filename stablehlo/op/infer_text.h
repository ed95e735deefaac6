// Words for messages: numbers, lists, types.
#ifndef CPPJRT_STABLEHLO_OP_INFER_TEXT_H_
#define CPPJRT_STABLEHLO_OP_INFER_TEXT_H_

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

inline void AppendPart(std::string& out, std::string_view text) { out += text; }
inline void AppendPart(std::string& out, std::integral auto number) { out += std::to_string(number); }

// The parts one after the other: Cat("rank ", 2, ", expected ", name).
template <typename... Parts>
std::string Cat(const Parts&... parts) {
  std::string out;
  (AppendPart(out, parts), ...);
  return out;
}

// "3", or "?" for kDynamic.
std::string DimText(int64_t dim);
// "[2, ?, 3]"; long lists end in "…".
std::string DimsText(std::span<const int64_t> dims);
// A type as MLIR writes it, as far as a message needs it: what is nested deep or long is cut short.
std::string TypeText(const Module& module, TypeId type);
// "tensor<f32>, tensor<2xi1>".
std::string TypesText(const Module& module, std::span<const TypeId> types);
// "1 operand", "2 operands".
std::string Count(size_t number, std::string_view noun);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_TEXT_H_
