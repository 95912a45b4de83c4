#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>

#include "services/worker/ir/ir.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/rounds/segment_under_way.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

namespace {

constexpr std::size_t kMostAhead = 4;  ///< blocks on a way behind a cut

/// What is written from here on is reached only if the condition holds; else the segment is undefined.
void require(llvm::IRBuilderBase& build, Value* condition) {
  llvm::Function* function = build.GetInsertBlock()->getParent();
  BasicBlock *next = BasicBlock::Create(build.getContext(), "", function),
             *never = BasicBlock::Create(build.getContext(), "", function);
  new llvm::UnreachableInst(build.getContext(), never);
  build.CreateCondBr(condition, next, never);
  build.SetInsertPoint(next);
}

Value* condition_of(llvm::IRBuilderBase& build, const Invariant& invariant, Value* number, Value* bound, Value* more) {
  if (more != nullptr) bound = build.CreateAdd(bound, more);
  if (invariant.mask == nullptr) return build.CreateICmp(invariant.predicate, number, bound);
  Value* masked = build.CreateAnd(build.CreateSub(number, bound), invariant.mask);
  return build.CreateICmp(invariant.predicate, masked, llvm::Constant::getNullValue(masked->getType()));
}

}  // namespace

void CutFunction::go_on_if(Segment& segment, Value* condition, bool when) const {
  BasicBlock* next = BasicBlock::Create(function_.getContext(), "", segment.function);
  BasicBlock* never = BasicBlock::Create(function_.getContext(), "", segment.function);
  new llvm::UnreachableInst(function_.getContext(), never);
  llvm::BranchInst::Create(when ? next : never, when ? never : next, condition, segment.start);
  segment.start = next;
}

void CutFunction::assume(Segment& segment, const Condition& condition, Value* value) const {
  const auto is = [&](llvm::ConstantInt* number) -> Value* {
    if (value->getType()->isIntegerTy(1) && number->isOne()) return value;
    return llvm::IRBuilder<llvm::NoFolder>(segment.start).CreateICmpEQ(value, number);
  };
  if (!condition.holds || condition.cases.size() == 1) {
    for (llvm::ConstantInt* each : condition.cases) go_on_if(segment, is(each), condition.holds);
    return;
  }
  Value* is_any = is(condition.cases.front());
  for (llvm::ConstantInt* each : llvm::drop_begin(condition.cases)) {
    Value* is_this = is(each);
    is_any = llvm::IRBuilder<llvm::NoFolder>(segment.start).CreateOr(is_any, is_this);
  }
  go_on_if(segment, is_any, true);
}

/// Beside what is assumed (a phi is what it was when control came to its block, for all that this block dominates):
/// what every way to the cut has branched on. Values that it was computed of are still the same: who could have
/// computed them anew would have come by the branch again.
void CutFunction::write_invariants(Segment& segment, std::size_t cut) const {
  segment.no_choices = side_ == Side::Target;
  for (const Condition& each : conditions_before(cuts_[cut]))
    if (Value* value = at_start(segment, each.value)) assume(segment, each, value);
  for (const Invariant& invariant : invariants_) {
    if (!holds_at(invariant, cut)) continue;
    Value *number = at_start(segment, invariant.phi), *bound = at_start(segment, invariant.bound);
    Value* more = invariant.more == nullptr ? nullptr : at_start(segment, invariant.more);
    if (number == nullptr || bound == nullptr || (invariant.more != nullptr && more == nullptr)) continue;
    llvm::IRBuilder<llvm::NoFolder> build(segment.start);
    go_on_if(segment, condition_of(build, invariant, number, bound, more), true);
  }
  segment.no_choices = false;
}

bool CutFunction::is_defined(const Instruction* value, std::size_t cut) const {
  return llvm::any_of(invariants_, [&](const Invariant& each) {
    return each.phi == value && each.bound == value && each.predicate == llvm::CmpInst::ICMP_EQ &&
           each.more == nullptr && holds_at(each, cut);
  });
}

/// Is it given by itself, and are the others?
bool CutFunction::stands_alone(std::size_t cut, llvm::ArrayRef<Handed> handed, const Handed& one) const {
  return !one.cast && llvm::all_of(handed, [&](const Handed& each) {
    return each.source == nullptr || each.told ||
           (llvm::is_contained(states_[cut], each.source) && (each.source != one.source || each.target == one.target));
  });
}

