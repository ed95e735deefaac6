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
#include "cpu/codegen/byte_parts.h"
#include "cpu/codegen/code_block.h"
#include "cpu/codegen/frame.h"
#include "cpu/codegen/piece.h"

namespace cppjrt::cpu::aarch64_test {

struct UnitJob {
  enum Kind : uint64_t { kKernel, kTile, kRegion };
  Kind kind = kKernel;
  std::string piece;                 // as WritePiece writes it
  std::vector<std::string> callees;  // of regions: the kernels that they call
  // Of tiles: batches, rows, columns; of kernels 0.
  uint64_t batch = 0, rows = 0, columns = 0;
  std::vector<std::string> buffers;
};

inline constexpr std::string_view kJobsMagic = "CPPJRTJ1";

inline std::string WriteJobs(const std::vector<UnitJob>& jobs) {
  using codegen::AppendNumber, codegen::AppendPart;
  std::string out(kJobsMagic);
  AppendNumber(out, jobs.size());
  for (const UnitJob& job : jobs) {
    for (const uint64_t number : {uint64_t{job.kind}, job.batch, job.rows, job.columns}) AppendNumber(out, number);
    AppendPart(out, job.piece);
    for (const auto* list : {&job.callees, &job.buffers}) {
      AppendNumber(out, list->size());
      for (const std::string& part : *list) AppendPart(out, part);
    }
  }
  return out;
}

inline StatusOr<std::vector<UnitJob>> ReadJobs(std::string_view bytes) {
  if (!bytes.starts_with(kJobsMagic)) return DataLossError("no file of jobs");
  codegen::PartReader reader{bytes.substr(kJobsMagic.size())};
  std::vector<UnitJob> jobs;
  for (uint64_t n = reader.Number(); n > 0 && reader.ok; --n) {
    UnitJob& job = jobs.emplace_back();
    job.kind = static_cast<UnitJob::Kind>(reader.Number());
    job.batch = reader.Number();
    job.rows = reader.Number();
    job.columns = reader.Number();
    job.piece = reader.Part();
    for (auto* list : {&job.callees, &job.buffers}) {
      for (uint64_t i = reader.Number(); i > 0 && reader.ok; --i) list->emplace_back(reader.Part());
    }
  }
  if (!reader.ok) return DataLossError("a file of jobs ends too early");
  return jobs;
}

// Room as the plugin gives it: at lines of the cache.
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using Line = std::unique_ptr<void, FreeMemory>;

inline void RunWholeKernel(codegen::Frame* frame, const codegen::UnitCode* kernel, void* const* pointers) {
  reinterpret_cast<codegen::KernelCode>(const_cast<void*>(kernel->address))(pointers, 0, kernel->extent, frame->stop);
}

// The code of a job in memory: that of the unit, then of those it calls.
struct JobCode {
  std::shared_ptr<const codegen::CodeBlock> block;
  std::vector<codegen::UnitCode> units;
};
inline StatusOr<JobCode> LoadJob(const UnitJob& job) {
  std::vector<codegen::Piece> pieces;
  CPPJRT_ASSIGN_OR_RETURN(codegen::Piece own, codegen::ReadPiece(job.piece));
  pieces.push_back(std::move(own));
  for (const std::string& callee : job.callees) {
    CPPJRT_ASSIGN_OR_RETURN(codegen::Piece piece, codegen::ReadPiece(callee));
    pieces.push_back(std::move(piece));
  }
  std::vector<const codegen::Piece*> list;
  for (const codegen::Piece& piece : pieces) list.push_back(&piece);
  JobCode code;
  CPPJRT_ASSIGN_OR_RETURN(code.block, codegen::CodeBlock::Load(list));
  for (size_t i = 0; i < pieces.size(); ++i) {
    code.units.push_back({code.block->address(i), pieces[i].extent, pieces[i].grain, pieces[i].parallel});
  }
  return code;
}

inline Status RunJob(UnitJob& job) {
  CPPJRT_ASSIGN_OR_RETURN(const JobCode code, LoadJob(job));
  std::vector<Line> memory;
  std::vector<void*> pointers;
  for (const std::string& buffer : job.buffers) {
    memory.emplace_back(std::aligned_alloc(64, (buffer.size() + 127) / 64 * 64));
    if (memory.back() == nullptr) return ResourceExhaustedError("no memory for a buffer");
    std::memcpy(memory.back().get(), buffer.data(), buffer.size());
    pointers.push_back(memory.back().get());
  }
  auto* const address = const_cast<void*>(code.units[0].address);
  codegen::Frame frame;
  frame.run = RunWholeKernel;
  if (job.kind == UnitJob::kRegion) {
    for (size_t i = 1; i < code.units.size(); ++i) {
      pointers.push_back(const_cast<codegen::UnitCode*>(&code.units[i]));
    }
    if (reinterpret_cast<codegen::RegionCode>(address)(&frame, pointers.data(), 0) != 0) {
      return InternalError("a loop failed");
    }
  } else if (job.kind == UnitJob::kTile) {
    for (uint64_t batch = 0; batch < job.batch; ++batch) {
      reinterpret_cast<codegen::TileCode>(address)(pointers.data(), static_cast<int64_t>(batch), 0,
                                                   static_cast<int64_t>(job.rows), 0,
                                                   static_cast<int64_t>(job.columns));
    }
  } else {
    RunWholeKernel(&frame, &code.units[0], pointers.data());
  }
  // Loops change the places of buffers, but not in `memory`.
  for (size_t i = 0; i < job.buffers.size(); ++i) {
    std::memcpy(job.buffers[i].data(), memory[i].get(), job.buffers[i].size());
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu::aarch64_test

#endif  // CPPJRT_TESTS_AARCH64_UNIT_JOB_H_
