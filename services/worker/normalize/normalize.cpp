#include "services/worker/normalize/normalize.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>

#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/normalize/branches.h"
#include "services/worker/normalize/lost_blocks.h"
#include "services/worker/normalize/moved_loads.h"
#include "services/worker/normalize/rows.h"
#include "services/worker/normalize/target_shape.h"

namespace assay::normalize {
namespace {

constexpr Normalizer kAll[] = {
#define ASSAY_NORMALIZER(name, forms, finds, does, why) {#name, forms, &name, &finds, does, why},
#include "services/worker/normalize/normalizers.def"
#undef ASSAY_NORMALIZER
};

}  // namespace

bool always(const llvm::Function&) { return true; }

llvm::ArrayRef<Normalizer> normalizers() { return kAll; }

void bring_to(unsigned forms, llvm::Function& function, const Kept& kept) {
  for (const Normalizer& each : kAll)
    if ((each.forms & forms) != 0) each.run(function, kept);
}

llvm::SmallVector<llvm::BasicBlock*, 4> heads_of_loops(llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  llvm::SmallVector<llvm::BasicBlock*, 4> heads;
  for (llvm::BasicBlock& block : function)
    if (llvm::any_of(edges, [&](const auto& edge) { return edge.second == &block; })) heads.push_back(&block);
  return heads;
}

llvm::Function& NormalPair::Side::own(const llvm::Function& other) {
  if (!module) {
    module = ir::clone_for(*function, other);
    function = ir::same_in(*module, *function);
  }
  return const_cast<llvm::Function&>(*function);
}

NormalPair::NormalPair(const llvm::Function& source, const llvm::Function& target)
    : source_{nullptr, &source}, target_{nullptr, &target} {
  const auto has_steps = [](const Side& side) {
    return llvm::any_of(
        kAll, [&](const Normalizer& each) { return (each.forms & Form::Steps) != 0 && each.finds(*side.function); });
  };
  if (has_steps(source_)) bring_to(Form::Steps, own_source());
  if (has_steps(target_)) bring_to(Form::Steps, own_target());
  if (has_later_loads(this->source(), this->target())) read_as_late_as(own_source(), this->target());
  if (has_turned_branches(this->target(), this->source())) turn_branches_back(own_target(), this->source());
}

void NormalPair::bring_to_rounds() {
  if (std::exchange(is_in_rounds_, true)) return;
  Kept kept;
  for (llvm::Function* side : {&own_source(), &own_target()})
    for (const llvm::BasicBlock* head : heads_of_loops(*side))
      if (head->hasName()) kept.insert(head->getName());
  for (llvm::Function* side : {&own_source(), &own_target()}) bring_to(Form::Rounds, *side, kept);
  while (choose_without_lost_blocks(own_source(), own_target(), kept)) bring_to(Form::Rounds, own_source(), kept);
  turn_branches_back(own_target(), own_source());
}

NormalPair::Own NormalPair::in_one_shape(unsigned forms) const {
  Own own{ir::clone_for(source(), target()), ir::clone_for(target(), source())};
  own.source = ir::same_in(*own.source_module, source());
  own.target = ir::same_in(*own.target_module, target());
  // The target must keep what it promises: its breach would be one that the source does not allow.
  const unsigned of_source = (forms & Form::Loads) != 0 ? Form::Loads | Form::Types : 0;
  bring_to(forms | of_source, *own.source);
  bring_to(forms, *own.target);
  if (!write_in_shape_of(*own.target, *own.source)) return {};
  bring_to(Form::Steps | of_source, *own.source);
  bring_to(Form::Steps | (forms & Form::Loads), *own.target);
  return own;
}

NormalPair::Own NormalPair::for_rounds() && {
  bring_to_rounds();
  Own own;
  own.source = &own_source();
  own.target = &own_target();
  own.source_module = std::move(source_.module);
  own.target_module = std::move(target_.module);
  return own;
}

}  // namespace assay::normalize
