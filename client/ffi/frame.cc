#include "pjrt/ffi/frame.h"

#include <array>
#include <cstring>
#include <memory>

#include "client/ffi/registration.h"
#include "client/guard.h"
#include "pjrt/ffi/attributes.h"
#include "pjrt/ffi/bind.h"
#include "pjrt/ffi/buffer.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace {

// Since this minor the arguments of State_Get and State_Set name the stage.
constexpr int kStageOfStateMinor = 3;

// The arguments before that; the newer struct has room for them.
struct OldStateArgs {
  size_t struct_size;
  XLA_FFI_Extension_Base* extension_start;
  XLA_FFI_ExecutionContext* ctx;
  XLA_FFI_TypeId* type_id;
  void* state;
};

struct TypeRow {
  XLA_FFI_DataType ffi;
  ElementType type;
};
constexpr TypeRow kTypes[] = {
    {XLA_FFI_DataType_PRED, ElementType::kPred},
    {XLA_FFI_DataType_S1, ElementType::kS1},
    {XLA_FFI_DataType_S2, ElementType::kS2},
    {XLA_FFI_DataType_S4, ElementType::kS4},
    {XLA_FFI_DataType_S8, ElementType::kS8},
    {XLA_FFI_DataType_S16, ElementType::kS16},
    {XLA_FFI_DataType_S32, ElementType::kS32},
    {XLA_FFI_DataType_S64, ElementType::kS64},
    {XLA_FFI_DataType_U1, ElementType::kU1},
    {XLA_FFI_DataType_U2, ElementType::kU2},
    {XLA_FFI_DataType_U4, ElementType::kU4},
    {XLA_FFI_DataType_U8, ElementType::kU8},
    {XLA_FFI_DataType_U16, ElementType::kU16},
    {XLA_FFI_DataType_U32, ElementType::kU32},
    {XLA_FFI_DataType_U64, ElementType::kU64},
    {XLA_FFI_DataType_F16, ElementType::kF16},
    {XLA_FFI_DataType_F32, ElementType::kF32},
    {XLA_FFI_DataType_F64, ElementType::kF64},
    {XLA_FFI_DataType_BF16, ElementType::kBF16},
    {XLA_FFI_DataType_C64, ElementType::kC64},
    {XLA_FFI_DataType_C128, ElementType::kC128},
    {XLA_FFI_DataType_TOKEN, ElementType::kToken},
    {XLA_FFI_DataType_F8E5M2, ElementType::kF8E5M2},
    {XLA_FFI_DataType_F8E3M4, ElementType::kF8E3M4},
    {XLA_FFI_DataType_F8E4M3, ElementType::kF8E4M3},
    {XLA_FFI_DataType_F8E4M3FN, ElementType::kF8E4M3FN},
    {XLA_FFI_DataType_F8E4M3B11FNUZ, ElementType::kF8E4M3B11FNUZ},
    {XLA_FFI_DataType_F8E5M2FNUZ, ElementType::kF8E5M2FNUZ},
    {XLA_FFI_DataType_F8E4M3FNUZ, ElementType::kF8E4M3FNUZ},
    {XLA_FFI_DataType_F8E8M0FNU, ElementType::kF8E8M0FNU},
    {XLA_FFI_DataType_F4E2M1FN, ElementType::kF4E2M1FN},
};

// By XLA's number; kInvalid for one without a name here.
constexpr auto kTypeOf = [] {
  std::array<ElementType, 64> types{};
  for (const TypeRow& row : kTypes) types[static_cast<size_t>(row.ffi)] = row.type;
  return types;
}();

ElementType ToElementType(XLA_FFI_DataType type) {
  const auto number = static_cast<size_t>(type);
  return number < kTypeOf.size() ? kTypeOf[number] : ElementType::kInvalid;
}

// Takes an error of the table over. The FFI does not give its code back, so what failed decides.
Status TakeError(const XLA_FFI_Api& api, XLA_FFI_Error* error, StatusCode code, const char* what) {
  if (error == nullptr) return Status();
  XLA_FFI_Error_GetMessage_Args message{};
  message.struct_size = XLA_FFI_Error_GetMessage_Args_STRUCT_SIZE;
  message.error = error;
  api.XLA_FFI_Error_GetMessage(&message);
  Status status(code, std::string(what) + ": " + (message.message == nullptr ? "no message" : message.message));
  XLA_FFI_Error_Destroy_Args destroy{};
  destroy.struct_size = XLA_FFI_Error_Destroy_Args_STRUCT_SIZE;
  destroy.error = error;
  api.XLA_FFI_Error_Destroy(&destroy);
  return status;
}

