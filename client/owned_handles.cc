// Small objects of a plugin that are made, given along, and destroyed.
#include <utility>

#include "client/api.h"
#include "client/client_state.h"
#include "client/named_values.h"
#include "pjrt/client.h"
#include "pjrt/device.h"
#include "pjrt/dma.h"
#include "pjrt/execute_context.h"
#include "pjrt/tracking_event.h"

namespace pjrt {
inline namespace v0 {

// --- ExecuteContext

StatusOr<ExecuteContext> ExecuteContext::Create(const Plugin& plugin) {
  PJRT_ExecuteContext_Create_Args args{};
  CPPJRT_RETURN_IF_ERROR(plugin.api().Call(args));
  if (args.context == nullptr) return cppjrt::InternalError("PJRT_ExecuteContext_Create returned no context");
  return ExecuteContext(plugin, args.context);
}

ExecuteContext& ExecuteContext::operator=(ExecuteContext&& other) noexcept {
  if (this != &other) {
    Release();
    plugin_ = other.plugin_;
    raw_ = std::exchange(other.raw_, nullptr);
  }
  return *this;
}

void ExecuteContext::Release() noexcept {
  if (raw_ == nullptr) return;
  PJRT_ExecuteContext_Destroy_Args args{};
  args.context = std::exchange(raw_, nullptr);
  plugin_.api().Destroy(args);
}

// --- DmaMapping

StatusOr<DmaMapping> Client::DmaMap(std::span<std::byte> memory) const {
  if (memory.empty()) return cppjrt::InvalidArgumentError("DmaMap: there is no memory to map");
  PJRT_Client_DmaMap_Args args{};
  args.client = state_->raw;
  args.data = memory.data();
  args.size = memory.size();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  return DmaMapping(state_, memory.data());
}

DmaMapping& DmaMapping::operator=(DmaMapping&& other) noexcept {
  if (this != &other) {
    DmaMapping dropped(std::move(*this));
    client_ = std::move(other.client_);
    data_ = std::exchange(other.data_, nullptr);
  }
  return *this;
}

DmaMapping::~DmaMapping() {
  if (data_ != nullptr) static_cast<void>(Unmap().ok());
}

Status DmaMapping::Unmap() {
  if (data_ == nullptr) return cppjrt::FailedPreconditionError("the memory is not mapped any more");
  PJRT_Client_DmaUnmap_Args args{};
  args.client = client_->raw;
  args.data = std::exchange(data_, nullptr);
  return client_->api.Call(args);
}

// --- AsyncTrackingEvent

StatusOr<AsyncTrackingEvent> Device::CreateAsyncTrackingEvent(std::string_view description) const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("CreateAsyncTrackingEvent of no device");
  PJRT_Device_CreateAsyncTrackingEvent_Args args{};
  args.device = state_->raw;
  args.description = description.data();
  args.description_size = description.size();
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return AsyncTrackingEvent(client_, args.event);
}

AsyncTrackingEvent& AsyncTrackingEvent::operator=(AsyncTrackingEvent&& other) noexcept {
  if (this != &other) {
    Release();
    client_ = std::move(other.client_);
    raw_ = std::exchange(other.raw_, nullptr);
  }
  return *this;
}

void AsyncTrackingEvent::Release() noexcept {
  if (raw_ == nullptr) return;
  PJRT_AsyncTrackingEvent_Destroy_Args args{};
  args.event = std::exchange(raw_, nullptr);
  client_->api.Destroy(args);
  client_.reset();
}

// --- of several processes

Status Client::UpdateGlobalProcessInfo(std::span<const ProcessInfo> processes) const {
  std::vector<PJRT_ProcessInfo> infos;
  for (const ProcessInfo& process : processes) {
    PJRT_ProcessInfo info = state_->api.New<PJRT_ProcessInfo>();
    info.task_id = process.task_id;
    info.incarnation_id = process.incarnation_id;
    info.state = static_cast<PJRT_ProcessState>(process.state);
    info.error_code = static_cast<int>(process.error.code());
    info.error_message = process.error.message().data();
    info.error_message_size = process.error.message().size();
    infos.push_back(info);
  }
  PJRT_Client_UpdateGlobalProcessInfo_Args args{};
  args.client = state_->raw;
  args.process_infos = infos.data();
  args.num_process_infos = infos.size();
  return state_->api.Call(args);
}

StatusOr<bool> Device::PoisonExecution(int32_t launch_id, const Status& error) const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("PoisonExecution of no device");
  if (error.ok()) return cppjrt::InvalidArgumentError("PoisonExecution: the error is OK");
  const std::vector<PJRT_NamedValue> payloads = detail::PayloadValues(client_->api, error.payloads());
  PJRT_Device_PoisonExecution_Args args{};
  args.device = state_->raw;
  args.launch_id = launch_id;
  args.error_code = static_cast<PJRT_Error_Code>(error.code());
  args.error_message = error.message().data();
  args.error_message_size = error.message().size();
  args.payload = payloads.empty() ? nullptr : payloads.data();
  args.num_payload = payloads.size();
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return args.poisoned;
}

}  // namespace v0
}  // namespace pjrt
