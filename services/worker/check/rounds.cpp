#include "services/worker/check/rounds.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <memory>

#include "services/worker/check/preconditions.h"
#include "services/worker/check/segment.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::check {
namespace {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;

constexpr std::size_t kMostCuts = 8;
constexpr std::size_t kMostState = 24;
constexpr std::size_t kMostInstructions = 600;
constexpr std::size_t kMostGuesses = 32;

/// Promises of an argument that speak of more than one access.
constexpr Attribute::AttrKind kOfTheWholeRun[] = {
    Attribute::NoAlias,   Attribute::Initializes, Attribute::DeadOnReturn, Attribute::DeadOnUnwind,
    Attribute::Returned,  Attribute::Captures,    Attribute::ReadOnly,     Attribute::ReadNone,
    Attribute::WriteOnly, Attribute::NoFree,      Attribute::Writable};

/// Does it mean the same in a segment as in the whole? Stack objects and what lives as long as the frame do not.
bool can_be_cut_around(const Instruction& instruction) {
  using namespace llvm;
  if (isa<AllocaInst, IndirectBrInst, CallBrInst, InvokeInst, VAArgInst>(instruction) || instruction.isEHPad())
    return false;
  if (instruction.getType()->isTokenTy() || instruction.getType()->isScalableTy() ||
      instruction.getType()->isTargetExtTy())
    return false;
  if (instruction.hasMetadata(LLVMContext::MD_invariant_load) ||
      instruction.hasMetadata(LLVMContext::MD_invariant_group))
    return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return true;
  if (call->isMustTailCall() || call->isInlineAsm() || call->hasOperandBundles() || isNoAliasCall(call) ||
      call->hasFnAttr(Attribute::ReturnsTwice) || call->isStrictFP())
    return false;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return true;
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::prefetch:
      return true;
    default:
      return isa<DbgInfoIntrinsic>(instruction) || Intrinsic::isTargetIntrinsic(intrinsic->getIntrinsicID()) ||
             intrinsic->getMemoryEffects().doesNotAccessMemory();
  }
}

bool can_be_cut(const llvm::Function& function) {
  if (!function.use_empty()) return false;  // calls of it would be of another function
  if (function.isVarArg() || function.hasPersonalityFn() || function.hasGC() || function.isPresplitCoroutine() ||
      function.hasFnAttribute(Attribute::StrictFP) || function.getInstructionCount() > kMostInstructions)
    return false;
  if (llvm::any_of(function, [](const BasicBlock& block) { return block.hasAddressTaken(); })) return false;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr() || argument.hasByRefAttr() || argument.hasSwiftErrorAttr())
      return false;
  return llvm::all_of(llvm::instructions(function), can_be_cut_around);
}

/// What the function's own loads and stores may access, as memory(...) tells it.
llvm::MemoryEffects effects_of_accesses(const llvm::Function& function) {
  llvm::MemoryEffects effects = llvm::MemoryEffects::none();
  for (const Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::CallBase>(instruction) || !instruction.mayReadOrWriteMemory()) continue;
    llvm::ModRefInfo access = llvm::ModRefInfo::NoModRef;
    if (instruction.mayReadFromMemory()) access |= llvm::ModRefInfo::Ref;
    if (instruction.mayWriteToMemory()) access |= llvm::ModRefInfo::Mod;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) return llvm::MemoryEffects::unknown();
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects);
    for (const llvm::Value* object : objects)
      effects |= llvm::MemoryEffects(
          llvm::isa<llvm::Argument>(object) ? llvm::IRMemLocation::ArgMem : llvm::IRMemLocation::Other, access);
  }
  return effects;
}

