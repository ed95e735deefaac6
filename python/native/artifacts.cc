// Artifact: a compiled program in a file. CompileCache: compiled programs kept on disk.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <string>

#include "pjrt/artifact.h"
#include "pjrt/compile_cache.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::Artifact;
using pjrt::CompileCache;

Artifact MakeArtifact(const PyClient& client, const PyExecutable& executable, nb::handle program, nb::handle options,
                      const std::string& format) {
  pjrt::Program code = program.is_none() ? pjrt::Program{"", format} : ToProgram(program, format);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  return Take(Unlocked([&] { return Artifact::Make(client.client, executable.executable, std::move(code), wanted); }));
}

Artifact MakeAheadOfTime(const pjrt::Topology& topology, const pjrt::Executable& compiled, nb::handle program,
                         nb::handle options, const std::string& format) {
  pjrt::Program code = program.is_none() ? pjrt::Program{"", format} : ToProgram(program, format);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  return Take(Unlocked([&] { return Artifact::Make(topology, compiled, std::move(code), wanted); }));
}

PyExecutable LoadArtifact(const Artifact& self, const PyClient& client, bool compile) {
  return PyExecutable(
      client.client,
      Take(Unlocked([&] { return compile ? self.LoadOrCompile(client.client) : self.Load(client.client); })));
}

nb::object SignatureOf(const Artifact& self) {
  if (!self.signature) return nb::none();
  return nb::make_tuple(ToPython(self.signature->parameters), ToPython(self.signature->results));
}

void BindArtifact(Documented<Artifact>& artifact) {
  artifact
      .def_static("make", &MakeArtifact, nb::arg("client"), nb::arg("executable"), nb::arg("program") = nb::none(),
                  nb::arg("options") = nb::none(), nb::kw_only(), nb::arg("format") = "mlir")
      .def_static("make_ahead_of_time", &MakeAheadOfTime, nb::arg("topology"), nb::arg("compiled"),
                  nb::arg("program") = nb::none(), nb::arg("options") = nb::none(), nb::kw_only(),
                  nb::arg("format") = "mlir")
      .def_static(
          "read", [](const std::string& path) { return Take(Unlocked([&] { return Artifact::ReadFile(path); })); },
          nb::arg("path"))
      .def_static(
          "parse", [](nb::handle data) { return Take(Artifact::Parse(ToBytes(data))); }, nb::arg("data"))
      .def(
          "write",
          [](const Artifact& self, const std::string& path) { Check(Unlocked([&] { return self.WriteFile(path); })); },
          nb::arg("path"))
      .def("serialize", [](const Artifact& self) { return FromBytes(self.Serialize()); })
      .def(
          "check_compatible",
          [](const Artifact& self, const PyClient& client) {
            return Unlocked([&] { return self.CheckCompatible(client.client); }).reasons;
          },
          nb::arg("client"))
      .def("load", &LoadArtifact, nb::arg("client"), nb::kw_only(), nb::arg("compile") = false)
      .def_ro("name", &Artifact::name)
      .def_ro("platform_name", &Artifact::platform_name)
      .def_ro("platform_version", &Artifact::platform_version)
      .def_ro("device_kinds", &Artifact::device_kinds)
      .def_ro("num_replicas", &Artifact::num_replicas)
      .def_ro("num_partitions", &Artifact::num_partitions)
      .def_ro("host", &Artifact::host)
      .def_prop_ro("program", [](const Artifact& self) { return FromBytes(self.program.code); })
      .def_prop_ro("signature", &SignatureOf)
      .def_prop_ro("cost", [](const Artifact& self) { return ToPython(self.cost); })
      .def_prop_ro("memory",
                   [](const Artifact& self) -> nb::object {
                     if (!self.memory) return nb::none();
                     return ToPython(*self.memory);
                   })
      .def("__repr__",
           [](const Artifact& self) { return "<Artifact " + self.name + " for " + self.platform_name + ">"; });
}

nb::tuple CompileCached(const CompileCache& self, const PyClient& client, nb::handle program, nb::handle options,
                        const std::string& format) {
  const pjrt::Program code = ToProgram(program, format);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  pjrt::CacheReport report;
  PyExecutable executable(client.client,
                          Take(Unlocked([&] { return self.Compile(client.client, code, wanted, &report); })));
  return nb::make_tuple(nb::cast(std::move(executable)), pjrt::ToString(report.outcome));
}

nb::list ListOf(const std::vector<CompileCache::Entry>& entries) {
  nb::list result;
  for (const CompileCache::Entry& entry : entries) {
    nb::dict row;
    row["key"] = entry.key;
    row["label"] = entry.label;
    row["bytes"] = entry.bytes;
    row["last_used"] = std::chrono::duration<double>(entry.last_used.time_since_epoch()).count();
    row["problem"] = entry.status.ok() ? "" : entry.status.ToString();
    result.append(row);
  }
  return result;
}

nb::tuple Collect(const CompileCache& self, int64_t max_bytes) {
  const CompileCache::Removed removed = Unlocked([&] { return self.Collect(max_bytes); });
  return nb::make_tuple(removed.entries, removed.bytes);
}

CompileCache OpenCache(nb::handle directory, int64_t max_bytes, const std::string& salt) {
  pjrt::CompileCacheOptions options;
  if (!directory.is_none()) options.directory = nb::cast<std::string>(nb::str(directory));
  options.max_bytes = max_bytes;
  options.salt = salt;
  return Take(Unlocked([&] { return CompileCache::Open(options); }));
}

}  // namespace

void BindArtifacts(nb::module_& module) {
  Documented<Artifact> artifact(module, "Artifact");
  BindArtifact(artifact);
  Documented<CompileCache>(module, "CompileCache")
      .def(nb::new_(&OpenCache), nb::arg("directory") = nb::none(), nb::kw_only(),
           nb::arg("max_bytes") = int64_t{4} << 30, nb::arg("salt") = "")
      .def_prop_ro("directory", [](const CompileCache& self) { return self.options().directory; })
      .def("compile", &CompileCached, nb::arg("client"), nb::arg("program"), nb::arg("options") = nb::none(),
           nb::kw_only(), nb::arg("format") = "mlir")
      .def("list", [](const CompileCache& self) { return ListOf(Unlocked([&] { return self.List(); })); })
      .def(
          "verify",
          [](const CompileCache& self, bool remove) { return ListOf(Unlocked([&] { return self.Verify(remove); })); },
          nb::arg("remove") = false)
      .def("collect", &Collect, nb::arg("max_bytes"))
      .def("clear", [](const CompileCache& self) { return Collect(self, 0); });
}

}  // namespace cppjrt::python
