// ffi: custom calls. Handlers are registered through the client library, which writes call frames down once; what is about
// the registration itself uses the extension directly.
#include <atomic>
#include <cstdlib>

#include "conform/checks/areas.h"
#include "conform/checks/ffi_setup.h"
#include "conform/checks/programs.h"
#include "pjrt/abi/pjrt_c_api_ffi_extension.h"
#include "pjrt/abi/xla_ffi_c_api.h"

namespace cppjrt::conform {
namespace {

// --- handlers of our own, without anything between them and the plugin

struct Observed {
  std::atomic<int> metadata = 0;
  std::atomic<int> executions = 0;
  std::atomic<int> stage = -1;
  std::atomic<int> plugin_minor = -1;
  std::atomic<int> type = -1;
  std::atomic<int64_t> elements = -1;
  std::string attributes;
};
Observed g_seen;
std::atomic<int> g_claimed_minor = 0;  // of the FFI, in the metadata of handlers

// Answers a request for metadata; true if this was one.
bool AnswerMetadata(XLA_FFI_CallFrame* frame) {
  const XLA_FFI_Extension_Base* extension = frame->extension_start;
  if (extension == nullptr || extension->type != XLA_FFI_Extension_Metadata) return false;
  ++g_seen.metadata;
  if (frame->api != nullptr) g_seen.plugin_minor = frame->api->api_version.minor_version;
  XLA_FFI_Metadata* metadata = reinterpret_cast<const XLA_FFI_Metadata_Extension*>(extension)->metadata;
  metadata->api_version.major_version = 0;
  metadata->api_version.minor_version = g_claimed_minor;
  return true;
}

// y = 2x over f32.
XLA_FFI_Error* DoubleHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  ++g_seen.executions;
  g_seen.stage = frame->stage;
  const auto* x = static_cast<const XLA_FFI_Buffer*>(frame->args.args[0]);
  const auto* y = static_cast<const XLA_FFI_Buffer*>(frame->rets.rets[0]);
  int64_t count = 1;
  for (int64_t i = 0; i < x->rank; ++i) count *= x->dims[i];
  g_seen.type = x->dtype;
  g_seen.elements = count;
  for (int64_t i = 0; i < count; ++i) static_cast<float*>(y->data)[i] = 2 * static_cast<const float*>(x->data)[i];
  return nullptr;
}

XLA_FFI_Error* FailingHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  return FfiError(frame, "the handler says no");
}

std::string ScalarText(XLA_FFI_DataType type, const void* value) {
  switch (type) {
    case XLA_FFI_DataType_S32:
      return std::to_string(*static_cast<const int32_t*>(value));
    case XLA_FFI_DataType_S64:
      return std::to_string(*static_cast<const int64_t*>(value));
    case XLA_FFI_DataType_F32:
      return std::to_string(static_cast<double>(*static_cast<const float*>(value)));
    case XLA_FFI_DataType_PRED:
      return *static_cast<const bool*>(value) ? "true" : "false";
    default:
      return "type " + std::to_string(static_cast<int>(type));
  }
}

std::string AttributeText(XLA_FFI_AttrType type, const void* attribute) {
  if (type == XLA_FFI_AttrType_SCALAR) {
    const auto* scalar = static_cast<const XLA_FFI_Scalar*>(attribute);
    return ScalarText(scalar->dtype, scalar->value);
  }
  if (type == XLA_FFI_AttrType_STRING) {
    const auto* span = static_cast<const XLA_FFI_ByteSpan*>(attribute);
    return "'" + std::string(span->ptr, span->len) + "'";
  }
  if (type != XLA_FFI_AttrType_ARRAY) return "a dictionary";
  const auto* array = static_cast<const XLA_FFI_Array*>(attribute);
  std::string text = "[";
  for (size_t i = 0; i < array->size; ++i) {
    const size_t size = array->dtype == XLA_FFI_DataType_S64 ? 8 : 4;
    text += (i == 0 ? "" : ",") + ScalarText(array->dtype, static_cast<const char*>(array->data) + i * size);
  }
  return text + "]";
}

XLA_FFI_Error* AttributeHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  std::string text;
  for (int64_t i = 0; i < frame->attrs.size; ++i) {
    const XLA_FFI_ByteSpan* name = frame->attrs.names[i];
    text += std::string(name->ptr, name->len) + "=" + AttributeText(frame->attrs.types[i], frame->attrs.attrs[i]) + " ";
  }
  g_seen.attributes = text;
  return DoubleHandler(frame);
}

// --- registering and calling

