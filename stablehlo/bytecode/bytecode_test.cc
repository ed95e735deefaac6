// Reading and writing together, on programs made here. Published artifacts: tests/corpus/bytecode.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "stablehlo/bytecode/byte_writer.h"
#include "stablehlo/bytecode/cursor.h"
#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

using ::testing::HasSubstr;

class BytecodeTest : public ::testing::Test {
 protected:
  BytecodeTest() : builder_(&module_) {
    MakeModule(module_);
    tensor_ = module_.types().Tensor({2, 3}, scalar::kF32);
    main_ = MakeFunction(module_, "main", {tensor_, tensor_}, {tensor_});
    builder_.SetInsertionPoint(module_.entry_block(main_));
  }

  ValueId Argument(size_t i) { return module_.block(module_.entry_block(main_)).args[i]; }
  void Return(ValueId value) { builder_.Create(Opcode::kFuncReturn, {value}, {}); }

  std::string Write(Version version = kNewestVersion) {
    StatusOr<std::string> bytes = WriteArtifact(module_, version);
    EXPECT_TRUE(bytes.ok()) << bytes.status().ToString();
    return bytes.value_or(std::string());
  }
  std::string RefusalOf(Version version) { return std::string(WriteArtifact(module_, version).status().message()); }
  // Reads what was written and gives the first op of the opcode, or none.
  OpId ReadBack(const std::string& bytes, Opcode opcode) {
    DiagnosticSink sink;
    copy_ = Module();
    EXPECT_TRUE(ReadBytecode(bytes, copy_, sink)) << sink.Render();
    for (OpId op : PreOrder(copy_, copy_.root())) {
      if (copy_.op(op).opcode == opcode) return op;
    }
    return OpId();
  }

  Module module_;
  Module copy_;
  OpBuilder builder_;
  TypeId tensor_;
  OpId main_;
};

std::string ErrorOf(const std::string& bytes) {
  Module module;
  DiagnosticSink sink;
  EXPECT_FALSE(ReadBytecode(bytes, module, sink));
  return sink.Render();
}

TEST_F(BytecodeTest, AFunctionComesBack) {
  Return(builder_.CreateValue(Opcode::kAdd, {Argument(0), Argument(1)}, tensor_));
  for (const char* text : {"0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.15.0", "1.22.0"}) {
    const std::string bytes = Write(*Version::Parse(text));
    EXPECT_EQ(ArtifactVersion(std::as_bytes(std::span(bytes)))->ToString(), text);
    const OpId add = ReadBack(bytes, Opcode::kAdd);
    ASSERT_TRUE(add);
    EXPECT_EQ(copy_.op(add).operands()[1], copy_.block(copy_.op(add).block).args[1]);
    const Function function(copy_, copy_.parent(add));
    EXPECT_EQ(function.name(), "main");
    EXPECT_FALSE(copy_.attr(function.op(), "sym_visibility"));
    EXPECT_EQ(copy_.op(copy_.last_op(function.body())).opcode, Opcode::kFuncReturn);
    EXPECT_EQ(copy_.producer(), std::string("StableHLO_v") + text);
  }
}

TEST_F(BytecodeTest, WritingWhatWasReadGivesTheSameBytes) {
  Return(builder_.CreateValue(Opcode::kTanh, {Argument(0)}, tensor_));
  const std::string bytes = Write();
  ReadBack(bytes, Opcode::kTanh);
  EXPECT_EQ(WriteArtifact(copy_, kNewestVersion).value_or(""), bytes);
}

TEST_F(BytecodeTest, DefaultsAreWrittenAndLeftOutAgain) {
  Return(builder_.CreateValue(Opcode::kTanh, {Argument(0)}, tensor_));
  EXPECT_EQ(copy_.op(ReadBack(Write({1, 22, 0}), Opcode::kTanh)).attributes().size(), 0u);
  EXPECT_EQ(copy_.op(ReadBack(Write({1, 0, 0}), Opcode::kTanh)).attributes().size(), 0u);
}

TEST_F(BytecodeTest, StructsListsAndSymbolsComeBack) {
  AttrTable& attrs = module_.attrs();
  const AttrId fields[] = {attrs.I64Array({1}), attrs.I64Array({0}), attrs.I64Array({}),
                           attrs.I64Array({}),  attrs.I64Array({0}), attrs.I64(1)};
  const AttrId numbers = attrs.Struct(StructKind::kGatherDimensionNumbers, fields);
  const TypeId indices = module_.types().Tensor({2, 1}, scalar::kI32);
  const ValueId start = builder_.CreateValue(
      Opcode::kConstant, {}, indices, {{"value", attrs.Dense(indices, true, std::as_bytes(std::span("\1\0\0\0", 4)))}});
  Return(builder_.CreateValue(Opcode::kGather, {Argument(0), start}, tensor_,
                              {{"dimension_numbers", numbers}, {"slice_sizes", attrs.I64Array({1, 3})}}));
  for (const Version version : {Version{0, 9, 0}, Version{1, 0, 0}, kNewestVersion}) {
    const OpId gather = ReadBack(Write(version), Opcode::kGather);
    const AttrId read = copy_.attr(gather, "dimension_numbers");
    ASSERT_TRUE(copy_.attrs().Is(read, AttrKind::kStruct));
    EXPECT_EQ(copy_.attrs().i64s(copy_.attrs().field(read, 0))[0], 1);
    EXPECT_TRUE(copy_.attrs().i64s(copy_.attrs().field(read, 2)).empty());
    EXPECT_EQ(copy_.attrs().integer(copy_.attrs().field(read, 5)), 1);
    EXPECT_EQ(copy_.attrs().i64s(copy_.attr(gather, "slice_sizes"))[1], 3);
  }
}

