// The plugin as a whole: its set-up, what it says of itself, the one symbol it exports.
#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/named_values.h"
#include "cpu/plugin/table.h"
#include "cpu/runtime/fork.h"
#include "stablehlo/op/version.h"

namespace cppjrt::cpu {
namespace {

std::vector<int64_t> Numbers(const stablehlo::Version& version) {
  return {version.major, version.minor, version.patch};
}

const NamedValues& PluginAttributes() {
  static const NamedValues* const attributes = [] {
    auto* values = new NamedValues;
    // Clients read from this which serialized forms a plugin of XLA's takes; 2 is what XLA's own say today.
    values->AddInt("xla_version", 2);
    values->AddInts("stablehlo_current_version", Numbers(stablehlo::kNewestVersion));
    values->AddInts("stablehlo_minimum_version", Numbers(stablehlo::kOldestVersion));
    values->AddString("cppjrt_version", CPPJRT_VERSION);
    return values;
  }();
  return *attributes;
}

}  // namespace

Status Serve(PJRT_Plugin_Initialize_Args&) { return OkStatus(); }

Status Serve(PJRT_Plugin_Attributes_Args& args) {
  args.attributes = PluginAttributes().data();
  args.num_attributes = PluginAttributes().size();
  return OkStatus();
}

}  // namespace cppjrt::cpu

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  cppjrt::cpu::WatchForks();
  return &cppjrt::cpu::Table();
}
