// buffers.{view,uninitialized,error,alias,bitcast,donate}.*: buffers that are not plain copies of host arrays.
#include <atomic>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

const int64_t kFour[] = {4};

// --- views

struct View {
  alignas(64) float memory[16] = {1, 2, 3, 4};
  std::atomic<int> deleted = 0;
};

StatusOr<BufferHandle> MakeView(const Session& session, View& view) {
  auto args = session.api().Make<PJRT_Client_CreateViewOfDeviceBuffer_Args>();
  args.client = session.client();
  args.device_buffer_ptr = view.memory;
  args.dims = kFour;
  args.num_dims = 1;
  args.element_type = PJRT_Buffer_Type_F32;
  CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
  args.on_delete_callback = [](void*, void* arg) { ++static_cast<View*>(arg)->deleted; };
  args.on_delete_callback_arg = &view;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return BufferHandle(session.api(), args.buffer);
}

// Views are of device memory; only where that is the host's can a check make one.
Status NeedsHostMemory(const Session& session) {
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({1}, {1})));
  auto args = session.api().Make<PJRT_Buffer_IsOnCpu_Args>();
  args.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return args.is_on_cpu ? Status() : Absent("device memory is not host memory");
}

Status ViewShowsMemory(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(NeedsHostMemory(session));
  View view;
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, MakeView(session, view));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  CPPJRT_RETURN_IF_ERROR(Same(back, F32({4}, {1, 2, 3, 4})));
  return buffer.Destroy();
}

Status ViewDeleteCallback(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(NeedsHostMemory(session));
  View view;
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, MakeView(session, view));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  {
    CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(negate, {buffer.get()}));
    CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
    CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {-1, -2, -3, -4})));
  }
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("calls of the callback while the view lives", view.deleted.load(), 0));
  CPPJRT_RETURN_IF_ERROR(buffer.Destroy());
  return ExpectEqual("calls of the callback after its destruction", view.deleted.load(), 1);
}

Status ViewMisaligned(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(NeedsHostMemory(session));
  View view;
  auto args = session.api().Make<PJRT_Client_CreateViewOfDeviceBuffer_Args>();
  args.client = session.client();
  args.device_buffer_ptr = view.memory + 1;
  args.dims = kFour;
  args.num_dims = 1;
  args.element_type = PJRT_Buffer_Type_F32;
  CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
  const Status status = session.api().Call(args);
  if (!status.ok()) return ExpectAnyError("a view 4 bytes off the alignment", status);
  const BufferHandle buffer(session.api(), args.buffer);
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, F32({4}, {2, 3, 4, 0}));
}

// --- memory without contents, and errors in place of contents

Status Uninitialized(Context& context, PJRT_Buffer_Type type) {
  if (TypeSince(type) > context.api().minor()) return Absent(TypeName(type) + " is newer than the plugin");
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_CreateUninitializedBuffer_Args>();
  args.client = session.client();
  args.shape_dims = kFour;
  args.shape_num_dims = 1;
  args.shape_element_type = type;
  CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const BufferHandle buffer(session.api(), args.buffer);
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the element type", back.type, type));
  return ExpectEqual("the dimensions", back.dims, std::vector<int64_t>{4});
}

StatusOr<BufferHandle> ErrorBuffer(const Session& session) {
  auto args = session.api().Make<PJRT_Client_CreateErrorBuffer_Args>();
  args.client = session.client();
  args.error_code = PJRT_Error_Code_DATA_LOSS;
  args.error_message = "boom at home";
  args.error_message_size = 12;
  args.shape_dims = kFour;
  args.shape_num_dims = 1;
  args.shape_element_type = PJRT_Buffer_Type_F32;
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(args.memory, session.DefaultMemory(device));
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return BufferHandle(session.api(), args.buffer);
}

Status MentionsBoom(std::string_view what, const Status& status) {
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError(what, status));
  return Expect(status.message().find("boom at home") != std::string_view::npos,
                std::string(what) + " gives another error than the buffer's: " + status.ToString());
}

Status ReadError(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, ErrorBuffer(session));
  const Status status = session.Read(buffer).status();
  CPPJRT_RETURN_IF_ERROR(MentionsBoom("reading an error buffer", status));
  return ExpectError("reading an error buffer", status, {StatusCode::kDataLoss});
}

Status RunWithError(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, ErrorBuffer(session));
  const auto results = session.Run(negate, {buffer.get()});
  if (!results.ok()) return MentionsBoom("running with an error buffer", results.status());
  return MentionsBoom("reading the result of a run with an error buffer", session.Read((*results)[0]).status());
}

