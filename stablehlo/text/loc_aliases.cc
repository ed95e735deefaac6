#include "stablehlo/text/loc_aliases.h"

#include <algorithm>
#include <utility>

namespace cppjrt::stablehlo::text {
namespace {

// What is nested deeper is printed where it stands.
constexpr int kMaxDepth = 1000;

}  // namespace

uint32_t LocAliases::VisitNested(LocId loc, bool deferrable, int level) {
  loc = module_->ResolveLocation(loc);
  const auto [found, is_new] = index_.try_emplace(loc, static_cast<uint32_t>(entries_.size()));
  const uint32_t index = found->second;
  if (!is_new) {
    if (!deferrable) MarkAtTop(index);
    return index;
  }
  entries_.push_back({loc, 1, deferrable, 0, {}});
  if (level >= kMaxDepth) return index;
  const LocTable& locs = module_->locs();
  switch (locs.kind(loc)) {
    case LocKind::kName:
      if (locs.child(loc) != kUnknownLoc) VisitPart(index, locs.child(loc), deferrable, level);
      break;
    case LocKind::kCallSite: {
      const LocId caller = locs.caller(loc);
      VisitPart(index, locs.callee(loc), deferrable, level);
      VisitPart(index, caller, deferrable, level);
      break;
    }
    case LocKind::kFused:
      for (size_t i = 0; i < locs.size(loc); ++i) VisitPart(index, locs.member(loc, i), deferrable, level);
      break;
    default:
      break;
  }
  return index;
}

void LocAliases::VisitPart(uint32_t entry, LocId part, bool deferrable, int level) {
  const uint32_t index = VisitNested(part, deferrable, level + 1);
  entries_[entry].parts.push_back(index);
  entries_[entry].depth = std::max(entries_[entry].depth, entries_[index].depth + 1);
}

void LocAliases::MarkAtTop(uint32_t entry) {
  std::vector<uint32_t> todo = {entry};
  while (!todo.empty()) {
    Entry& next = entries_[todo.back()];
    todo.pop_back();
    if (!next.deferrable) continue;
    next.deferrable = false;
    todo.insert(todo.end(), next.parts.begin(), next.parts.end());
  }
}

void LocAliases::Number() {
  for (uint32_t i = 0; i < entries_.size(); ++i) order_.push_back(i);
  std::ranges::sort(order_, {}, [this](uint32_t i) { return std::pair(entries_[i].depth, i); });
  for (uint32_t i = 0; i < order_.size(); ++i) entries_[order_[i]].number = i;
}

bool LocAliases::Append(std::string& out, LocId loc) const {
  const auto found = index_.find(module_->ResolveLocation(loc));
  if (found == index_.end()) return false;
  out += "#loc";
  const uint32_t number = entries_[found->second].number;
  if (number > 0) out += std::to_string(number);
  return true;
}

std::vector<LocId> LocAliases::Definitions(bool at_end) const {
  std::vector<LocId> result;
  for (uint32_t i : order_) {
    if (entries_[i].deferrable == at_end) result.push_back(entries_[i].loc);
  }
  return result;
}

}  // namespace cppjrt::stablehlo::text
