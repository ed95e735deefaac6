// Custom kernels: C++ functions that programs call, on any plugin with the FFI extension.
//
//   ffi::Function scale = ffi::Bind()
//                             .Arg<ffi::Buffer<ffi::F32>>()
//                             .Attr<float>("factor")
//                             .Ret<ffi::Buffer<ffi::F32>>()
//                             .To([](ffi::Buffer<ffi::F32> in, float factor, ffi::Out<ffi::Buffer<ffi::F32>> out) {
//                               for (size_t i = 0; i < in.num_elements(); ++i) out.data()[i] = factor * in.data()[i];
//                             });
//   CPPJRT_RETURN_IF_ERROR(ffi::Register(plugin, "scale", scale));
//
// The binding is checked when it is compiled (the function takes what was bound) and at each call (number, type and rank of arrays,
// names and types of attributes); what does not fit is INVALID_ARGUMENT with both sides named.
#ifndef PJRT_FFI_H_
#define PJRT_FFI_H_

#include "pjrt/ffi/attributes.h"
#include "pjrt/ffi/bind.h"
#include "pjrt/ffi/buffer.h"
#include "pjrt/ffi/frame.h"
#include "pjrt/ffi/kernel.h"
#include "pjrt/ffi/types.h"

#endif  // PJRT_FFI_H_
