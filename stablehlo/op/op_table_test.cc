#include "stablehlo/op/op_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

std::vector<std::string> PropertyNames(std::string_view vhlo_name) {
  std::vector<std::string> result;
  for (const VhloProperty& p : FindVhloOp(vhlo_name)->properties) result.emplace_back(p.name);
  return result;
}

TEST(OpTableTest, HasEveryOp) {
  std::map<std::string_view, int> count;
  for (const OpInfo& op : Ops()) ++count[op.dialect];
  EXPECT_EQ(count["stablehlo"], 118);
  EXPECT_EQ(count["chlo"], 51);
  EXPECT_EQ(count["func"], 3);
  EXPECT_EQ(count["builtin"], 2);
  EXPECT_EQ(count["check"], 6);
  EXPECT_EQ(count["interpreter"], 3);
  EXPECT_GE(count["sdy"], 6);
}

TEST(OpTableTest, FindsEveryOpByName) {
  for (const OpInfo& op : Ops()) {
    EXPECT_EQ(FindOp(op.name), &op);
    EXPECT_EQ(&Info(op.opcode), &op);
    EXPECT_EQ(std::string(op.dialect) + "." + std::string(op.mnemonic), op.name);
    EXPECT_EQ(FindOp(std::string(op.name) + "x"), nullptr);
  }
  EXPECT_EQ(FindOp(""), nullptr);
  EXPECT_EQ(FindOp("stablehlo.nothing"), nullptr);
  EXPECT_EQ(FindOp("stablehlo.cross-replica-sum")->opcode, Opcode::kCrossReplicaSum);
}

TEST(OpTableTest, NamesWithinARowAreDistinct) {
  for (const OpInfo& op : Ops()) {
    std::set<std::string_view> inputs;
    for (const OperandInfo& operand : op.operands) EXPECT_TRUE(inputs.insert(operand.name).second) << op.name;
    for (const AttrInfo& attr : op.attrs) {
      if (attr.presence == Presence::kWireOnly) continue;
      EXPECT_TRUE(inputs.insert(attr.name).second) << op.name << " " << attr.name;
    }
    std::set<std::string_view> regions;
    for (const RegionInfo& region : op.regions) EXPECT_TRUE(regions.insert(region.name).second) << op.name;
  }
}

TEST(OpTableTest, OperandsCanBeDivided) {
  for (const OpInfo& op : Ops()) {
    int variadic = 0;
    for (const OperandInfo& operand : op.operands) variadic += operand.variadic() ? 1 : 0;
    const bool says_how = Has(op, Trait::kSameVariadicSize) || Has(op, Trait::kSegments);
    EXPECT_TRUE(variadic <= 1 || says_how) << op.name;
  }
}

TEST(OpTableTest, DefaultsBelongToOptionalAttributes) {
  for (const OpInfo& op : Ops()) {
    for (const AttrInfo& attr : op.attrs) {
      const bool has_default = attr.default_value.kind != DefaultKind::kNoDefault;
      const bool may_be_absent = attr.presence != Presence::kRequired;
      EXPECT_TRUE(!has_default || may_be_absent || attr.attr_class == AttrClass::kString)
          << op.name << " " << attr.name;
      // What can be absent must have something to write to VHLO.
      const bool written = !op.vhlo.empty() && attr.lifetime.on_wire;
      const bool dimensions = attr.name == "window_dimensions";
      EXPECT_TRUE(!written || !may_be_absent || has_default || dimensions) << op.name << " " << attr.name;
    }
  }
}

// Every $name of a syntax is an operand or attribute, every @type(x) an operand or result.
TEST(OpTableTest, SyntaxNamesWhatThereIs) {
  const std::string_view letters = "abcdefghijklmnopqrstuvwxyz_0123456789";
  for (const OpInfo& op : Ops()) {
    for (size_t at = op.syntax.find('$'); at != std::string_view::npos; at = op.syntax.find('$', at + 1)) {
      const size_t end = op.syntax.find_first_not_of(letters, at + 1);
      const std::string_view name = op.syntax.substr(at + 1, end - at - 1);
      bool known = name == "operands" || op.FindOperand(name) >= 0 || op.FindAttr(name) >= 0;
      for (const RegionInfo& region : op.regions) known = known || region.name == name;
      EXPECT_TRUE(known) << op.name << " $" << name;
    }
    for (size_t at = op.syntax.find("@type("); at != std::string_view::npos; at = op.syntax.find("@type(", at + 1)) {
      const std::string_view name = op.syntax.substr(at + 6, op.syntax.find(')', at) - at - 6);
      const bool known = name == "results" || op.FindOperand(name) >= 0 || op.FindResult(name) >= 0;
      EXPECT_TRUE(known) << op.name << " @type(" << name << ")";
    }
  }
}

