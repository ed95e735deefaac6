// BufferShape: the type, dimensions and layout of a buffer's array, in the terms of the C API and in ours.
//
//   CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape, MakeShape(PJRT_Buffer_Type_F32, dims, 2, nullptr));
//   shape->format.device_bytes();
#ifndef CPPJRT_CPU_PLUGIN_SHAPE_H_
#define CPPJRT_CPU_PLUGIN_SHAPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/executable/signature.h"
#include "cpu/runtime/array_format.h"
#include "cpu/runtime/ref.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "stablehlo/eval/element_type.h"

namespace cppjrt::cpu {

// Does not change; shared by all buffers that a program makes of it.
struct BufferShape : RefCounted<BufferShape> {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  // What programs compute with; none for types that no program has (S1, U1, tokens).
  std::optional<stablehlo::ElementType> element;
  ArrayFormat format;
  Dims minor_to_major;  // always full, for callers to look at
  int64_t device_bytes = 0;
  bool token = false;

  // Same type and dimensions; layouts may differ.
  bool SameArray(const BufferShape& other) const { return type == other.type && format.dims == other.format.dims; }
  // "f32[2,3]".
  std::string ToString() const;
};

// A null layout is row-major. INVALID_ARGUMENT for types that no array has, negative or too large dimensions, layouts
// that are no order of the dimensions; UNIMPLEMENTED for tiles.
StatusOr<Ref<BufferShape>> MakeShape(PJRT_Buffer_Type type, const int64_t* dims, size_t num_dims,
                                     const PJRT_Buffer_MemoryLayout* layout);
// Of a parameter or result, with other dimensions (of a shard, or what a dynamic program gave). The extents are known.
StatusOr<Ref<BufferShape>> MakeShape(const ArraySpec& spec, const Dims& dims);

// Byte strides of a dense host array, as a host layout says; the device's order if it is null.
StatusOr<Dims> HostStrides(const BufferShape& shape, const PJRT_Buffer_MemoryLayout* layout);
// Bytes from the first element to the end of the last. INVALID_ARGUMENT if a stride is negative or it overflows.
StatusOr<int64_t> HostExtent(const BufferShape& shape, const Dims& strides);

// INVALID if there is none.
PJRT_Buffer_Type BufferType(stablehlo::ElementType element);
// "{1,0}", with the bits of packed elements: "{1,0:E(4)}".
std::string LayoutText(const BufferShape& shape);
// XLA's ShapeProto, serialized.
std::string ShapeProto(const BufferShape& shape);
// Of a tuple of these.
std::string TupleShapeProto(std::span<const std::string> shapes);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_SHAPE_H_
