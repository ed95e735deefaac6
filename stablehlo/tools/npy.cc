#include "stablehlo/tools/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace cppjrt::stablehlo::tools {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

// What NumPy calls a type, little-endian; a type it does not have goes as an unsigned integer of its size.
std::string DescrOf(ElementType type) {
  const std::string size = std::to_string(ElementBytes(type));
  if (type == ElementType::kI1) return "|b1";
  if (ElementBits(type) < 8) return "|u1";
  if (IsComplex(type)) return "<c" + size;
  if (type == ElementType::kF16 || type == ElementType::kF32 || type == ElementType::kF64) return "<f" + size;
  const std::string kind = IsSigned(type) ? "i" : "u";
  return (size == "1" ? "|" : "<") + kind + size;
}

struct Header {
  std::string descr;
  bool fortran = false;
  Dims dims;
  size_t data = 0;  // where the elements begin
};

Status Bad(const std::string& path, const std::string& why) { return InvalidArgumentError(path + ": " + why); }

// What stands behind 'key': in the header's dictionary, up to the next comma outside of parentheses.
std::optional<std::string_view> Entry(std::string_view dictionary, std::string_view key) {
  const size_t at = dictionary.find("'" + std::string(key) + "':");
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = dictionary.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const size_t end = rest.starts_with('(') ? rest.find(')') + 1 : rest.find_first_of(",}");
  return rest.substr(0, end);
}

std::optional<Dims> ParseShape(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return std::nullopt;
  Dims dims;
  const char* at = text.data() + 1;
  const char* const end = text.data() + text.size() - 1;
  while (at < end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    int64_t dim = 0;
    const auto [next, error] = std::from_chars(at, end, dim);
    if (error != std::errc() || dim < 0) return std::nullopt;
    dims.push_back(dim);
    at = next;
  }
  return dims;
}

StatusOr<Header> ParseHeader(const std::string& path, std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with(kMagic)) return Bad(path, "is no .npy file");
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  const size_t begin = byte(6) == 1 ? 10 : 12;
  const size_t length = byte(8) | byte(9) << 8 | (begin == 12 ? byte(10) << 16 | byte(11) << 24 : 0);
  if (length > bytes.size() - begin) return Bad(path, "its header is truncated");
  const std::string_view dictionary = bytes.substr(begin, length);
  const std::optional<std::string_view> descr = Entry(dictionary, "descr");
  const std::optional<std::string_view> order = Entry(dictionary, "fortran_order");
  const std::optional<std::string_view> shape = Entry(dictionary, "shape");
  if (!descr || !order || !shape || descr->size() < 2) return Bad(path, "its header does not describe an array");
  const std::optional<Dims> dims = ParseShape(*shape);
  if (!dims) return Bad(path, "has the shape " + std::string(*shape));
  return Header{std::string(descr->substr(1, descr->size() - 2)), *order == "True", *dims, begin + length};
}

// Signed sub-byte values, which come in the low bits, as the evaluator holds them.
void SignExtend(Tensor& tensor) {
  if (!IsSigned(tensor.type()) || ElementBits(tensor.type()) >= 8) return;
  const int shift = 8 - ElementBits(tensor.type());
  int8_t* data = tensor.mutable_data<int8_t>();
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    data[i] = static_cast<int8_t>(static_cast<int8_t>(static_cast<uint8_t>(data[i]) << shift) >> shift);
  }
}

}  // namespace

StatusOr<Tensor> ReadNpy(const std::string& path, ElementType type) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return NotFoundError(path + ": cannot be read");
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  CPPJRT_ASSIGN_OR_RETURN(const Header header, ParseHeader(path, bytes));
  const std::string wanted = DescrOf(type);
  const std::string unsigned_bits = (ElementBytes(type) == 1 ? "|u" : "<u") + std::to_string(ElementBytes(type));
  const bool held_as_bits = header.descr == unsigned_bits && !(type == ElementType::kF32 || type == ElementType::kF64);
  if (header.descr != wanted && !held_as_bits) {
    return Bad(path,
               "holds " + header.descr + ", expected " + std::string(ElementTypeName(type)) + " (" + wanted + ")");
  }
  if (header.fortran && header.dims.size() > 1) return Bad(path, "is in column-major order");
  StatusOr<Tensor> tensor =
      Tensor::Copy(type, header.dims, std::as_bytes(std::span(bytes)).subspan(header.data), MemoryAllocator::Heap());
  if (!tensor.ok()) return tensor.status().WithContext(path);
  SignExtend(*tensor);
  return tensor;
}

Status WriteNpy(const std::string& path, const Tensor& tensor) {
  std::string shape = "(";
  for (const int64_t d : tensor.dims()) shape += std::to_string(d) + ", ";
  shape += ")";
  if (tensor.rank() > 1) shape.erase(shape.size() - 3, 2);
  if (tensor.rank() == 1) shape.erase(shape.size() - 2, 1);
  std::string header = "{'descr': '" + DescrOf(tensor.type()) + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::ofstream out(path, std::ios::binary);
  out << kMagic << '\1' << '\0' << static_cast<char>(header.size() & 0xff) << static_cast<char>(header.size() >> 8)
      << header;
  out.write(reinterpret_cast<const char*>(tensor.bytes().data()), static_cast<std::streamsize>(tensor.num_bytes()));
  out.flush();
  return out ? OkStatus() : UnavailableError(path + ": cannot be written");
}

}  // namespace cppjrt::stablehlo::tools
