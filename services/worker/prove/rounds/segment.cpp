#include "services/worker/prove/rounds/segment.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/normalize/unneeded.h"
#include "services/worker/prove/rounds/segment_under_way.h"
#include "services/worker/prove/shared_variables.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

namespace {

/// Blocks at whose beginning the value is still needed, if it is in some of them.
llvm::DenseSet<const BasicBlock*> blocks_where_live(const Instruction& value,
                                                    const std::vector<const BasicBlock*>& needed_in) {
  llvm::DenseSet<const BasicBlock*> live(needed_in.begin(), needed_in.end());
  std::vector<const BasicBlock*> left = needed_in;
  const auto needed_at_end = [&](const BasicBlock* block) {
    if (block != value.getParent() && live.insert(block).second) left.push_back(block);
  };
  for (const llvm::Use& use : value.uses()) {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<PHINode>(user))
      needed_at_end(phi->getIncomingBlock(use));
    else
      needed_at_end(user->getParent());
  }
  while (!left.empty()) {
    const BasicBlock* block = left.back();
    left.pop_back();
    for (const BasicBlock* before : llvm::predecessors(block)) needed_at_end(before);
  }
  return live;
}

bool is_effect(const Instruction& each) { return each.isTerminator() || each.mayHaveSideEffects(); }

}  // namespace

CutFunction::CutFunction(llvm::Function& function, Cuts cuts, Side side, Keeps keeps)
    : function_(function), cuts_(std::move(cuts)), side_(side), keeps_(keeps) {
  tree_.recalculate(function);
  for (BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) order_.push_back(block);
  find_live();
  reloads_.resize(cuts_.size());
  states_.resize(cuts_.size());
  for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
    if (side_ == Side::Source) find_reloads(cut);
    find_state(cut);
  }
}

void CutFunction::find_live() {
  std::vector<const BasicBlock*> no_others;
  for (BasicBlock* block : order_)
    for (const Instruction& instruction : *block)
      if (!instruction.use_empty()) live_[&instruction] = blocks_where_live(instruction, no_others);
  if (!keeps_.conditions) return;
  llvm::MapVector<const Instruction*, std::vector<const BasicBlock*>> kept;
  for (const BasicBlock* cut : cuts_)
    for (const Condition& each : conditions_before(cut))
      if (const auto* condition = llvm::dyn_cast<Instruction>(each.value)) kept[condition].push_back(cut);
  for (const auto& [condition, cuts] : kept) live_[condition] = blocks_where_live(*condition, cuts);
}

std::vector<CutFunction::Condition> CutFunction::conditions_before(const BasicBlock* block) const {
  std::vector<Condition> conditions;
  for (const auto* node = tree_.getNode(block)->getIDom(); node != nullptr; node = node->getIDom()) {
    for (const Instruction& each : *node->getBlock())
      if (const auto* assumed = llvm::dyn_cast<llvm::AssumeInst>(&each); assumed && !assumed->hasOperandBundles())
        conditions.push_back({assumed->getArgOperand(0), true, {llvm::ConstantInt::getTrue(each.getContext())}});
    Instruction* end = node->getBlock()->getTerminator();
    for (const BasicBlock* next : llvm::successors(end)) {
      const auto comes_after = [&](const BasicBlock* from) {
        return from == node->getBlock() || tree_.dominates(next, from);
      };
      if (!tree_.dominates(next, block) || !llvm::all_of(llvm::predecessors(next), comes_after)) continue;
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end);
      if (branch != nullptr && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1))
        conditions.push_back({branch->getCondition(),
                              branch->getSuccessor(0) == next,
                              {llvm::ConstantInt::getTrue(branch->getContext())}});
      if (auto* chosen = llvm::dyn_cast<llvm::SwitchInst>(end)) {
        const bool is_default = chosen->getDefaultDest() == next;
        Condition condition{chosen->getCondition(), !is_default, {}};
        for (const auto& each : chosen->cases())
          if ((each.getCaseSuccessor() == next) != is_default) condition.cases.push_back(each.getCaseValue());
        if (!condition.cases.empty()) conditions.push_back(std::move(condition));
        break;
      }
    }
  }
  return conditions;
}

