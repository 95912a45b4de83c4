#include "services/application/clerk.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/fields_proto.h"
#include "services/common/records_json.h"
#include "services/coordinator/facts/facts.h"
#include "services/worker/ir/ir.h"
#include "services/worker/report/report.h"
#include "services/worker/triage/triage.h"

namespace assay::application {
namespace {

using v1::internal::ClerkAnswered;
using v1::internal::ClerkAsked;
using Asking = Crew::Answer::End;

constexpr std::size_t kMembers = 4;
constexpr std::chrono::milliseconds kProcessorTime{2'000};  ///< of one module or finding; honest ones take some ms
constexpr std::chrono::milliseconds kLongest{60'000};       ///< by the clock, for what does not compute
constexpr std::chrono::milliseconds kPatience{10'000};
constexpr std::size_t kMemory = std::size_t{1} << 30;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kMostFactsOf = std::size_t{256} << 10;  // bytes of a module; reduced cases have some hundred

/// What is wrong with the modules, by field; empty if they are what a finding of this kind has.
std::string fault_of(const Finding& finding) {
  const auto parse = [](const char* field, const std::string& text) -> std::string {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, text, field);
    if (!module) return std::string(field) + ": is no module: " + module.error();
    const bool defines =
        std::any_of((*module)->begin(), (*module)->end(), [](const llvm::Function& f) { return !f.isDeclaration(); });
    return defines ? "" : std::string(field) + ": defines no function";
  };
  if (std::string fault = parse("original", finding.original); !fault.empty()) return fault;
  if (std::string fault = parse("reduced", finding.reduced); !fault.empty()) return fault;
  // What is invalid need not be readable; a crash or a hang gives nothing.
  if (finding.kind == FindingKind::InvalidIr || finding.reduced_target.empty()) return "";
  return parse("reduced_target", finding.reduced_target);
}

std::string facts_in(const std::string& text) {
  store::ModuleFacts facts;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "module");
  const Status invalid = module ? ir::verify(**module) : Status(Error{module.error()});
  if (invalid)
    facts.fault = invalid->message;
  else
    facts = facts::facts_of(**module);
  return json_text(facts);
}

/// In a member of the crew.
std::string answer_to(const std::string& question) {
  ClerkAsked asked;
  ClerkAnswered answer;
  if (!asked.ParseFromString(question)) {
    answer.set_fault("it is no question");
  } else if (asked.has_module()) {
    answer.set_facts(facts_in(asked.module()));
  } else if (asked.has_shown()) {
    if (const auto shown = channel::record_of<Finding>(asked.shown()))
      answer.set_alive_link(report::alive_link_of(*shown));
  } else if (const auto finding = channel::record_of<Finding>(asked.finding()); !finding) {
    answer.set_fault(finding.error());
  } else if (const std::string fault = fault_of(*finding); !fault.empty()) {
    answer.set_fault(fault);
  } else {
    answer.set_signature(triage::signature(*finding));
    answer.set_title(triage::title(*finding));
  }
  return answer.SerializeAsString();
}

/// Reading a module computes and waits for nothing: what the clock has ended was kept from it, such as by a machine
/// that was stopped.
bool may_be_asked_again(const Crew::Answer& answer) {
  return answer.end == Asking::Busy || answer.end == Asking::OutOfTime;
}

/// How a question ended that has no answer because of what it asks about.
std::string complaint_of(const Crew::Answer& answer) {
  switch (answer.end) {
    case Asking::OverBudget:
      return "to read it takes " + answer.message + ", which is the limit";
    case Asking::OutOfMemory:
      return "to read it takes more than " + std::to_string(kMemory >> 20) + " MB of memory, which is the limit";
    default:
      return "to read it fails: " + answer.message;
  }
}

}  // namespace

Crew::Limits Clerk::usual_limits() {
  Crew::Limits limits;
  limits.members = kMembers;
  limits.processor = kProcessorTime;
  limits.clock = kLongest;
  limits.patience = kPatience;
  limits.memory_bytes = kMemory;
  limits.most_bytes = kMostBytes;
  return limits;
}

Result<std::unique_ptr<Clerk>> Clerk::start(Crew::Limits limits) {
  auto crew = Crew::start(answer_to, limits);
  if (!crew) return Error{crew.error()};
  return std::unique_ptr<Clerk>(new Clerk(std::move(*crew)));
}

Result<rpc::Examined> Clerk::examine(const Finding& finding) {
  ClerkAsked asked;
  *asked.mutable_finding() = channel::message_of<v1::Finding>(finding);
  const Crew::Answer answer = crew_->ask(asked.SerializeAsString());
  if (may_be_asked_again(answer)) return Error{"findings can't be examined now: " + answer.message};
  if (answer.end != Asking::Answered)
    return rpc::Examined{"original, reduced or reduced_target: " + complaint_of(answer), "", ""};
  ClerkAnswered answered;
  if (!answered.ParseFromString(answer.text)) return Error{"a clerk's answer is no message"};
  return rpc::Examined{answered.fault(), answered.signature(), answered.title()};
}

std::string Clerk::alive_link(const Finding& finding) {
  ClerkAsked asked;
  *asked.mutable_shown() = channel::message_of<v1::Finding>(finding);
  const Crew::Answer answer = crew_->ask(asked.SerializeAsString());
  ClerkAnswered answered;
  if (answer.end != Asking::Answered || !answered.ParseFromString(answer.text)) return "";
  return answered.alive_link();
}

Result<store::ModuleFacts> Clerk::facts_of_module(const std::string& text) {
  store::ModuleFacts facts;
  if (text.size() > kMostFactsOf) {
    facts.fault = "larger than " + std::to_string(kMostFactsOf) + " bytes";
    return facts;
  }
  ClerkAsked asked;
  asked.set_module(text);
  const Crew::Answer answer = crew_->ask(asked.SerializeAsString());
  if (may_be_asked_again(answer)) return Error{"facts can't be made now: " + answer.message};
  if (answer.end != Asking::Answered) {
    facts.fault = complaint_of(answer);
    return facts;
  }
  ClerkAnswered answered;
  if (!answered.ParseFromString(answer.text)) return Error{"a clerk's answer is no message"};
  return nlohmann::json::parse(answered.facts()).get<store::ModuleFacts>();
}

Result<std::vector<store::ModuleFacts>> Clerk::facts_of(const store::FactsWanted& wanted) {
  std::vector<store::ModuleFacts> both;
  for (const auto& [side, text] : {std::pair{"source", &wanted.source}, {"target", &wanted.target}}) {
    if (text == &wanted.target && text->empty()) continue;  // a crash or a hang gives none
    auto facts = facts_of_module(*text);
    if (!facts) return Error{facts.error()};
    facts->bug_id = wanted.bug_id;
    facts->finding_id = wanted.finding_id;
    facts->side = side;
    both.push_back(std::move(*facts));
  }
  return both;
}

}  // namespace assay::application
