#include "pjrt/extensions/cross_host_transfers.h"

#include <cstring>
#include <memory>

#include "client/array_checks.h"
#include "client/c_text.h"
#include "client/client_state.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_cross_host_transfers_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

// Before, ids and descriptors were laid out otherwise, at the same size.
constexpr int kMinMinor = 114;

const PJRT_CrossHostTransfers_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_CrossHostTransfers_Extension>(extension);
}

Status CheckVersion(const Plugin& plugin, const char* function) {
  const int minor = plugin.api_version().minor_version;
  if (minor >= kMinMinor) return Status();
  return cppjrt::UnimplementedError(std::string(function) + ": plugin " + plugin.name() + " has PJRT C API 0." +
                                    std::to_string(minor) + ", whose arguments are laid out otherwise; it needs 0." +
                                    std::to_string(kMinMinor));
}

Status CheckCounts(const char* function, size_t arrays, size_t ids, size_t keys) {
  if (arrays == ids && arrays == keys) return Status();
  return cppjrt::InvalidArgumentError(std::string(function) + ": " + std::to_string(arrays) + " arrays, " +
                                      std::to_string(ids) + " devices and " + std::to_string(keys) +
                                      " keys; give one of each for each array");
}

// Shapes as the C API takes them; points into the shapes.
struct ShapeArrays {
  explicit ShapeArrays(std::span<const ArrayShape> shapes) : layouts(shapes.size()) {
    for (const ArrayShape& shape : shapes) {
      ranks.push_back(shape.dims.size());
      dims.push_back(shape.dims.data());
      types.push_back(static_cast<PJRT_Buffer_Type>(shape.type));
    }
  }
  template <class Args>
  void Fill(Args& args) {
    args.num_shapes = ranks.size();
    args.shape_num_dims = ranks.data();
    args.num_dims = dims.data();
    args.element_types = types.data();
    args.layouts = layouts.data();
  }
  std::vector<size_t> ranks;
  std::vector<const int64_t*> dims;
  std::vector<PJRT_Buffer_Type> types;
  std::vector<PJRT_Buffer_MemoryLayout*> layouts;  // null: the plugin's own
};

Status CheckShapes(const char* function, const Plugin& plugin, std::span<const ArrayShape> shapes) {
  for (const ArrayShape& shape : shapes) {
    CPPJRT_RETURN_IF_ERROR(detail::CheckShape(function, plugin, shape.type, shape.dims));
  }
  return Status();
}

std::vector<Buffer> Own(const std::shared_ptr<const detail::ClientState>& client, std::span<PJRT_Buffer* const> raw) {
  std::vector<Buffer> buffers;
  for (PJRT_Buffer* buffer : raw) buffers.push_back(Buffer(client, buffer));
  return buffers;
}

// An error that a callback was given, taken over.
Status TakeError(const detail::Api& api, PJRT_Error* error) {
  return error == nullptr ? Status() : api.TakeError(error);
}

struct DescriptorsState {
  std::shared_ptr<const detail::Api> api;
  CrossHostTransfersExtension::DescriptorsCallback callback;
};

void OnDescriptors(PJRT_Error* error, const char** descriptors, size_t* sizes, size_t count, void* user_arg,
                   PJRT_Transfers_CrossHostSendCancelNotifier, void*) {
  detail::PluginCallbackScope scope;
  std::unique_ptr<DescriptorsState> state(static_cast<DescriptorsState*>(user_arg));
  detail::Swallow([&] {
    if (Status status = TakeError(*state->api, error); !status.ok()) return state->callback(status);
    std::vector<std::string> texts;
    for (size_t i = 0; descriptors != nullptr && i < count; ++i) {
      texts.push_back(detail::Text(descriptors[i], sizes[i]));
    }
    state->callback(std::move(texts));
  });
}

struct SentState {
  std::shared_ptr<const detail::Api> api;
  CrossHostTransfersExtension::SentCallback callback;
};

void OnSent(PJRT_Error* error, bool enqueued, void* user_arg) {
  detail::PluginCallbackScope scope;
  std::unique_ptr<SentState> state(static_cast<SentState*>(user_arg));
  detail::Swallow([&] { state->callback(TakeError(*state->api, error), enqueued); });
}

// A descriptor where the plugin reads it; freed by it through FreeDescriptor.
struct Descriptor {
  char** data;
  size_t* size;
};

Descriptor NewDescriptor(const std::string& text) {
  Descriptor descriptor{new char*(new char[text.size()]), new size_t(text.size())};
  std::memcpy(*descriptor.data, text.data(), text.size());
  return descriptor;
}

void FreeDescriptor(char** data, size_t* size) {
  delete[] *data;
  delete data;
  delete size;
}

// An event of the plugin that is ready.
StatusOr<PJRT_Event*> ReadyEvent(const detail::Api& api) {
  PJRT_Event_Create_Args create{};
  CPPJRT_RETURN_IF_ERROR(api.Call(create));
  PJRT_Event_Set_Args set{};
  set.event = create.event;
  set.error_message = "";
  CPPJRT_RETURN_IF_ERROR(api.Call(set));
  return create.event;
}

}  // namespace

