#include "stablehlo/verify/scope.h"

namespace cppjrt::stablehlo {

void Scopes::Mark(RegionId region, uint32_t scope) {
  for (BlockId block : module_.blocks(region)) {
    for (ValueId value : module_.block(block).args) scope_of_[value.index()] = scope;
    for (OpId op : module_.ops(block)) {
      for (ValueId value : module_.op(op).results()) scope_of_[value.index()] = scope;
    }
  }
}

}  // namespace cppjrt::stablehlo
