// Object code: what code generation gives, and how it becomes runnable. No LLVM in view.
//
//   CPPJRT_ASSIGN_OR_RETURN(GeneratedCode code, GenerateCode(graph, plan, {}));
//   CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<LoadedCode> loaded, LoadedCode::Load(code.object));
//   loaded->entry()(&frame);                                                   // frame.h
#ifndef CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_
#define CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob_store.h"
#include "cppjrt/status.h"
#include "cpu/codegen/frame.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct CodeOptions {
  // Where object code is kept, by what it is made from; may be null.
  const BlobStore* cache = nullptr;
  // Called with the code as text: "llvm" before and "llvm.optimized" after LLVM's passes, "asm". May be empty.
  std::function<void(std::string_view stage, const std::string& text)> dump;
};

struct GeneratedCode {
  std::string object;              // a relocatable object file, position-independent
  std::vector<const Step*> calls;  // the steps that Frame::call is called for, by number
  // Seconds: writing LLVM IR, its passes, machine code.
  double emit_seconds = 0, optimize_seconds = 0, machine_seconds = 0;
};

// UNIMPLEMENTED, naming the node and its place, for what there is no code for: the evaluator runs such programs.
StatusOr<GeneratedCode> GenerateCode(const Graph& graph, const Plan& plan, const CodeOptions& options);

// Code in memory, ready to run, until this is destroyed.
class LoadedCode {
 public:
  // INTERNAL if the object cannot be linked.
  static StatusOr<std::unique_ptr<LoadedCode>> Load(const std::string& object);
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  EntryCode entry() const { return entry_; }

 private:
  struct State;
  LoadedCode();
  std::unique_ptr<State> state_;
  EntryCode entry_ = nullptr;
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_
