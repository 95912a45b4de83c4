#include "services/worker/codegen/blame.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>

#include "services/common/subprocess.h"
#include "services/worker/codegen/harness.h"
#include "services/worker/codegen/llc.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::codegen {
namespace {

constexpr int kFirstThatCountsCombines = 22;
constexpr const char* kNone = "1000000000-1000000001";  // a range of counts that no run reaches
constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

Judged judge_with(const WrongCode& wrong, Llc& llc, const Configuration& configuration) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, wrong.ir, "<wrong code>");
  if (!module) return {};
  auto judged = judge(**module, {wrong.function}, llc, configuration, wrong.settings);
  return judged ? std::move(judged->front()) : Judged{};
}

Configuration with(Configuration configuration, const std::string& more) {
  configuration.llc_args = optimize::joined_args(configuration.llc_args, more);
  return configuration;
}

bool is_isel(const Target& target, const std::string& pass) {
  return pass == target.first_machine_pass || pass.ends_with("Instruction Selection");
}

bool is_combiner(const std::string& pass) {
  return pass.find("combiner") != std::string::npos || pass.find("Combiner") != std::string::npos ||
         pass.find("lowering") != std::string::npos;
}

std::string limit(std::uint64_t steps) { return "-opt-bisect-limit=" + std::to_string(steps); }

std::string option_of(const std::string& name, const std::string& value) { return "-" + name + "=" + value; }

class Search {
 public:
  Search(const Configuration& configuration, const Llc& llc, const Probe& probe, std::vector<std::string> passes)
      : own_(configuration), llc_(llc), probe_(probe), passes_(std::move(passes)) {}

  Blame run() {
    const std::string pass = pass_that_is_needed();
    if (!pass.empty() && !is_isel(*own_.target, pass) && !is_combiner(pass)) return blame_;
    if (!find_rule() && !find_combine() && pass.empty()) find_selector();
    return blame_;
  }

 private:
  using Kind = Judged::Kind;
  Kind kind_with(const std::string& more) { return probe_(with(own_, more)); }
  bool differs(const std::string& more) { return kind_with(more) == Kind::Differs; }
  bool agrees(const std::string& more) { return kind_with(more) == Kind::Agrees; }

  /// The smallest number for which something holds that does not for `low`, and does for `high`.
  template <class Holds>
  static std::uint64_t first(std::uint64_t low, std::uint64_t high, Holds&& holds) {
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (holds(middle) ? high : low) = middle;
    }
    return high;
  }

  /// Empty if it shows without all that can be left out.
  std::string pass_that_is_needed() {
    if (passes_.empty() || !agrees(limit(0)) || !differs(limit(passes_.size()))) return "";
    const std::uint64_t step = first(0, passes_.size(), [&](std::uint64_t n) { return differs(limit(n)); });
    blame_.culprit = passes_[step - 1];
    blame_.detail = "right with " + limit(step - 1) + ", wrong with one more";
    if (is_isel(*own_.target, blame_.culprit)) blame_.culprit = own_.target->first_machine_pass;  // as 22 names it
    return blame_.culprit;
  }

  /// "aarch64prelegalizercombiner-disable-rule" and the like, of this target.
  std::vector<std::string> rule_options() const {
    SubprocessOptions options;
    options.arguments = {llc_.id.path, "--help-hidden"};
    options.time_limit = std::chrono::seconds(20);
    options.confined = true;
    const std::string help = run_subprocess(options).output;
    constexpr std::string_view kEnd = "-disable-rule=";
    std::vector<std::string> names;
    const std::string begin = "--" + std::string(own_.target->prefix);
    for (auto at = help.find(kEnd); at != std::string::npos; at = help.find(kEnd, at + 1)) {
      const auto start = help.rfind("--", at);
      std::string name = help.substr(start, at - start);
      if (name.starts_with(begin)) names.push_back(name.substr(2) + std::string(kEnd.substr(0, kEnd.size() - 1)));
    }
    return names;
  }

  bool find_rule() {
    if (own_.selector != Selector::Global && own_.selector != Selector::Default) return false;
    for (const std::string& option : rule_options()) {
      if (!agrees(option_of(option, "*"))) continue;
      blame_.culprit = option.substr(0, option.find("-disable-rule"));
      blame_.without = option_of(option, "*");
      blame_.detail = "right with " + blame_.without;
      name_rule(option);
      return true;
    }
    return false;
  }

  /// Rules have numbers from 0 on. The first whose absence changes anything is it, if that alone makes the code right.
  void name_rule(const std::string& option) {
    const auto differs_without = [&](std::uint64_t last) {
      return differs(option_of(option, "0-" + std::to_string(last)));
    };
    std::uint64_t right = 1;
    while (right < kMost && differs_without(right)) right *= 2;  // what is beyond the last rule is refused
    const std::uint64_t rule = !differs(option_of(option, "0")) ? 0 : first(right / 2, right, [&](std::uint64_t last) {
      return !differs_without(last);
    });
    const std::string alone = option_of(option, std::to_string(rule));
    if (!agrees(alone)) return;
    blame_.without = alone;
    blame_.detail = "rule " + std::to_string(rule) + ": right with " + alone;
  }

  static std::string counter(const std::string& range) { return "-debug-counter=dagcombine=" + range; }

  bool find_combine() {
    if (llc_.major_version < kFirstThatCountsCombines || !agrees(counter(kNone))) return false;
    blame_.culprit = "dag-combine";
    blame_.without = counter(kNone);
    blame_.detail = "right with " + blame_.without;
    if (differs(counter("0"))) {
      blame_.detail = "the first combine: wrong with " + counter("0");
      return true;
    }
    const auto differs_up_to = [&](std::uint64_t last) { return differs(counter("0-" + std::to_string(last))); };
    std::uint64_t bad = 1;
    while (bad < kMost && !differs_up_to(bad)) bad *= 2;
    if (bad >= kMost) return true;
    bad = first(bad / 2, bad, differs_up_to);
    blame_.detail = "combine " + std::to_string(bad) + ", from 0 on: wrong with " +
                    counter("0-" + std::to_string(bad)) + ", right with one less";
    return true;
  }

  std::string_view selector_name() const {
    return own_.selector == Selector::Global ? "GlobalISel"
           : own_.selector == Selector::Fast ? "FastISel"
                                             : "SelectionDAG";
  }

  void find_selector() {
    blame_.detail = "it shows without all passes that can be left out";
    if (own_.target->selectors.size() == 1) {
      blame_.culprit = selector_name();
      blame_.detail += ", and there is one selector";
      return;
    }
    for (const Selector selector : own_.target->selectors) {
      if (selector == own_.selector) continue;
      Configuration other = own_;
      other.selector = selector;
      if (probe_(other) != Kind::Agrees) continue;
      blame_.culprit = selector_name();
      blame_.detail += ", and " + describe(other) + " is right";
      return;
    }
  }

  const Configuration& own_;
  const Llc& llc_;
  const Probe& probe_;
  const std::vector<std::string> passes_;
  Blame blame_;
};

