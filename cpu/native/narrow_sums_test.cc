// Sums of narrow floats, native and evaluated: as many ones as the type just holds, where sums that are rounded at each step
// stop early.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/native/compile_test.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/transforms/wide_reductions.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RuntimeValue;

struct Type {
  std::string name;
  int64_t ones;  // a number of the type; adding 1 to a smaller one changes nothing
};
const Type kTypes[] = {{"bf16", 1000},  {"f16", 4096},       {"f8E4M3FN", 448}, {"f8E4M3", 224},
                       {"f8E5M2", 512}, {"f8E4M3FNUZ", 224}, {"f6E3M2FN", 28},  {"f4E2M1FN", 6}};

struct Program {
  std::string name;
  // Of %x: N elements of type T, and %z: one. @ stands for the type, # for the number of elements, $ for one less, ~ for twice as many,
  // ^ for one less than that.
  std::string ops;
  std::string result;    // dimensions
  bool running = false;  // rounds at each step where there are few elements (wide_reductions.h)
};

const std::string kAdd = R"(({
  ^bb0(%a: tensor<@>, %b: tensor<@>):
    %s = stablehlo.add %a, %b : tensor<@>
    stablehlo.return %s : tensor<@>
  }))";

const Program kPrograms[] = {
    {"reduce",
     R"(%r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> )" + kAdd +
         R"( : (tensor<#x@>, tensor<@>) -> tensor<@>)",
     ""},
    {"reduce of two", R"(%r, %q = "stablehlo.reduce"(%x, %x, %z, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<@>, %b: tensor<@>, %c: tensor<@>, %d: tensor<@>):
    %s = stablehlo.add %a, %c : tensor<@>
    %t = stablehlo.subtract %b, %d : tensor<@>
    stablehlo.return %s, %t : tensor<@>, tensor<@>
  }) : (tensor<#x@>, tensor<#x@>, tensor<@>, tensor<@>) -> (tensor<@>, tensor<@>))",
     ""},
    {"reduce by a body of several ops", R"(%r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<@>, %b: tensor<@>):
    %n = stablehlo.negate %b : tensor<@>
    %s = stablehlo.subtract %a, %n : tensor<@>
    %w = stablehlo.convert %s : (tensor<@>) -> tensor<f32>
    %t = stablehlo.convert %w : (tensor<f32>) -> tensor<@>
    stablehlo.return %t : tensor<@>
  }) : (tensor<#x@>, tensor<@>) -> tensor<@>)",
     ""},
    {"running sum",
     R"(%y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: #>, padding = dense<[[$, 0]]> : tensor<1x2xi64>}> )" +
         kAdd + R"( : (tensor<#x@>, tensor<@>) -> tensor<#x@>
  %r = stablehlo.slice %y [$:#] : (tensor<#x@>) -> tensor<1x@>)",
     "1x", true},
    {"windows of two dimensions",
     R"(%m = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<#x@>) -> tensor<#x2x@>
  %y = "stablehlo.reduce_window"(%m, %z) <{window_dimensions = array<i64: #, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> )" +
         kAdd + R"( : (tensor<#x2x@>, tensor<@>) -> tensor<2x2x@>
  %r = stablehlo.slice %y [0:1, 0:2] : (tensor<2x2x@>) -> tensor<1x2x@>)",
     "1x2x"},
    {"scatter",
     R"(%i = stablehlo.constant dense<1> : tensor<#x1xi32>
  %o = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<@>) -> tensor<3x@>
  %y = "stablehlo.scatter"(%o, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> )" +
         kAdd + R"( : (tensor<3x@>, tensor<#x1xi32>, tensor<#x@>) -> tensor<3x@>
  %r = stablehlo.slice %y [1:2] : (tensor<3x@>) -> tensor<1x@>)",
     "1x", true},
    // Each window of a length of # selects the one element that is large.
    {"select and scatter",
     R"(%p = stablehlo.concatenate %x, %x, dim = 0 : (tensor<#x@>, tensor<#x@>) -> tensor<~x@>
  %o = stablehlo.slice %p [0:^] : (tensor<~x@>) -> tensor<^x@>
  %n = stablehlo.iota dim = 0 : tensor<^xi32>
  %c = stablehlo.constant dense<$> : tensor<^xi32>
  %h = stablehlo.compare EQ, %n, %c : (tensor<^xi32>, tensor<^xi32>) -> tensor<^xi1>
  %e = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<@>) -> tensor<^x@>
  %l = stablehlo.select %h, %o, %e : tensor<^xi1>, tensor<^x@>
  %y = "stablehlo.select_and_scatter"(%l, %x, %z) <{window_dimensions = array<i64: #>}> ({
  ^bb0(%a: tensor<@>, %b: tensor<@>):
    %g = stablehlo.compare GE, %a, %b : (tensor<@>, tensor<@>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }, )" + kAdd.substr(1) +
         R"( : (tensor<^x@>, tensor<#x@>, tensor<@>) -> tensor<^x@>
  %r = stablehlo.slice %y [$:#] : (tensor<^x@>) -> tensor<1x@>)",
     "1x"},
    {"dot",
     R"(%r = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<#x@>, tensor<#x@>) -> tensor<@>)",
     ""},
    {"product of matrices",
     R"(%m = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<#x@>) -> tensor<#x40x@>
  %r = stablehlo.dot_general %m, %m, contracting_dims = [0] x [0] : (tensor<#x40x@>, tensor<#x40x@>) -> tensor<40x40x@>)",
     "40x40x"},
    {"convolution",
     R"(%m = stablehlo.reshape %x : (tensor<#x@>) -> tensor<1x#x1x@>
  %k = stablehlo.reshape %x : (tensor<#x@>) -> tensor<#x1x1x@>
  %r = stablehlo.convolution(%m, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x#x1x@>, tensor<#x1x1x@>) -> tensor<1x1x1x@>)",
     "1x1x1x"},
    {"scan", R"(%y, %r = chlo.scan (%x) inits (%z) dimension = 0 {
  ^bb0(%a: tensor<@>, %b: tensor<@>):
    %s = stablehlo.add %a, %b : tensor<@>
    stablehlo.return %s, %s : tensor<@>, tensor<@>
  } : (tensor<#x@>, tensor<@>) -> (tensor<#x@>, tensor<@>))",
     "", true},
};

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string TextOf(const Program& program, const Type& type) {
  std::string text = R"(func.func @main(%f: tensor<#xf32>) -> tensor<)" + program.result + R"(f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.convert %zero : (tensor<f32>) -> tensor<@>
  %x = stablehlo.convert %f : (tensor<#xf32>) -> tensor<#x@>
  )" + program.ops + "\n  %w = stablehlo.convert %r : (tensor<" +
                     program.result + "@>) -> tensor<" + program.result + "f32>\n  return %w : tensor<" +
                     program.result + "f32>\n}";
  // The attribute's name begins with a # too.
  text = Replaced(text, "#stablehlo", "&stablehlo");
  text = Replaced(text, "#", std::to_string(type.ones));
  text = Replaced(text, "$", std::to_string(type.ones - 1));
  text = Replaced(text, "~", std::to_string(2 * type.ones));
  text = Replaced(Replaced(text, "^bb0", "&bb0"), "^", std::to_string(2 * type.ones - 1));
  text = Replaced(text, "&bb0", "^bb0");
  return Replaced(Replaced(text, "&stablehlo", "#stablehlo"), "@main", "&main");
}

class NarrowSumsTest : public testing::TestWithParam<Type> {};

void ExpectOnes(const StatusOr<std::vector<RuntimeValue>>& results, const Type& type, const std::string& what) {
  ASSERT_TRUE(results.ok()) << what << ": " << results.status().ToString();
  const Tensor& tensor = (*results)[0].tensor();
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    ASSERT_EQ(tensor.data<float>()[i], static_cast<float>(type.ones)) << what << " of " << type.name;
  }
}

TEST_P(NarrowSumsTest, AreRoundedOnce) {
  const Type& type = GetParam();
  Tensor ones = *Tensor::Allocate(ElementType::kF32, {type.ones}, MemoryAllocator::Heap());
  std::fill_n(ones.mutable_data<float>(), type.ones, 1.0F);
  for (const Program& program : kPrograms) {
    if (program.running && type.ones <= stablehlo::kMaxRounded) continue;
    const std::string text = Replaced(Replaced(TextOf(program, type), "@", type.name), "&main", "@main");
    StatusOr<stablehlo::VerifiedModule> ready = ReadyModule(text);
    ASSERT_TRUE(ready.ok()) << ready.status().ToString() << "\n" << text;
    const auto prepared = stablehlo::Program::Prepare(std::move(*ready), {});
    ASSERT_TRUE(prepared.ok()) << prepared.status().ToString();
    ExpectOnes((*prepared)->Run({ones}, {}), type, program.name + ", evaluated");
    const StatusOr<CompiledText> compiled = TryCompileText(text);
    ASSERT_TRUE(compiled.ok()) << compiled.status().ToString() << "\n" << text;
    EXPECT_EQ(compiled->program->num_fallbacks(), 0) << program.name;
    ExpectOnes(compiled->program->Run({ones}, {}), type, program.name + ", native");
  }
}

INSTANTIATE_TEST_SUITE_P(Types, NarrowSumsTest, testing::ValuesIn(kTypes),
                         [](const auto& type) { return type.param.name; });

}  // namespace
}  // namespace cppjrt::cpu
