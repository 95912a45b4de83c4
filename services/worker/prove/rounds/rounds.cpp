#include "services/worker/prove/rounds/rounds.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <functional>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/order/adjacent_loops.h"
#include "services/worker/prove/order/called_loops.h"
#include "services/worker/prove/order/distributed_loops.h"
#include "services/worker/prove/order/fused_loops.h"
#include "services/worker/prove/order/jammed_loops.h"
#include "services/worker/prove/rounds/defined_parameters.h"
#include "services/worker/prove/rounds/ends_of_loops.h"
#include "services/worker/prove/rounds/freezes.h"
#include "services/worker/prove/rounds/pairing.h"
#include "services/worker/prove/rounds/peel.h"
#include "services/worker/prove/rounds/prologs.h"
#include "services/worker/prove/rounds/promised_progress.h"
#include "services/worker/prove/rounds/round_numbers.h"
#include "services/worker/prove/rounds/segment.h"
#include "services/worker/prove/rounds/stack_objects.h"
#include "services/worker/prove/rounds/sunk_stores.h"
#include "services/worker/prove/rounds/told_state.h"
#include "services/worker/prove/rounds/whole_run_promises.h"
#include "services/worker/prove/rounds/written_segment.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {
namespace {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;

/// How much is cut, and into how many pieces.
struct Extent {
  std::size_t cuts, state;
};
constexpr Extent kOfLoops = {20, 24};
/// Most pieces are what they were.
constexpr Extent kOfChanges = {64, 96};
constexpr std::size_t kMostGuesses = 64;

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

/// Two functions, to be written into.
struct Copies {
  Copies(llvm::Function& of_before, llvm::Function& of_after) : before(copy_of(of_before)), after(copy_of(of_after)) {}
  static llvm::Function& copy_of(llvm::Function& function) {
    llvm::ValueToValueMapTy copied;
    return *llvm::CloneFunction(&function, copied);
  }
  llvm::Function &before, &after;
};

class Rounds {
 public:
  Rounds(llvm::Function& source, llvm::Function& target, const Pairing& pairs, const ProvesSegment& proves,
         CutFunction::Keeps keeps = {}, ToldState told = {}, Extent most = kOfLoops)
      : source_function_(source),
        target_function_(target),
        pairs_(pairs),
        told_(std::move(told)),
        source_(source, pairs.source, CutFunction::Side::Source, {}),
        target_(target, pairs.target, CutFunction::Side::Target, keeps),
        proves_(proves),
        keeps_(keeps),
        most_(most),
        cuts_inner_(!llvm::all_of(normalize::heads_of_loops(target), [&](auto* head) { return is_cut(*head); })) {}

  /// `watched`: noalias arguments of both, `noalias`: of the source. `many`: the target's loops may make more rounds,
  /// and have numbers of their own.
  bool run(const std::vector<unsigned>& watched, const std::vector<unsigned>& noalias, bool many) {
    many_ = many;
    source_.keep_noalias(noalias);
    return source_.watch(watched) && target_.watch(watched) && is_proved();
  }
  /// Did each value of the target's state have a partner?
  bool has_matched() const { return has_matched_; }

 private:
  bool is_proved() {
    const auto is_large = [&](const State& state) { return state.size() > most_.state; };
    if (llvm::any_of(source_.states(), is_large) || llvm::any_of(target_.states(), is_large)) return false;
    if (many_)
      return is_proved(
          match_more_rounds(source_.offers(), target_.states(), source_function_, target_function_, pairs_, told_));
    for (const Instruction::CastOps widening : {Instruction::ZExt, Instruction::SExt}) {
      auto matched = match_states(source_.offers(), target_.states(), source_function_, target_function_, widening);
      if (!matched) return false;
      has_matched_ = true;
      const bool has_widened = matched->has_widened;
      if (is_proved(std::move(*matched))) return true;
      if (!has_widened) return false;
    }
    return false;
  }
  bool is_proved(Matched matched) {
    find_sunk_stores(matched.handed, target_function_);
    const auto relation = relation_of(std::move(matched.handed), pairs_.source);
    return relation && is_proved(*relation);
  }

