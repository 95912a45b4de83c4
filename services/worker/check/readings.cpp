#include "services/worker/check/readings.h"

#include <llvm/IR/Module.h>

#include <memory>
#include <utility>
#include <vector>

#include "services/worker/check/blind_spots.h"
#include "services/worker/check/paired_globals.h"
#include "services/worker/evidence/reading.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/ir/references.h"
#include "services/worker/normalize/based_pointers.h"
#include "services/worker/normalize/callbacks.h"
#include "services/worker/normalize/guards.h"
#include "services/worker/normalize/joined_symbols.h"
#include "services/worker/normalize/merged_constants.h"
#include "services/worker/semantics/initialized_arguments.h"

namespace assay::check {

using evidence::Assumed;
using evidence::Claim;

namespace {

/// A pair as it is put to the judge.
struct PutPair {
  const llvm::Function& source;
  const llvm::Function& target;
  bool stands;
  const normalize::MergedConstants* merged = nullptr;            ///< its function is asked about in the source's place
  const std::vector<unsigned>* initialized_otherwise = nullptr;  ///< `initializes` that may be gained wrongly
  bool are_based = false;                                        ///< pointers made of integers, on one pointer
  bool calls_back = false;                                       ///< brokers call back before they are called
  const std::vector<normalize::CallbackArguments>* called_with = nullptr;  ///< brokers alone call it, with these
  bool only_so = false;                                                    ///< no other arguments count
  const normalize::OpenAddresses* open = nullptr;                          ///< symbols that may have one address
  bool are_joined = false;                                                 ///< each two of them are one
};
using OfPair = evidence::Reading<PutPair, Claim>;

/// What is based on one pointer leads where that leads (LangRef, pointer aliasing rules): a counterexample counts only
/// if it is one where pointers made of integers do, too.
constexpr OfPair kBased[] = {{[](const PutPair& asked, const Claim& claim) {
                                return claim.refuted() != nullptr && (normalize::makes_based_pointers(asked.source) ||
                                                                      normalize::makes_based_pointers(asked.target));
                              },
                              [](PutPair asked) -> std::optional<PutPair> {
                                asked.are_based = true;
                                asked.stands = false;
                                return asked;
                              },
                              [](const PutPair&, Claim first, Claim again) {
                                if (again.proved() != nullptr) return again;
                                if (again.refuted() == nullptr) first.assume({Assumed::BasedPointers});
                                return first;
                              }}};

Claim judge_based(const llvm::Function& source, const llvm::Function& target, bool stands, const Judge& judge) {
  return evidence::ask_in_readings(
      kBased, PutPair{.source = source, .target = target, .stands = stands}, [&](const PutPair& asked) {
        if (!asked.are_based) return judge(asked.source, asked.target, asked.stands);
        const auto before = normalize::with_based_pointers(*asked.source.getParent()),
                   after = normalize::with_based_pointers(*asked.target.getParent());
        return judge(*ir::same_in(*before, asked.source), *ir::same_in(*after, asked.target), false);
      });
}

/// Constants may be merged: what refines the source with merged ones refines the source.
constexpr OfPair kMerging[] = {
    {[](const PutPair& asked, const Claim& claim) { return asked.merged != nullptr && claim.refuted() != nullptr; },
     [](PutPair asked) -> std::optional<PutPair> {
       if (!asked.merged->is_only_way) return std::nullopt;
       return PutPair{asked.source, asked.target, false};
     },
     [](const PutPair& asked, Claim first, Claim again) {
       if (!asked.merged->is_only_way || again.refuted() == nullptr) first.assume({Assumed::ConstantsMerged});
       return first;
     }}};

Claim judge_merged(const PutPair& pair, const Judge& judge) {
  const normalize::MergedConstants merged = normalize::merge_constants_as_in(pair.target, pair.source);
  const bool is_merged = merged.module != nullptr;
  const PutPair first{pair.source, pair.target, pair.stands && !is_merged, is_merged ? &merged : nullptr};
  return evidence::ask_in_readings(kMerging, first, [&](const PutPair& asked) {
    return judge_based(asked.merged != nullptr ? *asked.merged->function : asked.source, asked.target, asked.stands,
                       judge);
  });
}

/// The functions' module without each `initializes` of theirs, and of what they call, that says nothing; null if there
/// is none.
std::unique_ptr<llvm::Module> without_kept_initializes(llvm::ArrayRef<const llvm::Function*> functions) {
  std::vector<const llvm::Argument*> kept;
  for (const llvm::Function* asked : functions)
    for (const llvm::Function* function : ir::bodies_needed_by(*asked))
      if (function == asked || function->hasExactDefinition())
        for (const llvm::Argument& argument : function->args())
          if (argument.hasAttribute(llvm::Attribute::Initializes) && semantics::keeps_initializes(argument))
            kept.push_back(&argument);
  if (kept.empty()) return nullptr;
  std::unique_ptr<llvm::Module> copy = ir::clone(*functions.front()->getParent());
  for (const llvm::Argument* argument : kept)
    ir::same_in(*copy, *argument->getParent())->removeParamAttr(argument->getArgNo(), llvm::Attribute::Initializes);
  return copy;
}

Claim judge_without_guards(const PutPair& pair, const Judge& judge) {
  if (!normalize::has_guards(pair.source) && !normalize::has_guards(pair.target)) return judge_merged(pair, judge);
  const auto explicit_source = normalize::with_explicit_guards(pair.source, pair.target),
             explicit_target = normalize::with_explicit_guards(pair.target, pair.source);
  return judge_merged(
      {*ir::same_in(*explicit_source, pair.source), *ir::same_in(*explicit_target, pair.target), pair.stands}, judge);
}

/// A counterexample counts only if it is one without the promises that the target gains, too.
constexpr OfPair kPromises[] = {{[](const PutPair& asked, const Claim& claim) {
                                   return asked.initialized_otherwise != nullptr && claim.refuted() != nullptr;
                                 },
                                 [](PutPair asked) -> std::optional<PutPair> {
                                   return PutPair{asked.source, asked.target, false};
                                 },
                                 [](const PutPair&, Claim first, Claim again) {
                                   if (again.refuted() == nullptr) first.assume({Assumed::ReadsOfInitialized});
                                   return first;
                                 }}};

Claim judge_needed_promises(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const std::optional<Assumed> unknown = known_to_optimizers_alone(source, target);
  const std::vector<unsigned> initialized = initialized_but_read_otherwise(source, target);
  const bool is_unread = drops_what_nobody_reads(source, target);
  const bool is_sure = !unknown && initialized.empty() && !is_unread;
  // What only optimizers know of is doubted in any case.
  const PutPair first{source, target, is_sure, nullptr, unknown || initialized.empty() ? nullptr : &initialized};
  Claim claim = evidence::ask_in_readings(kPromises, first, [&](const PutPair& asked) {
    if (initialized.empty() || asked.initialized_otherwise != nullptr || unknown)
      return judge_without_guards(asked, judge);
    const std::unique_ptr<llvm::Module> copy = ir::clone_for(target, source);
    llvm::Function& without = *ir::same_in(*copy, target);
    for (const unsigned argument : initialized) without.removeParamAttr(argument, llvm::Attribute::Initializes);
    return judge_without_guards({source, without, false}, judge);
  });
  if (unknown && claim.refuted() != nullptr) claim.assume({*unknown});
  if (is_unread && claim.refuted() != nullptr && claim.reason() == Reason::MemoryMismatch)
    claim.assume({Assumed::NotFollowed});
  return claim;
}

/// A broker does not look at what it only passes on: a counterexample counts only if it is one where that is used by
/// what is called back, too.
constexpr OfPair kPassedOn[] = {{[](const PutPair& asked, const Claim& claim) {
                                   return claim.refuted() != nullptr &&
                                          (normalize::passes_on(asked.source) || normalize::passes_on(asked.target));
                                 },
                                 [](PutPair asked) -> std::optional<PutPair> {
                                   asked.calls_back = true;
                                   asked.stands = false;
                                   return asked;
                                 },
                                 [](const PutPair&, Claim first, Claim again) {
                                   if (again.refuted() == nullptr) first.assume({Assumed::PassedOn});
                                   return first;
                                 }}};

Claim judge_brokers(const PutPair& pair, const Judge& judge) {
  const bool stands = pair.stands && !normalize::passes_on(pair.source) && !normalize::passes_on(pair.target);
  return evidence::ask_in_readings(kPassedOn, pair, [&](const PutPair& asked) {
    const Judge of_reading = [&](const llvm::Function& source, const llvm::Function& target, bool is_own) {
      return judge(source, target, is_own && stands && !asked.calls_back);
    };
    if (!asked.calls_back) return judge_needed_promises(asked.source, asked.target, of_reading);
    const auto before = normalize::with_explicit_callbacks(*asked.source.getParent()),
               after = normalize::with_explicit_callbacks(*asked.target.getParent());
    return judge_needed_promises(*ir::same_in(*before, asked.source), *ir::same_in(*after, asked.target), of_reading);
  });
}

/// Brokers call the function with what they are given for it, and nobody else outside does.
Claim judge_each_callback(const PutPair& pair, const Judge& judge) {
  Claim all = Claim::proved(Method::None);
  for (const normalize::CallbackArguments& arguments : *pair.called_with) {
    const auto before = normalize::called_with(pair.source, pair.target, arguments),
               after = normalize::called_with(pair.target, pair.source, arguments);
    if (before == nullptr || after == nullptr) return {};
    Claim one = judge_brokers({*ir::same_in(*before, pair.source), *ir::same_in(*after, pair.target), false}, judge);
    if (one.proved() == nullptr) return one;
    evidence::Assumptions under = all.under();
    under.add(one.under());
    all = Claim::proved(one.by(), under);
  }
  return all;
}

constexpr OfPair kCalledBack[] = {{[](const PutPair& asked, const Claim& claim) {
                                     return asked.called_with != nullptr && claim.refuted() != nullptr;
                                   },
                                   [](PutPair asked) -> std::optional<PutPair> {
                                     asked.only_so = true;
                                     return asked;
                                   },
                                   [](const PutPair&, Claim first, Claim again) {
                                     if (again.is_decided()) return again;
                                     first.assume({Assumed::CalledBack});
                                     return first;
                                   }}};

Claim judge_called_back(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const auto calls = source.hasLocalLinkage() && target.hasLocalLinkage()
                         ? normalize::callbacks_to(source)
                         : std::optional<std::vector<normalize::CallbackArguments>>();
  const PutPair first{.source = source, .target = target, .stands = !calls, .called_with = calls ? &*calls : nullptr};
  return evidence::ask_in_readings(kCalledBack, first, [&](const PutPair& asked) {
    return asked.only_so ? judge_each_callback(asked, judge) : judge_brokers(asked, judge);
  });
}

}  // namespace

static Claim judge_paired(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const bool is_one_module = source.getParent() == target.getParent();
  const auto plain_before =
      is_one_module ? without_kept_initializes({&source, &target}) : without_kept_initializes(&source);
  const auto plain_after = is_one_module ? nullptr : without_kept_initializes(&target);
  llvm::Module* const of_target = is_one_module ? plain_before.get() : plain_after.get();
  return judge_called_back(plain_before ? *ir::same_in(*plain_before, source) : source,
                           of_target != nullptr ? *ir::same_in(*of_target, target) : target, judge);
}

/// Asks where each two of the symbols are one. Only that one of these is refuted is an answer.
static Claim judge_each_joined(const PutPair& pair, const Judge& judge) {
  const llvm::Module &source = *pair.source.getParent(), &target = *pair.target.getParent();
  for (const normalize::SymbolPair& symbols : pair.open->may_meet) {
    const auto before = normalize::with_joined(source, symbols);
    const auto after = &source == &target ? nullptr : normalize::with_joined(target, symbols);
    const Claim one =
        judge_paired(*ir::same_in(*before, pair.source), *ir::same_in(after ? *after : *before, pair.target), judge);
    if (one.refuted() != nullptr)
      return Claim::inconclusive(Method::None, evidence::Inconclusive::FeatureOfSource,
                                 "@" + symbols.joined + " and @" + symbols.kept + " at one address");
  }
  return {};
}

/// Two symbols may have one address: a proof counts only if nothing is wrong where they have.
constexpr OfPair kJoined[] = {
    {[](const PutPair& asked, const Claim& claim) {
       return !asked.are_joined && !asked.open->may_meet.empty() && claim.proved() != nullptr;
     },
     [](PutPair asked) -> std::optional<PutPair> {
       asked.are_joined = true;
       return asked;
     },
     [](const PutPair&, Claim first, Claim again) { return again.is_unsupported() ? again : first; }}};

Claim judge_in_readings(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const PairedGlobals paired = pair_globals(source, target);
  const normalize::OpenAddresses open = normalize::open_addresses({paired.source, paired.target});
  const Judge of_reading = [&](const llvm::Function& before, const llvm::Function& after, bool stands) {
    return judge(before, after, stands && open.empty());
  };
  const PutPair first{.source = *paired.source, .target = *paired.target, .stands = open.empty(), .open = &open};
  Claim claim = evidence::ask_in_readings(kJoined, first, [&](const PutPair& asked) {
    return asked.are_joined ? judge_each_joined(asked, of_reading)
                            : judge_paired(asked.source, asked.target, of_reading);
  });
  const bool is_open = !open.may_part.empty() || open.has_more;
  if (!is_open || claim.proved() == nullptr || claim.by() == Method::Syntax) return claim;
  return Claim::inconclusive(Method::None, evidence::Inconclusive::FeatureOfSource,
                             open.may_part.empty() ? "many symbols that may have one address"
                                                   : "two names of @" + open.may_part + " at two addresses");
}

}  // namespace assay::check
