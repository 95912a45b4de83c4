#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/outcome.h"

/// What is known of a pair, as data: claims, and what they rest on.
namespace assay::evidence {

enum class AssumptionKind : std::uint8_t {
  Bound,          ///< only so much was looked at
  Reading,        ///< the modules or LangRef leave it open; it was taken in this way
  Approximation,  ///< the model allows the source less, or the target more, than the functions do
  InputSet,       ///< only these inputs were looked at
  Machine,        ///< the judge is blind to it
};

/// What an assumption leaves of a proof or a refutation.
enum class Leaves : std::uint8_t {
  Everything,
  Limited,  ///< of a proof: it holds, within the limit that the verdict tells
  Nothing,
};

/// The rows of assumption.def.
enum class Assumed : std::uint8_t {
#define ASSUMPTION(name, kind, proof, refutation, reason, feature, sentence) name,
#include "services/worker/evidence/assumption.def"
  Count,
};

struct AssumptionRow {
  const char* name;
  AssumptionKind kind;
  Leaves of_proof;
  Leaves of_refutation;
  Reason reason;  ///< of the verdict where nothing is left
  const char* feature;
  const char* sentence;
};
const AssumptionRow& row_of(Assumed assumed);
std::optional<Assumed> assumed_of(std::string_view name);

/// One row with its parameter, where its sentence has one.
struct Assumption {
  Assumed row = Assumed::Count;
  std::string parameter = {};
  bool operator==(const Assumption&) const = default;
};
/// With the parameter in the place of {}.
std::string sentence_of(const Assumption& assumption);
std::string feature_of(const Assumption& assumption);

/// A set, in the order in which its members were taken.
class Assumptions {
 public:
  Assumptions() = default;
  Assumptions(std::initializer_list<Assumption> list);
  void add(Assumption assumption);
  void add(const Assumptions& others);

  bool has(Assumed row) const;
  bool empty() const { return list_.empty(); }
  std::span<const Assumption> list() const { return list_; }
  /// The first of which nothing is left of a proof (or of a refutation); null: none.
  const Assumption* voids_proofs() const;
  const Assumption* voids_refutations() const;
  /// Does it limit proofs?
  bool limits_proofs() const;
  /// The limits in words, with commas between them; empty if there are none.
  std::string limits() const;
  /// The approximations in words: "A, B and C"; each sentence once.
  std::string approximations() const;
  bool operator==(const Assumptions&) const = default;

 private:
  std::vector<Assumption> list_;
};

/// Of limits(): do they leave out nothing but undef that comes from outside?
bool leave_out_undef_only(std::string_view limits);

}  // namespace assay::evidence