  /// What holds of a function's numbers: of the guesses those that hold after each segment if all hold before.
  std::vector<Invariant> find_invariants(CutFunction& function, std::vector<Invariant> invariants) {
    if (invariants.size() > kMostGuesses) invariants.resize(kMostGuesses);
    keep_those_after(std::nullopt, function, invariants);
    for (std::size_t before = 0; before != invariants.size();) {
      before = invariants.size();
      for (std::size_t cut = 0; cut < function.cuts().size(); ++cut) keep_those_after(cut, function, invariants);
    }
    function.assume({});
    return invariants;
  }
  void keep_those_after(std::optional<std::size_t> from, CutFunction& function, std::vector<Invariant>& invariants) {
    if (invariants.empty()) return;
    if (!proves_.has_time_for(Effort::Guess)) return invariants.clear();
    function.assume(invariants);
    const WrittenSegment before(function.write_numbers(from, {}));
    const auto hold = [&](const std::vector<Invariant>& asserted) {
      return is_proved(
          before, [&] { return function.write_numbers(from, asserted); }, Effort::Guess);
    };
    std::vector<Invariant> kept, asked;
    const std::vector<std::size_t> reached = function.cuts_behind(from);
    for (Invariant& each : invariants) (llvm::is_contained(reached, each.cut) ? asked : kept).push_back(each);
    // Few are wrong: halves of what does not hold as a whole.
    const std::function<void(llvm::ArrayRef<Invariant>)> keep = [&](llvm::ArrayRef<Invariant> some) {
      if (some.empty() || !proves_.has_time_for(Effort::Guess)) return;
      if (hold(some.vec())) {
        kept.insert(kept.end(), some.begin(), some.end());
      } else if (some.size() > 1) {
        keep(some.take_front(some.size() / 2));
        keep(some.drop_front(some.size() / 2));
      }
    };
    keep(asked);
    invariants = std::move(kept);
  }
  const std::vector<Invariant>& invariants() {
    if (!invariants_) invariants_ = find_invariants(source_, guess_invariants(source_function_, source_.cuts(), false));
    return *invariants_;
  }
  /// Finds what holds of the target's numbers.
  bool with_facts() {
    if (many_ && !knows_target_) {
      CutFunction::Cuts heads = normalize::heads_of_loops(target_function_);
      for (BasicBlock* cut : pairs_.target)
        for (BasicBlock* each : {&block_of_numbers(*cut), cut})
          if (!llvm::is_contained(heads, each)) heads.push_back(each);
      if (cuts_inner_) add_joins(heads);
      std::vector<Invariant> guesses = guess_invariants(target_function_, heads, true);
      // What is not cut counts otherwise than the source's; the others are matched with these.
      if (cuts_inner_) {
        std::erase_if(guesses, [&](const Invariant& each) { return is_cut(*each.at); });
        // What is wrong more often, together.
        std::vector<Invariant> with_sign;
        const auto is_signed = [](const Invariant& each) { return llvm::CmpInst::isSigned(each.predicate); };
        llvm::copy_if(guesses, std::back_inserter(with_sign), is_signed);
        std::erase_if(guesses, is_signed);
        guesses.insert(guesses.end(), with_sign.begin(), with_sign.end());
      }
      CutFunction whole(target_function_, heads, CutFunction::Side::Target, keeps_);
      target_.assume(find_invariants(whole, std::move(guesses)));
    }
    knows_target_ = true;
    return many_;
  }

  /// Where numbers that the cut loops need come together, behind the loops that they count.
  void add_joins(CutFunction::Cuts& heads) const {
    for (const State& state : target_.states())
      for (Instruction* value : state)
        if (llvm::isa<PHINode>(value) && !llvm::is_contained(heads, value->getParent()) &&
            heads.size() < kOfChanges.cuts)
          heads.push_back(value->getParent());
  }

  bool is_proved(const Relation& relation) {
    for (std::size_t cut = 0; cut < relation.handed.size(); ++cut)
      if (!is_proved(cut, within_reach(cut, relation))) return false;
    return is_proved(std::nullopt, within_reach(std::nullopt, relation));
  }
  /// Without what is told at cuts that the segment never comes to.
  Relation within_reach(std::optional<std::size_t> from, const Relation& relation) const {
    std::vector<bool> reached(relation.slots.size());
    for (const CutFunction* each : {&source_, &target_})
      for (const std::size_t cut : each->cuts_behind(from)) reached[relation.shared[cut]] = true;
    Relation within = relation;
    for (std::size_t cut = 0; cut < reached.size(); ++cut)
      if (!reached[cut]) within.slots[cut].clear();
    return within;
  }

