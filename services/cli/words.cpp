#include "services/cli/words.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "services/common/records.h"
#include "services/common/user_words.h"
#include "services/worker/optimize/optimize.h"

namespace assay::cli {
namespace {

/// "TEXT:{off,features}" and "INT in [1 - 9]" taken apart.
void set_value(OptionWords& words, const CLI::Option& option) {
  if (option.get_expected_max() == 0) return;  // a flag
  const std::string type = option.get_type_name();
  words.value = type.substr(0, type.find(':'));
  const std::size_t open = type.find(":{"), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return;
  llvm::SmallVector<llvm::StringRef> choices;
  llvm::StringRef(type).slice(open + 2, close).split(choices, ',');
  for (const llvm::StringRef& choice : choices) words.choices.push_back(choice.str());
}

std::vector<std::string> long_names_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const OptionWords& option : options_of(verb))
    if (!option.positional) names.push_back(option.name);
  return names;
}

std::string question(const std::string& word) { return word.empty() ? "" : "did you mean '" + word + "'?"; }

class SummaryFormatter : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* verb) const override {
    std::stringstream line;
    CLI::detail::format_help(line, verb->get_name(), summary_of(*verb), get_column_width());
    return line.str();
  }
};

}  // namespace

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<OptionWords> options_of(const CLI::App& verb) {
  std::vector<OptionWords> all;
  for (const CLI::Option* option : verb.get_options()) {
    OptionWords words;
    words.positional = option->get_positional();
    if (words.positional) words.name = option->get_name(true);
    for (const std::string& name : option->get_lnames())
      if (words.name.empty())
        words.name = "--" + name;
      else
        words.others.push_back("--" + name);
    for (const std::string& name : option->get_snames()) words.others.push_back("-" + name);
    set_value(words, *option);
    words.initial = option->get_default_str();
    words.description = option->get_description();
    words.repeats = option->get_expected_max() > 1;
    words.required = option->get_required();
    all.push_back(std::move(words));
  }
  return all;
}

std::string full_name_of(const CLI::App& verb) {
  const CLI::App* parent = verb.get_parent();
  return parent == nullptr ? verb.get_name() : full_name_of(*parent) + " " + verb.get_name();
}

std::string summary_of(const CLI::App& verb) {
  std::string text = verb.get_description();
  text = text.substr(0, text.find("\n\n"));
  std::replace(text.begin(), text.end(), '\n', ' ');
  text = text.substr(0, text.find(". "));
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

void show_summaries(CLI::App& app) { app.formatter(std::make_shared<SummaryFormatter>()); }

std::string nearest_word(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* verb = nullptr;
  for (const std::string& word : words) {
    if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      const std::vector<std::string> known = long_names_of(verb == nullptr ? app : *verb);
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

bool names_a_verb(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) return true;
  const std::vector<const CLI::App*> verbs = verbs_of(app);
  return std::any_of(verbs.begin(), verbs.end(),
                     [&](const CLI::App* verb) { return verb->get_name() == words.front(); });
}

std::string complaint_about(const CLI::App& app, const std::vector<std::string>& words, const std::string& what) {
  const bool no_verb = !names_a_verb(app, words);
  const std::string meant = nearest_word(app, words);
  const std::string text = no_verb ? "'" + words.front() + "' is no verb" : what;
  return text + (meant.empty() ? no_verb ? " (assay help lists them)" : "" : "; " + meant);
}

std::string version_text() {
  std::string text = std::string(assay_version()) + " (LLVM " LLVM_VERSION_STRING ", Z3 " ASSAY_Z3_VERSION;
  if (const auto linked = optimize::open_compiler("linked"); linked && !(*linked)->id().build.empty())
    text += ", build " + (*linked)->id().build;
  return text + ")";
}

}  // namespace assay::cli