Status ErrorReadyEvent(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, ErrorBuffer(session));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  return MentionsBoom("the ready event of an error buffer", session.Await(ready));
}

// --- aliases

struct Alias {
  BufferHandle buffer;
  PJRT_FulfillAliasBufferCallback* fulfill = nullptr;
};

StatusOr<Alias> MakeAlias(const Session& session, bool with_layout = true) {
  const int64_t order[] = {0};
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(session.api().sent_minor());
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Tiled>(session.api().sent_minor());
  layout.tiled.minor_to_major = order;
  layout.tiled.minor_to_major_size = 1;
  auto args = session.api().Make<PJRT_Client_CreateAliasBuffer_Args>();
  args.client = session.client();
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(args.memory, session.DefaultMemory(device));
  args.shape_dims = kFour;
  args.shape_num_dims = 1;
  args.shape_element_type = PJRT_Buffer_Type_F32;
  if (with_layout) args.shape_layout = &layout;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return Alias{BufferHandle(session.api(), args.alias_buffer), args.fulfill_alias_buffer_cb};
}

Status FulfillAlias(Context& context, bool with_layout) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const Alias alias, MakeAlias(session, with_layout));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(alias.buffer.get()));
  CPPJRT_ASSIGN_OR_RETURN(const bool early, session.IsReady(ready.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready of an alias without contents", early, false));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle contents, session.Upload(F32({4}, {5, 6, 7, 8})));
  auto args = session.api().Make<PJRT_Client_FulfillAliasBuffer_Args>();
  args.client = session.client();
  args.buffer = contents.get();
  args.fulfill_alias_buffer_cb = alias.fulfill;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(alias.buffer));
  return Same(back, F32({4}, {5, 6, 7, 8}));
}

Status FailAlias(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const Alias alias, MakeAlias(session));
  auto args = session.api().Make<PJRT_Client_FulfillAliasBuffer_Args>();
  args.client = session.client();
  args.status_code = PJRT_Error_Code_DATA_LOSS;
  args.error_message = "boom at home";
  args.error_message_size = 12;
  args.fulfill_alias_buffer_cb = alias.fulfill;
  // Some plugins give the error back from this call, too.
  const Status told = session.api().Call(args);
  if (!told.ok()) CPPJRT_RETURN_IF_ERROR(MentionsBoom("giving an alias an error", told));
  return MentionsBoom("reading an alias that was given an error", session.Read(alias.buffer).status());
}

// --- bitcasts

StatusOr<BufferHandle> Bitcast(const Session& session, const BufferHandle& source, PJRT_Buffer_Type type,
                               const std::vector<int64_t>& dims) {
  auto args = session.api().Make<PJRT_Buffer_Bitcast_Args>();
  args.buffer = source.get();
  args.element_type = type;
  args.dims = dims.data();
  args.num_dims = dims.size();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return BufferHandle(session.api(), args.out_buffer);
}

Status BitcastTo(Context& context, PJRT_Buffer_Type type, const std::vector<int64_t>& dims) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(PJRT_Buffer_Type_F32, {2, 4});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(values));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle cast, Bitcast(session, source, type, dims));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(cast));
  return Same(back, Array{type, dims, values.bytes});
}

Status BitcastOtherSize(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(Pattern(PJRT_Buffer_Type_F32, {2, 4})));
  return ExpectAnyError("a bitcast of 32 bytes to 36", Bitcast(session, source, PJRT_Buffer_Type_S32, {9}).status());
}

Status BitcastGivesUpSource(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(Pattern(PJRT_Buffer_Type_F32, {2, 4})));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle cast, Bitcast(session, source, PJRT_Buffer_Type_S32, {8}));
  CPPJRT_ASSIGN_OR_RETURN(const bool deleted, session.IsDeleted(source.get()));
  return ExpectEqual("is_deleted of the source", deleted, true);
}

// --- donation with a dependency

Status DonateWithDependency(Context& context, bool error) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(F32({4}, {1, 2, 3, 4})));
  auto args = session.api().Make<PJRT_Buffer_DonateWithControlDependency_Args>();
  args.buffer = source.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const BufferHandle result(session.api(), args.out_buffer);
  CPPJRT_ASSIGN_OR_RETURN(const bool deleted, session.IsDeleted(source.get()));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(result.get()));
  CPPJRT_ASSIGN_OR_RETURN(const bool early, session.IsReady(ready.get()));
  auto told = PJRT_Buffer_DonateWithControlDependency_Callback_Args{};
  told.struct_size =
      pjrt::abi::StructSize<PJRT_Buffer_DonateWithControlDependency_Callback_Args>(session.api().sent_minor());
  told.callback_data = args.callback_data;
  told.error_code = error ? PJRT_Error_Code_DATA_LOSS : PJRT_Error_Code_OK;
  told.error_message = "boom at home";
  told.error_message_size = error ? 12 : 0;
  args.dependency_ready_callback(&told);
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted of the donated buffer", deleted, true));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready before the dependency", early, false));
  if (error) return MentionsBoom("reading after the dependency failed", session.Read(result).status());
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(result));
  return Same(back, F32({4}, {1, 2, 3, 4}));
}

}  // namespace

