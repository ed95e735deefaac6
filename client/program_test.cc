#include "pjrt/program.h"

#include <random>
#include <string>

#include "base/protobuf_wire.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::StatusIs;
using cppjrt::WireWriter;
using ::testing::HasSubstr;

// Artifacts as JAX and PyTorch export them start like these.
std::string Artifact(std::string_view producer) {
  return "ML\xEFR\x0d" + std::string(producer) + std::string("\0\x01\x4b\x07", 4);
}

TEST(ArtifactVersionTest, IsReadFromTheProducer) {
  EXPECT_EQ(ArtifactVersion(Artifact("StableHLO_v1.22.0")), (StableHloVersion{1, 22, 0}));
  EXPECT_EQ(ArtifactVersion(Artifact("StableHLO_v1.16.3")), (StableHloVersion{1, 16, 3}));
  EXPECT_EQ(ArtifactVersion(Artifact("StableHLO_v0.9.0")), (StableHloVersion{0, 9, 0}));
}

TEST(ArtifactVersionTest, OtherBytecodeAndTextHaveNone) {
  for (const std::string& code :
       {Artifact("MLIR20.0.0git"), Artifact("StableHLO_v"), Artifact("StableHLO_v1.2"), Artifact("StableHLO_v1..2"),
        Artifact("StableHLO_v1.2."), Artifact("StableHLO_v1.x.2"), Artifact("StableHLO_v99999999999999999999.1.1"),
        std::string("module {}"), std::string()}) {
    EXPECT_EQ(ArtifactVersion(code), std::nullopt) << code;
  }
}

TEST(ArtifactVersionTest, TheBytecodeVersionMayTakeSeveralBytes) {
  EXPECT_EQ(ArtifactVersion(std::string("ML\xEFR") + std::string("\x02\x01", 2) + "StableHLO_v1.2.3" + '\0'),
            (StableHloVersion{1, 2, 3}));
  EXPECT_EQ(ArtifactVersion(std::string("ML\xEFR") + std::string(1, '\0') + "StableHLO_v1.2.3"), std::nullopt);
}

TEST(ArtifactVersionTest, TruncatedAndDamagedArtifactsNeverCrash) {
  const std::string artifact = Artifact("StableHLO_v1.22.0");
  for (size_t size = 0; size < artifact.find("22"); ++size)
    EXPECT_EQ(ArtifactVersion(artifact.substr(0, size)), std::nullopt);
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::string damaged = artifact;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    static_cast<void>(ArtifactVersion(damaged));
  }
}

TEST(ProgramTest, BytecodeIsToldFromText) {
  EXPECT_TRUE(IsMlirBytecode(Artifact("MLIR20")));
  EXPECT_FALSE(IsMlirBytecode("module {}"));
  EXPECT_FALSE(IsMlirBytecode("ML\xEF"));
  EXPECT_FALSE(IsMlirBytecode(""));
}

TEST(ArrayShapeTest, IsPrintedAsTypeAndDimensions) {
  EXPECT_EQ(ToString(ArrayShape{ElementType::kF32, {2, 3}, {}}), "f32[2,3]");
  EXPECT_EQ(ToString(ArrayShape{ElementType::kPred, {}, {}}), "i1[]");
  EXPECT_EQ(ToString(ArrayShape{ElementType::kF32, {8, 3}, {true, false}}), "f32[<=8,3]");
}

// xla.ShapeProto.
std::string Shape(int primitive, std::initializer_list<int64_t> dims, std::initializer_list<bool> dynamic = {}) {
  WireWriter out;
  out.Int(2, primitive);
  WireWriter packed;
  for (int64_t dim : dims) packed.Raw(static_cast<uint64_t>(dim));
  out.Bytes(3, packed.str());
  for (bool d : dynamic) out.Bool(6, d);  // not packed, which readers must take as well
  return out.str();
}

std::string Tuple(std::initializer_list<std::string> elements) {
  WireWriter out;
  out.Int(2, 13);
  for (const std::string& element : elements) out.Bytes(4, element);
  return out.str();
}

// xla.HloModuleProto with a signature of these parameters.
std::string Module(std::initializer_list<std::string> parameters, const std::string& result) {
  WireWriter signature;
  for (const std::string& parameter : parameters) signature.Bytes(1, parameter);
  signature.Bytes(2, result);
  WireWriter module;
  module.Bytes(1, "jit_f");
  module.Bytes(4, signature.str());
  return module.str();
}

const std::string& ExampleModule() {
  static const std::string module =
      Module({Shape(11, {2, 3}), Shape(4, {}), Shape(16, {8}, {true})}, Tuple({Shape(11, {300}), Shape(1, {0, 5})}));
  return module;
}

TEST(ReadProgramShapeTest, ReadsParametersAndResults) {
  ASSERT_OK_AND_ASSIGN(ProgramShape shape, ReadProgramShape({ExampleModule(), "hlo"}));
  ASSERT_EQ(shape.parameters.size(), 3U);
  EXPECT_EQ(ToString(shape.parameters[0]), "f32[2,3]");
  EXPECT_EQ(ToString(shape.parameters[1]), "i32[]");
  EXPECT_EQ(ToString(shape.parameters[2]), "bf16[<=8]");
  ASSERT_EQ(shape.results.size(), 2U);
  EXPECT_EQ(ToString(shape.results[0]), "f32[300]");
  EXPECT_EQ(ToString(shape.results[1]), "i1[0,5]");
}

TEST(ReadProgramShapeTest, LooksIntoAModuleWithConfig) {
  WireWriter with_config;
  with_config.Bytes(1, ExampleModule());
  with_config.Bytes(2, "config");
  ASSERT_OK_AND_ASSIGN(ProgramShape shape, ReadProgramShape({with_config.str(), "hlo_with_config"}));
  EXPECT_EQ(shape.parameters.size(), 3U);
}

TEST(ReadProgramShapeTest, ASingleResultNeedsNoTuple) {
  ASSERT_OK_AND_ASSIGN(ProgramShape shape, ReadProgramShape({Module({}, Shape(11, {4})), "hlo"}));
  ASSERT_EQ(shape.results.size(), 1U);
  EXPECT_EQ(ToString(shape.results[0]), "f32[4]");
}

TEST(ReadProgramShapeTest, OtherFormatsAreRefused) {
  EXPECT_THAT(ReadProgramShape({"x", "hlo_text"}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("'hlo_text'")));
  EXPECT_THAT(ReadProgramShape({"module {}", "mlir"}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("entry function")));
  EXPECT_THAT(ReadProgramShape({"", "hlo"}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("without a signature")));
  EXPECT_THAT(ReadProgramShape({"", "hlo_with_config"}), StatusIs(StatusCode::kInvalidArgument));
}

TEST(ReadProgramShapeTest, EveryTruncationIsAnError) {
  for (size_t size = 0; size < ExampleModule().size(); ++size) {
    EXPECT_THAT(ReadProgramShape({ExampleModule().substr(0, size), "hlo"}), StatusIs(StatusCode::kInvalidArgument))
        << size;
  }
}

TEST(ReadProgramShapeTest, DamagedModulesGiveAShapeOrAnError) {
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = ExampleModule();
    for (unsigned i = 0; i <= random() % 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    StatusOr<ProgramShape> shape = ReadProgramShape({damaged, "hlo"});
    if (shape.ok()) continue;
    EXPECT_EQ(shape.status().code(), StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace pjrt
