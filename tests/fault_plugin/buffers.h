// PJRT_Buffer: a handle of an array in a memory.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_BUFFERS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_BUFFERS_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "tests/fault_plugin/arrays.h"
#include "tests/fault_plugin/client.h"
#include "tests/fault_plugin/events.h"

namespace fault {

// Held for a few instructions only.
class SpinLock {
 public:
  void lock() {
    while (held_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_ = false;
};

using ArrayPtr = std::shared_ptr<Array>;

}  // namespace fault

struct PJRT_Buffer : fault::Counted<FaultKind::kBuffer> {
  PJRT_Buffer(fault::Memory& where, fault::ArrayPtr what, fault::CompletionPtr when)
      : memory(where), shape(*what->shape), array(std::move(what)), ready(std::move(when)) {}

  fault::Memory& memory;
  const fault::Shape& shape;  // part of `array` or, when that is deleted, of what replaced it
  fault::SpinLock lock;       // guards the next two
  fault::ArrayPtr array;      // without storage if deleted, or if it never gets any
  bool deleted = false;
  const fault::CompletionPtr ready;  // null: from the start
  std::atomic<int> external_references = 0;
};

namespace fault {

// The buffer, if it is one and its client lives.
inline PJRT_Buffer& Live(PJRT_Buffer* buffer) {
  PJRT_Buffer& live = Ref(buffer, "buffer is null");
  Live(&live.memory.client);
  return live;
}

// Its array. INVALID_ARGUMENT if the buffer was deleted or donated.
ArrayPtr ArrayOf(PJRT_Buffer& buffer);
// The same, and the buffer is deleted.
ArrayPtr TakeArray(PJRT_Buffer& buffer);

// An array with storage in the memory.
ArrayPtr NewArray(Shape shape, const Memory& memory);

// Throws unless the handle's array is there to be read now, as those who hand out pointers need.
const Storage& ReadyStorage(PJRT_Buffer& buffer);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_BUFFERS_H_
