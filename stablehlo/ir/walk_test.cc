#include "stablehlo/ir/walk.h"

#include <gtest/gtest.h>

#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

class WalkTest : public testing::Test {
 protected:
  WalkTest() {
    MakeModule(module_);
    main_ = MakeFunction(module_, "main", {}, {});
  }
  // An op with `regions` regions of one block each, whose blocks it returns.
  std::vector<BlockId> AddOp(BlockId block, size_t regions) {
    std::vector<RegionId> owned;
    std::vector<BlockId> blocks;
    for (size_t i = 0; i < regions; ++i) {
      const auto [region, inner] = builder_.NewRegion();
      owned.push_back(region);
      blocks.push_back(inner);
    }
    OpState state;
    state.opcode = Opcode::kCase;
    state.regions = owned;
    builder_.SetInsertionPoint(block);
    last_ = builder_.Create(state);
    return blocks;
  }

  Module module_;
  OpBuilder builder_{&module_};
  OpId main_;
  OpId last_;
};

TEST_F(WalkTest, PreOrderGoesDownPostOrderComesUp) {
  const BlockId body = module_.entry_block(main_);
  const std::vector<BlockId> branches = AddOp(body, 3);  // the middle one stays empty
  const OpId outer = last_;
  AddOp(branches[0], 0);
  const OpId first = last_;
  AddOp(branches[2], 0);
  const OpId third = last_;
  AddOp(body, 0);
  const OpId after = last_;

  std::vector<OpId> pre;
  for (OpId op : PreOrder(module_, main_)) pre.push_back(op);
  EXPECT_EQ(pre, (std::vector{main_, outer, first, third, after}));
  std::vector<OpId> post;
  for (OpId op : PostOrder(module_, main_)) post.push_back(op);
  EXPECT_EQ(post, (std::vector{first, third, outer, after, main_}));
}

TEST_F(WalkTest, StaysInsideTheRoot) {
  AddOp(module_.entry_block(main_), 1);
  const OpId outer = last_;
  AddOp(module_.entry_block(main_), 0);
  std::vector<OpId> ops;
  for (OpId op : PreOrder(module_, outer)) ops.push_back(op);
  EXPECT_EQ(ops, std::vector{outer});
}

TEST_F(WalkTest, RegionsCanBeSkipped) {
  const std::vector<BlockId> branches = AddOp(module_.entry_block(main_), 1);
  AddOp(branches[0], 0);
  AddOp(module_.entry_block(main_), 0);
  size_t count = 0;
  PreOrder walk(module_, main_);
  for (auto it = walk.begin(); it != walk.end(); ++it) {
    if (*it != main_) it.SkipRegions();
    ++count;
  }
  EXPECT_EQ(count, 3u);
}

TEST_F(WalkTest, PostOrderMayEraseWhereItStands) {
  const std::vector<BlockId> branches = AddOp(module_.entry_block(main_), 2);
  for (int i = 0; i < 3; ++i) AddOp(branches[1], 0);
  for (OpId op : PostOrder(module_, main_)) {
    if (op != main_) module_.Erase(op);
  }
  EXPECT_TRUE(module_.ops(module_.entry_block(main_)).empty());
}

TEST_F(WalkTest, DepthCostsNothing) {
  constexpr size_t kLevels = 100000;
  BlockId block = module_.entry_block(main_);
  for (size_t i = 0; i < kLevels; ++i) block = AddOp(block, 1)[0];
  size_t pre = 0;
  for (OpId op : PreOrder(module_, module_.root())) pre += op.valid() ? 1 : 0;
  size_t post = 0;
  for (OpId op : PostOrder(module_, module_.root())) post += op.valid() ? 1 : 0;
  EXPECT_EQ(pre, kLevels + 2);
  EXPECT_EQ(post, kLevels + 2);
  module_.Erase(main_);
  module_ = Module();
}

}  // namespace
}  // namespace cppjrt::stablehlo
