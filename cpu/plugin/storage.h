// Storage: the bytes behind buffers, which may be there already, come later, or never.
//
// A handle (PJRT_Buffer) holds a share in one, work under way holds others; deleting or donating a handle lets go of
// its share only. The bytes are in device form (array_format.h).
//
//   storage->AddUse(done);            // queued work that reads the bytes, and has let go of them when `done` completes
//   storage->AppendUses(needs);       // who wants to write the bytes waits for these
//
// Work lets go of its shares before it completes: whoever waits for all uses then has the only share, unless the caller
// keeps another (an external reference, a raw buffer).
#ifndef CPPJRT_CPU_PLUGIN_STORAGE_H_
#define CPPJRT_CPU_PLUGIN_STORAGE_H_

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/plugin/client.h"
#include "cpu/runtime/completion.h"
#include "cpu/runtime/ref.h"
#include "cpu/runtime/spin_lock.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu {

struct Storage : RefCounted<Storage> {
  // Takes over the caller's share of `what`.
  explicit Storage(PJRT_Client& owner, stablehlo::MemoryBlock* what = nullptr, CompletionRef when = nullptr)
      : client(&owner), block(what), ready(std::move(when)) {}
  ~Storage() {
    if (block != nullptr) block->Release();
  }

  const Ref<PJRT_Client> client;  // the memory is the client's
  // Set before `ready` is done, and not changed afterwards but by who holds the only share. Null if it is an error.
  stablehlo::MemoryBlock* block;
  const CompletionRef ready;  // null: from the start

  // `use` completes when work that reads the bytes has let go of them, successful or not.
  void AddUse(CompletionRef use);
  // Adds, for each use under way, a completion that never fails.
  void AppendUses(std::vector<CompletionRef>& uses) const;
  bool in_use() const;
  void AwaitUses() const;

 private:
  std::vector<CompletionRef> OpenUses() const;

  mutable SpinLock lock_;
  std::vector<CompletionRef> uses_;  // some may be done
};

// RESOURCE_EXHAUSTED, with what is in use, if there is no memory for it.
StatusOr<stablehlo::MemoryBlock*> AllocateBlock(Memory& memory, int64_t bytes);

// Work that takes longer than handing it to another thread does.
inline constexpr int64_t kWorthAThread = int64_t{256} << 10;  // bytes to copy

// Does `work` (Status(const std::byte* data, ThreadPool* pool)) on the bytes when they are there: here if that is now
// and it is short, else on the client's threads. What it returns completes; null for "done and well".
template <typename Work>
CompletionRef WhenReady(const Ref<Storage>& storage, int64_t bytes, Work work);
// The same once the storage is ready, on the client's threads, as its result. The storage's error is the result's.
CompletionRef LaterWhenReady(const Ref<Storage>& storage, int64_t bytes,
                             std::function<Status(const std::byte*, ThreadPool*)> work);

template <typename Work>
CompletionRef WhenReady(const Ref<Storage>& storage, int64_t bytes, Work work) {
  if (bytes >= kWorthAThread || !IsOk(storage->ready)) return LaterWhenReady(storage, bytes, std::move(work));
  Status status = work(storage->block->data(), nullptr);
  return status.ok() ? nullptr : Failed(std::move(status));
}

// Runs `work` on the client's threads if it is large (in bytes to copy) and the client asynchronous, else here.
// Exceptions are its errors.
CompletionRef RunCopy(PJRT_Client& client, int64_t bytes, std::function<Status(ThreadPool*)> work);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_STORAGE_H_
