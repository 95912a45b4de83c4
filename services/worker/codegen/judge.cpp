#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "services/channel/isolated.h"
#include "services/common/fields_json.h"
#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/harness.h"
#include "services/worker/codegen/llc.h"
#include "services/worker/codegen/second.h"
#include "services/worker/codegen/trial.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/program.h"

namespace assay::codegen {
namespace {

constexpr std::string_view kKinds[] = {"agrees", "differs", "not-judged", "failed"};
const std::string kStart = "start";

class Judge {
 public:
  Judge(const llvm::Module& module, Llc& llc, const Configuration& configuration, const Settings& settings,
        std::vector<Judged>& answers)
      : module_(module), llc_(llc), configuration_(configuration), settings_(settings), answers_(answers) {}

  /// Judges those of the answers that these numbers name, together; where that fails, in parts.
  void judge(std::span<const std::size_t> some) {
    if (some.empty()) return;
    Failure failure;
    if (!judge_together(some, failure)) {
      if (some.size() == 1) {
        Judged& answer = answers_[some.front()];
        answer.kind = failure.kind;
        answer.reason = failure.reason;
        answer.detail = failure.detail;
        return;
      }
      constexpr std::size_t kParts = 8;  // one function on which llc never ends costs its limit once for each round
      const std::size_t part = (some.size() + kParts - 1) / kParts;
      for (std::size_t at = 0; at < some.size(); at += part) judge(some.subspan(at, std::min(part, some.size() - at)));
    }
  }

 private:
  struct Failure {
    Judged::Kind kind = Judged::Kind::NotJudged;
    std::string reason, detail;
  };

  bool judge_together(std::span<const std::size_t> some, Failure& failure) {
    std::vector<std::string> names;
    for (const std::size_t i : some) names.push_back(answers_[i].function);
    const auto slice = slice_of(module_, names);
    CodeParts parts;
    parts.stubs = add_stubs(*slice, names, *configuration_.target);
    const std::vector<Wrapped> wrapped = add_wrappers(*slice, names, *configuration_.target);
    const auto text = spelled(*slice, llc_);
    if (!text) {
      failure = {Judged::Kind::NotJudged, "newer than this llc reads", text.error()};
      return false;
    }
    const Compiled compiled = compile(llc_, within_limits(some.size()), *text);
    if (compiled.end != Compiled::End::Ok) {
      const bool refused = compiled.end == Compiled::End::Rejected;
      failure = {refused ? Judged::Kind::NotJudged : Judged::Kind::Failed, name_of(compiled.end), compiled.message};
      return false;
    }
    llvm::LLVMContext context;
    const auto given = ir::parse(context, *text, "<module for llc>");
    if (!given) {
      failure = {Judged::Kind::NotJudged, "a module that can't be read back", given.error()};
      return false;
    }
    parts.object = compiled.output;
    const Machine machine = machine_for(configuration_, settings_);
    if (machine == Machine::Qemu || needs_others(parts.object))
      parts.runtime = llc_.runtime(*configuration_.target, machine);
    if (!parts.runtime->problem.empty()) {
      failure = {Judged::Kind::NotJudged, "no emulator", parts.runtime->problem};
      return false;
    }
    if (!run_all(**given, parts, wrapped, some, failure)) return false;
    for (const std::string& name : fallbacks_in(compiled.words))
      for (const std::size_t i : some) answers_[i].fell_back |= answers_[i].function == name;
    return true;
  }