/// Promises about the whole run would say something else of a segment. The source's are dropped, which holds it to
/// more.
void loosen_source(llvm::Function& function) {
  for (const Attribute::AttrKind kind : {Attribute::WillReturn, Attribute::MustProgress, Attribute::NoReturn,
                                         Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    function.removeFnAttr(kind);
  for (llvm::Argument& argument : function.args())
    for (const Attribute::AttrKind kind : kOfTheWholeRun) argument.removeAttr(kind);
}

bool promises_memory(const llvm::Function& function) {
  return llvm::any_of(function.args(), [](const llvm::Argument& argument) {
    return argument.getDereferenceableBytes() != 0 || argument.getDereferenceableOrNullBytes() != 0 ||
           argument.hasStructRetAttr();
  });
}

bool keeps_promises(const llvm::Argument& argument) {
  if (!argument.getType()->isPointerTy()) return true;
  if (semantics::noalias_counts(argument)) return false;
  for (const Attribute::AttrKind kind : {Attribute::Initializes, Attribute::DeadOnReturn, Attribute::DeadOnUnwind,
                                         Attribute::Returned, Attribute::Writable})
    if (argument.hasAttribute(kind)) return false;
  const semantics::PointerUse use = semantics::use_of(argument);
  const bool reads = !argument.hasAttribute(Attribute::ReadNone) && !argument.hasAttribute(Attribute::WriteOnly);
  const bool writes = !argument.hasAttribute(Attribute::ReadNone) && !argument.hasAttribute(Attribute::ReadOnly);
  if ((use.read && !reads) || (use.written && !writes) || (use.freed && argument.hasAttribute(Attribute::NoFree)))
    return false;
  return !argument.hasAttribute(Attribute::Captures) ||
         semantics::captures_at_most(argument, argument.getAttributes().getCaptureInfo());
}

/// The target's are dropped where its text shows that it keeps them, or the source makes them too and neither would
/// end. False if there are others.
bool loosen_target(llvm::Function& function, const llvm::Function& source) {
  for (const Attribute::AttrKind kind : {Attribute::WillReturn, Attribute::MustProgress}) {
    if (function.hasFnAttribute(kind) && !source.hasFnAttribute(kind)) return false;
    function.removeFnAttr(kind);
  }
  const llvm::MemoryEffects promised = function.getMemoryEffects();
  const llvm::MemoryEffects effects = effects_of_accesses(function) | semantics::effects_of_calls(function);
  if ((promised | effects) != promised) return false;
  if (function.hasFnAttribute(Attribute::NoSync) && !semantics::never_synchronizes(function)) return false;
  if (function.hasFnAttribute(Attribute::NoFree) && !semantics::all_calls_have(function, Attribute::NoFree))
    return false;
  const auto returns = [](const Instruction& instruction) { return llvm::isa<llvm::ReturnInst>(instruction); };
  if (function.hasFnAttribute(Attribute::NoReturn) && llvm::any_of(llvm::instructions(function), returns)) return false;
  for (const Attribute::AttrKind kind : {Attribute::NoReturn, Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    function.removeFnAttr(kind);
  for (llvm::Argument& argument : function.args()) {
    if (!keeps_promises(argument)) return false;
    for (const Attribute::AttrKind kind : kOfTheWholeRun) argument.removeAttr(kind);
  }
  for (const Attribute attribute : function.getAttributes().getRetAttrs()) {
    const bool is_written = attribute.hasAttribute(Attribute::NoUndef) &&
                            (function.getReturnType()->isIntegerTy() || function.getReturnType()->isPointerTy());
    if (!is_written && !attribute.hasAttribute(Attribute::ZExt) && !attribute.hasAttribute(Attribute::SExt) &&
        !attribute.hasAttribute(Attribute::NoExt))
      return false;
  }
  return true;
}

/// Blocks that an edge leads back to, and that all cycles go through.
CutFunction::Cuts heads_of_loops(llvm::Function& function) {
  llvm::SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  CutFunction::Cuts heads;
  for (BasicBlock& block : function)
    if (llvm::any_of(edges, [&](const auto& edge) { return edge.second == &block; })) heads.push_back(&block);
  return heads;
}

/// The source's block for each of the target's heads: the one of its name, which a rotated loop starts with, else a
/// head. Empty if there is none.
CutFunction::Cuts partners_of(const CutFunction::Cuts& heads, llvm::Function& source) {
  CutFunction::Cuts partners(heads.size(), nullptr), own = heads_of_loops(source);
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

/// Must the loops end that come back to the block?
bool must_progress(const BasicBlock& head) {
  return llvm::any_of(llvm::predecessors(&head), [](const BasicBlock* from) {
    const llvm::MDNode* loop = from->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    return loop != nullptr &&
           llvm::findOptionMDForLoopID(const_cast<llvm::MDNode*>(loop), "llvm.loop.mustprogress") != nullptr;
  });
}

/// The name without what optimizers append to it.
llvm::StringRef stem(llvm::StringRef name) {
  const std::size_t dot = name.find('.', 1);
  return name.substr(0, dot).rtrim("0123456789");
}

/// Which value of the source's state a value of the target's refines. The proof shows whether that is so.
class Matching {
 public:
  Matching(const std::vector<Instruction*>& source, const std::vector<Instruction*>& target,
           llvm::Instruction::CastOps widening)
      : source_(source), target_(target), widening_(widening) {}

  std::optional<std::vector<Handed>> run() {
    const auto same_type = [](const Instruction& s, const Instruction& t) { return s.getType() == t.getType(); };
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && t.hasName() && s.getName() == t.getName();
    });
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && t.hasName() && !stem(t.getName()).empty() && stem(s.getName()) == stem(t.getName());
    });
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && s.getOpcode() == t.getOpcode() && s.isSameOperationAs(&t);
    });
    match([&](const Instruction& s, const Instruction& t) { return same_type(s, t); });
    match([&](const Instruction& s, const Instruction& t) {
      return s.getType()->isIntegerTy() && t.getType()->isIntegerTy();
    });
    std::vector<Handed> result;
    for (Instruction* t : target_) {
      Instruction* s = found_.lookup(t);
      if (s == nullptr) return std::nullopt;
      std::optional<Instruction::CastOps> cast;
      if (s->getType() != t->getType())
        cast = s->getType()->getIntegerBitWidth() > t->getType()->getIntegerBitWidth() ? Instruction::Trunc : widening_;
      has_widened_ |= cast && *cast == widening_;
      result.push_back({s, t, cast});
    }
    return result;
  }
  bool has_widened() const { return has_widened_; }

 private:
  template <class Likeness>
  void match(const Likeness& is_like) {
    for (Instruction* t : target_) {
      if (found_.contains(t)) continue;
      for (Instruction* s : source_)
        if (!taken_.contains(s) && is_like(*s, *t)) {
          found_[t] = s;
          taken_.insert(s);
          break;
        }
    }
  }

  const std::vector<Instruction*>& source_;
  const std::vector<Instruction*>& target_;
  Instruction::CastOps widening_;
  bool has_widened_ = false;
  llvm::DenseMap<const Instruction*, Instruction*> found_;
  llvm::DenseSet<const Instruction*> taken_;
};

