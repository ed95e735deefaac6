#include "stablehlo/text/equal.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "stablehlo/ir/table_cloner.h"
#include "stablehlo/op/defaults.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/text/syntax.h"

namespace cppjrt::stablehlo {
namespace {

class Comparison {
 public:
  Comparison(Module& a, Module& b, const EqualOptions& options) : a_(a), b_(b), options_(options), cloner_(a, b) {}

  std::optional<Difference> Run(OpId root_a, OpId root_b) {
    todo_.push_back({root_a, root_b});
    while (!todo_.empty() && !difference_) {
      current_ = todo_.back();
      todo_.pop_back();
      if (current_.ends) {
        Fail("different numbers of operations in a block");
      } else {
        CompareOps(current_.a, current_.b);
      }
    }
    CompareUses();
    return std::move(difference_);
  }

  // Empty if they are equal.
  std::string CompareResources() {
    if (a_.resources().size() != b_.resources().size()) return "different numbers of resources";
    for (const Resource& resource : a_.resources()) {
      const NameId key = b_.names().Find(a_.name(resource.key));
      const Resource* other = key ? b_.resource(key) : nullptr;
      const bool same = other != nullptr && other->alignment == resource.alignment &&
                        std::ranges::equal(other->bytes, resource.bytes);
      if (!same) return "resource " + std::string(a_.name(resource.key)) + " differs";
    }
    return {};
  }

 private:
  struct Pair {
    OpId a;
    OpId b;
    bool ends = false;  // in one module more ops follow in the block
  };
  struct Use {
    Pair ops;
    ValueId a;
    ValueId b;
  };

  bool Fail(std::string what) {
    difference_ = Difference{current_.a, current_.b, std::move(what)};
    return false;
  }

  bool SameType(ValueId a, ValueId b) {
    if (cloner_.Type(a_.type(a)) == b_.type(b)) return true;
    return Fail("type " + PrintType(a_, a_.type(a)) + " is " + PrintType(b_, b_.type(b)));
  }

  void Map(ValueId a, ValueId b) {
    if (values_.size() <= a.index()) values_.resize(a.index() + 1);
    values_[a.index()] = b;
  }

  // Attributes `a` and `b` of module b: equal ids, or large constants of equal bytes.
  bool SameAttr(AttrId a, AttrId b) const {
    const AttrTable& attrs = b_.attrs();
    std::vector<std::pair<AttrId, AttrId>> todo = {{a, b}};
    while (!todo.empty()) {
      const auto [x, y] = todo.back();
      todo.pop_back();
      if (x == y) continue;
      if (!x || !y || attrs.kind(x) != attrs.kind(y)) return false;
      const AttrKind kind = attrs.kind(x);
      if (kind == AttrKind::kDense) {
        const DenseElements p = attrs.dense(x);
        const DenseElements q = attrs.dense(y);
        if (p.type != q.type || p.is_splat != q.is_splat || !std::ranges::equal(p.bytes, q.bytes)) return false;
      } else if (kind == AttrKind::kArray || kind == AttrKind::kStruct || kind == AttrKind::kSparse) {
        if (attrs.size(x) != attrs.size(y) || attrs.type(x) != attrs.type(y)) return false;
        for (size_t i = 0; i < attrs.size(x); ++i) todo.emplace_back(attrs.element(x, i), attrs.element(y, i));
      } else if (kind == AttrKind::kDictionary) {
        if (attrs.size(x) != attrs.size(y)) return false;
        for (size_t i = 0; i < attrs.size(x); ++i) {
          if (attrs.entry(x, i).name != attrs.entry(y, i).name) return false;
          todo.emplace_back(attrs.entry(x, i).value, attrs.entry(y, i).value);
        }
      } else {
        return false;
      }
    }
    return true;
  }

  // Whether leaving the attribute out means the same.
  bool SaysNothing(const Module& module, OpId op, const NamedAttr& attr) const {
    const Opcode opcode = module.op(op).opcode;
    if (opcode == kNoOpcode) return false;
    if (opcode == Opcode::kFunc) return IsListOfNothing(module, attr);
    if (text::IsElidedDefault(module, Info(opcode), attr)) return true;
    const int index = Info(opcode).FindAttr(module.name(attr.name));
    return options_.defaults && index >= 0 &&
           IsDefault(module, Info(opcode).attrs[static_cast<size_t>(index)], attr.value);
  }

  // arg_attrs = [{}, {}].
  static bool IsListOfNothing(const Module& module, const NamedAttr& attr) {
    const std::string_view name = module.name(attr.name);
    const AttrTable& attrs = module.attrs();
    if ((name != "arg_attrs" && name != "res_attrs") || !attrs.Is(attr.value, AttrKind::kArray)) return false;
    for (size_t i = 0; i < attrs.size(attr.value); ++i) {
      const AttrId element = attrs.element(attr.value, i);
      if (!attrs.Is(element, AttrKind::kDictionary) || attrs.size(element) > 0) return false;
    }
    return true;
  }

  std::vector<NamedAttr> Sorted(const Module& module, OpId op, std::span<const NamedAttr> list) const {
    std::vector<NamedAttr> result;
    for (const NamedAttr& attr : list) {
      if (!SaysNothing(module, op, attr)) result.push_back(attr);
    }
    std::ranges::sort(result, {}, [&module](const NamedAttr& attr) { return module.name(attr.name); });
    return result;
  }

