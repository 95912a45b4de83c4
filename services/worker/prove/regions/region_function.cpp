#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "services/worker/prove/regions/region.h"
#include "services/worker/prove/shared_variables.h"

/// A side of a region as a function: its parameters are what it needs, and it returns where it has come to (0: the end
/// of the whole function), the result of the whole function, and what is needed there.
namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

/// What both sides have in common.
struct Frame {
  llvm::SmallVector<const BasicBlock*, 8> exits;  ///< of the target, or the source's that it has no partner of
  std::vector<std::vector<Region::Values::value_type>> phis;  ///< at the exits
  std::vector<std::vector<bool>> needs;                       ///< at the exits, which results
  llvm::StructType* result = nullptr;
  llvm::SmallVector<llvm::Type*, 16> parameters;
  bool has_result = false;  ///< of the whole function
};

Frame frame_of(const Region& region, const MatchedBlocks& blocks, const Whole& target) {
  const llvm::Function& whole = target.function;
  Frame frame;
  std::vector<llvm::Type*> types{llvm::Type::getInt32Ty(whole.getContext())};
  frame.has_result = !whole.getReturnType()->isVoidTy();
  if (frame.has_result) types.push_back(whole.getReturnType());
  llvm::SetVector<const BasicBlock*> exits = region.target.exits();
  for (const BasicBlock* each : region.source.exits()) exits.insert(blocks.partner(*each));
  for (const BasicBlock* exit : exits) {
    frame.exits.push_back(exit);
    frame.phis.emplace_back();
    for (const PHINode& phi : exit->phis()) {
      frame.phis.back().emplace_back(&phi, blocks.source_of(phi));
      types.push_back(phi.getType());
    }
    // Where control may come without it, nobody needs what was computed: it is computed anew before it is used.
    frame.needs.emplace_back();
    for (const auto& [of_target, of_source] : region.results)
      frame.needs.back().push_back(
          target.tree.properlyDominates(llvm::cast<Instruction>(of_target)->getParent(), exit));
  }
  for (const auto& [of_target, of_source] : region.results) types.push_back(of_target->getType());
  frame.result = llvm::StructType::get(whole.getContext(), types);
  for (const auto& [of_target, of_source] : region.parameters) frame.parameters.push_back(of_source->getType());
  return frame;
}

class Writer {
 public:
  enum class Of { Source, Target };
  Writer(const Region& region, const Frame& frame, const MatchedBlocks& blocks, const Whole& whole, Of of)
      : region_(region), frame_(frame), blocks_(blocks), whole_(whole), of_(of) {}

  std::unique_ptr<llvm::Module> run(llvm::Function*& written) {
    std::unique_ptr<llvm::Module> module = clone_surroundings();
    written = function_ = llvm::Function::Create(llvm::FunctionType::get(frame_.result, frame_.parameters, false),
                                                 llvm::Function::ExternalLinkage, "region", *module);
    function_->setAttributes(llvm::AttributeList::get(function_->getContext(), llvm::AttributeList::FunctionIndex,
                                                      llvm::AttrBuilder(function_->getContext(), attributes())));
    for (unsigned i = 0; i < region_.parameters.size(); ++i) set_parameter(i);
    BasicBlock* start = BasicBlock::Create(function_->getContext(), "start", function_);
    compute(*start);
    if (of_ == Of::Source) assume_facts(*start);
    clone_blocks();
    write_returns();
    write_exits();
    llvm::BranchInst::Create(llvm::cast<BasicBlock>(map_[side().entry]), start);
    return module;
  }

 private:
  /// The module with the whole function, which tells who else reads and writes what is local, and who has its address.
  std::unique_ptr<llvm::Module> clone_surroundings() {
    const llvm::Function& whole = whole_.function;
    const bool has_locals =
        llvm::any_of(whole.getParent()->globals(), [](auto& each) { return each.hasLocalLinkage(); });
    auto module = llvm::CloneModule(*whole.getParent(), map_, [&](const llvm::GlobalValue* each) {
      return !llvm::isa<llvm::Function>(each) || (has_locals && each == &whole);
    });
    // It counts whoever calls it, and its copy is not what the region is written of.
    llvm::cast<llvm::Function>(map_[&whole])->setLinkage(llvm::GlobalValue::ExternalLinkage);
    for (const llvm::Argument& each : whole.args()) map_.erase(&each);
    for (const BasicBlock& block : whole) {
      map_.erase(&block);
      for (const Instruction& each : block) map_.erase(&each);
    }
    return module;
  }

  const RegionSide& side() const { return of_ == Of::Source ? region_.source : region_.target; }
  const Value* own(const Region::Values::value_type& pair) const {
    return of_ == Of::Source ? pair.second : pair.first;
  }

