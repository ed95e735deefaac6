#include "cpu/runtime/work_queue.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace cppjrt::cpu {
namespace {

// Whether this thread runs work of some queue: it must not wait for other work then.
thread_local int t_working = 0;

// A thread cannot wait for its own end.
void StopPool(ThreadPool* pool) {
  if (t_working > 0) {
    std::thread([pool] { delete pool; }).detach();
  } else {
    delete pool;
  }
}

std::shared_ptr<ThreadPool> NewPool(int num_threads) { return {new ThreadPool(num_threads), &StopPool}; }

}  // namespace

// A caller waits while its work is done elsewhere, so there is one thread for each that may compute.
WorkQueue::WorkQueue(const Options& options)
    : options_{std::max(1, options.num_threads), std::max<int64_t>(1, options.max_inflight)} {
  state_->pool = NewPool(options_.num_threads == 1 ? 1 : options_.num_threads + 1);
}

std::shared_ptr<ThreadPool> WorkQueue::pool() {
  const std::lock_guard lock(state_->mutex);
  return state_->pool;
}

void WorkQueue::Submit(std::function<void()> work) {
  if (t_working == 0) {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [this] { return state_->inflight < options_.max_inflight; });
  }
  Post(std::move(work));
}

void WorkQueue::Post(std::function<void()> work) {
  std::shared_ptr<ThreadPool> pool;
  {
    const std::lock_guard lock(state_->mutex);
    ++state_->inflight;
    pool = state_->pool;
  }
  pool->Schedule([state = state_, work = std::move(work)]() mutable {
    ++t_working;
    work();
    work = nullptr;  // may be what keeps this queue alive
    --t_working;
    const std::lock_guard lock(state->mutex);
    --state->inflight;
    state->changed.notify_all();
  });
}

void WorkQueue::Shutdown() {
  std::shared_ptr<ThreadPool> pool = NewPool(1);
  std::unique_lock lock(state_->mutex);
  if (t_working == 0) state_->changed.wait(lock, [this] { return state_->inflight == 0; });
  std::swap(pool, state_->pool);
  lock.unlock();
}

}  // namespace cppjrt::cpu
