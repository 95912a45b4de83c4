#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/interpret/calls/sights.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/semantics/call_facts.h"

namespace assay::interpret {

/// What a call of an unknown function did.
struct CallOutcome {
  enum class End : std::uint8_t {
    Returns,
    Unwinds,
    Leaves,     ///< it never comes back: it ends the program, or runs for ever
    Undefined,  ///< calling it so is undefined behaviour
  };
  /// By what the callee gets at memory: a block that all know, or a pointer.
  struct Way {
    using Kind = ScriptedCall::Way::Kind;
    Kind kind = Kind::Block;
    std::uint32_t which = 0;  ///< the index of the block, of the argument, or in CallState::given
    std::uint64_t at = 0;     ///< Held: where in the block the pointer lies
  };
  struct Write {
    Way way;
    std::uint64_t offset = 0;  ///< from the block's start, or from the pointer
    MemoryByte byte;
  };
  End end = End::Returns;
  std::vector<llvm::APInt> result;
  std::vector<bool> poison;                     ///< the result's lanes that are
  std::vector<std::optional<Way>> offset_from;  ///< per lane: the pointer that `result` is an offset from; or empty
  std::vector<std::uint32_t> owners;  ///< of the result's lanes: the provenance of a pointer to a block that all know
  std::optional<unsigned> returned;   ///< the result is this argument
  std::uint64_t exception = 0;        ///< address of what it threw
  std::vector<Write> writes;
  std::vector<std::uint32_t> frees;  ///< indices of blocks that all know
  std::uint64_t branch = 0;          ///< of callbr: which destination, modulo their number
  std::optional<std::size_t> entry;  ///< of Input::script that said so
  /// The arguments that are pointers to objects of the run's own which the function may keep, as the first call site
  /// has it; some only to read.
  struct Kept {
    unsigned argument = 0;
    bool is_to_read = false;
  };
  std::vector<Kept> kept;
};

/// What unknown functions did in the runs of one input. The same call does the same on both sides of a comparison and
/// for every choice, whatever attributes a call site has gained or lost: the first run decides within its call site's
/// promises, and the others must live with that.
class CallOutcomes {
 public:
  /// Where a run has looked at a large object of the input, and nothing of it was held.
  struct Missed {
    std::uint32_t block;  ///< provenance
    std::uint64_t offset, count;
  };
  std::optional<Missed> missed;
  std::vector<ScriptedCall>* told = nullptr;  ///< where what is drawn is noted down; null: nobody asks
  // Where the runs are to refute.
  Sights sights;
  /// What is known of the function that is called: what its first call says, the source's if it has one.
  const semantics::CallFacts& facts_of(const std::string& name, const semantics::CallFacts& here) {
    return facts_.emplace(name, here).first->second;
  }

  void clear() {
    missed.reset();
    outcomes_.clear();
    views_.clear();
    facts_.clear();
    sights.clear();
    played_.clear();
  }
  /// Was no unknown function called? Else the runs have seen one of the many things that it may do.
  bool empty() const { return outcomes_.empty() && views_.empty(); }
  const CallOutcome* find(std::uint64_t key) const {
    const auto found = outcomes_.find(key);
    return found == outcomes_.end() ? nullptr : &found->second;
  }
  const CallOutcome& keep(std::uint64_t key, CallOutcome outcome) {
    return outcomes_.insert_or_assign(key, std::move(outcome)).first->second;
  }
  /// Notes what a call of the function looks at, as a number. False if other calls of it look at something else, so
  /// that they can't be compared: attributes of call sites differ.
  bool is_consistent(const std::string& name, std::uint64_t view) {
    return views_.emplace(name, view).first->second == view;
  }
  /// Was a function of that name called in a run with this input?
  bool knows(const std::string& name) const { return views_.contains(name) || facts_.contains(name); }
  /// Notes that an entry of Input::script was played. False if it was before.
  bool play(std::size_t entry) { return played_.insert(entry).second; }
  bool was_played(std::size_t entry) const { return played_.contains(entry); }

 private:
  std::unordered_map<std::uint64_t, CallOutcome> outcomes_;
  std::set<std::size_t> played_;
  std::unordered_map<std::string, std::uint64_t> views_;
  std::unordered_map<std::string, semantics::CallFacts> facts_;
};

/// run() and behaviours() of functions whose unknown calls do what they did before.
Behaviour run_with(CallOutcomes& outcomes, const semantics::Function& function, const Input& input,
                   const RunOptions& options);
Behaviours behaviours_with(CallOutcomes& outcomes, const semantics::Function& function, const Input& input,
                           const Limits& limits);

}  // namespace assay::interpret
