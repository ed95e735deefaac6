// The programs that checks compile.
#ifndef CPPJRT_CONFORM_CHECKS_PROGRAMS_H_
#define CPPJRT_CONFORM_CHECKS_PROGRAMS_H_

#include <string>
#include <string_view>

namespace cppjrt::conform {

inline constexpr char kAdd[] = R"(module @add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
inline constexpr char kNegate[] = R"(module @negate {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
// a + b, taking a's memory for the result.
inline constexpr char kDonatingAdd[] = R"(module @donating {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
// a + b and a * b.
inline constexpr char kTwoResults[] = R"(module @two {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    %1 = stablehlo.multiply %a, %b : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
})";
inline constexpr char kScalarIncrement[] = R"(module @increment {
  func.func public @main(%a: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.add %a, %0 : tensor<f32>
    return %1 : tensor<f32>
  }
})";
// a·b of 64 × 64.
inline constexpr char kDot[] = R"(module @dot {
  func.func public @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
})";
// Counts down from its argument: work whose length the argument chooses.
inline constexpr char kCountdown[] = R"(module @countdown {
  func.func public @main(%n: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %seed = stablehlo.constant dense<12345> : tensor<i32>
    %0:2 = stablehlo.while(%i = %n, %x = %seed) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.subtract %i, %one : tensor<i32>
      %a = stablehlo.constant dense<1664525> : tensor<i32>
      %c = stablehlo.constant dense<1013904223> : tensor<i32>
      %m = stablehlo.multiply %x, %a : tensor<i32>
      %y = stablehlo.add %m, %c : tensor<i32>
      stablehlo.return %next, %y : tensor<i32>, tensor<i32>
    }
    return %0#1 : tensor<i32>
  }
})";

// Gives its argument back.
std::string IdentityProgram(std::string_view tensor_type);
// The result of one operation: UnaryProgram("negate", "tensor<4xf32>").
std::string UnaryProgram(std::string_view op, std::string_view tensor_type);
std::string BinaryProgram(std::string_view op, std::string_view tensor_type);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_CHECKS_PROGRAMS_H_
