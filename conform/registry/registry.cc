#include "conform/registry/registry.h"

#include <set>

namespace cppjrt::conform {
namespace {

// Marks a status as no plain failure; not shown.
constexpr char kResultPayload[] = "conform.result";

Status Marked(std::string message, Result result) {
  return Status(StatusCode::kUnknown, std::move(message), {{kResultPayload, std::string(ResultName(result))}});
}

}  // namespace

const Check* Registry::Find(std::string_view id) const {
  for (const Check& check : checks_) {
    if (check.info.id == id) return &check;
  }
  return nullptr;
}

Status Registry::Verify() const {
  std::set<std::string_view> ids;
  for (const Check& check : checks_) {
    const CheckInfo& info = check.info;
    if (!ids.insert(info.id).second) return InvalidArgumentError("two checks are called " + info.id);
    if (info.id.find('.') == std::string::npos) return InvalidArgumentError(info.id + " has no area");
    if (info.title.empty() || info.meaning.empty() || info.source.empty()) {
      return InvalidArgumentError(info.id + " lacks its title, meaning or source");
    }
    if (!check.run) return InvalidArgumentError(info.id + " has no function");
  }
  return Status();
}

Status Absent(std::string message) { return Marked(std::move(message), Result::kAbsent); }
Status Leaked(std::string message) { return Marked(std::move(message), Result::kLeak); }

Result ResultOf(const Status& status) {
  if (status.ok()) return Result::kPass;
  if (const auto found = status.payloads().find(kResultPayload); found != status.payloads().end()) {
    return ParseResult(found->second).value_or(Result::kFail);
  }
  return status.code() == StatusCode::kUnimplemented ? Result::kUnsupported : Result::kFail;
}

std::string ChecksAsMarkdown(const Registry& registry) {
  std::string text;
  std::string_view area;
  for (const Check& check : registry.checks()) {
    const std::string_view its = std::string_view(check.info.id).substr(0, check.info.id.find('.'));
    if (its != area) {
      text += "\n## " + std::string(its) +
              "\n\n| check | what is done | what it means if it fails | source |\n| --- | --- | --- | --- |\n";
      area = its;
    }
    const std::string level = check.info.level == Level::kAdvised ? " (advised)" : "";
    text += "| `" + check.info.id + "`" + level + " | " + check.info.title + " | " + check.info.meaning + " | " +
            check.info.source + " |\n";
  }
  return text;
}

}  // namespace cppjrt::conform