/// The same at any time, if its operands are.
bool CutFunction::is_computed(const Instruction& instruction) const {
  if (keeps_.freezes && llvm::isa<llvm::FreezeInst>(instruction)) return false;
  return normalize::is_expression(instruction) && (side_ == Side::Target || !normalize::is_choosing(instruction));
}

bool CutFunction::is_computed_at(std::optional<std::size_t> cut, const Instruction& instruction) const {
  return is_computed(instruction) || (cut && reloads_[*cut].contains(&instruction));
}

/// What was loaded right before the cut is what memory holds at the cut, and may be read there; a division that was
/// made may be made again.
void CutFunction::find_reloads(std::size_t cut) {
  BasicBlock* before = cuts_[cut]->getSinglePredecessor();
  if (before == nullptr || before->getSingleSuccessor() == nullptr || before == cuts_[cut]) return;
  for (Instruction& instruction : llvm::reverse(*before)) {
    if (instruction.isTerminator()) continue;
    if (instruction.mayHaveSideEffects()) break;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if ((load != nullptr && load->isSimple()) || normalize::is_division(instruction))
      reloads_[cut].insert(&instruction);
  }
}

void CutFunction::take_roots(std::size_t cut, Instruction* value, llvm::SetVector<Instruction*>& roots,
                             llvm::SmallPtrSetImpl<Instruction*>& looked_at) const {
  if (!looked_at.insert(value).second) return;
  if (!is_computed_at(cut, *value)) {
    roots.insert(value);
    return;
  }
  for (Value* operand : value->operand_values())
    if (auto* instruction = llvm::dyn_cast<Instruction>(operand)) take_roots(cut, instruction, roots, looked_at);
}

/// `known`: what has been asked already.
bool CutFunction::is_known_at(std::size_t cut, Value* value, llvm::DenseMap<const Value*, bool>& known) const {
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr) return true;
  if (const auto asked = known.find(value); asked != known.end()) return asked->second;
  const bool is_known =
      is_computed_at(cut, *instruction) &&
      llvm::all_of(instruction->operand_values(), [&](Value* each) { return is_known_at(cut, each, known); });
  return known[value] = is_known;
}

std::vector<State> CutFunction::offers() const {
  std::vector<State> offers = states_;
  for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
    BasicBlock* before = cuts_[cut]->getSinglePredecessor();
    if (before == nullptr || before->getSingleSuccessor() == nullptr) continue;
    llvm::DenseMap<const Value*, bool> known;
    for (const Instruction* value : states_[cut]) known[value] = true;
    for (Instruction& instruction : *before)
      if (!llvm::isa<PHINode>(instruction) && !instruction.isTerminator() && is_known_at(cut, &instruction, known) &&
          !llvm::is_contained(offers[cut], &instruction))
        offers[cut].push_back(&instruction);
  }
  return offers;
}

void CutFunction::find_state(std::size_t cut) {
  llvm::SetVector<Instruction*> roots;
  llvm::SmallPtrSet<Instruction*, 32> looked_at;
  for (PHINode& phi : cuts_[cut]->phis())
    if (!phi.use_empty()) roots.insert(&phi);
  for (BasicBlock* block : order_)
    for (Instruction& instruction : *block)
      if (const auto live = live_.find(&instruction); live != live_.end() && live->second.contains(cuts_[cut]))
        take_roots(cut, &instruction, roots, looked_at);
  states_[cut].assign(roots.begin(), roots.end());
}

std::optional<std::size_t> CutFunction::cut_at(const BasicBlock* block) const {
  const auto found = std::find(cuts_.begin(), cuts_.end(), block);
  if (found == cuts_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cuts_.begin());
}

std::vector<std::size_t> CutFunction::cuts_behind(std::optional<std::size_t> from) const {
  std::vector<std::size_t> ends;
  llvm::SetVector<const BasicBlock*> reached;
  reached.insert(from ? cuts_[*from] : &function_.getEntryBlock());
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const BasicBlock* next : llvm::successors(reached[i])) {
      if (const auto cut = cut_at(next))
        ends.push_back(*cut);
      else
        reached.insert(next);
    }
  return ends;
}

