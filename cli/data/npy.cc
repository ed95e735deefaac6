#include "cli/data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "cli/data/elements.h"
#include "cli/data/npy_dtype.h"
#include "cli/data/npy_header.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

// Reverses the bytes of every number; a complex element is two.
void SwapByteOrder(Array& array) {
  const bool complex = KindOf(array) == ElementKind::kComplex;
  const size_t width = static_cast<size_t>(pjrt::HostBytesPerElement(array.type())) / (complex ? 2 : 1);
  const std::span<std::byte> bytes = array.bytes();
  for (size_t i = 0; i < bytes.size(); i += width) std::reverse(&bytes[i], &bytes[i] + width);
}

// Copies a column-major array to row-major. The last dimension is the inner loop; `from` moves by that dimension's
// stride in it, and the place of the row is counted like an odometer.
StatusOr<Array> ToRowMajor(const Array& array) {
  const auto width = static_cast<size_t>(pjrt::HostBytesPerElement(array.type()));
  CPPJRT_ASSIGN_OR_RETURN(Array result, Array::Uninitialized(array.shape()));
  const std::span<const int64_t> dims = array.dims();
  std::vector<size_t> strides(dims.size());
  size_t stride = width;
  for (size_t i = 0; i < dims.size(); ++i) {
    strides[i] = stride;
    stride *= static_cast<size_t>(dims[i]);
  }
  std::vector<int64_t> place(dims.size());
  std::byte* to = result.data();
  const std::byte* row = array.data();
  for (const std::byte* const end = to + result.bytes().size(); to != end;) {
    for (int64_t i = 0; i < dims.back(); ++i, to += width) {
      std::memcpy(to, row + static_cast<size_t>(i) * strides.back(), width);
    }
    for (size_t d = dims.size() - 1; d-- > 0;) {
      row += strides[d];
      if (++place[d] < dims[d]) break;
      row -= strides[d] * static_cast<size_t>(dims[d]);
      place[d] = 0;
    }
  }
  return result;
}

StatusOr<Array> ReadElements(ByteSource& source, const NpyDtype& dtype, const NpyHeader& header) {
  const Shape shape{dtype.type, header.dims};
  CPPJRT_ASSIGN_OR_RETURN(const int64_t num_bytes, pjrt::HostBytes(shape.type, shape.dims));
  const auto needed = static_cast<uint64_t>(num_bytes);
  const auto ends_early = [&](uint64_t found) {
    return DataLossError(fmt::format("{} takes {} bytes, the file has {}", ToString(shape), needed, found));
  };
  if (needed > source.Remaining()) return ends_early(source.Remaining());
  CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Uninitialized(shape));
  CPPJRT_ASSIGN_OR_RETURN(const size_t got, source.Read(array.bytes()));
  if (got < needed) return ends_early(got);
  return array;
}

// Any nonzero byte is true to numpy; elsewhere it must be 1.
void NormalizeBools(Array& array) {
  for (std::byte& byte : array.bytes()) byte = std::byte{byte != std::byte{0}};
}

StatusOr<NpyArray> Read(ByteSource& source, const std::string& name) {
  CPPJRT_ASSIGN_OR_RETURN(NpyHeader header, ReadNpyHeader(source));
  CPPJRT_ASSIGN_OR_RETURN(const NpyDtype dtype, ParseDescr(header.descr));
  CPPJRT_ASSIGN_OR_RETURN(Array array, ReadElements(source, dtype, header));
  if (dtype.big_endian) SwapByteOrder(array);
  if (dtype.type == ElementType::kPred) NormalizeBools(array);
  if (header.fortran_order && header.dims.size() > 1) {
    CPPJRT_ASSIGN_OR_RETURN(array, ToRowMajor(array));
  }
  return NpyArray{name, std::move(header.descr), dtype.is_void, std::move(array)};
}

// The file's side in messages: "f32[4,3]", "V2[4,3]".
std::string Description(const NpyArray& npy) {
  if (!npy.is_void) return ToString(npy.array.shape());
  return fmt::format("V{}{} (void, numpy's form of types that it lacks)", pjrt::HostBytesPerElement(npy.array.type()),
                     DimsText(npy.array.dims()));
}

