#include "tests/golden/questions.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <regex>
#include <sstream>

#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "tests/unit/prove/outcomes.h"

namespace assay::golden {
namespace {

constexpr const char* kTarget = "; target:\n";

/// Whether the flag was one.
bool set(check::Options& options, const std::string& name, const std::string& value) {
  const auto number = [&] { return std::stoull(value); };
  if (name == "--oracle" && value == "interpreter") return options.oracles = check::Oracles::Interpreter, true;
  if (name == "--oracle" && value == "smt") return options.oracles = check::Oracles::Smt, true;
  if (name == "--semantics") {
    const auto variant = semantics::parse_variant(value);
    if (variant) options.semantics = *variant;
    return static_cast<bool>(variant);
  }
  if (name == "--unconfirmed" && value == "report") return options.confirmed_only = false, true;
  if (value.empty()) {
    if (name == "--no-undef-input") return options.undef_inputs = false, true;
    if (name == "--no-poison-input") return options.poison_inputs = false, true;
    if (name == "--untrusted-text") return options.trust_text = false, true;
    if (name == "--uncut") return options.cut = false, true;
    return false;
  }
  if (value.find_first_not_of("0123456789") != std::string::npos) return false;
  if (name == "--unroll") return options.unroll = static_cast<unsigned>(number()), true;
  if (name == "--smt-timeout") return options.smt_timeout_ms = static_cast<unsigned>(number()), true;
  if (name == "--samples") return options.samples = number(), true;
  if (name == "--seed") return options.seed = number(), true;
  if (name == "--quick-budget") return options.quick_budget = number(), true;
  if (name == "--exhaustive-budget") return options.exhaustive_budget = number(), true;
  return false;
}

/// Empty, or what is wrong.
std::string read_flags(check::Options& options, std::istringstream& words) {
  for (std::string flag; words >> flag;) {
    const std::size_t at = flag.find('=');
    if (!set(options, flag.substr(0, at), at == std::string::npos ? "" : flag.substr(at + 1)))
      return "no flag of a pair file: " + flag;
  }
  return "";
}

/// A pair that was read.
struct Read {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  const llvm::Function* source = nullptr;
  const llvm::Function* target = nullptr;
};

/// Empty, or what is wrong.
std::string read(Read& pair, const std::string& text) {
  auto parsed = ir::parse(pair.context, text, "pair.ll");
  if (!parsed) return parsed.error();
  pair.module = std::move(*parsed);
  if (Status bad = ir::verify(*pair.module)) return bad->message;
  pair.source = pair.module->getFunction("src");
  pair.target = pair.module->getFunction("tgt");
  return pair.source == nullptr ? "no @src" : pair.target == nullptr ? "no @tgt" : "";
}

std::string words_of(const Verdict& verdict) {
  const std::string reason = reason_text(verdict);
  std::string text = std::string(name_of(verdict.kind)) + (reason.empty() ? "" : ": " + reason), rest = verdict.bound;
  if (verdict.kind == VerdictKind::Incorrect && verdict.counterexample)
    for (const Decider decider : verdict.counterexample->confirmed_by)
      rest += std::string(rest.empty() ? "" : ", ") + name_of(decider);
  return text + (rest.empty() ? "" : " (" + rest + ")");
}

std::string by_ladder(const check::Options& options, const std::string& text) {
  check::Checker checker(options);
  const std::size_t between = text.find(kTarget);
  if (between != std::string::npos)
    return words_of(check_texts(checker, text.substr(0, between), text.substr(between)));
  Read pair;
  if (std::string bad = read(pair, text); !bad.empty()) return bad;
  return words_of(checker.check(*pair.source, *pair.target));
}

std::string by_proofs(const check::Options& options, const std::string& text) {
  std::ostringstream word;
  word << prove::outcome_of(text, {.milliseconds = options.smt_timeout_ms, .undef = options.undef_inputs});
  return word.str();
}

}  // namespace

std::string question_in(const std::string& line) {
  static const std::regex form("; ((check|proofs)( --[^ ]+?)*):( .*)?");
  std::smatch match;
  return std::regex_match(line, match, form) ? match[1].str() : "";
}

std::string answer_to(const std::string& question, const std::string& text) {
  std::istringstream words(question);
  std::string judge;
  words >> judge;
  check::Options options;
  options.confirmed_only = true;  // as the verb has it
  if (judge == "proofs") options.smt_timeout_ms = 4'000;
  if (std::string bad = read_flags(options, words); !bad.empty()) return bad;
  return judge == "proofs" ? by_proofs(options, text) : by_ladder(options, text);
}

}  // namespace assay::golden
