// The table of checks.
//
// A check is a function that gives OK (pass) or says what is wrong, and a row that tells people what it is about:
//
//   void AddDeviceChecks(Registry& registry) {
//     registry.Add({.id = "device.ids_distinct",
//                   .title = "no two devices have the same id",
//                   .meaning = "programs run on another device than the one that was named",
//                   .source = "PJRT_DeviceDescription_Id"},
//                  [](Context& context) -> Status { … });
//   }
//
// What the Status says becomes the result: OK is pass, UNIMPLEMENTED is unsupported, what Absent() made is absent, what
// Leaked() made is leak, any other error is fail. A crash or hang is seen from outside: each check may take its process down.
// Data-driven checks are added in loops, one row for each case, so that a report names the case.
#ifndef CPPJRT_CONFORM_REGISTRY_REGISTRY_H_
#define CPPJRT_CONFORM_REGISTRY_REGISTRY_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/report/report.h"
#include "cppjrt/status.h"

namespace cppjrt::conform {

class Context;  // conform/api/context.h

using CheckFunction = std::function<Status(Context&)>;

struct CheckInfo {
  std::string id = {};
  std::string title = {};
  std::string meaning = {};
  std::string source = {};
  Level level = Level::kRequired;
  bool alone = false;  // in a process of its own: forks, leaves threads behind, or is likely to end the process
  double seconds = 0;  // time limit where the run's is 30; 0: the run's
};

struct Check {
  CheckInfo info;
  CheckFunction run;
};

class Registry {
 public:
  void Add(CheckInfo info, CheckFunction run) { checks_.push_back({std::move(info), std::move(run)}); }
  std::span<const Check> checks() const { return checks_; }
  // Null if there is none.
  const Check* Find(std::string_view id) const;
  // An error if an id occurs twice or a row lacks something.
  Status Verify() const;

 private:
  std::vector<Check> checks_;
};

// Adds the checks of one area: its name stands in front of their ids.
//
//   const Area add(registry, "client");
//   add("create", "a client is made and destroyed", "nothing can be run", "PJRT_Client_Create", Creates);
class Area {
 public:
  // `alone`: each of them in a process of its own.
  Area(Registry& registry, std::string name, bool alone = false)
      : registry_(registry), name_(std::move(name)), alone_(alone) {}
  void operator()(const std::string& id, std::string title, std::string meaning, std::string source, CheckFunction run,
                  Level level = Level::kRequired, bool alone = false) const {
    registry_.Add({.id = name_ + "." + id,
                   .title = std::move(title),
                   .meaning = std::move(meaning),
                   .source = std::move(source),
                   .level = level,
                   .alone = alone_ || alone},
                  std::move(run));
  }

 private:
  Registry& registry_;
  const std::string name_;
  const bool alone_;
};

// Results that are no plain failure.
Status Absent(std::string message);
Status Leaked(std::string message);
// The result that a check's status stands for.
Result ResultOf(const Status& status);

// All checks of the harness, in the order of the report.
const Registry& AllChecks();
// The table as a Markdown page.
std::string ChecksAsMarkdown(const Registry& registry);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_REGISTRY_REGISTRY_H_
