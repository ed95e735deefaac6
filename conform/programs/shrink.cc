#include "conform/programs/shrink.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace cppjrt::conform {
namespace {

// ---- Walking.

// Every list of values in a block that names uses.
template <typename Function>
void ForEachUse(Block& block, const Function& function) {
  for (Operation& operation : block.operations) {
    for (size_t& value : operation.operands) function(value);
    for (Block& inner : operation.blocks) ForEachUse(inner, function);
  }
  for (size_t& value : block.returns) function(value);
}

void Replace(WholeProgram& program, size_t from, size_t to) {
  for (Block& block : program.functions) ForEachUse(block, [&](size_t& value) { value = value == from ? to : value; });
}

// An operation in the program: its block and its number there, and what it may use.
struct Place {
  Block* block = nullptr;
  size_t index = 0;
  std::vector<size_t> visible;
  bool in_main = true;
  Operation& operation() const { return block->operations[index]; }
};

void Collect(Block& block, std::vector<size_t> visible, bool in_main, std::vector<Place>& places) {
  visible.insert(visible.end(), block.arguments.begin(), block.arguments.end());
  for (size_t i = 0; i < block.operations.size(); ++i) {
    places.push_back({&block, i, visible, in_main});
    for (Block& inner : block.operations[i].blocks) Collect(inner, visible, in_main, places);
    const std::vector<size_t>& results = block.operations[i].results;
    visible.insert(visible.end(), results.begin(), results.end());
  }
}

std::vector<Place> Places(WholeProgram& program) {
  std::vector<Place> places;
  for (size_t i = 0; i < program.functions.size(); ++i) Collect(program.functions[i], {}, i == 0, places);
  return places;
}

// ---- What is not used.

bool DropUnusedIn(Block& block, const std::set<size_t>& used) {
  bool changed = false;
  std::erase_if(block.operations, [&](const Operation& operation) {
    const bool useless = std::ranges::none_of(operation.results, [&](size_t v) { return used.contains(v); });
    changed |= useless;
    return useless;
  });
  for (Operation& operation : block.operations) {
    for (Block& inner : operation.blocks) changed |= DropUnusedIn(inner, used);
  }
  return changed;
}

std::set<size_t> Used(WholeProgram& program) {
  std::set<size_t> used;
  for (Block& block : program.functions) ForEachUse(block, [&](size_t value) { used.insert(value); });
  return used;
}

void DropArgument(WholeProgram& program, size_t index) {
  program.main().arguments.erase(program.main().arguments.begin() + static_cast<ptrdiff_t>(index));
  program.arguments.erase(program.arguments.begin() + static_cast<ptrdiff_t>(index));
  for (Argument& argument : program.arguments) {
    if (argument.same_as == SIZE_MAX) continue;
    if (argument.same_as == index)
      argument.same_as = SIZE_MAX;
    else if (argument.same_as > index)
      --argument.same_as;
  }
}

void DropUnusedFunctions(WholeProgram& program) {
  for (size_t f = program.functions.size(); f-- > 1;) {
    const std::vector<Place> places = Places(program);
    if (std::ranges::any_of(places, [&](const Place& place) { return place.operation().callee == f; })) continue;
    program.functions.erase(program.functions.begin() + static_cast<ptrdiff_t>(f));
    for (const Place& place : Places(program)) {
      size_t& callee = place.operation().callee;
      if (callee != SIZE_MAX && callee > f) --callee;
    }
  }
}

// What loops count by: what their bodies return first, and the operands of that. Without them a loop would not end.
void AddCounters(const Block& block, std::set<size_t>& counters) {
  for (const Operation& operation : block.operations) {
    for (const Block& inner : operation.blocks) AddCounters(inner, counters);
    if (operation.name != "stablehlo.while") continue;
    counters.insert(operation.blocks[1].returns[0]);
  }
  for (const Operation& operation : block.operations) {
    if (operation.results.size() != 1 || !counters.contains(operation.results[0])) continue;
    counters.insert(operation.operands.begin(), operation.operands.end());
  }
}

std::set<size_t> Counters(const WholeProgram& program) {
  std::set<size_t> counters;
  // Constants may stand outside of the loops: twice, for what the first pass came by too early.
  for (int pass = 0; pass < 2; ++pass) {
    for (const Block& function : program.functions) AddCounters(function, counters);
  }
  return counters;
}

// ---- Candidates. Each changes the program in one way, and says whether it did.

void DropResult(WholeProgram& program, size_t index) {
  std::vector<size_t>& returns = program.main().returns;
  returns.erase(returns.begin() + static_cast<ptrdiff_t>(index));
  for (Argument& argument : program.arguments) {
    if (argument.alias == SIZE_MAX) continue;
    if (argument.alias == index)
      argument = {.low = argument.low, .high = argument.high};
    else if (argument.alias > index)
      --argument.alias;
  }
}

// Takes the operation out; others of their type are in the place of its results, new arguments where there are none.
bool Bypass(WholeProgram& program, const Place& place, size_t choice) {
  const Operation operation = place.operation();
  std::map<size_t, size_t> instead;
  for (const size_t result : operation.results) {
    std::vector<size_t> same;
    for (const size_t operand : operation.operands) {
      if (program.type(operand) == program.type(result)) same.push_back(operand);
    }
    for (auto it = place.visible.rbegin(); it != place.visible.rend(); ++it) {
      if (program.type(*it) == program.type(result)) same.push_back(*it);
    }
    if (choice >= same.size()) return false;
    instead[result] = same[choice];
  }
  place.block->operations.erase(place.block->operations.begin() + static_cast<ptrdiff_t>(place.index));
  for (const auto& [from, to] : instead) Replace(program, from, to);
  return true;
}

// An argument of @main in the place of the results.
bool ToArguments(WholeProgram& program, const Place& place) {
  const Operation operation = place.operation();
  if (!place.in_main || operation.name == "stablehlo.constant") return false;
  place.block->operations.erase(place.block->operations.begin() + static_cast<ptrdiff_t>(place.index));
  for (const size_t result : operation.results) {
    const size_t value = program.NewValue(ValueType(program.type(result)));
    program.main().arguments.push_back(value);
    program.arguments.push_back({.low = 0, .high = program.type(value).element == stablehlo::ElementType::kI1 ? 1 : 7});
    Replace(program, result, value);
  }
  return true;
}

// The operations of block `which` in the place of the operation that has it.
bool Splice(WholeProgram& program, const Place& place, size_t which) {
  Operation operation = place.operation();
  if (which >= operation.blocks.size()) return false;
  const bool loop = operation.name == "stablehlo.while";
  if (loop && which == 0) return false;
  Block& inner = operation.blocks[which];
  std::vector<Operation>& operations = place.block->operations;
  const auto at = operations.erase(operations.begin() + static_cast<ptrdiff_t>(place.index));
  operations.insert(at, inner.operations.begin(), inner.operations.end());
  for (size_t i = 0; i < inner.arguments.size(); ++i) Replace(program, inner.arguments[i], operation.operands[i]);
  for (size_t i = 0; i < operation.results.size(); ++i) {
    size_t value = inner.returns[i];
    const auto argument = std::ranges::find(inner.arguments, value);
    if (argument != inner.arguments.end())
      value = operation.operands[static_cast<size_t>(argument - inner.arguments.begin())];
    Replace(program, operation.results[i], value);
  }
  return true;
}

template <typename List>
void Erase(List& list, size_t index) {
  list.erase(list.begin() + static_cast<ptrdiff_t>(index));
}

// A value that is carried no longer: its first value is captured instead.
bool DropCarry(WholeProgram& program, const Place& place, size_t index) {
  Operation& loop = place.operation();
  // The first counts.
  if (loop.name != "stablehlo.while" || index == 0 || index >= loop.operands.size()) return false;
  const size_t first = loop.operands[index], result = loop.results[index];
  const size_t arguments[] = {loop.blocks[0].arguments[index], loop.blocks[1].arguments[index]};
  Erase(loop.operands, index);
  Erase(loop.results, index);
  Erase(loop.blocks[0].arguments, index);
  Erase(loop.blocks[1].arguments, index);
  Erase(loop.blocks[1].returns, index);
  for (const size_t argument : arguments) Replace(program, argument, first);
  Replace(program, result, first);
  return true;
}

bool DropBranchResult(WholeProgram& program, const Place& place, size_t index) {
  Operation& branches = place.operation();
  if (branches.blocks.empty() || branches.name == "stablehlo.while" || index >= branches.results.size()) return false;
  const std::set<size_t> used = Used(program);
  if (used.contains(branches.results[index])) return false;
  Erase(branches.results, index);
  for (Block& block : branches.blocks) Erase(block.returns, index);
  return true;
}

bool DropBranch(const Place& place, size_t index) {
  Operation& branches = place.operation();
  if (branches.name != "stablehlo.case" || branches.blocks.size() < 2 || index >= branches.blocks.size()) return false;
  Erase(branches.blocks, index);
  return true;
}

// A scalar constant that is smaller.
bool SmallerConstant(const WholeProgram& program, const Place& place, size_t choice) {
  Operation& constant = place.operation();
  if (constant.name != "stablehlo.constant" || !program.type(constant.results[0]).dims.empty()) return false;
  constexpr std::string_view kHead = "<{value = dense<";
  if (!constant.attributes.starts_with(kHead)) return false;
  const size_t end = constant.attributes.find('>', kHead.size());
  const std::string text = constant.attributes.substr(kHead.size(), end - kHead.size());
  if (!std::isdigit(static_cast<unsigned char>(text[0])) || text.find('.') != std::string::npos) return false;
  const int64_t value = std::stoll(text);
  const int64_t smaller[] = {0, 1, 2, 9, value / 2, value - 1};
  if (choice >= std::size(smaller) || smaller[choice] >= value || smaller[choice] < 0) return false;
  constant.attributes.replace(kHead.size(), text.size(), std::to_string(smaller[choice]));
  return true;
}

// Whole numbers in a text that stand for themselves: not those in names and types.
std::string WithNumber(const std::string& text, int64_t from, int64_t to) {
  std::string changed;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    const bool word = i > 0 &&
                      (std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '_' ||
                       text[i - 1] == '.' || text[i - 1] == '%') &&
                      text[i - 1] != 'x';
    if (end == i || word) {
      changed += text.substr(i, std::max<size_t>(end - i, 1));
      i = std::max(end, i + 1);
      continue;
    }
    const std::string number = text.substr(i, end - i);
    const bool dot = end < text.size() && text[end] == '.';
    const bool same = number.size() < 9 && !dot && std::stoll(number) == from;
    changed += same ? std::to_string(to) : number;
    i = end;
  }
  return changed;
}

