// Making, judging and loading artifacts; artifact_format.cc has their bytes.
#include "pjrt/artifact.h"

#include <algorithm>
#include <utility>

#include "client/plugin_identity.h"
#include "pjrt/extensions/abi_version.h"

namespace pjrt {
inline namespace v0 {
namespace {

void AddKind(const std::string& kind, std::vector<std::string>& kinds) {
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
}

// The value, or the type's own emptiness where the plugin does not say.
template <class T>
T OrEmpty(StatusOr<T> value) {
  return value.ok() ? *std::move(value) : T();
}

std::optional<ProgramShape> SignatureOf(const Executable& executable, const Program& program) {
  if (StatusOr<ProgramShape> compiled = executable.program_shape(); compiled.ok()) return *std::move(compiled);
  if (StatusOr<ProgramShape> written = ReadProgramShape(program); written.ok()) return *std::move(written);
  return std::nullopt;
}

// What only the executable knows.
Status Describe(const Plugin& plugin, const Executable& executable, Artifact& out) {
  CPPJRT_ASSIGN_OR_RETURN(out.executable, executable.Serialize());
  out.name = OrEmpty(executable.name());
  out.fingerprint = OrEmpty(executable.fingerprint());
  out.code_size = OrEmpty(executable.code_size());
  out.cost = OrEmpty(executable.cost_analysis());
  out.num_replicas = std::max<int64_t>(1, OrEmpty(executable.num_replicas()));
  out.num_partitions = std::max<int64_t>(1, OrEmpty(executable.num_partitions()));
  if (auto stats = executable.memory_stats(); stats.ok()) out.memory = *stats;
  out.signature = SignatureOf(executable, out.program);
  out.api_version = plugin.api_version();
  out.plugin_attributes = plugin.attributes();
  out.plugin_hash = detail::PluginFileHash(plugin, nullptr);
  if (const auto abi = GetExtension<AbiVersionExtension>(plugin); abi.ok()) {
    if (const auto version = abi->OfExecutable(executable); version.ok())
      out.executable_abi = OrEmpty(version->Serialize());
  }
  return Status();
}

void Describe(const Topology& topology, Artifact& out) {
  out.topology = OrEmpty(topology.Serialize());
  if (const auto print = topology.fingerprint(); print.ok()) out.topology_fingerprint = *print;
}

// The plugin's verdict, if it gives one: OK, its reason, or UNIMPLEMENTED.
Status PluginsVerdict(const Artifact& artifact, const Client& client) {
  CPPJRT_ASSIGN_OR_RETURN(const AbiVersionExtension abi, GetExtension<AbiVersionExtension>(client.plugin()));
  if (artifact.executable_abi.empty() && artifact.runtime_abi.empty()) {
    return cppjrt::UnimplementedError("the artifact has no ABI version");
  }
  CPPJRT_ASSIGN_OR_RETURN(const RuntimeAbiVersion here, abi.OfClient(client));
  if (!artifact.executable_abi.empty()) {
    CPPJRT_ASSIGN_OR_RETURN(const ExecutableAbiVersion version, abi.ExecutableFromBytes(artifact.executable_abi));
    return here.CheckCompatible(version);
  }
  CPPJRT_ASSIGN_OR_RETURN(const RuntimeAbiVersion version, abi.RuntimeFromBytes(artifact.runtime_abi));
  return here.CheckCompatible(version);
}

std::string PluginText(const ApiVersion& version, const NamedValues& attributes, const std::string& hash) {
  std::string text = "C API " + std::to_string(version.major_version) + "." + std::to_string(version.minor_version);
  for (const char* name : {"xla_version", "stablehlo_current_version"}) {
    const auto found = attributes.find(name);
    if (found != attributes.end()) text += std::string(", ") + name + " " + ToString(found->second);
  }
  return text + (hash.empty() ? ", its file unknown" : ", SHA-256 " + hash.substr(0, 12) + "…");
}

void CheckPlugin(const Artifact& artifact, const Client& client, Compatibility& result) {
  const Status verdict = PluginsVerdict(artifact, client);
  if (verdict.ok()) {
    result.basis = "the plugin's own verdict";
    return;
  }
  if (verdict.code() != StatusCode::kUnimplemented) {
    result.reasons.push_back("the plugin says: " + std::string(verdict.message()));
    return;
  }
  const Plugin& plugin = client.plugin();
  const std::string hash = detail::PluginFileHash(plugin, nullptr);
  if (!hash.empty() && hash == artifact.plugin_hash) {
    result.basis = "same plugin";
    return;
  }
  result.reasons.push_back("it was made by another plugin (" +
                           PluginText(artifact.api_version, artifact.plugin_attributes, artifact.plugin_hash) +
                           ") than this one (" + PluginText(plugin.api_version(), plugin.attributes(), hash) +
                           "), which does not say what it can run");
}

void CheckDevices(const Artifact& artifact, const Client& client, Compatibility& result) {
  const int64_t wanted = artifact.num_replicas * artifact.num_partitions;
  if (wanted > static_cast<int64_t>(client.devices().size())) {
    result.reasons.push_back("it runs on " + std::to_string(wanted) + " devices, the client has " +
                             std::to_string(client.devices().size()));
  }
  std::vector<std::string> kinds;
  for (const Device& device : client.devices()) AddKind(device.kind(), kinds);
  for (const std::string& kind : artifact.device_kinds) {
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    result.reasons.push_back("it is for devices of the kind '" + kind + "', the client has " +
                             (kinds.empty() ? "none" : "'" + kinds[0] + "'"));
  }
}

}  // namespace

Status Compatibility::ToStatus() const {
  if (ok()) return Status();
  std::string text = "the artifact cannot be loaded here: ";
  for (size_t i = 0; i < reasons.size(); ++i) text += (i == 0 ? "" : "; ") + reasons[i];
  return cppjrt::FailedPreconditionError(std::move(text));
}

StatusOr<Artifact> Artifact::Make(const Client& client, const LoadedExecutable& loaded, Program program,
                                  const CompileOptions& options) {
  Artifact out;
  out.program = std::move(program);
  CPPJRT_ASSIGN_OR_RETURN(out.compile_options, options.Serialize());
  out.platform_name = client.platform_name();
  out.platform_version = client.platform_version();
  out.host = detail::HostText(client.platform_name());
  for (const Device& device : loaded.devices()) AddKind(device.kind(), out.device_kinds);
  if (const auto topology = client.topology(); topology.ok()) Describe(*topology, out);
  if (const auto abi = GetExtension<AbiVersionExtension>(client.plugin()); abi.ok()) {
    if (const auto version = abi->OfClient(client); version.ok()) out.runtime_abi = OrEmpty(version->Serialize());
  }
  CPPJRT_RETURN_IF_ERROR(Describe(client.plugin(), loaded.executable(), out));
  return out;
}

StatusOr<Artifact> Artifact::Make(const Topology& topology, const Executable& executable, Program program,
                                  const CompileOptions& options) {
  Artifact out;
  out.program = std::move(program);
  CPPJRT_ASSIGN_OR_RETURN(out.compile_options, options.Serialize());
  out.platform_name = OrEmpty(topology.platform_name());
  out.platform_version = OrEmpty(topology.platform_version());
  out.host = detail::HostText(out.platform_name);
  for (const DeviceDescription& device : OrEmpty(topology.devices())) AddKind(device.kind, out.device_kinds);
  Describe(topology, out);
  CPPJRT_RETURN_IF_ERROR(Describe(topology.plugin(), executable, out));
  return out;
}

Compatibility Artifact::CheckCompatible(const Client& client) const {
  Compatibility result;
  if (client.platform_name() != platform_name) {
    result.reasons.push_back("it is for the platform '" + platform_name + "', this is '" + client.platform_name() +
                             "'");
    return result;
  }
  CheckPlugin(*this, client, result);
  CheckDevices(*this, client, result);
  if (!host.empty() && host != detail::HostText(client.platform_name())) {
    result.reasons.push_back("it was compiled for another processor");
  }
  return result;
}

StatusOr<LoadedExecutable> Artifact::Load(const Client& client) const {
  CPPJRT_RETURN_IF_ERROR(CheckCompatible(client).ToStatus());
  return client.Deserialize(executable);
}

StatusOr<LoadedExecutable> Artifact::LoadOrCompile(const Client& client, Status* why_compiled) const {
  StatusOr<LoadedExecutable> loaded = Load(client);
  if (why_compiled != nullptr) *why_compiled = loaded.status();
  if (loaded.ok() || program.code.empty()) return loaded;
  CompileOptions options;
  options.raw_bytes = compile_options;
  StatusOr<LoadedExecutable> compiled = client.Compile(program, options);
  if (compiled.ok()) return compiled;
  return Status(compiled.status().code(),
                std::string(loaded.status().message()) +
                    "; and its program does not compile: " + std::string(compiled.status().message()),
                compiled.status().payloads());
}

}  // namespace v0
}  // namespace pjrt
