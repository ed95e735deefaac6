// GenerateCode: units are looked for in memory, then on disk; those that are nowhere are made, in modules of about equal size.
#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "base/build_id.h"
#include "base/sha256.h"
#include "cpu/codegen/code_library.h"
#include "cpu/codegen/object_code.h"
#include "cpu/codegen/optimizer.h"
#include "cpu/codegen/supported.h"
#include "cpu/codegen/target.h"
#include "cpu/codegen/unit.h"
#include "cpu/codegen/unit_module.h"

namespace cppjrt::cpu::codegen {
namespace {

using Clock = std::chrono::steady_clock;

// Of units in one module at least, if there are others: a module takes about as long as a small kernel by itself.
constexpr size_t kSmallModule = 1500;

// Everything that code depends on beside the unit: this library included, which made the text and the code.
std::string KeyPrefix(const Target& target) {
  return "cppjrt unit 2\n" LLVM_VERSION_STRING "\n" + BuildId() + "\n" + target.name + "\n" + target.cpu + "\n" +
         target.features + "\n" + std::to_string(target.vector_bytes) + (target.fma ? " fma\n" : "\n") + kPasses + "\n";
}

class Generator {
 public:
  Generator(const Plan& plan, const ProgramUnits& program, const CodeOptions& options)
      : plan_(plan),
        program_(program),
        options_(options),
        target_(options.reproducible ? Reproducible(HostTarget()) : HostTarget()) {
    // A library that cannot be told from another one keeps nothing.
    cache_ = BuildId().empty() ? nullptr : options.cache;
  }

  Status Run(ProgramCode& code) {
    const Clock::time_point start = Clock::now();
    loaded_.resize(program_.units.size());
    pieces_.resize(program_.units.size());
    const std::string prefix = KeyPrefix(target_);
    for (const Unit& unit : program_.units) {
      Sha256 hash;
      hash.Update(prefix);
      hash.Update({reinterpret_cast<const char*>(unit.key.data()), unit.key.size()});
      keys_.push_back(hash.Finish());
    }
    std::vector<uint32_t> missing;
    for (uint32_t i = 0; i < program_.units.size(); ++i) {
      if (!Find(i, code.stats)) missing.push_back(i);
    }
    code.stats.lookup_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    code.stats.generated = static_cast<int64_t>(missing.size());
    CPPJRT_RETURN_IF_ERROR(Make(missing, code.stats));
    CPPJRT_RETURN_IF_ERROR(Load());
    Keep(missing);
    code.stats.units = static_cast<int64_t>(program_.units.size());
    for (const std::shared_ptr<const LoadedUnit>& unit : loaded_) {
      code.units.push_back(unit->code);
      code.stats.code_bytes += unit->bytes;
    }
    code.loaded = std::move(loaded_);
    return OkStatus();
  }

 private:
  bool Find(uint32_t i, CodeStats& stats) {
    if (options_.dump) return false;  // all is to be seen
    loaded_[i] = FindLoaded(keys_[i]);
    if (loaded_[i] != nullptr) {
      ++stats.shared;
      return true;
    }
    if (cache_ == nullptr) return false;
    const StatusOr<std::string> bytes = cache_->Get(keys_[i]);
    if (!bytes.ok()) return false;
    StatusOr<Piece> piece = ReadPiece(*bytes);
    if (!piece.ok()) return false;
    pieces_[i] = std::move(*piece);
    ++stats.from_cache;
    return true;
  }

  // The largest first, each to the module that has least so far: the same modules in every run. What a unit becomes does not
  // depend on what else is in its module.
  std::vector<std::vector<uint32_t>> Modules(std::vector<uint32_t> missing) const {
    size_t total = 0;
    for (const uint32_t i : missing) total += program_.units[i].weight;
    const auto threads = static_cast<size_t>(options_.pool == nullptr ? 1 : options_.pool->num_threads());
    const size_t count =
        options_.dump || threads == 1 ? 1 : std::min({2 * threads, missing.size(), 1 + total / kSmallModule});
    const auto weight_of = [&](uint32_t unit) { return program_.units[unit].weight; };
    std::sort(missing.begin(), missing.end(), [&](uint32_t a, uint32_t b) {
      return weight_of(a) != weight_of(b) ? weight_of(a) > weight_of(b) : a < b;
    });
    std::vector<std::vector<uint32_t>> modules(count);
    std::vector<size_t> weights(count);
    for (const uint32_t i : missing) {
      const auto least = static_cast<size_t>(std::min_element(weights.begin(), weights.end()) - weights.begin());
      modules[least].push_back(i);
      weights[least] += program_.units[i].weight;
    }
    for (std::vector<uint32_t>& module : modules) std::sort(module.begin(), module.end());
    return modules;
  }