bool CutFunction::holds_at(const Invariant& invariant, std::size_t cut) const {
  return tree_.dominates(invariant.at, cuts_[cut]);
}

std::vector<Given> CutFunction::given_at(std::size_t cut) const {
  std::vector<Invariant> invariants = invariants_;
  std::erase_if(invariants, [&](const Invariant& invariant) { return !holds_at(invariant, cut); });
  std::vector<Given> given;
  for (Instruction* value : states_[cut])
    given.push_back({value, value->getType()->isIntegerTy() ? bits_of(*value, invariants) : Bits()});
  return given;
}

bool CutFunction::watch(const std::vector<unsigned>& noalias_arguments) {
  if (noalias_arguments.empty()) return true;
  watched_.emplace(function_, noalias_arguments);
  return watched_->are_known() && (side_ == Side::Target || !watched_->has_masked());
}

void CutFunction::keep_noalias(const std::vector<unsigned>& arguments) {
  for (const unsigned argument : arguments) {
    const NoaliasAccesses accesses(function_, {argument});
    const auto is_based_on_others = [&](const Instruction* value) {
      const llvm::Type* type = value->getType();
      const bool may_lead = type->isPtrOrPtrVectorTy() || type->isAggregateType();
      return !may_lead || (type->isPointerTy() && accesses.is_based_on_others(*value));
    };
    const auto are_based_on_others = [&](const State& state) { return llvm::all_of(state, is_based_on_others); };
    const bool is_kept = llvm::capturesAnything(llvm::PointerMayBeCaptured(
        function_.getArg(argument), /*ReturnCaptures=*/false, llvm::CaptureComponents::Provenance));
    if (accesses.are_known() && !is_kept && llvm::all_of(states_, are_based_on_others)) noalias_.push_back(argument);
  }
}

CutFunction::Segment CutFunction::begin(std::vector<llvm::Type*> result, llvm::ArrayRef<llvm::Type*> parameters) const {
  llvm::LLVMContext& context = function_.getContext();
  result.insert(result.begin(), llvm::Type::getInt32Ty(context));
  Segment segment;
  segment.result = llvm::StructType::get(context, result);
  std::vector<llvm::Type*> types(function_.getFunctionType()->param_begin(), function_.getFunctionType()->param_end());
  types.insert(types.end(), parameters.begin(), parameters.end());
  segment.function = llvm::Function::Create(llvm::FunctionType::get(segment.result, types, false),
                                            llvm::Function::ExternalLinkage, "segment", function_.getParent());
  segment.function->setCallingConv(function_.getCallingConv());
  if (function_.hasPersonalityFn()) segment.function->setPersonalityFn(function_.getPersonalityFn());
  segment.function->setAttributes(
      function_.getAttributes().removeAttributesAtIndex(context, llvm::AttributeList::ReturnIndex));
  for (const unsigned argument : noalias_) segment.function->addParamAttr(argument, llvm::Attribute::NoAlias);
  segment.start = BasicBlock::Create(context, "", segment.function);
  return segment;
}

/// What a load or a call promises of its number (else it is poison) holds of the parameter that is given in its place.
static void promise_range(const Instruction& given, llvm::Argument& parameter) {
  if (!given.getType()->isIntegerTy() || given.getType() != parameter.getType()) return;
  std::optional<llvm::ConstantRange> range;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&given))
    range = call->getRange();
  else if (const llvm::MDNode* promised = given.getMetadata(llvm::LLVMContext::MD_range))
    range = llvm::getConstantRangeFromMetadata(*promised);
  if (range && !range->isFullSet() && !range->isEmptySet())
    parameter.addAttr(llvm::Attribute::get(parameter.getContext(), llvm::Attribute::Range, *range));
}

