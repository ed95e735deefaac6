// pjrt completion: shell completion scripts, made from the commands and options that exist.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/usage.h"

namespace cppjrt::cli {
namespace {

// What can follow one command: "pjrt plugin" is followed by "list", "info", …
struct Node {
  std::string path;  // "pjrt plugin"
  std::string words;
};

void Collect(const CLI::App& app, const std::string& path, std::vector<Node>& nodes) {
  Node node{path, {}};
  for (const CLI::App* sub : app.get_subcommands({})) node.words += (node.words.empty() ? "" : " ") + sub->get_name();
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) node.words += (node.words.empty() ? "--" : " --") + name;
  }
  if (node.path == "pjrt completion") node.words = "bash zsh fish " + node.words;
  nodes.push_back(node);
  for (const CLI::App* sub : app.get_subcommands({})) Collect(*sub, path + " " + sub->get_name(), nodes);
}

// zsh runs the same function through bashcompinit; `path` and `words` have a meaning of their own there.
std::string BashScript(const std::vector<Node>& nodes) {
  std::string script = "_pjrt() {\n  local command=pjrt word choices\n";
  script += "  for word in \"${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}\"; do\n";
  script += "    case \"$command $word\" in\n";
  for (const Node& node : nodes) {
    if (node.path != "pjrt") script += fmt::format("      \"{}\") command=\"{}\" ;;\n", node.path, node.path);
  }
  script += "    esac\n  done\n  case \"$command\" in\n";
  for (const Node& node : nodes) script += fmt::format("    \"{}\") choices=\"{}\" ;;\n", node.path, node.words);
  script += "  esac\n  COMPREPLY=($(compgen -W \"$choices\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n";
  return script + "complete -o default -F _pjrt pjrt\n";
}

std::string FishScript(const std::vector<Node>& nodes) {
  std::string script;
  for (const Node& node : nodes) {
    const std::string last = node.path.substr(node.path.rfind(' ') + 1);
    const std::string condition = node.path == "pjrt" ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + last;
    script += fmt::format("complete -c pjrt -n '{}' -a '{}'\n", condition, node.words);
  }
  return script;
}

}  // namespace

void AddCompletion(CLI::App& app, int& exit_code) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for a shell");
  command->add_option("shell", *shell, "bash, zsh, or fish")
      ->type_name("SHELL")
      ->required()
      ->check(OneOf({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n  source <(pjrt completion bash)      in ~/.bashrc\n"
      "  source <(pjrt completion zsh)       in ~/.zshrc, after compinit\n"
      "  pjrt completion fish | source       in ~/.config/fish/config.fish");
  command->callback([&app, shell, &exit_code] {
    std::vector<Node> nodes;
    Collect(app, "pjrt", nodes);
    if (*shell == "zsh") fmt::print("autoload -U +X bashcompinit && bashcompinit\n");
    fmt::print("{}", *shell == "fish" ? FishScript(nodes) : BashScript(nodes));
    exit_code = kSuccess;
  });
}

}  // namespace cppjrt::cli
