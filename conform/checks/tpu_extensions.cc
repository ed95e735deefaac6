// extensions.{tpu_topology,tpu_executable,megascale,multi_slice,collectives}: the geometry of TPUs, and jobs of several slices.
// Most of it needs no hardware: a topology by name is enough.
#include <algorithm>
#include <numeric>
#include <set>

#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "conform/checks/programs.h"
#include "pjrt/extensions/collectives.h"
#include "pjrt/extensions/megascale.h"
#include "pjrt/extensions/multi_slice.h"
#include "pjrt/extensions/tpu_executable.h"
#include "pjrt/extensions/tpu_topology.h"

namespace cppjrt::conform {
namespace {

int32_t Product(const std::vector<int32_t>& bounds) {
  return std::accumulate(bounds.begin(), bounds.end(), int32_t{1}, std::multiplies<>());
}

// The topology that was asked for, and the extension that knows its geometry.
struct Geometry {
  pjrt::TpuTopologyExtension tpu;
  pjrt::Topology topology;
};

StatusOr<Geometry> GeometryOf(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(auto tpu, LibraryExtension<pjrt::TpuTopologyExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Topology topology, LibraryTopology(context));
  return Geometry{std::move(tpu), std::move(topology)};
}

// Chips, cores and devices of the whole are those of a process, or of a chip, times their number.
Status Counts(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Geometry g, GeometryOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t chips, g.tpu.ChipCount(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t cores, g.tpu.CoreCount(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t devices, g.tpu.DeviceCount(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t processes, g.tpu.ProcessCount(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t chips_each, g.tpu.ChipsPerProcess(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t cores_each, g.tpu.CoresPerProcess(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t devices_each, g.tpu.DevicesPerProcess(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t cores_per_chip, g.tpu.CoresPerChip(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t devices_per_chip, g.tpu.DevicesPerChip(g.topology));
  context.Evidence(std::to_string(chips) + " chips, " + std::to_string(cores) + " cores, " + std::to_string(devices) +
                   " devices, " + std::to_string(processes) + " processes");
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("chips of all processes", processes * chips_each, chips));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("cores of all processes", processes * cores_each, cores));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("devices of all processes", processes * devices_each, devices));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("cores of all chips", chips * cores_per_chip, cores));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("devices of all chips", chips * devices_per_chip, devices));
  CPPJRT_ASSIGN_OR_RETURN(const auto described, g.topology.devices());
  return ExpectEqual("device descriptions", static_cast<int32_t>(described.size()), devices);
}

Status Bounds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Geometry g, GeometryOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> all, g.tpu.ChipBounds(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> each, g.tpu.ChipsPerProcessBounds(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> processes, g.tpu.ProcessBounds(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t chips, g.tpu.ChipCount(g.topology));
  context.Evidence("chips " + internal::ShownValue(all) + ", of a process " + internal::ShownValue(each));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("chips within the bounds", Product(all), chips));
  CPPJRT_RETURN_IF_ERROR(Expect(each.size() == all.size() && processes.size() == all.size(),
                                "bounds have different numbers of dimensions"));
  for (size_t d = 0; d < all.size(); ++d) {
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("chips along dimension " + std::to_string(d), processes[d] * each[d], all[d]));
  }
  CPPJRT_ASSIGN_OR_RETURN(const bool part, g.tpu.IsSubslice(g.topology));
  return Expect(!part, "the whole is said to be a part");
}

// Each device is on one process, at one place, and found there.
Status Places(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Geometry g, GeometryOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> processes, g.tpu.ProcessIds(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t count, g.tpu.DeviceCount(g.topology));
  std::set<int32_t> seen;
  std::set<std::vector<int32_t>> places;
  for (const int32_t process : processes) {
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, g.tpu.DeviceIdsOnProcess(g.topology, process));
    for (const int32_t device : ids) {
      CPPJRT_RETURN_IF_ERROR(Expect(seen.insert(device).second, "a device is on two processes"));
      CPPJRT_ASSIGN_OR_RETURN(const pjrt::TpuPlace place, g.tpu.PlaceOfDevice(g.topology, device));
      CPPJRT_RETURN_IF_ERROR(ExpectEqual("the process of device " + std::to_string(device), place.process_id, process));
      CPPJRT_ASSIGN_OR_RETURN(const pjrt::TpuDevicePlace where, g.tpu.ChipOfDevice(g.topology, device));
      std::vector<int32_t> coordinates = where.chip;
      coordinates.push_back(where.index_on_chip);
      CPPJRT_RETURN_IF_ERROR(Expect(places.insert(coordinates).second, "two devices are at one place"));
      CPPJRT_ASSIGN_OR_RETURN(const int32_t back, g.tpu.DeviceAt(g.topology, where.chip, where.index_on_chip));
      CPPJRT_RETURN_IF_ERROR(ExpectEqual("the device at the place of device " + std::to_string(device), back, device));
      CPPJRT_ASSIGN_OR_RETURN(const int32_t chip, g.tpu.ChipAt(g.topology, where.chip));
      CPPJRT_ASSIGN_OR_RETURN(const pjrt::TpuPlace of_chip, g.tpu.PlaceOfChip(g.topology, chip));
      CPPJRT_RETURN_IF_ERROR(
          ExpectEqual("the process of the chip of device " + std::to_string(device), of_chip.process_id, process));
    }
  }
  return ExpectEqual("devices of all processes", static_cast<int32_t>(seen.size()), count);
}

Status Outside(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Geometry g, GeometryOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t count, g.tpu.DeviceCount(g.topology));
  for (const int32_t device : {-1, count, count + 1'000'000}) {
    CPPJRT_RETURN_IF_ERROR(ExpectAnyError("device " + std::to_string(device) + " of " + std::to_string(count),
                                          g.tpu.PlaceOfDevice(g.topology, device).status()));
  }
  return Status();
}

Status Subslice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Geometry g, GeometryOf(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int32_t> each, g.tpu.ChipsPerProcessBounds(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t devices_each, g.tpu.DevicesPerProcess(g.topology));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Topology part,
                          g.tpu.Subslice(g.topology, each, std::vector<int32_t>(each.size(), 1)));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t processes, g.tpu.ProcessCount(part));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("processes of a part of one host", processes, 1));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t devices, g.tpu.DeviceCount(part));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("devices of a part of one host", devices, devices_each));
  CPPJRT_ASSIGN_OR_RETURN(const int32_t first,
                          g.tpu.SubsliceDeviceId(g.topology, part, std::vector<int32_t>(each.size(), 0), 0));
  return ExpectEqual("the number of device 0 in the part at the origin", first, 0);
}