// Calls an entry of the table that older plugins may not have.
template <class Args>
Status Call(const XLA_FFI_CallFrame& frame, XLA_FFI_Error* (*XLA_FFI_Api::*entry)(Args*), const char* name, Args& args,
            size_t struct_size, StatusCode code = StatusCode::kUnimplemented) {
  const XLA_FFI_Api& api = *frame.api;
  const size_t end =
      static_cast<size_t>(reinterpret_cast<const char*>(&(api.*entry)) - reinterpret_cast<const char*>(&api)) +
      sizeof(void*);
  if (end > api.struct_size || api.*entry == nullptr) {
    return cppjrt::UnimplementedError("the plugin's FFI 0." + std::to_string(api.api_version.minor_version) +
                                      " has no " + name);
  }
  args.struct_size = struct_size;
  return TakeError(api, (api.*entry)(&args), code, name);
}

#define FFI_CALL(entry, args, ...)                                    \
  Call(*raw_, &XLA_FFI_Api::XLA_FFI_##entry, "XLA_FFI_" #entry, args, \
       XLA_FFI_##entry##_Args_STRUCT_SIZE __VA_OPT__(, ) __VA_ARGS__)

ArrayView ViewOf(const void* raw) {
  const auto* buffer = static_cast<const XLA_FFI_Buffer*>(raw);
  return {ToElementType(buffer->dtype), buffer->data, {buffer->dims, static_cast<size_t>(buffer->rank)}};
}

const XLA_FFI_Attrs* Attributes(const void* raw) { return static_cast<const XLA_FFI_Attrs*>(raw); }

const char* KindName(AttributeView::Kind kind) {
  switch (kind) {
    case AttributeView::Kind::kScalar:
      return "a scalar";
    case AttributeView::Kind::kArray:
      return "an array";
    case AttributeView::Kind::kString:
      return "a string";
    case AttributeView::Kind::kDictionary:
      return "a dictionary";
    default:
      return "nothing";
  }
}

std::string Describe(AttributeView::Kind kind, ElementType type) {
  const std::string text = KindName(kind);
  return type == ElementType::kInvalid ? text : text + " of " + std::string(Name(type));
}

}  // namespace

const char* StageName(Stage stage) {
  constexpr const char* kNames[] = {"instantiate", "prepare", "initialize", "execute"};
  const auto index = static_cast<size_t>(stage);
  return index < std::size(kNames) ? kNames[index] : "unknown stage";
}

// --- attributes

int64_t Dictionary::size() const { return raw_ == nullptr ? 0 : Attributes(raw_)->size; }

std::string_view Dictionary::name(int64_t i) const {
  const XLA_FFI_ByteSpan* span = Attributes(raw_)->names[i];
  return {span->ptr, span->len};
}

AttributeView Dictionary::at(int64_t i) const {
  using Kind = AttributeView::Kind;
  const void* value = Attributes(raw_)->attrs[i];
  switch (Attributes(raw_)->types[i]) {
    case XLA_FFI_AttrType_SCALAR: {
      const auto* scalar = static_cast<const XLA_FFI_Scalar*>(value);
      return {Kind::kScalar, ToElementType(scalar->dtype), scalar->value, 1};
    }
    case XLA_FFI_AttrType_ARRAY: {
      const auto* array = static_cast<const XLA_FFI_Array*>(value);
      return {Kind::kArray, ToElementType(array->dtype), array->data, array->size};
    }
    case XLA_FFI_AttrType_STRING: {
      const auto* text = static_cast<const XLA_FFI_ByteSpan*>(value);
      return {Kind::kString, ElementType::kInvalid, text->ptr, text->len};
    }
    case XLA_FFI_AttrType_DICTIONARY:
      return {Kind::kDictionary, ElementType::kInvalid, value, 0};
  }
  return {};
}

AttributeView Dictionary::Find(std::string_view name) const {
  for (int64_t i = 0; i < size(); ++i) {
    if (this->name(i) == name) return at(i);
  }
  return {};
}

