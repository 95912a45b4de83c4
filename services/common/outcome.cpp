#include "services/common/outcome.h"

#include <cstddef>

namespace assay {
namespace {

template <class Enum>
struct Row {
  Enum value;
  const char* name;
  const char* meaning;
};

constexpr Row<VerdictKind> kVerdictKinds[] = {
    {VerdictKind::Correct, "correct", "the target refines the source"},
    {VerdictKind::Incorrect, "incorrect", "the target does what the source can't"},
    {VerdictKind::Unknown, "unknown", "nobody could tell"},
    {VerdictKind::Unsupported, "unsupported", "the functions use a feature that no judge knows"},
    {VerdictKind::Error, "error", "there is no pair to judge"},
};

struct ReasonRow : Row<Reason> {
  VerdictKind of;  ///< the verdicts that have this reason; one that is unknown may be so for want of support, too
};

constexpr ReasonRow kReasons[] = {
    {{Reason::None, "", "nothing needs a reason"}, VerdictKind::Correct},
    {{Reason::ValueMismatch, "value-mismatch",
      "the target gives a value, or does something visible, that the source can't"},
     VerdictKind::Incorrect},
    {{Reason::MorePoisonous, "more-poisonous", "the target is poison where the source is not"}, VerdictKind::Incorrect},
    {{Reason::MoreUndefined, "more-undefined", "the target may be several values where the source is one"},
     VerdictKind::Incorrect},
    {{Reason::MoreUb, "more-ub", "the target has undefined behaviour where the source has none"},
     VerdictKind::Incorrect},
    {{Reason::MemoryMismatch, "memory-mismatch", "the target leaves memory as the source can't"},
     VerdictKind::Incorrect},
    {{Reason::ReturnDomain, "return-domain", "one of them returns where the other does not"}, VerdictKind::Incorrect},
    {{Reason::Attributes, "attributes", "the target promises what the source does not keep"}, VerdictKind::Incorrect},
    {{Reason::Timeout, "timeout", "the work that was allowed, counted as time, was not enough"}, VerdictKind::Unknown},
    {{Reason::MemoryLimit, "memory-limit", "the memory given was not enough"}, VerdictKind::Unknown},
    {{Reason::ResourceLimit, "resource-limit",
      "the emergency brake: it took far more processor time than the work that was counted lets expect"},
     VerdictKind::Unknown},
    {{Reason::UnrollBound, "unroll-bound", "unrolling the loops gives too many blocks"}, VerdictKind::Unknown},
    {{Reason::Crash, "crash", "the judging process died"}, VerdictKind::Unknown},
    {{Reason::CheckerLost, "checker-lost", "a hunt's process died or was silent for too long while it checked"},
     VerdictKind::Unknown},
    {{Reason::Solver, "solver", "the solver gave up and says why in its own words"}, VerdictKind::Unknown},
    {{Reason::ModelMismatch, "model-mismatch", "the solver's model does not satisfy the query"}, VerdictKind::Unknown},
    {{Reason::Quantified, "quantified", "the source's choices could not be eliminated from the query"},
     VerdictKind::Unknown},
    {{Reason::ChoicesAndMemory, "choices-and-memory", "the source's choices may decide in which cell memory differs"},
     VerdictKind::Unknown},
    {{Reason::Approximation, "approximation",
      "the counterexample may be one only because too little is known of something"},
     VerdictKind::Unknown},
    {{Reason::Unconfirmed, "unconfirmed", "the interpreter could not replay the solver's counterexample"},
     VerdictKind::Unknown},
    {{Reason::Spurious, "spurious", "the solver's counterexample does not hold when the interpreter runs it"},
     VerdictKind::Unknown},
    {{Reason::OraclesDisagree, "oracles-disagree", "one judge refutes what another proves"}, VerdictKind::Unknown},
    {{Reason::Sampled, "sampled", "some inputs were run and show no difference"}, VerdictKind::Unknown},
    {{Reason::UnfollowedPromise, "unfollowed-promise", "the target adds a promise whose breach the judge does not see"},
     VerdictKind::Unknown},
    {{Reason::ConstantsDiffer, "constants-differ",
      "the modules give a constant different values, which the interpreter can't compare"},
     VerdictKind::Unknown},
    {{Reason::FunctionRemoved, "function-removed", "the compiler removed the function"}, VerdictKind::Unknown},
    {{Reason::NotRepeated, "not-repeated", "the failure did not show again with the function alone"},
     VerdictKind::Unknown},
    {{Reason::Unsupported, "unsupported", "a feature is not known"}, VerdictKind::Unsupported},
    {{Reason::SignatureMismatch, "signature-mismatch", "source and target differ in their types"}, VerdictKind::Error},
    {{Reason::Parse, "parse", "a module's text can't be read"}, VerdictKind::Error},
    {{Reason::NoPair, "no-pair", "the modules define no function in common"}, VerdictKind::Error},
    {{Reason::MalformedRequest, "malformed-request", "a request is not the message that it should be"},
     VerdictKind::Error},
};

constexpr Row<Method> kMethods[] = {
    {Method::None, "", "nothing decided"},
    {Method::Syntax, "syntax", "the texts of the functions"},
    {Method::Exhaustive, "exhaustive", "all inputs and choices were run"},
    {Method::Interpreter, "interpreter", "some inputs were run"},
    {Method::Execution, "execution", "@main was executed as a program"},
    {Method::Smt, "smt", "the solver"},
};

constexpr Row<Rung> kRungs[] = {
    {Rung::Syntax, "syntax", "compares the texts"},
    {Rung::Lowering, "lowering", "makes the form that the interpreter and the solver read"},
    {Rung::Execution, "execution", "executes two @main as programs"},
    {Rung::Exhaustive, "exhaustive", "runs all inputs and choices, where they are few"},
    {Rung::Sample, "sample", "runs some inputs"},
    {Rung::Cache, "cache", "looks for the answer to an equal query"},
    {Rung::Smt, "smt", "asks the solver"},
    {Rung::Confirm, "confirm", "puts to the solver what the interpreter refutes"},
    {Rung::Replay, "replay", "runs the solver's counterexample in the interpreter"},
    {Rung::Patience, "patience", "runs all inputs again, or more of them, where the solver gave up"},
    {Rung::Killed, "killed", "all that a judging process took until it was killed"},
};

constexpr Row<Decider> kDeciders[] = {
    {Decider::Interpreter, "interpreter", "the concrete machine"},
    {Decider::Smt, "smt", "the symbolic machine"},
    {Decider::Emulator, "emulator", "an emulated processor, which ran the machine code"},
};

/// One row for each enumerator, in their order, and no name twice.
template <class Row, std::size_t N>
constexpr bool is_complete(const Row (&rows)[N], std::size_t count) {
  if (N != count) return false;
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(rows[i].value) != i || *rows[i].meaning == '\0') return false;
    for (std::size_t k = 0; k < i; ++k)
      if (std::string_view(rows[i].name) == rows[k].name) return false;
  }
  return true;
}
static_assert(is_complete(kVerdictKinds, static_cast<std::size_t>(VerdictKind::Error) + 1));
static_assert(is_complete(kReasons, static_cast<std::size_t>(Reason::Count)));
static_assert(is_complete(kMethods, static_cast<std::size_t>(Method::Count)));
static_assert(is_complete(kRungs, static_cast<std::size_t>(Rung::Count)));
static_assert(is_complete(kDeciders, static_cast<std::size_t>(Decider::Count)));

