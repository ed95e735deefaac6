// buffers.upload.*: every element type, what the plugin may do with the host's memory, and awkward shapes.
#include <cstdlib>
#include <memory>

#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

// 64-byte aligned, as plugins that take over memory want it.
struct FreeDeleter {
  void operator()(char* memory) const { std::free(memory); }
};
using AlignedMemory = std::unique_ptr<char, FreeDeleter>;

AlignedMemory CopyOf(const Array& array) {
  const size_t size = (array.bytes.size() + 64) / 64 * 64;
  AlignedMemory memory(static_cast<char*>(std::aligned_alloc(64, size)));
  std::memcpy(memory.get(), array.bytes.data(), array.bytes.size());
  return memory;
}

struct Semantics {
  const char* id;
  PJRT_HostBufferSemantics value;
  bool may_overwrite;  // once the host's memory is given back
  const char* title;
};
constexpr Semantics kSemantics[] = {
    {"during_call", PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, true, "memory read during the call only"},
    {"until_done", PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes, true, "memory read until the event"},
    {"zero_copy", PJRT_HostBufferSemantics_kImmutableZeroCopy, false, "memory that the buffer may use as its own"},
    {"mutable_zero_copy", PJRT_HostBufferSemantics_kMutableZeroCopy, false, "memory that the buffer may use and write"},
};

// Uploads; overwrites the host's memory as soon as it may; reads.
Status UploadWith(Context& context, const Array& array, const Semantics& semantics) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const AlignedMemory memory = CopyOf(array);
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(array));
  args.data = memory.get();
  args.host_buffer_semantics = semantics.value;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const BufferHandle buffer(session.api(), args.buffer);
  if (semantics.value == PJRT_HostBufferSemantics_kImmutableOnlyDuringCall) {
    std::memset(memory.get(), 0x11, array.bytes.size());
  }
  {
    const EventHandle done(session.api(), args.done_with_host_buffer);
    // Zero-copy memory is done with when the buffer is destroyed, so nobody may wait for that here.
    if (semantics.may_overwrite && done.get() != nullptr) CPPJRT_RETURN_IF_ERROR(session.Await(done));
  }
  if (semantics.may_overwrite) std::memset(memory.get(), 0x22, array.bytes.size());
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, array);
}

bool TypeKnown(const Context& context, PJRT_Buffer_Type type) { return TypeSince(type) <= context.api().minor(); }

Status RoundTrip(Context& context, PJRT_Buffer_Type type, std::vector<int64_t> dims, const Semantics& semantics) {
  if (!TypeKnown(context, type)) {
    return Absent(TypeName(type) + " came with 0." + std::to_string(TypeSince(type)));
  }
  return UploadWith(context, Pattern(type, std::move(dims)), semantics);
}

struct Shape {
  const char* id;
  std::vector<int64_t> dims;
};

std::vector<Shape> AwkwardShapes() {
  return {{"scalar", {}},     {"one", {1}},       {"empty", {0}},       {"empty_inside", {3, 0, 2}},
          {"prime", {7, 11}}, {"odd_bytes", {3}}, {"column", {257, 1}}, {"row", {1, 257}}};
}

// Bits of floats that arithmetic would not keep: NaNs with payloads, negative zeros, subnormals.
Status SpecialBits(Context& context) {
  const std::vector<uint32_t> bits = {0x7fc00001, 0xffc12345, 0x7f800001, 0x80000000,
                                      0x00000001, 0x807fffff, 0x7f800000, 0xff800000};
  Array array = MakeArray(PJRT_Buffer_Type_F32, {8}, bits);
  CPPJRT_RETURN_IF_ERROR(UploadWith(context, array, kSemantics[0]));
  const std::vector<uint64_t> wide = {0x7ff8000000000001, 0xfff0000000000123, 0x8000000000000000, 1};
  return UploadWith(context, MakeArray(PJRT_Buffer_Type_F64, {4}, wide), kSemantics[0]);
}

}  // namespace

void AddBufferTypeChecks(Registry& registry) {
  for (const PJRT_Buffer_Type type : ArrayTypes()) {
    for (const Semantics& semantics : kSemantics) {
      registry.Add({.id = "buffers.upload." + TypeId(type) + "." + semantics.id,
                    .title = TypeName(type) + "[5,3] comes back as it was sent, from " + semantics.title,
                    .meaning = "arrays of " + TypeName(type) + " are damaged on their way",
                    .source = "PJRT_Client_BufferFromHostBuffer"},
                   [type, &semantics](Context& context) { return RoundTrip(context, type, {5, 3}, semantics); });
    }
  }
  for (const Shape& shape : AwkwardShapes()) {
    for (const PJRT_Buffer_Type type : {PJRT_Buffer_Type_F32, PJRT_Buffer_Type_S4, PJRT_Buffer_Type_C128}) {
      registry.Add(
          {.id = std::string("buffers.shape.") + shape.id + "." + TypeId(type),
           .title = "an array " + Array{type, shape.dims, {}}.Shape() + " comes back as it was sent",
           .meaning = "small, empty or odd arrays are damaged on their way",
           .source = "PJRT_Client_BufferFromHostBuffer"},
          [type, dims = shape.dims](Context& context) { return RoundTrip(context, type, dims, kSemantics[0]); });
    }
  }
  registry.Add({.id = "buffers.special_bits",
                .title = "NaNs with payloads, negative zeros and subnormals keep their bits",
                .meaning = "data that passes through a device is changed",
                .source = "PJRT_Client_BufferFromHostBuffer"},
               SpecialBits);
}

}  // namespace cppjrt::conform
