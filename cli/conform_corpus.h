// `pjrt conform --corpus DIR`: test programs that check themselves, on a plugin (conform/semantics).
#ifndef CPPJRT_CLI_CONFORM_CORPUS_H_
#define CPPJRT_CLI_CONFORM_CORPUS_H_

#include <string>
#include <vector>

#include "cli/command.h"

namespace cppjrt::cli {

struct ConformCorpusOptions {
  PluginChoice choice;
  std::string folder;
  std::string only;           // a part of a case's id
  std::string form = "text";  // text, artifact, both
  std::string json;           // files to write; empty: none
  std::string html;
  int jobs = 2;
  int batch = 24;
  double seconds = 60;  // for a batch
  bool keep_constants = false;
  bool verbose = false;
};

// The exit code: 1 if a case failed, crashed or hung.
int ConformCorpus(const ConformCorpusOptions& options);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_CONFORM_CORPUS_H_
