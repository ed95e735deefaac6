// BuildId: which build of this library, or of the program it is linked into, is running.
#ifndef CPPJRT_BASE_BUILD_ID_H_
#define CPPJRT_BASE_BUILD_ID_H_

#include <string>

namespace cppjrt {

// What the linker made of all that it linked (its build-id note), in hexadecimal digits. Empty if it was told not to.
const std::string& BuildId();

}  // namespace cppjrt

#endif  // CPPJRT_BASE_BUILD_ID_H_
