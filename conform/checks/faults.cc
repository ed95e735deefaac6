// faults: programs, options, types and sizes that are wrong. The answer is an error; the end of the process never is.
#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// --- programs

Status BadProgram(Context& context, std::string_view program, std::string_view format) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const std::string options, pjrt::CompileOptions().Serialize());
  const Status status = session.CompileBytes(program, options, format).status();
  context.Evidence(status.ToString().substr(0, 300));
  if (status.code() == StatusCode::kUnimplemented) return Status();  // also a refusal
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("the program", status));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {F32({4}, {1, 2, 3, 4})}));
  return Same(result, F32({4}, {-1, -2, -3, -4}));
}

struct ProgramCase {
  const char* id;
  const char* title;
  std::string program;
  const char* format = "mlir";
};

std::vector<ProgramCase> ProgramCases() {
  const std::string head = "func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n";
  return {
      {"empty", "a program without text", ""},
      {"no_mlir", "text that is no MLIR", "this is no program"},
      {"no_main", "a module without main", "module { func.func @other() { return } func.func @another() { return } }"},
      {"unknown_op", "an operation that does not exist",
       head + "%0 = stablehlo.frobnicate %a : tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}"},
      {"unknown_dialect", "an operation of an unknown dialect",
       head + "%0 = \"elsewhere.op\"(%a) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}"},
      {"shape_mismatch", "operands of different shapes",
       "func.func public @main(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {\n%0 = \"stablehlo.add\"(%a, "
       "%b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}"},
      {"undefined_value", "a value that nothing defines", head + "return %nothing : tensor<4xf32>\n}"},
      {"wrong_return", "a result of another type than declared",
       "func.func public @main(%a: tensor<4xf32>) -> tensor<4xi32> {\nreturn %a : tensor<4xf32>\n}"},
      {"truncated", "a text that ends in the middle", head + "%0 = stablehlo.add %a"},
      {"bytecode_garbage", "bytes that begin as MLIR bytecode",
       "ML\xefR\x0d StableHLO_v1.0.0 and then nothing that makes sense \x01\x02\x03"},
      {"bytecode_short", "the first bytes of MLIR bytecode", "ML\xefR"},
      {"zero_bytes", "a text with zero bytes", std::string("module {\0\0\0}", 12)},
      {"format_unknown", "a program in an unknown format", kNegate, "klingon"},
      {"format_empty", "a program without a format", kNegate, ""},
      {"hlo_garbage", "bytes that are no HLO module", "\xff\xff\xff\xff no hlo", "hlo"},
  };
}

// --- options

Status BadOptions(Context& context, std::string_view options) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  return ExpectAnyError("the options", session.CompileBytes(kNegate, options).status());
}

// Field 3 (executable_build_options) of CompileOptionsProto with num_replicas (4) and num_partitions (5).
std::string OptionsWith(int64_t replicas, int64_t partitions) {
  const auto varint = [](std::string& bytes, uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
  };
  std::string inner, outer;
  inner += '\x20';
  varint(inner, static_cast<uint64_t>(replicas));
  inner += '\x28';
  varint(inner, static_cast<uint64_t>(partitions));
  outer += '\x1a';
  varint(outer, inner.size());
  return outer + inner;
}

// --- buffers

enum class Maker { kUpload, kUninitialized, kTransfer, kError };
constexpr const char* kMakerNames[] = {"upload", "uninitialized", "transfer", "error_buffer"};

Status MakeBuffer(const Session& session, Maker maker, PJRT_Buffer_Type type, const std::vector<int64_t>& dims) {
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const memory, session.DefaultMemory(device));
  static char data[64];
  if (maker == Maker::kUpload) {
    auto args = session.api().Make<PJRT_Client_BufferFromHostBuffer_Args>();
    args.client = session.client();
    args.data = data;
    args.type = type;
    args.dims = dims.data();
    args.num_dims = dims.size();
    args.device = device;
    return session.Upload(args).status();
  }
  if (maker == Maker::kUninitialized) {
    auto args = session.api().Make<PJRT_Client_CreateUninitializedBuffer_Args>();
    args.client = session.client();
    args.shape_dims = dims.data();
    args.shape_num_dims = dims.size();
    args.shape_element_type = type;
    args.device = device;
    const Status status = session.api().Call(args);
    BufferHandle(session.api(), args.buffer);
    return status;
  }
  if (maker == Maker::kError) {
    auto args = session.api().Make<PJRT_Client_CreateErrorBuffer_Args>();
    args.client = session.client();
    args.error_code = PJRT_Error_Code_INTERNAL;
    args.error_message = "boom";
    args.error_message_size = 4;
    args.shape_dims = dims.data();
    args.shape_num_dims = dims.size();
    args.shape_element_type = type;
    args.memory = memory;
    const Status status = session.api().Call(args);
    BufferHandle(session.api(), args.buffer);
    return status;
  }
  PJRT_ShapeSpec spec = {};
  spec.struct_size = pjrt::abi::StructSize<PJRT_ShapeSpec>(session.api().sent_minor());
  spec.dims = dims.data();
  spec.num_dims = dims.size();
  spec.element_type = type;
  auto args = session.api().Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
  args.client = session.client();
  args.shape_specs = &spec;
  args.num_shape_specs = 1;
  args.memory = memory;
  const Status status = session.api().Call(args);
  ManagerHandle(session.api(), args.transfer_manager);
  return status;
}

