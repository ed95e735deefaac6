// A plugin of PJRT 1.0. Its slots are null: a client has to refuse it before it calls any.
#include "pjrt/abi/pjrt_c_api.h"

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  static constexpr PJRT_Api kTable = [] {
    PJRT_Api table = {};
    table.struct_size = PJRT_Api_STRUCT_SIZE;
    table.pjrt_api_version = {PJRT_Api_Version_STRUCT_SIZE, nullptr, 1, 0};
    return table;
  }();
  return &kTable;
}