void ChangeNumbers(Block& block, int64_t from, int64_t to) {
  for (Operation& operation : block.operations) {
    if (operation.name != "stablehlo.constant") {
      // What is next to an extent follows it.
      operation.attributes = WithNumber(operation.attributes, from, to);
      operation.attributes = WithNumber(operation.attributes, from - 1, to - 1);
    } else if (operation.attributes.find(" : tensor<i") == std::string::npos) {
      const size_t colon = operation.attributes.find(" : ");
      operation.attributes =
          operation.attributes.substr(0, colon) + WithNumber(operation.attributes.substr(colon), from, to);
    }
    for (Block& inner : operation.blocks) ChangeNumbers(inner, from, to);
  }
}

void ChangeExtent(WholeProgram& program, int64_t from, int64_t to) {
  for (ValueType& type : program.types) std::ranges::replace(type.dims, from, to);
  for (Block& block : program.functions) ChangeNumbers(block, from, to);
}

std::set<int64_t> Extents(const WholeProgram& program) {
  std::set<int64_t> extents;
  for (const ValueType& type : program.types) extents.insert(type.dims.begin(), type.dims.end());
  return extents;
}

// ---- The search.

class Shrinker {
 public:
  Shrinker(WholeProgram program, const std::function<bool(const WholeProgram&)>& fails, const ShrinkLimits& limits)
      : program_(std::move(program)), fails_(fails), limits_(limits) {}