/// What may hold of the numbers at the source's cuts in all rounds: guesses.
class Guesses {
 public:
  Guesses(llvm::Function& function, const CutFunction::Cuts& cuts)
      : function_(function), cuts_(cuts), tree_(function) {}

  std::vector<Fact> all() {
    const llvm::TargetLibraryInfoImpl library(function_.getParent()->getTargetTriple());
    llvm::TargetLibraryInfo known(library);
    llvm::AssumptionCache assumptions(function_);
    llvm::LoopInfo loops(tree_);
    llvm::ScalarEvolution numbers(function_, known, assumptions, tree_, loops);
    for (std::size_t cut = 0; cut < cuts_.size(); ++cut)
      for (PHINode& phi : cuts_[cut]->phis()) {
        if (phi.getType()->isIntOrPtrTy()) add(cut, phi, llvm::CmpInst::ICMP_EQ, &phi);  // neither undef nor poison
        if (!phi.getType()->isIntegerTy()) continue;
        const llvm::SCEV* number = numbers.getSCEV(&phi);
        for (PHINode& other : cuts_[cut]->phis()) {
          if (&other == &phi) break;
          if (other.getType() != phi.getType()) continue;
          if (const auto* constant =
                  llvm::dyn_cast<llvm::SCEVConstant>(numbers.getMinusSCEV(number, numbers.getSCEV(&other))))
            facts_.push_back({cut, llvm::CmpInst::ICMP_EQ, &phi, &other, constant->getValue()});
        }
        add_range(cut, phi, numbers.getUnsignedRange(number), numbers.getSignedRange(number));
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
          add_condition(cut, phi, *phi.getIncomingBlock(i), phi.getIncomingValue(i));
      }
    return std::move(facts_);
  }

