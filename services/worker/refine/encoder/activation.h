#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/Support/ModRef.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/encoder/lane.h"
#include "services/worker/refine/encoder/memory/pointer.h"
#include "services/worker/refine/encoder/memory/state.h"
#include "services/worker/refine/encoder/plan.h"
#include "services/worker/semantics/program.h"

namespace llvm {
class Value;
}

namespace assay::refine {

/// What a call adds to what a function's own attributes say.
struct CallTerms {
  semantics::Permissions may;
  bool is_tail = false;  ///< the caller's allocas are not accessed
  const semantics::CallSite* site = nullptr;
};

/// One function that has been entered and not yet left.
struct Activation {
  /// How control comes to a block.
  struct Edge {
    Term condition;
    MemoryState memory;
    Term exception;          ///< that arrives; null: none does
    std::vector<Lane> phis;  ///< values of the target's phis, lane after lane
  };
  struct Return {
    Term condition;
    MemoryState memory;
    std::vector<Lane> lanes;
  };
  struct Unwound {
    Term condition;
    MemoryState memory;
    Term exception;
  };

  const semantics::Function* function = nullptr;
  const Plan* plan = nullptr;
  CallTerms terms;
  std::vector<Lane> frame;
  std::vector<Lane> after_loop;  ///< for slots that are used outside their loop: the last executed value
  std::vector<bool> escapes;     ///< per slot
  std::vector<std::uint32_t> slot_loop;
  std::uint32_t current_loop = 0;
  const semantics::Instruction* current = nullptr;
  std::size_t step = 0;                     ///< of the plan
  Term exception;                           ///< that has arrived at the current block
  std::vector<std::vector<Edge>> incoming;  ///< per step
  std::vector<Return> returns;
  std::vector<Unwound> unwound;
  std::unordered_map<const llvm::Value*, Term> pads;  ///< cleanuppads that were entered: the exception that arrived
  std::vector<Term> argument_blocks;                  ///< what its pointer arguments point to
  std::vector<unsigned> own;                          ///< objects that were made since it was entered
  /// A pointer argument: what was written through it is poison when an exception leaves the function.
  struct DeadArgument {
    struct Write {
      Term when;
      Pointer to;
      Term length;
    };
    unsigned number = 0;
    std::vector<Write> writes;
  };
  std::vector<DeadArgument> dead;
  std::vector<unsigned> hidden;  ///< its caller's objects that it must not access

  /// Starts the plan: nothing has arrived anywhere.
  void start(const Plan& plan);
  /// The block of the current step.
  const semantics::Block& block() const { return function->blocks[plan->steps[step].block]; }
  bool has_attribute(llvm::Attribute::AttrKind kind) const;
  /// What the current instruction is called in source and target.
  std::string place() const;
  /// A key for a choice made by the current instruction.
  std::string key_of(const char* what) const;
  /// Where it has returned.
  Term returned(smt::Terms& terms) const;
};

/// The functions that have been entered and not yet left: the one that runs, and its callers.
class CallStack {
 public:
  explicit CallStack(const semantics::Function& outermost) { running_.function = &outermost; }

  Activation& running() { return running_; }
  const Activation& running() const { return running_; }
  /// The outermost first.
  const std::vector<Activation>& callers() const { return callers_; }
  bool is_outermost(const Activation& activation) const {
    return &activation == (callers_.empty() ? &running_ : &callers_.front());
  }
  void enter(Activation entered);
  /// The caller runs again; gives what was left. What that has made is the caller's, too.
  Activation leave();
  /// Is it so of a function that runs or waits for one that does?
  template <class Predicate>
  bool any(const Predicate& is_so) const {
    return is_so(running_) || std::any_of(callers_.begin(), callers_.end(), is_so);
  }
  /// Has some function promised to return?
  bool will_return() const;

 private:
  Activation running_;
  std::vector<Activation> callers_;
};

}  // namespace assay::refine
