// What is in canonical form prints as it was; what is not prints in canonical form; both read back as the same.
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/text/testing.h"

namespace cppjrt::stablehlo::text {
namespace {

std::string InModule(std::string_view function) { return "module {\n" + std::string(function) + "}\n"; }

void ExpectCanonical(std::string_view function) {
  const std::string program = InModule(function);
  EXPECT_EQ(Printed(program), program);
  EXPECT_EQ(RoundtripProblem(program), "") << program;
}

// A function that only has an argument of the type.
void ExpectType(std::string_view type) { ExpectCanonical("  func.func private @f(" + std::string(type) + ")\n"); }

// An attribute of the module prints as `canonical`.
void ExpectAttr(std::string_view attr, std::string_view canonical) {
  const std::string program = "module attributes {a = " + std::string(attr) + "} {\n}\n";
  EXPECT_EQ(Printed(program), "module attributes {a = " + std::string(canonical) + "} {\n}\n");
  EXPECT_EQ(RoundtripProblem(program), "") << program;
}
void ExpectAttr(std::string_view attr) { ExpectAttr(attr, attr); }

TEST(RoundtripTest, Types) {
  for (std::string_view type : {"i1",
                                "i7",
                                "si8",
                                "ui64",
                                "index",
                                "none",
                                "f4E2M1FN",
                                "f6E2M3FN",
                                "f6E3M2FN",
                                "f8E3M4",
                                "f8E4M3",
                                "f8E4M3FN",
                                "f8E4M3FNUZ",
                                "f8E4M3B11FNUZ",
                                "f8E5M2",
                                "f8E5M2FNUZ",
                                "f8E8M0FNU",
                                "bf16",
                                "f16",
                                "f32",
                                "f64",
                                "tf32",
                                "complex<f64>",
                                "tensor<f32>",
                                "tensor<14x0x17xf32>",
                                "tensor<?x2xi4>",
                                "tensor<*xui2>",
                                "tensor<0x0xi1>",
                                "tensor<2x?xf32, #stablehlo.bounds<?, 3>>",
                                "memref<2x3xf32>",
                                "memref<2xf32, strided<[1]>>",
                                "vector<4xf32>",
                                "tuple<>",
                                "tuple<tensor<f32>, tuple<i1>>",
                                "!stablehlo.token",
                                "!stablehlo.future<tensor<2xf32>>",
                                "(i1, f32) -> i1",
                                "() -> (() -> ())",
                                "tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>",
                                "!quant.uniform<u8<1:254>:f32:1, {1.000000e-01:3,2.500000e-01}>",
                                "!shape.shape",
                                "!foo.bar<1, \"a>\", [x -> y]>",
                                "tensor<2x!foo.bar>"}) {
    ExpectType(type);
  }
}

TEST(RoundtripTest, Attributes) {
  for (std::string_view attr :
       {"true",
        "1 : i32",
        "-3 : i64",
        "255 : ui8",
        "7 : index",
        "1.500000e+00 : f32",
        "0x7FC00000 : f32",
        "\"x\\22\"",
        "\"s\" : !foo.bar",
        "@f",
        "@f::@\"a b\"",
        "[1, 2.000000e+00, 3 : i32, \"x\"]",
        "{}",
        "{b, c = {d = 1 : i64}}",
        "array<i64: 1, 2>",
        "array<i64>",
        "array<i1: true, false>",
        "array<f32: 1.000000e+00>",
        "f32",
        "tensor<2xf32>",
        "(i1) -> i1",
        "#stablehlo<fft_type RFFT>",
        "#stablehlo.result_accuracy_mode<HIGHEST>",
        "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>",
        "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>",
        "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>",
        "#stablehlo.conv<[b, ?, 0, f]x[0, i, o]->[b, 0, f]>",
        "#stablehlo.channel_handle<handle = 1, type = 0>",
        "#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>",
        "#stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)4>",
        "#sdy.sharding<@mesh, [{\"x\"}, {}]>",
        "#foo<bar \"x\">",
        "affine_map<(d0) -> (d0 + 1)>",
        "affine_set<(d0, d1) : (d0 - 1 >= 0, d1 <= 89, d0 == 0)>",
        "dense<1> : tensor<2xi32>",
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        "dense<> : tensor<0xi32>",
        "dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<[0x7FC00000, 1.000000e+00]> : tensor<2xf32>",
        "dense<[-8, 7]> : tensor<2xi4>",
        "dense<[0, 15]> : tensor<2xui4>",
        "sparse<[[0, 1], [1, 2]], [1, 5]> : tensor<3x4xi32>",
        "loc(unknown)"}) {
    ExpectAttr(attr);
  }
}

TEST(RoundtripTest, OlderAttributeForms) {
  ExpectAttr("1", "1 : i64");
  ExpectAttr("0x10 : i32", "16 : i32");
  ExpectAttr("1 : i1", "true");
  ExpectAttr("200 : i8", "-56 : i8");
  ExpectAttr("#stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1],>",
             "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>");
  ExpectAttr("dense<[1, 1]> : tensor<2xi64>", "dense<1> : tensor<2xi64>");
  ExpectAttr("dense<[[[7]]]> : tensor<1x1x1xi64>", "dense<7> : tensor<1x1x1xi64>");
  ExpectAttr("dense<\"0x0100000002000000\"> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>");
  ExpectAttr("dense<\"0x010001\"> : tensor<3xi1>", "dense<[true, false, true]> : tensor<3xi1>");
  ExpectAttr("dense<\"0x0502\"> : tensor<10xi1>",
             "dense<[true, false, true, false, false, false, false, false, false, true]> : tensor<10xi1>");
  ExpectAttr("dense<[ // comment with > in it\n 1, 2]> : tensor<2xi64>", "dense<[1, 2]> : tensor<2xi64>");
  ExpectAttr(
      "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], "
      "kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], "
      "output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>",
      "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>");
}

TEST(RoundtripTest, LongConstantsAreHexadecimal) {
  std::string list = "[0";
  std::string hex = "\"0x00000000";
  for (int i = 1; i < 101; ++i) {
    char digits[16];
    std::snprintf(digits, sizeof(digits), "%02X000000", i);
    list += ", " + std::to_string(i);
    hex += digits;
  }
  ExpectAttr("dense<" + list + "]> : tensor<101xi32>", "dense<" + hex + "\"> : tensor<101xi32>");
}

// ---- Ops, one function for each form.

TEST(RoundtripTest, TypeForms) {
  ExpectCanonical(R"(  func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<2xi1>, %arg2: tensor<f32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    %1 = stablehlo.clamp %arg2, %0, %arg2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.select %arg1, %1, %0 : tensor<2xi1>, tensor<2xf32>
    %3 = stablehlo.complex %0, %1 : tensor<2xcomplex<f32>>
    %4 = stablehlo.real %3 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %5 = stablehlo.tuple %4, %arg1 : tuple<tensor<2xf32>, tensor<2xi1>>
    %6 = stablehlo.get_tuple_element %5[0] : (tuple<tensor<2xf32>, tensor<2xi1>>) -> tensor<2xf32>
    %7 = stablehlo.compare LT, %6, %0, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %8 = stablehlo.convert %7 : (tensor<2xi1>) -> tensor<2xf32>
    %9 = stablehlo.create_token : !stablehlo.token
    %10 = stablehlo.after_all %9, %9 : !stablehlo.token
    return %8 : tensor<2xf32>
  }
)");
}

TEST(RoundtripTest, DataMovementForms) {
  ExpectCanonical(R"(  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>) -> tensor<2x1xf32> {
    %0 = stablehlo.slice %arg0 [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.dynamic_slice %0, %arg1, %arg1, sizes = [2, 1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x1xf32>
    %2 = stablehlo.concatenate %1, %1, dim = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.pad %3, %cst, low = [0, -1], high = [1, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<3x1xf32>
    %5 = stablehlo.reduce_precision %4, format = e5m10 : tensor<3x1xf32>
    %6 = stablehlo.iota dim = 0 : tensor<4xi32>
    %7 = stablehlo.custom_call @"odd name"(%6) {backend_config = "", mhlo.x} : (tensor<4xi32>) -> tensor<4xi32>
    stablehlo.custom_call @sink(%7) {has_side_effect = true} : (tensor<4xi32>) -> ()
    return %1 : tensor<2x1xf32>
  }
)");
}

TEST(RoundtripTest, DotAndConvolutionForms) {
  ExpectCanonical(
      R"(  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<1x8x8x3xf32>, %arg3: tensor<3x3x3x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>
    %2 = stablehlo.dot %arg0, %arg1, precision = [] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %3 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x4x4xf32>
    %4 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
    return
  }
)");
}

TEST(RoundtripTest, ControlFlowForms) {
  ExpectCanonical(R"(  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {
      %4 = stablehlo.add %arg2, %arg4 : tensor<f32>
      stablehlo.return %4, %arg3 : tensor<f32>, tensor<f32>
    }
    %2:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %1#1) : tensor<i32>, tensor<f32> attributes {mhlo.x}
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = func.call @g(%iterArg_0) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %4 : tensor<i32>, tensor<f32>
    }
    %3:2 = stablehlo.optimization_barrier %2#0, %2#1 : tensor<i32>, tensor<f32>
    stablehlo.optimization_barrier()
    return %3#1 : tensor<f32>
  }
  func.func private @g(tensor<f32> {jax.x = 1 : i64}) -> (tensor<f32> {jax.y})
)");
}