void AddBufferSharingChecks(Registry& registry) {
  const Area add(registry, "buffers");
  constexpr char kViewSource[] = "PJRT_Client_CreateViewOfDeviceBuffer";
  add("view.read", "a view of foreign memory shows it", "DLPack imports show other data", kViewSource, ViewShowsMemory);
  add("view.delete_callback", "a view's callback is called once, when the view is destroyed",
      "imported memory leaks or is freed while in use", kViewSource, ViewDeleteCallback);
  add("view.misaligned", "a view of misaligned memory is refused or right",
      "imports of slices crash or show other data", kViewSource, ViewMisaligned);
  for (const PJRT_Buffer_Type type : {PJRT_Buffer_Type_F32, PJRT_Buffer_Type_PRED, PJRT_Buffer_Type_S4,
                                      PJRT_Buffer_Type_C128, PJRT_Buffer_Type_F8E5M2}) {
    add("uninitialized." + TypeId(type), "an uninitialized buffer has its type and shape",
        "results cannot be preallocated", "PJRT_Client_CreateUninitializedBuffer",
        [type](Context& context) { return Uninitialized(context, type); });
  }
  constexpr char kErrorSource[] = "PJRT_Client_CreateErrorBuffer";
  add("error.read", "reading an error buffer gives its code and message", "failures of a job are reported as others",
      kErrorSource, ReadError);
  add("error.run", "running with an error buffer gives its message", "failures of a job are lost", kErrorSource,
      RunWithError);
  add("error.ready_event", "the ready event of an error buffer has its message", "failures of a job are lost",
      kErrorSource, ErrorReadyEvent);
  constexpr char kAliasSource[] = "PJRT_Client_CreateAliasBuffer, PJRT_Client_FulfillAliasBuffer";
  add("alias.fulfill", "an alias buffer is pending until it gets contents, then shows them",
      "results are read before they are there", kAliasSource,
      [](Context& context) { return FulfillAlias(context, true); });
  add(
      "alias.no_layout", "an alias buffer made without a layout has the plugin's own", "clients must know the layout",
      kAliasSource, [](Context& context) { return FulfillAlias(context, false); }, Level::kAdvised);
  add("alias.fail", "an alias buffer that is given an error has it", "a failure upstream hangs the reader",
      kAliasSource, FailAlias);
  constexpr char kBitcastSource[] = "PJRT_Buffer_Bitcast";
  add("bitcast.s32", "f32[2,4] as s32[8] has the same bytes", "reinterpreted arrays are damaged", kBitcastSource,
      [](Context& context) { return BitcastTo(context, PJRT_Buffer_Type_S32, {8}); });
  add("bitcast.u8", "f32[2,4] as u8[32] has the same bytes", "reinterpreted arrays are damaged", kBitcastSource,
      [](Context& context) { return BitcastTo(context, PJRT_Buffer_Type_U8, {32}); });
  add("bitcast.c64", "f32[2,4] as c64[2,2] has the same bytes", "reinterpreted arrays are damaged", kBitcastSource,
      [](Context& context) { return BitcastTo(context, PJRT_Buffer_Type_C64, {2, 2}); });
  add("bitcast.other_size", "a bitcast to another size is an error", "foreign memory is read", kBitcastSource,
      BitcastOtherSize);
  add("bitcast.gives_up_source", "the source of a bitcast is given up", "two owners write to one memory",
      kBitcastSource, BitcastGivesUpSource);
  constexpr char kDonateSource[] = "PJRT_Buffer_DonateWithControlDependency";
  add("donate.dependency", "a donated buffer is pending until its dependency is, then has the values",
      "results are read before they are there", kDonateSource,
      [](Context& context) { return DonateWithDependency(context, false); });
  add("donate.dependency_error", "a donated buffer whose dependency fails has the error", "a failure is lost",
      kDonateSource, [](Context& context) { return DonateWithDependency(context, true); });
}

}  // namespace cppjrt::conform
