// Loops of which each element goes its own way, all turns of an element at a time: as the evaluator has them.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/native/both_test.h"

namespace cppjrt::cpu {
namespace {

Tensor Floats(ElementType type, const Dims& dims, int64_t floats) {
  Tensor tensor = *Tensor::Allocate(type, dims, MemoryAllocator::Heap());
  auto* data = reinterpret_cast<float*>(tensor.mutable_bytes());
  for (int64_t i = 0; i < floats; ++i) data[i] = static_cast<float>(i % 997) / 500 - 1;
  return tensor;
}

// How many loops the plan has that go turn by turn.
bool HasTurns(const std::string& plan) { return plan.find("    {\n") != std::string::npos; }

void ExpectAlike(const std::string& text, const std::vector<Tensor>& arguments, bool by_elements) {
  const StatusOr<Both> both = TryMake(text, {});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(!HasTurns(both->plan), by_elements) << both->plan;
  std::vector<RuntimeValue> values(arguments.begin(), arguments.end());
  const auto expected = both->evaluated->Run(values, {});
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  ThreadPool pool(3);
  RunOptions options;
  options.pool = &pool;
  const auto got = both->compiled->Run(values, options);
  ASSERT_TRUE(got.ok()) << got.status().ToString();
  EXPECT_TRUE(Bytes(*got) == Bytes(*expected));
}

std::string Loop(int64_t turns, const std::string& arguments, const std::string& inits, const std::string& types,
                 const std::string& body, const std::string& next, const std::string& results) {
  return "func.func @main(" + arguments + ") -> (" + types + ") {\n" +
         "  %zero = stablehlo.constant dense<2> : tensor<i32>\n  %step = stablehlo.constant dense<3> : tensor<i32>\n" +
         "  %n = stablehlo.constant dense<" + std::to_string(2 + 3 * turns) + "> : tensor<i32>\n" + inits +
         "  cond {\n" + "    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" +
         "    stablehlo.return %more : tensor<i1>\n  } do {\n" + body +
         "    %j = stablehlo.add %i, %step : tensor<i32>\n    stablehlo.return " + next + "\n  }\n  return " + results +
         " : " + types + "\n}\n";
}

// Numbers picked by the counter, also from beyond the end; an array and a view from outside; a counted array; a mask.
std::string Everything(const std::string& n) {
  const std::string f = "tensor<" + n + "xf32>";
  const std::string m = "tensor<" + n + "xi1>";
  const std::string b = "tensor<" + n + "xui8>";
  return Loop(40, "%x: " + f + ", %c: tensor<9xf32>",
              "  %r = stablehlo.reverse %x, dims = [0] : " + f + "\n  %t = stablehlo.constant dense<true> : " + m +
                  "\n  %u = stablehlo.constant dense<250> : " + b +
                  "\n  %w:4 = stablehlo.while(%i = %zero, %a = %x, %k = %t, %d = %u) : tensor<i32>, " + f + ", " + m +
                  ", " + b + "\n",
              "tensor<i32>, " + f + ", " + m + ", " + b,
              "    %p = stablehlo.dynamic_slice %c, %i, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>\n"
              "    %q = stablehlo.reshape %p : (tensor<1xf32>) -> tensor<f32>\n"
              "    %s = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> " +
                  f + "\n" + "    %e = stablehlo.multiply %a, %s : " + f + "\n    %g = stablehlo.add %e, %r : " + f +
                  "\n" + "    %o = stablehlo.iota dim = 0 : " + f + "\n    %h = stablehlo.maximum %g, %o : " + f +
                  "\n" + "    %l = stablehlo.select %k, %g, %h : " + m + ", " + f + "\n" +
                  "    %v = stablehlo.compare LT, %l, %x : (" + f + ", " + f + ") -> " + m + "\n" +
                  "    %y = stablehlo.and %v, %k : " + m +
                  "\n    %z = stablehlo.convert %i : (tensor<i32>) -> tensor<ui8>\n" +
                  "    %aa = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<ui8>) -> " + b + "\n" +
                  "    %bb = stablehlo.add %d, %aa : " + b + "\n",
              "%j, %l, %y, %bb : tensor<i32>, " + f + ", " + m + ", " + b, "%w#0, %w#1, %w#2, %w#3");
}

TEST(ElementLoopTest, ArraysAreThoseOfTurnByTurn) {
  const int64_t n = 70001;  // no whole number of vectors
  const Tensor c = Floats(ElementType::kF32, {9}, 9);
  ExpectAlike(Everything(std::to_string(n)), {Floats(ElementType::kF32, {n}, n), c}, true);
  ExpectAlike(Everything("40"), {Floats(ElementType::kF32, {40}, 40), c}, false);
}

TEST(ElementLoopTest, OfComplexNumbers) {
  const std::string z = "tensor<200x333xcomplex<f32>>";
  ExpectAlike(Loop(17, "%c: " + z,
                   "  %o = stablehlo.constant dense<(0.0, 0.0)> : " + z +
                       "\n  %w:2 = stablehlo.while(%i = %zero, %a = %o) : tensor<i32>, " + z + "\n",
                   z, "    %s = stablehlo.multiply %a, %a : " + z + "\n    %b = stablehlo.add %s, %c : " + z + "\n",
                   "%j, %b : tensor<i32>, " + z, "%w#1"),
              {Floats(ElementType::kC64, {200, 333}, 2 * 200 * 333)}, true);
}

// A neighbor's element of the turn before is not the element's own.
TEST(ElementLoopTest, NeighborsGoTurnByTurn) {
  const std::string f = "tensor<70000xf32>";
  ExpectAlike(Loop(30, "%x: " + f, "  %w:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, " + f + "\n", f,
                   "    %r = stablehlo.reverse %a, dims = [0] : " + f + "\n    %b = stablehlo.add %a, %r : " + f + "\n",
                   "%j, %b : tensor<i32>, " + f, "%w#1"),
              {Floats(ElementType::kF32, {70000}, 70000)}, false);
}

}  // namespace
}  // namespace cppjrt::cpu
