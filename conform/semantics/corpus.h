// The test programs below a folder.
//
//   for (const CaseSource& source : FindCases("corpus", {})) … source.id …      // "testdata/abs_float32_20_20.mlir"
//   CPPJRT_ASSIGN_OR_RETURN(Case test, ReadCase(source, {}));
//
// A case is a program that checks itself (a .mlir file with check.* in it; several programs are cut at "// -----"), or a
// folder with case.json as corpus/jax has them. An INDEX.tsv beside the files, if there is one, says how they are judged:
// tier relaxed, tier parse (nothing to run). Folders whose index tells verdicts or kinds hold cases of a parser and are left
// out.
#ifndef CPPJRT_CONFORM_SEMANTICS_CORPUS_H_
#define CPPJRT_CONFORM_SEMANTICS_CORPUS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "conform/semantics/self_check.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

struct CaseSource {
  std::string id;              // path below the folder, "#2" behind it if the file has several programs
  std::string group;           // "strict", "relaxed", "quantized", "interpret", "math", "jax", "own"
  std::filesystem::path path;  // of the file, or of the JAX case's folder
  std::string text;            // the program; empty for JAX cases
  bool relaxed = false;
};

struct FindOptions {
  std::string only;  // a part of the id
};

// In the order of their paths. NOT_FOUND if there is no such folder or file.
StatusOr<std::vector<CaseSource>> FindCases(const std::filesystem::path& folder, const FindOptions& options);

struct Case {
  // For programs that check themselves. A JAX case has checks and arguments only, and its program as it is.
  SelfCheck test;
  std::string program;   // JAX: the text
  std::string artifact;  // JAX: the artifact
};

StatusOr<Case> ReadCase(const CaseSource& source, bool keep_constants);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_CORPUS_H_
