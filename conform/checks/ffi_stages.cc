// ffi.stage, ffi.run: the stages of a handler, the state they hand on, and what the execution tells and lends them. The C API
// registers a function for the last stage only; whole bundles go through the table that the plugin hands to handlers.
#include <atomic>
#include <cstring>
#include <mutex>
#include <set>

#include "conform/checks/areas.h"
#include "conform/checks/ffi_setup.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// The check of this process: ffi.* run in processes of their own.
struct Run {
  std::mutex mutex;
  const XLA_FFI_Api* api = nullptr;  // as the plugin's metadata request had it
  XLA_FFI_TypeId type = {};          // of states
  std::vector<std::string> stages;   // as they were called
  std::string fails;                 // the stage that is to fail
  bool keeps_state = false;
  std::string problem;  // of a handler
  std::vector<int64_t> run_ids;
  std::vector<int32_t> ordinals;
  XLA_FFI_TypeId user_type = {};
  float factor = 1;
};
Run g_run;
std::atomic<int> g_deleted = 0;

bool AnswerMetadata(XLA_FFI_CallFrame* frame) {
  const XLA_FFI_Extension_Base* extension = frame->extension_start;
  if (extension == nullptr || extension->type != XLA_FFI_Extension_Metadata) return false;
  XLA_FFI_Metadata* metadata = reinterpret_cast<const XLA_FFI_Metadata_Extension*>(extension)->metadata;
  g_run.api = frame->api;
  metadata->api_version.major_version = 0;
  metadata->api_version.minor_version = std::min<int>(XLA_FFI_API_MINOR, frame->api->api_version.minor_version);
  if (metadata->struct_size >= XLA_FFI_Metadata_STRUCT_SIZE && g_run.keeps_state) metadata->state_type_id = g_run.type;
  return true;
}

// What an FFI call failed with; the error is destroyed.
std::string TakeText(XLA_FFI_Error* error) {
  if (error == nullptr) return {};
  XLA_FFI_Error_GetMessage_Args message = {};
  message.struct_size = sizeof message;
  message.error = error;
  g_run.api->XLA_FFI_Error_GetMessage(&message);
  const std::string text = message.message == nullptr ? "" : message.message;
  XLA_FFI_Error_Destroy_Args destroy = {};
  destroy.struct_size = sizeof destroy;
  destroy.error = error;
  g_run.api->XLA_FFI_Error_Destroy(&destroy);
  return text.empty() ? "an error without a message" : text;
}

void Note(XLA_FFI_Error* error) {
  const std::string text = TakeText(error);
  if (!text.empty() && g_run.problem.empty()) g_run.problem = text;
}

XLA_FFI_Error* Stage(XLA_FFI_CallFrame* frame, const char* name, XLA_FFI_ExecutionStage stage) {
  const std::lock_guard lock(g_run.mutex);
  g_run.stages.emplace_back(name);
  if (frame->stage != stage) g_run.problem = std::string("the ") + name + " handler is called for another stage";
  return g_run.fails == name ? FfiError(frame, ("conform: " + g_run.fails + " says no").c_str()) : nullptr;
}

// y = factor x, over f32[4].
void Scale(XLA_FFI_CallFrame* frame, float factor) {
  const auto* x = static_cast<const XLA_FFI_Buffer*>(frame->args.args[0]);
  const auto* y = static_cast<const XLA_FFI_Buffer*>(frame->rets.rets[0]);
  for (int i = 0; i < 4; ++i) static_cast<float*>(y->data)[i] = factor * static_cast<const float*>(x->data)[i];
}

XLA_FFI_Error* Instantiate(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  if (XLA_FFI_Error* error = Stage(frame, "instantiate", XLA_FFI_ExecutionStage_INSTANTIATE)) return error;
  if (!g_run.keeps_state) return nullptr;
  XLA_FFI_State_Set_Args args = {};
  args.struct_size = sizeof args;
  args.ctx = frame->ctx;
  args.stage = XLA_FFI_ExecutionStage_INSTANTIATE;
  args.type_id = &g_run.type;
  args.state = new float(3);
  return frame->api->XLA_FFI_State_Set(&args);
}

XLA_FFI_Error* Prepare(XLA_FFI_CallFrame* frame) {
  return AnswerMetadata(frame) ? nullptr : Stage(frame, "prepare", XLA_FFI_ExecutionStage_PREPARE);
}

