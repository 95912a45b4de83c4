#include "services/worker/prove/rounds/rounds.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/segment.h"
#include "services/worker/prove/rounds/sunk_stores.h"
#include "services/worker/prove/rounds/whole_run_promises.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {
namespace {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::Instruction;

constexpr std::size_t kMostCuts = 8;
constexpr std::size_t kMostState = 24;
constexpr std::size_t kMostGuesses = 32;

/// The source's block for each of the target's heads: the one of its name, which a rotated loop starts with, else a
/// head. Empty if there is none.
CutFunction::Cuts partners_of(const CutFunction::Cuts& heads, llvm::Function& source) {
  CutFunction::Cuts partners(heads.size(), nullptr), own = normalize::heads_of_loops(source);
  const auto is_taken = [&](const BasicBlock* block) { return llvm::is_contained(partners, block); };
  for (std::size_t i = 0; i < heads.size(); ++i)
    for (BasicBlock& block : source)
      if (block.hasName() && block.getName() == heads[i]->getName() && !block.isEntryBlock()) partners[i] = &block;
  for (BasicBlock*& partner : partners) {
    if (partner != nullptr) continue;
    const auto next = llvm::find_if(own, [&](const BasicBlock* block) { return !is_taken(block); });
    if (next == own.end()) return {};
    partner = *next;
  }
  return partners;
}

/// Is the block the end of a round of a loop that must end?
bool says_progress(const BasicBlock* end) {
  const llvm::MDNode* loop = end->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
  return loop != nullptr &&
         llvm::findOptionMDForLoopID(const_cast<llvm::MDNode*>(loop), "llvm.loop.mustprogress") != nullptr;
}
/// Must some loop end that comes back to the block?
bool may_have_to_progress(const BasicBlock& head) { return llvm::any_of(llvm::predecessors(&head), says_progress); }
/// Must all of them?
bool must_progress(const BasicBlock& head) {
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(*head.getParent()));
  return llvm::all_of(llvm::predecessors(&head),
                      [&](const BasicBlock* from) { return says_progress(from) || !tree.dominates(&head, from); });
}

/// Moves the source's cuts behind what their blocks compute and read first, which the target may have done before.
/// False if nothing is read.
bool cut_later(CutFunction::Cuts& cuts) {
  bool reads = false;
  for (BasicBlock*& cut : cuts) {
    const auto is_early = [](const Instruction& each) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
      return normalize::is_expression(each) || normalize::is_division(each) || (load != nullptr && load->isSimple());
    };
    const auto end = std::find_if_not(cut->getFirstNonPHIIt(), cut->end(), is_early);
    if (end == cut->getFirstNonPHIIt()) continue;
    reads |= std::any_of(cut->begin(), end, [](const Instruction& each) { return !normalize::is_expression(each); });
    cut = cut->splitBasicBlock(end);
  }
  return reads;
}

class Rounds {
 public:
  Rounds(llvm::Function& source, llvm::Function& target, CutFunction::Cuts source_cuts, CutFunction::Cuts target_cuts,
         const ProvesSegment& proves)
      : source_function_(source),
        target_function_(target),
        source_(source, std::move(source_cuts), CutFunction::Side::Source),
        target_(target, std::move(target_cuts), CutFunction::Side::Target),
        proves_(proves) {}

  /// `watched`: noalias arguments of both, `noalias`: of the source.
  bool run(const std::vector<unsigned>& watched, const std::vector<unsigned>& noalias) {
    source_.keep_noalias(noalias);
    return source_.watch(watched) && target_.watch(watched) && is_proved();
  }
  /// Did each value of the target's state have a partner?
  bool has_matched() const { return has_matched_; }

 private:
  bool is_proved() {
    const auto is_large = [](const State& state) { return state.size() > kMostState; };
    if (llvm::any_of(source_.states(), is_large) || llvm::any_of(target_.states(), is_large)) return false;
    for (const Instruction::CastOps widening : {Instruction::ZExt, Instruction::SExt}) {
      auto matched = match_states(source_.offers(), target_.states(), target_function_, widening);
      if (!matched) return false;
      has_matched_ = true;
      find_sunk_stores(matched->handed, target_function_);
      if (is_proved(matched->handed)) return true;
      if (!matched->has_widened) return false;
    }
    return false;
  }

