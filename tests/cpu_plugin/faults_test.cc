// Wrong calls and wrong input, each in a process of its own: an error or a right answer, never an end or a hang.
//
// A fault is a function that does what is wrong and says what came of it; the table says how that must begin: "" for
// success, "3: " for INVALID_ARGUMENT and so on. The process ends with 0 if it was so.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/cpu_plugin/raw_plugin.h"

namespace cppjrt::cpu {
namespace {

constexpr int kTimeLimit = 60;  // seconds
constexpr int64_t kHuge = int64_t{1} << 40;

struct World {
  RawPlugin p;
  PJRT_Client* client = p.NewClient();
};

using Dims = std::vector<int64_t>;
using Floats = std::vector<float>;

std::string CompileText(World& w, std::string_view code, std::string_view options = {},
                        std::string_view format = "mlir") {
  return w.p.TryCompile(w.client, code, nullptr, options, format);
}

std::string Execute(World& w, PJRT_LoadedExecutable* executable, const std::vector<PJRT_Buffer*>& arguments) {
  PJRT_Buffer* out = nullptr;
  return w.p.TryExecute(executable, arguments, &out);
}

std::string Uninitialized(World& w, PJRT_Buffer_Type type, const Dims& dims) {
  auto args = Make<PJRT_Client_CreateUninitializedBuffer_Args>();
  args.client = w.client;
  args.shape_element_type = type;
  args.shape_dims = dims.data();
  args.shape_num_dims = dims.size();
  args.device = w.p.Device(w.client);
  return w.p.Try(args);
}

std::string UploadOf(World& w, PJRT_Buffer_Type type, const Dims& dims) {
  const Floats values(16);
  auto args = w.p.UploadArgs(w.client, type, dims, values.data());
  return w.p.TryUpload(args);
}

std::string AsyncTransfer(World& w, PJRT_Buffer_Type type, const Dims& dims) {
  auto spec = Make<PJRT_ShapeSpec>();
  spec.dims = dims.data();
  spec.num_dims = dims.size();
  spec.element_type = type;
  auto args = Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
  args.client = w.client;
  args.shape_specs = &spec;
  args.num_shape_specs = 1;
  return w.p.Try(args);
}

std::string ErrorBuffer(World& w, PJRT_Buffer_Type type) {
  auto args = Make<PJRT_Client_CreateErrorBuffer_Args>();
  args.client = w.client;
  args.error_code = PJRT_Error_Code_INTERNAL;
  args.shape_element_type = type;
  return w.p.Try(args);
}

std::string Option(World& w, PJRT_NamedValue_Type type, std::string_view name, int64_t number) {
  auto value = Make<PJRT_NamedValue>();
  value.name = name.data();
  value.name_size = name.size();
  value.type = type;
  value.int64_value = number;
  value.value_size = 1;
  if (type == PJRT_NamedValue_kString) {
    value.string_value = "4";
  }
  auto args = Make<PJRT_Client_Create_Args>();
  args.create_options = &value;
  args.num_options = 1;
  return w.p.Try(args);
}

// An ExecutableBuildOptionsProto within CompileOptionsProto: num_replicas (field 4) and num_partitions (field 5) as one
// byte.
std::string Counts(int replicas, int partitions) {
  const std::string build = {0x20, static_cast<char>(replicas), 0x28, static_cast<char>(partitions)};
  return std::string("\x1a") + static_cast<char>(build.size()) + build;
}
// num_replicas = -1 takes ten bytes.
std::string MinusOneReplica() { return std::string("\x1a\x0b\x20") + std::string(9, '\xff') + "\x01"; }

std::string Serialized(World& w, PJRT_LoadedExecutable* loaded) {
  auto get = Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = loaded;
  w.p.Must(get);
  auto args = Make<PJRT_Executable_Serialize_Args>();
  args.executable = get.executable;
  w.p.Must(args);
  std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  args.serialized_executable_deleter(args.serialized_executable);
  return bytes;
}
std::string Deserialize(World& w, std::string_view bytes) {
  auto args = Make<PJRT_Executable_DeserializeAndLoad_Args>();
  args.client = w.client;
  args.serialized_executable = bytes.data();
  args.serialized_executable_size = bytes.size();
  return w.p.Try(args);
}

// One f32 operation on scalars, or an s32 one; what it gave, as text.
template <typename T>
std::string Compute(World& w, const std::string& body, const std::string& type, const std::vector<T>& arguments) {
  std::string parameters;
  for (size_t i = 0; i < arguments.size(); ++i) {
    parameters += (i == 0 ? "%a" : ", %a") + std::to_string(i) + ": tensor<" + type + ">";
  }
  PJRT_LoadedExecutable* executable = nullptr;
  const std::string text = w.p.TryCompile(w.client,
                                          "func.func @main(" + parameters + ") -> tensor<" + type + "> {\n" + body +
                                              "\nreturn %r : tensor<" + type + ">\n}",
                                          &executable);
  if (!text.empty()) return text;
  std::vector<PJRT_Buffer*> buffers;
  for (const T& argument : arguments) {
    auto args = w.p.UploadArgs(
        w.client, sizeof(T) == 4 && std::is_integral_v<T> ? PJRT_Buffer_Type_S32 : PJRT_Buffer_Type_F32, {}, &argument);
    if (std::string error = w.p.TryUpload(args); !error.empty()) return error;
    buffers.push_back(args.buffer);
  }
  PJRT_Buffer* out = nullptr;
  if (std::string error = w.p.TryExecute(executable, buffers, &out); !error.empty()) return error;
  T value = {};
  auto copy = Make<PJRT_Buffer_ToHostBuffer_Args>();
  copy.src = out;
  copy.dst = &value;
  copy.dst_size = sizeof value;
  if (std::string error = w.p.Try(copy); !error.empty()) return error;
  if (std::string error = w.p.Await(copy.event); !error.empty()) return error;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  }
  return std::to_string(value);
}
std::string Float(World& w, const std::string& op, std::vector<float> arguments) {
  const std::string operands = arguments.size() == 2 ? "%a0, %a1" : "%a0";
  return Compute<float>(w, "%r = stablehlo." + op + " " + operands + " : tensor<f32>", "f32", arguments);
}
std::string Int(World& w, const std::string& op, int32_t a, int32_t b) {
  return Compute<int32_t>(w, "%r = stablehlo." + op + " %a0, %a1 : tensor<i32>", "i32", {a, b});
}

// Runs `fault` in a fork of this process (which has a client already); what it said, or "hung", "killed".
std::string InChild(const std::function<std::string()>& fault) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    const std::string said = fault();
    static_cast<void>(::write(ends[1], said.data(), said.size()));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said;
  char buffer[256];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<size_t>(n));
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  if (WIFEXITED(status)) return said;
  return WTERMSIG(status) == SIGALRM ? "hung" : "killed";
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInf = std::numeric_limits<float>::infinity();