XLA_FFI_Error* Initialize(XLA_FFI_CallFrame* frame) {
  return AnswerMetadata(frame) ? nullptr : Stage(frame, "initialize", XLA_FFI_ExecutionStage_INITIALIZE);
}

XLA_FFI_Error* Execute(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  if (XLA_FFI_Error* error = Stage(frame, "execute", XLA_FFI_ExecutionStage_EXECUTE)) return error;
  float factor = 2;
  if (g_run.keeps_state) {
    XLA_FFI_State_Get_Args args = {};
    args.struct_size = sizeof args;
    args.ctx = frame->ctx;
    args.stage = XLA_FFI_ExecutionStage_INSTANTIATE;
    args.type_id = &g_run.type;
    if (XLA_FFI_Error* error = frame->api->XLA_FFI_State_Get(&args)) return error;
    factor = *static_cast<const float*>(args.state);
  }
  Scale(frame, factor);
  return nullptr;
}

void DeleteState(void* state) {
  ++g_deleted;
  delete static_cast<float*>(state);
}

// --- registering

// Absent() if the plugin's table of functions for handlers ends before the one at `end`.
Status NeedTable(size_t end, const char* name) {
  if (g_run.api == nullptr) return UnknownError("registering a handler does not ask it for its metadata");
  if (g_run.api->struct_size >= end) return Status();
  return Absent("the plugin's FFI has no " + std::string(name));
}
#define NEED_FFI(entry) NeedTable(offsetof(XLA_FFI_Api, entry) + sizeof(void*), #entry)

XLA_FFI_ByteSpan Span(const char* text) { return {text, std::strlen(text)}; }

// Fills in g_run.api, which comes with the request for metadata.
Status FindTable(const Session& session) {
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_probe", Execute));
  CPPJRT_RETURN_IF_ERROR(NEED_FFI(XLA_FFI_State_Get));
  if (g_run.api->api_version.minor_version < 3) return Absent("states of stages came with XLA FFI 0.3");
  return Status();
}

Status RegisterType(const char* name, void (*deleter)(void*), XLA_FFI_TypeId& id) {
  XLA_FFI_TypeInfo info = {};
  info.struct_size = sizeof info;
  info.deleter = deleter;
  XLA_FFI_Type_Register_Args args = {};
  args.struct_size = sizeof args;
  args.name = Span(name);
  args.type_id = &id;
  args.type_info = &info;
  const std::string error = TakeText(g_run.api->XLA_FFI_Type_Register(&args));
  return error.empty() ? Status() : UnknownError("registering a type: " + error);
}

Status RegisterBundle(const char* target) {
  XLA_FFI_Handler_Register_Args args = {};
  args.struct_size = XLA_FFI_Handler_Register_Args_STRUCT_SIZE;
  args.name = Span(target);
  args.platform = Span("Host");
  args.bundle = {Instantiate, Prepare, Initialize, Execute};
  const std::string error = TakeText(g_run.api->XLA_FFI_Handler_Register(&args));
  return error.empty() ? Status() : UnknownError("registering a bundle of stages: " + error);
}

StatusOr<Session> WithBundle(Context& context, const char* target) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(FindTable(session));
  if (g_run.keeps_state) CPPJRT_RETURN_IF_ERROR(RegisterType("conform.state", DeleteState, g_run.type));
  CPPJRT_RETURN_IF_ERROR(RegisterBundle(target));
  return session;
}

const Array kOneToFour = F32({4}, {1, 2, 3, 4});

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

// Once for a program, and the others in their order for each run. A plugin may leave out what its platform has no use for.
Status Order(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, WithBundle(context, "conform_stages"));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_stages")));
  for (int i = 0; i < 2; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {kOneToFour}));
    CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, {2, 4, 6, 8})));
  }
  CPPJRT_RETURN_IF_ERROR(Expect(g_run.problem.empty(), g_run.problem));
  context.Evidence(Listed(g_run.stages));
  const std::string seen = Listed(g_run.stages);
  for (const char* whole : {"instantiate prepare initialize execute prepare initialize execute",
                            "instantiate initialize execute initialize execute",
                            "instantiate prepare execute prepare execute", "instantiate execute execute"}) {
    if (seen != whole) continue;
    if (seen.find("prepare") == std::string::npos) context.Hazard("the prepare stage of handlers is not run");
    if (seen.find("initialize") == std::string::npos) context.Hazard("the initialize stage of handlers is not run");
    return Status();
  }
  return UnknownError("the stages of two runs are: " + seen);
}

