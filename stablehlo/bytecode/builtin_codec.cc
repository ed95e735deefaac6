// How MLIR's own attributes and types are encoded: a code, then the fields.

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <string>

#include "stablehlo/bytecode/dense_data.h"
#include "stablehlo/bytecode/entry_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

AttrId ReadArray(EntryReader& r) {
  const std::vector<AttrId> elements = r.Attrs();
  return r.ready() ? r.attrs().Array(elements) : AttrId();
}

AttrId ReadDictionary(EntryReader& r) {
  std::vector<NamedAttr> entries(r.Count());
  for (NamedAttr& entry : entries) {
    const AttrId name = r.Attr();
    entry.value = r.Attr();
    if (!r.ready()) continue;
    if (!r.attrs().Is(name, AttrKind::kString)) {
      r.Refuse("has a name that is no string");
      return AttrId();
    }
    entry.name = r.attrs().name(name);
  }
  if (!r.ready()) return AttrId();
  const AttrId dictionary = r.attrs().Dictionary(entries);
  for (size_t i = 1; i < entries.size(); ++i) {
    const bool twice = r.attrs().entry(dictionary, i - 1).name == r.attrs().entry(dictionary, i).name;
    if (twice) return r.Refuse("has a name twice"), AttrId();
  }
  return dictionary;
}

AttrId ReadString(EntryReader& r) {
  const NameId text = r.String();
  return r.ready() ? r.attrs().String(text) : AttrId();
}

AttrId ReadTypedString(EntryReader& r) {
  const NameId text = r.String();
  const TypeId type = r.Type();
  return r.ready() ? r.attrs().String(text, type) : AttrId();
}

AttrId ReadFlatSymbolRef(EntryReader& r) {
  const AttrId root = r.Attr();
  if (!r.ready()) return AttrId();
  if (!r.attrs().Is(root, AttrKind::kString)) return r.Refuse("names no symbol"), AttrId();
  const NameId path[] = {r.attrs().name(root)};
  return r.attrs().SymbolRef(path);
}

AttrId ReadSymbolRef(EntryReader& r) {
  const AttrId root = r.Attr();
  const std::vector<AttrId> nested = r.Attrs();
  if (!r.ready()) return AttrId();
  if (!r.attrs().Is(root, AttrKind::kString)) return r.Refuse("names no symbol"), AttrId();
  std::vector<NameId> path = {r.attrs().name(root)};
  for (AttrId part : nested) {
    if (!r.attrs().Is(part, AttrKind::kSymbolRef)) return r.Refuse("names no symbol"), AttrId();
    path.push_back(r.attrs().name(part));
  }
  return r.attrs().SymbolRef(path);
}

AttrId ReadType(EntryReader& r) {
  const TypeId type = r.Type();
  return r.ready() ? r.attrs().Type(type) : AttrId();
}

AttrId ReadUnit(EntryReader& r) { return r.attrs().Unit(); }

AttrId ReadInteger(EntryReader& r) {
  const TypeId type = r.Type();
  if (!r.ready()) return AttrId();
  if (!r.types().IsInteger(type) && type != scalar::kIndex) return r.Refuse("has no integer type"), AttrId();
  const std::vector<int64_t> words = r.Integer(r.types().bits(type));
  return r.ready() ? r.attrs().WideInteger(type, words) : AttrId();
}

uint64_t LowBits(int64_t value, int bits) {
  return bits >= 64 ? static_cast<uint64_t>(value) : static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
}

AttrId ReadFloat(EntryReader& r) {
  const TypeId type = r.Type();
  if (!r.ready()) return AttrId();
  if (!r.types().IsFloat(type)) return r.Refuse("has no float type"), AttrId();
  const int bits = type == scalar::kTF32 ? 19 : r.types().bits(type);
  const std::vector<int64_t> words = r.Integer(bits);
  if (!r.ready()) return AttrId();
  return bits <= 64 ? r.attrs().Float(type, LowBits(words[0], bits)) : r.attrs().WideFloat(type, words);
}

AttrId ReadLocation(EntryReader& r) {
  if (!r.locations_allowed()) return r.Refuse("is a location"), AttrId();
  r.Take(r.left());
  return r.attrs().Location(r.module().locs().Deferred(r.index()));
}

AttrId ReadDenseResource(EntryReader& r) {
  const TypeId type = r.Type();
  const uint64_t number = r.Varint();
  if (!r.ready()) return AttrId();
  if (number >= r.container().resources.size()) return r.Refuse("refers to a resource that is not there"), AttrId();
  return r.attrs().Resource(type, r.module().names().InternView(r.container().resources[number].key));
}

int64_t LoadElement(Bytes bytes, bool sign_extend) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  const auto shift = static_cast<int>(64 - 8 * bytes.size());
  return sign_extend ? static_cast<int64_t>(word << shift) >> shift : static_cast<int64_t>(word);
}

