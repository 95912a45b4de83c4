#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The words of the command line: all of them, for help, shells and manual pages, and what was meant by one that is
/// none.
namespace assay::cli {

/// One option or positional as a reader wants it.
struct OptionWords {
  std::string name;                  ///< "--jobs"; of a positional its name alone
  std::vector<std::string> others;   ///< other spellings: "-h"
  std::string value;                 ///< what stands behind it: "N", "FILE"; empty: a flag
  bool value_optional = false;       ///< it may be left away
  std::vector<std::string> choices;  ///< the values that there are, where they are few
  std::string initial;               ///< the value without it; empty: none, or the description says it
  std::string description;
  std::string variable;               ///< of the environment, that stands in for it
  std::vector<std::string> needs;     ///< options without which it means nothing
  std::vector<std::string> excludes;  ///< options that it does not go together with
  bool positional = false;
  bool repeats = false;
  bool required = false;
};

/// The verbs below the program or below a verb, in the order of its help.
std::vector<const CLI::App*> verbs_of(const CLI::App& app);
std::vector<OptionWords> options_of(const CLI::App& verb);
/// "=N", "=all|ir|code", "[=TEXT]"; of a flag nothing.
std::string value_of(const OptionWords& option);
/// What follows an option's description: "; must be given", "; not with --missed (2)".
std::string notes_on(const OptionWords& option);
/// "assay db check"
std::string full_name_of(const CLI::App& verb);
/// The first sentence of what the verb says of itself, in one line.
std::string summary_of(const CLI::App& verb);
/// Makes the program's help tell one line of each verb with an example, in groups, and all help fit 80 columns.
void show_summaries(CLI::App& app);

/// "did you mean 'check'?" for the first word of the command line that is no verb or no option of its verb; empty:
/// nothing is near.
std::string nearest_word(const CLI::App& app, const std::vector<std::string>& words);

/// Is the first word that is no option and no value of one a verb, or is there none?
bool names_a_verb(const CLI::App& app, const std::vector<std::string>& words);
/// What to say of a command line that can't be understood, in one line: that its first word is no verb, or `what` is
/// wrong, and what was meant.
std::string complaint_about(const CLI::App& app, const std::vector<std::string>& words, const std::string& what);

/// "0.1.0 (LLVM 22.1.8, Z3 4.8.12, build 0123abcd)"
std::string version_text();

}  // namespace assay::cli
