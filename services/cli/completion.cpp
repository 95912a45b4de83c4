#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>

#include "fuzzers/generate/generate.h"
#include "services/cli/database.h"
#include "services/cli/verbs.h"
#include "services/cli/words.h"
#include "services/common/bug_status.h"
#include "services/common/text.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/optimize/optimize.h"

/// What makes shells complete verbs, options and their values.
namespace assay::cli {
namespace {

/// Values that this program knows: shells ask it for them with `assay completion KIND -- WORD…`, the words of the line.
constexpr std::string_view kKinds[] = {"ids", "statuses", "passes", "compilers", "profiles"};

/// The kind of an option's or a positional's values; empty: none of them.
std::string kind_of(const OptionWords& option) {
  if (option.positional) return option.name == "bug" ? "ids" : option.name == "status" ? "statuses" : "";
  if (option.name == "--status") return "statuses";
  if (option.name == "--passes" || option.name == "--pass") return "passes";
  if (option.name == "--compiler" || option.name == "--baseline" || option.name == "--branch") return "compilers";
  return option.name == "--profile" ? "profiles" : "";
}

/// The value of an option among the words of a line: --db X, --db=X, or as bash takes that apart.
std::string value_in(const std::vector<std::string>& words, const std::string& option) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
    if (words[i] != option || i + 1 == words.size()) continue;
    return words[i + 1] == "=" && i + 2 < words.size() ? words[i + 2] : words[i + 1];
  }
  return "";
}

/// Of the database that the line names; none if there is none: a shell shows no complaints.
std::vector<std::string> bug_ids(const std::vector<std::string>& words) {
  DatabaseOptions database;
  if (const std::string file = value_in(words, "--db"); !file.empty()) database.file = file;
  database.coordinator = value_in(words, "--coordinator");
  std::vector<std::string> ids;
  const auto link = open_database(database);
  if (!link) return ids;
  store::BugFilter newest;
  newest.limit = 200;
  const auto page = (*link)->list_bugs(newest);
  if (!page) return ids;
  for (const Bug& bug : page->bugs) ids.push_back(bug.id);
  return ids;
}

std::vector<std::string> values_of(const std::string& kind, const std::vector<std::string>& words) {
  if (kind == "ids") return bug_ids(words);
  if (kind == "statuses") return bug_status_names();
  if (kind == "passes") return optimize::pass_names();
  if (kind == "profiles") return generate::profile_names();
  return hunt::Equipment::installed_compilers();
}

/// The verb's options and those of the verbs below it; the names of the latter.
struct VerbWords {
  const CLI::App* verb = nullptr;
  std::vector<OptionWords> options;  ///< without positionals
  std::vector<std::string> kinds;    ///< of its own positionals, in their order
  std::vector<std::string> below;
};