  /// What holds of the source's numbers. Guesses that do not follow from all of them are dropped; then the same is
  /// asked of the rest.
  std::vector<Invariant> find_invariants() {
    std::vector<Invariant> invariants = guess_invariants(source_function_, source_.cuts());
    if (invariants.size() > kMostGuesses) return {};
    while (!invariants.empty() && !always_hold(invariants, invariants)) {
      const std::vector<Invariant> assumed = invariants;
      std::erase_if(invariants, [&](const Invariant& each) { return !always_hold(assumed, {each}); });
      if (invariants.size() == assumed.size()) invariants.clear();
    }
    return invariants;
  }
  const std::vector<Invariant>& invariants() {
    if (!invariants_) invariants_ = find_invariants();
    return *invariants_;
  }

  /// Does that hold after each segment, if those hold before?
  bool always_hold(const std::vector<Invariant>& assumed, const std::vector<Invariant>& asserted) {
    source_.assume(assumed);
    const auto kept_from = [&](std::optional<std::size_t> from) {
      return is_proved(
          source_.write_numbers(from, {}), [&] { return source_.write_numbers(from, asserted); }, Effort::Guess);
    };
    bool hold = kept_from(std::nullopt);
    for (std::size_t cut = 0; cut < source_.cuts().size() && hold; ++cut) hold = kept_from(cut);
    source_.assume({});
    return hold;
  }

  bool is_proved(const HandedAtCuts& handed) {
    for (std::size_t cut = 0; cut < handed.size(); ++cut)
      if (!is_proved(cut, handed)) return false;
    return is_proved(std::nullopt, handed);
  }

  /// Most segments need no invariants, which are dear, and are in the way where both are the same, or differ in parts.
  bool is_proved(std::optional<std::size_t> from, const HandedAtCuts& handed) {
    if (!from) return is_proved(from, handed, Effort::Whole);
    source_.assume_bits({});
    if (is_proved(from, handed, Effort::Brief)) return true;
    source_.assume_bits(invariants());
    if (!invariants().empty() && is_proved(from, handed, Effort::Brief)) return true;
    source_.assume(invariants());
    return is_proved(from, handed, Effort::Whole);
  }
  bool is_proved(std::optional<std::size_t> from, const HandedAtCuts& handed, Effort effort) {
    const std::vector<Given> given = from ? source_.given_at(*from) : std::vector<Given>();
    return is_proved(
        source_.write(from, given, handed, source_), [&] { return target_.write(from, given, handed, source_); },
        effort);
  }

  template <class Write>
  bool is_proved(llvm::Function* before, const Write& write_after, Effort effort) {
    if (before == nullptr) return false;
    llvm::Function* after = write_after();
    const bool proved = after != nullptr && !llvm::verifyFunction(*before) && !llvm::verifyFunction(*after) &&
                        proves_(*before, *after, effort);
    for (llvm::Function* each : {before, after})
      if (each != nullptr) each->eraseFromParent();
    return proved;
  }

  llvm::Function &source_function_, &target_function_;
  CutFunction source_, target_;
  const ProvesSegment& proves_;
  std::optional<std::vector<Invariant>> invariants_;
  bool has_matched_ = false;
};

}  // namespace

bool is_proved_by_rounds(normalize::NormalPair pair, const ProvesSegment& proves) {
  const llvm::Function &source = pair.source(), &target = pair.target();
  if (&source.getContext() != &target.getContext()) return false;
  if (!can_be_cut(source) || !can_be_cut(target)) return false;
  const normalize::NormalPair::Own own = std::move(pair).for_rounds();
  llvm::Function &before = *own.source, &after = *own.target;
  CutFunction::Cuts heads = normalize::heads_of_loops(after);
  if (heads.empty() || heads.size() > kMostCuts) return false;
  CutFunction::Cuts partners = partners_of(heads, before);
  const auto is_pad = [](const BasicBlock* block) { return block->isEHPad(); };
  if (partners.empty() || llvm::any_of(heads, is_pad) || llvm::any_of(partners, is_pad)) return false;
  for (std::size_t i = 0; i < heads.size(); ++i)
    if (may_have_to_progress(*heads[i]) && !must_progress(*partners[i]) &&
        !before.hasFnAttribute(Attribute::MustProgress))
      return false;
  if (!keeps_dereferenceable(before, after)) return false;
  std::vector<unsigned> noalias;
  for (const llvm::Argument& argument : before.args())
    if (semantics::noalias_counts(argument)) noalias.push_back(argument.getArgNo());
  const auto watched = drop_whole_run_promises(before, after);
  if (!watched) return false;
  Rounds rounds(before, after, partners, heads, proves);
  if (rounds.run(*watched, noalias)) return true;
  return (cut_later(partners) || !rounds.has_matched()) &&
         Rounds(before, after, std::move(partners), std::move(heads), proves).run(*watched, noalias);
}

}  // namespace assay::prove
