// execution.type.*: a program on each element type, with values worked out here.
#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

bool IsFloatOrComplex(PJRT_Buffer_Type type) {
  const auto kind = pjrt::Info(static_cast<pjrt::ElementType>(static_cast<int>(type))).kind;
  return kind == pjrt::ElementKind::kFloat || kind == pjrt::ElementKind::kComplex;
}

std::string TensorOf(PJRT_Buffer_Type type, std::string_view dims) {
  return "tensor<" + std::string(dims) + TypeName(type) + ">";
}

Status NeedsType(const Context& context, PJRT_Buffer_Type type) {
  if (TypeSince(type) <= context.api().minor()) return Status();
  return Absent(TypeName(type) + " came with 0." + std::to_string(TypeSince(type)));
}

// XLA's compilers do not take every type; their refusal to compile is an answer.
StatusOr<LoadedHandle> CompileOrUnsupported(const Session& session, std::string_view program) {
  auto loaded = session.Compile(program);
  if (!loaded.ok() && ResultOf(loaded.status()) == Result::kFail) {
    return UnimplementedError("does not compile: " + loaded.status().ToString());
  }
  return loaded;
}

// Moves every element and computes with none, so that the bits must stay.
Status Transposes(Context& context, PJRT_Buffer_Type type) {
  CPPJRT_RETURN_IF_ERROR(NeedsType(context, type));
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const std::string from = TensorOf(type, "3x5x"), to = TensorOf(type, "5x3x");
  const std::string program = "module @move {\n  func.func public @main(%a: " + from + ") -> " + to +
                              " {\n    %0 = stablehlo.transpose %a, dims = [1, 0] : (" + from + ") -> " + to +
                              "\n    return %0 : " + to + "\n  }\n}";
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, CompileOrUnsupported(session, program));
  const Array values = Pattern(type, {3, 5});
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {values}));
  Array expected{type, {5, 3}, std::vector<char>(values.bytes.size())};
  const size_t size = HostBytesOf(type);
  for (size_t row = 0; row < 3; ++row) {
    for (size_t column = 0; column < 5; ++column) {
      std::memcpy(expected.bytes.data() + (column * 3 + row) * size, values.bytes.data() + (row * 5 + column) * size,
                  size);
    }
  }
  return Same(result, expected);
}

// Sums of small integers: exact in integers, modulo the width.
template <class T>
Array Integers(PJRT_Buffer_Type type, const std::vector<int>& values) {
  std::vector<T> converted;
  for (const int value : values) converted.push_back(static_cast<T>(value));
  return MakeArray(type, {static_cast<int64_t>(values.size())}, converted);
}

Array IntegerArray(PJRT_Buffer_Type type, const std::vector<int>& values) {
  const int bits = pjrt::Info(static_cast<pjrt::ElementType>(static_cast<int>(type))).bits;
  if (bits == 64) return Integers<int64_t>(type, values);
  if (bits == 32) return Integers<int32_t>(type, values);
  if (bits == 16) return Integers<int16_t>(type, values);
  if (bits == 8) return Integers<int8_t>(type, values);
  std::vector<int> masked;
  for (const int value : values) masked.push_back(value & ((1 << bits) - 1));
  return Integers<uint8_t>(type, masked);
}

Status AddsIntegers(Context& context, PJRT_Buffer_Type type) {
  CPPJRT_RETURN_IF_ERROR(NeedsType(context, type));
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded,
                          CompileOrUnsupported(session, BinaryProgram("add", TensorOf(type, "5x"))));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {IntegerArray(type, {0, 1, 2, 127, 100}),
                                                                      IntegerArray(type, {1, 1, 1, 1, 100})}));
  return Same(result, IntegerArray(type, {1, 2, 3, 128, 200}));
}

// 1 + 1 = 2 and 1 + 0 = 1 in the bits of each format: what no rounding can change.
struct FloatBits {
  PJRT_Buffer_Type type;
  uint64_t zero, one, two;
};
constexpr FloatBits kFloats[] = {
    {PJRT_Buffer_Type_F16, 0, 0x3c00, 0x4000},
    {PJRT_Buffer_Type_BF16, 0, 0x3f80, 0x4000},
    {PJRT_Buffer_Type_F32, 0, 0x3f800000, 0x40000000},
    {PJRT_Buffer_Type_F64, 0, 0x3ff0000000000000, 0x4000000000000000},
    {PJRT_Buffer_Type_F8E5M2, 0, 0x3c, 0x40},
    {PJRT_Buffer_Type_F8E4M3FN, 0, 0x38, 0x40},
    {PJRT_Buffer_Type_F8E4M3B11FNUZ, 0, 0x58, 0x60},
    {PJRT_Buffer_Type_F8E5M2FNUZ, 0, 0x40, 0x44},
    {PJRT_Buffer_Type_F8E4M3FNUZ, 0, 0x40, 0x48},
    {PJRT_Buffer_Type_F8E4M3, 0, 0x38, 0x40},
    {PJRT_Buffer_Type_F8E3M4, 0, 0x30, 0x40},
    {PJRT_Buffer_Type_F4E2M1FN, 0, 0x2, 0x4},
};

Array FloatArray(PJRT_Buffer_Type type, const std::vector<uint64_t>& bits) {
  const size_t size = HostBytesOf(type);
  Array array{type, {static_cast<int64_t>(bits.size())}, std::vector<char>(bits.size() * size)};
  for (size_t i = 0; i < bits.size(); ++i) std::memcpy(array.bytes.data() + i * size, &bits[i], size);
  return array;
}