Status BadBuffer(Context& context, Maker maker, int type, const std::vector<int64_t>& dims) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Status status = MakeBuffer(session, maker, static_cast<PJRT_Buffer_Type>(type), dims);
  context.Evidence(status.ToString().substr(0, 300));
  return ExpectAnyError("the buffer", status);
}

// 2^40 bytes: more than there is, so an error that says so, before anything is written.
Status TooLarge(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Status status = MakeBuffer(session, Maker::kUninitialized, PJRT_Buffer_Type_F32, {int64_t{1} << 38});
  context.Evidence(status.ToString().substr(0, 300));
  return ExpectError("a buffer of 2^40 bytes", status, {StatusCode::kResourceExhausted, StatusCode::kInvalidArgument});
}

Status TooLargeResult(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  constexpr char kProgram[] = R"(func.func public @main(%a: tensor<f32>) -> tensor<274877906944xf32> {
    %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<274877906944xf32>
    return %0 : tensor<274877906944xf32>
  })";
  const auto loaded = session.Compile(kProgram);
  if (!loaded.ok()) return ExpectAnyError("a program with a result of 2^40 bytes", loaded.status());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({}, {1})));
  Status status = session.Run(*loaded, {a.get()}).status();
  context.Evidence(status.ToString().substr(0, 300));
  return ExpectAnyError("a run with a result of 2^40 bytes", status);
}

// --- null pointers where the header leaves them undefined

Status NullArgument(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  return ExpectAnyError("a null argument", session.Run(negate, {nullptr}).status());
}

Status NullClient(Context& context) {
  auto args = context.api().Make<PJRT_Client_PlatformName_Args>();
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  return ExpectAnyError("a null client", context.api().Call(args));
}

Status NullData(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = F32({4}, {1, 2, 3, 4});
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(values));
  args.data = nullptr;
  return ExpectAnyError("an upload from null", session.Upload(args).status());
}

// --- values that arithmetic must survive

Status IntegerDivision(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  constexpr int32_t kMin = -2147483647 - 1;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle divide, session.Compile(BinaryProgram("divide", "tensor<4xi32>")));
  CPPJRT_ASSIGN_OR_RETURN(const Array result,
                          session.RunOne(divide, {S32({4}, {7, kMin, 7, -7}), S32({4}, {0, -1, 2, 2})}));
  context.Evidence(ValuesText(result));
  const std::vector<int32_t> values = result.Values<int32_t>();
  // Division by zero is implementation-defined, but it is a value; the last two are not.
  return ExpectEqual("7 / 2 and -7 / 2", std::vector<int32_t>(values.begin() + 2, values.end()),
                     std::vector<int32_t>{3, -3});
}

Status ClampedSlice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  constexpr char kProgram[] = R"(func.func public @main(%a: tensor<4xf32>, %i: tensor<i32>) -> tensor<2xf32> {
    %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  })";
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle slice, session.Compile(kProgram));
  const struct {
    int32_t index;
    std::vector<float> expected;
  } kCases[] = {{-5, {1, 2}}, {1, {2, 3}}, {3, {3, 4}}, {100, {3, 4}}};
  for (const auto& one : kCases) {
    CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(slice, {F32({4}, {1, 2, 3, 4}), S32({}, {one.index})}));
    CPPJRT_RETURN_IF_ERROR(Same(result, F32({2}, one.expected)));
  }
  return Status();
}

