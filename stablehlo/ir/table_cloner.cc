#include "stablehlo/ir/table_cloner.h"

namespace cppjrt::stablehlo {
namespace {

template <typename IdType>
void Store(std::vector<IdType>& list, uint32_t index, IdType value) {
  if (index >= list.size()) list.resize(index + size_t{1});
  list[index] = value;
}

}  // namespace

TypeId TableCloner::Type(TypeId type) {
  if (!type) return type;
  if (!Done(type)) Run({Table::kType, type.index()});
  return Done(type);
}

AttrId TableCloner::Attr(AttrId attr) {
  if (!attr) return attr;
  if (!Done(attr)) Run({Table::kAttr, attr.index()});
  return Done(attr);
}

LocId TableCloner::Loc(LocId loc) {
  if (!loc) return loc;
  if (!Done(loc)) Run({Table::kLoc, loc.index()});
  return Done(loc);
}

// An item stays on the list until all its parts are done; parts never lead back to it, because they are older.
void TableCloner::Run(Item first) {
  todo_.assign(1, first);
  while (!todo_.empty()) {
    const Item item = todo_.back();
    const size_t size = todo_.size();
    PushParts(item);
    if (todo_.size() > size) continue;
    todo_.pop_back();
    Build(item);
  }
}

void TableCloner::Push(TypeId type) {
  if (type && !Done(type)) todo_.push_back({Table::kType, type.index()});
}
void TableCloner::Push(AttrId attr) {
  if (attr && !Done(attr)) todo_.push_back({Table::kAttr, attr.index()});
}
void TableCloner::Push(LocId loc) {
  if (loc && !Done(loc)) todo_.push_back({Table::kLoc, loc.index()});
}

void TableCloner::PushParts(Item item) {
  switch (item.table) {
    case Table::kType:
      return PushTypeParts(TypeId(item.index));
    case Table::kAttr:
      return PushAttrParts(AttrId(item.index));
    case Table::kLoc:
      return PushLocParts(LocId(item.index));
  }
}

void TableCloner::PushTypeParts(TypeId type) {
  const TypeTable& types = from_->types();
  switch (types.kind(type)) {
    case TypeKind::kTensor:
      Push(types.encoding(type));
      [[fallthrough]];
    case TypeKind::kComplex:
    case TypeKind::kUnrankedTensor:
    case TypeKind::kMemRef:
      return Push(types.element_type(type));
    case TypeKind::kQuantized:
    case TypeKind::kQuantizedAxis:
      Push(types.quantized(type).storage);
      return Push(types.quantized(type).expressed);
    case TypeKind::kTuple:
    case TypeKind::kFuture:
    case TypeKind::kFunction:
      for (size_t i = 0; i < types.num_members(type); ++i) Push(types.member(type, i));
      return;
    default:
      return;
  }
}

void TableCloner::PushAttrParts(AttrId attr) {
  const AttrTable& attrs = from_->attrs();
  Push(attrs.type(attr));
  switch (attrs.kind(attr)) {
    case AttrKind::kArray:
    case AttrKind::kStruct:
    case AttrKind::kSparse:
      for (size_t i = 0; i < attrs.size(attr); ++i) Push(attrs.element(attr, i));
      return;
    case AttrKind::kDictionary:
      for (size_t i = 0; i < attrs.size(attr); ++i) Push(attrs.entry(attr, i).value);
      return;
    case AttrKind::kLocation:
      return Push(attrs.location(attr));
    default:
      return;
  }
}

void TableCloner::PushLocParts(LocId loc) {
  const LocTable& locs = from_->locs();
  switch (locs.kind(loc)) {
    case LocKind::kDeferred:
      return Push(from_->ResolveLocation(loc));
    case LocKind::kName:
      return Push(locs.child(loc));
    case LocKind::kCallSite:
      Push(locs.callee(loc));
      return Push(locs.caller(loc));
    case LocKind::kFused:
      for (size_t i = 0; i < locs.size(loc); ++i) Push(locs.member(loc, i));
      return Push(locs.metadata(loc));
    default:
      return;
  }
}

void TableCloner::Build(Item item) {
  switch (item.table) {
    case Table::kType:
      return Store(types_, item.index, BuildType(TypeId(item.index)));
    case Table::kAttr:
      return Store(attrs_, item.index, BuildAttr(AttrId(item.index)));
    case Table::kLoc:
      return Store(locs_, item.index, BuildLoc(LocId(item.index)));
  }
}

TypeId TableCloner::BuildType(TypeId type) {
  const TypeTable& from = from_->types();
  TypeTable& to = to_->types();
  if (from.AsScalar(type)) return type;
  const auto members = [&](size_t first, size_t count) {
    std::vector<TypeId> result;
    for (size_t i = 0; i < count; ++i) result.push_back(Done(from.member(type, first + i)));
    return result;
  };
  switch (from.kind(type)) {
    case TypeKind::kInteger:
      return to.Integer(from.bits(type), from.signedness(type));
    case TypeKind::kComplex:
      return to.Complex(Done(from.element_type(type)));
    case TypeKind::kQuantized:
    case TypeKind::kQuantizedAxis: {
      QuantizedType quantized = from.quantized(type);
      quantized.storage = Done(quantized.storage);
      quantized.expressed = Done(quantized.expressed);
      return to.Quantized(quantized);
    }
    case TypeKind::kTensor: {
      const AttrId encoding = from.encoding(type);
      return to.Tensor(from.dims(type), Done(from.element_type(type)), encoding ? Done(encoding) : encoding);
    }
    case TypeKind::kUnrankedTensor:
      return to.UnrankedTensor(Done(from.element_type(type)));
    case TypeKind::kMemRef:
      return to.MemRef(from.dims(type), Done(from.element_type(type)));
    case TypeKind::kTuple:
      return to.Tuple(members(0, from.num_members(type)));
    case TypeKind::kFuture:
      return to.Future(members(0, from.num_members(type)));
    case TypeKind::kFunction:
      return to.Function(members(0, from.num_inputs(type)), members(from.num_inputs(type), from.num_results(type)));
    case TypeKind::kOpaque:
      return to.Opaque(Name(from.opaque_text(type)));
    default:
      return type;
  }
}

std::vector<AttrId> TableCloner::Elements(AttrId attr) const {
  std::vector<AttrId> result;
  for (size_t i = 0; i < from_->attrs().size(attr); ++i) {
    const AttrId element = from_->attrs().element(attr, i);
    result.push_back(element ? Done(element) : element);
  }
  return result;
}

AttrId TableCloner::BuildAttr(AttrId attr) {
  const AttrTable& from = from_->attrs();
  AttrTable& to = to_->attrs();
  const TypeId type = from.type(attr) ? Done(from.type(attr)) : TypeId();
  switch (from.kind(attr)) {
    case AttrKind::kUnit:
      return to.Unit();
    case AttrKind::kBool:
      return to.Bool(from.boolean(attr));
    case AttrKind::kInteger:
      return to.WideInteger(type, from.words(attr));
    case AttrKind::kFloat:
      return to.WideFloat(type, from.words(attr));
    case AttrKind::kString:
      return to.String(Name(from.name(attr)), type);
    case AttrKind::kSymbolRef: {
      std::vector<NameId> path;
      for (size_t i = 0; i < from.size(attr); ++i) path.push_back(Name(from.path(attr, i)));
      return to.SymbolRef(path);
    }
    case AttrKind::kArray:
      return to.Array(Elements(attr));
    case AttrKind::kDenseArray:
      return to.DenseArray(type, from.words(attr));
    case AttrKind::kDictionary: {
      std::vector<NamedAttr> entries;
      for (size_t i = 0; i < from.size(attr); ++i) {
        entries.push_back({Name(from.entry(attr, i).name), Done(from.entry(attr, i).value)});
      }
      return to.Dictionary(entries);
    }
    case AttrKind::kType:
      return to.Type(type);
    case AttrKind::kDense:
      return to.Dense(type, from.dense(attr).is_splat, from.dense(attr).bytes);
    case AttrKind::kResource:
      return to.Resource(type, Name(from.name(attr)));
    case AttrKind::kSparse:
      return to.Sparse(type, Done(from.sparse_indices(attr)), Done(from.sparse_values(attr)));
    case AttrKind::kStruct:
      return to.Struct(from.struct_kind(attr), Elements(attr));
    case AttrKind::kEnum:
      return to.Enum(from.enum_kind(attr), from.enum_value(attr));
    case AttrKind::kLocation:
      return to.Location(Done(from.location(attr)));
    case AttrKind::kOpaque:
      return to.Opaque(Name(from.name(attr)));
  }
  return AttrId();
}

LocId TableCloner::BuildLoc(LocId loc) {
  const LocTable& from = from_->locs();
  LocTable& to = to_->locs();
  switch (from.kind(loc)) {
    case LocKind::kUnknown:
      return kUnknownLoc;
    case LocKind::kFile: {
      FileRange range = from.file(loc);
      range.file = Name(range.file);
      return to.File(range);
    }
    case LocKind::kName:
      return to.Name(Name(from.name(loc)), Done(from.child(loc)));
    case LocKind::kCallSite:
      return to.CallSite(Done(from.callee(loc)), Done(from.caller(loc)));
    case LocKind::kFused: {
      std::vector<LocId> members;
      for (size_t i = 0; i < from.size(loc); ++i) members.push_back(Done(from.member(loc, i)));
      const AttrId metadata = from.metadata(loc);
      return to.Fused(members, metadata ? Done(metadata) : metadata);
    }
    case LocKind::kOpaque:
      return to.Opaque(Name(from.name(loc)));
    case LocKind::kDeferred:
      return Done(from_->ResolveLocation(loc));
  }
  return kUnknownLoc;
}

}  // namespace cppjrt::stablehlo
