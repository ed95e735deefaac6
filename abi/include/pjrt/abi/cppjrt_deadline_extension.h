// An extension of this project's, which is not part of XLA's C API: in the chain of PJRT_ExecuteOptions, it says after how long
// the execution is to be ended with DEADLINE_EXCEEDED. Plugins that do not know it ignore it.
#ifndef PJRT_ABI_CPPJRT_DEADLINE_EXTENSION_H_
#define PJRT_ABI_CPPJRT_DEADLINE_EXTENSION_H_

#include "pjrt/abi/pjrt_c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// Far above the types of XLA's extensions, which are small numbers.
enum { CPPJRT_Extension_Type_Deadline = 0x63700001 };

typedef struct CPPJRT_Deadline_Extension {
  PJRT_Extension_Base base;
  int64_t milliseconds;  // from when the program begins to run; 0: none, whatever the client says
} CPPJRT_Deadline_Extension;
enum { CPPJRT_Deadline_Extension_STRUCT_SIZE = 32 };

#ifdef __cplusplus
}
#endif

#endif  // PJRT_ABI_CPPJRT_DEADLINE_EXTENSION_H_