AttrId ReadDenseArray(EntryReader& r) {
  const TypeId type = r.Type();
  const uint64_t count = r.Varint();
  const Bytes data = r.Blob();
  if (!r.ready()) return AttrId();
  const bool has_words = r.types().IsInteger(type) || r.types().IsFloat(type);
  const auto size = static_cast<size_t>(r.types().element_bytes(type));
  if (!has_words || size == 0 || size > 8 || data.size() % size != 0 || data.size() / size != count) {
    return r.Refuse("has data that does not fit its type"), AttrId();
  }
  const bool sign_extend = r.types().IsInteger(type) && !r.types().IsUnsigned(type) && type != scalar::kI1;
  std::vector<int64_t> words(static_cast<size_t>(count));
  for (size_t i = 0; i < words.size(); ++i) words[i] = LoadElement(data.subspan(i * size, size), sign_extend);
  return r.attrs().DenseArray(type, words);
}

AttrId ReadDense(EntryReader& r) {
  const TypeId type = r.Type();
  const Bytes data = r.Blob();
  if (!r.ready()) return AttrId();
  const auto elements = ElementsFromWire(r.module(), type, data);
  if (!elements) return r.Refuse("has data that does not fit its type"), AttrId();
  return r.attrs().Dense(type, elements->is_splat, elements->bytes);
}

AttrId ReadDenseStrings(EntryReader& r) {
  r.Refuse("has elements that are strings, which are not supported");
  return AttrId();
}

AttrId ReadSparse(EntryReader& r) {
  const TypeId type = r.Type();
  const AttrId indices = r.Attr();
  const AttrId values = r.Attr();
  return r.ready() ? r.attrs().Sparse(type, indices, values) : AttrId();
}

AttrId ReadDistinct(EntryReader& r) {
  r.Refuse("is a distinct attribute, which is not supported");
  return AttrId();
}

// A number of dimensions and in its low bits how the map is written; 0 is the identity, which needs no more.
AttrId ReadAffineMap(EntryReader& r) {
  constexpr uint64_t kMostDims = 256;
  const uint64_t head = r.Varint();
  if ((head & 3) != 0 || head >> 2 > kMostDims) return r.Refuse("is an affine map that is not supported"), AttrId();
  std::string dims = "(";
  for (uint64_t i = 0; i < head >> 2; ++i) dims += (i > 0 ? ", d" : "d") + std::to_string(i);
  dims += ")";
  return r.ready() ? r.attrs().Opaque("affine_map<" + dims + " -> " + dims + ">") : AttrId();
}

AttrId ReadIntegerSet(EntryReader& r) {
  r.Refuse("is an integer set, which is not supported");
  return AttrId();
}

AttrId ReadStridedLayout(EntryReader& r) {
  const int64_t offset = r.Signed();
  std::string text = "strided<[";
  for (int64_t stride : r.Signeds()) {
    if (text.back() != '[') text += ", ";
    text += stride == kDynamic ? "?" : std::to_string(stride);
  }
  text += "]";
  if (offset != 0) text += ", offset: " + (offset == kDynamic ? "?" : std::to_string(offset));
  return r.ready() ? r.attrs().Opaque(text + ">") : AttrId();
}

using AttrReader = AttrId (*)(EntryReader&);
// By BuiltinAttr.
constexpr AttrReader kAttrReaders[] = {
    ReadArray,    ReadDictionary, ReadString,        ReadTypedString, ReadFlatSymbolRef, ReadSymbolRef,    ReadType,
    ReadUnit,     ReadInteger,    ReadFloat,         ReadLocation,    ReadLocation,      ReadLocation,     ReadLocation,
    ReadLocation, ReadLocation,   ReadDenseResource, ReadDenseArray,  ReadDense,         ReadDenseStrings, ReadSparse,
    ReadDistinct, ReadLocation,   ReadAffineMap,     ReadIntegerSet,  ReadStridedLayout,
};

TypeId ReadIntegerType(EntryReader& r) {
  const uint64_t width = r.Varint();
  const uint64_t bits = width >> 2;
  if (!r.ready() || (width & 3) == 3 || bits == 0 || bits > 0xffffff) return r.Fail(), TypeId();
  constexpr Signedness kSignedness[] = {Signedness::kSignless, Signedness::kSigned, Signedness::kUnsigned};
  return r.types().Integer(static_cast<int>(bits), kSignedness[width & 3]);
}

TypeId ReadFunctionType(EntryReader& r) {
  const std::vector<TypeId> inputs = r.Types();
  const std::vector<TypeId> results = r.Types();
  return r.ready() ? r.types().Function(inputs, results) : TypeId();
}

TypeId ReadComplexType(EntryReader& r) {
  const TypeId element = r.Type();
  return r.ready() ? r.types().Complex(element) : TypeId();
}

bool DimsAreGood(const std::vector<int64_t>& dims) {
  return std::ranges::all_of(dims, [](int64_t dim) { return dim >= 0 || dim == kDynamic; });
}

// Only maps of the kind (d0, d1) -> (d0, d1).
bool IsIdentityLayout(EntryReader& r, AttrId layout) {
  if (!r.attrs().Is(layout, AttrKind::kOpaque)) return false;
  const std::string_view text = r.attrs().string(layout);
  const size_t open = text.find('(');
  const size_t arrow = text.find(" -> ");
  if (open == std::string_view::npos || arrow == std::string_view::npos || arrow < open) return false;
  const std::string_view from = text.substr(open, arrow - open);
  return text.substr(arrow + 4).starts_with(from);
}

