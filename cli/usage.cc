#include "cli/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

namespace cppjrt::cli {
namespace {

template <class T>
bool IsNumberFrom(const std::string& text, T minimum, T maximum) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= minimum && value <= maximum;
}

// "run, devices or plugin".
std::string Alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : (i + 1 == words.size() ? " or " : ", ")) + words[i];
  }
  return text;
}

std::string Commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return Alternatives(names);
}

// What was wrong at `app`, the innermost command that was recognised.
std::string Explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> extra = app.remaining();
  const std::string first = extra.empty() ? "" : extra.front();
  if (first.starts_with('-') && first.size() > 1) return fmt::format("there is no option '{}'", first);
  if (!app.get_subcommands({}).empty()) {
    return extra.empty() ? fmt::format("missing command: {}", Commands(app))
                         : fmt::format("there is no command '{}', only {}", first, Commands(app));
  }
  if (!extra.empty()) return fmt::format("'{}' is one argument too many", first);
  std::string text = error.what();
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

}  // namespace

CLI::Validator WholeNumber(int64_t minimum, int64_t maximum) {
  return CLI::Validator(
      [minimum, maximum](const std::string& text) {
        if (IsNumberFrom<int64_t>(text, minimum, maximum)) return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, minimum, maximum);
      },
      "");
}

CLI::Validator NonNegativeNumber() {
  return CLI::Validator(
      [](const std::string& text) {
        if (IsNumberFrom<double>(text, 0, std::numeric_limits<double>::infinity())) return std::string();
        return fmt::format("'{}' is not a number of at least 0", text);
      },
      "");
}

CLI::Validator OneOf(std::vector<std::string> words) {
  return CLI::Validator(
      [words = std::move(words)](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        return fmt::format("'{}' is not {}", text, Alternatives(words));
      },
      "");
}

std::string ExplainUsage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = &app;
  std::string path = app.get_name();
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    path += " " + at->get_name();
  }
  return fmt::format("{}; see `{} --help`", Explain(*at, error), path);
}

}  // namespace cppjrt::cli