  bool SameAttrs(OpId a, OpId b, std::span<const NamedAttr> list_a, std::span<const NamedAttr> list_b) {
    const std::vector<NamedAttr> x = Sorted(a_, a, list_a);
    const std::vector<NamedAttr> y = Sorted(b_, b, list_b);
    for (size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
      const std::string_view name_x = i < x.size() ? a_.name(x[i].name) : std::string_view();
      const std::string_view name_y = i < y.size() ? b_.name(y[i].name) : std::string_view();
      if (name_x != name_y) {
        const bool first = name_y.empty() || (!name_x.empty() && name_x < name_y);
        return Fail("attribute " + std::string(first ? name_x : name_y) + " only in the " +
                    (first ? "first" : "second"));
      }
      if (SameAttr(cloner_.Attr(x[i].value), y[i].value)) continue;
      return Fail("attribute " + std::string(a_.name(x[i].name)) + " = " + PrintAttr(a_, x[i].value).substr(0, 200) +
                  " is " + PrintAttr(b_, y[i].value).substr(0, 200));
    }
    return true;
  }

  // The short form of reduce does not tell the locations inside.
  bool IsInShortReduce(OpId op) const {
    const OpId parent = a_.op(op).opcode == Opcode::kReduce ? op : a_.parent(op);
    const BlockId body = parent && a_.op(parent).opcode == Opcode::kReduce ? a_.entry_block(parent) : BlockId();
    const OpId first = body ? a_.block(body).first_op : OpId();
    return first && a_.op(first).next == a_.last_op(body) && (op != parent || a_.op(first).next.valid());
  }

  bool SameLoc(OpId op, LocId a, LocId b, bool argument = false) {
    if (!options_.locations) return true;
    if ((argument || a_.op(op).opcode != Opcode::kReduce) && IsInShortReduce(op)) return true;
    const LocId x = cloner_.Loc(a_.ResolveLocation(a));
    const LocId y = b_.ResolveLocation(b);
    return x == y || Fail("location " + PrintLoc(a_, a) + " is " + PrintLoc(b_, b));
  }

  bool CompareOps(OpId a, OpId b) {
    const Op& x = a_.op(a);
    const Op& y = b_.op(b);
    if (OpName(a_, a) != OpName(b_, b)) return Fail("is " + std::string(OpName(b_, b)));
    if (x.num_operands != y.num_operands || x.num_results != y.num_results || x.num_regions != y.num_regions) {
      return Fail("different numbers of operands, results or regions");
    }
    if (!SameLoc(a, x.loc, y.loc)) return false;
    for (size_t i = 0; i < x.num_operands; ++i) uses_.push_back({current_, x.operands()[i], y.operands()[i]});
    for (size_t i = 0; i < x.num_results; ++i) {
      if (!SameType(x.result(i), y.result(i))) return false;
      Map(x.result(i), y.result(i));
    }
    if (!SameAttrs(a, b, x.inherent(), y.inherent()) || !SameAttrs(a, b, x.discardable(), y.discardable()))
      return false;
    const auto inner = static_cast<std::ptrdiff_t>(todo_.size());
    for (size_t i = 0; i < x.num_regions; ++i) {
      if (!CompareRegions(a, x.regions()[i], y.regions()[i])) return false;
    }
    std::reverse(todo_.begin() + inner, todo_.end());  // the last is looked at next
    return true;
  }

  bool CompareRegions(OpId op, RegionId a, RegionId b) {
    BlockId x = a_.region(a).first_block;
    BlockId y = b_.region(b).first_block;
    for (; x && y; x = a_.block(x).next, y = b_.block(y).next) {
      if (!CompareBlocks(op, x, y)) return false;
    }
    return (!x && !y) || Fail("different numbers of blocks");
  }

  bool CompareBlocks(OpId op, BlockId a, BlockId b) {
    const std::span<const ValueId> args_a = a_.block(a).args;
    const std::span<const ValueId> args_b = b_.block(b).args;
    if (args_a.size() != args_b.size()) return Fail("different numbers of arguments");
    for (size_t i = 0; i < args_a.size(); ++i) {
      if (!SameType(args_a[i], args_b[i]) || !SameLoc(op, a_.value(args_a[i]).loc, b_.value(args_b[i]).loc, true))
        return false;
      Map(args_a[i], args_b[i]);
    }
    OpId x = a_.block(a).first_op;
    OpId y = b_.block(b).first_op;
    OpId last_x = current_.a;
    OpId last_y = current_.b;
    for (; x && y; x = a_.op(x).next, y = b_.op(y).next) {
      todo_.push_back({x, y});
      last_x = x;
      last_y = y;
    }
    if (x || y) todo_.push_back({last_x, last_y, /*ends=*/true});
    return true;
  }

  // A use that differs comes before a difference found at a later op. Until all values are mapped, those that are not may
  // be yet to come.
  void CompareUses() {
    const bool all = !difference_;
    for (const Use& use : uses_) {
      const ValueId mapped = use.a.index() < values_.size() ? values_[use.a.index()] : ValueId();
      if (mapped == use.b || (!mapped && !all)) continue;
      difference_ = Difference{use.ops.a, use.ops.b, "uses another value"};
      return;
    }
  }

  Module& a_;
  Module& b_;
  EqualOptions options_;
  TableCloner cloner_;
  std::vector<Pair> todo_;
  std::vector<Use> uses_;
  std::vector<ValueId> values_;  // of b by those of a
  Pair current_;
  std::optional<Difference> difference_;
};

}  // namespace

std::optional<Difference> FindDifference(Module& a, OpId op_a, Module& b, OpId op_b, const EqualOptions& options) {
  return Comparison(a, b, options).Run(op_a, op_b);
}

std::string FindDifference(Module& a, Module& b, const EqualOptions& options) {
  Comparison comparison(a, b, options);
  const std::optional<Difference> difference = comparison.Run(a.root(), b.root());
  if (!difference) return comparison.CompareResources();
  return std::string(OpName(a, difference->a)) + " at offset " + std::to_string(a.op(difference->a).source_offset) +
         ": " + difference->what;
}

}  // namespace cppjrt::stablehlo