TypeId ReadMemRefType(EntryReader& r) {
  const std::vector<int64_t> dims = r.Signeds();
  const TypeId element = r.Type();
  const AttrId layout = r.Attr();
  if (!r.ready()) return TypeId();
  if (!DimsAreGood(dims) || !IsIdentityLayout(r, layout)) {
    return r.Refuse("is a memref with a layout, which is not supported"), TypeId();
  }
  return r.types().MemRef(dims, element);
}

TypeId RefuseMemRef(EntryReader& r) {
  r.Refuse("is a kind of memref that is not supported");
  return TypeId();
}

TypeId ReadTensorType(EntryReader& r) {
  const std::vector<int64_t> dims = r.Signeds();
  const TypeId element = r.Type();
  if (!DimsAreGood(dims)) r.Fail();
  return r.ready() ? r.types().Tensor(dims, element) : TypeId();
}

TypeId ReadEncodedTensorType(EntryReader& r) {
  const AttrId encoding = r.Attr();
  const std::vector<int64_t> dims = r.Signeds();
  const TypeId element = r.Type();
  if (!DimsAreGood(dims)) r.Fail();
  return r.ready() ? r.types().Tensor(dims, element, encoding) : TypeId();
}

TypeId ReadTupleType(EntryReader& r) {
  const std::vector<TypeId> members = r.Types();
  return r.ready() ? r.types().Tuple(members) : TypeId();
}

TypeId ReadUnrankedTensorType(EntryReader& r) {
  const TypeId element = r.Type();
  return r.ready() ? r.types().UnrankedTensor(element) : TypeId();
}

// Kept as text: vector<4x8xf32>.
TypeId ReadVectorType(EntryReader& r) {
  const std::vector<int64_t> dims = r.Signeds();
  const TypeId element = r.Type();
  if (!r.ready()) return TypeId();
  const auto scalar = r.types().AsScalar(element);
  if (!scalar) return r.Refuse("is a vector of something that is no scalar"), TypeId();
  std::string text = "vector<";
  for (int64_t dim : dims) text += std::to_string(dim) + "x";
  text += std::string(Scalars()[static_cast<size_t>(*scalar)].text) + ">";
  return r.types().Opaque(r.module().names().Intern(text));
}

TypeId RefuseVector(EntryReader& r) {
  r.Refuse("is a scalable vector, which is not supported");
  return TypeId();
}

template <Scalar s>
TypeId ReadScalar(EntryReader&) {
  return ToTypeId(s);
}

using TypeReader = TypeId (*)(EntryReader&);
// By BuiltinType.
constexpr TypeReader kTypeReaders[] = {
    ReadIntegerType,
    ReadScalar<Scalar::kIndex>,
    ReadFunctionType,
    ReadScalar<Scalar::kBF16>,
    ReadScalar<Scalar::kF16>,
    ReadScalar<Scalar::kF32>,
    ReadScalar<Scalar::kF64>,
    ReadScalar<Scalar::kF80>,
    ReadScalar<Scalar::kF128>,
    ReadComplexType,
    ReadMemRefType,
    RefuseMemRef,
    ReadScalar<Scalar::kNone>,
    ReadTensorType,
    ReadEncodedTensorType,
    ReadTupleType,
    RefuseMemRef,
    RefuseMemRef,
    ReadUnrankedTensorType,
    ReadVectorType,
    RefuseVector,
    ReadScalar<Scalar::kTF32>,
    ReadScalar<Scalar::kF8E5M2>,
    ReadScalar<Scalar::kF8E4M3>,
    ReadScalar<Scalar::kF8E4M3FN>,
    ReadScalar<Scalar::kF8E5M2FNUZ>,
    ReadScalar<Scalar::kF8E4M3FNUZ>,
    ReadScalar<Scalar::kF8E4M3B11FNUZ>,
    ReadScalar<Scalar::kF8E3M4>,
    ReadScalar<Scalar::kF4E2M1FN>,
    ReadScalar<Scalar::kF6E2M3FN>,
    ReadScalar<Scalar::kF6E3M2FN>,
    ReadScalar<Scalar::kF8E8M0FNU>,
};

}  // namespace

AttrId ReadBuiltinAttr(EntryReader& r, BuiltinAttr code) { return kAttrReaders[static_cast<size_t>(code)](r); }

AttrId ReadBuiltinAttr(EntryReader& r) {
  const uint64_t code = r.Varint();
  if (code < std::size(kAttrReaders)) return kAttrReaders[code](r);
  return RefuseCode(r, code), AttrId();
}

TypeId ReadBuiltinType(EntryReader& r, BuiltinType code) { return kTypeReaders[static_cast<size_t>(code)](r); }

TypeId ReadBuiltinType(EntryReader& r) {
  const uint64_t code = r.Varint();
  if (code < std::size(kTypeReaders)) return kTypeReaders[code](r);
  return RefuseCode(r, code), TypeId();
}

}  // namespace cppjrt::stablehlo::bytecode
