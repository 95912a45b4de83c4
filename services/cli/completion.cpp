#include <CLI/CLI.hpp>
#include <cstdio>

#include "services/cli/verbs.h"
#include "services/cli/words.h"
#include "services/common/text.h"

/// What makes shells complete verbs, options and their values.
namespace assay::cli {
namespace {

/// The verb's options and those of the verbs below it; the names of the latter.
struct VerbWords {
  const CLI::App* verb = nullptr;
  std::vector<OptionWords> options;  ///< without positionals
  std::vector<std::string> below;
};

std::vector<VerbWords> words_of(const CLI::App& app) {
  std::vector<VerbWords> all;
  for (const CLI::App* verb : verbs_of(app)) {
    VerbWords words{verb, {}, {}};
    const auto add = [&](const CLI::App& each) {
      for (OptionWords& option : options_of(each)) {
        const auto same = [&](const OptionWords& other) { return other.name == option.name; };
        if (!option.positional && std::none_of(words.options.begin(), words.options.end(), same))
          words.options.push_back(std::move(option));
      }
    };
    add(*verb);
    for (const CLI::App* below : verbs_of(*verb)) {
      words.below.push_back(below->get_name());
      add(*below);
    }
    all.push_back(std::move(words));
  }
  return all;
}

/// One line without what shells take for more than a letter.
std::string plain(std::string text) {
  std::string out;
  for (const char c : text)
    if (c == '\n')
      out += ' ';
    else if (c == '[' || c == ']')
      out += c == '[' ? '(' : ')';
    else if (std::string_view("'\"\\$`:").find(c) == std::string_view::npos)
      out += c;
  return out;
}

std::string bash_script(const CLI::App& app) {
  std::string verbs, cases;
  for (const VerbWords& verb : words_of(app)) {
    const std::string name = verb.verb->get_name();
    verbs += (verbs.empty() ? "" : " ") + name;
    std::string options;
    for (const OptionWords& option : verb.options) options += (options.empty() ? "" : " ") + option.name;
    cases += "    " + name + ") words=\"" + options + "\" below=\"" + joined(verb.below, " ") + "\" ;;\n";
  }
  return "# For bash: source <(assay completion bash)\n"
         "_assay() {\n"
         "  local words below word=${COMP_WORDS[COMP_CWORD]}\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  if [ \"$COMP_CWORD\" -le 1 ]; then\n"
         "    words=\"" +
         verbs +
         "\"\n"
         "  elif [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$below\" ] && [ \"${word#-}\" = \"$word\" ]; then\n"
         "    words=$below\n"
         "  elif [ \"${word#-}\" = \"$word\" ]; then\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _assay assay\n";
}

std::string zsh_script(const CLI::App& app) {
  std::string verbs, cases;
  for (const VerbWords& verb : words_of(app)) {
    const std::string name = verb.verb->get_name();
    verbs += "    '" + name + ":" + plain(summary_of(*verb.verb)) + "'\n";
    cases += "    " + name + ")\n      _arguments -S \\\n";
    for (const OptionWords& option : verb.options) {
      cases += "        '" + std::string(option.repeats ? "*" : "") + option.name + (option.value.empty() ? "" : "=") +
               "[" + plain(option.description) + "]";
      if (!option.choices.empty())
        cases += ":value:(" + joined(option.choices, " ") + ")";
      else if (!option.value.empty())
        cases += ":value:_files";
      cases += "' \\\n";
    }
    if (!verb.below.empty()) cases += "        '1:what:(" + joined(verb.below, " ") + ")' \\\n";
    cases += "        '*:file:_files' ;;\n";
  }
  return "#compdef assay\n"
         "# For zsh: source <(assay completion zsh), after compinit\n"
         "_assay() {\n"
         "  local -a verbs\n"
         "  verbs=(\n" +
         verbs +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe verb verbs\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case ${words[1]} in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ ${funcstack[1]} == _assay ]]; then _assay \"$@\"; else compdef _assay assay; fi\n";
}

std::string fish_script(const CLI::App& app) {
  std::string text = "# For fish: assay completion fish | source\n";
  for (const VerbWords& verb : words_of(app)) {
    const std::string name = verb.verb->get_name();
    text +=
        "complete -c assay -n __fish_use_subcommand -f -a " + name + " -d '" + plain(summary_of(*verb.verb)) + "'\n";
    const std::string inside = "complete -c assay -n '__fish_seen_subcommand_from " + name + "'";
    if (!verb.below.empty())
      text += "complete -c assay -n '__fish_seen_subcommand_from " + name + "; and not __fish_seen_subcommand_from " +
              joined(verb.below, " ") + "' -f -a '" + joined(verb.below, " ") + "'\n";
    for (const OptionWords& option : verb.options) {
      text += inside + " -l " + option.name.substr(2);
      if (!option.choices.empty())
        text += " -x -a '" + joined(option.choices, " ") + "'";
      else if (!option.value.empty())
        text += " -r";
      text += " -d '" + plain(option.description) + "'\n";
    }
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("completion");
  auto shell = std::make_shared<std::string>("bash");
  verb->description(
      "Prints a script that completes verbs and options in a shell. To use it: source <(assay completion bash)\n\nExit "
      "code: 0, "
      "or 2 for another shell.");
  verb->add_option("shell", *shell, "bash, zsh or fish")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->capture_default_str();
  verb->callback([&app, shell, &action] {
    action = [&app, shell] {
      const std::string script = *shell == "zsh"    ? zsh_script(app)
                                 : *shell == "fish" ? fish_script(app)
                                                    : bash_script(app);
      std::fputs(script.c_str(), stdout);
      return int{kSuccess};
    };
  });
}

}  // namespace assay::cli
