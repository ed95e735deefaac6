// buffers: properties, copies, deletion, views, aliases, donation.
#include <atomic>
#include <cstdlib>
#include <memory>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

const std::vector<float> kValues = {1, 2, 3, 4, 5, 6};
Array Six() { return F32({2, 3}, kValues); }

template <class Args>
Args OfBuffer(const Session& session, const BufferHandle& buffer) {
  auto args = session.api().Make<Args>();
  args.buffer = buffer.get();
  return args;
}

Status TypeAndDims(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_Buffer_Type type, session.TypeOf(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the element type", type, PJRT_Buffer_Type_F32));
  CPPJRT_ASSIGN_OR_RETURN(const auto dims, session.DimsOf(buffer.get()));
  return ExpectEqual("the dimensions", dims, std::vector<int64_t>{2, 3});
}

Status UnpaddedDims(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = OfBuffer<PJRT_Buffer_UnpaddedDimensions_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ExpectEqual("the unpadded dimensions",
                     std::vector<int64_t>(args.unpadded_dims, args.unpadded_dims + args.num_dims),
                     std::vector<int64_t>{2, 3});
}

Status DynamicIndices(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = OfBuffer<PJRT_Buffer_DynamicDimensionIndices_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ExpectEqual("the number of dynamic dimensions", args.num_dynamic_dims, size_t{0});
}

Status DeviceAndMemory(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  for (PJRT_Device* device : devices) {
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six(), device));
    auto args = OfBuffer<PJRT_Buffer_Device_Args>(session, buffer);
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    CPPJRT_RETURN_IF_ERROR(Expect(args.device == device, "an upload to one device is on another"));
    auto memory = OfBuffer<PJRT_Buffer_Memory_Args>(session, buffer);
    CPPJRT_RETURN_IF_ERROR(session.api().Call(memory));
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const expected, session.DefaultMemory(device));
    CPPJRT_RETURN_IF_ERROR(Expect(memory.memory == expected, "an upload is not in the device's default memory"));
  }
  return Status();
}

Status SizeOnDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = OfBuffer<PJRT_Buffer_OnDeviceSizeInBytes_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  context.Evidence(std::to_string(args.on_device_size_in_bytes) + " bytes for f32[2,3]");
  return Expect(args.on_device_size_in_bytes >= 24,
                "f32[2,3] takes " + std::to_string(args.on_device_size_in_bytes) + " bytes; its values alone are 24");
}

Status HostSize(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the size for the host", args.dst_size, size_t{24}));
  return Expect(args.event == nullptr, "asking for the size gives an event, which nobody destroys");
}

Status IntoShortMemory(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  float memory[6] = {-7, -7, -7, -7, -7, -7};
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  args.dst = memory;
  args.dst_size = 20;
  Status status = session.api().Call(args);
  if (status.ok() && args.event != nullptr) status = session.Await(EventHandle(session.api(), args.event));
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("copying 24 bytes into 20", status));
  return ExpectEqual("what lies behind the memory", memory[5], -7.0f);
}

Status IntoLongerMemory(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  std::vector<float> memory(8, -7);
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  args.dst = memory.data();
  args.dst_size = 32;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(session.Await(EventHandle(session.api(), args.event)));
  return ExpectEqual("the memory", memory, std::vector<float>{1, 2, 3, 4, 5, 6, -7, -7});
}

Status DeleteAndAsk(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  CPPJRT_ASSIGN_OR_RETURN(const bool before, session.IsDeleted(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted of a new buffer", before, false));
  auto args = OfBuffer<PJRT_Buffer_Delete_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_ASSIGN_OR_RETURN(const bool after, session.IsDeleted(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted after deletion", after, true));
  CPPJRT_ASSIGN_OR_RETURN(const auto dims, session.DimsOf(buffer.get()));
  return ExpectEqual("the dimensions of a deleted buffer", dims, std::vector<int64_t>{2, 3});
}

Status DeleteTwice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = OfBuffer<PJRT_Buffer_Delete_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  static_cast<void>(session.api().Call(args));  // either answer is fine
  CPPJRT_ASSIGN_OR_RETURN(const bool after, session.IsDeleted(buffer.get()));
  return ExpectEqual("is_deleted after two deletions", after, true);
}

StatusOr<BufferHandle> Deleted(const Session& session) {
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, session.Upload(F32({4}, {1, 2, 3, 4})));
  auto args = session.api().Make<PJRT_Buffer_Delete_Args>();
  args.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return buffer;
}

Status ReadDeleted(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Deleted(session));
  return ExpectAnyError("reading a deleted buffer", session.Read(buffer).status());
}

Status RunWithDeleted(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Deleted(session));
  return ExpectAnyError("running with a deleted buffer", session.Run(negate, {buffer.get()}).status());
}

