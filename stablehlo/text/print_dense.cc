// Constants: splats, nested lists, hexadecimal strings.
#include <cstring>

#include "stablehlo/text/float_text.h"
#include "stablehlo/text/hex.h"
#include "stablehlo/text/lexer.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// MLIR's: more elements than this are printed as a string.
constexpr int64_t kMaxListed = 100;

uint64_t LoadBits(const std::byte* data, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, bytes);
  return bits;
}

}  // namespace

// One integer or float.
void Printer::Part(const std::byte* data, TypeId type) {
  if (types().IsQuantized(type)) type = types().quantized(type).storage;
  const uint64_t bits = LoadBits(data, static_cast<size_t>(types().element_bytes(type)));
  if (type == scalar::kI1) {
    *this << (bits != 0 ? "true" : "false");
  } else if (types().IsFloat(type)) {
    FloatBits(bits, type);
  } else if (types().IsUnsigned(type)) {
    Unsigned(bits);
  } else {
    const int shift = 64 - 8 * static_cast<int>(types().element_bytes(type));
    Integer(static_cast<int64_t>(bits << shift) >> shift);
  }
}

void Printer::Element(const std::byte* data, TypeId type) {
  if (!types().IsComplex(type)) return Part(data, type);
  const TypeId part = types().element_type(type);
  *this << '(';
  Part(data, part);
  *this << ',';
  Part(data + types().element_bytes(part), part);
  *this << ')';
}

void Printer::DenseHex(const DenseElements& dense) {
  TypeId element = types().element_type(dense.type);
  if (types().IsQuantized(element)) element = types().quantized(element).storage;
  // Integers of less than a byte are sign-extended here, but not in the string.
  const int bits = types().IsInteger(element) ? types().bits(element) : 8;
  *this << "\"0x";
  AppendHex(out_, dense.bytes, static_cast<uint8_t>(bits < 8 ? (1 << bits) - 1 : 0xff));
  *this << '"';
}

// [[1, 2], [3, 4]]: a bracket opens before element i for each dimension that begins there.
void Printer::DenseList(const DenseElements& dense) {
  const std::span<const int64_t> dims = types().dims(dense.type);
  const TypeId element = types().element_type(dense.type);
  const auto bytes = static_cast<size_t>(types().element_bytes(element));
  const auto total = static_cast<size_t>(*types().num_elements(dense.type));
  const auto edges = [&dims](size_t i) {
    size_t stride = 1;
    size_t count = 0;
    for (size_t d = dims.size(); d > 0; --d) {
      stride *= static_cast<size_t>(dims[d - 1]);
      if (i % stride == 0) count = dims.size() - d + 1;
    }
    return count;
  };
  for (size_t i = 0; i < total; ++i) {
    if (i > 0) *this << ", ";
    out_.append(edges(i), '[');
    Element(dense.bytes.data() + i * bytes, element);
    out_.append(edges(i + 1), ']');
  }
}

void Printer::DenseBody(AttrId attr) {
  const DenseElements dense = attrs().dense(attr);
  if (dense.bytes.empty()) return;
  if (dense.is_splat) return Element(dense.bytes.data(), types().element_type(dense.type));
  *types().num_elements(dense.type) > kMaxListed ? DenseHex(dense) : DenseList(dense);
}

void Printer::DenseAttr(AttrId attr) {
  switch (attrs().kind(attr)) {
    case AttrKind::kResource: {
      const std::string_view key = module_.name(attrs().name(attr));
      *this << "dense_resource<";
      IsBareIdentifier(key) ? static_cast<void>(*this << key) : Quoted(key);
      *this << '>';
      break;
    }
    case AttrKind::kSparse:
      *this << "sparse<";
      DenseBody(attrs().sparse_indices(attr));
      if (!attrs().dense(attrs().sparse_indices(attr)).bytes.empty()) *this << ", ";
      DenseBody(attrs().sparse_values(attr));
      *this << '>';
      break;
    default:
      if (attrs().dense(attr).bytes.size() > options_.elide_bytes) {
        *this << "dense_resource<__elided__>";
        break;
      }
      *this << "dense<";
      DenseBody(attr);
      *this << '>';
      break;
  }
  *this << " : ";
  Type(attrs().type(attr));
}

void Printer::PrintResources() {
  if (module_.resources().empty()) return;
  *this << "\n{-#\n  dialect_resources: {\n";
  NameId dialect;
  bool first = true;
  for (const Resource& resource : module_.resources()) {
    if (resource.dialect != dialect) {
      if (dialect) *this << "\n    },\n";
      dialect = resource.dialect;
      *this << "    " << module_.name(dialect) << ": {\n";
      first = true;
    }
    if (!first) *this << ",\n";
    first = false;
    const std::string_view key = module_.name(resource.key);
    *this << "      ";
    IsBareIdentifier(key) ? static_cast<void>(*this << key) : Quoted(key);
    *this << ": \"0x";
    AppendHex(out_, std::as_bytes(std::span(&resource.alignment, 1)));
    if (resource.bytes.size() <= options_.elide_bytes) AppendHex(out_, resource.bytes);
    *this << '"';
  }
  *this << "\n    }\n  }\n#-}\n";
}

}  // namespace cppjrt::stablehlo::text
