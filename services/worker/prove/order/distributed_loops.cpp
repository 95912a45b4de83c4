#include "services/worker/prove/order/distributed_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/ir/steps_to_object.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/places.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// What a place is based on, in words that mean the same in both functions. Empty: there are none.
std::string base_of(const llvm::Use& place) {
  const llvm::Value* base = llvm::getUnderlyingObject(place.get(), ir::kStepsToObject);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base))
    return "argument " + std::to_string(argument->getArgNo());
  if (llvm::isa<llvm::GlobalVariable>(base)) return "@" + base->getName().str();
  return base->hasName() ? "%" + base->getName().str() : "";
}

std::vector<std::string> written_by(const Instruction& instruction) {
  std::vector<std::string> bases;
  for (const llvm::Use* place : places_of(instruction))
    if (is_written(*place)) bases.push_back(base_of(*place));
  return bases;
}

/// Bases that the target's innermost loops write to, together with all that some loop writes to as well.
class Parts {
 public:
  explicit Parts(const llvm::Function& target) {
    const llvm::DominatorTree tree(const_cast<llvm::Function&>(target));
    const llvm::LoopInfo loops(tree);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      std::vector<std::string> bases;
      for (const BasicBlock* block : loop->blocks())
        for (const Instruction& each : *block) llvm::append_range(bases, written_by(each));
      if (bases.empty() || !loop->isInnermost()) continue;
      for (const std::string& base : bases) join(base, bases.front());
      heads_.emplace_back(bases.front(), loop->getHeader()->getName().str());
    }
  }

  /// Which part the instruction belongs to; nothing if it writes nothing, or somewhere else.
  std::optional<std::string> part_of(const Instruction& instruction) const {
    const std::vector<std::string> bases = written_by(instruction);
    const auto found = bases.empty() ? part_of_.end() : part_of_.find(bases.front());
    return found == part_of_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Names of loops, one for each of these parts, in the order of the target.
  std::vector<std::pair<std::string, std::string>> in_order(const std::vector<std::string>& parts) const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [base, head] : heads_) {
      const std::string& part = part_of_.at(base);
      const auto is_known = [&](const auto& each) { return each.first == part; };
      if (llvm::is_contained(parts, part) && llvm::none_of(all, is_known)) all.emplace_back(part, head);
    }
    return all;
  }

 private:
  void join(const std::string& base, const std::string& other) {
    const std::string one = part_of_.try_emplace(base, base).first->second, all = part_of_.at(other);
    for (auto& [each, part] : part_of_)
      if (part == one) part = all;
  }

  std::map<std::string, std::string> part_of_;              ///< of each base: one that stands for all of its part
  std::vector<std::pair<std::string, std::string>> heads_;  ///< a base that the loop writes to, and its name
};

/// Writes a copy of the loop before it.
std::vector<BasicBlock*> copy_before(SimpleLoop& loop) {
  llvm::Function& function = *loop.head->getParent();
  llvm::ValueToValueMapTy copied;
  llvm::SmallVector<BasicBlock*, 8> blocks;
  for (BasicBlock* block : loop.loop->blocks()) {
    BasicBlock* copy = llvm::CloneBasicBlock(block, copied, "", &function);
    copy->moveBefore(loop.head);
    copied[block] = copy;
    blocks.push_back(copy);
  }
  BasicBlock* between = BasicBlock::Create(function.getContext(), "", &function, loop.head);
  llvm::BranchInst::Create(loop.head, between);
  copied[loop.after] = between;
  llvm::remapInstructionsInBlocks(blocks, copied);
  loop.before->getTerminator()->replaceSuccessorWith(loop.head, llvm::cast<BasicBlock>(copied[loop.head]));
  loop.head->replacePhiUsesWith(loop.before, between);
  loop.before = between;
  return {blocks.begin(), blocks.end()};
}

void keep_part(llvm::ArrayRef<BasicBlock*> blocks, const std::string& part, const Parts& parts) {
  for (BasicBlock* block : blocks)
    for (Instruction& each : llvm::make_early_inc_range(llvm::reverse(*block))) {
      const auto own = parts.part_of(each);
      if (own && *own != part) {
        each.eraseFromParent();
      } else if (llvm::isInstructionTriviallyDead(&each)) {
        each.eraseFromParent();
      }
    }
}

/// The parts of what the loop writes, in the target's order: several, each with a name. Else none.
std::vector<std::pair<std::string, std::string>> parts_of(const SimpleLoop& loop, const Parts& parts) {
  std::vector<std::string> all;
  for (const BasicBlock* block : loop.loop->blocks())
    for (const Instruction& each : *block) {
      if (written_by(each).empty()) continue;
      const auto part = parts.part_of(each);
      if (!part) return {};
      if (!llvm::is_contained(all, *part)) all.push_back(*part);
    }
  if (all.size() < 2) return {};
  auto named = parts.in_order(all);
  return named.size() == all.size() ? named : decltype(named)();
}

bool distribute(SimpleLoop loop, const Parts& parts) {
  const auto named = parts_of(loop, parts);
  if (named.empty()) return false;
  for (const auto& [part, name] : llvm::ArrayRef(named).drop_back()) {
    const std::vector<BasicBlock*> copy = copy_before(loop);
    keep_part(copy, part, parts);
    copy.front()->setName(name);
  }
  keep_part(loop.loop->getBlocks(), named.back().first, parts);
  loop.head->setName(named.back().second);
  return true;
}

}  // namespace

bool distribute_loops(llvm::Function& source, const llvm::Function& target) {
  const Parts parts(target);
  const llvm::DominatorTree tree(source);
  const llvm::LoopInfo loops(tree);
  bool is_changed = false;
  for (llvm::Loop* each : loops.getLoopsInPreorder())
    if (const auto loop = simple_loop(*each)) is_changed |= distribute(*loop, parts);
  return is_changed;
}

}  // namespace assay::prove
