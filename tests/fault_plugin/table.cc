// The two symbols the library exports.
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "tests/fault_plugin/control.h"
#include "tests/fault_plugin/counts.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

constexpr char kVariable[] = "CPPJRT_FAULT";

void AddAllSlots() {
  AddErrorSlots();
  AddEventSlots();
  AddClientSlots();
  AddDeviceSlots();
  AddTopologySlots();
  AddBufferSlots();
  AddUploadSlots();
  AddDownloadSlots();
  AddHostTransferSlots();
  AddAliasSlots();
  AddTransferSlots();
  AddExecutableSlots();
  AddExecuteSlots();
}

// Before anything else; may be called any number of times.
void SetUp() {
  static const bool done = [] {
    AddAllSlots();
    ResetPlugin(g_plugins[0]);
    g_plugins[0].in_use = true;
    return true;
  }();
  static_cast<void>(done);
}

// Null table: the default one.
Plugin& PluginOf(const PJRT_Api* table) {
  SetUp();
  for (Plugin& plugin : g_plugins) {
    if (&plugin.table == table) return plugin;
  }
  return g_plugins[0];
}

const PJRT_Api* DefaultTable() { return &PluginOf(nullptr).table; }

const char* Configure(const PJRT_Api* table, const char* spec) {
  static thread_local std::string problem;
  try {
    ApplySpec(PluginOf(table), spec);
    return nullptr;
  } catch (...) {
    problem = FailureFromException().message;
    return problem.c_str();
  }
}

std::mutex g_make_mutex;

const PJRT_Api* MakeTable(const char* spec) {
  SetUp();
  std::lock_guard lock(g_make_mutex);
  for (Plugin& plugin : g_plugins) {
    if (plugin.in_use) continue;
    ResetPlugin(plugin);
    if (Configure(&plugin.table, spec) != nullptr) return nullptr;
    plugin.in_use = true;
    return &plugin.table;
  }
  return nullptr;
}

void ReleaseTable(const PJRT_Api* table) {
  std::lock_guard lock(g_make_mutex);
  Plugin& plugin = PluginOf(table);
  if (&plugin != &g_plugins[0]) plugin.in_use = false;
}

void Reset(const PJRT_Api* table) { ResetPlugin(PluginOf(table)); }

void SetSlotFault(const PJRT_Api* table, Slot slot, const FaultSpec* spec) {
  auto fault = std::make_unique<SlotFault>();
  fault->skip = spec->skip;
  fault->times = spec->times;
  fault->delay_ms = spec->delay_ms;
  fault->failure = {spec->code, spec->message == nullptr ? "" : spec->message, spec->null_message, {}};
  if (spec->payload_key != nullptr) fault->failure.payloads.emplace_back(spec->payload_key, spec->payload_value);
  fault->null_outputs = spec->null_outputs;
  fault->short_struct = spec->short_struct;
  SetFault(PluginOf(table), slot, std::move(fault));
}

void ClearFault(const PJRT_Api* table, Slot slot) { SetFault(PluginOf(table), slot, nullptr); }

int64_t LiveTotal() {
  int64_t total = 0;
  for (int i = 0; i < kFaultKinds; ++i) total += LiveCount(static_cast<FaultKind>(i));
  return total;
}

int64_t Calls(const PJRT_Api* table, Slot slot) { return PluginOf(table).calls[static_cast<size_t>(slot)]; }

size_t LastStructSize(const PJRT_Api* table, Slot slot) {
  return PluginOf(table).last_sizes[static_cast<size_t>(slot)];
}

constexpr FaultControl kControl = {
    .default_table = &DefaultTable,
    .make_table = &MakeTable,
    .release_table = &ReleaseTable,
    .configure = &Configure,
    .reset = &Reset,
    .set_fault = &SetSlotFault,
    .clear_fault = &ClearFault,
    .live = &LiveCount,
    .live_total = &LiveTotal,
    .calls = &Calls,
    .last_struct_size = &LastStructSize,
    .violations = &Violations,
};

// Once, so that what tests set afterwards stays. False for a specification that is wrong.
bool ApplyEnvironment() {
  static const bool fine = [] {
    const char* spec = std::getenv(kVariable);
    const char* problem = spec == nullptr ? nullptr : Configure(nullptr, spec);
    if (problem != nullptr) std::fprintf(stderr, "fault plugin: %s: %s\n", kVariable, problem);
    return problem == nullptr;
  }();
  return fine;
}

}  // namespace
}  // namespace fault

extern "C" {

__attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  const bool fine = fault::ApplyEnvironment();
  const fault::Plugin& plugin = fault::PluginOf(nullptr);
  return fine && !plugin.null_table ? &plugin.table : nullptr;
}

__attribute__((visibility("default"))) const FaultControl* PjrtFault_Control() { return &fault::kControl; }

}  // extern "C"
