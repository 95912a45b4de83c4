#include "services/worker/normalize/unneeded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::Instruction;

bool is_no_number(const Instruction& each) { return !llvm::isa<llvm::PHINode>(each) && !is_expression(each); }

llvm::SetVector<const Instruction*> needed_in(const llvm::Function& function, bool (*is_kept)(const Instruction&)) {
  llvm::SetVector<const Instruction*> needed;
  for (const Instruction& each : llvm::instructions(function))
    if (is_kept(each)) needed.insert(&each);
  for (std::size_t i = 0; i < needed.size(); ++i)
    for (const llvm::Value* operand : needed[i]->operand_values())
      if (const auto* each = llvm::dyn_cast<Instruction>(operand)) needed.insert(each);
  return needed;
}

}  // namespace

void drop_unneeded(llvm::Function& function, bool (*is_kept)(const Instruction& instruction)) {
  const auto needed = needed_in(function, is_kept);
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (needed.contains(&each)) continue;
    each.replaceAllUsesWith(llvm::PoisonValue::get(each.getType()));
    each.eraseFromParent();
  }
}

void drop_unneeded_numbers(llvm::Function& function, const Kept&) { drop_unneeded(function, is_no_number); }

bool has_unneeded_phis(const llvm::Function& function) {
  const auto has_phi = [](const llvm::BasicBlock& block) { return !block.phis().empty(); };
  if (llvm::none_of(function, has_phi)) return false;
  const auto needed = needed_in(function, is_no_number);
  return llvm::any_of(function, [&](const llvm::BasicBlock& block) {
    return llvm::any_of(block.phis(), [&](const llvm::PHINode& phi) { return !needed.contains(&phi); });
  });
}

}  // namespace assay::normalize