StatusOr<std::vector<Event>> CrossHostTransfersExtension::Send(std::span<const Buffer* const> buffers,
                                                               std::span<const int64_t> destination_ids,
                                                               std::span<const int64_t> keys) const {
  CPPJRT_RETURN_IF_ERROR(CheckVersion(plugin(), "Send"));
  CPPJRT_RETURN_IF_ERROR(CheckCounts("Send", buffers.size(), destination_ids.size(), keys.size()));
  if (buffers.empty()) return std::vector<Event>();
  std::vector<PJRT_Buffer*> raw;
  for (const Buffer* buffer : buffers) {
    if (!buffer->valid()) return cppjrt::FailedPreconditionError("Send: a buffer is empty");
    if (buffer->client_state() != buffers[0]->client_state()) {
      return cppjrt::InvalidArgumentError("Send: the buffers are of different clients; send them apart");
    }
    raw.push_back(buffer->raw());
  }
  std::vector<PJRT_Event*> sent(buffers.size());
  PJRT_Transfers_PJRT_Client_CrossHostSendBuffers_Args args{};
  args.client = buffers[0]->client_state()->raw;
  args.num_buffers = raw.size();
  args.buffers = raw.data();
  args.dst_global_device_ids = destination_ids.data();
  args.transfer_keys = keys.data();
  args.send_events = sent.data();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Transfers_PJRT_Client_CrossHostSendBuffers, args));
  std::vector<Event> events;
  for (PJRT_Event* event : sent) events.push_back(Event(&plugin().api(), event, buffers[0]->client_state()));
  return events;
}

StatusOr<std::vector<Buffer>> CrossHostTransfersExtension::Receive(const Device& device,
                                                                   std::span<const ArrayShape> shapes,
                                                                   std::span<const int64_t> source_ids,
                                                                   std::span<const int64_t> keys) const {
  CPPJRT_RETURN_IF_ERROR(CheckVersion(plugin(), "Receive"));
  CPPJRT_RETURN_IF_ERROR(CheckCounts("Receive", shapes.size(), source_ids.size(), keys.size()));
  CPPJRT_RETURN_IF_ERROR(CheckShapes("Receive", plugin(), shapes));
  if (!device.valid()) return cppjrt::InvalidArgumentError("Receive: no device");
  ShapeArrays arrays(shapes);
  std::vector<PJRT_Buffer*> buffers(shapes.size());
  PJRT_Transfers_PJRT_Client_CrossHostReceiveBuffers_Args args{};
  args.client = device.client_state()->raw;
  arrays.Fill(args);
  args.device = device.raw();
  args.src_global_device_ids = source_ids.data();
  args.transfer_keys = keys.data();
  args.buffers = buffers.data();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Transfers_PJRT_Client_CrossHostReceiveBuffers, args));
  return Own(device.client_state(), buffers);
}

StatusOr<std::vector<Buffer>> CrossHostTransfersExtension::MakeReceiveBuffers(const Device& device,
                                                                              std::span<const ArrayShape> shapes,
                                                                              DescriptorsCallback callback) const {
  CPPJRT_RETURN_IF_ERROR(CheckShapes("MakeReceiveBuffers", plugin(), shapes));
  if (!device.valid()) return cppjrt::InvalidArgumentError("MakeReceiveBuffers: no device");
  auto state = std::make_unique<DescriptorsState>(DescriptorsState{plugin().shared_api(), std::move(callback)});
  ShapeArrays arrays(shapes);
  std::vector<PJRT_Buffer*> buffers(shapes.size());
  PJRT_Transfers_PJRT_Client_MakeCrossHostReceiveBuffers_Args args{};
  args.client = device.client_state()->raw;
  arrays.Fill(args);
  args.device = device.raw();
  args.notifier = {state.get(), OnDescriptors};
  args.buffers = buffers.data();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Transfers_PJRT_Client_MakeCrossHostReceiveBuffers, args));
  static_cast<void>(state.release());  // the callback's
  return Own(device.client_state(), buffers);
}

Status CrossHostTransfersExtension::CopyToRemoteDevice(const Buffer& buffer, std::string descriptor,
                                                       SentCallback callback) const {
  CPPJRT_RETURN_IF_ERROR(CheckVersion(plugin(), "CopyToRemoteDevice"));
  if (!buffer.valid()) return cppjrt::FailedPreconditionError("CopyToRemoteDevice: the buffer is empty");
  auto state = std::make_unique<SentState>(SentState{plugin().shared_api(), std::move(callback)});
  const auto entry = PJRT_ENTRY(Table(*this), PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice);
  if (entry == nullptr) return detail::MissingEntry(plugin(), "PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice");
  PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice_Args args{};
  args.buffer = buffer.raw();
  CPPJRT_ASSIGN_OR_RETURN(args.event, ReadyEvent(plugin().api()));
  const Descriptor owned = NewDescriptor(descriptor);
  args.serialized_descriptor = owned.data;
  args.serialized_descriptor_size = owned.size;
  args.on_done = {state.release(), OnSent};  // the callback's, as the event and the descriptor are the plugin's
  args.descriptor_destructor = FreeDescriptor;
  return detail::CallEntry(plugin(), "PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice", entry, args);
}

}  // namespace v0
}  // namespace pjrt