TEST_F(BytecodeTest, LargeConstantsAreViewsOfTheFile) {
  const TypeId type = module_.types().Tensor({1000}, scalar::kI8);
  std::vector<std::byte> data(1000);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i);
  builder_.CreateValue(Opcode::kConstant, {}, type, {{"value", module_.attrs().Dense(type, false, data)}});
  Return(Argument(0));
  const auto bytes = std::make_shared<const std::string>(Write());
  DiagnosticSink sink;
  ASSERT_TRUE(ReadBytecode(std::as_bytes(std::span(*bytes)), copy_, sink, {.file = {}, .owner = bytes}));
  const OpId constant = copy_.block(copy_.entry_block(*copy_.ops(copy_.body()).begin())).first_op;
  const DenseElements elements = copy_.attrs().dense(copy_.attr(constant, "value"));
  EXPECT_EQ(std::memcmp(elements.bytes.data(), data.data(), data.size()), 0);
  const char* at = reinterpret_cast<const char*>(elements.bytes.data());
  EXPECT_TRUE(at > bytes->data() && at < bytes->data() + bytes->size());
}

TEST_F(BytecodeTest, SmallIntegersAndPredicatesKeepTheirForm) {
  const auto constant = [&](TypeId element, std::vector<int> values) {
    const TypeId type = module_.types().Tensor({static_cast<int64_t>(values.size())}, element);
    std::vector<std::byte> data;
    for (int value : values) data.push_back(static_cast<std::byte>(value));
    builder_.CreateValue(Opcode::kConstant, {}, type, {{"value", module_.attrs().Dense(type, false, data)}});
  };
  const std::vector<std::vector<int>> lists = {{-8, 7, -1}, {1, 0, 1, 1, 0, 0, 0, 0, 1}, {15, 0}};
  constant(scalar::kI4, lists[0]);
  constant(scalar::kI1, lists[1]);
  constant(scalar::kUI4, lists[2]);
  Return(Argument(0));
  ReadBack(Write(), Opcode::kConstant);
  size_t i = 0;
  for (OpId op : PreOrder(copy_, copy_.root())) {
    if (copy_.op(op).opcode != Opcode::kConstant) continue;
    const DenseElements elements = copy_.attrs().dense(copy_.attr(op, "value"));
    std::vector<int> read;
    for (std::byte b : elements.bytes) read.push_back(static_cast<int8_t>(b));
    EXPECT_EQ(read, lists[i++]);
  }
  EXPECT_EQ(i, 3u);
}

TEST_F(BytecodeTest, LocationsAreReadWhenAskedFor) {
  LocTable& locs = module_.locs();
  const LocId range = locs.File({module_.names().Intern("m.py"), 3, 5, 3, 9});
  builder_.SetLocation(locs.Name(module_.names().Intern("add"), range));
  Return(builder_.CreateValue(Opcode::kAdd, {Argument(0), Argument(1)}, tensor_));
  for (const Version version : {Version{1, 8, 0}, Version{1, 9, 0}}) {
    const LocId loc = copy_.op(ReadBack(Write(version), Opcode::kAdd)).loc;
    EXPECT_EQ(copy_.locs().kind(loc), LocKind::kDeferred);
    const LocId name = copy_.ResolveLocation(loc);
    ASSERT_EQ(copy_.locs().kind(name), LocKind::kName);
    const FileRange file = copy_.locs().file(copy_.ResolveLocation(copy_.locs().child(name)));
    EXPECT_EQ(file.column, 5u);
    EXPECT_EQ(file.end_column, version.minor == 8 ? 5u : 9u);
  }
  const WriteArtifactOptions without = {.with_locations = false};
  const OpId add = ReadBack(WriteArtifact(module_, kNewestVersion, without).value_or(""), Opcode::kAdd);
  EXPECT_EQ(copy_.op(add).loc, kUnknownLoc);
}

