// A plugin that calls what no library has, so that it cannot be loaded (it must be linked so that symbols are bound at
// once).
#include "pjrt/abi/pjrt_c_api.h"

extern "C" const PJRT_Api* CppjrtNoSuchFunction();

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() { return CppjrtNoSuchFunction(); }
