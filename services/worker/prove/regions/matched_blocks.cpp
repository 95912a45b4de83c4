#include "services/worker/prove/regions/matched_blocks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/ValueSymbolTable.h>

#include "services/worker/ir/ir.h"
#include "services/worker/prove/parts/same_operation.h"
#include "services/worker/semantics/progress.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

MatchedBlocks::MatchedBlocks(const llvm::Function& source, const llvm::Function& target)
    : source_(source), target_(target) {
  for (const llvm::Argument& argument : target.args()) values_[&argument] = source.getArg(argument.getArgNo());
  pair_blocks();
  for (const BasicBlock& block : target)
    if (partner(block) != nullptr) pair_phis(block);
  for (const BasicBlock& block : target) partner(block) != nullptr ? pair_steps(block) : change(block);
  for (const BasicBlock& block : source)
    if (partner(block) == nullptr) changed_.insert(&block);
  // What is computed in a changed block is another value, unless its name says which.
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const BasicBlock& block : target) {
      if (is_changed(block) || has_same_operands(block)) continue;
      change(block);
      is_new = true;
    }
  }
}

void MatchedBlocks::pair_blocks() {
  const auto pair = [&](const BasicBlock& of_source, const BasicBlock& of_target) {
    partners_[&of_source] = &of_target;
    partners_[&of_target] = &of_source;
  };
  pair(source_.getEntryBlock(), target_.getEntryBlock());
  const llvm::ValueSymbolTable* names = source_.getValueSymbolTable();
  for (const BasicBlock& block : llvm::drop_begin(target_)) {
    const auto* other = names != nullptr && block.hasName()
                            ? llvm::dyn_cast_or_null<BasicBlock>(names->lookup(block.getName()))
                            : nullptr;
    if (other != nullptr && !other->isEntryBlock()) pair(*other, block);
  }
}

void MatchedBlocks::pair_phis(const BasicBlock& block) {
  const BasicBlock& other = *partner(block);
  bool are_same = true;
  for (const PHINode& phi : block.phis()) {
    const auto named = llvm::find_if(other.phis(), [&](const PHINode& each) {
      return phi.hasName() && each.getName() == phi.getName() && each.getType() == phi.getType() &&
             each.hasSameSubclassOptionalData(&phi) && meaning_of_metadata(each) == meaning_of_metadata(phi);
    });
    if (named == other.phis().end())
      are_same = false;
    else
      values_[&phi] = &*named;
  }
  if (!are_same || llvm::range_size(block.phis()) != llvm::range_size(other.phis())) return;
  same_phis_.insert(&block);
  same_phis_.insert(&other);
}

bool MatchedBlocks::is_alike(const Instruction& of_target, const Instruction& of_source) const {
  if (!is_same_operation(of_source, of_target)) return false;
  if (!of_target.isTerminator()) return true;
  const auto leads_alike = [&](const BasicBlock* own, const BasicBlock* its) { return partner(*own) == its; };
  return std::equal(llvm::succ_begin(&of_target), llvm::succ_end(&of_target), llvm::succ_begin(&of_source),
                    llvm::succ_end(&of_source), leads_alike) &&
         semantics::asks_for_progress(*of_target.getParent()) == semantics::asks_for_progress(*of_source.getParent());
}

void MatchedBlocks::pair_steps(const BasicBlock& block) {
  const BasicBlock& other = *partner(block);
  auto own = block.getFirstNonPHIIt(), its = other.getFirstNonPHIIt();
  while (own != block.end() && its != other.end() && is_alike(*own, *its)) ++own, ++its;
  if (own != block.end() || its != other.end()) return change(block);
  its = other.getFirstNonPHIIt();
  for (own = block.getFirstNonPHIIt(); own != block.end(); ++own, ++its) values_[&*own] = &*its;
}

void MatchedBlocks::change(const BasicBlock& block) {
  changed_.insert(&block);
  if (const BasicBlock* other = partner(block)) changed_.insert(other);
  pair_by_names(block);
}

void MatchedBlocks::pair_by_names(const BasicBlock& block) {
  const llvm::ValueSymbolTable* names = source_.getValueSymbolTable();
  for (const Instruction& each : block) {
    if (llvm::isa<PHINode>(each) && values_.contains(&each)) continue;
    const auto* named = names != nullptr && each.hasName()
                            ? llvm::dyn_cast_or_null<Instruction>(names->lookup(each.getName()))
                            : nullptr;
    if (named != nullptr && named->getType() == each.getType())
      values_[&each] = named;
    else
      values_.erase(&each);
  }
}

bool MatchedBlocks::corresponds(const Value& of_target, const Value& of_source) const {
  if (&of_target == &of_source) return llvm::isa<llvm::Constant, llvm::InlineAsm, llvm::MetadataAsValue>(of_target);
  if (const auto* block = llvm::dyn_cast<BasicBlock>(&of_target)) return partner(*block) == &of_source;
  const auto *own = llvm::dyn_cast<llvm::Constant>(&of_target), *its = llvm::dyn_cast<llvm::Constant>(&of_source);
  if (own != nullptr || its != nullptr) return own != nullptr && its != nullptr && ir::same_constant(its, own);
  return source_of(of_target) == &of_source;
}

bool MatchedBlocks::has_same_operands(const BasicBlock& block) const {
  const BasicBlock& other = *partner(block);
  const auto steps = [](const BasicBlock& of) { return llvm::make_range(of.getFirstNonPHIIt(), of.end()); };
  return llvm::all_of(llvm::zip_equal(steps(block), steps(other)), [&](const auto& pair) {
    const auto& [own, its] = pair;
    return std::equal(own.op_begin(), own.op_end(), its.op_begin(), its.op_end(),
                      [&](const llvm::Use& one, const llvm::Use& two) { return corresponds(*one, *two); });
  });
}

}  // namespace assay::prove