/// The passes that can be left out, in their order.
std::vector<std::string> passes_over(const WrongCode& wrong, Llc& llc) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, wrong.ir, "<wrong code>");
  const auto layout = llc.data_layout(*wrong.configuration.target);
  if (!module || !layout) return {};
  prepare(**module, *wrong.configuration.target, *layout);
  const auto slice = slice_of(**module, {wrong.function});
  add_wrappers(*slice, {wrong.function}, *wrong.configuration.target);
  const auto text = spelled(*slice, llc);
  if (!text) return {};
  return passes_in(compile(llc, with(wrong.configuration, limit(kMost)), *text).words);
}

}  // namespace

std::vector<OtherCode> ask_others(const WrongCode& wrong, const Judged& judged, const Llc& llc) {
  std::vector<std::pair<Llc, Configuration>> asked;
  const Configuration& own = wrong.configuration;
  for (const Selector selector : own.target->selectors)
    for (const unsigned level : {0u, 2u}) {
      if (selector == own.selector && level == own.level) continue;
      Configuration other = own;
      other.selector = selector;
      other.level = level;
      asked.emplace_back(llc, other);
    }
  for (const Llc& release : Llc::installed())
    if (release.major_version != llc.major_version) asked.emplace_back(release, own);
  WrongCode same = wrong;
  same.settings.inputs = judged.inputs;  // the last of them is the one on which it went wrong
  std::vector<OtherCode> others;
  for (auto& [other, configuration] : asked) {
    const Judged seen = judge_with(same, other, configuration);
    if (seen.kind != Judged::Kind::Agrees && seen.kind != Judged::Kind::Differs) continue;
    // One that left more inputs open may have left out the one that counts.
    if (seen.kind == Judged::Kind::Agrees && seen.open > judged.open) continue;
    others.push_back(
        {configuration, "llc " + other.id.version + ", " + describe(configuration), seen.kind == Judged::Kind::Agrees});
  }
  return others;
}

Blame blame(const WrongCode& wrong, const Judged& judged, Llc& llc) {
  WrongCode same = wrong;
  same.settings.inputs = judged.inputs;  // the last of them is the one on which it went wrong
  const Probe probe = [&](const Configuration& configuration) {
    const Judged seen = judge_with(same, llc, configuration);
    // One that leaves more open may leave out the input that counts.
    const bool is_sure = seen.kind != Judged::Kind::Agrees || seen.open <= judged.open;
    return is_sure ? seen.kind : Judged::Kind::NotJudged;
  };
  return Search(wrong.configuration, llc, probe, passes_over(wrong, llc)).run();
}

Blame blame(const Configuration& configuration, const Llc& llc, const Probe& probe) {
  return Search(configuration, llc, probe, {}).run();
}

}  // namespace assay::codegen
