// transfers: buffers that are filled from the host piece by piece.
#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

struct Shape {
  PJRT_Buffer_Type type;
  std::vector<int64_t> dims;
};

StatusOr<ManagerHandle> MakeManager(const Session& session, const std::vector<Shape>& shapes) {
  std::vector<PJRT_ShapeSpec> specs;
  for (const Shape& shape : shapes) {
    PJRT_ShapeSpec spec = {};
    spec.struct_size = pjrt::abi::StructSize<PJRT_ShapeSpec>(session.api().sent_minor());
    spec.dims = shape.dims.data();
    spec.num_dims = shape.dims.size();
    spec.element_type = shape.type;
    specs.push_back(spec);
  }
  auto args = session.api().Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
  args.client = session.client();
  args.shape_specs = specs.data();
  args.num_shape_specs = specs.size();
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(args.memory, session.DefaultMemory(device));
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ManagerHandle(session.api(), args.transfer_manager);
}

StatusOr<BufferHandle> Retrieve(const Session& session, const ManagerHandle& manager, int index) {
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
  args.transfer_manager = manager.get();
  args.buffer_index = index;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return BufferHandle(session.api(), args.buffer_out);
}

Status Send(const Session& session, const ManagerHandle& manager, int index, const char* data, int64_t offset,
            int64_t size, bool last) {
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
  args.transfer_manager = manager.get();
  args.buffer_index = index;
  args.data = data;
  args.offset = offset;
  args.transfer_size = size;
  args.is_last_transfer = last;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.done_with_h2d_transfer == nullptr) return UnknownError("a transfer gave neither an error nor an event");
  return session.Await(EventHandle(session.api(), args.done_with_h2d_transfer));
}

Status InPieces(Context& context, PJRT_Buffer_Type type, int pieces) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(type, {64, 32});
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{type, values.dims}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  const int64_t size = static_cast<int64_t>(values.bytes.size()) / pieces;
  for (int i = 0; i < pieces; ++i) {
    CPPJRT_RETURN_IF_ERROR(Send(session, manager, 0, values.bytes.data() + i * size, i * size, size, i + 1 == pieces));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, values);
}

Status PendingUntilSent(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = F32({4}, {1, 2, 3, 4});
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{values.type, values.dims}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_ASSIGN_OR_RETURN(const bool early, session.IsReady(ready.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready before the data", early, false));
  CPPJRT_RETURN_IF_ERROR(Send(session, manager, 0, values.bytes.data(), 0, 16, true));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, values);
}

Status SeveralBuffers(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array first = Pattern(PJRT_Buffer_Type_F32, {3, 5}), second = Pattern(PJRT_Buffer_Type_S16, {7}, 3);
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager,
                          MakeManager(session, {{first.type, first.dims}, {second.type, second.dims}}));
  auto count = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args>();
  count.transfer_manager = manager.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(count));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of buffers", count.buffer_count, size_t{2}));
  for (const auto& [index, array] : {std::pair(1, &second), std::pair(0, &first)}) {
    auto size = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args>();
    size.transfer_manager = manager.get();
    size.buffer_index = index;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(size));
    CPPJRT_RETURN_IF_ERROR(Expect(size.buffer_size >= array->bytes.size(), "a buffer is smaller than its values"));
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, index));
    CPPJRT_RETURN_IF_ERROR(
        Send(session, manager, index, array->bytes.data(), 0, static_cast<int64_t>(array->bytes.size()), true));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
    CPPJRT_RETURN_IF_ERROR(Same(back, *array));
  }
  return Status();
}

Status DeviceOfManager(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_Device_Args>();
  args.transfer_manager = manager.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  return Expect(args.device_out == device, "the manager is on another device than its memory");
}

Status SetError(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args>();
  args.transfer_manager = manager.get();
  args.error_code = PJRT_Error_Code_DATA_LOSS;
  args.error_message = "the disk is gone";
  args.error_message_size = 16;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const Status status = session.Read(buffer).status();
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("reading a buffer that was given an error", status));
  return Expect(status.message().find("the disk is gone") != std::string_view::npos,
                "the reader gets another error: " + status.ToString());
}

// Destroying the manager before the data came: the reader gets an error rather than waiting for ever.
Status DestroyEarly(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  CPPJRT_RETURN_IF_ERROR(manager.Destroy());
  return ExpectAnyError("reading a buffer whose data never came", session.Read(buffer).status());
}