Status SliceByName(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto tpu, LibraryExtension<pjrt::TpuTopologyExtension>(context));
  // Platforms have names of their own there.
  std::string platform;
  Status last;
  for (const char* name : {"tpu_v5e", "v5e", "TPU v5 lite", "viperlite", "VIPERLITE", "v5litepod", "v4", "TPU v4"}) {
    const StatusOr<pjrt::TpuSlice> found = tpu.Slice(name, "2x2");
    if (found.ok() && platform.empty()) platform = name;
    if (!found.ok()) last = found.status();
  }
  if (platform.empty()) return Absent("no platform is known by name: " + last.ToString());
  context.Evidence("platform " + platform);
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::TpuSlice slice, tpu.Slice(platform, "2x2"));
  context.Evidence("2x2 is " + internal::ShownValue(slice.dimensions));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("chips of the slice 2x2", Product(slice.dimensions), 4));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::TpuSlice> slices, tpu.Slices(platform));
  CPPJRT_RETURN_IF_ERROR(
      Expect(std::ranges::any_of(slices, [&](const pjrt::TpuSlice& one) { return one.dimensions == slice.dimensions; }),
             "the slices of the platform do not have 2x2 among them"));
  return ExpectAnyError("a platform that does not exist", tpu.Slice("no such platform", "2x2").status());
}

// --- TpuExecutable

StatusOr<std::string> SerializedAdd(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Topology topology, LibraryTopology(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Executable executable, topology.Compile({kAdd, "mlir"}, {}));
  return executable.Serialize();
}

Status TpuExecutable(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto tpu, LibraryExtension<pjrt::TpuExecutableExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, SerializedAdd(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::string target, tpu.TargetArguments(bytes));
  CPPJRT_ASSIGN_OR_RETURN(const std::string module, tpu.HloModuleWithConfig(bytes));
  CPPJRT_ASSIGN_OR_RETURN(const std::string stats, tpu.CompiledMemoryStats(bytes));
  context.Evidence(std::to_string(target.size()) + " bytes of target arguments, " + std::to_string(module.size()) +
                   " of the module, " + std::to_string(stats.size()) + " of memory figures");
  CPPJRT_RETURN_IF_ERROR(Expect(!target.empty(), "the target arguments have no bytes"));
  CPPJRT_RETURN_IF_ERROR(Expect(!stats.empty(), "the memory figures have no bytes"));
  return Expect(module.find("add") != std::string::npos, "the module does not have the program's op");
}

Status TpuExecutableGarbage(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto tpu, LibraryExtension<pjrt::TpuExecutableExtension>(context));
  return ExpectAnyError("bytes that are no executable",
                        tpu.TargetArguments("these are no bytes of a program").status());
}

// --- Megascale, MultiSlice, Collectives

