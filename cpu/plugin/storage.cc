#include "cpu/plugin/storage.h"

#include <memory>
#include <string>

#include "cpu/plugin/error.h"

namespace cppjrt::cpu {

using stablehlo::MemoryBlock;

StatusOr<MemoryBlock*> AllocateBlock(Memory& memory, int64_t bytes) {
  MemoryBlock* block = MemoryBlock::Allocate(static_cast<size_t>(bytes), memory.account);
  if (block != nullptr) return block;
  const MemoryPool& pool = memory.client.memory;
  return ResourceExhaustedError("out of memory allocating " + std::to_string(bytes) + " bytes on " + memory.to_string +
                                ": the client has " + std::to_string(pool.bytes_in_use()) + " of " +
                                std::to_string(pool.limit()) + " in use");
}

namespace {

// The status of `work`, also if it throws.
template <typename Work>
Status Guarded(Work&& work) {
  try {
    return work();
  } catch (...) {
    return StatusOfException();
  }
}

}  // namespace

CompletionRef RunCopy(PJRT_Client& client, int64_t bytes, std::function<Status(ThreadPool*)> work) {
  if (bytes < kWorthAThread || !client.options.asynchronous) {
    const std::shared_ptr<ThreadPool> pool = bytes < kWorthAThread ? nullptr : client.work.pool();
    Status status = Guarded([&] { return work(pool.get()); });
    return status.ok() ? nullptr : Failed(std::move(status));
  }
  CompletionRef done = MakeRef<Completion>();
  client.work.Post([client = Ref<PJRT_Client>(&client), done, work = std::move(work)]() mutable {
    const std::shared_ptr<ThreadPool> pool = client->work.pool();
    Status status = Guarded([&] { return work(pool.get()); });
    work = nullptr;  // lets go of what it holds before anyone hears of it
    done->Complete(std::move(status));
  });
  return done;
}

CompletionRef LaterWhenReady(const Ref<Storage>& storage, int64_t bytes,
                             std::function<Status(const std::byte*, ThreadPool*)> work) {
  auto copy = [storage, work = std::move(work)](ThreadPool* pool) { return work(storage->block->data(), pool); };
  if (IsOk(storage->ready)) return RunCopy(*storage->client, bytes, std::move(copy));
  CompletionRef done = MakeRef<Completion>();
  storage->ready->Then([client = storage->client, bytes, done, copy = std::move(copy)](const Status& status) mutable {
    if (!status.ok()) {
      done->Complete(status);
      return;
    }
    const CompletionRef copied = RunCopy(*client, bytes, std::move(copy));
    if (copied == nullptr) {
      done->Complete();
    } else {
      copied->Then([done](const Status& result) { done->Complete(result); });
    }
  });
  return done;
}

}  // namespace cppjrt::cpu