  /// Of a whole run nothing is said, but that it does not stay anywhere for ever.
  llvm::AttributeSet attributes() const {
    llvm::AttributeSet all = whole_.function.getAttributes().getFnAttrs();
    for (const llvm::Attribute::AttrKind kind :
         {llvm::Attribute::WillReturn, llvm::Attribute::NoReturn, llvm::Attribute::Memory, llvm::Attribute::NoSync,
          llvm::Attribute::NoFree, llvm::Attribute::NoRecurse, llvm::Attribute::Speculatable})
      all = all.removeAttribute(function_->getContext(), kind);
    return all;
  }

  void set_parameter(unsigned number) {
    const Value* value = own(region_.parameters[number]);
    llvm::Argument* parameter = function_->getArg(number);
    if (value != nullptr) map_[value] = parameter;
    const auto* argument = llvm::dyn_cast<llvm::Argument>(region_.parameters[number].second);
    if (argument == nullptr) return;
    // What holds of the value, whenever it is used.
    for (const llvm::Attribute each : argument->getAttributes())
      if (each.hasAttribute(llvm::Attribute::NoUndef) || each.hasAttribute(llvm::Attribute::NonNull) ||
          each.hasAttribute(llvm::Attribute::Range) || each.hasAttribute(llvm::Attribute::Alignment))
        parameter->addAttr(each);
  }

  void compute(BasicBlock& start) {
    for (const auto& pair : region_.computed) {
      if (own(pair) == nullptr) continue;
      const auto& of = *llvm::cast<Instruction>(own(pair));
      const llvm::GetElementPtrInst* step = pair.first == nullptr ? step_to_number(of) : nullptr;
      Instruction* copy = step != nullptr ? sum_of(*step, start) : computed_again(of);
      copy->insertInto(&start, start.end());
      if (step == nullptr) llvm::RemapInstruction(copy, map_);
      map_[own(pair)] = copy;
      known_.insert(copy);
    }
  }

  /// The address that it leads to.
  Instruction* sum_of(const llvm::GetElementPtrInst& step, BasicBlock& start) {
    Value* index = mapped(step.getOperand(1));
    auto* from = new llvm::PtrToAddrInst(mapped(step.getPointerOperand()), index->getType(), "", &start);
    return llvm::BinaryOperator::CreateAdd(from, index);
  }

  /// What the branches say on the way to the entry, where it can be said of parameters.
  void assume_facts(BasicBlock& start) {
    llvm::IRBuilder<llvm::NoFolder> build(&start);
    for (const PathFact& fact : PathFacts(whole_.function).at({side().entry})) {
      Value* value = at_start(build, *fact.value);
      if (value == nullptr) continue;
      build.CreateAssumption(fact.is_equal ? build.CreateICmpEQ(value, fact.constant)
                                           : build.CreateICmpNE(value, fact.constant));
    }
  }
  Value* at_start(llvm::IRBuilderBase& build, const Value& value) {
    if (llvm::isa<llvm::ConstantInt, llvm::ConstantPointerNull>(value)) return const_cast<Value*>(&value);
    if (Value* known = map_.lookup(&value))
      return llvm::isa<llvm::Argument>(known) || known_.contains(known) ? known : nullptr;
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (const auto known = computed_.find(&value); known != computed_.end()) return known->second;
    if (instruction == nullptr || !can_be_computed_again(*instruction)) return nullptr;
    llvm::SmallVector<Value*, 4> operands;
    for (const Value* operand : instruction->operand_values()) {
      operands.push_back(at_start(build, *operand));
      if (operands.back() == nullptr) return nullptr;
    }
    Instruction* copy = computed_again(*instruction);
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    copy->dropUnknownNonDebugMetadata();
    computed_[&value] = build.Insert(copy);
    return copy;
  }

  void clone_blocks() {
    for (const BasicBlock* block : side().blocks)
      map_[block] = BasicBlock::Create(function_->getContext(), block->getName(), function_);
    for (std::size_t i = 0; i < frame_.exits.size(); ++i) {
      exits_.push_back(BasicBlock::Create(function_->getContext(), "", function_));
      const BasicBlock* exit = of_ == Of::Target ? frame_.exits[i] : blocks_.partner(*frame_.exits[i]);
      exit_of_[exit] = i;
      if (exit != side().entry) map_[exit] = exits_.back();
    }
    llvm::SmallVector<Instruction*, 64> copies;
    for (const BasicBlock* block : side().blocks)
      for (const Instruction& each : *block) {
        if (!side().contains(each)) continue;
        Instruction* copy = each.clone();
        copy->setDebugLoc({});
        copy->insertInto(llvm::cast<BasicBlock>(map_[block]), llvm::cast<BasicBlock>(map_[block])->end());
        if (each.hasName()) copy->setName(each.getName());
        map_[&each] = copy;
        copies.push_back(copy);
      }
    for (Instruction* each : copies) llvm::RemapInstruction(each, map_);
    // To come back to the entry is to leave.
    const auto back = exit_of_.find(side().entry);
    if (back == exit_of_.end()) return;
    for (const BasicBlock* block : side().blocks) {
      Instruction* end = llvm::cast<BasicBlock>(map_[block])->getTerminator();
      end->replaceSuccessorWith(llvm::cast<BasicBlock>(map_[side().entry]), exits_[back->second]);
    }
  }

