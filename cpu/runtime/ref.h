// RefCounted and Ref: shared ownership with the count inside the object, so that a handle of one word keeps it alive.
//
//   struct Session : RefCounted<Session> { … };
//   Ref<Session> session = MakeRef<Session>();
//   Ref<Session> other = session;                   // two owners
//
// The count may change on any thread; the object is deleted by whoever lets go last.
#ifndef CPPJRT_CPU_RUNTIME_REF_H_
#define CPPJRT_CPU_RUNTIME_REF_H_

#include <atomic>
#include <cstdint>
#include <utility>

namespace cppjrt::cpu {

template <typename T>
class RefCounted {
 public:
  void Retain() const { count_.fetch_add(1, std::memory_order_relaxed); }
  void Release() const {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<const T*>(this);
  }
  // Whether the caller's share is the only one. Meaningful only while nobody can get a new one elsewhere.
  bool unique() const { return count_.load(std::memory_order_acquire) == 1; }

 protected:
  RefCounted() = default;
  RefCounted(const RefCounted&) {}
  RefCounted& operator=(const RefCounted&) { return *this; }
  ~RefCounted() = default;

 private:
  mutable std::atomic<int64_t> count_ = 0;
};

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) object_->Retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->Release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref& ref, std::nullptr_t) { return ref.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

template <typename T, typename... Args>
Ref<T> MakeRef(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_REF_H_
