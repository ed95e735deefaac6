#include "stablehlo/eval/kernel.h"

#include <algorithm>
#include <cstring>

#include "stablehlo/eval/constant.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// What the op table says an absent attribute means, as a number.
int64_t DefaultOf(Opcode opcode, std::string_view name, int64_t otherwise) {
  const OpInfo& info = Info(opcode);
  const int index = info.FindAttr(name);
  if (index < 0) return otherwise;
  const Default& value = info.attrs[static_cast<size_t>(index)].default_value;
  if (value.kind == DefaultKind::kInt) return value.number;
  if (value.kind == DefaultKind::kTrue) return 1;
  if (value.kind == DefaultKind::kFalse) return 0;
  return otherwise;
}

}  // namespace

int64_t OpRef::I64(std::string_view name, int64_t otherwise) const {
  const AttrId a = attr(name);
  if (attrs().Is(a, AttrKind::kInteger)) return attrs().integer(a);
  return DefaultOf(opcode(), name, otherwise);
}

bool OpRef::Bool(std::string_view name, bool otherwise) const {
  const AttrId a = attr(name);
  if (attrs().Is(a, AttrKind::kBool)) return attrs().boolean(a);
  if (attrs().Is(a, AttrKind::kUnit)) return true;
  return DefaultOf(opcode(), name, otherwise ? 1 : 0) != 0;
}

std::vector<int64_t> OpRef::I64s(std::string_view name) const {
  const AttrId a = attr(name);
  if (attrs().Is(a, AttrKind::kDenseArray)) {
    const std::span<const int64_t> values = attrs().i64s(a);
    return {values.begin(), values.end()};
  }
  return a.valid() ? ConstantInts(*module_, a) : std::vector<int64_t>();
}

std::string_view OpRef::String(std::string_view name) const {
  const AttrId a = attr(name);
  return attrs().Is(a, AttrKind::kString) ? attrs().string(a) : std::string_view();
}

uint32_t OpRef::Enum(std::string_view name, uint32_t otherwise) const {
  const AttrId a = attr(name);
  if (attrs().Is(a, AttrKind::kEnum)) return attrs().enum_value(a);
  return static_cast<uint32_t>(DefaultOf(opcode(), name, otherwise));
}

StatusOr<Tensor> OpRef::Constant(AttrId a) const { return ConstantTensor(*module_, a, *environment_, owner_); }

const RegionProgram* OpRef::Function(AttrId symbol) const {
  if (functions_ == nullptr || !attrs().Is(symbol, AttrKind::kSymbolRef) || attrs().size(symbol) != 1) return nullptr;
  const auto found = functions_->find(attrs().symbol(symbol));
  return found == functions_->end() ? nullptr : found->second;
}

}  // namespace cppjrt::stablehlo