 private:
  void add(std::size_t cut, PHINode& phi, llvm::CmpInst::Predicate predicate, llvm::Value* bound) {
    facts_.push_back({cut, predicate, &phi, bound});
  }
  void add_range(std::size_t cut, PHINode& phi, const llvm::ConstantRange& plain,
                 const llvm::ConstantRange& with_sign) {
    const auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(phi.getType(), value); };
    if (plain.isEmptySet() || with_sign.isEmptySet()) return;
    if (!plain.getUnsignedMin().isZero()) add(cut, phi, llvm::CmpInst::ICMP_UGE, number(plain.getUnsignedMin()));
    if (!plain.getUnsignedMax().isMaxValue()) add(cut, phi, llvm::CmpInst::ICMP_ULE, number(plain.getUnsignedMax()));
    if (!with_sign.getSignedMin().isMinSignedValue())
      add(cut, phi, llvm::CmpInst::ICMP_SGE, number(with_sign.getSignedMin()));
    if (!with_sign.getSignedMax().isMaxSignedValue())
      add(cut, phi, llvm::CmpInst::ICMP_SLE, number(with_sign.getSignedMax()));
  }
  /// The way to the block goes on only if the number compares so: the phi that it becomes may, too, in the first round.
  void add_condition(std::size_t cut, PHINode& phi, const BasicBlock& from, const llvm::Value* number) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return;
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (compare == nullptr) return;
    auto predicate = branch->getSuccessor(0) == cuts_[cut] ? compare->getPredicate() : compare->getInversePredicate();
    llvm::Value* bound = compare->getOperand(1);
    if (compare->getOperand(0) != number) {
      bound = compare->getOperand(0);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
      if (compare->getOperand(1) != number) return;
    }
    const auto* before = llvm::dyn_cast<Instruction>(bound);
    if (before != nullptr && !tree_.properlyDominates(before->getParent(), cuts_[cut])) return;
    add(cut, phi, predicate, bound);
    if (predicate != llvm::CmpInst::ICMP_NE) return;
    for (const auto stronger :
         {llvm::CmpInst::ICMP_ULT, llvm::CmpInst::ICMP_SLT, llvm::CmpInst::ICMP_UGT, llvm::CmpInst::ICMP_SGT})
      add(cut, phi, stronger, bound);
  }

  llvm::Function& function_;
  const CutFunction::Cuts& cuts_;
  llvm::DominatorTree tree_;
  std::vector<Fact> facts_;
};

class Rounds {
 public:
  Rounds(llvm::Function& source, llvm::Function& target, CutFunction::Cuts source_cuts, CutFunction::Cuts target_cuts,
         const Proves& proves)
      : function_(source),
        source_(source, std::move(source_cuts), CutFunction::Side::Source),
        target_(target, std::move(target_cuts), CutFunction::Side::Target),
        proves_(proves) {}

  bool run() {
    find_facts();
    return is_proved();
  }

