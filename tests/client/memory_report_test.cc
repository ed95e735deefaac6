// Errors about memory say what is where and what to do, on the fault plugin.
#include "pjrt/memory_report.h"

#include "tests/client/fault.h"

namespace pjrt {
namespace {

using ::cppjrt::StatusIs;
using ::testing::HasSubstr;
using ::testing::Not;

class MemoryReportTest : public FaultTest {
 protected:
  static std::string Text(const Status& status) { return std::string(status.message()); }
};

TEST_F(MemoryReportTest, ExecuteTellsWhatTheProgramNeeds) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  const LoadedExecutable executable = Get(client.Compile(Program{"// fault.outputs = 1"}));
  const Buffer argument = Get(UploadFour(client));
  table.Tell("LoadedExecutable_Execute=fail:RESOURCE_EXHAUSTED:out of memory");
  const Status status = executable.Execute({&argument}).status();
  EXPECT_THAT(status, StatusIs(StatusCode::kResourceExhausted));
  EXPECT_THAT(Text(status), HasSubstr("out of memory\n  device 0: "));
  EXPECT_THAT(Text(status), HasSubstr("in use of "));
  EXPECT_THAT(Text(status), HasSubstr("fault_program needs "));
  EXPECT_THAT(Text(status), HasSubstr("16 bytes argument 0 f32[4]"));
  ASSERT_TRUE(status.payloads().contains("pjrt.memory_report"));
  // Once is enough.
  EXPECT_EQ(Text(ExplainMemory(status, client)), Text(status));
  // On several devices likewise.
  const std::vector<std::vector<const Buffer*>> rows = {{&argument}};
  EXPECT_THAT(Text(executable.ExecuteSharded(rows).status()), HasSubstr("16 bytes argument 0 f32[4]"));
}

TEST_F(MemoryReportTest, UploadAndCompileTellOfTheDevices) {
  const FaultTable table(
      "Client_BufferFromHostBuffer=fail:OUT_OF_RANGE:no memory left;Client_Compile=fail:RESOURCE_EXHAUSTED:full");
  const Client client = Get(Client::Create(table.plugin()));
  const Status upload = UploadFour(client).status();
  EXPECT_THAT(upload, StatusIs(StatusCode::kOutOfRange));
  EXPECT_THAT(Text(upload), HasSubstr("no memory left\n  device 0: "));
  const Status compile = client.Compile(Program{"x"}).status();
  EXPECT_THAT(Text(compile), HasSubstr("full\n  device 0: "));
  EXPECT_THAT(Text(compile), Not(HasSubstr(" needs ")));
}

TEST_F(MemoryReportTest, OtherErrorsStayAsTheyAre) {
  const FaultTable table("Client_BufferFromHostBuffer=fail:INTERNAL:broken");
  const Client client = Get(Client::Create(table.plugin()));
  EXPECT_THAT(Text(UploadFour(client).status()), Not(HasSubstr("device")));
  EXPECT_TRUE(ExplainMemory(Status(), client).ok());
}

TEST_F(MemoryReportTest, APluginWithoutStatisticsSaysSo) {
  const FaultTable table("hide=Device_MemoryStats,Executable_GetCompiledMemoryStats");
  const Client client = Get(Client::Create(table.plugin()));
  const LoadedExecutable executable = Get(client.Compile(Program{"x"}));
  const MemoryReport report = ReportMemory(client, &executable);
  ASSERT_EQ(report.devices.size(), 1u);
  EXPECT_FALSE(report.devices[0].stats.has_value());
  EXPECT_FALSE(report.needs.has_value());
  EXPECT_EQ(report.ToString().find("\n  device 0: the plugin keeps no statistics"), 0u);
}

// What helps follows from the figures.
TEST(MemoryAdviceTest, Sizes) {
  EXPECT_EQ(MemorySizeText(0), "0 bytes");
  EXPECT_EQ(MemorySizeText(1023), "1023 bytes");
  EXPECT_EQ(MemorySizeText(1536), "1.5 KiB");
  EXPECT_EQ(MemorySizeText(int64_t{8} << 30), "8.0 GiB");
}

TEST_F(MemoryReportTest, DonationIsAdvisedWhereItWouldHelp) {
  const FaultTable table("hide=Executable_GetCompiledMemoryStats");
  const Client client = Get(Client::Create(table.plugin()));
  const LoadedExecutable executable = Get(client.Compile(
      Program{"func.func @main(%0: tensor<1000xf32>) -> tensor<1000xf32> {\n  return %0 : tensor<1000xf32>\n}\n"}));
  const std::vector<float> values(1000, 1.0f);
  const std::vector<int64_t> dims = {1000};
  const Buffer argument = Get(client.Upload(std::span<const float>(values), dims));
  const Buffer* arguments[] = {&argument};
  const MemoryReport report = ReportMemory(client, &executable, arguments);
  ASSERT_FALSE(report.largest.empty());
  EXPECT_EQ(report.largest[0].bytes, 4000);
  for (const std::string& sentence : report.advice) {
    if (sentence.find("tf.aliasing_output") != std::string::npos) return;
  }
  EXPECT_EQ(report.largest.size(), 1u) << "argument and result are of one shape, and nothing was advised";
}

}  // namespace
}  // namespace pjrt
