#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/check/value_flow.h"

namespace assay::check {

/// Whether code is executed whenever other code is, in a function and the bodies that it calls.
class ExecutedTogether {
 public:
  using Place = std::pair<const Frame*, const llvm::BasicBlock*>;
  /// Before or behind it. Of a callee that knows its entry alone.
  bool holds_of(Place first, Place other);
  bool is_in_cycle(Place place);

 private:
  struct Trees {
    explicit Trees(const llvm::Function& function);
    llvm::DominatorTree before;
    llvm::PostDominatorTree behind;
    std::set<const llvm::BasicBlock*> in_cycles;
  };
  Trees& trees_of(const llvm::Function& function);
  std::map<const llvm::Function*, std::unique_ptr<Trees>> trees_;
};

/// How often an end (a store, a call, a return, a branch, a freeze) sees a value, through what is computed of the
/// value: where that is undef, each way to it may bring another one.
struct Look {
  unsigned ways = 0;
  /// Looks of branches that are executed whenever the value gets there: all together, and of one.
  unsigned all_of_branches = 0, most_of_branches = 0;
};
using Looks = std::map<unsigned, Look>;  ///< by the number of the end

/// Which branches are looked for: where one is enough, `all_of_branches` is that one's.
enum class Branches : std::uint8_t { All, MostSeeing };

constexpr unsigned kMostLooks = 1u << 16;

bool is_branch(const ValueFlow::Node& end);

class LooksAtValue {
 public:
  LooksAtValue(const ValueFlow& flow, ExecutedTogether& executed) : flow_(flow), executed_(executed) {}
  /// Of all ends that see one of the values, as if they were one. Of values that have parts, those that see the part
  /// which is seen most. Branches are counted where an end sees as much as the least.
  Looks count(const std::vector<unsigned>& values, unsigned least, Branches which);
  /// Does something look at it, or at what is computed of it, in a loop?
  bool is_used_in_cycle(unsigned value);

 private:
  void count_part(const std::string& part, unsigned least, Branches which, Looks& looks);
  void put_in_order();
  bool is_value(unsigned number) const;
  bool is_seen(unsigned user, unsigned operand) const;
  unsigned ways_to(unsigned number) const;
  /// Each once, by its number.
  const std::vector<unsigned>& places_on_ways_to(unsigned end);
  unsigned number_of(const ExecutedTogether::Place& place);
  unsigned place_of_node(unsigned number);
  bool are_executed_together(unsigned place, unsigned other);
  void add_branches(unsigned end, const std::vector<unsigned>& branches, Branches which, Look& look);

  const ValueFlow& flow_;
  ExecutedTogether& executed_;
  std::vector<unsigned> values_;
  std::string part_;
  std::vector<unsigned> order_;         ///< each behind what is computed of it, but around loops
  std::vector<unsigned> ways_, round_;  ///< by node; ways of this round alone count
  unsigned rounds_ = 0;

  // Of large functions the same is asked thousands of times.
  llvm::DenseMap<ExecutedTogether::Place, unsigned> numbers_;
  std::vector<ExecutedTogether::Place> places_;         ///< by number
  std::vector<unsigned> place_of_node_;                 ///< that number, or kUnknown
  std::vector<std::vector<signed char>> is_together_;   ///< by both places' numbers; negative: not asked yet
  std::vector<unsigned> walk_of_node_, walk_of_place_;  ///< the last that came there
  unsigned walks_ = 0;
  std::vector<unsigned> found_, left_;  ///< by the last walk
};

}  // namespace assay::check
