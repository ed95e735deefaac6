// extensions.{phase_compile,shardings,xla_transform,executable_metadata}: what plugins offer around their compilers.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>

#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "conform/checks/programs.h"
#include "pjrt/extensions/executable_metadata.h"
#include "pjrt/extensions/phase_compile.h"
#include "pjrt/extensions/shardings.h"
#include "pjrt/extensions/xla_transform.h"

namespace cppjrt::conform {
namespace {

// --- PhaseCompile

StatusOr<pjrt::PhaseCompiler> PhaseCompilerOf(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::PhaseCompileExtension>(context));
  return extension.GetCompiler();
}

Status PhaseNames(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::PhaseCompiler compiler, PhaseCompilerOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<std::string> names, compiler.PhaseNames());
  context.Evidence(std::to_string(names.size()) + " phases");
  std::set<std::string> seen;
  for (const std::string& name : names) {
    context.Evidence(name);
    CPPJRT_RETURN_IF_ERROR(Expect(!name.empty(), "a phase has no name"));
    CPPJRT_RETURN_IF_ERROR(Expect(seen.insert(name).second, "two phases are called '" + name + "'"));
  }
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<std::string> again, compiler.PhaseNames());
  return ExpectEqual("the names of the phases, asked for again", again, names);
}

Status UnknownPhase(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::PhaseCompiler compiler, PhaseCompilerOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Topology topology, AnyTopology(context));
  const std::vector<std::string> programs = {kAdd};
  const std::vector<std::string> phases = {"conform: no phase is called so"};
  return ExpectAnyError("a phase that does not exist",
                        compiler.RunPhases(programs, phases, pjrt::CompileOptions(), topology).status());
}

// --- Shardings

// Two operands split by rows and by columns, a result split by rows, over two partitions.
constexpr char kSharded[] = R"(module @sharded attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"},
                         %b: tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.add %a, %b : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
})";

// xla.OpSharding, as far as it is looked at: type OTHER in field 1, the tile assignment's dimensions packed in field 3.
bool SplitsAs(std::string_view sharding, char rows, char columns) {
  const std::string other = "\x08\x03";
  const std::string dims = std::string("\x1a\x02") + rows + columns;
  return sharding.find(other) != std::string_view::npos && sharding.find(dims) != std::string_view::npos;
}

Status NoShardings(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::ShardingsExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kAdd}));
  CPPJRT_ASSIGN_OR_RETURN(const auto parameters, extension.OfParameters(loaded.executable()));
  CPPJRT_ASSIGN_OR_RETURN(const auto outputs, extension.OfOutputs(loaded.executable()));
  context.Evidence(std::to_string(parameters.size()) + " of parameters, " + std::to_string(outputs.size()) +
                   " of results");
  // None, or one for each that says so.
  CPPJRT_RETURN_IF_ERROR(Expect(parameters.empty() || parameters.size() == 2,
                                "two parameters have " + std::to_string(parameters.size()) + " shardings"));
  return Expect(outputs.size() <= 1, "one result has " + std::to_string(outputs.size()) + " shardings");
}

Status Shardings(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::ShardingsExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  if (client.addressable_devices().size() < 2) return Absent("there is one device; the check needs two");
  pjrt::CompileOptions options;
  options.num_partitions = 2;
  options.use_spmd_partitioning = true;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kSharded}, options));
  CPPJRT_ASSIGN_OR_RETURN(const auto parameters, extension.OfParameters(loaded.executable()));
  CPPJRT_ASSIGN_OR_RETURN(const auto outputs, extension.OfOutputs(loaded.executable()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of shardings of parameters", parameters.size(), size_t{2}));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of shardings of results", outputs.size(), size_t{1}));
  CPPJRT_RETURN_IF_ERROR(Expect(SplitsAs(parameters[0], 2, 1), "parameter 0 is not split into two blocks of rows"));
  CPPJRT_RETURN_IF_ERROR(Expect(SplitsAs(parameters[1], 1, 2), "parameter 1 is not split into two blocks of columns"));
  return Expect(SplitsAs(outputs[0], 2, 1), "the result is not split into two blocks of rows");
}

// --- XlaTransform

// What a transform was called with, from the compiler's threads.
struct Seen {
  std::mutex mutex;
  int calls = 0;
  size_t largest = 0;
  std::string text;
};

pjrt::XlaTransformExtension::Transform Watching(Seen& seen, std::atomic<bool>& refuse) {
  return [&](std::string_view module) -> StatusOr<std::optional<std::string>> {
    const std::lock_guard lock(seen.mutex);
    ++seen.calls;
    seen.largest = std::max(seen.largest, module.size());
    seen.text = module;
    if (refuse) return Status(StatusCode::kAborted, "the transform says no");
    return std::optional<std::string>();
  };
}

