#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <set>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::CallBase;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned kMostDeep = 4;        ///< of conditions joined by "and" and "or"
constexpr std::size_t kMostChosen = 32;  ///< phis that a pointer comes from

/// A promise that a call makes of one of its arguments.
struct Promise {
  CallBase* call;
  unsigned argument;
  Attribute::AttrKind kind;
};

/// Promises of arguments that hold wherever the call is defined, by what was done on every way to it.
class ImpliedPromises {
 public:
  explicit ImpliedPromises(llvm::Function& function) : function_(function), tree_(function) {
    visit(tree_.getRootNode());
  }
  const std::vector<Promise>& all() const { return found_; }

 private:
  /// Of pointers that are neither undef, poison nor null here: accesses and branches would have been undefined.
  struct Known {
    std::set<const Value*> defined, not_null;
    std::set<const Value*> not_zero;  ///< numbers
  };

  bool null_is_nowhere(const Value& pointer) const {
    return pointer.getType()->isPointerTy() &&
           !llvm::NullPointerIsDefined(&function_, pointer.getType()->getPointerAddressSpace());
  }

  void visit(const llvm::DomTreeNode* node) {
    const Known before = known_;
    learn_way_to(*node->getBlock());
    for (Instruction& each : *node->getBlock()) {
      if (auto* call = llvm::dyn_cast<CallBase>(&each)) look_at(*call);
      learn(each);
    }
    for (const llvm::DomTreeNode* child : *node) visit(child);
    known_ = before;
  }

  void learn_way_to(const BasicBlock& block) {
    const BasicBlock* before = block.getSinglePredecessor();
    const auto* branch = before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return;
    learn_condition(*branch->getCondition(), branch->getSuccessor(0) == &block, kMostDeep);
  }

  /// Also of what is said of several values at once: to branch on poison is undefined, so each that it depends on is
  /// known.
  void learn_condition(const Value& condition, bool holds, unsigned deep) {
    using namespace llvm::PatternMatch;
    const Value *one = nullptr, *other = nullptr;
    const bool is_joined = holds ? match(&condition, m_LogicalAnd(m_Value(one), m_Value(other)))
                                 : match(&condition, m_LogicalOr(m_Value(one), m_Value(other)));
    if (is_joined && deep != 0) {
      learn_condition(*one, holds, deep - 1);
      learn_condition(*other, holds, deep - 1);
    }
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    if (compare == nullptr || !compare->isEquality() || (compare->getPredicate() == llvm::ICmpInst::ICMP_EQ) == holds ||
        !match(compare->getOperand(1), m_Zero()))
      return;
    const bool is_pointer = compare->getOperand(0)->getType()->isPointerTy();
    (is_pointer ? known_.not_null : known_.not_zero).insert(compare->getOperand(0));
  }

  /// Where memory was accessed, and what that is computed of.
  void learn_access(const Value* address) {
    for (; null_is_nowhere(*address);) {
      known_.defined.insert(address);
      known_.not_null.insert(address);
      const auto* step = llvm::dyn_cast<llvm::GEPOperator>(address);
      if (step == nullptr || !step->isInBounds()) return;
      address = step->getPointerOperand();
    }
  }
  void learn(const Instruction& instruction) {
    if (instruction.isVolatile()) return;
    if (const Value* address = ir::accessed_address(instruction)) learn_access(address);
    const auto* call = llvm::dyn_cast<CallBase>(&instruction);
    if (call == nullptr) return;
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (bytes_accessed(*call, i) != 0 ||
          (call->paramHasAttr(i, Attribute::NoUndef) && call->paramHasAttr(i, Attribute::NonNull)))
        learn_access(call->getArgOperand(i));
  }

  /// How many bytes the call itself accesses at its argument, for sure.
  std::uint64_t bytes_accessed(const CallBase& call, unsigned argument) const {
    const auto* access = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
    if (access == nullptr || argument >= (llvm::isa<llvm::MemTransferInst>(access) ? 2u : 1u)) return 0;
    if (access->isVolatile()) return 0;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(access->getLength());
    return length != nullptr ? length->getLimitedValue() : is_not_zero(*access->getLength()) ? 1 : 0;
  }

