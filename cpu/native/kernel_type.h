// KernelType: the library kernels' names of element types.
#ifndef CPPJRT_CPU_NATIVE_KERNEL_TYPE_H_
#define CPPJRT_CPU_NATIVE_KERNEL_TYPE_H_

#include <optional>
#include <string_view>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "cpu/kernels/element_type.h"

namespace cppjrt::cpu {

// Of elements as tensors keep them. Nothing for types that no kernel reads.
std::optional<kernels::ElementType> KernelType(ElementType type);

// UNIMPLEMENTED, with the node's name and place.
Status NoKernel(const Node& node, std::string_view what);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_KERNEL_TYPE_H_
