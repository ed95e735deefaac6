// A plugin that has no table to give.
#include "pjrt/abi/pjrt_c_api.h"

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() { return nullptr; }
