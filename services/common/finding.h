#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/bug_status.h"
#include "services/common/compiler_id.h"
#include "services/common/fields.h"
#include "services/common/question.h"
#include "services/common/records.h"

namespace assay {

enum class FindingKind { Miscompile, Crash, Hang, InvalidIr, Nondeterminism, DebugVariance };
const char* name_of(FindingKind kind);
std::optional<FindingKind> enumerator_of(std::string_view name, std::type_identity<FindingKind>);
std::optional<FindingKind> finding_kind_of(std::string_view name);
/// All of them, in the order of the enumerators.
std::vector<std::string> finding_kind_names();

/// Something a compiler did wrong, once, as a worker reports it.
struct Finding {
  FindingKind kind = FindingKind::Miscompile;
  CompilerId compiler;
  std::string pipeline;          ///< the -passes string of the hunt
  std::string culprit;           ///< the pass found guilty, e.g. "instcombine"; empty: not found
  std::string function;          ///< name of the function concerned
  std::string original;          ///< the module as hunted
  std::string reduced;           ///< the smallest case; equal to original when reduction was not possible
  std::string reduced_target;    ///< what the compiler makes of it; empty for a crash or hang
  std::string reduced_pipeline;  ///< the shortest pipeline that shows it
  Question question;             ///< to which the failure is the answer
  std::string reason;            ///< reason_text() of the verdict, or the oracle's headline
  Method method = Method::None;  ///< the verdict's
  std::string detail;
  std::optional<Counterexample> counterexample;
  std::string signature;  ///< what makes two findings the same bug; says nothing of the compiler's version
  std::string title;      ///< one line for a reader; empty in findings of older versions
  std::uint64_t seed = 0;
  std::string found_at;  ///< UTC, ISO 8601, seconds
  std::string assay_version;
  std::string hunt_id;    ///< of the hunt that found it; empty: not found by a hunt of the coordinator
  std::string worker_id;  ///< of the worker that reported it
  /// The fewest relaxations of the language (words of --semantics) under which the compiler is right; empty: none make
  /// it so.
  std::string explained_by;
  bool unfinished = false;  ///< the reduction was ended by its limits, not by its end
  bool checked =
      false;  ///< it was seen to happen by a machine that the database trusts, not only by the one that reported it
  /// The shortest pipeline and the options of passes that go with it, for a reader.
  std::string reduced_run() const;
  /// The content's id: two reports of the same content have the same id, whenever and by whom they are made.
  std::string id() const;
  bool operator==(const Finding&) const = default;
};
ASSAY_FIELDS(Finding, kind, compiler, pipeline, culprit, function, original, reduced, reduced_target, reduced_pipeline,
             question, reason, method, detail, counterexample, signature, title, seed, found_at, assay_version, hunt_id,
             worker_id, explained_by, unfinished, checked);
/// Writes down what a verdict says of the finding: reason, method, detail and counterexample. What is too long for a
/// reader is cut: long traces in the middle, long values at the end.
void set_verdict(Finding& finding, const Verdict& verdict);

/// One bug: all findings with one signature.
struct Bug {
  std::string id;  ///< content_id(signature), shortened to 12 digits
  std::string signature;
  std::string title;  ///< of its smallest case
  BugStatus status = BugStatus::New;
  FindingKind kind = FindingKind::Miscompile;
  std::string culprit;
  std::uint64_t count = 0;  ///< how often it was seen
  std::string first_seen;
  std::string last_seen;
  std::vector<std::string> compilers;  ///< versions it was seen in
  Finding best;                        ///< the smallest case that was checked; if none was, the one that came first
};
ASSAY_FIELDS(Bug, id, signature, title, status, kind, culprit, count, first_seen, last_seen, compilers, best);

}  // namespace assay
