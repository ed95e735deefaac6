// Cloner: copies ops, with all that is inside them, within a module or into another.
//
//   Cloner cloner(module, &module);      // inlining a call:
//   cloner.Map(argument, actual);        // its argument stands for the actual operand
//   for (OpId op : module.ops(callee_body)) module.Insert(cloner.CloneOp(op), block, call);
//
// Values defined inside what is cloned are mapped as they are cloned; other values stay as they are within a module,
// and must have been mapped when the target is another one. Types, attributes and locations are carried over, each
// once. Large constants are not copied: the target keeps the source's bytes alive only if the caller says so
// (target.KeepAlive(…)), so a module that outlives its source needs that.
#ifndef CPPJRT_STABLEHLO_IR_CLONE_H_
#define CPPJRT_STABLEHLO_IR_CLONE_H_

#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/ir/table_cloner.h"

namespace cppjrt::stablehlo {

class Cloner {
 public:
  // `to` may be `from` itself. Both outlive the cloner.
  Cloner(Module& from, Module* to) : from_(&from), to_(to), tables_(from, *to) {}

  void Map(ValueId from, ValueId to);
  // What a value became: itself if it is not mapped and the modules are the same, otherwise none.
  ValueId Lookup(ValueId from) const;

  // A detached copy of the op. Not recursive: any depth will do. The op must not be inside its own copy.
  OpId CloneOp(OpId op);
  // Fills a new, detached region.
  RegionId CloneRegion(RegionId region);

  TypeId CloneType(TypeId type) { return same() ? type : tables_.Type(type); }
  AttrId CloneAttr(AttrId attr) { return same() ? attr : tables_.Attr(attr); }
  LocId CloneLoc(LocId loc) { return same() ? loc : tables_.Loc(loc); }
  NameId CloneName(NameId name) { return same() ? name : tables_.Name(name); }

 private:
  struct OpPair {
    OpId from;
    OpId to;
  };
  struct RegionPair {
    RegionId from;
    RegionId to;
  };

  bool same() const { return from_ == to_; }
  // The copy of an op without operands and with empty regions, which are put on the list.
  OpId CloneShell(OpId op);
  void CloneBlocks(RegionPair regions);
  void CloneOps(BlockId from, BlockId to);
  // Works off both lists: regions first, then the operands, which may refer forward.
  void Finish();
  std::vector<NamedAttr> CloneAttrs(std::span<const NamedAttr> attrs);

  Module* from_;
  Module* to_;
  TableCloner tables_;
  std::vector<ValueId> values_;
  std::vector<OpPair> without_operands_;
  std::vector<RegionPair> empty_regions_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_CLONE_H_