 private:
  bool is_proved() {
    for (const Instruction::CastOps widening : {Instruction::ZExt, Instruction::SExt}) {
      bool has_widened = false;
      HandedAtCuts handed;
      for (std::size_t cut = 0; cut < target_.cuts().size(); ++cut) {
        if (source_.state_at(cut).size() > kMostState || target_.state_at(cut).size() > kMostState) return false;
        Matching matching(source_.state_at(cut), target_.state_at(cut), widening);
        auto matched = matching.run();
        if (!matched) return false;
        has_widened |= matching.has_widened();
        handed.push_back(std::move(*matched));
      }
      if (is_proved(handed)) return true;
      if (!has_widened) return false;
    }
    return false;
  }

  /// What holds of the source's numbers. Guesses that do not follow from all of them are no facts; then the same is
  /// asked of the rest.
  void find_facts() {
    std::vector<Fact> facts = Guesses(function_, source_.cuts()).all();
    if (facts.size() > kMostGuesses) return;
    while (!facts.empty() && !always_hold(facts, facts)) {
      const std::vector<Fact> assumed = facts;
      std::erase_if(facts, [&](const Fact& each) { return !always_hold(assumed, {each}); });
      if (facts.size() == assumed.size()) facts.clear();
    }
    source_.assume(facts);
  }

  /// Does that hold after each segment, if those hold before?
  bool always_hold(const std::vector<Fact>& assumed, const std::vector<Fact>& asserted) {
    source_.assume(assumed);
    const auto kept_from = [&](std::optional<std::size_t> from) {
      return is_proved(source_.write_numbers(from, {}), [&] { return source_.write_numbers(from, asserted); });
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

  bool is_proved(std::optional<std::size_t> from, const HandedAtCuts& handed) {
    const llvm::ArrayRef<Instruction*> state =
        from ? llvm::ArrayRef(source_.state_at(*from)) : llvm::ArrayRef<Instruction*>();
    return is_proved(source_.write(from, state, handed), [&] { return target_.write(from, state, handed); });
  }

  template <class Write>
  bool is_proved(llvm::Function* before, const Write& write_after) {
    if (before == nullptr) return false;
    llvm::Function* after = write_after();
    const bool proved = after != nullptr && !llvm::verifyFunction(*before) && !llvm::verifyFunction(*after) &&
                        !uses_loads_more_often(*before, *after) && proves_(*before, *after);
    for (llvm::Function* each : {before, after})
      if (each != nullptr) each->eraseFromParent();
    return proved;
  }

  llvm::Function& function_;
  CutFunction source_, target_;
  const Proves& proves_;
};

llvm::Function* same_in(llvm::Module& module, const llvm::Function& function) {
  const auto place = std::distance(function.getParent()->begin(), function.getIterator());
  return &*std::next(module.begin(), place);
}

}  // namespace

bool is_proved_by_rounds(const llvm::Function& source, const llvm::Function& target, const Proves& proves) {
  if (&source.getContext() != &target.getContext() || !can_be_cut(source) || !can_be_cut(target)) return false;
  const std::unique_ptr<llvm::Module> source_module = ir::clone(*source.getParent()),
                                      target_module = ir::clone(*target.getParent());
  llvm::Function *before = same_in(*source_module, source), *after = same_in(*target_module, target);
  CutFunction::Cuts heads = heads_of_loops(*after);
  if (heads.empty() || heads.size() > kMostCuts) return false;
  CutFunction::Cuts partners = partners_of(heads, *before);
  if (partners.empty()) return false;
  for (std::size_t i = 0; i < heads.size(); ++i)
    if (must_progress(*heads[i]) && !must_progress(*partners[i]) && !source.hasFnAttribute(Attribute::MustProgress))
      return false;
  // What is dereferenceable when the function is entered still is at a cut only if nobody frees it.
  if ((promises_memory(source) || promises_memory(target)) &&
      !(semantics::all_calls_have(source, Attribute::NoFree) && semantics::never_synchronizes(source)))
    return false;
  if (!loosen_target(*after, source)) return false;
  loosen_source(*before);
  return Rounds(*before, *after, std::move(partners), std::move(heads), proves).run();
}

}  // namespace assay::check
