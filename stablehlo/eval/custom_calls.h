// What custom_call can call: targets by name.
//
//   CustomCallTable table;
//   table.Add("my.twice", [](const OpRef& op) -> StatusOr<Kernel> { … });
//   Environment environment;
//   environment.custom_calls = &table;
//
// A target is found when the program is prepared, like a kernel, so that an unknown one is an error before anything runs.
// Targets that say nothing to a CPU (sharding, placement) or that every program may use (checks, top-k) are built in.
#ifndef CPPJRT_STABLEHLO_EVAL_CUSTOM_CALLS_H_
#define CPPJRT_STABLEHLO_EVAL_CUSTOM_CALLS_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// A set of targets. Thread-safe; outlives the programs that use it.
class CustomCallTargets {
 public:
  virtual ~CustomCallTargets() = default;

  // Whether there is such a target for calls of this api_version.
  virtual bool Has(std::string_view target, int64_t api_version) const = 0;
  // The kernel of a custom_call op. REQUIRES: Has(target, api version of the op).
  virtual StatusOr<Kernel> Prepare(std::string_view target, const OpRef& op) const = 0;
  // Names of all targets, for messages.
  virtual std::vector<std::string> Names() const = 0;
};

// Targets that are functions. Fill it before it is used.
class CustomCallTable : public CustomCallTargets {
 public:
  using PrepareFunction = std::function<StatusOr<Kernel>(const OpRef& op)>;

  void Add(std::string name, PrepareFunction prepare) {
    targets_.insert_or_assign(std::move(name), std::move(prepare));
  }

  bool Has(std::string_view target, int64_t) const override { return targets_.contains(target); }
  StatusOr<Kernel> Prepare(std::string_view target, const OpRef& op) const override {
    return targets_.find(target)->second(op);
  }
  std::vector<std::string> Names() const override;

 private:
  std::map<std::string, PrepareFunction, std::less<>> targets_;
};

// Several sets; the first that has a target gets it.
class CustomCallChain : public CustomCallTargets {
 public:
  // All outlive the chain.
  explicit CustomCallChain(std::vector<const CustomCallTargets*> sets) : sets_(std::move(sets)) {}

  bool Has(std::string_view target, int64_t api_version) const override { return Find(target, api_version) != nullptr; }
  StatusOr<Kernel> Prepare(std::string_view target, const OpRef& op) const override;
  std::vector<std::string> Names() const override;

 private:
  const CustomCallTargets* Find(std::string_view target, int64_t api_version) const;

  std::vector<const CustomCallTargets*> sets_;
};

// The targets that need no registration. Environment::custom_calls comes first.
const CustomCallTargets& BuiltInTargets();

// 1 as JAX and others write it by default, 2, 3, or 4 (typed FFI).
int64_t ApiVersionOf(const OpRef& op);

// The names most like `name`, best first, at most three: "did you mean".
std::vector<std::string> NearNames(std::string_view name, std::vector<std::string> names);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CUSTOM_CALLS_H_