/// The target's state as a segment of the source knows it: the target's numbers are told by those that both were given.
/// Where the source's is undef or poison, the target's may be another. So a number counts that is neither, or is the
/// only one that the source's stands for: it may be taken for the target's then.
CutFunction::Own CutFunction::own_state(Segment& segment, std::size_t cut, const Relation& relation,
                                        const CutFunction& source) const {
  Own own;
  llvm::ArrayRef<Handed> handed = relation.handed[cut];
  for (const Handed& each : handed) {
    if (each.is_free()) own[each.target] = segment.at_start.lookup(each.target);
    const bool is_known = each.source != nullptr && !each.told && each.late == nullptr &&
                          (source.is_defined(each.source, cut) || source.stands_alone(cut, handed, each));
    Value* value = is_known ? source.at_start(segment, each.source) : nullptr;
    if (value == nullptr) continue;
    llvm::IRBuilder<llvm::NoFolder> build(segment.start);
    if (each.cast) value = build.CreateCast(*each.cast, value, each.target->getType());
    if (each.more != nullptr) value = build.CreateAdd(value, each.more);
    own[each.target] = value;
  }
  std::swap(segment.at_start, own);
  add_tied(segment, handed);
  std::swap(segment.at_start, own);
  return own;
}

/// What is by others of the target's state.
void CutFunction::add_tied(Segment& segment, llvm::ArrayRef<Handed> handed) const {
  for (const Handed& each : handed)
    if (each.tied != nullptr)
      if (Value* value = at_start(segment, each.tied)) segment.at_start[each.target] = value;
}

/// The source's values that the target's state tells. False if some is not known by it.
bool CutFunction::tell(Segment& segment, llvm::ArrayRef<Handed> handed, Own own) const {
  Own told;
  std::swap(segment.at_start, own);
  for (const Handed& each : handed)
    if (each.told) told[each.source] = at_start(segment, each.target);
  std::swap(segment.at_start, own);
  for (const auto& [value, known] : told) {
    if (known == nullptr) return false;
    segment.at_start[value] = known;
  }
  return true;
}

/// What holds of the target's state, written into a segment of the source. Nothing that chooses counts: the source
/// would choose again.
void CutFunction::write_facts(Segment& segment, std::size_t cut, Own own) const {
  std::swap(segment.at_start, own);
  write_invariants(segment, cut);
  std::swap(segment.at_start, own);
}

/// A value at a cut, when control comes there by an edge: of a phi, what comes in; of what is computed of phis, that is
/// computed of these.
Value* CutFunction::at_edge(llvm::IRBuilderBase& build, Value* value, std::size_t cut, const BasicBlock* from) const {
  return ahead(build, value, {cuts_[cut]}, from);
}

namespace {

/// Writes values behind a cut, each once. A value is known by how much of the way has been gone, too.
class WrittenAhead {
 public:
  WrittenAhead(llvm::IRBuilderBase& build, const BasicBlock* from) : build_(build), from_(from) {}

  Value* of(Value* value, llvm::ArrayRef<const BasicBlock*> way) {
    auto* instruction = llvm::dyn_cast<Instruction>(value);
    if (instruction == nullptr || !llvm::is_contained(way, instruction->getParent())) return value;
    if (auto* phi = llvm::dyn_cast<PHINode>(value)) {
      const auto* place = llvm::find(way, phi->getParent());
      if (place == way.begin()) return phi->getIncomingValueForBlock(from_);
      return of(phi->getIncomingValueForBlock(*std::prev(place)), way.take_front(place - way.begin()));
    }
    const std::pair<Value*, std::size_t> key{value, way.size()};
    if (Value* written = written_.lookup(key)) return written;
    Instruction* made = instruction->clone();
    made->setDebugLoc({});
    for (llvm::Use& operand : made->operands()) operand.set(of(operand, way));
    return written_[key] = build_.Insert(made);
  }

 private:
  llvm::IRBuilderBase& build_;
  const BasicBlock* from_;
  llvm::DenseMap<std::pair<Value*, std::size_t>, Value*> written_;
};

}  // namespace

/// The same of a value behind the cut, where control goes through these blocks, of which the first is the cut.
Value* CutFunction::ahead(llvm::IRBuilderBase& build, Value* value, Way way, const BasicBlock* from) const {
  return WrittenAhead(build, from).of(value, way);
}