Status RegisterHandler(const Session& session, const char* target, XLA_FFI_Handler* handler, int claimed_minor) {
  g_claimed_minor = claimed_minor;
  return RegisterFfiHandler(session, target, handler);
}

// FFI 0.1 is what every plugin that has the extension takes.
constexpr int kOldest = 1;

const std::vector<float> kDoubled = {2, 4, 6, 8};

Status Calls(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_double", DoubleHandler, kOldest));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_double")));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {F32({4}, {1, 2, 3, 4})}));
  CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, kDoubled)));
  CPPJRT_RETURN_IF_ERROR(
      ExpectEqual("the stage the handler saw", g_seen.stage.load(), static_cast<int>(XLA_FFI_ExecutionStage_EXECUTE)));
  CPPJRT_RETURN_IF_ERROR(
      ExpectEqual("the type the handler saw", g_seen.type.load(), static_cast<int>(XLA_FFI_DataType_F32)));
  return ExpectEqual("the elements the handler saw", g_seen.elements.load(), int64_t{4});
}

Status CallsInLoop(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_double_again", DoubleHandler, kOldest));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_double_again")));
  g_seen.executions = 0;
  for (int i = 0; i < 20; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {F32({4}, {1, 2, 3, 4})}));
    CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, kDoubled)));
  }
  return ExpectEqual("calls of the handler", g_seen.executions.load(), 20);
}

Status HandlerError(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_fails", FailingHandler, kOldest));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_fails")));
  const Status status = session.RunOne(loaded, {F32({4}, {1, 2, 3, 4})}).status();
  context.Evidence(status.ToString());
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("a run whose handler fails", status));
  CPPJRT_RETURN_IF_ERROR(Expect(status.message().find("the handler says no") != std::string_view::npos,
                                "the run's error is not the handler's: " + status.ToString()));
  // The client goes on working.
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {F32({4}, {1, 2, 3, 4})}));
  return Same(result, F32({4}, {-1, -2, -3, -4}));
}

Status Attributes(Context& context, const std::string& config, const std::string& expected) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  static std::atomic<int> g_count = 0;
  const std::string target = "conform_attributes_" + std::to_string(++g_count);
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, target.c_str(), AttributeHandler, kOldest));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram(target, config)));
  CPPJRT_RETURN_IF_ERROR(session.RunOne(loaded, {F32({4}, {1, 2, 3, 4})}).status());
  return ExpectEqual("what the handler saw", g_seen.attributes, expected);
}

Status UnknownTarget(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(FfiExtensionOf(session.api()).status());
  const auto loaded = session.Compile(CallProgram("conform_nobody_registered_this"));
  if (loaded.status().code() == StatusCode::kUnimplemented) return Status();  // also a refusal
  if (!loaded.ok()) return ExpectAnyError("a target that nobody registered", loaded.status());
  return ExpectAnyError("running a target that nobody registered",
                        session.RunOne(*loaded, {F32({4}, {1, 2, 3, 4})}).status());
}

// A handler of a newer FFI is refused, or works: an OK that registers nothing is neither.
Status NewerHandler(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_probe", DoubleHandler, kOldest));
  const int newer = std::max(g_seen.plugin_minor.load(), 0) + 1;
  const Status registered = RegisterHandler(session, "conform_newer", DoubleHandler, newer);
  context.Evidence("the plugin's FFI is 0." + std::to_string(g_seen.plugin_minor) + "; the handler says 0." +
                   std::to_string(newer) + ": " + registered.ToString());
  if (!registered.ok()) return ExpectAnyError("a handler of a newer FFI", registered);
  const auto loaded = session.Compile(CallProgram("conform_newer"));
  if (!loaded.ok()) {
    return UnknownError("registering a handler of FFI 0." + std::to_string(newer) +
                        " succeeds, but the handler is not there: " + loaded.status().ToString());
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(*loaded, {F32({4}, {1, 2, 3, 4})}));
  return Same(result, F32({4}, kDoubled));
}

// What a client built from today's headers claims.
Status HeaderVersion(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_header", DoubleHandler, XLA_FFI_API_MINOR));
  const auto loaded = session.Compile(CallProgram("conform_header"));
  if (!loaded.ok()) {
    context.Hazard("a handler built with XLA FFI 0." + std::to_string(XLA_FFI_API_MINOR) +
                   " is dropped without a word (the plugin speaks 0." + std::to_string(g_seen.plugin_minor) +
                   "): clients must claim the plugin's version");
    return UnknownError("registering a handler of XLA FFI 0." + std::to_string(XLA_FFI_API_MINOR) +
                        " succeeds, but the handler is not there: " + loaded.status().ToString());
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(*loaded, {F32({4}, {1, 2, 3, 4})}));
  return Same(result, F32({4}, kDoubled));
}