struct Fault {
  const char* name;
  const char* outcome;  // what the answer must begin with
  std::string (*run)(World&);
};

// clang-format off
const Fault kFaults[] = {
    // --- programs
    {"text_that_is_no_program", "3: ", [](World& w) { return CompileText(w, "module {"); }},
    {"empty_text", "3: ", [](World& w) { return CompileText(w, ""); }},
    {"module_without_main", "3: ", [](World& w) { return CompileText(w, "module {}"); }},
    {"operands_of_two_shapes", "3: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> { %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n return %0 : tensor<2xf32> }"); }},
    {"unknown_op", "3: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = stablehlo.frobnicate %a : tensor<2xf32>\n return %0 : tensor<2xf32> }"); }},
    {"unknown_dialect", "3: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = \"toy.add\"(%a) : (tensor<2xf32>) -> tensor<2xf32>\n return %0 : tensor<2xf32> }"); }},
    {"corrupt_bytecode", "3: ", [](World& w) { return CompileText(w, std::string("ML\xefR\x0dStableHLO_v1.0.0\0\xff\xff\xff\xff", 26)); }},
    {"artifact_too_new", "3: ", [](World& w) { return CompileText(w, std::string("ML\xefR\x0dStableHLO_v99.1.0", 22) + std::string("\0\x01\x02", 3)); }},
    {"format_hlo_text", "3: unknown program format", [](World& w) { return CompileText(w, kAdd, {}, "hlo_text"); }},
    {"format_bogus", "3: unknown program format", [](World& w) { return CompileText(w, kAdd, {}, "bogus"); }},
    {"format_empty", "3: unknown program format", [](World& w) { return CompileText(w, kAdd, {}, ""); }},
    {"null_program", "3: program is null", [](World& w) { auto args = Make<PJRT_Client_Compile_Args>(); args.client = w.client; return w.p.Try(args); }},
    {"null_code", "3: the program's code is null", [](World& w) { auto program = Make<PJRT_Program>(); program.code_size = 5; program.format = "mlir"; program.format_size = 4; auto args = Make<PJRT_Client_Compile_Args>(); args.client = w.client; args.program = &program; return w.p.Try(args); }},
    {"unknown_custom_call", "12: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = stablehlo.custom_call @no_such_target(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> tensor<2xf32>\n return %0 : tensor<2xf32> }"); }},
    {"untyped_custom_call", "12: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = stablehlo.custom_call @no_such_target(%a) : (tensor<2xf32>) -> tensor<2xf32>\n return %0 : tensor<2xf32> }"); }},
    {"recursion", "3: ", [](World& w) { return CompileText(w, "func.func @main(%a: tensor<f32>) -> tensor<f32> { %0 = func.call @main(%a) : (tensor<f32>) -> tensor<f32>\n return %0 : tensor<f32> }"); }},
    {"program_result_of_1_TB", "8: ", [](World& w) {
       PJRT_LoadedExecutable* executable = nullptr;
       std::string text = w.p.TryCompile(w.client, "func.func @main(%a: tensor<f32>) -> tensor<1099511627776xi8> { %0 = stablehlo.convert %a : (tensor<f32>) -> tensor<i8>\n %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i8>) -> tensor<1099511627776xi8>\n return %1 : tensor<1099511627776xi8> }", &executable);
       if (!text.empty()) return text;
       const float one = 1;
       auto args = w.p.UploadArgs(w.client, PJRT_Buffer_Type_F32, {}, &one);
       static_cast<void>(w.p.TryUpload(args));
       PJRT_Buffer* out = nullptr;
       text = w.p.TryExecute(executable, {args.buffer}, &out);
       return text.empty() ? w.p.AwaitReady(out) : text; }},
    {"program_temporaries_of_1_TB", "8: ", [](World& w) {
       PJRT_LoadedExecutable* executable = nullptr;
       std::string text = w.p.TryCompile(w.client, "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %1 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<68719476736x4xf32>\n %2 = \"stablehlo.sort\"(%1) ({\n ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n stablehlo.return %c : tensor<i1>\n }) {dimension = 0 : i64} : (tensor<68719476736x4xf32>) -> tensor<68719476736x4xf32>\n %3 = stablehlo.slice %2 [0:1, 0:4] : (tensor<68719476736x4xf32>) -> tensor<1x4xf32>\n %4 = stablehlo.reshape %3 : (tensor<1x4xf32>) -> tensor<4xf32>\n return %4 : tensor<4xf32> }", &executable);
       if (!text.empty()) return text;
       PJRT_Buffer* out = nullptr;
       text = w.p.TryExecute(executable, {w.p.Upload(w.client, {1, 2, 3, 4})}, &out);
       if (text.empty()) w.p.Read(out, &text);
       return text; }},

    // --- compile options
    {"options_of_garbage", "3: failed to deserialize CompileOptionsProto", [](World& w) { return CompileText(w, kAdd, "garbage"); }},
    {"options_empty", "", [](World& w) { return CompileText(w, kAdd, ""); }},
    {"options_of_an_empty_message", "", [](World& w) { return CompileText(w, kAdd, std::string("\x1a\x00", 2)); }},
    {"replicas_0", "3: num_replicas is 0", [](World& w) { return CompileText(w, kAdd, Counts(0, 1)); }},
    {"replicas_minus_1", "3: num_replicas is -1", [](World& w) { return CompileText(w, kAdd, MinusOneReplica()); }},
    {"replicas_more_than_devices", "3: no matching device", [](World& w) { return CompileText(w, kAdd, Counts(5, 1)); }},
    {"partitions_more_than_devices", "3: no matching device", [](World& w) { return CompileText(w, kAdd, Counts(1, 5)); }},
    {"assignment_of_garbage", "3: failed to deserialize", [](World& w) { return CompileText(w, kAdd, "\x1a\x09\x20\x01\x28\x01\x4a\x03\xff\xff\xff"); }},

    // --- execution
    {"too_few_arguments", "3: execution supplied 1 arguments but the program expected 2", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {w.p.Upload(w.client, {1, 2, 3, 4})}); }},
    {"no_arguments", "3: execution supplied 0", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {}); }},
    {"too_many_arguments", "3: execution supplied 3", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return Execute(w, w.p.Compile(w.client, kAdd), {b, b, b}); }},
    {"argument_smaller", "3: argument 1 is f32[3], the program takes f32[4]", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {w.p.Upload(w.client, {1, 2, 3, 4}), w.p.Upload(w.client, {1, 2, 3})}); }},
    {"argument_larger", "3: argument 1 is f32[5]", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {w.p.Upload(w.client, {1, 2, 3, 4}), w.p.Upload(w.client, {1, 2, 3, 4, 5})}); }},
    {"argument_of_another_rank_and_as_many_bytes", "3: argument 0 is f32[2,2]", [](World& w) { const Floats v(4); const Dims d = {2, 2}; auto args = w.p.UploadArgs(w.client, PJRT_Buffer_Type_F32, d, v.data()); static_cast<void>(w.p.TryUpload(args)); return Execute(w, w.p.Compile(w.client, kAdd), {args.buffer, args.buffer}); }},
    {"argument_of_another_type_and_as_many_bytes", "3: argument 0 is i32[4]", [](World& w) { const Floats v(4); const Dims d = {4}; auto args = w.p.UploadArgs(w.client, PJRT_Buffer_Type_S32, d, v.data()); static_cast<void>(w.p.TryUpload(args)); return Execute(w, w.p.Compile(w.client, kAdd), {args.buffer, args.buffer}); }},
    {"argument_of_another_width", "3: argument 0 is i16[4]", [](World& w) { const Floats v(4); const Dims d = {4}; auto args = w.p.UploadArgs(w.client, PJRT_Buffer_Type_S16, d, v.data()); static_cast<void>(w.p.TryUpload(args)); return Execute(w, w.p.Compile(w.client, kAdd), {args.buffer, args.buffer}); }},
    {"argument_on_another_device", "3: argument 1 is on device cpu:1, the program runs on cpu:0", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {w.p.Upload(w.client, {1, 2, 3, 4}), w.p.Upload(w.client, {1, 2, 3, 4}, 1)}); }},
    {"argument_of_another_client", "3: argument 0 belongs to another client", [](World& w) { PJRT_Client* other = w.p.NewClient(); PJRT_Buffer* b = w.p.Upload(other, {1, 2, 3, 4}); return Execute(w, w.p.Compile(w.client, kAdd), {b, b}); }},
    {"argument_null", "3: argument 1: buffer is null", [](World& w) { return Execute(w, w.p.Compile(w.client, kAdd), {w.p.Upload(w.client, {1, 2, 3, 4}), nullptr}); }},
    {"argument_lists_null", "3: argument_lists is null", [](World& w) { auto o = Make<PJRT_ExecuteOptions>(); auto args = Make<PJRT_LoadedExecutable_Execute_Args>(); args.executable = w.p.Compile(w.client, kAdd); args.options = &o; args.num_devices = 1; args.num_args = 2; return w.p.Try(args); }},
    {"options_null", "3: ", [](World& w) { auto args = Make<PJRT_LoadedExecutable_Execute_Args>(); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); PJRT_Buffer* row[] = {b, b}; PJRT_Buffer* const* rows = row; PJRT_Buffer* out = nullptr; PJRT_Buffer** outs = &out; args.executable = w.p.Compile(w.client, kAdd); args.argument_lists = &rows; args.output_lists = &outs; args.num_devices = 1; args.num_args = 2; return w.p.Try(args); }},
    {"wrong_number_of_rows", "3: num_devices is 2", [](World& w) { auto o = Make<PJRT_ExecuteOptions>(); auto args = Make<PJRT_LoadedExecutable_Execute_Args>(); args.executable = w.p.Compile(w.client, kAdd); args.options = &o; args.num_devices = 2; return w.p.Try(args); }},
    {"deleted_argument", "3: argument 0: the buffer was deleted", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); return Execute(w, w.p.Compile(w.client, kAdd), {b, b}); }},
    {"destroyed_argument", "3: argument 0: buffer was destroyed before", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); static_cast<void>(w.p.Destroy(b)); return Execute(w, w.p.Compile(w.client, kAdd), {b, b}); }},
    {"deleted_executable", "9: the executable was deleted", [](World& w) { auto* e = w.p.Compile(w.client, kAdd); auto del = Make<PJRT_LoadedExecutable_Delete_Args>(); del.executable = e; w.p.Must(del); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return Execute(w, e, {b, b}); }},
    {"destroyed_executable", "3: executable was destroyed before", [](World& w) { auto* e = w.p.Compile(w.client, kAdd); auto d = Make<PJRT_LoadedExecutable_Destroy_Args>(); d.executable = e; w.p.Must(d); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return Execute(w, e, {b, b}); }},
    {"donated_twice_in_one_call", "3: arguments 0 and 1 are the same buffer", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return Execute(w, w.p.Compile(w.client, kDonatingAdd), {b, b}); }},
    {"donated_again_later", "3: argument 0: the buffer was deleted or donated", [](World& w) { auto* e = w.p.Compile(w.client, kDonatingAdd); PJRT_Buffer* a = w.p.Upload(w.client, {1, 2, 3, 4}); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); static_cast<void>(Execute(w, e, {a, b})); return Execute(w, e, {a, b}); }},
    {"donated_then_read", "3: the buffer was deleted or donated", [](World& w) { auto* e = w.p.Compile(w.client, kDonatingAdd); PJRT_Buffer* a = w.p.Upload(w.client, {1, 2, 3, 4}); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); static_cast<void>(Execute(w, e, {a, b})); std::string text; w.p.Read(a, &text); return text; }},
    {"refused_donation_keeps_the_buffer", "", [](World& w) { auto* e = w.p.Compile(w.client, kDonatingAdd); PJRT_Buffer* a = w.p.Upload(w.client, {1, 2, 3, 4}); static_cast<void>(Execute(w, e, {a, w.p.Upload(w.client, {1})})); std::string text; w.p.Read(a, &text); return text; }},

    // --- deleted and destroyed buffers
    {"deleted_read", "3: the buffer was deleted", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); std::string text; w.p.Read(b, &text); return text; }},
    {"deleted_tells_its_size", "", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); auto size = Make<PJRT_Buffer_OnDeviceSizeInBytes_Args>(); size.buffer = b; return w.p.Try(size); }},
    {"deleted_again", "", [](World& w) { auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = w.p.Upload(w.client, {1}); w.p.Must(del); return w.p.Try(del); }},
    {"deleted_pointer", "3: ", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); auto args = Make<PJRT_Buffer_UnsafePointer_Args>(); args.buffer = b; return w.p.Try(args); }},
    {"deleted_copy", "3: ", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); auto args = Make<PJRT_Buffer_CopyToDevice_Args>(); args.buffer = b; args.dst_device = w.p.Device(w.client, 1); return w.p.Try(args); }},
    {"deleted_bitcast", "3: ", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); const int64_t d = 1; auto args = Make<PJRT_Buffer_Bitcast_Args>(); args.buffer = b; args.element_type = PJRT_Buffer_Type_S32; args.dims = &d; args.num_dims = 1; return w.p.Try(args); }},
    {"deleted_ready_event", "3: ", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); auto del = Make<PJRT_Buffer_Delete_Args>(); del.buffer = b; w.p.Must(del); auto args = Make<PJRT_Buffer_ReadyEvent_Args>(); args.buffer = b; return w.p.Try(args); }},
    {"destroyed_twice", "3: buffer was destroyed before", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); static_cast<void>(w.p.Destroy(b)); return w.p.Destroy(b); }},
    {"destroyed_read", "3: buffer was destroyed before", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); static_cast<void>(w.p.Destroy(b)); std::string text; w.p.Read(b, &text); return text; }},

    // --- after the client
    {"execute_after_client", "9: the client", [](World& w) { auto* e = w.p.Compile(w.client, kAdd); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); static_cast<void>(w.p.Destroy(w.client)); return Execute(w, e, {b, b}); }},
    {"read_after_client", "9: the client", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); static_cast<void>(w.p.Destroy(w.client)); std::string text; w.p.Read(b, &text); return text; }},
    {"device_after_client", "9: the client", [](World& w) { PJRT_Device* d = w.p.Device(w.client); static_cast<void>(w.p.Destroy(w.client)); auto args = Make<PJRT_Device_GetDescription_Args>(); args.device = d; return w.p.Try(args); }},
    {"destroy_buffer_after_client", "", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1}); static_cast<void>(w.p.Destroy(w.client)); return w.p.Destroy(b); }},
    {"destroy_executable_after_client", "", [](World& w) { auto d = Make<PJRT_LoadedExecutable_Destroy_Args>(); d.executable = w.p.Compile(w.client, kAdd); static_cast<void>(w.p.Destroy(w.client)); return w.p.Try(d); }},
    {"client_destroyed_twice", "9: the client was destroyed before", [](World& w) { static_cast<void>(w.p.Destroy(w.client)); return w.p.Destroy(w.client); }},
    {"client_null", "3: client is null", [](World& w) { return w.p.Destroy(static_cast<PJRT_Client*>(nullptr)); }},
    {"exit_without_closing", "", [](World& w) { w.p.Upload(w.client, {1}); w.p.Compile(w.client, kAdd); return std::string(); }},
    {"a_hundred_clients", "", [](World& w) { for (int i = 0; i < 100; ++i) { if (std::string t = w.p.Destroy(w.p.NewClient()); !t.empty()) return t; } return std::string(); }},

    // --- serialized executables
    {"serialized_empty", "3: the bytes are no serialized executable", [](World& w) { return Deserialize(w, ""); }},
    {"serialized_garbage", "3: the bytes are no serialized executable", [](World& w) { return Deserialize(w, "garbage"); }},
    {"serialized_truncated", "15: ", [](World& w) { const std::string s = Serialized(w, w.p.Compile(w.client, kAdd)); return Deserialize(w, std::string_view(s).substr(0, s.size() / 2)); }},
    {"serialized_newer", "3: the serialized executable has format version", [](World& w) { std::string s = Serialized(w, w.p.Compile(w.client, kAdd)); s[18] = 99; return Deserialize(w, s); }},
    {"serialized_bits_flipped", "", [](World& w) {
       const std::string good = Serialized(w, w.p.Compile(w.client, kAdd));
       for (size_t bit = 0; bit < good.size() * 8; bit += 7) {
         std::string bad = good;
         bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
         if (Deserialize(w, bad).empty()) return "loaded with bit " + std::to_string(bit) + " flipped";
       }
       return std::string(); }},

    // --- sizes and types
    {"buffer_of_1_TB", "8: out of memory", [](World& w) { return Uninitialized(w, PJRT_Buffer_Type_S8, {kHuge}); }},
    {"buffers_until_the_limit", "8: out of memory", [](World& w) { for (int i = 0; i < 100000; ++i) { if (std::string t = Uninitialized(w, PJRT_Buffer_Type_S8, {int64_t{1} << 32}); !t.empty()) return t; } return std::string("no limit"); }},
    {"dims_that_overflow_uninitialized", "3: ", [](World& w) { return Uninitialized(w, PJRT_Buffer_Type_F32, {kHuge, kHuge}); }},
    {"dims_that_overflow_transfer", "3: ", [](World& w) { return AsyncTransfer(w, PJRT_Buffer_Type_F32, {kHuge, kHuge}); }},
    {"dims_that_overflow_upload", "3: ", [](World& w) { return UploadOf(w, PJRT_Buffer_Type_F32, {kHuge, kHuge}); }},
    {"dim_negative_uninitialized", "3: dimension -1 is negative", [](World& w) { return Uninitialized(w, PJRT_Buffer_Type_F32, {-1}); }},
    {"dim_negative_transfer", "3: dimension -1 is negative", [](World& w) { return AsyncTransfer(w, PJRT_Buffer_Type_F32, {-1}); }},
    {"dim_negative_upload", "3: dimension -1 is negative", [](World& w) { return UploadOf(w, PJRT_Buffer_Type_F32, {-1}); }},
    {"element_type_0_upload", "3: element type 0", [](World& w) { return UploadOf(w, PJRT_Buffer_Type_INVALID, {1}); }},
    {"element_type_0_uninitialized", "3: element type 0", [](World& w) { return Uninitialized(w, PJRT_Buffer_Type_INVALID, {1}); }},
    {"element_type_0_transfer", "3: element type 0", [](World& w) { return AsyncTransfer(w, PJRT_Buffer_Type_INVALID, {1}); }},
    {"element_type_0_error_buffer", "3: element type 0", [](World& w) { return ErrorBuffer(w, PJRT_Buffer_Type_INVALID); }},
    {"element_type_999_upload", "3: element type 999", [](World& w) { return UploadOf(w, static_cast<PJRT_Buffer_Type>(999), {1}); }},
    {"element_type_999_uninitialized", "3: element type 999", [](World& w) { return Uninitialized(w, static_cast<PJRT_Buffer_Type>(999), {1}); }},
    {"element_type_999_transfer", "3: element type 999", [](World& w) { return AsyncTransfer(w, static_cast<PJRT_Buffer_Type>(999), {1}); }},
    {"element_type_999_error_buffer", "3: element type 999", [](World& w) { return ErrorBuffer(w, static_cast<PJRT_Buffer_Type>(999)); }},
    {"element_type_token", "3: element type 23", [](World& w) { return UploadOf(w, PJRT_Buffer_Type_TOKEN, {1}); }},
    {"destination_too_small", "3: dst has room for 8 bytes, f32[4] needs 16", [](World& w) { Floats dst(2); auto args = Make<PJRT_Buffer_ToHostBuffer_Args>(); args.src = w.p.Upload(w.client, {1, 2, 3, 4}); args.dst = dst.data(); args.dst_size = 8; return w.p.Try(args); }},
    {"raw_read_out_of_range", "3: 8 bytes at offset 12", [](World& w) { Floats dst(2); auto args = Make<PJRT_Buffer_CopyRawToHost_Args>(); args.buffer = w.p.Upload(w.client, {1, 2, 3, 4}); args.dst = dst.data(); args.offset = 12; args.transfer_size = 8; return w.p.Try(args); }},
    {"raw_read_negative_offset", "3: 4 bytes at offset -4", [](World& w) { Floats dst(2); auto args = Make<PJRT_Buffer_CopyRawToHost_Args>(); args.buffer = w.p.Upload(w.client, {1, 2, 3, 4}); args.dst = dst.data(); args.offset = -4; args.transfer_size = 4; return w.p.Try(args); }},
    {"raw_read_overflow", "3: ", [](World& w) { Floats dst(2); auto args = Make<PJRT_Buffer_CopyRawToHost_Args>(); args.buffer = w.p.Upload(w.client, {1}); args.dst = dst.data(); args.offset = 4; args.transfer_size = std::numeric_limits<int64_t>::max(); return w.p.Try(args); }},
    {"bitcast_to_another_size", "3: ui8[7] has 7 bytes, f32[2] has 8", [](World& w) { const int64_t d = 7; auto args = Make<PJRT_Buffer_Bitcast_Args>(); args.buffer = w.p.Upload(w.client, {1, 2}); args.element_type = PJRT_Buffer_Type_U8; args.dims = &d; args.num_dims = 1; return w.p.Try(args); }},
    {"unknown_device_id", "3: no matching device found for device_id 77", [](World& w) { auto args = Make<PJRT_Client_LookupDevice_Args>(); args.client = w.client; args.id = 77; return w.p.Try(args); }},
    {"copy_to_a_device_that_is_none_of_ours", "3: device is none of the client's", [](World& w) { PJRT_Client* other = w.p.NewClient(); auto args = Make<PJRT_Buffer_CopyToDevice_Args>(); args.buffer = w.p.Upload(w.client, {1}); args.dst_device = w.p.Device(other); return w.p.Try(args); }},
    {"copy_to_null", "3: dst_device is null", [](World& w) { auto args = Make<PJRT_Buffer_CopyToDevice_Args>(); args.buffer = w.p.Upload(w.client, {1}); return w.p.Try(args); }},
    {"upload_null_data", "3: data is null", [](World& w) { const Dims d = {4}; auto args = w.p.UploadArgs(w.client, PJRT_Buffer_Type_F32, d, nullptr); return w.p.TryUpload(args); }},

    // --- create options
    {"devices_minus_1", "3: option cpu_device_count is -1", [](World& w) { return Option(w, PJRT_NamedValue_kInt64, "cpu_device_count", -1); }},
    {"devices_0", "", [](World& w) { return Option(w, PJRT_NamedValue_kInt64, "cpu_device_count", 0); }},
    {"devices_as_text", "3: option cpu_device_count is a string", [](World& w) { return Option(w, PJRT_NamedValue_kString, "cpu_device_count", 0); }},
    {"option_unknown", "3: unknown create option 'foo'; known are", [](World& w) { return Option(w, PJRT_NamedValue_kInt64, "foo", 1); }},
    {"options_null_list", "3: create_options is null", [](World& w) { auto args = Make<PJRT_Client_Create_Args>(); args.num_options = 3; return w.p.Try(args); }},
    {"xla_flags_unknown", "", [](World& w) { ::setenv("XLA_FLAGS", "--no_such_flag", 1); static_cast<void>(w.p.NewClient()); return std::string(); }},

    // --- struct sizes
    {"struct_size_0", "3: PJRT_Client_PlatformName_Args has struct_size 0", [](World& w) { auto args = Make<PJRT_Client_PlatformName_Args>(); args.client = w.client; args.struct_size = 0; return w.p.Try(args); }},
    {"struct_size_16", "3: PJRT_Client_Create_Args has struct_size 16", [](World& w) { auto args = Make<PJRT_Client_Create_Args>(); args.struct_size = 16; return w.p.Try(args); }},
    {"struct_size_4096", "", [](World& w) { struct { PJRT_Client_PlatformName_Args args; char more[4096]; } big = {}; big.args.struct_size = sizeof big; big.args.client = w.client; return w.p.Try(big.args); }},
    {"args_null", "3: the argument struct is null", [](World& w) { return w.p.Text(w.p.api().PJRT_Client_PlatformName(nullptr)); }},
    {"execute_options_short", "3: PJRT_ExecuteOptions has struct_size 16", [](World& w) { auto o = Make<PJRT_ExecuteOptions>(); o.struct_size = 16; PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); PJRT_Buffer* out = nullptr; return w.p.TryExecute(w.p.Compile(w.client, kAdd), {b, b}, &out, nullptr, &o); }},

    // --- events
    {"event_set_twice", "9: the event was set before", [](World& w) { auto made = Make<PJRT_Event_Create_Args>(); w.p.Must(made); auto set = Make<PJRT_Event_Set_Args>(); set.event = made.event; w.p.Must(set); return w.p.Try(set); }},
    {"event_error_while_pending", "9: the event is not ready", [](World& w) { auto made = Make<PJRT_Event_Create_Args>(); w.p.Must(made); auto args = Make<PJRT_Event_Error_Args>(); args.event = made.event; return w.p.Try(args); }},
    {"event_destroyed_while_pending", "1: ", [](World& w) {
       auto made = Make<PJRT_Event_Create_Args>();
       w.p.Must(made);
       struct Told { World* world; std::string text; } told = {&w, ""};
       auto on = Make<PJRT_Event_OnReady_Args>();
       on.event = made.event;
       on.user_arg = &told;
       on.callback = [](PJRT_Error* error, void* arg) { auto* t = static_cast<Told*>(arg); t->text = t->world->p.Text(error); };
       w.p.Must(on);
       static_cast<void>(w.p.Destroy(made.event));
       return told.text; }},
    {"event_null", "3: event is null", [](World& w) { auto args = Make<PJRT_Event_Await_Args>(); return w.p.Try(args); }},
    {"event_destroyed_twice", "3: event was destroyed before", [](World& w) { auto made = Make<PJRT_Event_Create_Args>(); w.p.Must(made); static_cast<void>(w.p.Destroy(made.event)); return w.p.Destroy(made.event); }},

    // --- numbers
    {"inf_plus_1", "inf", [](World& w) { return Float(w, "add", {kInf, 1}); }},
    {"nan_plus_1", "nan", [](World& w) { return Float(w, "add", {kNan, 1}); }},
    {"inf_minus_inf", "nan", [](World& w) { return Float(w, "subtract", {kInf, kInf}); }},
    {"minus_0_plus_0", "0.0", [](World& w) { return Float(w, "add", {-0.0F, 0.0F}); }},
    {"max_of_nan", "nan", [](World& w) { return Float(w, "maximum", {1, kNan}); }},
    {"log_0", "-inf", [](World& w) { return Float(w, "log", {0}); }},
    {"log_minus_1", "nan", [](World& w) { return Float(w, "log", {-1}); }},
    {"minus_1_by_0", "-inf", [](World& w) { return Float(w, "divide", {-1, 0}); }},
    {"0_by_0", "nan", [](World& w) { return Float(w, "divide", {0, 0}); }},
    {"int_7_by_0", "-1", [](World& w) { return Int(w, "divide", 7, 0); }},
    {"int_min_by_minus_1", "-2147483648", [](World& w) { return Int(w, "divide", std::numeric_limits<int32_t>::min(), -1); }},
    {"int_7_mod_0", "7", [](World& w) { return Int(w, "remainder", 7, 0); }},
    {"int_min_mod_minus_1", "0", [](World& w) { return Int(w, "remainder", std::numeric_limits<int32_t>::min(), -1); }},

    // --- many at once
    {"a_thousand_threads", "", [](World& w) {
       auto* e = w.p.Compile(w.client, kAdd);
       PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4});
       std::atomic<int> wrong = 0;
       std::vector<std::thread> threads;
       for (int i = 0; i < 1000; ++i) threads.emplace_back([&] {
         PJRT_Buffer* out = nullptr;
         if (!w.p.TryExecute(e, {b, b}, &out).empty() || w.p.Read(out) != Floats{2, 4, 6, 8}) ++wrong;
       });
       for (std::thread& t : threads) t.join();
       return wrong == 0 ? std::string() : std::to_string(wrong) + " were wrong"; }},
    {"a_thousand_unawaited", "", [](World& w) {
       auto* e = w.p.Compile(w.client, kAdd);
       PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4});
       std::vector<PJRT_Buffer*> outs(1000);
       for (PJRT_Buffer*& out : outs) { if (std::string t = w.p.TryExecute(e, {b, b}, &out); !t.empty()) return t; }
       for (PJRT_Buffer* out : outs) { if (w.p.Read(out) != Floats{2, 4, 6, 8}) return std::string("wrong"); }
       return std::string(); }},
    {"two_clients", "", [](World& w) { PJRT_Client* other = w.p.NewClient(); auto* e = w.p.Compile(other, kAdd); PJRT_Buffer* b = w.p.Upload(other, {1, 2, 3, 4}); return Execute(w, e, {b, b}); }},
    {"a_chain_of_2000_ops", "", [](World& w) {
       std::string text = "func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n";
       for (int i = 0; i < 2000; ++i) text += "%v" + std::to_string(i + 1) + " = stablehlo.negate %v" + std::to_string(i) + " : tensor<4xf32>\n";
       return CompileText(w, text + "return %v2000 : tensor<4xf32> }"); }},

    // --- fork
    {"fork_and_execute_in_the_child", "9: the client was made in the parent process", [](World& w) { auto* e = w.p.Compile(w.client, kAdd); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return InChild([&] { return Execute(w, e, {b, b}); }); }},
    {"fork_and_destroy_in_the_child", "", [](World& w) { PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); return InChild([&] { return w.p.Destroy(b) + w.p.Destroy(w.client); }); }},
    {"fork_and_make_a_client_in_the_child", "", [](World& w) {
       w.p.Compile(w.client, kAdd);
       return InChild([&] {
         World own;
         own.client = w.p.NewClient();
         PJRT_Buffer* b = own.p.Upload(own.client, {1, 2, 3, 4});
         return Execute(own, own.p.Compile(own.client, kAdd), {b, b});
       }); }},
    {"fork_leaves_the_parent_alone", "", [](World& w) { auto* e = w.p.Compile(w.client, kAdd); PJRT_Buffer* b = w.p.Upload(w.client, {1, 2, 3, 4}); InChild([] { return std::string(); }); return Execute(w, e, {b, b}); }},
};
// clang-format on

class FaultsTest : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultsTest, IsAnErrorOrRightAndNothingEnds) {
  const Fault& fault = GetParam();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(kTimeLimit);
    World world;
    const std::string said = fault.run(world);
    static_cast<void>(::write(ends[1], said.data(), said.size()));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<size_t>(n));
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  ASSERT_TRUE(WIFEXITED(status)) << (WTERMSIG(status) == SIGALRM
                                         ? "hung"
                                         : "ended by signal " + std::to_string(WTERMSIG(status)));
  const std::string outcome = fault.outcome;
  if (outcome.empty()) {
    EXPECT_EQ(said, "");
  } else {
    EXPECT_TRUE(said.starts_with(outcome)) << "expected " << outcome << "\n     got " << said;
  }
}

std::string NameOf(const ::testing::TestParamInfo<Fault>& fault) { return fault.param.name; }
INSTANTIATE_TEST_SUITE_P(Faults, FaultsTest, ::testing::ValuesIn(kFaults), NameOf);

}  // namespace
}  // namespace cppjrt::cpu
