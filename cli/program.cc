#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/op/cost.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cli {
namespace {

using stablehlo::Module;
using stablehlo::TypeId;
using stablehlo::TypeKind;
using stablehlo::TypeTable;
using stablehlo::Version;

// The newest version both sides know; nothing if the plugin says no version or one that is no VHLO version.
std::optional<Version> TargetVersion(const pjrt::Plugin& plugin) {
  const std::optional<pjrt::StableHloRange> range = plugin.stablehlo_range();
  if (!range.has_value()) return std::nullopt;
  const std::optional<Version> current = Version::Parse(pjrt::ToString(range->current));
  if (!current || *current < stablehlo::kOldestVersion) return std::nullopt;
  return std::min(*current, stablehlo::kNewestVersion);
}

}  // namespace

std::string ProgramName(const std::string& path) {
  return path == "-" ? "the program" : path.substr(path.rfind('/') + 1);
}

StatusOr<std::string> ReadProgramFile(const std::string& path) {
  const std::string name = path == "-" ? "from standard input" : "'" + path + "'";
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return NotFoundError(fmt::format("cannot open program {}: {}", name, std::strerror(errno)));
  std::string bytes;
  char piece[1 << 16];
  size_t count = 0;
  while ((count = std::fread(piece, 1, sizeof piece, file)) > 0) bytes.append(piece, count);
  const int error = std::ferror(file) != 0 ? errno : 0;
  if (file != stdin) std::fclose(file);
  if (error != 0) return InvalidArgumentError(fmt::format("cannot read program {}: {}", name, std::strerror(error)));
  if (bytes.empty()) return InvalidArgumentError(fmt::format("program {} is empty", name));
  return bytes;
}

StatusOr<pjrt::CompileOptions> ReadCompileOptions(std::span<const std::string> texts, const std::string& code,
                                                  int devices) {
  pjrt::CompileOptions result;
  result.num_replicas = devices;
  // Programs annotated for Shardy are refused without it, and others may not have it.
  result.use_shardy_partitioner = code.find("sdy.") != std::string::npos;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) return InvalidArgumentError("compile option '" + text + "' is not NAME=VALUE");
    const std::string name = text.substr(0, equals);
    CPPJRT_RETURN_IF_ERROR(result.Set(name, text.substr(equals + 1)));
    // --devices N alone means N replicas; whoever names partitions says how the devices are used.
    if (name == "num_partitions" && devices > 1) result.num_replicas = devices / result.num_partitions;
  }
  return result;
}

StatusOr<Module> ParseProgram(std::string code, const std::string& name) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, stablehlo::Parse(std::move(code), name));
  const stablehlo::Source source = module.source();
  stablehlo::DiagnosticSink sink(&source);
  if (CheckModule(module, sink, {.allow_foreign_dialects = true}).ok()) return module;
  return InvalidArgumentError(sink.Render());
}

StatusOr<pjrt::ArrayShape> ShapeOf(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  const auto unknown = [&] { return UnimplementedError("arrays cannot have type " + PrintType(module, type)); };
  pjrt::ArrayShape shape;
  if (types.kind(type) == TypeKind::kToken) {
    shape.type = pjrt::ElementType::kToken;
    return shape;
  }
  if (!types.IsStaticTensor(type)) return unknown();
  TypeId element = types.element_type(type);
  if (types.IsQuantized(element)) element = types.quantized(element).storage;
  const auto known = pjrt::ElementTypeFromName(PrintType(module, element));
  if (!known) return unknown();
  shape.type = *known;
  shape.dims.assign(types.dims(type).begin(), types.dims(type).end());
  return shape;
}

StatusOr<pjrt::ProgramShape> SignatureOf(const Module& module) {
  const stablehlo::CostAnalysis costs(module);
  const TypeId type = costs.entry() ? stablehlo::Function(module, costs.entry()).type() : TypeId();
  const TypeTable& types = module.types();
  if (!type || types.kind(type) != TypeKind::kFunction) return NotFoundError("the program has no entry function");
  pjrt::ProgramShape signature;
  for (size_t i = 0; i < types.num_inputs(type); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(pjrt::ArrayShape shape, ShapeOf(module, types.input(type, i)));
    signature.parameters.push_back(std::move(shape));
  }
  for (size_t i = 0; i < types.num_results(type); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(pjrt::ArrayShape shape, ShapeOf(module, types.result(type, i)));
    signature.results.push_back(std::move(shape));
  }
  return signature;
}

StatusOr<std::string> CodeForPlugin(const std::string& code, Module& module, const pjrt::Plugin& plugin) {
  const std::optional<Version> target = TargetVersion(plugin);
  const std::optional<pjrt::StableHloVersion> version = pjrt::ArtifactVersion(code);
  if (!target || !version) return code;
  const std::optional<Version> written = Version::Parse(pjrt::ToString(*version));
  if (written && *written <= *target) return code;
  StatusOr<std::string> artifact = WriteArtifact(module, *target);
  if (artifact.ok()) return artifact;
  return artifact.status().WithContext(fmt::format("the program has StableHLO version {}, the plugin reads up to {}",
                                                   pjrt::ToString(*version), target->ToString()));
}

StatusOr<pjrt::LoadedExecutable> CompileFor(const pjrt::Client& client, const std::string& code, Module* module,
                                            const pjrt::CompileOptions& options, std::vector<std::string>& notes) {
  if (module == nullptr) return client.Compile(pjrt::Program{code}, options);
  CPPJRT_ASSIGN_OR_RETURN(const std::string readable, CodeForPlugin(code, *module, client.plugin()));
  if (readable != code) notes.push_back("rewritten for StableHLO " + TargetVersion(client.plugin())->ToString());
  StatusOr<pjrt::LoadedExecutable> executable = client.Compile(pjrt::Program{readable}, options);
  const std::optional<Version> target = TargetVersion(client.plugin());
  if (executable.ok() || pjrt::IsMlirBytecode(readable) || !target) return executable;
  StatusOr<std::string> artifact = WriteArtifact(*module, *target);
  if (!artifact.ok()) return executable;
  StatusOr<pjrt::LoadedExecutable> second = client.Compile(pjrt::Program{*std::move(artifact)}, options);
  if (!second.ok()) return executable;
  notes.push_back("the plugin does not read the program as text; it was given a portable artifact of StableHLO " +
                  target->ToString());
  return second;
}

}  // namespace cppjrt::cli