namespace detail {

Status WrongAttribute(std::string_view name, const AttributeView& view, AttributeView::Kind kind, ElementType type) {
  const std::string wanted = Describe(kind, type);
  if (view.kind == AttributeView::Kind::kNone) {
    return cppjrt::NotFoundError("the call has no attribute " + std::string(name) + ", the kernel takes " + wanted);
  }
  return cppjrt::InvalidArgumentError("attribute " + std::string(name) + " is " + Describe(view.kind, view.type) +
                                      ", the kernel takes " + wanted);
}

Status WrongCount(const char* what, int64_t has, int64_t takes, bool or_more) {
  return cppjrt::InvalidArgumentError("the call has " + std::to_string(has) + " " + what + (has == 1 ? "" : "s") +
                                      ", the kernel takes " + std::to_string(takes) + (or_more ? " or more" : ""));
}

Status UnboundAttributes(const Dictionary& attributes, std::span<const std::string_view> bound) {
  std::string names;
  for (int64_t i = 0; i < attributes.size(); ++i) {
    const std::string_view name = attributes.name(i);
    bool is_bound = false;
    for (const std::string_view known : bound) is_bound = is_bound || known == name;
    if (is_bound) continue;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return cppjrt::InvalidArgumentError("the kernel does not take the attributes " + names +
                                      " of the call; bind them, or all with Attrs()");
}

}  // namespace detail

// --- arrays

Status WrongArray(const char* what, int64_t index, const ArrayView& view, ElementType type, int rank) {
  const ArrayShape shape{view.type, {view.dims.begin(), view.dims.end()}, {}};
  std::string wanted = type == kAnyType ? "an array" : std::string(Name(type));
  if (rank != kAnyRank) wanted += " of rank " + std::to_string(rank);
  return cppjrt::InvalidArgumentError(std::string(what) + " " + std::to_string(index) + " is " + ToString(shape) +
                                      ", the kernel takes " + wanted);
}

// --- the frame

Stage Frame::stage() const { return static_cast<Stage>(raw_->stage); }
int64_t Frame::num_args() const { return raw_->args.size; }
int64_t Frame::num_rets() const { return raw_->rets.size; }
Dictionary Frame::attributes() const { return Dictionary(&raw_->attrs); }

StatusOr<ArrayView> Frame::Arg(int64_t i) const {
  if (raw_->args.types[i] == XLA_FFI_ArgType_BUFFER) return ViewOf(raw_->args.args[i]);
  return cppjrt::InvalidArgumentError("argument " + std::to_string(i) + " of the call is no array");
}

StatusOr<ArrayView> Frame::Ret(int64_t i) const {
  if (raw_->rets.types[i] == XLA_FFI_RetType_BUFFER) return ViewOf(raw_->rets.rets[i]);
  return cppjrt::InvalidArgumentError("result " + std::to_string(i) + " of the call is no array");
}

StatusOr<void*> Frame::stream() const {
  XLA_FFI_Stream_Get_Args args{};
  args.ctx = raw_->ctx;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(Stream_Get, args));
  return args.stream;
}

StatusOr<int64_t> Frame::run_id() const {
  XLA_FFI_RunId_Get_Args args{};
  args.ctx = raw_->ctx;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(RunId_Get, args));
  return args.run_id;
}

StatusOr<int32_t> Frame::device_ordinal() const {
  XLA_FFI_DeviceOrdinal_Get_Args args{};
  args.ctx = raw_->ctx;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(DeviceOrdinal_Get, args));
  return args.device_ordinal;
}

StatusOr<int64_t> Frame::num_threads() const {
  int64_t count = 0;
  XLA_FFI_ThreadPool_NumThreads_Args args{};
  args.ctx = raw_->ctx;
  args.num_threads = &count;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(ThreadPool_NumThreads, args));
  return count;
}

Status Frame::Schedule(std::function<void()> task) const {
  using Task = std::function<void()>;
  auto owned = std::make_unique<Task>(std::move(task));
  XLA_FFI_ThreadPool_Schedule_Args args{};
  args.ctx = raw_->ctx;
  args.task = [](void* data) {
    std::unique_ptr<Task> given(static_cast<Task*>(data));
    ::pjrt::detail::Swallow([&] { (*given)(); });
  };
  args.data = owned.get();
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(ThreadPool_Schedule, args));
  static_cast<void>(owned.release());  // the task's
  return Status();
}

StatusOr<void*> Frame::Allocate(size_t size, size_t alignment) const {
  XLA_FFI_DeviceMemory_Allocate_Args args{};
  args.ctx = raw_->ctx;
  args.size = size;
  args.alignment = alignment;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(DeviceMemory_Allocate, args, StatusCode::kResourceExhausted));
  return args.data;
}

Status Frame::Free(void* data, size_t size) const {
  XLA_FFI_DeviceMemory_Free_Args args{};
  args.ctx = raw_->ctx;
  args.size = size;
  args.data = data;
  return FFI_CALL(DeviceMemory_Free, args, StatusCode::kInvalidArgument);
}

StatusOr<int64_t> Frame::TypeId(const void* type_key) const {
  for (const auto& [key, id] : registration_->types) {
    if (key == type_key) return id;
  }
  return cppjrt::InternalError("the type was not registered with the kernel");
}

