// What the runners of the front end's corpora share: reading the corpus, and the report that tools/corpus_table.py reads.
//
//   Report report;
//   report.Add("static", file, problem);                  // an empty problem is a pass
//   report.NotApplicable("accept", file, "it has a loop");  // skipped: the check says nothing about this case
//   report.Refused("accept", file, status.ToString());      // skipped: the code under test gave an error, which it may
//   return report.Print();                                // "static   12 passed, 0 failed, 2 skipped, 0.31 s", …
//
// Failures are printed at once, "FAILED static abs.mlir: what is wrong". Skipped cases are appended to the file
// $CPPJRT_SKIPS, if it is set, as lines "category, name, code, reason" between tabs; the code is "n/a" or that of the error.
// tools/corpus_table.py compares them with tests/corpus/expected_skips.tsv.
#ifndef CPPJRT_TESTS_CORPUS_CORPUS_H_
#define CPPJRT_TESTS_CORPUS_CORPUS_H_

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::corpus {

namespace fs = std::filesystem;

// The folder given, else $CPPJRT_CORPUS, else ../shared/corpus.
inline fs::path Root(const char* given) {
  const char* fallback = std::getenv("CPPJRT_CORPUS");
  if (given != nullptr) return given;
  return fallback != nullptr ? fallback : "../shared/corpus";
}

inline std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The files below (or, with `deep` false, in) a folder that have this ending, sorted; none if there is no such folder.
inline std::vector<fs::path> FilesIn(const fs::path& folder, std::string_view ending, bool deep = true) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
    if (!deep) entry.disable_recursion_pending();
    if (entry->path().extension() == ending) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

// Cut wherever "// -----" stands, as the corpus says; pieces without code are kept.
inline std::vector<std::string> Split(std::string_view text) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> pieces;
  while (true) {
    const size_t end = std::min(text.find(kMark), text.size());
    pieces.emplace_back(text.substr(0, end));
    if (end == text.size()) return pieces;
    text.remove_prefix(std::min(text.find('\n', end), text.size()));
  }
}

// The fields of a line between tabs.
inline std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= line.size();) {
    const size_t tab = std::min(line.find('\t', at), line.size());
    out.push_back(line.substr(at, tab - at));
    at = tab + 1;
  }
  return out;
}

// The rows of a tab-separated table with a header, by column.
using Row = std::map<std::string, std::string, std::less<>>;
inline std::vector<Row> ReadTable(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = Fields(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = Fields(line);
    Row& row = rows.emplace_back();
    for (size_t i = 0; i < names.size(); ++i) row[names[i]] = i < values.size() ? values[i] : std::string();
  }
  return rows;
}

class Report {
 public:
  void Pass(const std::string& category) { ++At(category).passed; }
  // A name of "*" stands for all cases of the category to which the reason applies.
  void NotApplicable(const std::string& category, const fs::path& name, const std::string& why) {
    Skip(category, name, "n/a", why);
  }
  // `error` begins with its code, as Status::ToString() does.
  void Refused(const std::string& category, const fs::path& name, const std::string& error) {
    Skip(category, name, error.substr(0, error.find(':')), error.substr(std::min(error.find(' ') + 1, error.size())));
  }
  void Fail(const std::string& category, const fs::path& name, const std::string& why) {
    ++At(category).failed;
    std::printf("FAILED %s %s: %s\n", category.c_str(), name.c_str(), why.substr(0, 1500).c_str());
  }
  // An empty `why` is a pass.
  void Add(const std::string& category, const fs::path& name, const std::string& why) {
    why.empty() ? Pass(category) : Fail(category, name, why);
  }

  // A line for each category in the order they came, then the sum. Gives the exit status: 1 if something failed.
  int Print() const {
    Tally total;
    for (const auto& [category, tally] : tallies_) {
      std::printf("%-24s %d passed, %d failed, %d skipped, %.2f s\n", category.c_str(), tally.passed, tally.failed,
                  tally.skipped, tally.seconds);
      total.passed += tally.passed;
      total.failed += tally.failed;
      total.skipped += tally.skipped;
    }
    std::printf("%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped);
    return total.failed == 0 ? 0 : 1;
  }

 private:
  static constexpr size_t kMaxReason = 160;  // characters

  struct Tally {
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    double seconds = 0;
  };

  void Skip(const std::string& category, const fs::path& name, const std::string& code, std::string why) {
    ++At(category).skipped;
    static const char* const path = std::getenv("CPPJRT_SKIPS");
    if (path == nullptr) return;
    why = why.substr(0, kMaxReason);
    std::ranges::replace_if(why, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    std::ofstream(path, std::ios::app) << category << '\t' << name.string() << '\t' << code << '\t' << why << '\n';
  }

  // The category, to which the time since the last call counts.
  Tally& At(const std::string& category) {
    auto found = std::ranges::find(tallies_, category, &std::pair<std::string, Tally>::first);
    if (found == tallies_.end()) found = tallies_.insert(found, {category, Tally()});
    const auto now = std::chrono::steady_clock::now();
    found->second.seconds += std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return found->second;
  }

  std::vector<std::pair<std::string, Tally>> tallies_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace cppjrt::corpus

#endif  // CPPJRT_TESTS_CORPUS_CORPUS_H_
