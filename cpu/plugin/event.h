// PJRT_Event: a handle of a Completion.
#ifndef CPPJRT_CPU_PLUGIN_EVENT_H_
#define CPPJRT_CPU_PLUGIN_EVENT_H_

#include "cpu/plugin/handle.h"
#include "cpu/runtime/completion.h"
#include "pjrt/abi/pjrt_c_api.h"

struct PJRT_Event {
  cppjrt::cpu::CompletionRef completion;  // null: done
  bool settable = false;                  // by PJRT_Event_Set
};

namespace cppjrt::cpu {

using Events = Handles<PJRT_Event>;

inline PJRT_Event* NewEvent(CompletionRef completion) { return Events::New(std::move(completion)); }

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EVENT_H_