  WholeProgram Run() {
    for (bool changed = true; changed && !over();) {
      changed = Results();
      changed |= Operations();
      changed |= Parts();
      changed |= Sizes();
      changed |= Arguments();
    }
    return std::move(program_);
  }

 private:
  bool over() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return tried_ >= limits_.candidates || spent.count() > limits_.seconds;
  }

  // Takes the candidate if it fails.
  bool Try(WholeProgram candidate) {
    if (over()) return false;
    ++tried_;
    DropUnused(candidate);
    if (!fails_(candidate)) return false;
    program_ = std::move(candidate);
    return true;
  }

  // `change(program, place)` at each operation, the last ones first.
  template <typename Change>
  bool TryEverywhere(const Change& change, bool counters_too = true) {
    bool any = false;
    for (size_t n = Places(program_).size(); n-- > 0 && !over();) {
      WholeProgram candidate = program_;
      const std::vector<Place> places = Places(candidate);
      if (n >= places.size()) continue;
      const std::vector<size_t>& results = places[n].operation().results;
      if (!counters_too && results.size() == 1 && Counters(program_).contains(results[0])) continue;
      if (change(candidate, places[n])) any |= Try(std::move(candidate));
    }
    return any;
  }

  bool Results() {
    bool any = false;
    for (size_t i = program_.main().returns.size(); i-- > 0 && program_.main().returns.size() > 1;) {
      WholeProgram candidate = program_;
      DropResult(candidate, i);
      any |= Try(std::move(candidate));
    }
    return any;
  }

  bool Operations() {
    bool any = false;
    for (const size_t choice : {size_t{0}, size_t{1}, size_t{2}}) {
      any |= TryEverywhere([&](WholeProgram& p, const Place& place) { return Bypass(p, place, choice); }, false);
    }
    any |= TryEverywhere([](WholeProgram& p, const Place& place) { return ToArguments(p, place); }, false);
    for (size_t block = 0; block < 4; ++block) {
      any |= TryEverywhere([&](WholeProgram& p, const Place& place) { return Splice(p, place, block); });
    }
    return any;
  }

  bool Parts() {
    bool any = false;
    for (size_t i = 6; i-- > 0;) {
      any |= TryEverywhere([&](WholeProgram& p, const Place& place) { return DropCarry(p, place, i); });
      any |= TryEverywhere([&](WholeProgram& p, const Place& place) { return DropBranchResult(p, place, i); });
      any |= TryEverywhere([&](WholeProgram&, const Place& place) { return DropBranch(place, i); });
    }
    return any;
  }

  bool Sizes() {
    bool any = false;
    for (size_t choice = 0; choice < 6; ++choice) {
      any |=
          TryEverywhere([&](WholeProgram& p, const Place& place) { return SmallerConstant(p, place, choice); }, false);
    }
    for (const int64_t extent : Extents(program_)) {
      for (const int64_t smaller : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}, extent / 2, extent - 1}) {
        if (smaller < 1 || smaller >= extent) continue;
        WholeProgram candidate = program_;
        ChangeExtent(candidate, extent, smaller);
        if (Try(std::move(candidate))) {
          any = true;
          break;
        }
      }
    }
    return any;
  }

  bool Arguments() {
    bool any = false;
    for (size_t i = 0; i < program_.arguments.size(); ++i) {
      if (!program_.arguments[i].donated && program_.arguments[i].same_as == SIZE_MAX) continue;
      WholeProgram candidate = program_;
      Argument& argument = candidate.arguments[i];
      argument = {.low = argument.low, .high = argument.high};
      any |= Try(std::move(candidate));
    }
    return any;
  }

  WholeProgram program_;
  const std::function<bool(const WholeProgram&)>& fails_;
  const ShrinkLimits& limits_;
  int tried_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void DropUnused(WholeProgram& program) {
  for (bool changed = true; changed;) {
    const std::set<size_t> used = Used(program);
    changed = false;
    for (Block& block : program.functions) changed |= DropUnusedIn(block, used);
  }
  DropUnusedFunctions(program);
  const std::set<size_t> used = Used(program);
  for (size_t i = program.arguments.size(); i-- > 0;) {
    if (!used.contains(program.main().arguments[i])) DropArgument(program, i);
  }
}

WholeProgram Shrink(WholeProgram program, const std::function<bool(const WholeProgram&)>& fails,
                    const ShrinkLimits& limits) {
  return Shrinker(std::move(program), fails, limits).Run();
}

}  // namespace cppjrt::conform
