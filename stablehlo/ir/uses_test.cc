#include "stablehlo/ir/uses.h"

#include <gtest/gtest.h>

#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

class UsesTest : public testing::Test {
 protected:
  UsesTest() {
    MakeModule(module_);
    main_ = MakeFunction(module_, "main", {f32_, f32_}, {f32_});
    builder_.SetInsertionPoint(module_.entry_block(main_));
    a_ = module_.block(module_.entry_block(main_)).args[0];
    b_ = module_.block(module_.entry_block(main_)).args[1];
    sum_ = builder_.CreateValue(Opcode::kAdd, {a_, a_}, f32_);
    end_ = builder_.Create(Opcode::kFuncReturn, {sum_}, {});
  }

  Module module_;
  TypeId f32_ = module_.types().Tensor({}, scalar::kF32);
  OpBuilder builder_{&module_};
  OpId main_, end_;
  ValueId a_, b_, sum_;
};

TEST_F(UsesTest, FindsEveryUse) {
  const UseMap uses(module_, main_);
  EXPECT_EQ(uses.of(a_).size(), 2u);
  EXPECT_TRUE(uses.empty(b_));
  EXPECT_TRUE(uses.has_one(sum_));
  EXPECT_EQ(uses.of(sum_)[0], (Use{end_, 0}));
}

TEST_F(UsesTest, StaysRightWhileValuesAreReplaced) {
  UseMap uses(module_, main_);
  uses.ReplaceAll(module_, a_, b_);
  EXPECT_TRUE(uses.empty(a_));
  EXPECT_EQ(uses.of(b_).size(), 2u);
  EXPECT_EQ(module_.op(module_.defining_op(sum_)).operands()[1], b_);
  builder_.SetInsertionPointBefore(end_);
  const ValueId twice = builder_.CreateValue(Opcode::kMultiply, {sum_, b_}, f32_);
  uses.Add(module_, module_.defining_op(twice));
  uses.Set(module_, end_, 0, twice);
  EXPECT_TRUE(uses.has_one(sum_));
  EXPECT_TRUE(uses.has_one(twice));
  EXPECT_EQ(uses.of(b_).size(), 3u);
  uses.Forget(module_, end_);
  EXPECT_TRUE(uses.empty(twice));
}

TEST_F(UsesTest, ReplacementsMayBeChained) {
  std::vector<ValueId> replacement(module_.num_values());
  replacement[sum_.index()] = a_;
  replacement[a_.index()] = b_;
  ReplaceUses(module_, main_, replacement);
  EXPECT_EQ(module_.op(end_).operands()[0], b_);
}

}  // namespace
}  // namespace cppjrt::stablehlo