Status ErrorCodesAreSpecific(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Status status = session.Compile("this is no program").status();
  context.Evidence(status.ToString().substr(0, 300));
  return ExpectError("a program that does not parse", status, {StatusCode::kInvalidArgument});
}

}  // namespace

void AddFaultChecks(Registry& registry) {
  const Area add(registry, "faults", /*alone=*/true);
  static const std::vector<ProgramCase>* const cases = new std::vector<ProgramCase>(ProgramCases());
  for (const ProgramCase& one : *cases) {
    add(std::string("program.") + one.id, std::string(one.title) + " is an error, and the client goes on",
        "a wrong program ends the process of its user", "PJRT_Client_Compile",
        [&one](Context& context) { return BadProgram(context, one.program, one.format); });
  }
  constexpr char kOptions[] = "PJRT_Client_Compile: compile_options";
  add("options.garbage", "options that are no message are an error", "a wrong option ends the process of its user",
      kOptions, [](Context& context) { return BadOptions(context, "\xff\xff\xff\xff\xff"); });
  add(
      "options.zero_replicas", "a program of zero replicas is an error", "a wrong option ends the process of its user",
      kOptions, [](Context& context) { return BadOptions(context, OptionsWith(0, 1)); }, Level::kAdvised);
  add(
      "options.negative_replicas", "a program of -1 replicas is an error",
      "a wrong option ends the process of its user", kOptions,
      [](Context& context) { return BadOptions(context, OptionsWith(-1, 1)); }, Level::kAdvised);
  add(
      "options.zero_partitions", "a program of zero partitions is an error",
      "a wrong option ends the process of its user", kOptions,
      [](Context& context) { return BadOptions(context, OptionsWith(1, 0)); }, Level::kAdvised);
  const struct {
    const char* id;
    const char* title;
    int type;
    std::vector<int64_t> dims;
  } kBuffers[] = {
      {"type_invalid", "a buffer of the type INVALID", 0, {4}},
      {"type_token", "a buffer of the type TOKEN", 23, {4}},
      {"type_999", "a buffer of the type 999", 999, {4}},
      {"negative_dim", "a buffer with a negative dimension", PJRT_Buffer_Type_F32, {-4}},
      {"overflow", "a buffer whose size overflows", PJRT_Buffer_Type_F32, {int64_t{1} << 40, int64_t{1} << 40}},
  };
  for (const auto& one : kBuffers) {
    for (const Maker maker : {Maker::kUpload, Maker::kUninitialized, Maker::kTransfer, Maker::kError}) {
      // Reading that much host memory would be the caller's fault.
      if (maker == Maker::kUpload && std::string_view(one.id) == "overflow") continue;
      const char* const name = kMakerNames[static_cast<size_t>(maker)];
      add(
          std::string("buffer.") + one.id + "." + name, std::string(one.title) + " is an error (" + name + ")",
          "a wrong shape or type ends the process of its user", "pjrt_c_api.h: functions that make buffers",
          [maker, type = one.type, dims = one.dims](Context& context) { return BadBuffer(context, maker, type, dims); },
          Level::kAdvised);
    }
  }
  add("memory.too_large", "a buffer of 2^40 bytes is an error", "an allocation that fails ends the process of its user",
      "PJRT_Client_CreateUninitializedBuffer", TooLarge);
  add("memory.too_large_result", "a result of 2^40 bytes is an error",
      "an allocation that fails ends the process of its user", "PJRT_LoadedExecutable_Execute", TooLargeResult);
  add("null.argument", "a null argument is an error", "a mistake ends the process of its user",
      "PJRT_LoadedExecutable_Execute", NullArgument, Level::kAdvised);
  add("null.client", "a null client is an error", "a mistake ends the process of its user", "PJRT_Client_PlatformName",
      NullClient, Level::kAdvised);
  add("null.data", "an upload from null is an error", "a mistake ends the process of its user",
      "PJRT_Client_BufferFromHostBuffer", NullData, Level::kAdvised);
  add("values.integer_division", "division by zero and of the smallest number does not end the process",
      "data ends the process of its user", "StableHLO specification: divide", IntegerDivision);
  add("values.clamped_slice", "slices outside of the array are moved into it", "foreign memory is read",
      "StableHLO specification: dynamic_slice", ClampedSlice);
  add("codes.parse", "a program that does not parse gives INVALID_ARGUMENT",
      "clients cannot tell a wrong program from a broken plugin", "PJRT_Error_GetCode", ErrorCodesAreSpecific,
      Level::kAdvised);
}

}  // namespace cppjrt::conform