Status CopyDeleted(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, Deleted(session));
  auto args = session.api().Make<PJRT_Buffer_CopyToDevice_Args>();
  args.buffer = buffer.get();
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  args.dst_device = devices.back();
  const Status status = session.api().Call(args);
  if (status.ok()) BufferHandle(session.api(), args.dst_buffer);
  return ExpectAnyError("copying a deleted buffer", status);
}

Status OnCpu(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto args = OfBuffer<PJRT_Buffer_IsOnCpu_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  context.Evidence(args.is_on_cpu ? "on the CPU" : "not on the CPU");
  return Status();
}

// A CPU's buffer is host memory: its address holds the values.
Status PointerHoldsValues(Context& context, bool opaque) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto on_cpu = OfBuffer<PJRT_Buffer_IsOnCpu_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(on_cpu));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  const void* address = nullptr;
  if (opaque) {
    auto args = OfBuffer<PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args>(session, buffer);
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    address = args.device_memory_ptr;
  } else {
    auto args = OfBuffer<PJRT_Buffer_UnsafePointer_Args>(session, buffer);
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    address = reinterpret_cast<const void*>(args.buffer_pointer);
  }
  if (address == nullptr) return UnknownError("the address is null");
  if (!on_cpu.is_on_cpu) return Status();
  Array seen = Six();
  std::memcpy(seen.bytes.data(), address, seen.bytes.size());
  return Same(seen, Six());
}

Status ExternalReference(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto more = OfBuffer<PJRT_Buffer_IncreaseExternalReferenceCount_Args>(session, buffer);
  CPPJRT_RETURN_IF_ERROR(session.api().Call(more));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  CPPJRT_RETURN_IF_ERROR(Same(back, Six()));
  auto less = OfBuffer<PJRT_Buffer_DecreaseExternalReferenceCount_Args>(session, buffer);
  return session.api().Call(less);
}

Status ReferenceTooFew(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  auto less = OfBuffer<PJRT_Buffer_DecreaseExternalReferenceCount_Args>(session, buffer);
  return ExpectAnyError("giving back a reference that was never taken", session.api().Call(less));
}

StatusOr<Array> RawBytes(const Session& session, const BufferHandle& buffer, int64_t offset, int64_t size) {
  Array array{PJRT_Buffer_Type_U8, {size}, std::vector<char>(static_cast<size_t>(std::max<int64_t>(size, 0)))};
  auto args = session.api().Make<PJRT_Buffer_CopyRawToHost_Args>();
  args.buffer = buffer.get();
  args.dst = array.bytes.data();
  args.offset = offset;
  args.transfer_size = size;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(session.Await(EventHandle(session.api(), args.event)));
  return array;
}

Status RawRead(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({6}, kValues)));
  CPPJRT_ASSIGN_OR_RETURN(const Array bytes, RawBytes(session, buffer, 8, 12));
  return ExpectEqual("the values from byte 8", bytes.Values<float>(), std::vector<float>{3, 4, 5});
}

Status RawReadBeyond(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({6}, kValues)));
  for (const auto& [offset, size] : {std::pair<int64_t, int64_t>{16, 12}, {-4, 8}, {1 << 20, 4}}) {
    CPPJRT_RETURN_IF_ERROR(
        ExpectAnyError("a raw read of " + std::to_string(size) + " bytes at " + std::to_string(offset) + " of 24",
                       RawBytes(session, buffer, offset, size).status()));
  }
  return Status();
}