  bool is_not_null(const Value& pointer) const {
    std::set<const Value*> chosen;
    return is_not_null(pointer, chosen, true);
  }
  /// `here`: what is known here counts. What comes in by a phi was computed elsewhere; if all that can come in first is
  /// not null, nor is what comes round.
  bool is_not_null(const Value& pointer, std::set<const Value*>& chosen, bool here) const {
    if (here && known_.not_null.contains(&pointer)) return true;
    if (llvm::isa<llvm::AllocaInst>(pointer)) return true;
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer))
      return !global->hasExternalWeakLinkage() && !global->getAbsoluteSymbolRange();
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer))
      return argument->hasNonNullAttr(/*AllowUndefOrPoison=*/true);
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&pointer))
      return is_not_null(*choice->getTrueValue(), chosen, here) && is_not_null(*choice->getFalseValue(), chosen, here);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&pointer)) {
      if (!chosen.insert(phi).second) return true;
      return chosen.size() <= kMostChosen &&
             llvm::all_of(phi->incoming_values(), [&](const Value* each) { return is_not_null(*each, chosen, false); });
    }
    // An object does not lie at null, and nothing else is in bounds of it; other steps from null in bounds are poison.
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    if (step == nullptr || !step->getType()->isPointerTy()) return false;
    return goes_somewhere(*step, here) || (step->isInBounds() && is_not_null(*step->getPointerOperand(), chosen, here));
  }

  /// By more than nothing, within an object or not beyond the last address.
  bool goes_somewhere(const llvm::GEPOperator& step, bool here) const {
    if (!step.isInBounds() && !step.getNoWrapFlags().hasNoUnsignedWrap()) return false;
    const llvm::DataLayout& layout = function_.getDataLayout();
    llvm::APInt bytes(layout.getIndexTypeSizeInBits(step.getType()), 0);
    if (step.accumulateConstantOffset(layout, bytes)) return !bytes.isZero();
    const llvm::TypeSize size = layout.getTypeAllocSize(step.getSourceElementType());
    const Value& index = **step.idx_begin();
    return here && step.isInBounds() && step.getNumIndices() == 1 && !size.isScalable() && size != 0 &&
           index.getType()->isIntegerTy() && index.getType()->getIntegerBitWidth() <= bytes.getBitWidth() &&
           is_not_zero(index);
  }
  /// Nor is its opposite, the same number in more bits, and a sum with a constant that does not wrap.
  bool is_not_zero(const Value& number) const {
    using namespace llvm::PatternMatch;
    const Value* rest = nullptr;
    const llvm::APInt* more = nullptr;
    if (known_.not_zero.contains(&number)) return true;
    if (match(&number, m_NUWAdd(m_Value(), m_APInt(more)))) return !more->isZero();
    return match(&number, m_CombineOr(m_ZExtOrSExt(m_Value(rest)), m_Neg(m_Value(rest)))) && is_not_zero(*rest);
  }

  void look_at(CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const Value& pointer = *call.getArgOperand(i);
      if (!null_is_nowhere(pointer)) continue;
      const llvm::AttributeSet promises = call.getAttributes().getParamAttrs(i);
      const std::uint64_t bytes = bytes_accessed(call, i);
      const auto note = [&](Attribute::AttrKind kind, bool is_implied) {
        if (is_implied && promises.hasAttribute(kind)) found_.push_back({&call, i, kind});
      };
      note(Attribute::NoUndef, bytes != 0 || known_.defined.contains(&pointer));
      note(Attribute::NonNull, bytes != 0 || is_not_null(pointer));
      note(Attribute::Dereferenceable, bytes != 0 && promises.getDereferenceableBytes() <= bytes);
    }
  }

  llvm::Function& function_;
  llvm::DominatorTree tree_;
  Known known_;
  std::vector<Promise> found_;
};

/// Is it only loaded from and stored to, by the function itself?
bool is_accessed_at_home(const Value& object) {
  return llvm::all_of(object.uses(), [&](const llvm::Use& use) {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    if (llvm::isa<llvm::LoadInst>(user) || user->isLifetimeStartOrEnd()) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return use.getOperandNo() == store->getPointerOperandIndex();
    return llvm::isa<llvm::GetElementPtrInst>(user) && user->getType()->isPointerTy() && is_accessed_at_home(*user);
  });
}

/// Is there no object that dies with the frame and that others could get at? Then `tail` promises nothing.
bool has_no_open_frame(const llvm::Function& function) {
  return !function.isVarArg() && llvm::none_of(function.args(), [](const llvm::Argument& argument) {
    return argument.hasPassPointeeByValueCopyAttr();
  }) && llvm::all_of(llvm::instructions(function), [](const Instruction& each) {
    return !llvm::isa<llvm::AllocaInst>(each) || is_accessed_at_home(each);
  });
}

/// What it raises leaves the function at once.
bool promises_not_to_unwind(const Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
  return call != nullptr && !call->hasOperandBundles() && call->getAttributes().hasFnAttr(Attribute::NoUnwind);
}

bool is_tail(const Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
  return call != nullptr && call->getTailCallKind() == llvm::CallInst::TCK_Tail;
}

}  // namespace

bool has_implied_promises(const llvm::Function& function) {
  const auto promises = [](const Instruction& each) {
    const auto* call = llvm::dyn_cast<CallBase>(&each);
    return call != nullptr && llvm::any_of(call->args(), [&](const llvm::Use& argument) {
             return argument->getType()->isPointerTy() &&
                    call->getAttributes().getParamAttrs(call->getArgOperandNo(&argument)).hasAttributes();
           });
  };
  return llvm::any_of(llvm::instructions(function), promises) &&
         !ImpliedPromises(const_cast<llvm::Function&>(function)).all().empty();
}

void drop_implied_promises(llvm::Function& function, const Kept&) {
  if (!has_implied_promises(function)) return;
  const ImpliedPromises implied(function);
  for (const Promise& each : implied.all()) each.call->removeParamAttr(each.argument, each.kind);
}

bool has_implied_nounwind(const llvm::Function& function) {
  return function.doesNotThrow() && llvm::any_of(llvm::instructions(function), promises_not_to_unwind);
}

void drop_implied_nounwind(llvm::Function& function, const Kept&) {
  if (!has_implied_nounwind(function)) return;
  for (Instruction& each : llvm::instructions(function))
    if (promises_not_to_unwind(each)) llvm::cast<llvm::CallInst>(each).removeFnAttr(Attribute::NoUnwind);
}

bool has_pointless_tails(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), is_tail) && has_no_open_frame(function);
}

void drop_pointless_tails(llvm::Function& function, const Kept&) {
  if (!has_pointless_tails(function)) return;
  for (Instruction& each : llvm::instructions(function))
    if (is_tail(each)) llvm::cast<llvm::CallInst>(each).setTailCallKind(llvm::CallInst::TCK_None);
}

}  // namespace assay::normalize
