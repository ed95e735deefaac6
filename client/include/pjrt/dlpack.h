// DLPack: arrays shared with other frameworks of this process without a copy, both ways.
//
//   CPPJRT_ASSIGN_OR_RETURN(DLManagedTensorVersioned* tensor, ToDlpack(std::move(buffer)));  // a consumer calls its deleter
//   CPPJRT_ASSIGN_OR_RETURN(Buffer buffer, FromDlpack(client, tensor));                      // takes the producer's array over
//
// The structs are those of DLPack 1.1 under their own names; whoever includes dlpack.h of another library, too, includes that first.
#ifndef PJRT_DLPACK_H_
#define PJRT_DLPACK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "pjrt/buffer.h"
#include "pjrt/client.h"
#include "pjrt/device.h"
#include "pjrt/element_type.h"
#include "pjrt/status.h"

// What a consumer sees; see https://dmlc.github.io/dlpack. Declared only where no dlpack.h was included before.
#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
extern "C" {

typedef struct {
  uint32_t major;
  uint32_t minor;
} DLPackVersion;

typedef enum : int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLCUDAManaged = 13,
} DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
  kDLBool = 6U,
  kDLFloat8_e3m4 = 7U,
  kDLFloat8_e4m3 = 8U,
  kDLFloat8_e4m3b11fnuz = 9U,
  kDLFloat8_e4m3fn = 10U,
  kDLFloat8_e4m3fnuz = 11U,
  kDLFloat8_e5m2 = 12U,
  kDLFloat8_e5m2fnuz = 13U,
  kDLFloat8_e8m0fnu = 14U,
  kDLFloat6_e2m3fn = 15U,
  kDLFloat6_e3m2fn = 16U,
  kDLFloat4_e2m1fn = 17U,
} DLDataTypeCode;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: dense, row-major
  uint64_t byte_offset;
} DLTensor;

// Of before DLPack 1.0.
typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;

#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)
#define DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED (1UL << 2UL)

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

}  // extern "C"
#endif  // DLPACK_DLPACK_H_

namespace pjrt {
inline namespace v0 {

// What DLPack calls an element type, and back. UNIMPLEMENTED for one that DLPack (or PJRT) has no name for, and for lanes.
StatusOr<DLDataType> ToDlpackType(ElementType type);
StatusOr<ElementType> FromDlpackType(DLDataType type);

// --- out

struct ToDlpackOptions {
  // A copy that nobody else has, instead of the buffer's own memory. Unset: a copy only where there is no other way (a layout that
  // strides cannot express).
  std::optional<bool> copy;
  // Marks the memory as not to be written. A buffer of PJRT never changes, so it is true; a consumer that honours no flag (legacy ones)
  // must not write either.
  bool read_only = true;
  // The consumer's stream, which is made to wait for the values (Stream extension). Unset: waits here.
  std::optional<intptr_t> stream;
};

// The buffer's memory as a tensor, which shares the buffer until its deleter is called: from any thread, also after the Client object
// is gone. Strides tell a layout other than row-major. Elements narrower than a byte are packed, in a copy one to a byte (with the flag).
//   FAILED_PRECONDITION   the buffer is empty, deleted or donated
//   UNIMPLEMENTED         a type or platform that DLPack cannot express; or options.copy is false, and the layout cannot be expressed
//                         or the plugin does not tell where the memory is
StatusOr<DLManagedTensorVersioned*> ToDlpack(std::shared_ptr<const Buffer> buffer, const ToDlpackOptions& options = {});
// The same in the form of before DLPack 1.0, which has no flags: UNIMPLEMENTED for a copy of elements narrower than a byte.
StatusOr<DLManagedTensor*> ToDlpackLegacy(std::shared_ptr<const Buffer> buffer, const ToDlpackOptions& options = {});
inline StatusOr<DLManagedTensorVersioned*> ToDlpack(Buffer&& buffer, const ToDlpackOptions& options = {}) {
  return ToDlpack(std::make_shared<const Buffer>(std::move(buffer)), options);
}
inline StatusOr<DLManagedTensor*> ToDlpackLegacy(Buffer&& buffer, const ToDlpackOptions& options = {}) {
  return ToDlpackLegacy(std::make_shared<const Buffer>(std::move(buffer)), options);
}
// Where the buffer's memory is, in DLPack's words.
StatusOr<DLDevice> DlpackDeviceOf(const Buffer& buffer);

// --- in

struct FromDlpackOptions {
  // The device to put it on; null: the addressable device that the tensor's memory is of.
  const Device* device = nullptr;
  // True: always a copy. False: never, UNIMPLEMENTED where one is needed. Unset: a copy where strides, alignment, width of elements or
  // the device need one.
  std::optional<bool> copy;
  // Memory must start at a multiple of this to be used in place; XLA CPU wants 64.
  size_t alignment = 64;
  // The stream of the platform on which the producer makes the values; what uses the buffer waits for it. Only for memory of a device:
  // INVALID_ARGUMENT for the host's. Unset: the values are there.
  std::optional<intptr_t> stream;
};

// Takes the tensor over: its deleter is called when the buffer's memory is free, or before this returns if a copy was made. On an error
// it still is the caller's.
//   INVALID_ARGUMENT   not a tensor: null, a negative dimension, sizes that overflow, a version other than 1.x
//   UNIMPLEMENTED      a type, device or stride that cannot be taken
StatusOr<Buffer> FromDlpack(const Client& client, DLManagedTensorVersioned* tensor,
                            const FromDlpackOptions& options = {});
StatusOr<Buffer> FromDlpack(const Client& client, DLManagedTensor* tensor, const FromDlpackOptions& options = {});

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_DLPACK_H_