Status State(Context& context) {
  g_run.keeps_state = true;
  CPPJRT_ASSIGN_OR_RETURN(const Session session, WithBundle(context, "conform_state"));
  {
    CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_state")));
    for (int i = 0; i < 2; ++i) {
      CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {kOneToFour}));
      CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, {3, 6, 9, 12})));
    }
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("states deleted while their program is there", g_deleted.load(), 0));
  }
  return ExpectEqual("states deleted with their program", g_deleted.load(), 1);
}

// The error of a stage is that of the compilation or of the run, with its message; the client goes on.
Status FailsIn(Context& context, const char* stage) {
  g_run.fails = stage;
  CPPJRT_ASSIGN_OR_RETURN(const Session session, WithBundle(context, "conform_fails"));
  const StatusOr<LoadedHandle> loaded = session.Compile(CallProgram("conform_fails"));
  Status status = loaded.status();
  if (loaded.ok()) status = session.RunOne(*loaded, {kOneToFour}).status();
  context.Evidence(status.ToString().substr(0, 200));
  if (status.ok() && Listed(g_run.stages).find(stage) == std::string::npos) {
    return Absent("the plugin does not run the stage " + std::string(stage));
  }
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError(std::string("a program whose ") + stage + " stage fails", status));
  CPPJRT_RETURN_IF_ERROR(Expect(status.message().find("says no") != std::string_view::npos,
                                "the error is not the handler's: " + status.ToString()));
  CPPJRT_RETURN_IF_ERROR(
      Expect(g_run.stages.back() == stage, "after the stage that failed, " + g_run.stages.back() + " was called"));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {kOneToFour}));
  return Same(result, F32({4}, {-1, -2, -3, -4}));
}

// --- what an execution tells and lends

XLA_FFI_Error* TellHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  XLA_FFI_RunId_Get_Args run = {};
  run.struct_size = sizeof run;
  run.ctx = frame->ctx;
  Note(frame->api->XLA_FFI_RunId_Get(&run));
  XLA_FFI_DeviceOrdinal_Get_Args device = {};
  device.struct_size = XLA_FFI_DeviceOrdinal_Get_Args_STRUCT_SIZE;
  device.ctx = frame->ctx;
  Note(frame->api->XLA_FFI_DeviceOrdinal_Get(&device));
  const std::lock_guard lock(g_run.mutex);
  g_run.run_ids.push_back(run.run_id);
  g_run.ordinals.push_back(device.device_ordinal);
  Scale(frame, 2);
  return nullptr;
}

Status Tells(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_tell", TellHandler));
  CPPJRT_RETURN_IF_ERROR(NEED_FFI(XLA_FFI_DeviceOrdinal_Get));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_tell")));
  for (int i = 0; i < 3; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {kOneToFour}));
    CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, {2, 4, 6, 8})));
  }
  context.Evidence("runs " + internal::ShownValue(g_run.run_ids));
  CPPJRT_RETURN_IF_ERROR(Expect(g_run.problem.empty(), g_run.problem));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the numbers of the device", g_run.ordinals, std::vector<int32_t>{0, 0, 0}));
  const std::set<int64_t> ids(g_run.run_ids.begin(), g_run.run_ids.end());
  return ExpectEqual("the number of different runs", ids.size(), size_t{3});
}

// Two replicas of one run: one id, and each its device's number.
Status TellsReplicas(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<PJRT_Device*> devices, session.Devices(2));
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_tell", TellHandler));
  CPPJRT_RETURN_IF_ERROR(NEED_FFI(XLA_FFI_DeviceOrdinal_Get));
  pjrt::CompileOptions options;
  options.num_replicas = 2;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_tell"), options));
  std::vector<BufferHandle> arguments;
  for (size_t i = 0; i < 2; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(BufferHandle argument, session.Upload(kOneToFour, devices[i]));
    arguments.push_back(std::move(argument));
  }
  CPPJRT_RETURN_IF_ERROR(session.RunRows(loaded, {{arguments[0].get()}, {arguments[1].get()}}).status());
  CPPJRT_RETURN_IF_ERROR(Expect(g_run.problem.empty(), g_run.problem));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the calls of the handler", g_run.run_ids.size(), size_t{2}));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the run of the second replica", g_run.run_ids[1], g_run.run_ids[0]));
  std::ranges::sort(g_run.ordinals);
  return ExpectEqual("the numbers of the devices", g_run.ordinals, std::vector<int32_t>{0, 1});
}

