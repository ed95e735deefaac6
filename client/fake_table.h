// For tests: the smallest function table that Api::Make accepts. Its errors are static strings, nothing else is there.
#ifndef CPPJRT_CLIENT_FAKE_TABLE_H_
#define CPPJRT_CLIENT_FAKE_TABLE_H_

#include <cstring>

#include "pjrt/abi/pjrt_c_api.h"

namespace pjrt {

// A PJRT_Error* of the fake is a `const char*`: its message. The code is FAILED_PRECONDITION.
inline PJRT_Error* FakeError(const char* message) { return reinterpret_cast<PJRT_Error*>(const_cast<char*>(message)); }

inline PJRT_Api FakeTable(int minor = PJRT_API_MINOR) {
  PJRT_Api table{};
  table.struct_size = sizeof(PJRT_Api);
  table.pjrt_api_version.struct_size = sizeof(PJRT_Api_Version);
  table.pjrt_api_version.major_version = PJRT_API_MAJOR;
  table.pjrt_api_version.minor_version = minor;
  table.PJRT_Error_Destroy = [](PJRT_Error_Destroy_Args*) {};
  table.PJRT_Error_Message = [](PJRT_Error_Message_Args* args) {
    args->message = reinterpret_cast<const char*>(args->error);
    args->message_size = std::strlen(args->message);
  };
  table.PJRT_Error_GetCode = [](PJRT_Error_GetCode_Args* args) -> PJRT_Error* {
    args->code = PJRT_Error_Code_FAILED_PRECONDITION;
    return nullptr;
  };
  return table;
}

}  // namespace pjrt

#endif  // CPPJRT_CLIENT_FAKE_TABLE_H_