/// Is the value known on the way, of what there was before?
bool CutFunction::is_known_ahead(const Value* value, Way way) const {
  llvm::SmallSetVector<std::pair<const Value*, std::size_t>, 16> reached;  // with how much of the way has been gone
  reached.insert({value, way.size()});
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto* instruction = llvm::dyn_cast<Instruction>(reached[i].first);
    const Way gone = way.take_front(reached[i].second);
    if (instruction == nullptr || !llvm::is_contained(gone, instruction->getParent())) continue;
    if (const auto* phi = llvm::dyn_cast<PHINode>(instruction)) {
      const auto* place = llvm::find(gone, phi->getParent());
      if (place != gone.begin())
        reached.insert({phi->getIncomingValueForBlock(*std::prev(place)), place - gone.begin()});
      continue;
    }
    if (!is_computed(*instruction)) return false;
    for (const Value* each : instruction->operand_values()) reached.insert({each, reached[i].second});
  }
  return true;
}

/// What is accessed by, or branched on, on the way from a cut must be neither poison nor undef. Followed are branches
/// on what is known before, as long as nothing may keep the run from coming there. Goes on at `end`, where nothing more
/// is known.
void CutFunction::write_ahead(llvm::IRBuilderBase& build, llvm::SmallVectorImpl<const BasicBlock*>& way,
                              const BasicBlock* from, BasicBlock* end) const {
  llvm::Function* function = end->getParent();
  const BasicBlock* block = way.back();
  for (const Instruction& each : *block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
    const bool chooses = branch != nullptr && branch->isConditional();
    const auto* cases = llvm::dyn_cast<llvm::SwitchInst>(&each);
    const auto* fills = llvm::dyn_cast<llvm::MemIntrinsic>(&each);  // of a number of bytes that is one value
    const Value* needed = chooses            ? branch->getCondition()
                          : cases != nullptr ? cases->getCondition()
                          : fills != nullptr ? fills->getLength()
                                             : ir::accessed_address(each);
    const bool is_known = needed != nullptr && is_known_ahead(needed, way);
    Value* now = is_known ? ahead(build, const_cast<Value*>(needed), way, from) : nullptr;
    if (now != nullptr) require(build, build.CreateICmpEQ(now, now));
    const bool goes_on = branch != nullptr && (branch->isUnconditional() || is_known);
    if (goes_on && way.size() < kMostAhead) {
      llvm::SmallVector<BasicBlock*, 2> ways;
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
        ways.push_back(BasicBlock::Create(function_.getContext(), "", function));
      if (chooses)
        build.CreateCondBr(now, ways[0], ways[1]);
      else
        build.CreateBr(ways[0]);
      for (unsigned i = 0; i < ways.size(); ++i) {
        build.SetInsertPoint(ways[i]);
        const BasicBlock* next = branch->getSuccessor(i);
        if (llvm::is_contained(way, next)) {
          build.CreateBr(end);
          continue;
        }
        way.push_back(next);
        write_ahead(build, way, from, end);
        way.pop_back();
      }
      return;
    }
    if (!llvm::isGuaranteedToTransferExecutionToSuccessor(&each)) break;
  }
  build.CreateBr(end);
}

/// Is it so without a question? Nothing counts on the way to a loop within that which counts; and where the loop is
/// entered both are what the value starts with, which may be poison. It stays so where both count by the same text.
bool CutFunction::stays_tied(const Handed& one, std::size_t cut, const BasicBlock* from) const {
  if (one.number == nullptr) return false;
  if (one.is_plain || one.number->getParent() != cuts_[cut]) return true;
  const auto* now = llvm::dyn_cast<llvm::ConstantInt>(one.number->getIncomingValueForBlock(from));
  return now != nullptr && now->isZero();
}

Value* CutFunction::is_tied(llvm::IRBuilderBase& build, const Handed& one, std::size_t cut,
                            const BasicBlock* from) const {
  Value* same = build.CreateICmpEQ(at_edge(build, one.target, cut, from), at_edge(build, one.tied, cut, from));
  return same->getType()->isVectorTy() ? build.CreateAndReduce(same) : same;
}

/// From one round of the source to the next: the state at the cut is handed on in phis.
void CutFunction::go_to(Segment& next, BasicBlock* exit, BasicBlock* from, std::size_t cut) const {
  for (Instruction* value : states_[cut]) {
    PHINode* carried = PHINode::Create(value->getType(), 1, "", exit);
    llvm::IRBuilder<llvm::NoFolder> build(exit);
    carried->addIncoming(at_edge(build, value, cut, from), from);
    llvm::cast<PHINode>(next.at_start[value])->addIncoming(carried, exit);
  }
  llvm::BranchInst::Create(next.first, exit);
}