std::vector<VerbWords> words_of(const CLI::App& app) {
  std::vector<VerbWords> all;
  for (const CLI::App* verb : verbs_of(app)) {
    VerbWords words{verb, {}, {}, {}};
    for (const OptionWords& option : options_of(*verb))
      if (option.positional) words.kinds.push_back(kind_of(option));
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

/// A case of bash for each option whose values are known, by all verbs.
std::string bash_values(const CLI::App& app) {
  std::map<std::string, std::string> cases;
  for (const VerbWords& verb : words_of(app))
    for (const OptionWords& option : verb.options) {
      const std::string kind = kind_of(option);
      if (!kind.empty())
        cases[option.name] = "_assay_values " + kind + " \"$word\"";
      else if (!option.choices.empty())
        cases[option.name] = "COMPREPLY=($(compgen -W \"" + joined(option.choices, " ") + "\" -- \"$word\"))";
    }
  std::string text;
  for (const auto& [name, what] : cases) text += "    " + name + ") " + what + "; return ;;\n";
  return text;
}

std::string bash_script(const CLI::App& app) {
  std::string verbs, cases;
  for (const VerbWords& verb : words_of(app)) {
    const std::string name = verb.verb->get_name();
    verbs += (verbs.empty() ? "" : " ") + name;
    std::string options;
    for (const OptionWords& option : verb.options) options += (options.empty() ? "" : " ") + option.name;
    const std::string kind = verb.kinds.empty() ? "" : verb.kinds.front();
    const std::string next = verb.kinds.size() < 2 ? "" : verb.kinds[1];
    cases += "    " + name + ") words=\"" + options + "\" below=\"" + joined(verb.below, " ") + "\" first=" + kind +
             " second=" + next + " ;;\n";
  }
  return "# For bash: source <(assay completion bash)\n"
         "_assay_values() {\n"
         "  COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion \"$1\" -- \"${COMP_WORDS[@]:1}\" "
         "2>/dev/null)\" "
         "-- \"$2\"))\n"
         "}\n"
         "_assay() {\n"
         "  local words below first second word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [ \"$word\" = \"=\" ]; then word=\"\"\n"
         "  elif [ \"$before\" = \"=\" ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case \"$before\" in\n" +
         bash_values(app) +
         "  esac\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  if [ \"$COMP_CWORD\" -le 1 ]; then\n"
         "    words=\"" +
         verbs +
         "\"\n"
         "  elif [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$below\" ] && [ \"${word#-}\" = \"$word\" ]; then\n"
         "    words=$below\n"
         "  elif [ -n \"$first$second\" ] && [ \"${word#-}\" = \"$word\" ]; then\n"
         "    local all=()\n"
         "    if [ -n \"$first\" ]; then _assay_values \"$first\" \"$word\"; all=(\"${COMPREPLY[@]}\"); fi\n"
         "    if [ -n \"$second\" ] && [ \"$COMP_CWORD\" -ge 3 ]; then\n"
         "      _assay_values \"$second\" \"$word\"; all+=(\"${COMPREPLY[@]}\")\n"
         "    fi\n"
         "    COMPREPLY=(\"${all[@]}\")\n"
         "    return\n"
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
      if (const std::string kind = kind_of(option); !kind.empty())
        cases += ":value:{_assay_values " + kind + "}";
      else if (!option.choices.empty())
        cases += ":value:(" + joined(option.choices, " ") + ")";
      else if (!option.value.empty())
        cases += ":value:_files";
      cases += "' \\\n";
    }
    if (!verb.below.empty()) cases += "        '1:what:(" + joined(verb.below, " ") + ")' \\\n";
    for (std::size_t i = 0; i < verb.kinds.size(); ++i)
      if (!verb.kinds[i].empty())
        cases += "        '" + std::to_string(i + 1) + ":what:{_assay_values " + verb.kinds[i] + "}' \\\n";
    cases += "        '*:file:_files' ;;\n";
  }
  return "#compdef assay\n"
         "# For zsh: source <(assay completion zsh), after compinit\n"
         "_assay_values() {\n"
         "  local -a found\n"
         "  found=(${(f)\"$(\"$assay_program\" completion \"$1\" -- \"${words[@]}\" 2>/dev/null)\"})\n"
         "  compadd -a found\n"
         "}\n"
         "_assay() {\n"
         "  local assay_program=${words[1]}\n"
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
  std::string text =
      "# For fish: assay completion fish | source\n"
      "function __assay_values\n"
      "  set -l line (commandline -opc)\n"
      "  $line[1] completion $argv[1] -- $line[2..-1] 2>/dev/null\n"
      "end\n";
  for (const VerbWords& verb : words_of(app)) {
    const std::string name = verb.verb->get_name();
    text +=
        "complete -c assay -n __fish_use_subcommand -f -a " + name + " -d '" + plain(summary_of(*verb.verb)) + "'\n";
    const std::string inside = "complete -c assay -n '__fish_seen_subcommand_from " + name + "'";
    if (!verb.below.empty())
      text += "complete -c assay -n '__fish_seen_subcommand_from " + name + "; and not __fish_seen_subcommand_from " +
              joined(verb.below, " ") + "' -f -a '" + joined(verb.below, " ") + "'\n";
    if (!verb.kinds.empty() && !verb.kinds.front().empty())
      text += inside + " -f -a '(__assay_values " + verb.kinds.front() + ")'\n";
    if (verb.kinds.size() > 1 && !verb.kinds[1].empty())
      text += inside + " -f -a '(__assay_values " + verb.kinds[1] + ")'\n";
    for (const OptionWords& option : verb.options) {
      text += inside + " -l " + option.name.substr(2);
      if (const std::string kind = kind_of(option); !kind.empty())
        text += " -x -a '(__assay_values " + kind + ")'";
      else if (!option.choices.empty())
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
      "Prints a script that completes verbs, options and values in a shell. To use it: source <(assay completion "
      "bash)\n\n"
      "The script asks for what it can't know: assay completion ids, statuses, passes, compilers or profiles prints "
      "those that\n"
      "there are, ids from the database that the words of the line name.\n\n"
      "Exit code: 0, or 2 for another shell.");
  auto line = std::make_shared<std::vector<std::string>>();
  std::vector<std::string> known{"bash", "zsh", "fish"};
  known.insert(known.end(), std::begin(kKinds), std::end(kKinds));
  verb->add_option("shell", *shell, "bash, zsh or fish; or the kind of values that a script asks for")
      ->check(CLI::IsMember(known))
      ->capture_default_str();
  verb->add_option("words", *line, "of the line that is completed, behind --");
  verb->callback([&app, shell, line, &action] {
    action = [&app, shell, line] {
      if (std::ranges::find(kKinds, *shell) != std::end(kKinds)) {
        for (const std::string& value : values_of(*shell, *line)) std::printf("%s\n", value.c_str());
        return int{kSuccess};
      }
      const std::string script = *shell == "zsh"    ? zsh_script(app)
                                 : *shell == "fish" ? fish_script(app)
                                                    : bash_script(app);
      std::fputs(script.c_str(), stdout);
      return int{kSuccess};
    };
  });
}

}  // namespace assay::cli
