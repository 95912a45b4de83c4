#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "services/common/records.h"
#include "services/worker/evidence/assumption.h"

namespace assay::evidence {

/// The rows of inconclusive.def.
enum class Inconclusive : std::uint8_t {
#define INCONCLUSIVE(name, verdict, reason, feature, sentence) name,
#include "services/worker/evidence/inconclusive.def"
  Count,
};

struct InconclusiveRow {
  const char* name;
  VerdictKind verdict;
  Reason reason;
  const char* feature;
  const char* sentence;
};
const InconclusiveRow& row_of(Inconclusive why);

/// Why nothing is known.
struct Gap {
  Inconclusive why = Inconclusive::NotAsked;
  std::string parameter = {};
  /// Of SolverGaveUp: the solver's own reason and words.
  Reason reason = Reason::None;
  std::string feature = {};
  std::string first = {};  ///< what is said before all else
  bool operator==(const Gap&) const = default;
};

/// The target does what the source can't.
struct Refutation {
  Reason reason = Reason::None;
  std::string detail = {};
  std::optional<Counterexample> counterexample = {};
  bool operator==(const Refutation&) const = default;
};

/// One judge refutes what another proves.
struct Contradiction {
  Reason reason = Reason::OraclesDisagree;  ///< or Spurious
  std::string detail = {};
  std::optional<Counterexample> counterexample = {};
  bool operator==(const Contradiction&) const = default;
};

/// What somebody knows of a pair, and what that rests on. A claim under an assumption claims only what the assumption's
/// row leaves of it: nobody reads that a pair is proved without the limits of the proof in hand, and what an assumption
/// voids reads as neither proved nor refuted.
class Claim {
 public:
  /// Nothing is known: nobody was asked.
  Claim() = default;
  static Claim proved(Method by, Assumptions under = {});
  static Claim refuted(Method by, Refutation refutation, Assumptions under = {});
  static Claim contradicted(Method by, Contradiction contradiction);
  static Claim inconclusive(Method by, Inconclusive why, std::string parameter = {});
  /// The solver gave up on the obligation whose breach has this name.
  static Claim gave_up(Reason reason, std::string feature, std::string obligation);

  /// From now on the claim rests on this, too. Says nothing of what is known already to be worth nothing.
  void assume(Assumption assumption);

  /// What a proof is limited to; null if there is no proof of which something is left.
  const Assumptions* proved() const;
  /// Is there a proof that nothing limits?
  bool is_proved_without_limit() const { return proved() != nullptr && !proved()->limits_proofs(); }
  /// Null if there is no refutation that still refutes.
  const Refutation* refuted() const;
  const Contradiction* contradicted() const { return std::get_if<Contradiction>(&what_); }
  /// Null unless nothing was ever claimed.
  const Gap* gap() const { return std::get_if<Gap>(&what_); }
  /// Is it proved, perhaps within limits, or refuted?
  bool is_decided() const { return proved() != nullptr || refuted() != nullptr; }
  /// Why it is refuted or not decided; none for a proof. As the verdict gives it.
  Reason reason() const;
  /// Did a limit of time or of memory end it?
  bool ran_out() const;
  /// Was a feature met that the judge does not know?
  bool is_unsupported() const;

  Method by() const { return by_; }
  const Assumptions& under() const { return under_; }
  /// Adds to the detail of a refutation.
  void add_detail(const std::string& text);
  /// What is said of a refutation, or of why nothing is known, before all else.
  void say_first(const std::string& text);
  /// The answer to an equal question, found again.
  bool is_recalled() const { return is_recalled_; }
  void set_recalled() { is_recalled_ = true; }
  friend bool operator==(const Claim&, const Claim&) = default;

 private:
  struct Proof {
    bool operator==(const Proof&) const = default;
  };
  friend Verdict settle(const Claim& claim, bool only_confirmed);

  std::variant<Gap, Proof, Refutation, Contradiction> what_;
  Assumptions under_;
  Method by_ = Method::None;
  bool is_recalled_ = false;
};

/// A claim that is decided, as JSON text, and back; nothing for malformed text.
std::string to_json(const Claim& claim);
std::optional<Claim> claim_from_json(const std::string& text);

}  // namespace assay::evidence