Status RegisteredTwice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterHandler(session, "conform_twice", DoubleHandler, kOldest));
  const Status again = RegisterHandler(session, "conform_twice", FailingHandler, kOldest);
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_twice")));
  const Status run = session.RunOne(loaded, {F32({4}, {1, 2, 3, 4})}).status();
  context.Evidence("second registration: " + again.ToString() + "; run: " + run.ToString());
  if (again.ok() && run.ok()) return UnknownError("a second handler of one name is taken without an error and ignored");
  return Status();
}

Status NullHandler(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  return ExpectAnyError("a null handler", RegisterHandler(session, "conform_null", nullptr, kOldest));
}

Status TypeIds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_FFI_Extension* const extension, FfiExtensionOf(session.api()));
  int64_t ids[2] = {0, 0};
  const char* names[2] = {"conform.first", "conform.second"};
  for (int i = 0; i < 2; ++i) {
    PJRT_FFI_Type_Info info = {};
    PJRT_FFI_Type_Register_Args args = {};
    args.struct_size = PJRT_FFI_Type_Register_Args_STRUCT_SIZE;
    args.type_name = names[i];
    args.type_name_size = std::strlen(names[i]);
    args.type_info = &info;
    CPPJRT_RETURN_IF_ERROR(CallExtension(session.api(), "PJRT_FFI_Type_Register", extension->type_register, args));
    ids[i] = args.type_id;
  }
  context.Evidence(std::to_string(ids[0]) + ", " + std::to_string(ids[1]));
  CPPJRT_RETURN_IF_ERROR(Expect(ids[0] > 0 && ids[1] > 0, "a type's id is not positive"));
  return Expect(ids[0] != ids[1], "two types have the same id");
}

}  // namespace

void AddFfiChecks(Registry& registry) {
  // Handlers stay registered until the process ends.
  const Area add(registry, "ffi", /*alone=*/true);
  constexpr char kRegister[] = "PJRT_FFI_Register_Handler";
  add("call", "a registered handler is called with its arguments and result", "custom kernels do not work", kRegister,
      Calls);
  add("call_many", "a handler is called once for each run", "custom kernels are skipped", kRegister, CallsInLoop);
  add("error", "a handler's error is the run's, and the client goes on", "failures of custom kernels are lost",
      "XLA_FFI_Error_Create", HandlerError);
  const struct {
    const char* id;
    const char* config;
    const char* expected;
  } kAttributes[] = {
      {"attribute.i32", "{n = 7 : i32}", "n=7 "},
      {"attribute.i64", "{n = -3 : i64}", "n=-3 "},
      {"attribute.f32", "{x = 1.5 : f32}", "x=1.500000 "},
      {"attribute.bool", "{b = true}", "b=true "},
      {"attribute.string", "{s = \"gelu\"}", "s='gelu' "},
      {"attribute.array_i64", "{v = array<i64: 3, 5>}", "v=[3,5] "},
      {"attribute.array_f32", "{v = array<f32: 0.5, 2.0>}", "v=[0.500000,2.000000] "},
      {"attribute.sorted", "{b = 2 : i32, a = 1 : i32, c = 3 : i32}", "a=1 b=2 c=3 "},
  };
  for (const auto& row : kAttributes) {
    add(row.id, "a handler sees the attribute of its call", "custom kernels get other parameters", "XLA_FFI_Attrs",
        [config = std::string(row.config), expected = std::string(row.expected)](Context& context) {
          return Attributes(context, config, expected);
        });
  }
  add("unknown_target", "a target that nobody registered is an error", "programs with missing kernels crash", kRegister,
      UnknownTarget);
  add("header_version", "a handler of the FFI version of today's header works",
      "custom kernels are dropped without a word", "XLA_FFI_Metadata", HeaderVersion);
  add("newer_handler", "a handler of a newer FFI is refused or works", "custom kernels are dropped without a word",
      "XLA_FFI_Metadata", NewerHandler);
  add("registered_twice", "a second handler of one name is refused or takes over",
      "another kernel than the last one runs", kRegister, RegisteredTwice, Level::kAdvised);
  add("null_handler", "a null handler is refused", "a mistake ends the process", kRegister, NullHandler,
      Level::kAdvised);
  add("type_ids", "two registered types have two ids", "state of custom kernels is mixed up", "PJRT_FFI_Type_Register",
      TypeIds);
}

}  // namespace cppjrt::conform
