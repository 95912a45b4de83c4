#include "services/worker/optimize/run_lines.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <string_view>

#include "services/common/text.h"
#include "services/worker/ir/targeted.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

struct Line {
  unsigned number = 0;
  std::string text;
};

/// The commands, each with the number of its first line.
std::vector<Line> commands_of(const std::string& test) {
  constexpr std::string_view kKeyword = "RUN:";
  std::vector<Line> commands;
  bool goes_on = false;
  unsigned number = 0;
  for (const std::string& line : lines_of(test)) {
    ++number;
    const auto at = line.find(kKeyword);
    // Not a keyword's end: "PRERUN:".
    if (at == std::string::npos || (at != 0 && std::isalnum(static_cast<unsigned char>(line[at - 1])) != 0)) continue;
    std::string text = line.substr(at + kKeyword.size());
    text.erase(text.find_last_not_of(" \t\r") + 1);
    if (goes_on)
      commands.back().text += text;
    else
      commands.push_back({number, text});
    goes_on = !text.empty() && text.back() == '\\';
    if (goes_on) commands.back().text.back() = ' ';
  }
  return commands;
}

/// The words of a shell's command; what stands between programs is a word of its own, and is not quoted.
struct Word {
  std::string text;
  bool is_operator = false;
};
std::vector<Word> words_in(const std::string& command) {
  constexpr std::string_view kOperators[] = {"2>&1", "&>", "2>", ">>", "&&", "||", "|", ";", "<", ">", "&"};
  std::vector<Word> words;
  bool is_open = false;
  const auto current = [&]() -> std::string& {
    if (!is_open) words.push_back({});
    is_open = true;
    return words.back().text;
  };
  for (std::size_t i = 0; i < command.size();) {
    const std::string_view rest = std::string_view(command).substr(i);
    const auto* found = std::ranges::find_if(
        kOperators, [&](std::string_view each) { return rest.starts_with(each) && (each.front() != '2' || !is_open); });
    if (found != std::end(kOperators)) {
      words.push_back({std::string(*found), true});
      is_open = false;
      i += found->size();
    } else if (rest[0] == ' ' || rest[0] == '\t') {
      is_open = false;
      ++i;
    } else if (rest[0] == '\'' || rest[0] == '"') {
      const auto end = rest.find(rest[0], 1);
      current() += rest.substr(1, std::min(end, rest.size()) - 1);
      i += end == std::string_view::npos ? rest.size() : end + 1;
    } else if (rest[0] == '\\' && rest.size() > 1) {
      current() += rest[1];
      i += 2;
    } else {
      current() += rest[0];
      ++i;
    }
  }
  return words;
}

/// One program of a pipe.
struct Program {
  std::vector<std::string> words;
  std::string reads;      ///< "<" of it
  bool is_piped = false;  ///< it reads what the program before it says
};
std::vector<Program> programs_of(const std::string& command) {
  std::vector<Program> programs(1);
  std::string redirection;
  for (const Word& word : words_in(command)) {
    if (!word.is_operator) {
      if (redirection == "<") programs.back().reads = word.text;
      if (redirection.empty()) programs.back().words.push_back(word.text);
      redirection.clear();
    } else if (word.text == "|" || word.text == "&&" || word.text == "||" || word.text == ";") {
      programs.push_back({});
      programs.back().is_piped = word.text == "|";
    } else {
      redirection = word.text == "2>&1" || word.text == "&" ? "" : word.text;
    }
  }
  return programs;
}