llvm::Function* CutFunction::write(std::optional<std::size_t> from, llvm::ArrayRef<Given> given,
                                   const Relation& relation, const CutFunction& other, Arrivals arrivals,
                                   bool with_facts) {
  llvm::LLVMContext& context = function_.getContext();
  std::vector<llvm::Type*> types, parameters;
  if (!function_.getReturnType()->isVoidTy()) types.push_back(function_.getReturnType());
  for (const auto& cut : relation.slots)
    for (const Slot& each : cut) types.push_back(each.type);
  for (const Given& each : given)
    parameters.push_back(each.value->getType()->isIntegerTy() ? llvm::IntegerType::get(context, each.bits.count)
                                                              : each.value->getType());
  if (watched_) {
    types.insert(types.end(), watched_->kinds(), llvm::Type::getInt1Ty(context));
    parameters.push_back(function_.getDataLayout().getAddressType(context, 0));
  }
  Segment segment = begin(std::move(types), parameters);
  if (watched_) segment.function->addParamAttr(segment.function->arg_size() - 1, llvm::Attribute::NoUndef);
  for (const Given& each : given) share_variables_in(*each.value, {function_.getParent(), other.function_.getParent()});
  segment.from = from;
  llvm::IRBuilder<llvm::NoFolder> build(segment.start);
  for (std::size_t i = 0; i < given.size(); ++i) {
    Value* value = segment.function->getArg(static_cast<unsigned>(function_.arg_size() + i));
    // Of the target's numbers it would make less defined, so that less is proved.
    if (side_ == Side::Source && given[i].value->getFunction() == &function_)
      promise_range(*given[i].value, *llvm::cast<llvm::Argument>(value));
    llvm::Type* type = given[i].value->getType();
    if (value->getType() != type) value = build.CreateZExt(value, type);
    if (given[i].bits.lowest != 0) value = build.CreateShl(value, given[i].bits.lowest);
    segment.at_start[given[i].value] = value;
  }
  if (side_ == Side::Target) {
    const bool starts = !from || start_with(segment, relation.handed[*from], other);
    return starts && finish(segment, relation, {}, nullptr, 0) ? in_normal_form(segment) : dropped(segment);
  }
  if (from) {
    const llvm::ArrayRef<Handed> handed = relation.handed[*from];
    const bool tells = llvm::any_of(handed, [](const Handed& each) { return each.told; });
    const Own own = tells || with_facts ? other.own_state(segment, *from, relation, *this) : Own();
    if (tells && !other.tell(segment, handed, own)) return dropped(segment);
    if (with_facts) other.write_facts(segment, *from, own);
    segment.has_facts = with_facts;
  }
  for (; arrivals.count > 1; --arrivals.count) {
    Segment next = next_round(segment, arrivals.cut);
    if (!finish(segment, relation, {}, &next, arrivals.cut)) return dropped(segment);
    if (next.first->hasNPredecessors(0)) {  // it never comes there
      next.first->eraseFromParent();
      return in_normal_form(segment);
    }
    segment = std::move(next);
  }
  return finish(segment, relation, {}, nullptr, 0) ? in_normal_form(segment) : dropped(segment);
}

/// Another round, which starts at the cut with the state that the one before ends with.
CutFunction::Segment CutFunction::next_round(Segment& segment, std::size_t cut) const {
  Segment next;
  next.function = segment.function;
  next.result = segment.result;
  next.from = cut;
  next.follows = true;
  next.has_facts = segment.has_facts;
  next.address = segment.address;
  next.first = next.start = BasicBlock::Create(function_.getContext(), "", segment.function);
  for (Instruction* value : states_[cut]) next.at_start[value] = PHINode::Create(value->getType(), 2, "", next.start);
  return next;
}

