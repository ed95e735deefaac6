// extensions.raw_buffer: the bytes behind a buffer. Valid use goes through the client library; what lies outside of the buffer
// uses the extension directly, as the library would not let it through.
#include <array>

#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "pjrt/abi/pjrt_c_api_raw_buffer_extension.h"
#include "pjrt/extensions/raw_buffer.h"

namespace cppjrt::conform {
namespace {

const std::vector<float> kValues = {1, 2, 3, 4, 5, 6, 7, 8};
constexpr int64_t kBytes = 32;

// A buffer of kValues and another name of its memory.
struct Aliased {
  pjrt::Client client;
  pjrt::Buffer buffer;
  pjrt::RawBuffer raw;
};

StatusOr<Aliased> MakeAliased(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::RawBufferExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer buffer, UploadFloats(client, kValues));
  CPPJRT_RETURN_IF_ERROR(buffer.ReadyEvent().Await());
  CPPJRT_ASSIGN_OR_RETURN(pjrt::RawBuffer raw, extension.Alias(buffer));
  return Aliased{std::move(client), std::move(buffer), std::move(raw)};
}

Status RawFacts(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Aliased aliased, MakeAliased(context));
  CPPJRT_ASSIGN_OR_RETURN(const size_t size, aliased.raw.OnDeviceSize());
  CPPJRT_ASSIGN_OR_RETURN(const int64_t own, aliased.buffer.OnDeviceSize());
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the size of the raw buffer", static_cast<int64_t>(size), own));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Memory memory, aliased.raw.memory());
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Memory its, aliased.buffer.memory());
  return ExpectEqual("the memory of the raw buffer", memory.id(), its.id());
}

Status Reads(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Aliased aliased, MakeAliased(context));
  std::array<float, 3> read = {};
  CPPJRT_RETURN_IF_ERROR(aliased.raw.CopyToHost(std::as_writable_bytes(std::span(read)), 8).Await());
  return ExpectEqual("elements 2 to 4", std::vector<float>(read.begin(), read.end()), std::vector<float>{3, 4, 5});
}

// What is written through the raw buffer is what the buffer holds, there and nowhere else.
Status Writes(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Aliased aliased, MakeAliased(context));
  const std::array<float, 2> written = {-1, -2};
  CPPJRT_RETURN_IF_ERROR(aliased.raw.CopyFromHost(std::as_bytes(std::span(written)), 12).Await());
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> values, aliased.buffer.ToVector<float>());
  return ExpectEqual("the buffer", values, std::vector<float>{1, 2, 3, -1, -2, 6, 7, 8});
}

Status HostPointer(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Aliased aliased, MakeAliased(context));
  CPPJRT_ASSIGN_OR_RETURN(void* const pointer, aliased.raw.HostPointer());
  if (pointer == nullptr) return Absent("the memory is not visible to the host");
  const auto* values = static_cast<const float*>(pointer);
  return ExpectEqual("what the host sees", std::vector<float>(values, values + kValues.size()), kValues);
}

Status Outlives(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Aliased aliased, MakeAliased(context));
  {
    const pjrt::Buffer gone = std::move(aliased.buffer);
  }
  std::array<float, 8> read = {};
  CPPJRT_RETURN_IF_ERROR(aliased.raw.CopyToHost(std::as_writable_bytes(std::span(read)), 0).Await());
  return ExpectEqual("the values, their buffer destroyed", std::vector<float>(read.begin(), read.end()), kValues);
}

// --- beyond the buffer

StatusOr<const PJRT_RawBuffer_Extension*> Table(const Api& api) {
  const auto* base = api.FindExtension(PJRT_Extension_Type_RawBuffer, sizeof(PJRT_RawBuffer_Extension));
  if (base == nullptr) return Absent("the plugin has no RawBuffer extension");
  return reinterpret_cast<const PJRT_RawBuffer_Extension*>(base);
}

template <class Args>
Args Sized() {
  Args args = {};
  args.struct_size = sizeof(Args);
  return args;
}

// The error of the call, or of its event.
Status ReadRange(const Session& session, const PJRT_RawBuffer_Extension& table, PJRT_RawBuffer* raw, int64_t offset,
                 int64_t size) {
  std::array<char, 2 * kBytes> room = {};
  auto args = Sized<PJRT_RawBuffer_CopyRawDeviceToHost_Args>();
  args.buffer = raw;
  args.dst = room.data();
  args.offset = offset;
  args.transfer_size = size;
  CPPJRT_RETURN_IF_ERROR(CallExtension(session.api(), "PJRT_RawBuffer_CopyRawDeviceToHost",
                                       table.PJRT_RawBuffer_CopyRawDeviceToHost, args));
  if (args.event == nullptr) return UnknownError("a copy gives neither an error nor an event");
  const EventHandle event(session.api(), args.event);
  return session.Await(event);
}

Status OutOfRange(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_RawBuffer_Extension* const table, Table(session.api()));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({8}, kValues)));
  auto alias = Sized<PJRT_RawBuffer_CreateRawAliasOfBuffer_Args>();
  alias.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(CallExtension(session.api(), "PJRT_RawBuffer_CreateRawAliasOfBuffer",
                                       table->PJRT_RawBuffer_CreateRawAliasOfBuffer, alias));
  Status result;
  for (const auto& [offset, size] : {std::pair<int64_t, int64_t>{28, 8}, {-4, 8}, {0, kBytes + 4}, {kBytes + 8, 4}}) {
    if (!result.ok()) break;
    result = ExpectAnyError(
        std::to_string(size) + " bytes at offset " + std::to_string(offset) + " of " + std::to_string(kBytes),
        ReadRange(session, *table, alias.raw_buffer, offset, size));
  }
  auto destroy = Sized<PJRT_RawBuffer_Destroy_Args>();
  destroy.buffer = alias.raw_buffer;
  CPPJRT_RETURN_IF_ERROR(
      CallExtension(session.api(), "PJRT_RawBuffer_Destroy", table->PJRT_RawBuffer_Destroy, destroy));
  return result;
}

}  // namespace

void AddRawBufferChecks(Registry& registry) {
  const Area add(registry, "extensions");
  constexpr char kSource[] = "PJRT_RawBuffer_Extension";
  add("raw_buffer.facts", "a raw buffer has the size and the memory of its buffer",
      "transfers read too much or too little", kSource, RawFacts);
  add("raw_buffer.read", "a range of a raw buffer is read", "transfers between hosts send wrong bytes",
      "PJRT_RawBuffer_CopyRawDeviceToHost", Reads);
  add("raw_buffer.write", "what is written to a range is in the buffer, and nothing else",
      "transfers between hosts write over other data", "PJRT_RawBuffer_CopyRawHostToDevice", Writes);
  add("raw_buffer.host_pointer", "the host's pointer shows the values", "code that maps buffers reads something else",
      "PJRT_RawBuffer_GetHostPointer", HostPointer);
  add("raw_buffer.outlives", "a raw buffer outlives its buffer", "a transfer reads freed memory", kSource, Outlives);
  add("raw_buffer.range", "ranges beyond the buffer are errors", "memory of others is read",
      "PJRT_RawBuffer_CopyRawDeviceToHost", OutOfRange, Level::kAdvised, true);
}

}  // namespace cppjrt::conform