TEST(RoundtripTest, NamesOfArgumentsOfADeclarationAreDropped) {
  EXPECT_EQ(Printed(InModule("  func.func private @f(%x: tensor<f32> {jax.x}, %y: i1) -> i1\n")),
            InModule("  func.func private @f(tensor<f32> {jax.x}, i1) -> i1\n"));
}

TEST(RoundtripTest, GenericOnlyOps) {
  ExpectCanonical(R"(  func.func @f(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<2xf32>
    }, {
      stablehlo.return %arg1 : tensor<2xf32>
    }) : (tensor<i32>) -> tensor<2xf32>
    %1 = "foo.bar"(%0) <{p = 1 : i32}> {q} : (tensor<2xf32>) -> !foo.baz
    return %0 : tensor<2xf32>
  }
)");
}

TEST(RoundtripTest, SdyForms) {
  ExpectCanonical(R"(  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      %2 = stablehlo.add %arg1, %arg1 : tensor<2xf32>
      sdy.return %2 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
)");
}

TEST(RoundtripTest, ChloAndTestOps) {
  ExpectCanonical(R"(  func.func @f(%arg0: tensor<8xf32>) -> tensor<2xi32> {
    %0 = chlo.erf %arg0 : tensor<8xf32> -> tensor<8xf32>
    %values, %indices = chlo.top_k(%0, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %1 = chlo.broadcast_add %0, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    check.expect_almost_eq %0, %1 : tensor<8xf32>
    check.expect_eq_const %indices, dense<[1, 2]> : tensor<2xi32>
    check.expect_close %0, %1, max_ulp_difference = 3 : tensor<8xf32>, tensor<8xf32>
    %2 = interpreter.probe %0, probe_id = "p" : tensor<8xf32>
    interpreter.print %2 : tensor<8xf32>
    return %indices : tensor<2xi32>
  }
)");
}

