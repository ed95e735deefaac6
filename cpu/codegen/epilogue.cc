#include "cpu/codegen/epilogue.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "cpu/codegen/emitter.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu::codegen {
namespace {

// The arguments of TileCode.
enum Argument : unsigned { kPointers, kBatch, kRowBegin, kRowEnd, kColumnBegin, kColumnEnd };

llvm::FunctionType* TileCodeType(llvm::LLVMContext& context) {
  llvm::Type* i64 = llvm::Type::getInt64Ty(context);
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                 {llvm::PointerType::getUnqual(context), i64, i64, i64, i64, i64}, false);
}

// All values first, then all stores: one of them may be made where the call's result is.
void EmitPoint(Emitter& e, const Stage& stage, const Index& index) {
  std::vector<std::pair<Value, Number>> stores;
  for (const Root& root : stage.roots) {
    const Value v = {root.node, root.result};
    stores.emplace_back(v, e.Compute(v, index));
  }
  for (const auto& [v, number] : stores) e.Store(v, index, number);
}

}  // namespace

KernelFunction EmitEpilogue(llvm::Module& module, const Target& target, const Plan& plan, const Step& step,
                            const std::string& name, std::vector<BufferId> table) {
  const TileShape tile = *TileShapeOf(*step.node);
  const Stage& stage = step.kernel.stages[0];
  Emitter e(module, target, plan, name, TileCodeType(module.getContext()), std::move(table));
  const Index index = TileIndex(e.space(), tile, stage.inner);
  const auto argument = [&](Argument i) { return e.function()->getArg(i); };
  e.SetLoop(kTileBatch, argument(kBatch));
  const Emitter::Bounds rows = {argument(kRowBegin), argument(kRowEnd)};
  const Emitter::Bounds columns = {argument(kColumnBegin), argument(kColumnEnd)};
  const auto columns_in_lanes = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(tile.columns)));
  const int64_t lanes = std::min(LanesOf(step.kernel, target), columns_in_lanes);
  e.SetRoots(&stage.roots);
  const auto point = [&] { EmitPoint(e, stage, index); };
  e.PartOfLoop(kTileRow, 1, rows, [&] {
    if (target.cheap_masks) {
      e.PartOfLoop(kTileColumn, lanes, columns, point);
    } else {
      e.Loops({{kTileColumn, tile.columns, {}}}, lanes, &columns, true, point);
    }
  });
  e.builder().CreateRetVoid();
  KernelFunction made;
  made.function = e.function();
  made.buffers = e.Finish();
  return made;
}

}  // namespace cppjrt::cpu::codegen
