#include "conform/fuzz/case_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "stablehlo/ir/module.h"
#include "stablehlo/text/printer.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::Tensor;

// "dense<…> : tensor<…>".
std::string ConstantText(const Tensor& tensor) {
  stablehlo::Module module;
  const stablehlo::TypeId element = ToTypeId(module.types(), tensor.type());
  const stablehlo::TypeId type = module.types().Tensor(tensor.dims(), element);
  const size_t size = static_cast<size_t>(stablehlo::ElementBytes(tensor.type()));
  const std::span<const std::byte> bytes = tensor.bytes();
  bool splat = !bytes.empty();
  for (size_t i = size; i < bytes.size() && splat; i += size)
    splat = std::ranges::equal(bytes.first(size), bytes.subspan(i, size));
  return stablehlo::PrintAttr(module, module.attrs().Dense(type, splat, splat ? bytes.first(size) : bytes));
}

ElementType IntegerOf(ElementType type) {
  constexpr ElementType kIntegers[] = {ElementType::kUI8, ElementType::kUI16, ElementType::kUI32, ElementType::kUI64};
  const int64_t size = stablehlo::ElementBytes(type);
  return kIntegers[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

// What compares `name` with what is expected.
std::string CheckText(const FuzzCase& found, size_t i, const std::string& name) {
  const Tensor& want = found.want[i];
  const std::string type = stablehlo::ShapeText(want.type(), want.dims());
  const bool numbers = stablehlo::IsFloat(want.type()) || stablehlo::IsComplex(want.type());
  if (!numbers) return fmt::format("  check.expect_eq_const {}, {}\n", name, ConstantText(want));
  if (found.difference == Difference::kZeroSign && stablehlo::IsFloat(want.type()) &&
      stablehlo::ElementBits(want.type()) >= 8) {
    // Checks take -0 for +0; their bits differ.
    const ElementType bits = IntegerOf(want.type());
    Tensor as_bits = Tensor(want);
    as_bits = std::move(as_bits).Retyped(bits, want.dims());
    const std::string bits_type = stablehlo::ShapeText(bits, want.dims());
    return fmt::format(
        "  %bits{0} = stablehlo.bitcast_convert {1} : ({2}) -> {3}\n  check.expect_eq_const %bits{0}, {4}\n", i, name,
        type, bits_type, ConstantText(as_bits));
  }
  if (found.allowed[i] > 0) {
    return fmt::format("  check.expect_almost_eq_const {}, {}, tolerance = {:e}\n", name, ConstantText(want),
                       found.allowed[i]);
  }
  return fmt::format(
      "  %want{0} = stablehlo.constant {1}\n  check.expect_close {2}, %want{0}, max_ulp_difference = 0 : {3}, {3}\n", i,
      ConstantText(want), name, type);
}

}  // namespace

std::string CaseText(const FuzzCase& found) {
  std::string text = "// " + found.cause + "\n";
  if (const int64_t replicas = found.program.replicas(); replicas > 1) {
    text += fmt::format("// On {} replicas with the same arguments; what is expected is the last one's.\n", replicas);
  }
  text += "func.func @main() {\n";
  std::vector<std::string> names;
  for (size_t i = 0; i < found.arguments.size(); ++i) {
    text += fmt::format("  %a{} = stablehlo.constant {}\n", i, ConstantText(found.arguments[i]));
  }
  // The steps as Print writes them, between the head and the return.
  const std::string program = Print(found.program);
  const size_t begin = program.find('\n') + 1;
  const size_t end = program.rfind("  return");
  text += program.substr(begin, end - begin);
  std::string returned = program.substr(end + 8);
  returned = returned.substr(0, returned.find(" : "));
  std::vector<std::string> results;
  for (size_t at = 0; at < returned.size();) {
    const size_t comma = std::min(returned.find(',', at), returned.size());
    std::string name = returned.substr(at, comma - at);
    std::erase(name, ' ');
    results.push_back(name);
    at = comma + 1;
  }
  for (size_t i = 0; i < results.size() && i < found.want.size(); ++i) text += CheckText(found, i, results[i]);
  return text + "  func.return\n}\n";
}

std::string CaseFileName(const FuzzCase& found) {
  std::string name;
  for (const char c : found.key.substr(0, 100))
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ? c : '-';
  while (name.ends_with('-')) name.pop_back();
  return name + ".mlir";
}

}  // namespace cppjrt::conform
