#include "services/worker/prove/parts/step_pairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/places_in_memory.h"
#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned kMostDeep = 4;
constexpr std::size_t kMostLookedAt = 64;  ///< further on, the next will do

/// As far as names, constants and operations tell.
bool looks_alike(const Value& source, const Value& target, unsigned depth = kMostDeep) {
  if (source.getType() != target.getType()) return false;
  if (source.hasName() && source.getName() == target.getName()) return true;
  const auto *one = llvm::dyn_cast<llvm::Argument>(&source), *other = llvm::dyn_cast<llvm::Argument>(&target);
  if (one != nullptr || other != nullptr)
    return one != nullptr && other != nullptr && one->getArgNo() == other->getArgNo();
  if (llvm::isa<llvm::Constant>(source) || llvm::isa<llvm::Constant>(target)) return &source == &target;
  const auto *a = llvm::dyn_cast<Instruction>(&source), *b = llvm::dyn_cast<Instruction>(&target);
  return depth != 0 && a != nullptr && b != nullptr && normalize::is_expression(*a) &&
         a->getOpcode() == b->getOpcode() && a->getNumOperands() == b->getNumOperands() &&
         llvm::all_of_zip(a->operand_values(), b->operand_values(),
                          [&](const Value* x, const Value* y) { return looks_alike(*x, *y, depth - 1); });
}

enum class Likeness { None, Operands, Name };

Likeness likeness(const Instruction& source, const Instruction& target) {
  if (source.hasName() && source.getName() == target.getName()) return Likeness::Name;
  if (llvm::isa<llvm::LoadInst>(source) && llvm::isa<llvm::LoadInst>(target)) {
    const normalize::PlaceInMemory one = normalize::place_of(source), other = normalize::place_of(target);
    const bool same =
        one.base != nullptr && other.base != nullptr && one.from == other.from && looks_alike(*one.base, *other.base);
    return same ? Likeness::Operands : Likeness::None;
  }
  const bool same = source.getNumOperands() == target.getNumOperands() &&
                    llvm::all_of_zip(source.operand_values(), target.operand_values(),
                                     [](const Value* one, const Value* other) { return looks_alike(*one, *other); });
  return same ? Likeness::Operands : Likeness::None;
}

}  // namespace

bool leaves_no_trace(const Instruction& step) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&step);
  return (load != nullptr && load->isSimple()) || llvm::isa<llvm::AssumeInst>(step) || normalize::is_division(step);
}

bool has_same_stem(const Value& one, const Value& other) {
  return one.hasName() && other.hasName() && stem(one.getName()) == stem(other.getName());
}

ManySteps partners_of(llvm::ArrayRef<const Instruction*> target, llvm::ArrayRef<const Instruction*> source,
                      llvm::function_ref<bool(const Instruction&, const Instruction&)> is_same) {
  ManySteps partners(target.size()), left(source);
  for (const Likeness least : {Likeness::Name, Likeness::Operands, Likeness::None})
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (partners[i] != nullptr || (least != Likeness::None && target.size() > kMostLookedAt)) continue;
      const auto found = llvm::find_if(left, [&](const Instruction* each) {
        return each != nullptr && (least == Likeness::None || likeness(*each, *target[i]) >= least) &&
               is_same(*each, *target[i]);
      });
      if (found == left.end()) {
        if (least == Likeness::None) return {};
        continue;
      }
      partners[i] = *found;
      *found = nullptr;
    }
  return partners;
}

}  // namespace assay::prove
