// Running programs: arguments, results, events, errors, several devices.
#include <memory>
#include <numeric>
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ExecuteTest : public XlaCpuTest {
 protected:
  static Buffer Ones() { return Upload(Floats{1, 1, 1, 1}); }
};
INSTANTIATE_ON_XLA_CPU(ExecuteTest);

// (f32[2] x count) -> f32[2], the sum.
std::string SumOf(int count) {
  std::string parameters;
  std::string body;
  for (int i = 0; i < count; ++i) {
    parameters += (i == 0 ? "" : ", ") + std::string("%a") + std::to_string(i) + ": tensor<2xf32>";
    if (i == 0) continue;
    const std::string left = i == 1 ? "%a0" : "%s" + std::to_string(i - 1);
    body += "%s" + std::to_string(i) + " = stablehlo.add " + left + ", %a" + std::to_string(i) + " : tensor<2xf32>\n";
  }
  return "module @sum { func.func public @main(" + parameters + ") -> tensor<2xf32> {\n" + body + "return %s" +
         std::to_string(count - 1) + " : tensor<2xf32> } }";
}

// A product of two square matrices that takes the machine some time.
constexpr char kLargeDot[] = R"(module @dot {
  func.func public @main(%a: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    return %0 : tensor<1024x1024xf32>
  }
})";

TEST_P(ExecuteTest, NoArguments) { EXPECT_EQ(Run(Compiled(kConstant), {}), (Floats{1.5F, 2.5F})); }

TEST_P(ExecuteTest, TwoArguments) {
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  const Buffer b = Upload(Floats{10, 20, 30, 40});
  EXPECT_EQ(Run(Compiled(kAdd), {&a, &b}), (Floats{11, 22, 33, 44}));
}

TEST_P(ExecuteTest, ASharedHandleLivesOn) {
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  auto first = std::make_unique<LoadedExecutable>(Compiled(kAdd).Share());
  const LoadedExecutable second = first->Share();
  EXPECT_EQ(Run(*first, {&a, &a}), (Floats{2, 4, 6, 8}));
  first.reset();
  EXPECT_EQ(Run(second, {&a, &a}), (Floats{2, 4, 6, 8}));
}

TEST_P(ExecuteTest, AHundredArguments) {
  std::vector<Buffer> arguments;
  for (int i = 0; i < 100; ++i) arguments.push_back(Upload(Floats{static_cast<float>(i), 1}));
  EXPECT_EQ(Read(Get(Compiled(SumOf(100)).Execute(std::span<const Buffer>(arguments)))[0]), (Floats{4950, 100}));
}