// ---- What is read in other spellings than it is printed.

TEST(RoundtripTest, WindowReversalsAsDigitsAndACommaAfterTheLastEntry) {
  constexpr std::string_view kStart =
      R"(func.func @f(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) -> tensor<1x8x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], )";
  constexpr std::string_view kEnd =
      R"(} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
})";
  const auto with = [&](std::string_view entry) { return std::string(kStart).append(entry).append(kEnd); };
  const std::string canonical = Printed(with("reverse = [true]"));
  EXPECT_NE(canonical.find("reverse = [true]"), std::string::npos) << canonical;
  EXPECT_EQ(Printed(with("reverse = [1]")), canonical);
  EXPECT_EQ(Printed(with("reverse = [true],")), canonical);
  EXPECT_NE(Printed(with("reverse = [0]")).find("reverse = [false]"), std::string::npos);
  EXPECT_NE(Errors(with("reverse = [2]")).find("expected 'true' or 'false'"), std::string::npos);
  EXPECT_NE(Errors(with(", reverse = [1]")).find("expected stride"), std::string::npos);
}

TEST(RoundtripTest, AnAttributeSaidOnceMoreInTheDictionary) {
  constexpr std::string_view kProgram = R"(func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @g(%a) {call_target_name = "g"} : (tensor<2xf32>) -> tensor<2xf32>
  return
})";
  const std::string printed = Printed(kProgram);
  EXPECT_NE(printed.find("stablehlo.custom_call @g(%arg0) : ("), std::string::npos) << printed;
  std::string other(kProgram);
  other.replace(other.find("\"g\""), 3, "\"h\"");
  EXPECT_NE(Errors(other).find("attribute 'call_target_name' is given twice"), std::string::npos);
}

TEST(RoundtripTest, OpsOfMhloAndConstantsOfArith) {
  constexpr std::string_view kProgram = R"(func.func @f(%a: tensor<2xf32>, %t: !mhlo.token) {
  %0 = mhlo.add %a, %a : tensor<2xf32>
  %1 = "mhlo.compare"(%0, %0) {comparison_direction = #mhlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = mhlo.asin %a : tensor<2xf32>
  %3 = arith.constant dense<0.0> : tensor<f32>
  %4 = "arith.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi32>
  %5 = mhlo.reduce(%0 init: %3) applies mhlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
})";
  EXPECT_EQ(RoundtripProblem(kProgram), "");
  EXPECT_EQ(Printed(kProgram), InModule(R"(  func.func @f(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    %1 = stablehlo.compare LT, %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %2 = chlo.asin %arg0 : tensor<2xf32> -> tensor<2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<2xi32>
    %3 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    return
  }
)"));
}

