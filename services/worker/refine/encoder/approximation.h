#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

/// What the model knows too little of: it allows the source less, or the target more, than the functions do.
enum class Cause : std::uint8_t {
  BodyOfCallee,
  Reallocation,
  LibraryArguments,
  LibraryResult,
  FortifiedRead,
  UnknownIntrinsic,
  LibraryAllocation,
  LibraryExchange,
  VarArgTypes,
  SharedVaList,
  ObjectSize,
  FastMath,
  CalleePromises,
  InitializedBytes,
  BlockAddresses,
  ChangedInitializer,
  ConstantContents,
  PassedObject,
  RepeatedCall,
  SourcePlacement,
  PairedAllocations,
  StoredPointer,
  NullObject,
  CopiedPadding,
  InvariantLoads,
  ReturnedArgument,
  PointerOfInteger,
  PointerWidths,
};

/// The cause in words, as in "the model knows too little of …".
std::string_view text_of(Cause cause);

/// Where the condition holds, the model is only a bound of what the functions do, and a counterexample may be none.
struct Approximation {
  Cause cause;
  smt::Term condition;  ///< constant true: everywhere
  std::string subject;  ///< of UnknownIntrinsic: its name
};

/// All approximations of one pair.
class Approximations {
 public:
  explicit Approximations(smt::Terms& terms) : terms_(terms) {}
  /// No counterexample of the pair is certain.
  void add(Cause cause, std::string subject = {});
  /// No counterexample in which the condition holds is certain.
  void add_where(smt::Term condition, Cause cause);

  const std::vector<Approximation>& list() const { return list_; }
  /// Does one of them hold everywhere?
  bool hold_always() const;
  /// Those that hold in the model, in words: each cause once, in the order in which they were met. Empty if none does:
  /// the model is a counterexample.
  std::string told_in(const smt::Model& model) const;

 private:
  smt::Terms& terms_;
  std::vector<Approximation> list_;
};

}  // namespace assay::refine
