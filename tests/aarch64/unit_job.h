// UnitJob: a unit of code with the memory it works on, and its run. Written to a file by a process of one machine, run by one of
// another: nothing here depends on the machine.
//
//   std::string file = WriteJobs(jobs);                   // "CPPJRTJ1", the number of jobs, each as below
//   CPPJRT_ASSIGN_OR_RETURN(std::vector<UnitJob> same, ReadJobs(file));
//   CPPJRT_RETURN_IF_ERROR(RunJob(same[0]));                // its buffers are what the code leaves
#ifndef CPPJRT_TESTS_AARCH64_UNIT_JOB_H_
#define CPPJRT_TESTS_AARCH64_UNIT_JOB_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/code_block.h"
#include "cpu/codegen/frame.h"
#include "cpu/codegen/piece.h"

namespace cppjrt::cpu::aarch64_test {

struct UnitJob {
  bool is_tile = false;  // a TileCode; else a KernelCode
  std::string piece;     // as WritePiece writes it
  // Of tiles: batches, rows, columns; of kernels 0.
  uint64_t batch = 0, rows = 0, columns = 0;
  std::vector<std::string> buffers;
};

inline constexpr std::string_view kJobsMagic = "CPPJRTJ1";

inline void AppendNumber(std::string& out, uint64_t value) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
}
inline void AppendPart(std::string& out, std::string_view part) {
  AppendNumber(out, part.size());
  out += part;
}

inline std::string WriteJobs(const std::vector<UnitJob>& jobs) {
  std::string out(kJobsMagic);
  AppendNumber(out, jobs.size());
  for (const UnitJob& job : jobs) {
    for (const uint64_t number : {uint64_t{job.is_tile}, job.batch, job.rows, job.columns}) AppendNumber(out, number);
    AppendPart(out, job.piece);
    AppendNumber(out, job.buffers.size());
    for (const std::string& buffer : job.buffers) AppendPart(out, buffer);
  }
  return out;
}

// Takes numbers and parts from the front; `ok` is false once there are none.
struct JobReader {
  std::string_view rest;
  bool ok = true;

  uint64_t Number() {
    if (rest.size() < 8) ok = false;
    if (!ok) return 0;
    uint64_t value = 0;
    for (size_t i = 0; i < 8; ++i) value |= uint64_t{static_cast<unsigned char>(rest[i])} << (8 * i);
    rest.remove_prefix(8);
    return value;
  }
  std::string Part() {
    const uint64_t size = Number();
    if (size > rest.size()) ok = false;
    if (!ok) return {};
    std::string part(rest.substr(0, size));
    rest.remove_prefix(size);
    return part;
  }
};

inline StatusOr<std::vector<UnitJob>> ReadJobs(std::string_view bytes) {
  if (!bytes.starts_with(kJobsMagic)) return DataLossError("no file of jobs");
  JobReader reader{bytes.substr(kJobsMagic.size())};
  std::vector<UnitJob> jobs;
  for (uint64_t n = reader.Number(); n > 0 && reader.ok; --n) {
    UnitJob& job = jobs.emplace_back();
    job.is_tile = reader.Number() != 0;
    job.batch = reader.Number();
    job.rows = reader.Number();
    job.columns = reader.Number();
    job.piece = reader.Part();
    for (uint64_t b = reader.Number(); b > 0 && reader.ok; --b) job.buffers.push_back(reader.Part());
  }
  if (!reader.ok) return DataLossError("a file of jobs ends too early");
  return jobs;
}

// Room as the plugin gives it: at lines of the cache.
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using Line = std::unique_ptr<void, FreeMemory>;

inline Status RunJob(UnitJob& job) {
  CPPJRT_ASSIGN_OR_RETURN(const codegen::Piece piece, codegen::ReadPiece(job.piece));
  CPPJRT_ASSIGN_OR_RETURN(const auto block, codegen::CodeBlock::Load({&piece}));
  std::vector<Line> memory;
  std::vector<void*> pointers;
  for (const std::string& buffer : job.buffers) {
    memory.emplace_back(std::aligned_alloc(64, (buffer.size() + 127) / 64 * 64));
    if (memory.back() == nullptr) return ResourceExhaustedError("no memory for a buffer");
    std::memcpy(memory.back().get(), buffer.data(), buffer.size());
    pointers.push_back(memory.back().get());
  }
  auto* const address = const_cast<void*>(block->address(0));
  if (job.is_tile) {
    for (uint64_t batch = 0; batch < job.batch; ++batch) {
      reinterpret_cast<codegen::TileCode>(address)(pointers.data(), static_cast<int64_t>(batch), 0,
                                                   static_cast<int64_t>(job.rows), 0,
                                                   static_cast<int64_t>(job.columns));
    }
  } else {
    reinterpret_cast<codegen::KernelCode>(address)(pointers.data(), 0, piece.extent);
  }
  for (size_t i = 0; i < job.buffers.size(); ++i) {
    std::memcpy(job.buffers[i].data(), pointers[i], job.buffers[i].size());
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu::aarch64_test

#endif  // CPPJRT_TESTS_AARCH64_UNIT_JOB_H_