XLA_FFI_Error* UserDataHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  XLA_FFI_ExecutionContext_Get_Args args = {};
  args.struct_size = sizeof args;
  args.ctx = frame->ctx;
  args.type_id = &g_run.user_type;
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_ExecutionContext_Get(&args)) return error;
  if (args.data == nullptr) return FfiError(frame, "there are no data of that type");
  Scale(frame, *static_cast<const float*>(args.data));
  return nullptr;
}

// A program whose handler wants user data of a type that is registered.
struct UserDataProgram {
  Session session;
  LoadedHandle loaded;
};

StatusOr<UserDataProgram> WithUserData(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, HostSession(context));
  const Api& api = session.api();
  if (api.minor() < 81) return Absent("user data of this layout came with 0.81");
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_FFI_Extension* const extension, FfiExtensionOf(api));
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_user_data", UserDataHandler));
  PJRT_FFI_Type_Info info = {};
  PJRT_FFI_Type_Register_Args type = {};
  type.struct_size = sizeof type;
  constexpr std::string_view kName = "conform.user_data";
  type.type_name = kName.data();
  type.type_name_size = kName.size();
  type.type_info = &info;
  CPPJRT_RETURN_IF_ERROR(CallExtension(api, "PJRT_FFI_Type_Register", extension->type_register, type));
  g_run.user_type.type_id = type.type_id;
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle loaded, session.Compile(CallProgram("conform_user_data")));
  return UserDataProgram{std::move(session), std::move(loaded)};
}

Status UserData(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const UserDataProgram program, WithUserData(context));
  const Session& session = program.session;
  const Api& api = session.api();
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_FFI_Extension* const extension, FfiExtensionOf(api));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle argument, session.Upload(kOneToFour));
  static float factors[] = {5, 7};
  for (float& factor : factors) {
    auto create = api.Make<PJRT_ExecuteContext_Create_Args>();
    CPPJRT_RETURN_IF_ERROR(api.Call(create));
    const ContextHandle owner(api, create.context);
    PJRT_FFI_UserData_Add_Args add = {};
    add.struct_size = sizeof add;
    add.context = owner.get();
    add.user_data = {g_run.user_type.type_id, &factor};
    CPPJRT_RETURN_IF_ERROR(CallExtension(api, "PJRT_FFI_UserData_Add", extension->user_data_add, add));
    PJRT_ExecuteOptions options = {};
    options.context = owner.get();
    CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(program.loaded, {argument.get()}, &options));
    CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
    CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {factor, 2 * factor, 3 * factor, 4 * factor})));
  }
  return Status();
}

// The handler's question is an error then, or there are no data; either way the run fails.
Status NoUserData(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const UserDataProgram program, WithUserData(context));
  return ExpectAnyError("a run without the data that its handler wants",
                        program.session.RunOne(program.loaded, {kOneToFour}).status());
}

XLA_FFI_Error* ScratchHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  XLA_FFI_DeviceMemory_Allocate_Args args = {};
  args.struct_size = sizeof args;
  args.ctx = frame->ctx;
  args.size = 1 << 16;
  args.alignment = 16;
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_DeviceMemory_Allocate(&args)) return error;
  if (args.data == nullptr || reinterpret_cast<uintptr_t>(args.data) % 16 != 0) {
    g_run.problem = "scratch memory is null or not aligned";
  } else {
    std::memset(args.data, 1, args.size);
  }
  XLA_FFI_DeviceMemory_Free_Args free = {};
  free.struct_size = sizeof free;
  free.ctx = frame->ctx;
  free.size = args.size;
  free.data = args.data;
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_DeviceMemory_Free(&free)) return error;
  Scale(frame, 2);
  return nullptr;
}

