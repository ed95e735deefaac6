#include "cpu/plugin/extensions/profiler_table.h"

#include <link.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "pjrt/abi/pjrt_c_api_profiler_extension.h"

namespace cppjrt::cpu {
namespace {

constexpr int kFirstMinorWithConsume = 11;
constexpr size_t kShortTable = offsetof(PLUGIN_Profiler_Api, consume);
constexpr size_t kWholeTable = PLUGIN_Profiler_Api_STRUCT_SIZE;

// The folder of jaxlib's library, if it is loaded.
int FindJaxlib(dl_phdr_info* info, size_t, void* found) {
  if (info->dlpi_name == nullptr) return 0;
  const std::string_view path = info->dlpi_name;
  for (const std::string_view library : {"/jaxlib/libjax_common.so", "/jaxlib/xla_extension.so"}) {
    if (!path.ends_with(library)) continue;
    *static_cast<std::string*>(found) = path.substr(0, path.rfind('/'));
    return 1;
  }
  return 0;
}

// Of the text of jaxlib's version.py: whether its _version = "0.10.2" is one with the short table.
bool WantsShortTable(std::string_view version_file) {
  constexpr std::string_view kName = "_version = \"0.";
  const size_t at = version_file.find(kName);
  if (at == std::string_view::npos) return false;
  const std::string_view rest = version_file.substr(at + kName.size());
  int minor = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), minor);
  return error == std::errc() && minor < kFirstMinorWithConsume;
}

}  // namespace

bool HasJaxlib() {
  std::string folder;
  return dl_iterate_phdr(&FindJaxlib, &folder) != 0;
}

size_t ProfilerTableSize() {
  const char* const wanted = std::getenv("CPPJRT_CPU_PROFILER_TABLE");
  if (wanted != nullptr) return std::string_view(wanted) == "80" ? kShortTable : kWholeTable;
  std::string folder;
  if (dl_iterate_phdr(&FindJaxlib, &folder) == 0) return kWholeTable;
  std::ifstream file(folder + "/version.py");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return WantsShortTable(text) ? kShortTable : kWholeTable;
}

}  // namespace cppjrt::cpu