  /// Most segments need no invariants, which are dear, and are in the way where both are the same, or differ in parts.
  bool is_proved(std::optional<std::size_t> from, const Relation& relation) {
    if (!from) {
      if (is_proved(from, relation, Effort::Whole, false)) return true;
      if (!many_) return false;
      source_.look_ahead();
      return is_proved(from, relation, Effort::Whole, false);
    }
    if (!cuts_inner_) {
      source_.assume_bits({});
      if (is_proved(from, relation, Effort::Brief, false)) return true;
      source_.assume_bits(invariants());
      if (!invariants().empty() && is_proved(from, relation, Effort::Brief, false)) return true;
    }
    source_.assume(invariants());
    if (is_proved(from, relation, Effort::Whole, with_facts())) return true;
    if (!many_ || source_.looks_ahead()) return false;
    source_.look_ahead();
    return is_proved(from, relation, Effort::Whole, with_facts());
  }
  bool is_proved(std::optional<std::size_t> from, const Relation& relation, Effort effort, bool with_facts) {
    if (!proves_.has_time_for(effort)) return false;
    std::vector<Given> given = from ? source_.given_at(*from) : std::vector<Given>();
    if (from) {
      std::erase_if(given, [&](const Given& each) { return relation.tells(*from, *each.value); });
      llvm::copy_if(target_.given_at(*from), std::back_inserter(given), [&](const Given& each) {
        return llvm::any_of(relation.handed[*from],
                            [&](const Handed& one) { return one.is_free() && one.target == each.value; });
      });
    }
    const WrittenSegment before(
        source_.write(from, given, relation, target_, arrivals_from(from, relation), with_facts));
    return is_proved(
        before, [&] { return target_.write(from, given, relation, source_, {}, false); }, effort);
  }
  /// Where the target comes from its own loop, or from elsewhere.
  Arrivals arrivals_from(std::optional<std::size_t> from, const Relation& relation) const {
    if (from && pairs_.rounds[*from] != 1) return {relation.shared[*from], pairs_.rounds[*from]};
    for (std::size_t cut = 0; cut < pairs_.peeled.size(); ++cut)
      if (pairs_.peeled[cut] != 0 && (!from || relation.shared[*from] != relation.shared[cut]))
        return {relation.shared[cut], 1 + pairs_.peeled[cut]};
    return {};
  }

  bool is_cut(const BasicBlock& block) const { return llvm::is_contained(pairs_.target, &block); }

  template <class Write>
  bool is_proved(const WrittenSegment& before, const Write& write_after, Effort effort) {
    if (!before.is_valid()) return false;
    const WrittenSegment after(write_after());
    if (!after.is_valid()) return false;
    mark_defined_parameters(before.function(), after.function());
    return proves_(before.function(), after.function(), effort);
  }

  llvm::Function &source_function_, &target_function_;
  const Pairing& pairs_;
  ToldState told_;
  CutFunction source_, target_;
  const ProvesSegment& proves_;
  const CutFunction::Keeps keeps_;
  const Extent most_;
  const bool cuts_inner_;                             ///< not all loops of the target
  std::optional<std::vector<Invariant>> invariants_;  ///< of the source
  bool knows_target_ = false;
  bool has_matched_ = false;
  bool many_ = false;
};

/// A pair that can be cut, without promises of whole runs.
class CutPair {
 public:
  CutPair(llvm::Function& before, llvm::Function& after, const ProvesSegment& proves, bool cuts_behind_reads)
      : before_(before), after_(after), proves_(proves), cuts_behind_reads_(cuts_behind_reads) {}