TEST(RoundtripTest, EnumerationsOfSdyAreNumbersInGenericForm) {
  constexpr std::string_view kProgram = R"(func.func @f(%a: tensor<2xf32>) {
  %0 = sdy.propagation_barrier %a allowed_direction=BACKWARD : tensor<2xf32>
  return
})";
  EXPECT_EQ(RoundtripProblem(kProgram), "");
  EXPECT_NE(Printed(kProgram).find("sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<2xf32>"),
            std::string::npos);
  EXPECT_NE(Printed(kProgram, {.generic = true}).find("allowed_direction = 2 : i32"), std::string::npos);
}

// ---- What the grammar leaves free.

TEST(RoundtripTest, ImplicitModuleReturnAndDialect) {
  EXPECT_EQ(
      Printed("func.func @f() { return }\nfunc.func @g() { call @f() : () -> () func.return }"),
      InModule("  func.func @f() {\n    return\n  }\n  func.func @g() {\n    call @f() : () -> ()\n    return\n  }\n"));
  const std::string program = R"(func.func @f(%a: tensor<i1>) {
    "stablehlo.if"(%a) ({}, {}) : (tensor<i1>) -> ()
    return
  })";
  EXPECT_EQ(RoundtripProblem(program), "");
  EXPECT_NE(Printed(program).find("stablehlo.return"), std::string::npos);
}

TEST(RoundtripTest, AliasesAndForwardReferences) {
  const std::string program = R"(#map = affine_map<(d0) -> (d0)>
!t = tensor<2xf32>
func.func @f(%a: !t) -> !t attributes {m = #map} {
  "foo.region"() ({
    "foo.use"(%later#1) : (!t) -> ()
  }) : () -> ()
  %later:2 = "foo.def"(%a) : (!t) -> (!t, !t)
  return %later#0 : !t
})";
  EXPECT_EQ(Errors(program), "");
  EXPECT_EQ(RoundtripProblem(program), "");
}

TEST(RoundtripTest, LegacyPropertiesAndDenseArrays) {
  EXPECT_EQ(Printed(R"(func.func @f(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>, foo = 1 : i8} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
})"),
            InModule(R"(  func.func @f(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] {foo = 1 : i8} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
)"));
}

TEST(RoundtripTest, LocationsInAllForms) {
  const std::string program = R"(#loc1 = loc("a")
module {
  func.func @f(%arg0: tensor<f32> loc("a")) {
    %0 = stablehlo.negate %arg0 : tensor<f32> loc(#loc5)
    "foo.bar"() : () -> () loc(#loc6)
    return loc(#loc4)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("f.py":3:7 to :12)
#loc3 = loc("f.py":4:1 to 5:2)
#loc4 = loc("f.py":1:2)
#loc5 = loc(callsite(#loc2 at #loc3))
#loc6 = loc(fused<"meta">["x"(#loc2), #loc3])
)";
  EXPECT_EQ(Errors(program), "");
  EXPECT_EQ(RoundtripProblem(program), "");
  StatusOr<Module> module = ParseText(program);
  ASSERT_TRUE(module.ok());
  const std::string once = Print(*module, {.locations = true});
  EXPECT_EQ(Printed(once, {.locations = true}), once);
}

TEST(RoundtripTest, Resources) {
  const std::string program = R"(module {
  func.func @f() -> tensor<2xi8> {
    %c = stablehlo.constant dense_resource<blob> : tensor<2xi8>
    return %c : tensor<2xi8>
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000102"
    }
  }
#-}
)";
  EXPECT_EQ(Printed(program), program);
  EXPECT_EQ(RoundtripProblem(program), "");
}

TEST(RoundtripTest, WhatTheShortFormCannotSayIsGeneric) {
  const std::string text = Printed(R"(func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.transpose"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})");
  EXPECT_NE(text.find("\"stablehlo.transpose\"(%arg0) : "), std::string::npos) << text;
}

TEST(RoundtripTest, PiecesByThemselves) {
  StatusOr<Module> module = ParseText("func.func @f(%a: tensor<2xf32>) {\n return loc(\"x\")\n}");
  ASSERT_TRUE(module.ok());
  const OpId function = module->block(module->body()).first_op;
  const OpId end = module->block(module->entry_block(function)).last_op;
  EXPECT_EQ(PrintOp(*module, end), "func.return");
  EXPECT_EQ(PrintLoc(*module, module->op(end).loc), "loc(\"x\")");
  EXPECT_EQ(PrintAttr(*module, module->attr(function, "sym_name")), "\"f\"");
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