TEST_F(BytecodeTest, AVersionRefusesWhatItCannotSay) {
  AttrTable& attrs = module_.attrs();
  const AttrId accuracy[] = {attrs.F64(0), attrs.F64(0), attrs.I64(0), attrs.Enum(EnumKind::kResultAccuracyMode, 1)};
  const AttrId value = attrs.Struct(StructKind::kResultAccuracy, accuracy);
  Return(builder_.CreateValue(Opcode::kTan, {Argument(0)}, tensor_, {{"result_accuracy", value}}));
  EXPECT_THAT(RefusalOf({1, 3, 0}), HasSubstr("stablehlo.tan: the operation needs VHLO 1.4.0 or later"));
  EXPECT_THAT(RefusalOf({1, 9, 0}), HasSubstr("stablehlo.tan: attribute result_accuracy: it needs VHLO 1.10.0"));
  EXPECT_EQ(RefusalOf({1, 10, 0}), "");
  EXPECT_THAT(RefusalOf({0, 8, 0}), HasSubstr("cannot write VHLO 0.8.0, only 0.9.0 to 1.22.0"));
  EXPECT_THAT(RefusalOf({1, 23, 0}), HasSubstr("only 0.9.0 to 1.22.0"));
}

TEST_F(BytecodeTest, ATypeMayNeedAVersion) {
  const TypeId small = module_.types().Tensor({2}, scalar::kF8E3M4);
  builder_.CreateValue(Opcode::kConvert, {Argument(0)}, small);
  Return(Argument(0));
  EXPECT_THAT(RefusalOf({1, 6, 0}), HasSubstr("the type f8E3M4 needs VHLO 1.7.0 or later; the target is 1.6.0"));
  EXPECT_EQ(RefusalOf({1, 7, 0}), "");
}

TEST_F(BytecodeTest, OpsOfOtherDialectsAreRefused) {
  Return(builder_.CreateValue(Opcode::kChloErf, {Argument(0)}, tensor_));
  EXPECT_THAT(RefusalOf(kNewestVersion), HasSubstr("chlo.erf"));
}

TEST_F(BytecodeTest, DeepRegionsNeedNoStack) {
  constexpr int kDepth = 3000;
  const TypeId pred = module_.types().Tensor({}, scalar::kI1);
  const BlockId entry = module_.entry_block(main_);
  const ValueId flag = builder_.CreateValue(
      Opcode::kConstant, {}, pred, {{"value", module_.attrs().Dense(pred, true, std::as_bytes(std::span("\1", 1)))}});
  for (int i = 0; i < kDepth; ++i) {
    const auto [then_region, then_block] = builder_.NewRegion();
    const auto [else_region, else_block] = builder_.NewRegion();
    builder_.Create(Opcode::kIf, {flag}, {}, {}, {then_region, else_region});
    builder_.SetInsertionPoint(else_block);
    builder_.Create(Opcode::kReturn, {}, {});
    builder_.SetInsertionPoint(then_block);
  }
  builder_.Create(Opcode::kReturn, {}, {});
  builder_.SetInsertionPoint(entry);
  Return(Argument(0));
  const std::string bytes = Write();
  ASSERT_TRUE(ReadBack(bytes, Opcode::kIf));
  EXPECT_EQ(WriteArtifact(copy_, kNewestVersion).value_or(""), bytes);
}

TEST_F(BytecodeTest, EveryTruncationIsAnError) {
  Return(builder_.CreateValue(Opcode::kAdd, {Argument(0), Argument(1)}, tensor_));
  const std::string bytes = Write();
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_NE(ErrorOf(bytes.substr(0, size)), "") << size;
}

// Whatever a flipped bit makes of a program, reading ends with a module or a message.
TEST_F(BytecodeTest, FlippedBitsAreHarmless) {
  Return(builder_.CreateValue(Opcode::kTanh, {Argument(0)}, tensor_));
  const std::string bytes = Write();
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    Module module;
    DiagnosticSink sink;
    const bool read = ReadBytecode(flipped, module, sink);
    EXPECT_EQ(read, sink.ok()) << bit;
  }
}

TEST(ArtifactTest, TellsBytecodeFromText) {
  const auto version = [](std::string_view text) { return ArtifactVersion(std::as_bytes(std::span(text))); };
  EXPECT_FALSE(IsBytecode(std::as_bytes(std::span(std::string_view("module {}")))));
  EXPECT_FALSE(version("ML\xefR\x0dMLIR20.0\0"));
  EXPECT_EQ(version(std::string_view("ML\xefR\x0dStableHLO_v1.10.0\0", 24))->ToString(), "1.10.0");
  EXPECT_EQ(ContainerVersionOf({0, 9, 3}), 0);
  EXPECT_EQ(ContainerVersionOf({0, 13, 0}), 3);
  EXPECT_EQ(ContainerVersionOf({2, 0, 0}), 6);
}

TEST(ByteWriterTest, VarintsComeBack) {
  for (int shift = 0; shift < 64; ++shift) {
    for (const uint64_t value : {uint64_t{1} << shift, (uint64_t{1} << shift) - 1, ~(uint64_t{1} << shift)}) {
      bytecode::ByteWriter writer;
      writer.Varint(value);
      writer.Signed(static_cast<int64_t>(value));
      bytecode::Cursor cursor(std::as_bytes(std::span(writer.bytes())));
      EXPECT_EQ(cursor.Varint(), value);
      EXPECT_EQ(cursor.Signed(), static_cast<int64_t>(value));
      EXPECT_TRUE(cursor.done());
    }
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo
