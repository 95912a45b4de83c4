#include "services/cli/words.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <utility>

#include "services/common/records.h"
#include "services/common/text.h"
#include "services/common/user_words.h"
#include "services/worker/optimize/optimize.h"

namespace assay::cli {
namespace {

/// "TEXT:{off,features}", "TEXT:FILE" and "INT in [1 - 9]" taken apart.
void set_value(OptionWords& words, const CLI::Option& option) {
  if (option.get_expected_max() == 0) return;  // a flag
  const std::string type = option.get_type_name();
  words.value = type.substr(0, type.find(':'));
  if (type == "TEXT:FILE" || type == "TEXT:DIR") words.value = type.substr(type.find(':') + 1);
  if (words.value == "UINT" || words.value == "INT" || words.value == "FLOAT") words.value = "N";
  words.value_optional = option.get_expected_min() == 0;
  const std::size_t open = type.find(":{"), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return;
  llvm::SmallVector<llvm::StringRef> choices;
  llvm::StringRef(type).slice(open + 2, close).split(choices, ',');
  for (const llvm::StringRef& choice : choices) words.choices.push_back(choice.str());
}

std::vector<std::string> names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::ranges::sort(names);  // a set of pointers has another order in each run
  return names;
}

std::vector<std::string> long_names_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const OptionWords& option : options_of(verb))
    if (!option.positional) names.push_back(option.name);
  return names;
}

/// Is what follows the option its value?
bool takes_value(const CLI::App& verb, const std::string& name) {
  const std::vector<OptionWords> options = options_of(verb);
  return std::ranges::any_of(options,
                             [&](const OptionWords& option) { return option.name == name && !option.value.empty(); });
}

std::string question(const std::string& word) { return word.empty() ? "" : "did you mean '" + word + "'?"; }

/// One verb in the overview.
struct Overview {
  const char* verb;
  const char* what;
  const char* example;
};
struct OverviewGroup {
  const char* title;
  std::vector<Overview> verbs;
};

const std::vector<OverviewGroup>& overview() {
  static const auto& groups = *new std::vector<OverviewGroup>{
      {"One case",
       {{"check", "does one function refine another?", "check before.ll after.ll"},
        {"run", "run a function or program, undefined behaviour told", "run program.ll 7 abc"},
        {"reduce", "the smallest case that still fails", "reduce case.ll --passes=gvn --compiler=opt-22"},
        {"codegen", "is what llc makes of functions right?", "codegen case.ll"},
        {"compare", "what two compilers cost", "compare --baseline=opt-19 --branch=opt-22 corpus"},
        {"regressions", "which functions got dearer", "regressions --baseline=opt-19 --branch=opt-22 case.ll"},
        {"improve", "what an optimizer could do better", "improve case.ll"},
        {"plugin", "add up what the pass plugin saw in a build", "plugin reports"}}},
      {"Hunts",
       {{"hunt", "make mutants, optimize them, check every result", "hunt --passes=gvn --time=5m"},
        {"hunts", "list, stop or continue hunts", "hunts list"},
        {"pr", "look at one change to LLVM before it lands", "pr my.patch --baseline=opt-a --branch=opt-b"},
        {"nightly", "one night of a plan", "nightly --config=plan.yaml"},
        {"night", "list nights, or show the report of one", "night list"},
        {"watch", "a line for each thing that happens", "watch"}}},
      {"Bugs",
       {{"bugs", "list bugs, one for each cause", "bugs --status=new"},
        {"show", "one bug with its case", "show 3f2a"},
        {"findings", "the findings of a bug", "findings 3f2a"},
        {"replay", "does it still happen?", "replay 3f2a --compiler=opt-22"},
        {"verify", "which bugs do the releases here still show?", "verify"},
        {"recheck", "run reported cases with this machine's compilers", "recheck"},
        {"bisect", "the first bad release or commit", "bisect 3f2a"},
        {"export", "a folder that shows the bug without Assay", "export 3f2a -o bundle"},
        {"mark", "change what is known of a bug", "mark 3f2a confirmed"},
        {"note", "add to a bug's history", "note 3f2a 'seen in 22.1 too'"},
        {"merge", "make a bug the duplicate of another", "merge 3f2a --into=81bc"},
        {"split", "take back a merge", "split 3f2a"}}},
      {"Inputs",
       {{"generate", "print functions or programs from nothing", "generate --count=5 --seed=1"},
        {"mutate", "print mutants of functions", "mutate case.ll --count=5"},
        {"corpus", "count, distill, merge or import inputs", "corpus stats corpus/seeds"}}},
      {"Machines and data",
       {{"serve", "run the coordinator", "serve --http=127.0.0.1:7071"},
        {"work", "hunt for a coordinator", "work --coordinator=host:7070"},
        {"health", "is the coordinator, or this machine, fit?", "health"},
        {"db", "look after a database file", "db check"},
        {"facts", "write modules into tables", "facts case.ll"},
        {"sql", "ask the database", "sql 'SELECT id, title FROM bugs'"},
        {"token", "who may call the coordinator", "token list"}}},
      {"This program",
       {{"completion", "what makes a shell complete words", "completion bash"}, {"man", "manual pages", "man check"}}}};
  return groups;
}

constexpr std::size_t kColumns = 80;  ///< of help

/// Wraps each line that is longer than a terminal is wide. What follows is indented by `indent`, or more than the line.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t column = 0, hang = indent;
  const auto put = [&](const std::string& word, std::size_t blanks) {
    if (column != 0 && column + blanks + word.size() > kColumns && column > hang) {
      out += "\n" + std::string(hang, ' ');
      column = hang;
    } else {
      out.append(blanks, ' ');
      column += blanks;
    }
    out += word;
    column += word.size();
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      out += text[at++];
      column = 0;
      continue;
    }
    const std::size_t word = std::min(text.find_first_not_of(' ', at), text.size());
    std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    if (column == 0) hang = word == at || word - at == indent ? indent : std::max(indent, word - at + 2);
    const std::size_t widest = kColumns - std::min(hang, kColumns / 2);
    if (end - word > widest)  // JSON, lists without blanks: after a comma
      if (const std::size_t comma = text.find_last_of(",[", word + widest - 1); comma != text.npos && comma > word)
        end = comma + 1;
    if (word != end) put(text.substr(word, end - word), word - at);
    at = end;
  }
  return out;
}

/// Paragraphs as they fit a terminal: lines of one paragraph are joined, but those that are indented stay apart.
std::string in_paragraphs(const std::string& text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends_line = text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n' && text[i + 1] != ' ';
    const std::size_t start = joined.rfind('\n') == std::string::npos ? 0 : joined.rfind('\n') + 1;
    const bool is_indented = start < joined.size() && joined[start] == ' ';
    joined += ends_line && i != 0 && text[i - 1] != '\n' && !is_indented ? ' ' : text[i];
  }
  return joined;
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords words;
  words.positional = option.get_positional();
  if (words.positional) words.name = option.get_name(true);
  for (const std::string& name : option.get_lnames())
    if (words.name.empty())
      words.name = "--" + name;
    else
      words.others.push_back("--" + name);
  for (const std::string& name : option.get_snames()) words.others.push_back("-" + name);
  set_value(words, option);
  if (!words.value_optional) words.initial = option.get_default_str();
  words.description = option.get_description();
  words.variable = option.get_envname();
  words.needs = names_of(option.get_needs());
  words.excludes = names_of(option.get_excludes());
  words.repeats = option.get_expected_max() > 1;
  words.required = option.get_required();
  return words;
}

/// Help at 80 columns. Of the program it is the verbs in groups, with an example each.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(26); }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return wrapped(CLI::Formatter::make_help(app, std::move(name), mode), 4);
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(in_paragraphs(CLI::Formatter::make_description(app)), 0);
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const OptionWords words = words_of(*option);
    std::string names;
    for (const std::string& other : words.others) names += other + ",";
    names += words.name + (is_positional ? (words.repeats ? "..." : "") : value_of(words));
    std::stringstream line;
    CLI::detail::format_help(line, names, in_paragraphs(words.description + notes_on(words)), get_column_width());
    return wrapped(line.str(), get_column_width());
  }
  std::string make_subcommand(const CLI::App* verb) const override {
    std::stringstream line;
    CLI::detail::format_help(line, verb->get_name(), summary_of(*verb), get_column_width());
    return wrapped(line.str(), get_column_width());
  }
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    if (app->get_parent() != nullptr) return CLI::Formatter::make_subcommands(app, mode);
    std::string text;
    for (const OverviewGroup& group : overview()) {
      text += "\n" + std::string(group.title) + ":\n";
      for (const Overview& each : group.verbs) {
        std::string line = "  " + std::string(each.verb);
        line.resize(std::max(line.size() + 1, std::size_t{14}), ' ');
        text += line + each.what + "\n" + std::string(14, ' ') + "$ assay " + each.example + "\n";
      }
    }
    return text;
  }
};

}  // namespace

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<OptionWords> options_of(const CLI::App& verb) {
  std::vector<OptionWords> all;
  for (const CLI::Option* option : verb.get_options()) all.push_back(words_of(*option));
  return all;
}

std::string value_of(const OptionWords& option) {
  if (option.value.empty()) return "";
  const std::string value = "=" + (option.choices.empty() ? option.value : joined(option.choices, "|"));
  return option.value_optional ? "[" + value + "]" : value;
}

std::string notes_on(const OptionWords& option) {
  std::string notes;
  if (option.required && !option.positional) notes += "; must be given";
  if (!option.variable.empty()) notes += "; or the variable " + option.variable;
  if (!option.needs.empty()) notes += "; needs " + joined(option.needs, ", ");
  if (!option.excludes.empty()) notes += "; not with " + joined(option.excludes, ", ");
  return notes + (option.initial.empty() ? "" : " (" + option.initial + ")");
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

void show_summaries(CLI::App& app) { app.formatter(std::make_shared<HelpFormatter>()); }

static std::vector<std::string> names_of(const std::vector<const CLI::App*>& verbs) {
  std::vector<std::string> names;
  for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
  return names;
}

std::string nearest_word(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* verb = nullptr;
  bool is_value = false;  // of the option before it
  for (const std::string& word : words) {
    if (std::exchange(is_value, false)) continue;
    if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      is_value = name == word && takes_value(verb == nullptr ? app : *verb, name);
      const std::vector<std::string> known = long_names_of(verb == nullptr ? app : *verb);
      if (std::find(known.begin(), known.end(), name) == known.end()) return question(nearest(name, known));
    } else if (verb == nullptr) {
      for (const CLI::App* each : verbs_of(app))
        if (each->get_name() == word) verb = each;
      if (verb == nullptr) return question(nearest(word, names_of(verbs_of(app))));
    }
  }
  return "";
}

/// The first word that is no option of the program's and no value of one; empty: there is none.
static std::string verb_among(const CLI::App& app, const std::vector<std::string>& words) {
  bool is_value = false;
  for (const std::string& word : words) {
    if (std::exchange(is_value, false)) continue;
    if (!word.starts_with("-")) return word;
    is_value = takes_value(app, word);
  }
  return "";
}

bool names_a_verb(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string word = verb_among(app, words);
  if (word.empty()) return true;
  const std::vector<const CLI::App*> verbs = verbs_of(app);
  return std::any_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->get_name() == word; });
}

/// Of a verb that takes another word: "db: 'chek' is none of check, backup, …; did you mean 'check'?".
static std::string complaint_about_part(const std::string& verb, const std::vector<std::string>& parts,
                                        const std::vector<std::string>& words) {
  const auto given = std::find_if(std::next(std::find(words.begin(), words.end(), verb)), words.end(),
                                  [](const std::string& word) { return !word.starts_with("-"); });
  const std::string list = joined(parts, ", ");
  if (given == words.end()) return verb + ": say which: " + list + " (assay help " + verb + ")";
  const std::string meant = question(nearest(*given, parts));
  return verb + ": '" + *given + "' is none of " + list + (meant.empty() ? " (assay help " + verb + ")" : "; " + meant);
}

/// "BEFORE" and "BEHIND" of "BEFOREmarkBEHIND" at its first, or last, mark; empty strings: there is none.
static std::pair<std::string, std::string> split_at(const std::string& text, const std::string& mark,
                                                    bool last = false) {
  const std::size_t at = last ? text.rfind(mark) : text.find(mark);
  if (at == text.npos) return {};
  return {text.substr(0, at), text.substr(at + mark.size())};
}

/// "NAME: 'VALUE' is none of A, B" of what CLI11 says of a value that an option does not take; empty: it says that of
/// none.
static std::string refused_value(const std::string& what) {
  const std::string no_number = "Could not convert: ";
  if (what.starts_with(no_number)) {
    const auto [name, value] = split_at(what.substr(no_number.size()), " = ");
    return name.empty() ? "" : name + ": '" + value + "' is no number that it takes";
  }
  const auto [name, told] = split_at(what, ": ");
  const auto [beyond, range] = split_at(told, " not in range ", true);
  if (beyond.starts_with("Value ")) return name + ": '" + beyond.substr(6) + "' is no number from " + range;
  auto [value, choices] = split_at(told, " not in {", true);
  if (name.empty() || !choices.ends_with('}')) return "";
  choices.pop_back();
  std::string list;
  for (const char c : choices) list += c == ',' ? std::string(", ") : std::string(1, c);
  return name + ": '" + value + "' is none of " + list;
}

/// What CLI11 says of values that are not there, or not taken, in words that fit one and many.
static std::string in_plain_words(const std::string& what) {
  const std::string required = " is required";
  if (what.ends_with(required)) return what.substr(0, what.size() - required.size()) + " must be given";
  const std::size_t missing = what.find(": 1 required ");
  if (missing != what.npos && what.ends_with(" missing")) return what.substr(0, missing) + ": its value is missing";
  const std::string refused = refused_value(what);
  return refused.empty() ? what : refused;
}

std::string complaint_about(const CLI::App& app, const std::vector<std::string>& words, const std::string& what) {
  const bool no_verb = !names_a_verb(app, words);
  const std::string meant = nearest_word(app, words);
  const std::string first = verb_among(app, words);
  if (no_verb) return "'" + first + "' is no verb" + (meant.empty() ? " (assay help lists them)" : "; " + meant);
  if (first.empty()) return "no verb is named (assay help lists them)";
  const CLI::App& verb = *app.get_subcommand(first);
  const std::vector<std::string> parts = names_of(verbs_of(verb));
  if (!parts.empty() && verb.get_subcommands().empty()) return complaint_about_part(first, parts, words);
  return in_plain_words(what) + (meant.empty() ? " (assay help " + first + ")" : "; " + meant);
}

std::string version_text() {
  std::string text = std::string(assay_version()) + " (LLVM " LLVM_VERSION_STRING ", Z3 " ASSAY_Z3_VERSION;
  if (const auto linked = optimize::open_compiler("linked"); linked && !(*linked)->id().build.empty())
    text += ", build " + (*linked)->id().build;
  return text + ")";
}

}  // namespace assay::cli