  Status Make(const std::vector<uint32_t>& missing, CodeStats& stats) {
    if (missing.empty()) return OkStatus();
    const std::vector<std::vector<uint32_t>> modules = Modules(missing);
    std::vector<Status> statuses(modules.size());
    std::vector<ModuleCode> made(modules.size());
    const auto make = [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        try {
          statuses[i] = MakeOne(modules[i], made[i]);
        } catch (const std::bad_alloc&) {  // nothing may be thrown on a thread of the pool
          statuses[i] = ResourceExhaustedError("no memory to generate code");
        }
      }
    };
    if (options_.pool != nullptr && modules.size() > 1) {
      options_.pool->ParallelFor(static_cast<int64_t>(modules.size()), 1, make);
    } else {
      make(0, static_cast<int64_t>(modules.size()));
    }
    for (const ModuleCode& code : made) {
      stats.emit_seconds += code.emit_seconds;
      stats.optimize_seconds += code.optimize_seconds;
      stats.machine_seconds += code.machine_seconds;
    }
    for (const Status& status : statuses) CPPJRT_RETURN_IF_ERROR(status);
    return OkStatus();
  }

  Status MakeOne(const std::vector<uint32_t>& module, ModuleCode& made) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<Piece> pieces,
                            MakePieces(plan_, program_, module, target_, options_.dump, made));
    for (size_t i = 0; i < module.size(); ++i) pieces_[module[i]] = std::move(pieces[i]);
    made.object = {};
    return OkStatus();
  }

  Status Load() {
    std::vector<std::pair<Sha256Digest, const Piece*>> pieces;
    for (size_t i = 0; i < pieces_.size(); ++i) {
      if (loaded_[i] == nullptr) pieces.emplace_back(keys_[i], &pieces_[i]);
    }
    if (pieces.empty()) return OkStatus();
    CPPJRT_ASSIGN_OR_RETURN(const auto units, LoadUnits(pieces));
    size_t next = 0;
    for (std::shared_ptr<const LoadedUnit>& unit : loaded_) {
      if (unit == nullptr) unit = units[next++];
    }
    return OkStatus();
  }

  // A cache that cannot be written to makes nothing fail.
  void Keep(const std::vector<uint32_t>& made) const {
    if (cache_ == nullptr || options_.dump) return;
    for (const uint32_t i : made) static_cast<void>(cache_->Put(keys_[i], WritePiece(pieces_[i])).ok());
  }

  const Plan& plan_;
  const ProgramUnits& program_;
  const CodeOptions& options_;
  const Target target_;
  const BlobStore* cache_ = nullptr;
  std::vector<Sha256Digest> keys_;
  std::vector<std::shared_ptr<const LoadedUnit>> loaded_;
  std::vector<Piece> pieces_;
};

}  // namespace

StatusOr<ProgramCode> GenerateCode(const Graph& graph, const Plan& plan, const CodeOptions& options) {
  CPPJRT_RETURN_IF_ERROR(CheckSupported(graph));
  ProgramUnits program = FormUnits(plan);
  ProgramCode code;
  CPPJRT_RETURN_IF_ERROR(Generator(plan, program, options).Run(code));
  code.schedule = std::move(program.schedule);
  code.calls = std::move(program.calls);
  for (Unit& unit : program.units) {
    code.sources.push_back({unit.step, unit.node});
    code.callees.push_back(std::move(unit.callees));
  }
  return code;
}

}  // namespace cppjrt::cpu::codegen
