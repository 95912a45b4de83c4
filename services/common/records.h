#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/common/fields.h"
#include "services/common/outcome.h"

/// The plain records that travel between the rooms: here what the judges say of a pair; in finding.h what a worker
/// reports, in question.h what was asked, in work.h what a hunt does. They hold text and numbers only, so that every
/// room, the database and the wire can share them. IR is carried as textual LLVM IR.
namespace assay {

/// The outcomes' names, as lists of fields want them.
inline std::optional<VerdictKind> enumerator_of(std::string_view name, std::type_identity<VerdictKind>) {
  return verdict_kind_of(name);
}
inline std::optional<Method> enumerator_of(std::string_view name, std::type_identity<Method>) {
  return method_of(name);
}
inline std::optional<Rung> enumerator_of(std::string_view name, std::type_identity<Rung>) { return rung_of(name); }
inline std::optional<Decider> enumerator_of(std::string_view name, std::type_identity<Decider>) {
  return decider_of(name);
}

/// One named input of a counterexample, as a reader wants it: "i8 %x = 127 (0x7f)", "poison", "undef".
struct Binding {
  std::string name;
  std::string type;
  std::string value;
  bool operator==(const Binding&) const = default;
};
ASSAY_FIELDS(Binding, name, type, value);

/// One executed instruction of a trace: the instruction's text, and the value it gave (empty for none).
struct TraceLine {
  std::string instruction;
  std::string value;
  bool operator==(const TraceLine&) const = default;
};
ASSAY_FIELDS(TraceLine, instruction, value);

/// An input for which the target does what the source can't, with what each did.
struct Counterexample {
  std::vector<Binding> inputs;
  std::vector<TraceLine> source_trace;
  std::vector<TraceLine> target_trace;
  std::string source_result;  ///< e.g. "returns i8 3", "immediate undefined behaviour: division by zero"
  std::string target_result;
  std::vector<Decider> confirmed_by;
  bool operator==(const Counterexample&) const = default;
};
ASSAY_FIELDS(Counterexample, inputs, source_trace, target_trace, source_result, target_result, confirmed_by);
/// What source and target did, in one sentence.
std::string summary(const Counterexample& counterexample);

/// What one rung of the ladder of a check took, in processor time.
struct RungCost {
  Rung rung = Rung::Syntax;
  double seconds = 0;
  bool operator==(const RungCost&) const = default;
};
ASSAY_FIELDS(RungCost, rung, seconds);

/// What is known of one pair.
struct Verdict {
  VerdictKind kind = VerdictKind::Unknown;
  Reason reason = Reason::None;  ///< none for correct
  std::string feature;           ///< what is not supported; of Reason::Solver, the solver's own words
  Method method = Method::None;
  std::string bound;   ///< what a correct verdict is limited to, e.g. "loops unrolled 8 times"; empty: no limit
  std::string detail;  ///< one sentence for a reader
  std::optional<Counterexample> counterexample;
  double seconds = 0;
  std::vector<RungCost> costs;  ///< in the order in which the rungs were asked; the last one that decided
  bool cached = false;          ///< the answer to an equal question, found again
  bool operator==(const Verdict&) const = default;
};
/// `reason` and `feature` as one text, the stable word that people and programs read.
std::string reason_text(const Verdict& verdict);

/// The verdict as one sentence, for a reader.
std::string headline(const Verdict& verdict);

/// Verdicts as JSON text, costs and all. `from_json` gives nothing for malformed text.
std::string verdict_to_json(const Verdict& verdict);
std::optional<Verdict> verdict_from_json(const std::string& text);

/// The version of this program, as --version prints it.
const char* assay_version();
/// Now, UTC, "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace assay
