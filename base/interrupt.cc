#include "base/interrupt.h"

#include <utility>

namespace cppjrt {

bool Interrupt::Request(Status why) {
  {
    const std::lock_guard lock(mutex_);
    if (requested()) return false;
    why_ = std::move(why);
    flag_.store(1, std::memory_order_release);
  }
  const std::lock_guard lock(wakes_mutex_);
  for (const std::function<void()>& wake : wakes_) wake();
  return true;
}

Status Interrupt::status() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

WakeOnInterrupt::WakeOnInterrupt(Interrupt* interrupt, std::function<void()> wake) : interrupt_(interrupt) {
  if (interrupt_ == nullptr) return;
  const std::lock_guard lock(interrupt_->wakes_mutex_);
  if (interrupt_->requested()) wake();
  place_ = interrupt_->wakes_.insert(interrupt_->wakes_.end(), std::move(wake));
}

WakeOnInterrupt::~WakeOnInterrupt() {
  if (interrupt_ == nullptr) return;
  const std::lock_guard lock(interrupt_->wakes_mutex_);
  interrupt_->wakes_.erase(place_);
}

}  // namespace cppjrt