StatusOr<void*> Frame::GetState(Stage stage, const void* type_key) const {
  XLA_FFI_TypeId id{};
  CPPJRT_ASSIGN_OR_RETURN(id.type_id, TypeId(type_key));
  XLA_FFI_State_Get_Args args{};
  args.ctx = raw_->ctx;
  args.stage = static_cast<XLA_FFI_ExecutionStage>(stage);
  args.type_id = &id;
  if (raw_->api->api_version.minor_version >= kStageOfStateMinor) {
    CPPJRT_RETURN_IF_ERROR(FFI_CALL(State_Get, args, StatusCode::kNotFound));
    return args.state;
  }
  if (stage != Stage::kInstantiate) {
    return cppjrt::UnimplementedError("the plugin's FFI keeps state of the instantiate stage only");
  }
  OldStateArgs old{0, nullptr, raw_->ctx, &id, nullptr};
  std::memcpy(static_cast<void*>(&args), &old, sizeof old);
  CPPJRT_RETURN_IF_ERROR(
      Call(*raw_, &XLA_FFI_Api::XLA_FFI_State_Get, "XLA_FFI_State_Get", args, sizeof old, StatusCode::kNotFound));
  std::memcpy(&old, &args, sizeof old);
  return old.state;
}

Status Frame::SetState(const void* type_key, void* object) const {
  XLA_FFI_TypeId id{};
  CPPJRT_ASSIGN_OR_RETURN(id.type_id, TypeId(type_key));
  XLA_FFI_State_Set_Args args{};
  args.ctx = raw_->ctx;
  args.stage = raw_->stage;
  args.type_id = &id;
  args.state = object;
  if (raw_->api->api_version.minor_version >= kStageOfStateMinor) {
    return FFI_CALL(State_Set, args, StatusCode::kFailedPrecondition);
  }
  OldStateArgs old{0, nullptr, raw_->ctx, &id, object};
  std::memcpy(static_cast<void*>(&args), &old, sizeof old);
  return Call(*raw_, &XLA_FFI_Api::XLA_FFI_State_Set, "XLA_FFI_State_Set", args, sizeof old,
              StatusCode::kFailedPrecondition);
}

StatusOr<void*> Frame::GetUserData(const void* type_key) const {
  XLA_FFI_TypeId id{};
  CPPJRT_ASSIGN_OR_RETURN(id.type_id, TypeId(type_key));
  XLA_FFI_ExecutionContext_Get_Args args{};
  args.ctx = raw_->ctx;
  args.type_id = &id;
  CPPJRT_RETURN_IF_ERROR(FFI_CALL(ExecutionContext_Get, args, StatusCode::kNotFound));
  return args.data;
}

namespace {

// Makes a future ready with an outcome.
void Finish(const XLA_FFI_Api& api, XLA_FFI_Future* future, const Status& status) {
  if (status.ok()) {
    XLA_FFI_Future_SetAvailable_Args args{};
    args.struct_size = XLA_FFI_Future_SetAvailable_Args_STRUCT_SIZE;
    args.future = future;
    static_cast<void>(TakeError(api, api.XLA_FFI_Future_SetAvailable(&args), StatusCode::kInternal, "").ok());
    return;
  }
  const std::string message(status.message());
  XLA_FFI_Error_Create_Args create{};
  create.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  create.message = message.c_str();
  create.errc = static_cast<XLA_FFI_Error_Code>(status.code());
  XLA_FFI_Future_SetError_Args args{};
  args.struct_size = XLA_FFI_Future_SetError_Args_STRUCT_SIZE;
  args.future = future;
  args.error = api.XLA_FFI_Error_Create(&create);
  static_cast<void>(TakeError(api, api.XLA_FFI_Future_SetError(&args), StatusCode::kInternal, "").ok());
}

}  // namespace

Status Frame::FinishLater(const Event& event) const {
  if (const std::optional<Status> known = event.Poll(); known.has_value()) return *known;
  XLA_FFI_Future_Create_Args args{};
  args.extension_start = nullptr;
  args.future = nullptr;
  // Its size in the facts does not count the result; newer plugins want it counted.
  const Status created = Call(*raw_, &XLA_FFI_Api::XLA_FFI_Future_Create, "XLA_FFI_Future_Create", args, sizeof args);
  if (!created.ok() || args.future == nullptr) return event.Await();
  raw_->future = args.future;
  event.OnReady([api = raw_->api, future = args.future](const Status& status) { Finish(*api, future, status); });
  return Status();
}

Scratch::~Scratch() {
  for (const auto& [data, size] : blocks_) static_cast<void>(frame_.Free(data, size).ok());
}

StatusOr<void*> Scratch::Allocate(size_t size, size_t alignment) {
  CPPJRT_ASSIGN_OR_RETURN(void* const data, frame_.Allocate(size, alignment));
  blocks_.emplace_back(data, size);
  return data;
}

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt
