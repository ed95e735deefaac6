// What the memory of a client's devices holds and what a program wants of it, for whoever has run out of it.
//
//   RESOURCE_EXHAUSTED: PJRT_LoadedExecutable_Execute: Out of memory allocating 8589934592 bytes.
//     device 0: 6.1 GiB in use of 8.0 GiB, peak 7.2 GiB, largest free block 1.2 GiB
//     main needs 9.0 GiB: arguments 512.0 MiB, results 512.0 MiB, temporaries 8.0 GiB, code 1.1 MiB
//       512.0 MiB argument 3 f32[8192,16384]
//     to do: argument 3 has the shape of result 0: let the program take it over (tf.aliasing_output)
//
// Upload, Compile, Execute and their like add this to errors of the codes RESOURCE_EXHAUSTED and OUT_OF_RANGE by themselves.
// Errors that come later, out of an event, do not pass through the library with their program: give them to ExplainMemory.
#ifndef PJRT_MEMORY_REPORT_H_
#define PJRT_MEMORY_REPORT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pjrt/client.h"

namespace pjrt {
inline namespace v0 {

struct MemoryReport {
  struct DeviceMemory {
    Device device;
    // Nothing if the plugin keeps no statistics.
    std::optional<MemoryStats> stats;
  };
  struct LargeBuffer {
    std::string what;  // "argument 3", "result 0"
    ArrayShape shape;
    int64_t bytes = 0;
  };

  std::vector<DeviceMemory> devices;
  // Of the executable asked about.
  std::string executable;
  std::optional<CompiledMemoryStats> needs;
  // Arguments and results, the largest first, at most eight.
  std::vector<LargeBuffer> largest;
  // What to change, a sentence each; empty if nothing is known to help.
  std::vector<std::string> advice;

  // As above, lines that are indented; empty if nothing is known.
  std::string ToString() const;
};

// Asks the plugin; what it does not tell is left out. `arguments`, if the program has been given any, are those of one device.
MemoryReport ReportMemory(const Client& client, const LoadedExecutable* executable = nullptr,
                          std::span<const Buffer* const> arguments = {});

// The error with a report behind its message, if its code is RESOURCE_EXHAUSTED or OUT_OF_RANGE and it has none yet; all other
// statuses as they are. The report alone is the payload "pjrt.memory_report".
Status ExplainMemory(Status error, const Client& client, const LoadedExecutable* executable = nullptr,
                     std::span<const Buffer* const> arguments = {});

// "6.1 GiB".
std::string MemorySizeText(int64_t bytes);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_MEMORY_REPORT_H_