Status BadIndex(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  return ExpectAnyError("retrieving buffer 5 of 1", Retrieve(session, manager, 5).status());
}

Status BeyondBuffer(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  const std::vector<char> data(4096, 1);
  return ExpectAnyError("sending 4096 bytes into a buffer of 16",
                        Send(session, manager, 0, data.data(), 0, 4096, true));
}

Status Literal(Context& context, bool with_layout) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(PJRT_Buffer_Type_F32, {3, 5});
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{values.type, values.dims}}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args>();
  args.transfer_manager = manager.get();
  args.data = values.bytes.data();
  args.shape_dims = values.dims.data();
  args.shape_num_dims = values.dims.size();
  args.shape_element_type = values.type;
  const int64_t order[] = {1, 0};
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(session.api().sent_minor());
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Tiled>(session.api().sent_minor());
  layout.tiled.minor_to_major = order;
  layout.tiled.minor_to_major_size = 2;
  if (with_layout) args.shape_layout = &layout;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(session.Await(EventHandle(session.api(), args.done_with_h2d_transfer)));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, values);
}

Status Metadata(Context& context, const pjrt::NamedValues& values) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const ManagerHandle manager, MakeManager(session, {{PJRT_Buffer_Type_F32, {4}}}));
  const auto named = ToNamedValues(session.api(), values);
  auto args = session.api().Make<PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args>();
  args.transfer_manager = manager.get();
  args.transfer_metadata = named.data();
  args.num_metadata = named.size();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const Array values_sent = F32({4}, {1, 2, 3, 4});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Retrieve(session, manager, 0));
  CPPJRT_RETURN_IF_ERROR(Send(session, manager, 0, values_sent.bytes.data(), 0, 16, true));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, values_sent);
}

}  // namespace

void AddTransferChecks(Registry& registry) {
  const Area add(registry, "transfers");
  constexpr char kData[] = "PJRT_AsyncHostToDeviceTransferManager_TransferData";
  for (const int pieces : {1, 8}) {
    for (const PJRT_Buffer_Type type : {PJRT_Buffer_Type_F32, PJRT_Buffer_Type_S8, PJRT_Buffer_Type_C128}) {
      add("pieces_" + std::to_string(pieces) + "." + TypeId(type), "an array sent in pieces comes back whole",
          "streamed weights are damaged", kData,
          [type, pieces](Context& context) { return InPieces(context, type, pieces); });
    }
  }
  add("pending", "a buffer is not ready before its data came", "results are computed from memory without contents",
      kData, PendingUntilSent);
  add("several", "two buffers of one manager get their own data, in any order", "streamed weights are mixed up", kData,
      SeveralBuffers);
  add("device", "the manager is on the device of its memory", "weights land on the wrong device",
      "PJRT_AsyncHostToDeviceTransferManager_Device", DeviceOfManager);
  add("set_error", "a buffer that is given an error has it", "a failed download hangs the reader",
      "PJRT_AsyncHostToDeviceTransferManager_SetBufferError", SetError);
  add("destroy_early", "a manager destroyed before the data came leaves an error", "a failed download hangs the reader",
      "PJRT_AsyncHostToDeviceTransferManager_Destroy", DestroyEarly);
  add("bad_index", "a buffer index that does not exist is an error", "foreign memory is used",
      "PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer", BadIndex, Level::kAdvised);
  add("beyond", "more data than the buffer holds is an error", "foreign memory is overwritten", kData, BeyondBuffer,
      Level::kAdvised);
  constexpr char kLiteral[] = "PJRT_AsyncHostToDeviceTransferManager_TransferLiteral";
  add("literal", "a whole array sent at once comes back", "streamed weights are damaged", kLiteral,
      [](Context& context) { return Literal(context, true); });
  add(
      "literal_no_layout", "a whole array sent without a layout comes back", "a missing layout ends the process",
      kLiteral, [](Context& context) { return Literal(context, false); }, Level::kAdvised);
  constexpr char kMetadata[] = "PJRT_AsyncHostToDeviceTransferManager_AddMetadata";
  add("metadata", "metadata is taken and changes no values", "traces lack names", kMetadata,
      [](Context& context) { return Metadata(context, {{"name", std::string("weights")}}); });
  add(
      "metadata_number", "metadata that is a number is taken or refused", "a mistake ends the process", kMetadata,
      [](Context& context) { return Metadata(context, {{"step", int64_t{3}}}); }, Level::kAdvised);
}

}  // namespace cppjrt::conform
