#include "pjrt/compile_options.h"

#include <cstdio>
#include <limits>
#include <string>

#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string Hex(std::string_view bytes) {
  std::string text;
  for (char c : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += digits;
  }
  return text;
}

std::string Serialized(const CompileOptions& options) {
  StatusOr<std::string> bytes = options.Serialize();
  return bytes.ok() ? Hex(*bytes) : bytes.status().ToString();
}

TEST(CompileOptionsTest, DefaultsAreTheSixBytesXlaWrites) { EXPECT_EQ(Serialized({}), "1a0420012801"); }

// The bytes of one field that is not at its default, set by name.
struct FieldCase {
  const char* name;
  const char* value;
  const char* bytes;
};

void PrintTo(const FieldCase& c, std::ostream* out) { *out << c.name << "=" << c.value; }

class CompileOptionsFieldTest : public ::testing::TestWithParam<FieldCase> {};

TEST_P(CompileOptionsFieldTest, IsWrittenAtItsPlace) {
  CompileOptions options;
  ASSERT_THAT(options.Set(GetParam().name, GetParam().value), IsOk());
  EXPECT_EQ(Serialized(options), GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(
    All, CompileOptionsFieldTest,
    ::testing::Values(
        FieldCase{"num_replicas", "2", "1a0420022801"}, FieldCase{"num_partitions", "300", "1a05200128ac02"},
        FieldCase{"use_spmd_partitioning", "true", "1a06200128013001"},
        FieldCase{"use_shardy_partitioner", "1", "1a0720012801980101"},
        FieldCase{"allow_spmd_sharding_propagation_to_output", "true", "1a0720012801620101"},
        FieldCase{"allow_spmd_sharding_propagation_to_parameters", "false", "1a082001280192010100"},
        FieldCase{"alias_passthrough_params", "true", "1a06200128015001"},
        FieldCase{"parameter_is_tupled_arguments", "true", "10011a0420012801"},
        FieldCase{"compile_portable_executable", "true", "1a04200128012001"},
        FieldCase{"profile_version", "5", "1a04200128012805"}, FieldCase{"device_ordinal", "3", "1a06080320012801"},
        FieldCase{"exec_time_optimization_effort", "0.5", "1a0a20012801a5010000003f"},
        FieldCase{"memory_fitting_effort", "-1", "1a0a20012801ad01000080bf"},
        FieldCase{"optimization_level", "29", "1a0720012801c0011d"},
        FieldCase{"memory_fitting_level", "9", "1a0720012801c80109"},
        FieldCase{"slice_size", "8", "1a0720012801d00108"},
        FieldCase{"use_auto_spmd_partitioning", "true", "1a06200128013801"},
        FieldCase{"deduplicate_hlo", "true", "1a06200128014001"},
        FieldCase{"run_backend_only", "true", "1a06200128015801"},
        FieldCase{"device_memory_size", "4096",
                  "1a07200128017880"
                  "20"},
        FieldCase{"process_index", "2", "1a0720012801b00102"}, FieldCase{"process_count", "4", "1a0720012801b80104"},
        FieldCase{"allow_in_place_mlir_modification", "true", "1a04200128014801"},
        FieldCase{"matrix_unit_operand_precision", "2", "1a04200128015002"},
        FieldCase{"xla_flag", "true", "1a04200128013a0e0a08786c615f666c616712021001"},
        FieldCase{"xla_flag", "-1", "1a04200128013a170a08786c615f666c6167120b18ffffffffffffffffff01"},
        FieldCase{"xla_flag", "1.5", "1a04200128013a150a08786c615f666c6167120921000000000000f83f"},
        FieldCase{"xla_flag", "O2", "1a04200128013a100a08786c615f666c616712040a024f32"}));

TEST(CompileOptionsTest, MessagesAndListsAreWrittenAtTheirPlaces) {
  CompileOptions options;
  options.argument_layouts = {"a", "b"};
  options.result_layout = "r";
  options.debug_options = "d";
  options.compilation_environments = "c";
  options.fdo_profile = "f";
  options.auto_spmd_partitioning_mesh_shape = {2, 300};
  options.auto_spmd_partitioning_mesh_ids = {0};
  options.multi_slice_config = "m";
  options.target_config = "t";
  EXPECT_EQ(Serialized(options),
            "0a0161"
            "0a0162"
            "1a1a"
            "120172"
            "1a0164"
            "2001"
            "2801"
            "6a0163"
            "720166"
            "82010302ac02"
            "8a010100"
            "32016d"
            "420174");
}

TEST(CompileOptionsTest, FlagsCanBeSetBackToTheDefault) {
  CompileOptions options;
  for (const char* name : {"use_spmd_partitioning", "use_shardy_partitioner", "alias_passthrough_params",
                           "parameter_is_tupled_arguments", "compile_portable_executable"}) {
    ASSERT_THAT(options.Set(name, "true"), IsOk());
    ASSERT_THAT(options.Set(name, "0"), IsOk());
  }
  EXPECT_EQ(Serialized(options), "1a0420012801");
}

TEST(CompileOptionsTest, OverridesAreWrittenInOrderOfTheirNames) {
  CompileOptions options;
  ASSERT_THAT(options.Set("xla_b", "1"), IsOk());
  ASSERT_THAT(options.Set("xla_a", "1"), IsOk());
  EXPECT_EQ(Serialized(options),
            "1a0420012801"
            "3a0b0a05786c615f6112021801"
            "3a0b0a05786c615f6212021801");
}

TEST(CompileOptionsTest, CountsBelowOneOrBeyond32BitsAreRefused) {
  for (int64_t count : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min(), int64_t{1} << 31}) {
    CompileOptions replicas;
    replicas.num_replicas = count;
    EXPECT_THAT(replicas.Serialize(), StatusIs(StatusCode::kInvalidArgument, HasSubstr(std::to_string(count))));
    CompileOptions partitions;
    partitions.num_partitions = count;
    EXPECT_THAT(partitions.Serialize(), StatusIs(StatusCode::kInvalidArgument, HasSubstr(std::to_string(count))));
  }
}

TEST(CompileOptionsTest, RawBytesReplaceEverything) {
  CompileOptions options;
  options.num_replicas = 0;
  options.raw_bytes = "anything";
  EXPECT_EQ(options.Serialize().value_or(""), "anything");
}

TEST(CompileOptionsTest, AnAssignmentMustFitTheCounts) {
  CompileOptions options;
  options.num_replicas = 2;
  options.device_assignment = DeviceAssignment{2, 1, {1, 0}};
  EXPECT_EQ(Serialized(options),
            "1a10"
            "20022801"
            "4a0a"
            "08021001"
            "1a04"
            "0a020100");
  options.device_assignment->device_ids = {1};
  EXPECT_THAT(options.Serialize(), StatusIs(StatusCode::kInvalidArgument, HasSubstr("2 x 1 with 1 devices")));
  options.device_assignment = DeviceAssignment{1, 2, {1, 0}};
  EXPECT_THAT(options.Serialize(), StatusIs(StatusCode::kInvalidArgument, HasSubstr("1 x 2")));
}

TEST(CompileOptionsTest, UnknownNamesAreRefusedWithTheKnownOnes) {
  CompileOptions options;
  EXPECT_THAT(options.Set("num_replica", "2"),
              StatusIs(StatusCode::kInvalidArgument, AllOf(HasSubstr("'num_replica'"), HasSubstr("num_replicas"),
                                                           HasSubstr("memory_fitting_effort"), HasSubstr("xla_"))));
}

TEST(CompileOptionsTest, BadValuesAreRefusedByOptionAndChangeNothing) {
  CompileOptions options;
  for (const char* value : {"", "two", "2x", " 2", "99999999999999999999"}) {
    EXPECT_THAT(options.Set("num_replicas", value), StatusIs(StatusCode::kInvalidArgument, HasSubstr("num_replicas")))
        << value;
  }
  EXPECT_THAT(options.Set("use_spmd_partitioning", "yes"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("takes true or false, not 'yes'")));
  EXPECT_THAT(options.Set("allow_spmd_sharding_propagation_to_output", ""), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_EQ(Serialized(options), "1a0420012801");
}

std::string Bytes(const DeviceAssignment& assignment) { return assignment.Serialize(); }

TEST(DeviceAssignmentTest, IsTheMessageXlaWrites) {
  EXPECT_EQ(Hex(Bytes({1, 1, {0}})), "080110011a030a0100");
  // One message a partition, with a device per replica.
  EXPECT_EQ(Hex(Bytes({2, 2, {0, 1, 2, 3}})),
            "08021002"
            "1a040a020002"
            "1a040a020103");
}

TEST(DeviceAssignmentTest, SurvivesARoundTrip) {
  for (int64_t replicas : {1, 2, 3, 7}) {
    for (int64_t partitions : {1, 2, 5}) {
      DeviceAssignment assignment{replicas, partitions, {}};
      for (int64_t i = 0; i < replicas * partitions; ++i) assignment.device_ids.push_back(i * 2048 + 1);
      ASSERT_OK_AND_ASSIGN(DeviceAssignment parsed, DeviceAssignment::Parse(Bytes(assignment)));
      EXPECT_EQ(parsed, assignment);
    }
  }
}

TEST(DeviceAssignmentTest, AcceptsIdsThatAreNotPacked) {
  const std::string bytes("\x08\x02\x10\x01\x1a\x04\x08\x05\x08\x06", 10);
  ASSERT_OK_AND_ASSIGN(DeviceAssignment parsed, DeviceAssignment::Parse(bytes));
  EXPECT_EQ(parsed, (DeviceAssignment{2, 1, {5, 6}}));
}

TEST(DeviceAssignmentTest, EveryTruncationIsRefused) {
  const std::string bytes = Bytes({3, 2, {0, 1, 2, 300, 4, 5}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(DeviceAssignment::Parse(std::string_view(bytes).substr(0, size)),
                StatusIs(StatusCode::kInvalidArgument))
        << size;
  }
}

TEST(DeviceAssignmentTest, EveryDamagedByteGivesAnAssignmentOrAnError) {
  const std::string bytes = Bytes({3, 2, {0, 1, 2, 300, 4, 5}});
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(value);
      StatusOr<DeviceAssignment> parsed = DeviceAssignment::Parse(damaged);
      if (!parsed.ok()) continue;
      EXPECT_EQ(static_cast<int64_t>(parsed->device_ids.size()), parsed->num_replicas * parsed->num_partitions);
    }
  }
}

TEST(DeviceAssignmentTest, CountsWithoutDevicesAreRefused) {
  // 2^62 replicas of no partition: nothing to list, and far too many to count.
  const std::string huge("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x40\x10\x00", 12);
  EXPECT_THAT(DeviceAssignment::Parse(huge), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(DeviceAssignment::Parse(""), StatusIs(StatusCode::kInvalidArgument));
  const std::string no_replica("\x08\x00\x10\x01\x1a\x00", 6);
  EXPECT_THAT(DeviceAssignment::Parse(no_replica), StatusIs(StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace pjrt