/// Options that change what opt prints, checks or tells, not what its passes do.
bool is_aside(const std::string& name) {
  constexpr std::string_view kWords[] = {"S",
                                         "f",
                                         "o",
                                         "stats",
                                         "disable-output",
                                         "disable-verify",
                                         "verify-each",
                                         "time-passes",
                                         "track-memory",
                                         "aa-pipeline",
                                         "march",
                                         "asm-show-inst",
                                         "preserve-ll-uselistorder",
                                         "enable-new-pm",
                                         "earlycse-debug-hash",
                                         "ipt-expensive-asserts",
                                         "irce-print-changed-loops",
                                         "cs-profile-generate"};
  constexpr std::string_view kStarts[] = {"debug",
                                          "pass-remarks",
                                          "print",
                                          "verify-",
                                          "view-",
                                          "dot-",
                                          "time-trace",
                                          "stats-",
                                          "try-experimental-debuginfo",
                                          "write-experimental-debuginfo",
                                          "experimental-debuginfo",
                                          "load-pass-plugin"};
  return std::ranges::find(kWords, name) != std::end(kWords) ||
         std::ranges::any_of(kStarts, [&](std::string_view start) { return name.starts_with(start); });
}
/// A pass that opt also runs by an option of its name, since it was only in code generation for long: as -passes names
/// it, with the analyses that it got by itself there.
std::string pass_of_option(const std::string& name) {
  constexpr std::string_view kNames[] = {"atomic-expand",        "codegenprepare",     "complex-deinterleaving",
                                         "dwarf-eh-prepare",     "expand-fp",          "expand-ir-insts",
                                         "expand-large-div-rem", "expand-memcmp",      "expand-reductions",
                                         "fix-irreducible",      "global-merge",       "hardware-loops",
                                         "indirectbr-expand",    "interleaved-access", "interleaved-load-combine",
                                         "loop-reduce",          "lowerswitch",        "pre-isel-intrinsic-lowering",
                                         "replace-with-veclib",  "safe-stack",         "scalarizer",
                                         "select-optimize",      "structurizecfg",     "typepromotion",
                                         "unify-loop-exits",     "win-eh-prepare"};
  if (std::ranges::find(kNames, name) == std::end(kNames)) return "";
  if (name == "codegenprepare" || name == "select-optimize") return "require<profile-summary>," + name;
  if (name == "expand-ir-insts") return "require<libcall-lowering-info>," + name;
  return name == "lowerswitch" ? "lower-switch" : name;
}
/// Those of them whose value may be a word of its own.
bool takes_word(const std::string& name) { return name == "o" || name == "march"; }

/// The program's run over the test, and why it is not followed, if it is not.
struct Followed {
  OptRun run;
  std::string why;
  bool runs_opt = true;
};

class Reader {
 public:
  explicit Reader(const Program& program) : program_(program) {}

  Followed read(std::size_t first_word) {
    bool reads_test = program_.reads == "%s";
    for (at_ = first_word + 1; at_ < program_.words.size(); ++at_) {
      const std::string& word = program_.words[at_];
      if (word == "%s")
        reads_test = true;
      else if (word.starts_with("-") && word != "-")
        take_option(word);
      else if (word != "-")
        leave_out("opt reads another file");
    }
    if (!reads_test) leave_out("opt reads what another program makes of the test");
    if (run_.passes.empty()) leave_out("no -passes");
    return {run_, why_};
  }

 private:
  void take_option(const std::string& word) {
    const std::size_t dashes = word.starts_with("--") ? 2 : 1;
    const auto equals = word.find('=');
    const std::string name = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
    const auto value = [&] {
      if (equals != std::string::npos) return word.substr(equals + 1);
      return ++at_ < program_.words.size() ? program_.words[at_] : std::string();
    };
    if (name == "passes" || name == "p") {
      run_.passes = value();
    } else if (name.size() == 2 && name[0] == 'O') {
      run_.passes = "default<" + name + ">";
    } else if (name == "mtriple") {
      run_.triple = value();
    } else if (name == "data-layout") {
      run_.layout = value();
    } else if (name == "mcpu") {
      run_.processor = value();
    } else if (name == "mattr") {
      llvm::SubtargetFeatures features(run_.features);
      const std::string said = value();
      for (const llvm::StringRef each : llvm::split(said, ',')) features.AddFeature(each);  // "avx2" is "+avx2"
      run_.features = features.getString();
    } else if (const std::string pass = pass_of_option(name); !pass.empty() && equals == std::string::npos) {
      run_.passes += (run_.passes.empty() ? "" : ",") + pass;
    } else if (is_aside(name)) {
      if (takes_word(name)) value();
    } else {
      take_pass_option(word, name, equals != std::string::npos);
    }
  }

