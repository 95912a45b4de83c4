#include "services/cli/words.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "services/cli/verbs.h"
#include "services/common/records.h"
#include "services/worker/optimize/optimize.h"

namespace assay::cli {
namespace {

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The nearest of the words, if it is near.
std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  constexpr unsigned kFar = 3;
  std::string best;
  unsigned distance = std::min<unsigned>(kFar, static_cast<unsigned>(word.size() / 2) + 1);
  for (const std::string& other : words) {
    const unsigned d = llvm::StringRef(word).edit_distance(other);
    if (d >= distance) continue;
    distance = d;
    best = other;
  }
  return best;
}

std::string question(const std::string& word) { return word.empty() ? "" : "did you mean '" + word + "'?"; }

}  // namespace

std::string nearest_word(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* verb = nullptr;
  for (const std::string& word : words) {
    if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      const std::vector<std::string> known = options_of(verb == nullptr ? app : *verb);
      if (std::find(known.begin(), known.end(), name) == known.end()) return question(nearest(name, known));
    } else if (verb == nullptr) {
      std::vector<std::string> names;
      for (const CLI::App* each : verbs_of(app)) {
        names.push_back(each->get_name());
        if (each->get_name() == word) verb = each;
      }
      if (verb == nullptr) return question(nearest(word, names));
    }
  }
  return "";
}

std::string completion_script(const CLI::App& app) {
  std::string verbs, cases;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += (verbs.empty() ? "" : " ") + verb->get_name();
    std::string options;
    for (const std::string& name : options_of(*verb)) options += (options.empty() ? "" : " ") + name;
    cases += "    " + verb->get_name() + ") words=\"" + options + "\" ;;\n";
  }
  return "# For bash: source <(assay completion). For zsh, before that: autoload -U bashcompinit && bashcompinit\n"
         "_assay() {\n"
         "  local words word=${COMP_WORDS[COMP_CWORD]}\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  [ \"$COMP_CWORD\" -gt 1 ] || words=\"" + verbs +
         "\"\n"
         "  if [ \"$COMP_CWORD\" -gt 1 ] && [ \"${word#-}\" = \"$word\" ]; then\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _assay assay\n";
}

std::string version_text() {
  std::string text = std::string(assay_version()) + " (LLVM " LLVM_VERSION_STRING ", Z3 " ASSAY_Z3_VERSION;
  if (const auto linked = optimize::open_compiler("linked"); linked && !(*linked)->id().build.empty())
    text += ", build " + (*linked)->id().build;
  return text + ")";
}

void add_completion(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("completion", "print a script that completes verbs and options in a shell");
  verb->description("Prints a script for bash, or zsh with bashcompinit: source <(assay completion)\n\nExit code: 0.");
  verb->callback([&app, &action] {
    action = [&app] {
      std::fputs(completion_script(app).c_str(), stdout);
      return int{kSuccess};
    };
  });
}

}  // namespace assay::cli
