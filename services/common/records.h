#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/common/outcome.h"

/// The plain records that travel between the rooms. They hold text and numbers only, so that every room, the database
/// and the wire can share them. IR is carried as textual LLVM IR.
namespace assay {

/// A compiler under test.
struct CompilerId {
  std::string path;     ///< "linked" or the path of an opt binary
  std::string version;  ///< as it reports itself, e.g. "16.0.6"
  bool operator==(const CompilerId&) const = default;
};

/// One named input of a counterexample, as a reader wants it: "i8 %x = 127 (0x7f)", "poison", "undef".
struct Binding {
  std::string name;
  std::string type;
  std::string value;
  bool operator==(const Binding&) const = default;
};

/// One executed instruction of a trace: the instruction's text, and the value it gave (empty for none).
struct TraceLine {
  std::string instruction;
  std::string value;
  bool operator==(const TraceLine&) const = default;
};

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

/// What one rung of the ladder of a check took.
struct RungCost {
  Rung rung = Rung::Syntax;
  double seconds = 0;
  bool operator==(const RungCost&) const = default;
};

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

enum class FindingKind { Miscompile, Crash, Hang, InvalidIr, Nondeterminism };
const char* name_of(FindingKind kind);
std::optional<FindingKind> finding_kind_of(const std::string& name);

/// Something a compiler did wrong, once, as a worker reports it.
struct Finding {
  FindingKind kind = FindingKind::Miscompile;
  CompilerId compiler;
  std::string pipeline;        ///< the -passes string of the hunt
  std::string culprit;         ///< the pass found guilty, e.g. "instcombine"; empty: not found
  std::string function;        ///< name of the function concerned
  std::string original;        ///< the module as hunted
  std::string reduced;         ///< the smallest case; equal to original when reduction was not possible
  std::string reduced_target;  ///< what the compiler makes of it; empty for a crash or hang
  std::string reduced_pipeline;  ///< the shortest pipeline that shows it
  std::string reason;          ///< reason_text() of the verdict, or the crash's or hang's headline
  std::string method;          ///< the verdict's, by name
  std::string detail;
  std::optional<Counterexample> counterexample;
  std::string signature;       ///< what makes two findings the same bug; says nothing of the compiler's version
  std::uint64_t seed = 0;
  std::string found_at;        ///< UTC, ISO 8601, seconds
  std::string assay_version;
  /// The content's id: two reports of the same content have the same id, whenever and by whom they are made.
  std::string id() const;
};

/// One bug: all findings with one signature.
struct Bug {
  std::string id;         ///< content_id(signature), shortened to 12 digits
  std::string signature;
  std::string title;
  std::string status;     ///< open, reported, fixed, invalid
  FindingKind kind = FindingKind::Miscompile;
  std::string culprit;
  std::uint64_t count = 0;  ///< how often it was seen
  std::string first_seen;
  std::string last_seen;
  std::vector<std::string> compilers;  ///< versions it was seen in
  Finding best;             ///< the smallest case known
};

/// What a hunt has done so far; numbers add up over workers.
struct HuntStatistics {
  std::uint64_t mutants = 0;        ///< candidates made, each counted once whatever number of compilers saw it
  std::uint64_t discarded = 0;      ///< candidates that did not pass the verifier
  std::uint64_t executions = 0;     ///< candidate × compiler
  std::uint64_t unchanged = 0;
  std::uint64_t checked_syntax = 0;
  std::uint64_t checked_exhaustive = 0;
  std::uint64_t checked_interpreter = 0;
  std::uint64_t checked_smt = 0;
  std::uint64_t unknown = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t findings = 0;       ///< incorrect verdicts, crashes, hangs, invalid IR, before de-duplication
  double seconds = 0;
  std::vector<std::pair<std::string, std::uint64_t>> unsupported_reasons;
  std::vector<std::pair<std::string, std::uint64_t>> unknown_reasons;
  void add(const HuntStatistics& other);
};

/// Counterexamples as JSON text, for the database, the wire and --json. `from_json` gives nothing for malformed text.
std::string counterexample_to_json(const Counterexample& counterexample);
std::optional<Counterexample> counterexample_from_json(const std::string& text);
/// Verdicts likewise, costs and all.
std::string verdict_to_json(const Verdict& verdict);
std::optional<Verdict> verdict_from_json(const std::string& text);

/// The version of this program, as --version prints it.
const char* assay_version();
/// Now, UTC, "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace assay