// True if integers of `held` may stand for the bits of `wanted`.
bool IsBitsOf(ElementType held, ElementType wanted) {
  if (NumpyHas(wanted) || pjrt::HostBytesPerElement(held) != pjrt::HostBytesPerElement(wanted)) return false;
  const ElementKind kind = pjrt::Info(held).kind;
  if (kind == ElementKind::kUnsigned) return NumpyHas(held);
  return held == ElementType::kS8 && pjrt::Info(wanted).kind == ElementKind::kSigned;
}

// Clears what is above the bits of a sub-byte type. Signed values may come sign-extended; anything else there means
// that the number is not of this type.
Status TrimToBits(Array& array, const std::string& name) {
  const int bits = pjrt::Info(array.type()).bits;
  const bool is_signed = KindOf(array) == ElementKind::kSigned;
  for (int64_t i = 0; i < array.size(); ++i) {
    const auto byte = static_cast<int>(array.data()[i]);
    const bool negative = is_signed && (byte >> (bits - 1) & 1) != 0;
    if (byte >> bits != 0 && !(negative && byte >> bits == 0xff >> bits)) {
      return InvalidArgumentError(fmt::format("{}: element {} is {:#04x}, which does not fit {}", name,
                                              DimsText(Unflatten(i, array.dims())), byte, pjrt::Name(array.type())));
    }
    SetBits(array, i, static_cast<uint64_t>(byte));
  }
  return OkStatus();
}

bool CanBe(const NpyArray& npy, ElementType wanted) {
  const ElementType held = npy.array.type();
  if (!npy.is_void) return held == wanted || IsBitsOf(held, wanted);
  return pjrt::HostBytesPerElement(held) == pjrt::HostBytesPerElement(wanted);
}

// REQUIRES: CanBe(npy, wanted).
StatusOr<TypedArray> Convert(NpyArray npy, ElementType wanted) {
  const bool from_bits = !npy.is_void && npy.array.type() != wanted;
  CPPJRT_RETURN_IF_ERROR(npy.array.Reinterpret(wanted));
  if (pjrt::IsSubByte(wanted)) CPPJRT_RETURN_IF_ERROR(TrimToBits(npy.array, npy.name));
  if (npy.is_void && wanted == ElementType::kPred) NormalizeBools(npy.array);
  return TypedArray{std::move(npy.array), from_bits};
}

}  // namespace

StatusOr<NpyArray> ReadNpy(ByteSource& source, std::string name) {
  StatusOr<NpyArray> npy = Read(source, name);
  if (!npy.ok()) return npy.status().WithContext(name);
  return npy;
}

StatusOr<NpyArray> ReadNpy(const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> source, OpenFile(path));
  return ReadNpy(*source, path);
}

StatusOr<NpyArray> ReadNpy(std::span<const std::byte> bytes, std::string name) {
  MemorySource source(bytes);
  return ReadNpy(source, std::move(name));
}

Status WriteNpy(const std::string& path, const Array& array) {
  CPPJRT_ASSIGN_OR_RETURN(PendingFile file, PendingFile::Create(path));
  const std::string header = FormatNpyHeader(array.shape());
  CPPJRT_RETURN_IF_ERROR(file.Append(std::as_bytes(std::span(header))));
  CPPJRT_RETURN_IF_ERROR(file.Append(array.bytes()));
  return file.Commit();
}

StatusOr<TypedArray> As(NpyArray npy, ElementType wanted, std::string_view what) {
  if (CanBe(npy, wanted)) return Convert(std::move(npy), wanted);
  return InvalidArgumentError(
      fmt::format("{} holds {}, {} is {}", npy.name, Description(npy), what, pjrt::Name(wanted)));
}

StatusOr<TypedArray> As(NpyArray npy, const Shape& wanted, std::string_view what) {
  if (CanBe(npy, wanted.type) && npy.array.shape().dims == wanted.dims) return Convert(std::move(npy), wanted.type);
  return InvalidArgumentError(fmt::format("{} holds {}, {} is {}", npy.name, Description(npy), what, ToString(wanted)));
}

StatusOr<Array> Natural(NpyArray npy) {
  if (!npy.is_void) return std::move(npy.array);
  return InvalidArgumentError(fmt::format("{} holds {}, which may be bf16, f8E4M3FN, i4, …; name the element type",
                                          npy.name, Description(npy)));
}

}  // namespace cppjrt::data
