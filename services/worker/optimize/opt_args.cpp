// Options of passes: which may be given to a compiler, and how the linked LLVM takes them.
#include "services/worker/optimize/opt_args.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <sstream>
#include <typeinfo>

namespace assay::optimize {
namespace {

/// Options with one of these words in their names write files, show graphs or tell what is going on.
constexpr std::string_view kTellers[] = {"debug", "dot", "dump", "help", "print", "stats", "time", "version", "view"};

bool is_one_of_the_tellers(std::string_view name) {
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('-', at), name.size());
    if (std::ranges::find(kTellers, name.substr(at, end - at)) != std::end(kTellers)) return true;
    at = end + 1;
  }
  return false;
}

/// The template arguments of "opt<bool, false, parser<bool>>", without blanks around them.
std::vector<std::string> template_arguments(const std::string& type) {
  std::vector<std::string> arguments;
  int depth = 0;
  std::string current;
  for (const char c : type) {
    if (c == '>' && --depth == 0) break;
    if (depth == 1 && c == ',') {
      arguments.push_back(std::move(current));
      current.clear();
    } else if (depth >= 1 && (c != ' ' || !current.empty())) {
      current += c;
    }
    if (c == '<') ++depth;
  }
  while (!current.empty() && current.back() == ' ') current.pop_back();
  arguments.push_back(std::move(current));
  return arguments;
}

/// The option's own type; empty where its library was built without that knowledge. Such options have a null pointer
/// where typeid() looks.
std::string type_of(const llvm::cl::Option& option) {
  const std::type_info* type = (*reinterpret_cast<const std::type_info* const* const*>(&option))[-1];
  return type == nullptr ? "" : llvm::demangle(std::string("_Z") + type->name());
}

/// Does the option hold numbers, yes or no, or words of its own, in the usual way? Not text, and nothing that acts.
bool holds_plain_values(const llvm::cl::Option& option) {
  const std::string type = type_of(option);
  if (!type.starts_with("llvm::cl::opt<") && !type.starts_with("llvm::cl::list<")) return false;
  const std::vector<std::string> arguments = template_arguments(type);
  std::string usual = "llvm::cl::parser<" + arguments.front();
  return arguments.front().find("basic_string") == std::string::npos && arguments.back().starts_with(usual);
}

bool is_plain_word(std::string_view value) {
  return std::ranges::all_of(value, [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
           c == '.' || c == ',' || c == '+';
  });
}

}  // namespace

Invocation parse_invocation(const std::string& text) {
  const auto blank = text.find(" -");  // blanks within a pipeline have none behind them
  if (blank == std::string::npos) return {text, {}};
  return {text.substr(0, blank), joined_args(text.substr(blank + 1), {})};
}

std::vector<std::string> words_of(const std::string& opt_args) {
  std::istringstream stream(opt_args);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined_args(const std::string& some, const std::string& more) {
  std::string all;
  for (const std::string* args : {&some, &more})
    for (const std::string& word : words_of(*args)) all += (all.empty() ? "" : " ") + word;
  return all;
}

Status check_opt_args(const std::string& opt_args) {
  for (const std::string& word : words_of(opt_args)) {
    const std::size_t dashes = word.starts_with("--") ? 2 : 1;
    const auto equals = word.find('=');
    const std::string name = word.starts_with('-') ? word.substr(dashes, equals - dashes) : "";
    const auto refuse = [&](const std::string& why) { return Error{"option '" + word.substr(0, 100) + "': " + why}; };
    if (equals != std::string::npos && !is_plain_word(std::string_view(word).substr(equals + 1)))
      return refuse("a number or a word is expected behind the =");
    const auto& known = llvm::cl::getRegisteredOptions();
    const auto option = known.find(name);
    if (name.empty() || option == known.end()) return refuse("no pass of LLVM " LLVM_VERSION_STRING " has it");
    if (is_one_of_the_tellers(name) || !holds_plain_values(*option->second))
      return refuse("only options whose value is a number, yes or no, or one of a few words are given to compilers");
  }
  return {};
}

Status set_options_of_this_process(const std::string& opt_args) {
  const std::vector<std::string> words = words_of(opt_args);
  std::vector<const char*> argv{"opt"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::string complaint;
  llvm::raw_string_ostream errors(complaint);
  if (llvm::cl::ParseCommandLineOptions(static_cast<int>(argv.size()), argv.data(), "", &errors)) return {};
  return Error{"options '" + opt_args + "': " + complaint};
}

}  // namespace assay::optimize
