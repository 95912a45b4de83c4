#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The outcomes of a check as types. Each has one table of names (outcome.cpp), which text, JSON, the wire and the
/// database use both ways; the table also says what each enumerator means. `Count` is how many the others are.
namespace assay {

enum class VerdictKind : std::uint8_t { Correct, Incorrect, Unknown, Unsupported, Error };

/// Why a verdict is what it is.
enum class Reason : std::uint8_t {
  None,
  // incorrect
  ValueMismatch,
  MorePoisonous,
  MoreUndefined,
  MoreUb,
  MemoryMismatch,
  ReturnDomain,
  Attributes,
  // unknown: a limit was reached
  Timeout,
  MemoryLimit,
  ResourceLimit,
  UnrollBound,
  Crash,
  CheckerLost,
  // unknown: the solver can't tell
  Solver,
  ModelMismatch,
  Quantified,
  ChoicesAndMemory,
  // unknown: a counterexample, or the lack of one, that says nothing
  Approximation,
  Unconfirmed,
  Spurious,
  OraclesDisagree,
  Sampled,
  UnfollowedPromise,
  ConstantsDiffer,
  // unknown: of a hunt
  FunctionRemoved,
  NotRepeated,
  // something is not supported: by any judge, or (of an unknown verdict) by the solver
  Unsupported,
  // error
  SignatureMismatch,
  Parse,
  NoPair,
  MalformedRequest,
  Count,
};

/// What decided.
enum class Method : std::uint8_t { None, Syntax, Exhaustive, Interpreter, Execution, Smt, Count };

/// The steps of the ladder of a check, whose costs are told.
enum class Rung : std::uint8_t {
  Syntax,
  Lowering,
  Execution,
  Exhaustive,
  Sample,
  Cache,
  Smt,
  Confirm,
  Replay,
  Patience,
  Killed,
  Count,
};

/// The machine that has seen a counterexample.
enum class Decider : std::uint8_t { Interpreter, Smt, Emulator, Count };

/// The stable word for each, and back; nothing for a word that names none.
const char* name_of(VerdictKind kind);
const char* name_of(Reason reason);
const char* name_of(Method method);
const char* name_of(Rung rung);
const char* name_of(Decider decider);
std::optional<VerdictKind> verdict_kind_of(std::string_view name);
std::optional<Reason> reason_of(std::string_view name);
std::optional<Method> method_of(std::string_view name);
std::optional<Rung> rung_of(std::string_view name);
std::optional<Decider> decider_of(std::string_view name);

/// What each means, for a reader: no capital, no full stop.
const char* meaning_of(Reason reason);
const char* meaning_of(Method method);
const char* meaning_of(Rung rung);

/// All names, with commas between them: of the reasons that a verdict of this kind may have, and of the methods.
std::string reason_names(VerdictKind kind);
std::string method_names();

/// The reason as text and JSON say it: for an unsupported verdict the feature's name alone, else the reason's name,
/// with the feature behind it where there is one ("unsupported: llvm.foo").
std::string reason_text(VerdictKind kind, Reason reason, const std::string& feature);
struct ReasonAndFeature {
  Reason reason = Reason::None;
  std::string feature;
};
/// The way back. Nothing if no reason has this text.
std::optional<ReasonAndFeature> parse_reason(VerdictKind kind, const std::string& text);

}  // namespace assay