TEST_P(ExecuteTest, TwoResults) {
  const Buffer a = Upload<float>({0, 1, 2, 3, 4, 5}, {2, 3});
  std::vector<Buffer> results = Get(Compiled(kTwoResults).Execute({&a}));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(ToString(Get(results[0].shape())), "f32[3,2]");
  EXPECT_EQ(Read(results[0]), (Floats{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(Get(results[1].ToVector<int32_t>()), std::vector<int32_t>{7});
}

TEST_P(ExecuteTest, ResultsAreArgumentsAtOnce) {
  Buffer value = Ones();
  for (int i = 0; i < 10; ++i) value = std::move(Get(Compiled(kAdd).Execute({&value, &value}))[0]);
  EXPECT_EQ(Read(value), (Floats{1024, 1024, 1024, 1024}));
}

TEST_P(ExecuteTest, ResultsReplaceWhatTheSpanHeld) {
  const Buffer one = Ones();
  const std::vector<const Buffer*> arguments = {&one, &one};
  std::vector<Buffer> results;
  results.push_back(Ones());
  EXPECT_THAT(Compiled(kAdd).Execute(arguments, std::span(results)), IsOk());
  EXPECT_EQ(Read(results[0]), (Floats{2, 2, 2, 2}));
  std::vector<Buffer> too_many(2);
  EXPECT_THAT(Compiled(kAdd).Execute(arguments, std::span(too_many)),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("has 1 outputs, room was given for 2")));
}

TEST_P(ExecuteTest, WrongNumbersOfArgumentsAreErrors) {
  const Buffer one = Ones();
  EXPECT_THAT(Compiled(kAdd).Execute({}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("expected 2")));
  EXPECT_THAT(Compiled(kAdd).Execute({&one}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("supplied 1")));
  EXPECT_THAT(Compiled(kAdd).Execute({&one, &one, &one}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("supplied 3")));
}

TEST_P(ExecuteTest, ArgumentsOfAnotherSizeAreErrors) {
  const Buffer one = Ones();
  const Buffer longer = Upload(Floats{1, 2, 3, 4, 5});
  const Buffer narrower = Upload<int16_t>({1, 2, 3, 4}, {4});
  for (const Buffer* wrong : {&longer, &narrower}) {
    StatusOr<std::vector<Buffer>> results = Compiled(kAdd).Execute({&one, wrong});
    EXPECT_THAT(results.ok() ? (*results)[0].ToHost().status() : results.status(),
                StatusIs(StatusCode::kInvalidArgument));
  }
}

TEST_P(ExecuteTest, EmptyAndNullArgumentsAreRefusedByIndex) {
  const Buffer one = Ones();
  const Buffer empty;
  EXPECT_THAT(Compiled(kAdd).Execute({&one, &empty}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 1 is empty")));
  EXPECT_THAT(Compiled(kAdd).Execute({nullptr, &one}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 0 is empty")));
}

TEST_P(ExecuteTest, ArgumentsOfAnotherClientAreRefusedByIndex) {
  const Client other = NewClient();
  const Floats values = {1, 2, 3, 4};
  const Buffer foreign = Get(other.Upload(std::span<const float>(values), Dims{4}));
  const Buffer one = Ones();
  EXPECT_THAT(Compiled(kAdd).Execute({&one, &foreign}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 1 belongs to another client")));
}

TEST_P(ExecuteTest, ArgumentsOnAnotherDeviceAreErrors) {
  const Buffer there = Get(Ones().CopyToDevice(device(1)));
  EXPECT_THAT(Compiled(kAdd).Execute({&there, &there}), StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(ExecuteTest, DeletedArgumentsAreNamed) {
  const Buffer one = Ones();
  const Buffer gone = Ones();
  Check(gone.Delete());
  EXPECT_THAT(Compiled(kAdd).Execute({&one, &gone}),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("argument 1 was donated or deleted")));
}

TEST_P(ExecuteTest, AnotherClientsDeviceIsRefused) {
  const Client other = NewClient();
  const Device foreign = other.devices()[0];
  const Buffer one = Ones();
  ExecuteOptions options;
  options.device = &foreign;
  EXPECT_THAT(Compiled(kAdd).Execute({&one, &one}, options),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("another client")));
}

TEST_P(ExecuteTest, APortableExecutableRunsOnTheNamedDevice) {
  CompileOptions compile_options;
  compile_options.compile_portable_executable = true;
  const LoadedExecutable add = Compile(kAdd, compile_options);
  UploadOptions upload_options;
  upload_options.device = &device(3);
  const Buffer there = Upload<float>({1, 2, 3, 4}, {4}, upload_options);
  ExecuteOptions options;
  options.device = &device(3);
  std::vector<Buffer> results = Get(add.Execute({&there, &there}, options));
  EXPECT_EQ(Get(results[0].device()), device(3));
  EXPECT_EQ(Read(results[0]), (Floats{2, 4, 6, 8}));
}

TEST_P(ExecuteTest, DoneCompletesWithTheExecution) {
  const Buffer one = Ones();
  Event done;
  std::vector<Buffer> results = Get(Compiled(kAdd).Execute({&one, &one}, {}, &done));
  EXPECT_THAT(done.Await(), IsOk());
  EXPECT_TRUE(done.IsReady());
  EXPECT_THAT(results[0].ReadyEvent().AwaitFor(std::chrono::minutes(1)), IsOk());
}

TEST_P(ExecuteTest, ExecuteReturnsBeforeALongProgramIsDone) {
  const std::vector<float> values(1024 * 1024, 1.0F);
  const Buffer a = Upload(values, {1024, 1024});
  Check(a.ReadyEvent().Await());
  Event done;
  std::vector<Buffer> results = Get(Compiled(kLargeDot).Execute({&a}, {}, &done));
  EXPECT_FALSE(done.IsReady());
  EXPECT_THAT(done.AwaitFor(std::chrono::microseconds(1)), StatusIs(StatusCode::kDeadlineExceeded));
  Promise called;
  results[0].ReadyEvent().OnReady([&](const Status& status) { static_cast<void>(called.Set(status).ok()); });
  EXPECT_THAT(called.event().AwaitFor(std::chrono::minutes(1)), IsOk());
  EXPECT_EQ(Read(results[0])[12345], 1024);
}

TEST_P(ExecuteTest, AResultDroppedInFlightIsHarmless) {
  const std::vector<float> values(1024 * 1024, 1.0F);
  const Buffer a = Upload(values, {1024, 1024});
  static_cast<void>(Get(Compiled(kLargeDot).Execute({&a})));
}

TEST_P(ExecuteTest, SynchronousClientsReturnWhenDone) {
  if (minor() < 115) GTEST_SKIP() << "ignores the option";
  const Client client = NewClient({{"asynchronous", false}});
  const LoadedExecutable dot = Get(client.Compile({kLargeDot, "mlir"}));
  const std::vector<float> values(1024 * 1024, 1.0F);
  const Buffer a = Get(client.Upload(std::span<const float>(values), Dims{1024, 1024}));
  Event done;
  static_cast<void>(Get(dot.Execute({&a}, {}, &done)));
  EXPECT_TRUE(done.IsReady());
}

TEST_P(ExecuteTest, ADeletedExecutableDoesNotRun) {
  const LoadedExecutable add = Compile(kAdd);
  EXPECT_FALSE(Get(add.IsDeleted()));
  EXPECT_THAT(add.Delete(), IsOk());
  if (minor() < 115) return;  // they forget nothing
  EXPECT_TRUE(Get(add.IsDeleted()));
}

// --- several devices

class ShardedTest : public ExecuteTest {
 protected:
  static CompileOptions Replicas(int64_t count) {
    CompileOptions options;
    options.num_replicas = count;
    return options;
  }
  static Buffer UploadTo(size_t device_index, const Floats& values) {
    UploadOptions options;
    options.device = &device(device_index);
    return Upload(values, {static_cast<int64_t>(values.size())}, options);
  }
};
INSTANTIATE_ON_XLA_CPU(ShardedTest);

TEST_P(ShardedTest, ReplicasExchangeValues) {
  const LoadedExecutable sum = Compile(kAllReduce, Replicas(2));
  ASSERT_EQ(sum.devices().size(), 2U);
  const Buffer a = UploadTo(0, {1, 10});
  const Buffer b = UploadTo(1, {2, 20});
  const std::vector<std::vector<const Buffer*>> arguments = {{&a}, {&b}};
  std::vector<Event> done;
  std::vector<std::vector<Buffer>> results = Get(sum.ExecuteSharded(arguments, {}, &done));
  ASSERT_EQ(results.size(), 2U);
  ASSERT_EQ(done.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_THAT(done[i].Await(), IsOk());
    EXPECT_EQ(Get(results[i][0].device()), device(i));
    EXPECT_EQ(Read(results[i][0]), (Floats{3, 30}));
  }
}

TEST_P(ShardedTest, AnAssignmentPutsReplicasWhereItSays) {
  CompileOptions options = Replicas(2);
  options.device_assignment = DeviceAssignment{2, 1, {3, 1}};
  const LoadedExecutable sum = Compile(kAllReduce, options);
  ASSERT_EQ(sum.devices().size(), 2U);
  EXPECT_EQ(sum.devices()[0], device(3));
  EXPECT_EQ(sum.devices()[1], device(1));
  const Buffer a = UploadTo(3, {1, 10});
  const Buffer b = UploadTo(1, {2, 20});
  const std::vector<std::vector<const Buffer*>> arguments = {{&a}, {&b}};
  EXPECT_EQ(Read(Get(sum.ExecuteSharded(arguments))[0][0]), (Floats{3, 30}));
}

TEST_P(ShardedTest, PartitionsHoldTheirPart) {
  // Two partitions of a four-element array, by GSPMD.
  constexpr char kSharded[] = R"(module @sharded attributes {mhlo.num_partitions = 2 : i32} {
    func.func public @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
      %0 = stablehlo.negate %a : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  })";
  CompileOptions options;
  options.num_partitions = 2;
  options.use_spmd_partitioning = true;
  const LoadedExecutable negate = Compile(kSharded, options);
  ASSERT_EQ(negate.devices().size(), 2U);
  const Buffer a = UploadTo(0, {1, 2});
  const Buffer b = UploadTo(1, {3, 4});
  const std::vector<std::vector<const Buffer*>> arguments = {{&a}, {&b}};
  std::vector<std::vector<Buffer>> results = Get(negate.ExecuteSharded(arguments));
  EXPECT_EQ(Read(results[0][0]), (Floats{-1, -2}));
  EXPECT_EQ(Read(results[1][0]), (Floats{-3, -4}));
}

TEST_P(ShardedTest, OneDeviceIsOneRow) {
  const Buffer a = Ones();
  const std::vector<std::vector<const Buffer*>> arguments = {{&a, &a}};
  EXPECT_EQ(Read(Get(Compiled(kAdd).ExecuteSharded(arguments))[0][0]), (Floats{2, 2, 2, 2}));
}

TEST_P(ShardedTest, WrongRowsAreRefused) {
  const LoadedExecutable sum = Compile(kAllReduce, Replicas(2));
  const Buffer a = UploadTo(0, {1, 10});
  const Buffer empty;
  using Rows = std::vector<std::vector<const Buffer*>>;
  EXPECT_THAT(sum.ExecuteSharded(Rows{{&a}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("2 devices, arguments were given for 1")));
  EXPECT_THAT(sum.ExecuteSharded(Rows{{&a}, {&a}, {&a}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("given for 3")));
  EXPECT_THAT(sum.ExecuteSharded(Rows{{&a}, {}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("0 arguments for device 1, 1 for device 0")));
  EXPECT_THAT(sum.ExecuteSharded(Rows{{&a}, {&empty}}),
              StatusIs(StatusCode::kInvalidArgument, AllOf(HasSubstr("device 1"), HasSubstr("argument 0 is empty"))));
  EXPECT_THAT(sum.Execute({&a}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("use ExecuteSharded")));
}

TEST_P(ShardedTest, MoreReplicasThanDevicesAreRefused) {
  EXPECT_FALSE(client().Compile({kAllReduce, "mlir"}, Replicas(5)).ok());
  EXPECT_THAT(client().Compile({kAllReduce, "mlir"}, Replicas(0)), StatusIs(StatusCode::kInvalidArgument));
}

// --- donation

class DonationTest : public ExecuteTest {};
INSTANTIATE_ON_XLA_CPU(DonationTest);

TEST_P(DonationTest, ADonatedArgumentIsGone) {
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_EQ(Run(Compiled(kDonatingNegate), {&a}), (Floats{-1, -2, -3, -4}));
  EXPECT_TRUE(Get(a.IsDeleted()));
  EXPECT_THAT(a.ToHost(), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("donated")));
  EXPECT_THAT(Compiled(kDonatingNegate).Execute({&a}),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("argument 0 was donated")));
}

TEST_P(DonationTest, WithoutTheAttributeArgumentsStay) {
  const Buffer a = Ones();
  static_cast<void>(Run(Compiled(kAdd), {&a, &a}));
  EXPECT_FALSE(Get(a.IsDeleted()));
}

TEST_P(DonationTest, NonDonatableInputsStay) {
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  const std::vector<int64_t> keep = {0};
  ExecuteOptions options;
  options.non_donatable_inputs = keep;
  EXPECT_EQ(Read(Get(Compiled(kDonatingNegate).Execute({&a}, options))[0]), (Floats{-1, -2, -3, -4}));
  EXPECT_FALSE(Get(a.IsDeleted()));
  EXPECT_EQ(Read(a), (Floats{1, 2, 3, 4}));
}

TEST_P(DonationTest, AStepCanFeedItself) {
  Buffer state = Upload(Floats{1, 2, 3, 4});
  for (int i = 0; i < 5; ++i) state = std::move(Get(Compiled(kDonatingNegate).Execute({&state}))[0]);
  EXPECT_EQ(Read(state), (Floats{-1, -2, -3, -4}));
}

// --- compile errors

TEST_P(ExecuteTest, ProgramsThatAreNoneAreErrors) {
  EXPECT_THAT(client().Compile({"module {", "mlir"}), StatusIs(StatusCode::kUnknown, HasSubstr("PJRT_Client_Compile")));
  EXPECT_FALSE(client().Compile({"", "mlir"}).ok());
  EXPECT_FALSE(client().Compile({"module {}", "mlir"}).ok());
  EXPECT_THAT(client().Compile({kAdd, "hlo_text"}), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(client().Compile({kAdd, ""}), StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(ExecuteTest, AnArtifactTooNewIsExplainedWithARemedy) {
  const std::string artifact = std::string("ML\xEFR\x0dStableHLO_v99.1.0", 22) + std::string("\0\x01\x02", 3);
  EXPECT_THAT(client().Compile({artifact, "mlir"}),
              StatusIs(StatusCode::kUnknown,
                       AllOf(HasSubstr("StableHLO 99.1.0 artifact"), HasSubstr("export it again for 1."))));
}

}  // namespace
}  // namespace pjrt