Status RawFuture(Context& context, bool error) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({6}, kValues)));
  auto args = OfBuffer<PJRT_Buffer_CopyRawToHostFuture_Args>(session, buffer);
  args.offset = 4;
  args.transfer_size = 8;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const EventHandle done(session.api(), args.event);
  CPPJRT_ASSIGN_OR_RETURN(const bool early, session.IsReady(done.get()));
  CPPJRT_RETURN_IF_ERROR(Expect(!early, "the copy is done before its destination is known"));
  float values[2] = {0, 0};
  auto told = PJRT_Buffer_CopyRawToHostFuture_Callback_Args{};
  told.struct_size = pjrt::abi::StructSize<PJRT_Buffer_CopyRawToHostFuture_Callback_Args>(session.api().sent_minor());
  told.callback_data = args.callback_data;
  told.error_code = error ? PJRT_Error_Code_CANCELLED : PJRT_Error_Code_OK;
  told.error_message = "no room";
  told.error_message_size = error ? 7 : 0;
  told.dst = error ? nullptr : values;
  args.future_ready_callback(&told);
  const Status status = session.Await(done);
  if (error) return ExpectAnyError("a raw read whose destination is an error", status);
  CPPJRT_RETURN_IF_ERROR(status);
  return ExpectEqual("the values from byte 4", std::vector<float>(values, values + 2), std::vector<float>{2, 3});
}

StatusOr<BufferHandle> CopyTo(const Session& session, const BufferHandle& buffer, PJRT_Device* device) {
  auto args = session.api().Make<PJRT_Buffer_CopyToDevice_Args>();
  args.buffer = buffer.get();
  args.dst_device = device;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return BufferHandle(session.api(), args.dst_buffer);
}

Status CopyToEachDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(Six()));
  for (size_t i = 1; i < devices.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle copy, CopyTo(session, source, devices[i]));
    auto where = OfBuffer<PJRT_Buffer_Device_Args>(session, copy);
    CPPJRT_RETURN_IF_ERROR(session.api().Call(where));
    CPPJRT_RETURN_IF_ERROR(Expect(where.device == devices[i], "a copy to one device is on another"));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(copy));
    CPPJRT_RETURN_IF_ERROR(Same(back, Six()));
  }
  return Status();
}

// The copy is the reader's own: deleting the source takes nothing from it.
Status CopyOutlivesSource(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle source, session.Upload(Six()));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle copy, CopyTo(session, source, devices[1]));
  CPPJRT_RETURN_IF_ERROR(source.Destroy());
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(copy));
  return Same(back, Six());
}

Status ReadTwice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Six()));
  for (int i = 0; i < 3; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
    CPPJRT_RETURN_IF_ERROR(Same(back, Six()));
  }
  return Status();
}

Status LargeArray(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array large = Pattern(PJRT_Buffer_Type_F32, {1031, 4099});  // 16 MB, primes
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(large));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, large);
}

Status ManyDimensions(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array deep = Pattern(PJRT_Buffer_Type_S32, {1, 2, 1, 3, 1, 2, 1, 2});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(deep));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, deep);
}

}  // namespace