/// What the segment was given is the source's: it starts with what that is, or what is computed of it. Where the target
/// stores later what the source has in memory, anything may be there till then.
bool CutFunction::start_with(Segment& segment, llvm::ArrayRef<Handed> handed, const CutFunction& source) const {
  llvm::DenseMap<const Value*, Value*> own;
  for (const Handed& each : handed) {
    if (each.is_free()) own[each.target] = segment.at_start.lookup(each.target);
    if (each.source == nullptr || each.told) continue;
    Value* value = source.at_start(segment, each.source);
    if (value == nullptr) return false;
    llvm::IRBuilder<llvm::NoFolder> build(segment.start);
    if (each.cast) value = build.CreateCast(*each.cast, value, each.target->getType());
    if (each.more != nullptr) value = build.CreateAdd(value, each.more);
    own[each.target] = value;
  }
  segment.at_start = std::move(own);
  add_tied(segment, handed);
  for (const Handed& each : handed) {
    if (each.late == nullptr || !segment.late.insert(each.late).second) continue;
    Value* place = at_start(segment, each.late->getPointerOperand());
    if (place == nullptr) return false;
    llvm::IRBuilder<llvm::NoFolder> build(segment.start);
    build.CreateAlignedStore(llvm::PoisonValue::get(each.target->getType()), place, each.late->getAlign());
  }
  return true;
}

llvm::Function* CutFunction::write_numbers(std::optional<std::size_t> from, llvm::ArrayRef<Invariant> asserted) {
  std::vector<Instruction*> given;
  // A call that ends a block can't be left out.
  if (llvm::any_of(order_, [](const BasicBlock* block) { return touches_memory(*block->getTerminator()); }))
    return nullptr;
  for (BasicBlock* block : order_)
    for (Instruction& instruction : *block)
      if (touches_memory(instruction) && !instruction.getType()->isVoidTy()) given.push_back(&instruction);
  const std::size_t unknown = given.size();
  if (from) given.insert(given.end(), states_[*from].begin(), states_[*from].end());
  if (from) given.insert(given.end(), reloads_[*from].begin(), reloads_[*from].end());
  std::vector<llvm::Type*> types;
  for (const Instruction* each : given) types.push_back(each->getType());
  Segment segment = begin({}, types);
  segment.from = from;
  segment.only_numbers = true;
  for (std::size_t i = 0; i < given.size(); ++i) {
    llvm::Argument* value = segment.function->getArg(function_.arg_size() + i);
    promise_range(*given[i], *value);
    (i < unknown ? segment.copies : segment.at_start)[given[i]] = value;
  }
  if (!finish(segment, {}, asserted, nullptr, 0)) return dropped(segment);
  llvm::Function* written = in_normal_form(segment);
  normalize::drop_unneeded(*written, is_effect);
  return written;
}

/// `next`: the round that follows where the segment comes to that cut.
bool CutFunction::finish(Segment& segment, const Relation& relation, llvm::ArrayRef<Invariant> asserted, Segment* next,
                         std::size_t next_cut) const {
  BasicBlock* first = segment.from ? cuts_[*segment.from] : &function_.getEntryBlock();
  for (const BasicBlock& block : *segment.function) segment.foreign.insert(&block);
  clone_blocks(segment, first);
  // What memory and calls give is one parameter each, so that nothing may run twice.
  if (segment.only_numbers && has_cycle(segment)) return false;
  watch_accesses(segment);
  if (next != nullptr) next->touched = segment.touched;
  write_exits(segment, relation, asserted, next, next_cut);
  write_returns(segment);
  if (segment.from && !segment.follows && assumes_ && (side_ == Side::Source || segment.only_numbers))
    write_invariants(segment, *segment.from);
  llvm::BranchInst::Create(segment.copy_of_block[first], segment.start);
  return connect(segment);
}

llvm::Function* CutFunction::in_normal_form(Segment& segment) {
  if (!segment.touched.empty()) {
    llvm::DominatorTree tree(*segment.function);
    llvm::PromoteMemToReg(segment.touched, tree);
  }
  // What is assumed at the start may decide branches.
  normalize::bring_to(segment.has_facts ? normalize::Form::Rounds : normalize::Form::Steps, *segment.function);
  return segment.function;
}

llvm::Function* CutFunction::dropped(Segment& segment) {
  segment.function->deleteBody();
  segment.function->eraseFromParent();
  return nullptr;
}

}  // namespace assay::prove