  /// "-unroll-count=4", or in two words.
  void take_pass_option(const std::string& word, const std::string& name, bool has_value) {
    std::string text = word;
    if (!has_value && check_opt_args(word) && at_ + 1 < program_.words.size()) return leave_out_for(name);
    if (!has_value && at_ + 1 < program_.words.size()) {
      const std::string& next = program_.words[at_ + 1];
      if (!next.empty() && std::isdigit(static_cast<unsigned char>(next[0])) != 0) {
        text += "=" + next;
        ++at_;
      }
    }
    if (check_opt_args(text)) return leave_out_for(name);
    run_.opt_args += (run_.opt_args.empty() ? "" : " ") + text;
  }
  void leave_out_for(const std::string& option) {
    leave_out("option -" + option + " is not known here, or holds text");
  }
  void leave_out(const std::string& why) {
    if (why_.empty()) why_ = why;
  }

  const Program& program_;
  std::size_t at_ = 0;
  OptRun run_;
  std::string why_;
};

bool is_opt(const std::string& word) { return word == "opt" || word.ends_with("/opt"); }

bool runs_opt(const Program& program) { return std::ranges::any_of(program.words, is_opt); }

Followed follow(const std::vector<Program>& programs) {
  const auto program = std::ranges::find_if(programs, runs_opt);
  if (program == programs.end()) return {.run = {}, .why = {}, .runs_opt = false};
  const auto opt = std::ranges::find_if(program->words, is_opt);
  Followed followed = Reader(*program).read(static_cast<std::size_t>(opt - program->words.begin()));
  if (std::ranges::find(program->words.begin(), opt, "not") != opt)
    followed.why = "opt is to fail";
  else if (program->is_piped)
    followed.why = "opt reads what another program makes of the test";
  return followed;
}

}  // namespace

RunLines read_run_lines(const std::string& test) {
  RunLines result;
  for (const Line& command : commands_of(test)) {
    if (command.text.find("%{") != std::string::npos || command.text.find("%if") != std::string::npos) {
      result.left_out.push_back({command.number, "lit's own substitutions", ""});
      continue;
    }
    const std::vector<Program> programs = programs_of(command.text);
    Followed followed = follow(programs);
    if (!followed.runs_opt) continue;
    if (!followed.why.empty()) {
      result.left_out.push_back({command.number, followed.why, followed.run.passes});
      continue;
    }
    if (std::ranges::count_if(programs, runs_opt) > 1)
      result.left_out.push_back({command.number, "a second run of opt", ""});
    const bool is_known = std::ranges::any_of(result.runs, [&](OptRun known) {
      known.line = followed.run.line;
      return known == followed.run;
    });
    followed.run.line = command.number;
    if (!is_known) result.runs.push_back(std::move(followed.run));
  }
  return result;
}

void set_target(llvm::Module& module, const OptRun& run) {
  if (!run.triple.empty()) module.setTargetTriple(llvm::Triple(llvm::Triple::normalize(run.triple)));
  if (!run.layout.empty()) module.setDataLayout(run.layout);
  ir::add_layout(module);
  for (llvm::Function& function : module) {
    if (!run.processor.empty() && !function.hasFnAttribute("target-cpu"))
      function.addFnAttr("target-cpu", run.processor);
    if (run.features.empty()) continue;
    const std::string own = function.getFnAttribute("target-features").getValueAsString().str();
    function.addFnAttr("target-features", own.empty() ? run.features : own + "," + run.features);
  }
}

}  // namespace assay::optimize