Status RunsAdd(const pjrt::Client& client) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kAdd}));
  const std::vector<float> values = {1, 2, 3, 4};
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer a, UploadFloats(client, values));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> results, loaded.Execute({&a, &a}));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> sums, results[0].ToVector<float>());
  return ExpectEqual("a + a", sums, std::vector<float>{2, 4, 6, 8});
}

Status Transform(Context& context, pjrt::XlaTransformStage stage) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::XlaTransformExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  // They stay when the check ends with an error: whoever compiles later may call them.
  static Seen seen;
  static std::atomic<bool> refuse = false;
  constexpr char kName[] = "conform.watch";
  CPPJRT_RETURN_IF_ERROR(extension.Register(kName, stage, Watching(seen, refuse)));
  CPPJRT_RETURN_IF_ERROR(RunsAdd(client));
  context.Evidence(std::to_string(seen.calls) + " calls, at most " + std::to_string(seen.largest) + " bytes");
  CPPJRT_RETURN_IF_ERROR(Expect(seen.calls > 0, "a compilation does not call the transform"));
  CPPJRT_RETURN_IF_ERROR(
      Expect(seen.text.find("add") != std::string::npos, "the transform's module does not have the program's op"));
  refuse = true;
  const Status refused = client.Compile({kNegate}).status();
  context.Evidence(refused.ToString().substr(0, 200));
  refuse = false;
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("a compilation whose transform fails", refused));
  CPPJRT_ASSIGN_OR_RETURN(const bool cleared, extension.Clear(kName, stage));
  CPPJRT_RETURN_IF_ERROR(Expect(cleared, "the transform is not there any more when it is to be cleared"));
  CPPJRT_ASSIGN_OR_RETURN(const bool again, extension.Clear(kName, stage));
  CPPJRT_RETURN_IF_ERROR(Expect(!again, "a transform is cleared twice"));
  const int before = seen.calls;
  CPPJRT_RETURN_IF_ERROR(RunsAdd(client));
  return ExpectEqual("the transform's calls after it was cleared", seen.calls - before, 0);
}

// --- ExecutableMetadata

Status Metadata(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::ExecutableMetadataExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Topology topology, AnyTopology(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Executable add, topology.Compile({kAdd, "mlir"}, {}));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Executable dot, topology.Compile({kDot, "mlir"}, {}));
  CPPJRT_ASSIGN_OR_RETURN(const std::string of_add, extension.OfExecutable(add));
  CPPJRT_ASSIGN_OR_RETURN(const std::string again, extension.OfExecutable(add));
  CPPJRT_ASSIGN_OR_RETURN(const std::string of_dot, extension.OfExecutable(dot));
  context.Evidence(std::to_string(of_add.size()) + " bytes, " + std::to_string(of_dot.size()) + " bytes");
  CPPJRT_RETURN_IF_ERROR(Expect(!of_add.empty(), "a program's metadata has no bytes"));
  CPPJRT_RETURN_IF_ERROR(Expect(of_add == again, "a program's metadata, asked for again, is another"));
  return Expect(of_add != of_dot, "two programs have the same metadata");
}

}  // namespace

void AddCompileExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  add("phase_compile.names", "phases of the compiler have names, each its own", "phases cannot be chosen",
      "PJRT_PhaseCompile_Get_PhaseNames", PhaseNames);
  add("phase_compile.unknown", "a phase that does not exist is an error", "compilation stops short, or crashes",
      "PJRT_PhaseCompile_Run_Phase", UnknownPhase, Level::kRequired, true);
  add("shardings.none", "a program without shardings has none, or one for each", "arrays are split that must be whole",
      "PJRT_Shardings_PJRT_Executable_ParameterShardings", NoShardings);
  add("shardings.split", "shardings by rows and by columns are told as they were written",
      "arrays are split in the wrong places", "PJRT_Shardings_PJRT_Executable_OutputShardings", Shardings);
  // Registered for the whole process.
  add(
      "xla_transform.before_scheduler", "a transform sees each compilation, can refuse it, and goes when it is cleared",
      "changes to the compiler's module are lost", "PJRT_XlaTransform_Extension",
      [](Context& context) { return Transform(context, pjrt::XlaTransformStage::kPreScheduler); }, Level::kRequired,
      true);
  add(
      "xla_transform.after_scheduler", "likewise behind the scheduler", "changes to the compiler's module are lost",
      "PJRT_XlaTransform_Extension",
      [](Context& context) { return Transform(context, pjrt::XlaTransformStage::kPostScheduler); }, Level::kRequired,
      true);
  add("executable_metadata", "metadata of a program are its own, and stay", "programs are mistaken for one another",
      "PJRT_ExecutableMetadata_Extension", Metadata);
}

}  // namespace cppjrt::conform