TEST(OpTableTest, VhloHasAllItsOps) {
  std::set<std::string_view> names;
  std::set<Opcode> with_two;
  for (const VhloOp& op : VhloOps()) {
    names.insert(op.name);
    if (op.name.ends_with("_v2")) with_two.insert(op.opcode);
    ASSERT_NE(FindVhloOp(op.name), nullptr);
    for (size_t i = 1; i < op.properties.size(); ++i) EXPECT_LT(op.properties[i - 1].name, op.properties[i].name);
  }
  EXPECT_EQ(names.size(), 145u);
  EXPECT_EQ(with_two.size(), 25u);
  for (const OpInfo& op : Ops())
    EXPECT_EQ(op.vhlo.empty(), op.dialect != "stablehlo" && op.dialect != "func") << op.name;
  EXPECT_EQ(FindVhloOp("constant_v99"), nullptr);
  EXPECT_EQ(FindVhloOp("return_v1")->opcode, Opcode::kReturn);
}

TEST(OpTableTest, PropertiesFollowTheVersion) {
  using List = std::vector<std::string>;
  EXPECT_EQ(PropertyNames("add_v1"), List());
  EXPECT_EQ(PropertyNames("exponential_v1"), List());
  EXPECT_EQ(PropertyNames("exponential_v2"), List{"result_accuracy"});
  EXPECT_EQ(PropertyNames("gather_v1"), (List{"collapsed_slice_dims", "index_vector_dim", "indices_are_sorted",
                                              "offset_dims", "slice_sizes", "start_index_map"}));
  EXPECT_EQ(PropertyNames("gather_v2").size(), 8u);
  EXPECT_EQ(PropertyNames("send_v1"), (List{"channel_id", "channel_type", "is_host_transfer"}));
  EXPECT_EQ(PropertyNames("all_to_all_v2"),
            (List{"channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension"}));
  EXPECT_EQ(PropertyNames("dot_general_v1").size(), 5u);
  EXPECT_EQ(PropertyNames("dot_general_v2").size(), 12u);
  EXPECT_EQ(PropertyNames("dynamic_conv_v1").size(), 17u);
  EXPECT_EQ(PropertyNames("dynamic_conv_v2").size(), 16u);
  EXPECT_EQ(PropertyNames("func_v1"), (List{"arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"}));
  EXPECT_EQ(PropertyNames("call_v1"), List{"callee"});
}

TEST(OpTableTest, TheNameDependsOnTheVersion) {
  EXPECT_EQ(VhloOpFor(Opcode::kGather, {1, 0, 0})->name, "gather_v1");
  EXPECT_EQ(VhloOpFor(Opcode::kGather, {1, 1, 0})->name, "gather_v2");
  EXPECT_EQ(VhloOpFor(Opcode::kComposite, {0, 18, 0}), nullptr);
  EXPECT_EQ(VhloOpFor(Opcode::kTan, kNewestVersion)->name, "tan_v2");
  EXPECT_EQ(VhloOpFor(Opcode::kChloErf, kNewestVersion), nullptr);
}

TEST(OpTableTest, OperandsDivideIntoGroups) {
  Module module;
  MakeModule(module);
  OpBuilder builder(&module);
  std::vector<ValueId> values;
  for (int i = 0; i < 6; ++i) values.push_back(module.NewPlaceholder(scalar::kF32));
  const OpId scatter = builder.Create(Opcode::kScatter, {values[0], values[1], values[2], values[3], values[4]}, {});
  EXPECT_EQ(OperandGroup(module, scatter, 0).size(), 2u);
  EXPECT_EQ(OperandGroup(module, scatter, 1)[0], values[2]);
  EXPECT_EQ(OperandGroup(module, scatter, 2)[1], values[4]);
  module.set_operands(scatter, std::span(values).first(4));
  EXPECT_FALSE(OperandCountFits(module, scatter));
  EXPECT_TRUE(OperandGroup(module, scatter, 0).empty());
  const OpId update = builder.Create(Opcode::kDynamicUpdateSlice, {values[0], values[1], values[2]}, {});
  EXPECT_EQ(OperandGroup(module, update, 2).size(), 1u);
  const OpId add = builder.Create(Opcode::kAdd, {values[0]}, {});
  EXPECT_FALSE(OperandCountFits(module, add));
  const OpId scan = builder.Create(Opcode::kChloScan, {values[0], values[1], values[2]}, {});
  const int64_t sizes[] = {2, 1};
  module.set_attr(scan, "operandSegmentSizes", module.attrs().DenseArray(scalar::kI32, sizes));
  EXPECT_EQ(OperandGroup(module, scan, 1)[0], values[2]);
}

TEST(OpTableTest, JsonHasAnObjectForEachOp) {
  const std::string json = OpTableAsJson();
  size_t count = 0;
  for (size_t at = json.find("\n{"); at != std::string::npos; at = json.find("\n{", at + 1)) ++count;
  EXPECT_EQ(count, Ops().size());
  EXPECT_NE(json.find(R"("name": "gather_v2", "since": "1.1.0")"), std::string::npos);
}

TEST(VersionTest, ParsesThreeNumbers) {
  EXPECT_EQ(Version::Parse("1.10.0"), (Version{1, 10, 0}));
  EXPECT_LT(*Version::Parse("1.9.0"), *Version::Parse("1.10.0"));
  for (const char* bad : {"", "1", "1.2", "1.2.", "1..2", "1.2.3.4", "a.b.c", "1.2.70000", " 1.2.3", "-1.2.3"}) {
    EXPECT_FALSE(Version::Parse(bad)) << bad;
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo
