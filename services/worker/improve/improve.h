#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/common/fields.h"
#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/check/check.h"
#include "services/worker/cost/cost.h"
#include "services/worker/rules/rules.h"

namespace llvm {
class Function;
}

/// Missed folds: a cheaper function that refines the one that a compiler leaves, for all inputs.
namespace assay::improve {

/// What takes an operation's place, or what is added, by increasing effort of the search.
enum class Kind : std::uint8_t {
  Constant,
  Value,       ///< an argument, or what is computed before
  Operation,   ///< one new operation over what is there
  Operations,  ///< two of them
  Flags,       ///< nothing is cheaper, but flags hold that are not set
  Inverse,     ///< what the compiler leaves of the same value computed another way
};
const char* name_of(Kind kind);
std::optional<Kind> enumerator_of(std::string_view name, std::type_identity<Kind>);

/// What a function costs, as far as this room weighs it.
struct Price {
  double instructions = 0;
  double latency = 0;  ///< of all operations together
  bool operator==(const Price&) const = default;
};
ASSAY_FIELDS(Price, instructions, latency);

/// One improvement of one function, proved for all inputs.
struct Fold {
  Kind kind = Kind::Constant;
  std::string what;  ///< "%r = or i8 %a, %b is i8 %x"
  std::string pair;  ///< a module with @src and @tgt, which `assay check` proves again
  Verdict proof;     ///< correct, without a limit
  Price before;
  Price after;
  std::optional<rules::Rule> rule;
  std::string no_rule;  ///< why there is none; empty where nobody asked
  /// The compiler does it where it stands alone, and misses it here: its values are used elsewhere, too, or what the
  /// compiler did before hides it.
  bool done_alone = false;
  bool operator==(const Fold&) const = default;
};
ASSAY_FIELDS(Fold, kind, what, pair, proof, before, after, rule, no_rule, done_alone);

/// What a search tried, and what came of it.
struct Tried {
  std::uint64_t evaluated = 0;      ///< expressions computed on the sample
  std::uint64_t candidates = 0;     ///< functions that were built, as they agree on it
  std::uint64_t refuted_again = 0;  ///< by an input that had refuted another
  std::uint64_t refuted = 0;
  std::uint64_t proved = 0;
  std::uint64_t limited = 0;    ///< proved within limits only, so not told
  std::uint64_t undecided = 0;  ///< neither proved nor refuted, or the compiler fails on it
  std::uint64_t undone = 0;     ///< proved, but the compiler makes something of it that is not cheaper
  bool operator==(const Tried&) const = default;
};
ASSAY_FIELDS(Tried, evaluated, candidates, refuted_again, refuted, proved, limited, undecided, undone);

/// What became of one function.
struct Looked {
  std::string name;         ///< without @
  std::string left_alone;   ///< why nothing was tried; empty: something was
  std::vector<Fold> folds;  ///< each starts where the one before ended
  Tried tried;
  bool exhausted = true;  ///< no: a limit ended the search before all candidates were tried
  double seconds = 0;     ///< of the processor
  bool operator==(const Looked&) const = default;
};
ASSAY_FIELDS(Looked, name, left_alone, folds, tried, exhausted, seconds);

struct Options {
  check::Options judge;
  std::uint64_t samples = 96;             ///< inputs on which candidates are computed before they are proved
  std::uint64_t evaluations = 1'000'000;  ///< expressions of one search at most
  std::uint64_t checks = 60;              ///< candidates of one search that are put to the checker at most
  unsigned operations = 2;                ///< new ones at most
  unsigned steps = 4;                     ///< folds of one function, one after the other
  double patience_s = 0;                  ///< processor time after which nothing new is begun; 0: none
  bool flags = true;
  bool rules = true;  ///< folds are made rules
  /// Not a cheaper function is searched, but ways to compute the same of which the compiler makes dearer code; needs
  /// `compile`.
  bool inverses = false;
  /// Costs of machine code. False: it can't be measured. Empty: IR alone says what is dearer.
  std::function<bool(const llvm::Function& function, cost::Costs& costs)> add_object_costs;
  /// What the compiler makes of a module's text; nothing: it fails. What it turns into something that is not cheaper
  /// than the function was is not told: that is its canonical form. Empty: nobody is asked.
  std::function<std::optional<std::string>(const std::string& module_text)> compile;
};

/// Looks for folds of one definition of the module, in a context of its own. The error: the text is no valid module, or
/// the function is not defined in it. Deterministic but for the solver's limits.
Result<Looked> improve(const std::string& module_text, const std::string& function, const Options& options);

/// The expressions of a function, as modules with a function of this name each. Loops, memory, calls, pointers stay
/// outside: what comes of them are arguments, which may be anything, and results are the values that are used outside.
/// Equal expressions have equal texts.
constexpr std::string_view kExcerpt = "excerpt";
std::vector<std::string> excerpts_of(llvm::Function& function, std::size_t most_operations);

}  // namespace assay::improve
