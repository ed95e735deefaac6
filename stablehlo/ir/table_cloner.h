// TableCloner: carries types, attributes, locations and names from one module to another, each once.
//
// What refers to others is carried after them, with a list of what is still to do instead of recursion: an attribute
// may be nested as deep as the reader allowed.
#ifndef CPPJRT_STABLEHLO_IR_TABLE_CLONER_H_
#define CPPJRT_STABLEHLO_IR_TABLE_CLONER_H_

#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class TableCloner {
 public:
  // REQUIRES: two different modules.
  TableCloner(Module& from, Module& to) : from_(&from), to_(&to) {}

  TypeId Type(TypeId type);
  AttrId Attr(AttrId attr);
  LocId Loc(LocId loc);
  NameId Name(NameId name) { return name ? to_->names().Intern(from_->name(name)) : NameId(); }

 private:
  enum class Table : uint8_t { kType, kAttr, kLoc };
  struct Item {
    Table table;
    uint32_t index;
  };

  void Run(Item item);
  // Puts what `item` refers to and has not been carried on the list.
  void PushParts(Item item);
  void PushTypeParts(TypeId type);
  void PushAttrParts(AttrId attr);
  void PushLocParts(LocId loc);
  void Push(TypeId type);
  void Push(AttrId attr);
  void Push(LocId loc);
  void Build(Item item);
  TypeId BuildType(TypeId type);
  AttrId BuildAttr(AttrId attr);
  LocId BuildLoc(LocId loc);
  std::vector<AttrId> Elements(AttrId attr) const;

  TypeId Done(TypeId type) const { return type.index() < types_.size() ? types_[type.index()] : TypeId(); }
  AttrId Done(AttrId attr) const { return attr.index() < attrs_.size() ? attrs_[attr.index()] : AttrId(); }
  LocId Done(LocId loc) const { return loc.index() < locs_.size() ? locs_[loc.index()] : LocId(); }

  Module* from_;
  Module* to_;
  std::vector<TypeId> types_;
  std::vector<AttrId> attrs_;
  std::vector<LocId> locs_;
  std::vector<Item> todo_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_TABLE_CLONER_H_