void AddBufferChecks(Registry& registry) {
  const Area add(registry, "buffers");
  add("type_and_dims", "a buffer knows its element type and dimensions", "arrays are read with the wrong shape",
      "PJRT_Buffer_ElementType, PJRT_Buffer_Dimensions", TypeAndDims);
  add("unpadded_dims", "unpadded dimensions of a static array are its dimensions", "arrays are read with padding",
      "PJRT_Buffer_UnpaddedDimensions", UnpaddedDims);
  add("dynamic_dims", "a static array has no dynamic dimensions", "clients refuse arrays as dynamic",
      "PJRT_Buffer_DynamicDimensionIndices", DynamicIndices);
  add("device_and_memory", "an upload is on the device that was named, in its default memory",
      "work runs on the wrong device", "PJRT_Buffer_Device, PJRT_Buffer_Memory", DeviceAndMemory);
  add("size_on_device", "the size on the device is at least that of the values", "memory is counted wrongly",
      "PJRT_Buffer_OnDeviceSizeInBytes", SizeOnDevice);
  add("host_size", "a read without memory tells the size", "clients allocate the wrong amount",
      "PJRT_Buffer_ToHostBuffer", HostSize);
  add("read_into_short", "a read into too little memory is an error and overruns nothing", "memory is overwritten",
      "PJRT_Buffer_ToHostBuffer", IntoShortMemory);
  add("read_into_longer", "a read into more memory than needed leaves the rest alone", "memory is overwritten",
      "PJRT_Buffer_ToHostBuffer", IntoLongerMemory);
  add("delete", "a deleted buffer says so and keeps its shape", "memory is not freed when a program asks for it",
      "PJRT_Buffer_Delete", DeleteAndAsk);
  add("delete_twice", "a second deletion changes nothing", "programs that free in two places crash",
      "PJRT_Buffer_Delete", DeleteTwice);
  add("read_deleted", "reading a deleted buffer is an error", "freed memory is read", "PJRT_Buffer_ToHostBuffer",
      ReadDeleted);
  add("run_with_deleted", "running with a deleted buffer is an error", "freed memory is read",
      "PJRT_LoadedExecutable_Execute", RunWithDeleted);
  add("copy_deleted", "copying a deleted buffer is an error", "freed memory is read", "PJRT_Buffer_CopyToDevice",
      CopyDeleted);
  add("is_on_cpu", "a buffer tells whether the host can read it", "zero-copy views cannot be made",
      "PJRT_Buffer_IsOnCpu", OnCpu);
  add("unsafe_pointer", "the address of a buffer on the CPU holds its values", "zero-copy views show other data",
      "PJRT_Buffer_UnsafePointer", [](Context& context) { return PointerHoldsValues(context, false); });
  add("opaque_pointer", "the device address of a buffer on the CPU holds its values", "DLPack views show other data",
      "PJRT_Buffer_OpaqueDeviceMemoryDataPointer", [](Context& context) { return PointerHoldsValues(context, true); });
  add("external_reference", "an external reference is taken and given back", "DLPack exports leak or lose memory",
      "PJRT_Buffer_IncreaseExternalReferenceCount", ExternalReference);
  add("external_reference_too_few", "giving back a reference that was never taken is an error",
      "a mistake frees memory in use", "PJRT_Buffer_DecreaseExternalReferenceCount", ReferenceTooFew, Level::kAdvised);
  add("raw_read", "a raw read from byte 8 gives the values there", "partial reads give other data",
      "PJRT_Buffer_CopyRawToHost", RawRead);
  add("raw_read_beyond", "raw reads beyond the buffer are errors", "foreign memory is read",
      "PJRT_Buffer_CopyRawToHost", RawReadBeyond);
  add("raw_read_future", "a raw read waits for its destination", "partial reads give other data",
      "PJRT_Buffer_CopyRawToHostFuture", [](Context& context) { return RawFuture(context, false); });
  add("raw_read_future_error", "a raw read whose destination fails, fails", "a failure upstream hangs the reader",
      "PJRT_Buffer_CopyRawToHostFuture", [](Context& context) { return RawFuture(context, true); });
  add("copy_to_each_device", "a copy to each device is there, with its values",
      "arrays cannot be moved between devices", "PJRT_Buffer_CopyToDevice", CopyToEachDevice);
  add("copy_outlives_source", "a copy to another device outlives its source", "arrays change when others are freed",
      "PJRT_Buffer_CopyToDevice", CopyOutlivesSource);
  add("read_twice", "a buffer can be read any number of times", "results are lost after the first read",
      "PJRT_Buffer_ToHostBuffer", ReadTwice);
  add("large", "an array of 16 MB comes back as it was", "large arrays are damaged", "PJRT_Client_BufferFromHostBuffer",
      LargeArray);
  add("many_dims", "an array of eight dimensions comes back as it was", "arrays of many dimensions are damaged",
      "PJRT_Client_BufferFromHostBuffer", ManyDimensions);
}

}  // namespace cppjrt::conform
