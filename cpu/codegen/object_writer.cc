#include "cpu/codegen/object_writer.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cppjrt::cpu::codegen {
namespace {

// The passes write to `out`; running them again is what `llc -compile-twice` does.
struct ObjectWriter {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out{bytes};
  llvm::legacy::PassManager passes;
};

struct Kept {
  std::mutex mutex;
  std::unordered_map<const llvm::TargetMachine*, std::unique_ptr<ObjectWriter>> writers;
  int64_t made = 0;
};
// Never destroyed: a thread may still compile when the process ends.
Kept& KeptWriters() {
  static Kept* const kept = new Kept();
  return *kept;
}

std::unique_ptr<ObjectWriter> TakeKept(const llvm::TargetMachine& machine) {
  Kept& kept = KeptWriters();
  const std::lock_guard lock(kept.mutex);
  const auto found = kept.writers.find(&machine);
  if (found == kept.writers.end()) {
    ++kept.made;
    return nullptr;
  }
  std::unique_ptr<ObjectWriter> writer = std::move(found->second);
  kept.writers.erase(found);
  return writer;
}

}  // namespace

StatusOr<std::string> WriteObject(llvm::Module& module, llvm::TargetMachine& machine) {
  std::unique_ptr<ObjectWriter> writer = TakeKept(machine);
  if (writer == nullptr) {
    writer = std::make_unique<ObjectWriter>();
    if (machine.addPassesToEmitFile(writer->passes, writer->out, nullptr, llvm::CodeGenFileType::ObjectFile,
                                    /*DisableVerify=*/true)) {
      return InternalError("LLVM cannot write object files for this machine");
    }
  }
  // If this throws, for want of memory, the passes are in the middle of something, and are not kept.
  writer->passes.run(module);
  std::string object(writer->bytes.begin(), writer->bytes.end());
  writer->bytes.clear();
  Kept& kept = KeptWriters();
  const std::lock_guard lock(kept.mutex);
  kept.writers.emplace(&machine, std::move(writer));
  return object;
}

void ForgetObjectWriter(const llvm::TargetMachine& machine) {
  Kept& kept = KeptWriters();
  std::unique_ptr<ObjectWriter> writer;
  const std::lock_guard lock(kept.mutex);
  const auto found = kept.writers.find(&machine);
  if (found == kept.writers.end()) return;
  writer = std::move(found->second);
  kept.writers.erase(found);
}

int64_t ObjectWritersMade() {
  Kept& kept = KeptWriters();
  const std::lock_guard lock(kept.mutex);
  return kept.made;
}

}  // namespace cppjrt::cpu::codegen