Status AddsFloats(Context& context, const FloatBits& bits) {
  CPPJRT_RETURN_IF_ERROR(NeedsType(context, bits.type));
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded,
                          CompileOrUnsupported(session, BinaryProgram("add", TensorOf(bits.type, "4x"))));
  CPPJRT_ASSIGN_OR_RETURN(const Array result,
                          session.RunOne(loaded, {FloatArray(bits.type, {bits.one, bits.one, bits.zero, bits.zero}),
                                                  FloatArray(bits.type, {bits.one, bits.zero, bits.one, bits.zero})}));
  return Same(result, FloatArray(bits.type, {bits.two, bits.one, bits.one, bits.zero}));
}

Status MultipliesComplex(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle narrow,
                          session.Compile(BinaryProgram("multiply", "tensor<2xcomplex<f32>>")));
  // (1+2i)(3+4i) = -5+10i, i·i = -1.
  CPPJRT_ASSIGN_OR_RETURN(const Array result,
                          session.RunOne(narrow, {MakeArray<float>(PJRT_Buffer_Type_C64, {2}, {1, 2, 0, 1}),
                                                  MakeArray<float>(PJRT_Buffer_Type_C64, {2}, {3, 4, 0, 1})}));
  CPPJRT_RETURN_IF_ERROR(Same(result, MakeArray<float>(PJRT_Buffer_Type_C64, {2}, {-5, 10, -1, 0})));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle wide,
                          session.Compile(BinaryProgram("multiply", "tensor<2xcomplex<f64>>")));
  CPPJRT_ASSIGN_OR_RETURN(const Array wide_result,
                          session.RunOne(wide, {MakeArray<double>(PJRT_Buffer_Type_C128, {2}, {1, 2, 0, 1}),
                                                MakeArray<double>(PJRT_Buffer_Type_C128, {2}, {3, 4, 0, 1})}));
  return Same(wide_result, MakeArray<double>(PJRT_Buffer_Type_C128, {2}, {-5, 10, -1, 0}));
}

Status Logic(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle both, session.Compile(BinaryProgram("and", "tensor<4xi1>")));
  CPPJRT_ASSIGN_OR_RETURN(const Array result,
                          session.RunOne(both, {MakeArray<uint8_t>(PJRT_Buffer_Type_PRED, {4}, {0, 0, 1, 1}),
                                                MakeArray<uint8_t>(PJRT_Buffer_Type_PRED, {4}, {0, 1, 0, 1})}));
  return Same(result, MakeArray<uint8_t>(PJRT_Buffer_Type_PRED, {4}, {0, 0, 0, 1}));
}

// The same program as text, on every shape of matrix product that a register-blocked kernel treats differently.
Status Products(Context& context, int64_t size) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const std::string type = "tensor<" + std::to_string(size) + "x" + std::to_string(size) + "xf32>";
  const std::string program = "module @dot {\n  func.func public @main(%a: " + type + ", %b: " + type + ") -> " + type +
                              " {\n    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (" + type +
                              ", " + type + ") -> " + type + "\n    return %0 : " + type + "\n  }\n}";
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(program));
  // Integers so small that every sum is exact.
  std::vector<float> a, b, c;
  for (int64_t i = 0; i < size * size; ++i) {
    a.push_back(static_cast<float>(i % 7 - 3));
    b.push_back(static_cast<float>(i % 5 - 2));
  }
  for (int64_t i = 0; i < size * size; ++i) {
    float sum = 0;
    for (int64_t k = 0; k < size; ++k)
      sum += a[static_cast<size_t>(i / size * size + k)] * b[static_cast<size_t>(k * size + i % size)];
    c.push_back(sum);
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {F32({size, size}, a), F32({size, size}, b)}));
  return Same(result, F32({size, size}, c));
}

}  // namespace

void AddExecutionTypeChecks(Registry& registry) {
  const auto add = [&registry](const std::string& id, const std::string& title, const char* meaning,
                               CheckFunction run) {
    registry.Add({.id = "execution." + id,
                  .title = title,
                  .meaning = meaning,
                  .source = "PJRT_LoadedExecutable_Execute, StableHLO specification"},
                 std::move(run));
  };
  for (const PJRT_Buffer_Type type : ArrayTypes()) {
    add("move." + TypeId(type), "a transpose of " + TypeName(type) + "[3,5] keeps every bit",
        "data is damaged by programs", [type](Context& context) { return Transposes(context, type); });
  }
  for (const PJRT_Buffer_Type type : ArrayTypes()) {
    if (type == PJRT_Buffer_Type_PRED || IsFloatOrComplex(type)) continue;
    add("add." + TypeId(type), "sums of " + TypeName(type) + " are right, modulo its width",
        "integer arithmetic is wrong", [type](Context& context) { return AddsIntegers(context, type); });
  }
  for (const FloatBits& bits : kFloats) {
    add("add." + TypeId(bits.type), "1 + 1 = 2 in " + TypeName(bits.type), "floating-point arithmetic is wrong",
        [&bits](Context& context) { return AddsFloats(context, bits); });
  }
  add("multiply.complex", "(1+2i)(3+4i) = -5+10i", "complex arithmetic is wrong", MultipliesComplex);
  add("and.i1", "the truth table of and is right", "logic is wrong", Logic);
  for (const int64_t size : {1, 3, 17, 64, 129}) {
    add("dot." + std::to_string(size),
        "a product of " + std::to_string(size) + " x " + std::to_string(size) + " is exact",
        "matrix products are wrong", [size](Context& context) { return Products(context, size); });
  }
}

}  // namespace cppjrt::conform