template <class Row, std::size_t N>
std::optional<decltype(Row::value)> find(const Row (&rows)[N], std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return row.value;
  return std::nullopt;
}

template <class Row, std::size_t N, class Pick>
std::string listed(const Row (&rows)[N], const Pick& pick) {
  std::string text;
  for (const Row& row : rows)
    if (*row.name != '\0' && pick(row)) text += (text.empty() ? "" : ", ") + std::string(row.name);
  return text;
}

}  // namespace

const char* name_of(VerdictKind kind) { return kVerdictKinds[static_cast<std::size_t>(kind)].name; }
const char* name_of(Reason reason) { return kReasons[static_cast<std::size_t>(reason)].name; }
const char* name_of(Method method) { return kMethods[static_cast<std::size_t>(method)].name; }
const char* name_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].name; }
const char* name_of(Decider decider) { return kDeciders[static_cast<std::size_t>(decider)].name; }

std::optional<VerdictKind> verdict_kind_of(std::string_view name) { return find(kVerdictKinds, name); }
std::optional<Reason> reason_of(std::string_view name) { return find(kReasons, name); }
std::optional<Method> method_of(std::string_view name) { return find(kMethods, name); }
std::optional<Rung> rung_of(std::string_view name) { return find(kRungs, name); }
std::optional<Decider> decider_of(std::string_view name) { return find(kDeciders, name); }

const char* meaning_of(Reason reason) { return kReasons[static_cast<std::size_t>(reason)].meaning; }
const char* meaning_of(Method method) { return kMethods[static_cast<std::size_t>(method)].meaning; }
const char* meaning_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].meaning; }

namespace {
constexpr std::string_view kBeforeFeature = ": ";
}

std::string reason_names(VerdictKind kind) {
  return listed(kReasons, [&](const ReasonRow& row) { return row.of == kind; });
}
std::string method_names() {
  return listed(kMethods, [](const Row<Method>&) { return true; });
}

std::string reason_text(VerdictKind kind, Reason reason, const std::string& feature) {
  if (kind == VerdictKind::Unsupported) return feature;
  return feature.empty() ? name_of(reason) : name_of(reason) + std::string(kBeforeFeature) + feature;
}

std::optional<ReasonAndFeature> parse_reason(VerdictKind kind, const std::string& text) {
  if (kind == VerdictKind::Unsupported) return ReasonAndFeature{Reason::Unsupported, text};
  const std::size_t colon = text.find(kBeforeFeature);
  const std::optional<Reason> reason = reason_of(text.substr(0, colon));
  if (!reason) return std::nullopt;
  return ReasonAndFeature{*reason, colon == std::string::npos ? "" : text.substr(colon + kBeforeFeature.size())};
}

}  // namespace assay
