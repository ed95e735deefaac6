// numpy's .npy files: reading, writing, and finding out which element type is meant.
//
//   CPPJRT_ASSIGN_OR_RETURN(NpyArray file, ReadNpy("x.npy"));
//   CPPJRT_ASSIGN_OR_RETURN(TypedArray x, As(std::move(file), {ElementType::kBF16, {4, 3}}, "the program's argument
//   0"));
#ifndef CPPJRT_CLI_DATA_NPY_H_
#define CPPJRT_CLI_DATA_NPY_H_

#include <span>
#include <string>
#include <string_view>

#include "cli/data/array.h"
#include "cli/data/file.h"
#include "cli/data/shape.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

// What a .npy file holds: elements in C order and little-endian, whatever the file had.
struct NpyArray {
  // For messages: the file, and the member in it if it is an .npz.
  std::string name;
  // The dtype as the file has it.
  std::string descr;
  // The file says only how wide elements are (ml_dtypes' types are stored so); the array is then of unsigned integers.
  bool is_void = false;
  Array array;
};

// Reads versions 1.0 to 3.0, C or Fortran order, either byte order; every message starts with `name`. Bytes after the
// array are left alone, as numpy does. Errors: those of ReadNpyHeader, ParseDescr and Array::Uninitialized; DATA_LOSS
// if there are fewer bytes than the header says (found out before they are allocated).
StatusOr<NpyArray> ReadNpy(ByteSource& source, std::string name);
StatusOr<NpyArray> ReadNpy(const std::string& path);
StatusOr<NpyArray> ReadNpy(std::span<const std::byte> bytes, std::string name);

// Replaces the file at once or leaves what was there. Types numpy lacks are stored as void:
// np.load(f).view(ml_dtypes.bfloat16) reads them, and ReadNpy. Errors as PendingFile.
Status WriteNpy(const std::string& path, const Array& array);

struct TypedArray {
  Array array;
  // The file held integers, taken as the bits of a type that numpy lacks.
  bool from_bits = false;
};

// The array as elements of type `wanted`, without converting values. Accepted are that type itself, void of the same
// width, and for types numpy lacks the unsigned integer of the same width as raw bits, one element each (for i4, i2 and
// i1 as s1 also the signed one, as values). Otherwise INVALID_ARGUMENT with both sides: "in_0.npy holds f32[4,3], WHAT
// is bf16[4,3]", where `what` says whose type `wanted` is ("the program's argument 0").
StatusOr<TypedArray> As(NpyArray npy, pjrt::ElementType wanted, std::string_view what);
// The dimensions must be equal, too.
StatusOr<TypedArray> As(NpyArray npy, const Shape& wanted, std::string_view what);

// The array as the type the file names; INVALID_ARGUMENT for void, which names none.
StatusOr<Array> Natural(NpyArray npy);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_NPY_H_
