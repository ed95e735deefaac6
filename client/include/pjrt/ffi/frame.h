// Frame: one call of a custom kernel, as the plugin makes it; what a binding takes its values from. Programs that bind need only
// the classes that a kernel may ask for: Stream, ThreadPool, Scratch, CallInfo.
#ifndef PJRT_FFI_FRAME_H_
#define PJRT_FFI_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/element_type.h"
#include "pjrt/event.h"
#include "pjrt/status.h"

struct XLA_FFI_CallFrame;

namespace pjrt {
inline namespace v0 {
namespace ffi {

// Calls of a kernel's functions, in the order they come. Instantiate runs once when a program is compiled (or loaded), the others
// at each run.
enum class Stage : int { kInstantiate = 0, kPrepare = 1, kInitialize = 2, kExecute = 3 };
const char* StageName(Stage stage);

// An array that the call brings. `type` is kInvalid if the plugin's type has no name here.
struct ArrayView {
  ElementType type = ElementType::kInvalid;
  void* data = nullptr;
  std::span<const int64_t> dims;
};

// An attribute as it came. A scalar or array has elements of `type`; a string's bytes are `data`; a dictionary is `data`.
struct AttributeView {
  enum class Kind { kNone, kScalar, kArray, kString, kDictionary };
  Kind kind = Kind::kNone;
  ElementType type = ElementType::kInvalid;
  const void* data = nullptr;
  // Elements of an array, bytes of a string.
  size_t size = 0;
};

// Attributes by name: of a call, or of a dictionary in it. Valid during the call.
class Dictionary {
 public:
  explicit Dictionary(const void* raw = nullptr) : raw_(raw) {}

  int64_t size() const;
  std::string_view name(int64_t i) const;
  AttributeView at(int64_t i) const;
  // kNone if there is none of the name.
  AttributeView Find(std::string_view name) const;
  bool Has(std::string_view name) const { return Find(name).kind != AttributeView::Kind::kNone; }
  // T as in Binding::Attr; see attributes.h. NOT_FOUND, or INVALID_ARGUMENT that says what it is.
  template <class T>
  StatusOr<T> Get(std::string_view name) const;

 private:
  const void* raw_;
};

// A type whose objects a plugin holds: state of a kernel, or user data. One for each C++ type and use.
struct TypeUse {
  const void* key = nullptr;  // tells types apart
  std::string name;
  void (*deleter)(void*) = nullptr;
};

// What a kernel knows of the plugin it is registered with.
struct Registration;

class Frame {
 public:
  Frame(XLA_FFI_CallFrame* raw, const Registration* registration) : raw_(raw), registration_(registration) {}

  Stage stage() const;
  int64_t num_args() const;
  int64_t num_rets() const;
  // REQUIRES: 0 <= i < num_args() or num_rets(). INVALID_ARGUMENT for what is no array.
  StatusOr<ArrayView> Arg(int64_t i) const;
  StatusOr<ArrayView> Ret(int64_t i) const;
  Dictionary attributes() const;

  // The platform's stream that the call is on. UNIMPLEMENTED where there are none.
  StatusOr<void*> stream() const;
  StatusOr<int64_t> run_id() const;
  StatusOr<int32_t> device_ordinal() const;
  StatusOr<int64_t> num_threads() const;
  Status Schedule(std::function<void()> task) const;
  StatusOr<void*> Allocate(size_t size, size_t alignment) const;
  Status Free(void* data, size_t size) const;

  // What a stage left; what AddUserData put into the run's context. NOT_FOUND if there is nothing.
  StatusOr<void*> GetState(Stage stage, const void* type_key) const;
  StatusOr<void*> GetUserData(const void* type_key) const;
  // Hands an object to the plugin, which deletes it through the type's deleter.
  Status SetState(const void* type_key, void* object) const;

  // The call ends when the event is ready, with its outcome. Waits here where the plugin has no futures.
  Status FinishLater(const Event& event) const;

  XLA_FFI_CallFrame* raw() const { return raw_; }

 private:
  StatusOr<int64_t> TypeId(const void* type_key) const;

  XLA_FFI_CallFrame* raw_;
  const Registration* registration_;
};

// --- what a kernel may ask for with Binding::Ctx

// The platform's stream, as a T (CUstream, …).
template <class T = void*>
struct Stream {
  T handle;
};

// The threads that the run may use. Valid during the call, or until the returned event is ready.
class ThreadPool {
 public:
  explicit ThreadPool(const Frame& frame) : frame_(frame) {}
  StatusOr<int64_t> num_threads() const { return frame_.num_threads(); }
  // What a task throws is lost.
  Status Schedule(std::function<void()> task) const { return frame_.Schedule(std::move(task)); }

 private:
  Frame frame_;
};

// Memory on the device until the call returns. Move-only.
class Scratch {
 public:
  explicit Scratch(const Frame& frame) : frame_(frame) {}
  Scratch(Scratch&& other) noexcept : frame_(other.frame_), blocks_(std::move(other.blocks_)) { other.blocks_.clear(); }
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();
  // RESOURCE_EXHAUSTED if there is none; UNIMPLEMENTED on platforms without.
  StatusOr<void*> Allocate(size_t size, size_t alignment = 16);

 private:
  Frame frame_;
  std::vector<std::pair<void*, size_t>> blocks_;
};

// Where and in which run the call is.
struct CallInfo {
  Stage stage = Stage::kExecute;
  // The same on all devices of a run; 0 where the plugin does not tell.
  int64_t run_id = 0;
  int32_t device_ordinal = 0;
};

// The T that a stage of this kernel left; what AddUserData put into the run's context.
template <class T, Stage stage = Stage::kInstantiate>
struct State {
  T* value;
  T& operator*() const { return *value; }
  T* operator->() const { return value; }
};
template <class T>
struct UserData {
  T* value;
  T& operator*() const { return *value; }
  T* operator->() const { return value; }
};

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_FRAME_H_