Status MegascaleIds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto megascale, LibraryExtension<pjrt::MegascaleExtension>(context));
  std::set<int64_t> ids;
  for (const pjrt::SliceDevice device : {pjrt::SliceDevice{0, 0}, {0, 3}, {1, 0}, {1, 3}, {7, 255}}) {
    CPPJRT_ASSIGN_OR_RETURN(const int64_t id, megascale.MegascaleId(device));
    CPPJRT_RETURN_IF_ERROR(Expect(ids.insert(id).second, "two devices have the id " + std::to_string(id)));
    CPPJRT_ASSIGN_OR_RETURN(const pjrt::SliceDevice back, megascale.DeviceOfMegascaleId(id));
    CPPJRT_RETURN_IF_ERROR(Expect(back == device, "the id of device " + std::to_string(device.device_id) +
                                                      " of slice " + std::to_string(device.slice_id) +
                                                      " is that of another"));
  }
  return Status();
}

Status MultiSlice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto megascale, LibraryExtension<pjrt::MegascaleExtension>(context));
  CPPJRT_RETURN_IF_ERROR(LibraryExtension<pjrt::MultiSliceExtension>(context).status());
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Topology topology, LibraryTopology(context));
  for (const int32_t slices : {2, 4}) {
    CPPJRT_ASSIGN_OR_RETURN(const pjrt::MultiSliceConfig config, megascale.CreateAotConfig(topology, slices));
    CPPJRT_ASSIGN_OR_RETURN(const int32_t count, config.num_slices());
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of slices", count, slices));
    CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, config.Serialize());
    CPPJRT_RETURN_IF_ERROR(Expect(!bytes.empty(), "a serialized configuration has no bytes"));
  }
  return Status();
}

// The sum over two ranks of one process.
Status AllReduce(Context& context) {
  CPPJRT_RETURN_IF_ERROR(LibraryExtension<pjrt::CollectivesExtension>(context).status());
  CPPJRT_ASSIGN_OR_RETURN(const auto megascale, LibraryExtension<pjrt::MegascaleExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::MegascaleContext own, megascale.CreateContext(client));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Collectives collectives, own.CreateCollectives({{"localhost"}, {0}, {0}, 2}, ""));
  const int64_t ids[] = {client.addressable_devices()[0].id()};
  const int64_t ranks[] = {0};
  CPPJRT_ASSIGN_OR_RETURN(const auto communicators, collectives.CreateCommunicators(ids, {}, ranks));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of communicators", communicators.size(), size_t{1}));
  const std::vector<float> sent = {1, 2};
  std::vector<float> received(2);
  const pjrt::CollectiveArrays arrays = {std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(received)),
                                         pjrt::ElementType::kF32, 2};
  pjrt::CollectiveRun run;
  run.global_device_ids = {ids[0]};
  CPPJRT_RETURN_IF_ERROR(communicators[0].AllReduce(arrays, pjrt::CollectiveReduction::kSum, run).Await());
  return ExpectEqual("the sum over one rank", received, sent);
}

}  // namespace

void AddTpuExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  constexpr char kTopology[] = "PJRT_TpuTopology_Extension";
  add("tpu_topology.counts", "chips, cores, devices and processes multiply up",
      "programs are laid out for other hardware", kTopology, Counts);
  add("tpu_topology.bounds", "bounds of chips and of processes multiply up", "programs are laid out for other hardware",
      kTopology, Bounds);
  add("tpu_topology.places", "each device has a process and a place of its own, and is found there",
      "programs talk to the wrong neighbours", kTopology, Places);
  add("tpu_topology.outside", "devices that do not exist are errors", "a wrong number crashes the program", kTopology,
      Outside, Level::kAdvised, true);
  add("tpu_topology.subslice", "a part of one host has that host's devices", "programs for parts are laid out wrongly",
      kTopology, Subslice);
  add("tpu_topology.by_name", "a slice by its name has its chips, and is in the list", "slices cannot be asked for",
      kTopology, SliceByName, Level::kRequired, true);
  add("tpu_executable.contents", "a serialized program tells its target, module and memory",
      "compiled programs cannot be inspected", "PJRT_TpuExecutable_Extension", TpuExecutable);
  add("tpu_executable.garbage", "bytes that are no program are an error", "a damaged cache file crashes the program",
      "PJRT_TpuExecutable_Extension", TpuExecutableGarbage, Level::kRequired, true);
  add("megascale.ids", "devices of several slices have ids of their own, there and back",
      "jobs of several slices talk to the wrong devices", "PJRT_Megascale_Extension", MegascaleIds);
  add("multi_slice.config", "a configuration of several slices knows their number",
      "jobs of several slices do not start", "PJRT_MultiSlice_Extension", MultiSlice, Level::kRequired, true);
  add("collectives.all_reduce", "the sum over one rank is what it sent", "sums over hosts are wrong",
      "PJRT_Collectives_Extension", AllReduce, Level::kRequired, true);
}

}  // namespace cppjrt::conform
