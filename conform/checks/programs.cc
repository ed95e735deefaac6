#include "conform/checks/programs.h"

namespace cppjrt::conform {

std::string IdentityProgram(std::string_view tensor_type) {
  const std::string type(tensor_type);
  return "module @identity {\n  func.func public @main(%a: " + type + ") -> " + type + " {\n    return %a : " + type +
         "\n  }\n}";
}

std::string UnaryProgram(std::string_view op, std::string_view tensor_type) {
  const std::string type(tensor_type);
  return "module @unary {\n  func.func public @main(%a: " + type + ") -> " + type + " {\n    %0 = stablehlo." +
         std::string(op) + " %a : " + type + "\n    return %0 : " + type + "\n  }\n}";
}

std::string BinaryProgram(std::string_view op, std::string_view tensor_type) {
  const std::string type(tensor_type);
  return "module @binary {\n  func.func public @main(%a: " + type + ", %b: " + type + ") -> " + type +
         " {\n    %0 = stablehlo." + std::string(op) + " %a, %b : " + type + "\n    return %0 : " + type + "\n  }\n}";
}

}  // namespace cppjrt::conform