  bool run() {
    for (const llvm::Argument& argument : before_.args())
      if (semantics::noalias_counts(argument)) noalias_.push_back(argument.getArgNo());
    Pairing one = pair_one_by_one(before_, after_);
    const Pairing many = pair_loops(before_, after_);
    const bool in_step = is_paired(one), in_more = is_paired(many) && progresses(many);
    const bool is_large = std::max(before_.getInstructionCount(), after_.getInstructionCount()) >= kLargeFunction;
    const bool around_changes = is_large && is_paired(add_cuts_around_changes(one, before_, after_), kOfChanges.cuts);
    if ((!in_step || !progresses(one)) && !in_more && !around_changes) return false;
    if (!keeps_dereferenceable(before_, after_)) return false;
    const auto watched = drop_whole_run_promises(before_, after_);
    if (!watched) return false;
    watched_ = *watched;
    if (around_changes && are_in_step_around_changes()) return true;
    if ((!in_step || !progresses(one)) && !in_more) return false;
    if (in_step && !many.has_more() && are_in_step(one)) return true;
    Copies frozen(before_, after_), others(before_, after_);  // each attempt writes into its functions
    drop_freezes(after_);
    const Copies counted(before_, after_);
    const bool is_counted_first = in_step && (!many.has_more() || has_new_numbers(many));
    if (is_counted_first && are_counted_alike(counted)) return true;
    if (in_more && are_in_inner_rounds(counted)) return true;
    if (in_more && are_in_more_rounds(before_, after_, add_rests(many), {.conditions = true})) return true;
    if (in_step && !is_counted_first && are_counted_alike(counted)) return true;
    if (!in_more) return false;
    const bool has_frozen = freeze_alike(frozen.before, frozen.after);
    Copies peeled = has_frozen ? Copies(frozen.before, frozen.after) : others;
    const CutFunction::Keeps keeps{.conditions = true, .freezes = has_frozen};
    if (has_frozen && are_in_more_rounds(frozen, keeps)) return true;
    return peel_inner_loops(peeled.before, peeled.after) && are_in_more_rounds(peeled, keeps);
  }

 private:
  static bool is_paired(const Pairing& pairs, std::size_t most = kOfLoops.cuts) {
    const auto is_pad = [](const BasicBlock* block) { return block->isEHPad(); };
    return !pairs.source.empty() && pairs.target.size() <= most && llvm::none_of(pairs.target, is_pad) &&
           llvm::none_of(pairs.source, is_pad);
  }
  bool progresses(const Pairing& pairs) const { return promises_progress(before_, after_, pairs); }
  bool are_in_step_around_changes() const {
    const Copies copies(before_, after_);
    const Pairing pairs =
        add_cuts_around_changes(pair_one_by_one(copies.before, copies.after), copies.before, copies.after);
    return promises_progress(copies.before, copies.after, pairs) &&
           Rounds(copies.before, copies.after, pairs, proves_, {}, {}, kOfChanges).run(watched_, noalias_, false);
  }
  bool are_in_step(Pairing& pairs) {
    Rounds rounds(before_, after_, pairs, proves_);
    if (rounds.run(watched_, noalias_, false)) return true;
    return cuts_behind_reads_ && (cut_later(pairs.source) || !rounds.has_matched()) &&
           Rounds(before_, after_, pairs, proves_).run(watched_, noalias_, false);
  }

