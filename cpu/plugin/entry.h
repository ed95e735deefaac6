// Entry: what stands in the table for every slot.
//
// The work of a slot is a function Serve with the slot's arguments, in the file of its object:
//
//   Status Serve(PJRT_Buffer_Device_Args& args) { … args.device = …; return OkStatus(); }
//
// Entry<Args>::Call is the C function around it: it refuses null and too short arguments, shows Serve a struct of full
// size whatever the caller's version is, and turns a Status, or an exception, into a PJRT_Error. A slot without a Serve
// does not link.
#ifndef CPPJRT_CPU_PLUGIN_ENTRY_H_
#define CPPJRT_CPU_PLUGIN_ENTRY_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "cppjrt/status.h"
#include "cpu/plugin/error.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {

#define SLOT(name) Status Serve(PJRT_##name##_Args& args);
#include "cpu/plugin/slots.def"
#undef SLOT

// What is wrong with the size of an argument struct.
Status BadStructSize(const char* name, size_t expected, size_t given);

template <class Args>
concept HasHistory = requires { pjrt::abi::StructOf<Args>::id; };

// Sizes that callers of the oldest supported version and of ours send.
template <class Args>
struct ArgsSize {
  static constexpr size_t kFloor = sizeof(size_t);
  static constexpr size_t kFull = sizeof(Args);
};
template <HasHistory Args>
struct ArgsSize<Args> {
  static constexpr size_t kFloor = pjrt::abi::StructSize<Args>(pjrt::abi::kFloorMinor);
  static constexpr size_t kFull = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
};

// A size that callers state though their struct is whole; 0: there is none.
template <class Args>
inline constexpr size_t kUnderstated = 0;
// Headers of 0.60 and 0.68, and so jaxlib 0.6, leave the last member out of the size; those of 0.80 do not.
template <>
inline constexpr size_t kUnderstated<PJRT_Plugin_Attributes_Args> =
    offsetof(PJRT_Plugin_Attributes_Args, num_attributes);

template <class Args, auto serve = static_cast<Status (*)(Args&)>(&Serve)>
struct Entry {
  static PJRT_Error* Call(Args* args) noexcept {
    try {
      Status status = Run(args);
      return status.ok() ? nullptr : NewError(std::move(status));
    } catch (...) {
      return NewError(StatusOfException());
    }
  }
  // For slots that return nothing.
  static void CallVoid(Args* args) noexcept { DeleteError(Call(args)); }

 private:
  using Size = ArgsSize<Args>;

  static Status Run(Args* args) {
    if (args == nullptr) return InvalidArgumentError("the argument struct is null");
    if (args->struct_size >= Size::kFull) [[likely]]
      return serve(*args);
    if (kUnderstated<Args> != 0 && args->struct_size == kUnderstated<Args>) return serve(*args);
    return RunShort(args);
  }

  // Only the fields that the caller's struct has are read and written.
  static Status RunShort(Args* args) {
    const size_t given = args->struct_size;
    if (given < Size::kFloor) return BadStructSize(__PRETTY_FUNCTION__, Size::kFloor, given);
    Args full = {};
    const size_t size = std::min(given, sizeof(Args));
    std::memcpy(&full, args, size);
    Status status = serve(full);
    std::memcpy(args, &full, size);
    args->struct_size = given;
    return status;
  }
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_ENTRY_H_
