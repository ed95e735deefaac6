// PJRT_Buffer: a handle of an array in a memory.
#ifndef CPPJRT_CPU_PLUGIN_BUFFER_H_
#define CPPJRT_CPU_PLUGIN_BUFFER_H_

#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/plugin/client.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/shape.h"
#include "cpu/plugin/storage.h"
#include "cpu/runtime/spin_lock.h"
#include "pjrt/abi/pjrt_c_api.h"

struct PJRT_Buffer {
  PJRT_Buffer(cppjrt::cpu::Memory& where, cppjrt::cpu::Ref<cppjrt::cpu::BufferShape> what,
              cppjrt::cpu::Ref<cppjrt::cpu::Storage> bytes)
      : client(&where.client), memory(where), shape(std::move(what)), storage(std::move(bytes)) {}

  const cppjrt::cpu::Ref<PJRT_Client> client;
  cppjrt::cpu::Memory& memory;
  const cppjrt::cpu::Ref<cppjrt::cpu::BufferShape> shape;
  cppjrt::cpu::SpinLock lock;                      // guards what follows
  cppjrt::cpu::Ref<cppjrt::cpu::Storage> storage;  // null: deleted or donated
  std::vector<cppjrt::cpu::Ref<cppjrt::cpu::Storage>> external_references;
};

namespace cppjrt::cpu {

using Buffers = Handles<PJRT_Buffer>;

// Not null, not destroyed, and its client lives.
inline Status Check(const PJRT_Buffer* buffer) {
  CPPJRT_RETURN_IF_ERROR(Buffers::Check(buffer, "buffer"));
  return CheckLives(*buffer->client);
}

// A share of its bytes. INVALID_ARGUMENT if it was deleted or donated.
StatusOr<Ref<Storage>> StorageOf(PJRT_Buffer& buffer);
// The buffer's own share: it is deleted then.
StatusOr<Ref<Storage>> TakeStorage(PJRT_Buffer& buffer);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_BUFFER_H_
