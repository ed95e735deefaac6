#include "stablehlo/ir/clone.h"

#include <gtest/gtest.h>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

class CloneTest : public testing::Test {
 protected:
  CloneTest() {
    MakeModule(module_);
    main_ = MakeFunction(module_, "main", {f32_, f32_}, {f32_});
    builder_.SetInsertionPoint(body());
  }
  BlockId body() const { return module_.entry_block(main_); }
  ValueId arg(size_t i) const { return module_.block(body()).args[i]; }

  Module module_;
  TypeId f32_ = module_.types().Tensor({}, scalar::kF32);
  OpBuilder builder_{&module_};
  OpId main_;
};

TEST_F(CloneTest, MapsWhatItClones) {
  const ValueId sum = builder_.CreateValue(Opcode::kAdd, {arg(0), arg(1)}, f32_);
  const ValueId product = builder_.CreateValue(Opcode::kMultiply, {sum, sum}, f32_);
  Cloner cloner(module_, &module_);
  cloner.Map(arg(0), arg(1));
  for (OpId op : OpsNow(module_, body())) module_.Append(cloner.CloneOp(op), body());
  const OpId copy = module_.last_op(body());
  EXPECT_EQ(cloner.Lookup(product), module_.op(copy).result(0));
  EXPECT_EQ(module_.op(copy).operands()[0], cloner.Lookup(sum));
  EXPECT_EQ(module_.op(module_.defining_op(cloner.Lookup(sum))).operands()[0], arg(1));
  EXPECT_EQ(module_.op(copy).operands().size(), 2u);
}

TEST_F(CloneTest, CarriesEverythingIntoAnotherModule) {
  const AttrId fields[] = {module_.attrs().I64Array({4}), AttrId()};
  const AttrId encoding = module_.attrs().Struct(StructKind{7}, fields);
  const int64_t dims[] = {kDynamic};
  const TypeId bounded = module_.types().Tensor(dims, module_.types().Complex(scalar::kF32), encoding);
  const NamedAttr entry = {module_.names().Intern("k"), module_.attrs().Type(bounded)};
  const LocId loc = module_.locs().Name(module_.names().Intern("here"));
  builder_.SetLocation(loc);
  const ValueId v =
      builder_.CreateValue(Opcode::kAbs, {arg(0)}, bounded, {{"d", module_.attrs().Dictionary(std::span(&entry, 1))}});
  builder_.Create(Opcode::kFuncReturn, {v}, {});

  Module target;
  target.names().Intern("something that shifts the ids");
  target.types().Tensor({9, 9}, scalar::kI8);
  target.attrs().I64(99);
  MakeModule(target);
  Cloner cloner(module_, &target);
  const OpId copy = cloner.CloneOp(main_);
  target.Append(copy, target.body());
  module_ = Module();

  const Function f(target, copy);
  EXPECT_EQ(f.name(), "main");
  const Op& abs = target.op(target.block(f.body()).first_op);
  EXPECT_EQ(abs.operands()[0], f.arguments()[0]);
  const TypeId type = target.type(abs.result(0));
  EXPECT_EQ(target.types().dims(type)[0], kDynamic);
  EXPECT_EQ(target.attrs().i64s(target.attrs().field(target.types().encoding(type), 0))[0], 4);
  const AttrId dictionary = target.attr(target.block(f.body()).first_op, "d");
  EXPECT_EQ(target.attrs().type(target.attrs().Lookup(dictionary, "k")), type);
  EXPECT_EQ(target.name(target.locs().name(abs.loc)), "here");
}

TEST_F(CloneTest, ClonesAnyDepth) {
  constexpr size_t kLevels = 100000;
  for (size_t i = 0; i < kLevels; ++i) {
    const auto [region, block] = builder_.NewRegion();
    builder_.Create(Opcode::kCase, {}, {}, {}, {region});
    builder_.SetInsertionPoint(block);
  }
  Module target;
  Cloner cloner(module_, &target);
  const OpId copy = cloner.CloneOp(main_);
  size_t count = 0;
  for (OpId op : PreOrder(target, copy)) count += op.valid() ? 1 : 0;
  EXPECT_EQ(count, kLevels + 1);
}

TEST_F(CloneTest, ClonesDeeplyNestedAttributes) {
  AttrId attr = module_.attrs().Unit();
  for (int i = 0; i < 100000; ++i) attr = module_.attrs().Array(std::span(&attr, 1));
  Module target;
  EXPECT_EQ(target.attrs().size(TableCloner(module_, target).Attr(attr)), 1u);
  EXPECT_EQ(target.attrs().size(), 100001u);
}

}  // namespace
}  // namespace cppjrt::stablehlo