void CutFunction::write_exit(Segment& segment, BasicBlock* exit, const BasicBlock* from, std::size_t cut,
                             const Relation& relation, llvm::ArrayRef<Invariant> asserted) const {
  llvm::IRBuilder<llvm::NoFolder> build(exit);
  for (const Invariant& invariant : asserted) {
    if (invariant.cut != cut) continue;
    Value *number = at_edge(build, invariant.phi, cut, from), *bound = at_edge(build, invariant.bound, cut, from);
    require(build, condition_of(build, invariant, number, bound, invariant.more));
  }
  if (looks_ahead_ && side_ == Side::Source && !segment.only_numbers) {
    BasicBlock* end = BasicBlock::Create(function_.getContext(), "", segment.function);
    llvm::SmallVector<const BasicBlock*, 4> way{cuts_[cut]};
    write_ahead(build, way, from, end);
    build.SetInsertPoint(end);
  }
  if (side_ == Side::Target && !segment.only_numbers)
    for (const Handed& one : relation.handed[cut])
      if (one.tied != nullptr && !stays_tied(one, cut, from)) require(build, is_tied(build, one, cut, from));
  Value* result = llvm::PoisonValue::get(segment.result);
  const std::size_t arrived = segment.only_numbers ? cut : relation.shared[cut];
  result = build.CreateInsertValue(result, build.getInt32(static_cast<std::uint32_t>(arrived) + 1), 0);
  if (!segment.only_numbers && side_ == Side::Target)
    for (const Handed& one : relation.handed[cut])
      if (segment.late.contains(one.late))
        build.CreateAlignedStore(at_edge(build, one.target, cut, from), one.late->getPointerOperand(),
                                 one.late->getAlign());
  unsigned lane = function_.getReturnType()->isVoidTy() || segment.only_numbers ? 1 : 2;
  for (std::size_t each = 0; each < relation.slots.size(); ++each)
    for (std::size_t slot = 0; slot < relation.slots[each].size(); ++slot, ++lane)
      if (each == arrived) result = build.CreateInsertValue(result, write_slot(build, relation, cut, slot, from), lane);
  build.CreateRet(with_watched(segment, build, result));
}

Value* CutFunction::write_slot(llvm::IRBuilderBase& build, const Relation& relation, std::size_t cut, std::size_t slot,
                               const BasicBlock* from) const {
  const Slot& is = relation.slots[relation.shared[cut]][slot];
  if (side_ == Side::Source) {
    Value* value = at_edge(build, is.source, cut, from);
    return is.cast ? build.CreateCast(*is.cast, value, is.type) : value;
  }
  const Handed* told = nullptr;
  for (const Handed& each : relation.handed[cut])
    if (is.holds(each) && (told == nullptr || each.slot == slot)) told = &each;
  Value* value = at_edge(build, told->target, cut, from);
  return told->more == nullptr ? value : build.CreateSub(value, told->more);
}

void CutFunction::write_exits(Segment& segment, const Relation& relation, llvm::ArrayRef<Invariant> asserted,
                              Segment* next, std::size_t next_cut) const {
  for (BasicBlock* block : segment.blocks) {
    Instruction* end = segment.copy_of_block[block]->getTerminator();
    llvm::DenseMap<const BasicBlock*, BasicBlock*> exits;
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock* to = end->getSuccessor(i);
      const auto cut = cut_at(to);
      if (!cut) {
        end->setSuccessor(i, segment.copy_of_block[to]);
        continue;
      }
      BasicBlock*& exit = exits[to];
      if (exit == nullptr) {
        exit = BasicBlock::Create(function_.getContext(), "", segment.function);
        if (next != nullptr && cuts_[*cut] == cuts_[next_cut])
          go_to(*next, exit, block, next_cut);
        else
          write_exit(segment, exit, block, *cut, relation, asserted);
      }
      end->setSuccessor(i, exit);
    }
  }
}