  Value* mapped(const Value* value) { return llvm::MapValue(value, map_); }

  Value* begin_result(llvm::IRBuilderBase& build, std::uint32_t where) const {
    return build.CreateInsertValue(llvm::PoisonValue::get(frame_.result), build.getInt32(where), 0);
  }
  void write_returns() {
    for (const BasicBlock* block : side().blocks) {
      auto* end = llvm::dyn_cast<llvm::ReturnInst>(llvm::cast<BasicBlock>(map_[block])->getTerminator());
      if (end == nullptr) continue;
      llvm::IRBuilder<llvm::NoFolder> build(end);
      Value* result = begin_result(build, 0);
      if (frame_.has_result) result = build.CreateInsertValue(result, end->getReturnValue(), 1);
      build.CreateRet(result);
      end->eraseFromParent();
    }
  }
  void write_exits() {
    for (std::size_t i = 0; i < exits_.size(); ++i) {
      const BasicBlock* exit = of_ == Of::Target ? frame_.exits[i] : blocks_.partner(*frame_.exits[i]);
      BasicBlock* block = exits_[i];
      if (llvm::pred_empty(block)) {
        new llvm::UnreachableInst(function_->getContext(), block);
        continue;
      }
      llvm::SmallVector<std::pair<const BasicBlock*, BasicBlock*>, 8> ways;  // an edge each
      for (const BasicBlock* from : side().blocks)
        for (const BasicBlock* next : llvm::successors(from))
          if (next == exit) ways.emplace_back(from, llvm::cast<BasicBlock>(map_[from]));
      llvm::IRBuilder<llvm::NoFolder> build(block);
      std::vector<Value*> slots = slots_of(build, i, ways);
      Value* result = begin_result(build, static_cast<std::uint32_t>(i) + 1);
      for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot] != nullptr)
          result = build.CreateInsertValue(result, slots[slot], static_cast<unsigned>(1 + frame_.has_result + slot));
      build.CreateRet(result);
    }
  }
  /// What is returned at an exit; null at places of other exits.
  std::vector<Value*> slots_of(llvm::IRBuilderBase& build, std::size_t exit,
                               llvm::ArrayRef<std::pair<const BasicBlock*, BasicBlock*>> ways) {
    std::vector<Value*> slots;
    const auto add = [&](llvm::Type* type, const auto& value_from) {
      PHINode* slot = build.CreatePHI(type, static_cast<unsigned>(ways.size()));
      for (const auto& [from, copy] : ways) slot->addIncoming(value_from(from), copy);
      slots.push_back(slot);
    };
    for (std::size_t other = 0; other < frame_.phis.size(); ++other)
      for (const auto& pair : frame_.phis[other]) {
        const auto* phi = llvm::cast<PHINode>(own(pair));
        if (other == exit)
          add(phi->getType(), [&](const BasicBlock* from) { return mapped(phi->getIncomingValueForBlock(from)); });
        else
          slots.push_back(nullptr);
      }
    for (std::size_t number = 0; number < region_.results.size(); ++number) {
      if (!frame_.needs[exit][number]) {
        slots.push_back(nullptr);
        continue;
      }
      const auto* value = llvm::cast<Instruction>(own(region_.results[number]));
      // What has not been computed on the way is not needed there.
      add(value->getType(), [&](const BasicBlock* from) -> Value* {
        return whole_.tree.dominates(value->getParent(), from) ? mapped(value)
                                                               : llvm::PoisonValue::get(value->getType());
      });
    }
    return slots;
  }

  const Region& region_;
  const Frame& frame_;
  const MatchedBlocks& blocks_;
  const Whole& whole_;
  const Of of_;
  llvm::Function* function_ = nullptr;
  llvm::ValueToValueMapTy map_;
  llvm::DenseMap<const Value*, Value*> computed_;  ///< for facts
  llvm::DenseSet<const Value*> known_;             ///< of what is computed at the start
  llvm::SmallVector<BasicBlock*, 8> exits_;
  llvm::DenseMap<const BasicBlock*, std::size_t> exit_of_;
};

}  // namespace

std::optional<RegionPair> write(const Region& region, const MatchedBlocks& blocks, const Whole& source,
                                const Whole& target) {
  const Frame frame = frame_of(region, blocks, target);
  RegionPair pair;
  pair.source_module = Writer(region, frame, blocks, source, Writer::Of::Source).run(pair.source);
  pair.target_module = Writer(region, frame, blocks, target, Writer::Of::Target).run(pair.target);
  for (const auto& [of_target, of_source] : region.parameters)
    for (const Value* each : {of_target, of_source})
      if (each != nullptr) share_variables_in(*each, {pair.source_module.get(), pair.target_module.get()});
  if (llvm::verifyFunction(*pair.source) || llvm::verifyFunction(*pair.target)) return std::nullopt;
  return pair;
}

}  // namespace assay::prove