  /// A module of few functions may take less time, so that the one on which llc never ends is found sooner.
  Configuration within_limits(std::size_t functions) const {
    Configuration limited = configuration_;
    if (settings_.compile_time_for_each.count() == 0) return limited;
    constexpr std::chrono::milliseconds kLeast{1'000};
    const auto shared = std::max(kLeast, settings_.compile_time_for_each * static_cast<int>(functions));
    limited.time_limit = std::min(limited.time_limit, shared);
    return limited;
  }

  /// The emulator's process counts: qemu-user reserves all addresses of a processor of 32 bits.
  std::size_t memory_limit() const {
    const bool has_all = configuration_.target->word_bytes == 4;
    return settings_.memory_limit + (has_all ? std::size_t{4} << 30 : 0);
  }

  bool run_all(const llvm::Module& given, const CodeParts& parts, const std::vector<Wrapped>& wrapped,
               std::span<const std::size_t> some, Failure& failure) {
    Trial trial(given, parts, configuration_, settings_);
    bool is_started = false;  // in the child
    const auto serve = [&](const std::string& request, const IsolatedWorker::Provisional&) -> std::string {
      if (!is_started)
        if (Status bad = trial.start()) return request == kStart ? bad->message : "";
      is_started = true;
      if (request == kStart) return "";
      return json_text(nlohmann::json(trial.judge(wrapped[std::stoul(request)])));
    };
    IsolatedWorker worker(serve, {settings_.time_limit, memory_limit()});
    const IsolatedWorker::Answer started = worker.ask(kStart);
    if (started.end != IsolatedWorker::Answer::End::Answered || !started.text.empty()) {
      failure = {Judged::Kind::NotJudged, "an object that can't be linked", started.text + started.message};
      return false;
    }
    for (std::size_t i = 0; i < some.size(); ++i) answers_[some[i]] = answer_of(worker, i, answers_[some[i]]);
    return true;
  }

  static Judged answer_of(IsolatedWorker& worker, std::size_t i, Judged asked) {
    const IsolatedWorker::Answer answer = worker.ask(std::to_string(i));
    const nlohmann::json json = nlohmann::json::parse(answer.text, nullptr, /*allow_exceptions=*/false);
    if (answer.end == IsolatedWorker::Answer::End::Answered && json.is_object()) return json.get<Judged>();
    asked.kind = Judged::Kind::NotJudged;
    asked.reason = "the process that judges ended";
    asked.detail = answer.message;
    return asked;
  }

  const llvm::Module& module_;
  Llc& llc_;
  const Configuration& configuration_;
  const Settings& settings_;
  std::vector<Judged>& answers_;
};

/// With opaque pointers, which it knows as an experiment, LLVM 14 crashes on them for AArch64.
bool has_atomic_update(const llvm::Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* body) {
    return llvm::any_of(llvm::instructions(*body), [](const llvm::Instruction& each) {
      return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(each);
    });
  });
}

void judge_all(const llvm::Module& module, std::span<const std::size_t> some, Llc& llc,
               const Configuration& configuration, const Settings& settings, std::vector<Judged>& answers) {
  Judge together(module, llc, configuration, settings, answers);
  for (std::size_t at = 0; at < some.size(); at += settings.functions_in_module)
    together.judge(some.subspan(at, std::min(settings.functions_in_module, some.size() - at)));
}

void ask_second_emulator(const llvm::Module& module, std::span<const std::size_t> some, Llc& llc,
                         const Configuration& configuration, const Settings& settings, std::vector<Judged>& answers) {
  std::vector<std::size_t> asked;
  for (const std::size_t i : some)
    if (wants_second(answers[i])) asked.push_back(i);
  if (asked.empty() || !has_qemu(*configuration.target)) return;
  Settings other = settings;
  other.machine = Machine::Qemu;
  std::vector<Judged> second(answers.size());
  for (const std::size_t i : asked) second[i].function = answers[i].function;
  judge_all(module, asked, llc, configuration, other, second);
  for (const std::size_t i : asked) answers[i] = joined(answers[i], second[i]);
}

Status prepare_for(llvm::Module& module, const std::vector<std::string>& functions, Llc& llc, const Target& target) {
  for (const std::string& name : functions)
    if (const llvm::Function* function = module.getFunction(name); function == nullptr || function->isDeclaration())
      return Error{"@" + name + " is not defined"};
  const auto layout = llc.data_layout(target);
  if (!layout) return Error{layout.error()};
  prepare(module, target, *layout);
  return std::nullopt;
}

}  // namespace

const char* name_of(Judged::Kind kind) { return kKinds[static_cast<std::size_t>(kind)].data(); }

std::optional<Judged::Kind> enumerator_of(std::string_view name, std::type_identity<Judged::Kind>) {
  return enumerator_in<Judged::Kind>(kKinds, name);
}

Result<std::vector<Judged>> judge(llvm::Module& module, const std::vector<std::string>& functions, Llc& llc,
                                  const Configuration& configuration, const Settings& settings) {
  if (Status bad = prepare_for(module, functions, llc, *configuration.target)) return Error{bad->message};
  const Machine machine = machine_for(configuration, settings);
  const bool is_missing = machine == Machine::Qemu && !has_qemu(*configuration.target);
  std::vector<Judged> answers;
  std::vector<std::size_t> fit;
  for (const std::string& name : functions) {
    const llvm::Function& function = *module.getFunction(name);
    Judged& answer = answers.emplace_back();
    answer.function = name;
    answer.reason = is_missing ? "no emulator: " + std::string(configuration.target->qemu) + " is not installed"
                               : why_unfit(function, *configuration.target);
    if (answer.reason.empty() && llc.major_version <= kLastWithTypedPointers && has_atomic_update(function))
      answer.reason = "an atomic update in a release of typed pointers";
    if (!answer.reason.empty()) continue;
    if (const auto lowered = semantics::lower(function); !lowered)
      answer.reason = "unsupported: " + lowered.error();
    else
      fit.push_back(answers.size() - 1);
  }
  judge_all(module, fit, llc, configuration, settings, answers);
  if (!settings.machine && machine == Machine::Unicorn)
    ask_second_emulator(module, fit, llc, configuration, settings, answers);
  return answers;
}

Result<IrPart> ir_part(llvm::Module& module, const std::vector<std::string>& functions, Llc& llc,
                       const Configuration& configuration) {
  if (Status bad = prepare_for(module, functions, llc, *configuration.target)) return Error{bad->message};
  const auto slice = slice_of(module, functions);
  IrPart part;
  const auto text = spelled(*slice, llc);
  if (!text) {
    part.message = text.error();
    return part;
  }
  part.source = *text;
  Compiled compiled = ir_before_selection(llc, configuration, *text);
  if (compiled.end == Compiled::End::Ok)
    part.target = std::move(compiled.output);
  else
    part.message = std::string(name_of(compiled.end)) + ": " + compiled.message;
  return part;
}

}  // namespace assay::codegen