  /// The innermost loops, on both sides: the target may have one way that makes just a round, and does not come to the
  /// loop.
  static bool peel_inner_loops(llvm::Function& before, llvm::Function& after) {
    const llvm::DominatorTree tree(before);
    const llvm::LoopInfo loops(tree);
    const Pairing pairs = pair_loops(before, after);
    llvm::SmallSetVector<BasicBlock*, 4> inner;
    for (BasicBlock* head : pairs.source)
      if (const llvm::Loop* loop = loops.getLoopFor(head); loop != nullptr && loop->isInnermost()) inner.insert(head);
    bool all = !inner.empty();
    for (BasicBlock* head : inner) all &= peel_first_round(before, *head);
    for (std::size_t i = 0; i < pairs.target.size(); ++i)
      if (inner.contains(pairs.source[i])) all &= pairs.rounds[i] == 1 && peel_first_round(after, *pairs.target[i]);
    return all;
  }
  bool are_in_more_rounds(const Copies& copies, CutFunction::Keeps keeps) const {
    const Pairing pairs = add_rests(pair_loops(copies.before, copies.after));
    return is_paired(pairs) && promises_progress(copies.before, copies.after, pairs) &&
           are_in_more_rounds(copies.before, copies.after, pairs, keeps);
  }
  /// Does a loop of the target's have a number of no name that the source's has? Where it makes several rounds in one,
  /// they keep their names.
  static bool has_new_numbers(const Pairing& pairs) {
    const auto is_new = [](PHINode& number, BasicBlock& head) {
      return number.getType()->isIntOrPtrTy() &&
             llvm::none_of(head.phis(), [&](PHINode& each) { return each.getName() == number.getName(); });
    };
    for (std::size_t i = 0; i < pairs.target.size(); ++i)
      if (llvm::any_of(pairs.target[i]->phis(), [&](PHINode& each) { return is_new(each, *pairs.source[i]); }))
        return true;
    return false;
  }
  /// Round by round, in other numbers.
  bool are_counted_alike(const Copies& copies) const {
    const Pairing pairs = pair_one_by_one(copies.before, copies.after);
    if (!is_paired(pairs) || !promises_progress(copies.before, copies.after, pairs)) return false;
    ToldState told = write_round_numbers(copies.before, copies.after, pairs);
    return Rounds(copies.before, copies.after, pairs, proves_, {.conditions = true}, std::move(told))
        .run(watched_, noalias_, true);
  }
  /// Only inner loops make their rounds one by one.
  bool are_in_inner_rounds(const Copies& of) const {
    const Copies copies(of.before, of.after);
    const Pairing pairs = pair_inner_loops(copies.before, copies.after);
    if (!is_paired(pairs) || !promises_progress(copies.before, copies.after, pairs)) return false;
    ToldState told = write_outer_numbers(copies.before, copies.after, pairs);
    return Rounds(copies.before, copies.after, pairs, proves_, {.conditions = true}, std::move(told))
        .run(watched_, noalias_, true);
  }
  bool are_in_more_rounds(llvm::Function& before, llvm::Function& after, const Pairing& pairs,
                          CutFunction::Keeps keeps) const {
    ToldState told_before_loops;
    const Pairing all = add_prologs(pairs, told_before_loops);
    ToldState told = write_told_state(before, after, all);
    told.told.insert(told.told.end(), told_before_loops.told.begin(), told_before_loops.told.end());
    return Rounds(before, after, all, proves_, keeps, std::move(told)).run(watched_, noalias_, true);
  }

  llvm::Function &before_, &after_;
  const ProvesSegment& proves_;
  const bool cuts_behind_reads_;
  std::vector<unsigned> watched_, noalias_;
};

}  // namespace

/// Of what only loads may be promised to give (promise_defined_reads).
static bool gives_what_was_read(const Instruction& each) {
  if (llvm::isa<llvm::LoadInst>(each) || (llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each)))
    return false;
  return each.mayReadFromMemory() && !each.getType()->isVoidTy();
}

bool may_make_undef(const llvm::Function& function, UndefFrom from) {
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  const std::function<bool(const llvm::Value*)> holds_undef = [&](const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr || llvm::isa<llvm::Function>(constant) || !seen.insert(constant).second) return false;
    if (llvm::isa<llvm::UndefValue>(constant)) return !llvm::isa<llvm::PoisonValue>(constant);
    return llvm::any_of(constant->operand_values(), holds_undef);  // of a variable: its initializer
  };
  return llvm::any_of(llvm::instructions(function), [&](const Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    if (llvm::any_of(each.operand_values(), holds_undef)) return true;
    if (from == UndefFrom::Constants) return gives_what_was_read(each);
    const bool gives = call != nullptr && !call->getType()->isVoidTy() && !llvm::isa<llvm::IntrinsicInst>(call) &&
                       (from != UndefFrom::Itself || call->returnDoesNotAlias());
    return gives || llvm::isa<llvm::AllocaInst>(each);
  });
}