/// What the function returns is poison where its attributes do not hold. What is not noundef is undefined behaviour, as
/// it is to branch on it.
Value* CutFunction::as_promised(llvm::IRBuilderBase& build, Value* value) const {
  const llvm::AttributeSet promised = function_.getAttributes().getRetAttrs();
  if (const llvm::Attribute range = promised.getAttribute(llvm::Attribute::Range); range.isValid()) {
    const llvm::APInt &low = range.getRange().getLower(), &end = range.getRange().getUpper();
    Value* from_low = build.CreateSub(value, llvm::ConstantInt::get(value->getType(), low));
    Value* is_in = build.CreateICmpULT(from_low, llvm::ConstantInt::get(value->getType(), end - low));
    value = build.CreateSelect(is_in, value, llvm::PoisonValue::get(value->getType()));
  }
  if (promised.hasAttribute(llvm::Attribute::NonNull) && value->getType()->isPointerTy())
    value = build.CreateSelect(build.CreateIsNull(value), llvm::PoisonValue::get(value->getType()), value);
  if (!promised.hasAttribute(llvm::Attribute::NoUndef)) return value;
  const llvm::Type* type = value->getType();
  if (!type->isIntOrPtrTy() && !type->isFloatingPointTy()) return value;  // the source's: it is held to more
  Value* bits = value;
  if (type->isFloatingPointTy()) bits = build.CreateBitCast(value, build.getIntNTy(type->getScalarSizeInBits()));
  require(build, build.CreateICmpEQ(bits, bits));
  return value;
}

void CutFunction::write_returns(Segment& segment) const {
  for (BasicBlock* block : segment.blocks) {
    auto* end = llvm::dyn_cast<llvm::ReturnInst>(segment.copy_of_block[block]->getTerminator());
    if (end == nullptr) continue;
    Value* value = end->getReturnValue();
    BasicBlock* at = end->getParent();
    end->eraseFromParent();
    llvm::IRBuilder<llvm::NoFolder> build(at);
    if (value != nullptr && !segment.only_numbers) value = as_promised(build, value);
    Value* result = build.CreateInsertValue(llvm::PoisonValue::get(segment.result), build.getInt32(0), 0);
    if (value != nullptr && !segment.only_numbers) result = build.CreateInsertValue(result, value, 1);
    build.CreateRet(with_watched(segment, build, result));
  }
}

/// Notes each access that the segment makes to the byte that is watched.
void CutFunction::watch_accesses(Segment& segment) const {
  if (!watched_ || segment.only_numbers) return;
  llvm::IRBuilder<llvm::NoFolder> start(segment.start);
  for (std::size_t kind = 0; kind < watched_->kinds() && !segment.follows; ++kind) {
    segment.touched.push_back(start.CreateAlloca(start.getInt1Ty()));
    start.CreateStore(start.getFalse(), segment.touched.back());
  }
  segment.address = &*std::prev(segment.function->arg_end());
  const auto note = [&](llvm::IRBuilderBase& build, const Instruction& access, const Instruction& copy) {
    for (const llvm::Use* place : places_of(access)) {
      const std::vector<std::size_t> kinds = watched_->kinds_of(*place);
      if (kinds.empty()) continue;
      Value* is_touched = touches(build, copy.getOperandUse(place->getOperandNo()), segment.address);
      for (const std::size_t kind : kinds) {
        Value* before = build.CreateLoad(build.getInt1Ty(), segment.touched[kind]);
        build.CreateStore(build.CreateOr(before, is_touched), segment.touched[kind]);
      }
    }
  };
  for (const BasicBlock* block : segment.blocks)
    for (const Instruction& access : *block) {
      auto* copy = llvm::cast_if_present<Instruction>(segment.copies.lookup(&access));
      if (copy == nullptr) continue;  // a phi that is given
      llvm::IRBuilder<llvm::NoFolder> build(copy);
      note(build, access, *copy);
    }
  if (!segment.from || segment.follows) return;
  for (Instruction* earlier : reloads_[*segment.from])  // that the segment before has made
    if (auto* copy = llvm::cast_if_present<Instruction>(at_start(segment, earlier))) {
      llvm::IRBuilder<llvm::NoFolder> build(segment.start);
      note(build, *earlier, *copy);
    }
}

/// What the source touches the target may: poison allows both.
Value* CutFunction::with_watched(const Segment& segment, llvm::IRBuilderBase& build, Value* result) const {
  unsigned lane = segment.result->getNumElements() - static_cast<unsigned>(segment.touched.size());
  for (llvm::AllocaInst* each : segment.touched) {
    Value* is_touched = build.CreateLoad(build.getInt1Ty(), each);
    if (side_ == Side::Source)
      is_touched = build.CreateSelect(is_touched, llvm::PoisonValue::get(build.getInt1Ty()), build.getFalse());
    result = build.CreateInsertValue(result, is_touched, lane++);
  }
  return result;
}

}  // namespace assay::prove
