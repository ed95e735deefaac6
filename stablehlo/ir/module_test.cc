#include "stablehlo/ir/module.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

class ModuleTest : public testing::Test {
 protected:
  ModuleTest() {
    MakeModule(module_);
    main_ = MakeFunction(module_, "main", {f32_, f32_}, {f32_});
    body_ = module_.entry_block(main_);
    builder_.SetInsertionPoint(body_);
  }
  ValueId arg(size_t i) const { return module_.block(body_).args[i]; }
  std::vector<Opcode> Opcodes() const {
    std::vector<Opcode> result;
    for (OpId op : module_.ops(body_)) result.push_back(module_.op(op).opcode);
    return result;
  }

  Module module_;
  TypeId f32_ = module_.types().Tensor({}, scalar::kF32);
  OpBuilder builder_{&module_};
  OpId main_;
  BlockId body_;
};

TEST_F(ModuleTest, HoldsWhatWasBuilt) {
  const ValueId sum = builder_.CreateValue(Opcode::kAdd, {arg(0), arg(1)}, f32_);
  const OpId end = builder_.Create(Opcode::kFuncReturn, {sum}, {});
  EXPECT_EQ(Opcodes(), (std::vector{Opcode::kAdd, Opcode::kFuncReturn}));
  EXPECT_EQ(module_.op(end).operands()[0], sum);
  EXPECT_EQ(module_.op(module_.defining_op(sum)).opcode, Opcode::kAdd);
  EXPECT_EQ(module_.argument_block(arg(1)), body_);
  EXPECT_EQ(module_.value(arg(1)).index, 1u);
  EXPECT_EQ(module_.parent(end), main_);
  EXPECT_EQ(module_.parent(main_), module_.root());
  EXPECT_FALSE(module_.parent(module_.root()).valid());
}

TEST_F(ModuleTest, FunctionsTellTheirParts) {
  const Function main(module_, main_);
  EXPECT_EQ(main.name(), "main");
  EXPECT_EQ(module_.types().num_inputs(main.type()), 2u);
  EXPECT_EQ(main.body(), body_);
  EXPECT_FALSE(main.is_private());
  EXPECT_EQ(SymbolTable(module_).Find("main"), main_);
  EXPECT_FALSE(SymbolTable(module_).Find("other").valid());
}

TEST_F(ModuleTest, DuplicateSymbolsAreNoticed) {
  const OpId second = MakeFunction(module_, "main", {}, {});
  EXPECT_EQ(SymbolTable(module_).duplicate(), second);
  EXPECT_EQ(SymbolTable(module_).Find("main"), main_);
}

TEST_F(ModuleTest, InsertsDetachesAndErases) {
  const OpId a = builder_.Create(Opcode::kAbs, {arg(0)}, {f32_});
  const OpId b = builder_.Create(Opcode::kCeil, {arg(0)}, {f32_});
  builder_.SetInsertionPointBefore(b);
  const OpId c = builder_.Create(Opcode::kFloor, {arg(0)}, {f32_});
  EXPECT_EQ(Opcodes(), (std::vector{Opcode::kAbs, Opcode::kFloor, Opcode::kCeil}));
  module_.Detach(a);
  module_.Append(a, body_);
  EXPECT_EQ(Opcodes(), (std::vector{Opcode::kFloor, Opcode::kCeil, Opcode::kAbs}));
  module_.Erase(b);
  EXPECT_EQ(Opcodes(), (std::vector{Opcode::kFloor, Opcode::kAbs}));
  EXPECT_TRUE(module_.op(b).erased);
  EXPECT_EQ(module_.op(c).next, a);
  EXPECT_EQ(module_.last_op(body_), a);
}

TEST_F(ModuleTest, AttributesComeInTwoLists) {
  const OpId op = builder_.Create(Opcode::kIota, {}, {f32_}, {{"iota_dimension", module_.attrs().I64(0)}});
  module_.set_attr(op, "mhlo.sharding", module_.attrs().String("{}"), /*inherent=*/false);
  module_.set_attr(op, "iota_dimension", module_.attrs().I64(1));
  EXPECT_EQ(module_.op(op).inherent().size(), 1u);
  EXPECT_EQ(module_.op(op).discardable().size(), 1u);
  EXPECT_EQ(module_.attr(op, "iota_dimension"), module_.attrs().I64(1));
  module_.remove_attr(op, "iota_dimension");
  EXPECT_FALSE(module_.attr(op, "iota_dimension").valid());
  EXPECT_EQ(module_.op(op).discardable().size(), 1u);
}

TEST_F(ModuleTest, ReferencesStayGoodWhileOpsAreAdded) {
  const OpId first = builder_.Create(Opcode::kAbs, {arg(0)}, {f32_});
  const Op* record = &module_.op(first);
  for (int i = 0; i < 10000; ++i) builder_.Create(Opcode::kAbs, {arg(0)}, {f32_});
  EXPECT_EQ(record, &module_.op(first));
}

TEST_F(ModuleTest, MovesWithEverythingInIt) {
  builder_.Create(Opcode::kAbs, {arg(0)}, {f32_});
  Module moved = std::move(module_);
  EXPECT_EQ(moved.op(moved.block(body_).first_op).opcode, Opcode::kAbs);
  EXPECT_EQ(moved.types().rank(f32_), 0);
  module_ = std::move(moved);
  EXPECT_EQ(SymbolName(module_, main_), "main");
}

TEST_F(ModuleTest, ArgumentsCanBeRemovedAndAdded) {
  const ValueId second = arg(1);
  module_.RemoveArgument(body_, 0);
  EXPECT_EQ(module_.value(second).index, 0u);
  EXPECT_EQ(module_.block(body_).args.size(), 1u);
  module_.AddArguments(body_, std::span(&f32_, 1));
  EXPECT_EQ(module_.value(arg(1)).index, 1u);
}

TEST_F(ModuleTest, SpliceMovesABlockAway) {
  builder_.Create(Opcode::kAbs, {arg(0)}, {f32_});
  builder_.Create(Opcode::kCeil, {arg(0)}, {f32_});
  const BlockId other = module_.NewBlock();
  module_.Splice(body_, other);
  EXPECT_TRUE(module_.ops(body_).empty());
  EXPECT_EQ(OpsNow(module_, other).size(), 2u);
}

class OneLocation : public LocationResolver {
 public:
  LocId Resolve(Module& module, uint64_t number) override {
    return module.locs().File(module.names().Intern("f.py"), static_cast<uint32_t>(number), 1);
  }
};

TEST_F(ModuleTest, DeferredLocationsAreReadWhenAsked) {
  const LocId loc = module_.locs().Deferred(7);
  EXPECT_EQ(module_.ResolveLocation(loc), kUnknownLoc);
  module_.set_location_resolver(std::make_unique<OneLocation>());
  EXPECT_EQ(module_.locs().file(module_.ResolveLocation(loc)).line, 7u);
  EXPECT_EQ(module_.ResolveLocation(LocId()), kUnknownLoc);
}

}  // namespace
}  // namespace cppjrt::stablehlo