/// Does the target refine the source with its loops parted, and that the source? The first of these may have loops that
/// were vectorized or unrolled since.
static bool is_proved_by_distributing(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves,
                                      bool cuts_behind_reads) {
  Copies first(source, source);
  if (!distribute_loops(first.after, target) || llvm::verifyFunction(first.after)) return false;
  normalize::Kept kept;
  for (const BasicBlock* head : normalize::heads_of_loops(target)) kept.insert(head->getName());
  normalize::bring_to(normalize::Form::Rounds, first.after, kept);
  // It may hand over what the source does not.
  const PartlyUndef values = partly_undef_values(first.after, UndefFrom::Anybody);
  if (!can_be_cut(first.after) || may_make_undef(first.after) || !values.handed_over.empty()) return false;
  cuts_behind_reads &= values.only_read.empty();
  Copies second(first.after, target);
  return fuse_loops(first.after, proves) && !llvm::verifyFunction(first.after) &&
         CutPair(first.before, first.after, proves, cuts_behind_reads).run() &&
         CutPair(second.before, second.after, proves, cuts_behind_reads).run();
}

/// Does the target refine the source without the loops that only count, and that it has lost?
static bool is_proved_by_ends_of_loops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves,
                                       bool cuts_behind_reads) {
  if (!loses_loops_that_count(source, target)) return false;
  Copies ended(source, target);
  if (!write_ends_of_loops(ended.before, ended.after, proves) || llvm::verifyFunction(ended.before)) return false;
  normalize::Kept kept;
  for (const BasicBlock* head : normalize::heads_of_loops(target)) kept.insert(head->getName());
  for (llvm::Function* each : {&ended.before, &ended.after}) normalize::bring_to(normalize::Form::Rounds, *each, kept);
  const auto has_loops = [](llvm::Function& each) { return !normalize::heads_of_loops(each).empty(); };
  if (has_loops(ended.before) || has_loops(ended.after))
    return CutPair(ended.before, ended.after, proves, cuts_behind_reads).run();
  return proves(ended.before, ended.after, Effort::Brief) || proves(ended.before, ended.after, Effort::Whole);
}

bool is_proved_by_rounds(normalize::NormalPair pair, const ProvesSegment& proves, bool cuts_behind_reads) {
  const llvm::Function &source = pair.source(), &target = pair.target();
  if (&source.getContext() != &target.getContext()) return false;
  const bool has_objects = has_stack_objects(source) || has_stack_objects(target);
  if (!has_objects && (!can_be_cut(source) || !can_be_cut(target))) return false;
  normalize::NormalPair::Own own = std::move(pair).for_rounds();
  if (has_objects) {
    const auto handed = hand_over_objects(*own.source, *own.target);
    if (!handed || !can_be_cut(*handed->source) || !can_be_cut(*handed->target)) return false;
    own.source = handed->source;
    own.target = handed->target;
  }
  drop_promises_of_overlaps(*own.source);
  drop_promises_of_overlaps(*own.target);
  if (has_called_loops(*own.source, *own.target)) {
    Copies written(*own.source, *own.target);
    if (write_calls_as_loops(written.before, written.after, proves) && !has_patterns(written.after) &&
        !has_patterns(written.before) && !llvm::verifyFunction(written.after) &&
        CutPair(written.before, written.after, proves, cuts_behind_reads).run())
      return true;
  }
  if (has_patterns(*own.source) || has_patterns(*own.target)) return false;
  if (is_proved_by_ends_of_loops(*own.source, *own.target, proves, cuts_behind_reads)) return true;
  if (has_adjacent_loops(*own.source) || has_adjacent_loops(*own.target)) {
    Copies fused(*own.source, *own.target);
    const bool source_fused = fuse_loops(fused.before, proves);
    const bool target_fused = fuse_loops(fused.after, proves);
    if ((source_fused || target_fused) && !llvm::verifyFunction(fused.before) && !llvm::verifyFunction(fused.after) &&
        CutPair(fused.before, fused.after, proves, cuts_behind_reads).run())
      return true;
  }
  if (is_proved_by_distributing(*own.source, *own.target, proves, cuts_behind_reads)) return true;
  if (has_jammed_loops(pair_loops(*own.source, *own.target))) {
    Copies parted(*own.source, *own.target);
    if (part_jammed_loops(parted.after, pair_loops(parted.before, parted.after), proves) &&
        !llvm::verifyFunction(parted.after)) {
      normalize::bring_to(normalize::Form::Rounds, parted.after);
      if (CutPair(parted.before, parted.after, proves, cuts_behind_reads).run()) return true;
    }
  }
  return CutPair(*own.source, *own.target, proves, cuts_behind_reads).run();
}

}  // namespace assay::prove