Status Scratch(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_scratch", ScratchHandler));
  CPPJRT_RETURN_IF_ERROR(NEED_FFI(XLA_FFI_DeviceMemory_Free));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_scratch")));
  const StatusOr<Array> result = session.RunOne(loaded, {kOneToFour});
  CPPJRT_RETURN_IF_ERROR(Expect(g_run.problem.empty(), g_run.problem));
  // XLA lends memory of GPUs only, and says so in these words.
  if (result.status().message().find("GPU context is not available") != std::string_view::npos) {
    return UnimplementedError(std::string(result.status().message()));
  }
  CPPJRT_RETURN_IF_ERROR(result.status());
  return Same(*result, F32({4}, {2, 4, 6, 8}));
}

std::atomic<int> g_tasks = 0;

XLA_FFI_Error* TasksHandler(XLA_FFI_CallFrame* frame) {
  if (AnswerMetadata(frame)) return nullptr;
  int64_t threads = 0;
  XLA_FFI_ThreadPool_NumThreads_Args count = {};
  count.struct_size = sizeof count;
  count.ctx = frame->ctx;
  count.num_threads = &threads;
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_ThreadPool_NumThreads(&count)) return error;
  if (threads < 1) g_run.problem = "the pool has " + std::to_string(threads) + " threads";
  for (int i = 0; i < 8; ++i) {
    XLA_FFI_ThreadPool_Schedule_Args args = {};
    args.struct_size = sizeof args;
    args.ctx = frame->ctx;
    args.task = [](void*) { ++g_tasks; };
    if (XLA_FFI_Error* error = frame->api->XLA_FFI_ThreadPool_Schedule(&args)) return error;
  }
  Scale(frame, 2);
  return nullptr;
}

Status Tasks(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, HostSession(context));
  CPPJRT_RETURN_IF_ERROR(RegisterFfiHandler(session, "conform_tasks", TasksHandler));
  CPPJRT_RETURN_IF_ERROR(NEED_FFI(XLA_FFI_ThreadPool_NumThreads));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(CallProgram("conform_tasks")));
  const StatusOr<Array> result = session.RunOne(loaded, {kOneToFour});
  CPPJRT_RETURN_IF_ERROR(Expect(g_run.problem.empty(), g_run.problem));
  CPPJRT_RETURN_IF_ERROR(result.status());
  CPPJRT_RETURN_IF_ERROR(Same(*result, F32({4}, {2, 4, 6, 8})));
  for (int i = 0; i < 1000 && g_tasks < 8; ++i) {
    const timespec pause = {0, 5'000'000};
    nanosleep(&pause, nullptr);
  }
  return ExpectEqual("tasks that were run", g_tasks.load(), 8);
}

}  // namespace

void AddFfiStageChecks(Registry& registry) {
  const Area add(registry, "ffi", /*alone=*/true);
  add("stage.order", "stages are called in their order, instantiate once", "state of custom kernels is not there",
      "XLA_FFI_Handler_Register", Order);
  add("stage.state", "what instantiate leaves, execute finds, and it is deleted with its program",
      "state of custom kernels is lost or leaks", "XLA_FFI_State_Set", State);
  for (const char* stage : {"instantiate", "prepare", "initialize", "execute"}) {
    add(std::string("stage.fails_") + stage, "an error of the stage is that of the program, and the client goes on",
        "failures of custom kernels are lost", "XLA_FFI_Handler_Register",
        [stage](Context& context) { return FailsIn(context, stage); });
  }
  add("run.identity", "runs have ids of their own, and the first device the number 0",
      "kernels of several devices do not find one another", "XLA_FFI_RunId_Get", Tells);
  add("run.replicas", "replicas of a run have one id and the numbers of their devices",
      "kernels of several devices do not find one another", "XLA_FFI_DeviceOrdinal_Get", TellsReplicas);
  add("run.user_data", "a handler finds the data of its execution's context", "kernels get no data of their caller",
      "PJRT_FFI_UserData_Add", UserData);
  add("run.user_data_missing", "a handler is told that there are no data", "a forgotten context ends the process",
      "XLA_FFI_ExecutionContext_Get", NoUserData, Level::kAdvised);
  add("run.scratch", "a handler gets memory for itself", "kernels cannot allocate", "XLA_FFI_DeviceMemory_Allocate",
      Scratch);
  add("run.tasks", "tasks that a handler schedules are run", "kernels wait for ever", "XLA_FFI_ThreadPool_Schedule",
      Tasks);
}

}  // namespace cppjrt::conform
