#include "cpu/plugin/storage.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>

#include "cpu/plugin/error.h"

namespace cppjrt::cpu {

using stablehlo::MemoryBlock;

void Storage::AddUse(CompletionRef use) {
  const std::lock_guard lock(lock_);
  // At powers of two, so that each use is looked at a few times at most.
  if (std::has_single_bit(uses_.size())) std::erase_if(uses_, [](const CompletionRef& c) { return c->done(); });
  uses_.push_back(std::move(use));
}

std::vector<CompletionRef> Storage::OpenUses() const {
  std::vector<CompletionRef> open;
  const std::lock_guard lock(lock_);
  std::ranges::copy_if(uses_, std::back_inserter(open), [](const CompletionRef& c) { return !c->done(); });
  return open;
}

void Storage::AppendUses(std::vector<CompletionRef>& uses) const {
  for (const CompletionRef& use : OpenUses()) {
    CompletionRef ended = MakeRef<Completion>();
    use->Then([ended](const Status&) { ended->Complete(); });
    uses.push_back(std::move(ended));
  }
}

bool Storage::in_use() const {
  const std::lock_guard lock(lock_);
  return std::ranges::any_of(uses_, [](const CompletionRef& c) { return !c->done(); });
}

void Storage::AwaitUses() const {
  for (const CompletionRef& use : OpenUses()) static_cast<void>(use->Wait().ok());
}

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
  if (IsOk(storage->ready)) {
    CompletionRef done = RunCopy(*storage->client, bytes, std::move(copy));
    if (done != nullptr) storage->AddUse(done);
    return done;
  }
  CompletionRef done = MakeRef<Completion>();
  storage->AddUse(done);
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
