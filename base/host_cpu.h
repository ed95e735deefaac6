// The processor this process runs on, as far as machine code made for it may depend on it.
#ifndef CPPJRT_BASE_HOST_CPU_H_
#define CPPJRT_BASE_HOST_CPU_H_

#include <string>

namespace cppjrt {

// Architecture, model and instruction sets as text without meaning of its own: equal texts run each other's code. The same on
// every core and at every start.
std::string HostCpuIdentity();

}  // namespace cppjrt

#endif  // CPPJRT_BASE_HOST_CPU_H_
