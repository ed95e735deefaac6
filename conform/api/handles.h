// Objects of a plugin that a check owns: destroyed at the end of their life, or before by Destroy(), whose result can be
// looked at.
#ifndef CPPJRT_CONFORM_API_HANDLES_H_
#define CPPJRT_CONFORM_API_HANDLES_H_

#include <utility>

#include "conform/api/api.h"

namespace cppjrt::conform {

template <class T, class Args, T* Args::* kField>
class Handle {
 public:
  Handle() = default;
  Handle(const Api& api, T* object) : api_(&api), object_(object) {}
  Handle(Handle&& other) noexcept : api_(other.api_), object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(api_, other.api_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { static_cast<void>(Destroy()); }

  T* get() const { return object_; }
  T* release() { return std::exchange(object_, nullptr); }
  Status Destroy() {
    if (object_ == nullptr) return Status();
    auto args = api_->Make<Args>();
    args.*kField = release();
    return api_->Call(args);
  }

 private:
  const Api* api_ = nullptr;
  T* object_ = nullptr;
};

using ClientHandle = Handle<PJRT_Client, PJRT_Client_Destroy_Args, &PJRT_Client_Destroy_Args::client>;
using BufferHandle = Handle<PJRT_Buffer, PJRT_Buffer_Destroy_Args, &PJRT_Buffer_Destroy_Args::buffer>;
using EventHandle = Handle<PJRT_Event, PJRT_Event_Destroy_Args, &PJRT_Event_Destroy_Args::event>;
using LoadedHandle =
    Handle<PJRT_LoadedExecutable, PJRT_LoadedExecutable_Destroy_Args, &PJRT_LoadedExecutable_Destroy_Args::executable>;
using ExecutableHandle =
    Handle<PJRT_Executable, PJRT_Executable_Destroy_Args, &PJRT_Executable_Destroy_Args::executable>;
using TopologyHandle = Handle<PJRT_TopologyDescription, PJRT_TopologyDescription_Destroy_Args,
                              &PJRT_TopologyDescription_Destroy_Args::topology>;
using ManagerHandle = Handle<PJRT_AsyncHostToDeviceTransferManager, PJRT_AsyncHostToDeviceTransferManager_Destroy_Args,
                             &PJRT_AsyncHostToDeviceTransferManager_Destroy_Args::transfer_manager>;
using ContextHandle =
    Handle<PJRT_ExecuteContext, PJRT_ExecuteContext_Destroy_Args, &PJRT_ExecuteContext_Destroy_Args::context>;

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_HANDLES_H_
