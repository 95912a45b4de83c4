#include "services/worker/codegen/liberties.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/apfloat.h"

namespace assay::codegen {
namespace {

bool is_reduction_by_number(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::vector_reduce_fmin:
    case llvm::Intrinsic::vector_reduce_fmax:
    case llvm::Intrinsic::vp_reduce_fmin:
    case llvm::Intrinsic::vp_reduce_fmax:
      return true;
    default:
      return false;
  }
}

template <class Test>
bool has_instruction(const semantics::Function& function, const Test& test) {
  return llvm::any_of(ir::bodies_needed_by(*function.origin),
                      [&](const llvm::Function* body) { return llvm::any_of(llvm::instructions(*body), test); });
}

bool is_signaling(const semantics::InputLane& lane, const semantics::LaneType& type) {
  return type.kind == semantics::LaneKind::Float && lane.kind == semantics::InputLane::Kind::Bits &&
         llvm::APFloat(semantics::semantics_of(type.format), lane.bits).isSignaling();
}

/// May some number that the function gets be a signaling NaN?
bool may_get_signaling(const semantics::Function& function, const semantics::Input& input) {
  for (std::size_t i = 0; i < input.arguments.size(); ++i)
    for (std::size_t lane = 0; lane < input.arguments[i].size(); ++lane)
      if (is_signaling(input.arguments[i][lane], function.slots[function.arguments[i].value.first + lane])) return true;
  return has_instruction(function, [](const llvm::Instruction& each) { return llvm::isa<llvm::LoadInst>(each); });
}

/// Does it calculate with several floats at once? What only moves their bits does not count.
bool is_of_float_vectors(const llvm::Instruction& each) {
  const auto is_vector = [](const llvm::Type* type) {
    return type->isVectorTy() && type->getScalarType()->isFloatTy();
  };
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
  const bool calculates = (each.isBinaryOp() || llvm::isa<llvm::FCmpInst, llvm::CastInst>(each) || call != nullptr) &&
                          !llvm::isa<llvm::BitCastInst>(each);
  return calculates && (is_vector(each.getType()) ||
                        llvm::any_of(each.operand_values(),
                                     [&](const llvm::Value* operand) { return is_vector(operand->getType()); }));
}

}  // namespace

/// Does it hand on, or get, an argument by value of which nobody says how it is aligned?
bool has_copies_of_unknown_alignment(const semantics::Function& function) {
  const auto is_one = [](const auto& of, unsigned i) {
    return of.hasParamAttr(i, llvm::Attribute::ByVal) && !of.hasParamAttr(i, llvm::Attribute::Alignment);
  };
  const auto has_one = [&](const auto& attributes, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      if (is_one(attributes, i)) return true;
    return false;
  };
  if (has_one(function.origin->getAttributes(), function.origin->arg_size())) return true;
  return has_instruction(function, [&](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && has_one(call->getAttributes(), call->arg_size());
  });
}

std::string liberty_of(const semantics::Function& function, const semantics::Input& input, const Target& target,
                       bool is_misaligned) {
  // Of such code generation may assume what is usual for the target.
  if (is_misaligned && has_copies_of_unknown_alignment(function)) return "the alignment of an argument by value";
  // LangRef names no order for these, and minnum and maxnum of a signaling NaN depend on it.
  const auto reduces = [](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
    return call != nullptr && is_reduction_by_number(call->getIntrinsicID());
  };
  if (has_instruction(function, reduces) && may_get_signaling(function, input))
    return "the order of a reduction with a signaling NaN";
  if (target.vectors_lose_subnormals && has_instruction(function, is_of_float_vectors))
    return "vectors of floats, in which subnormal numbers count as zeros";
  return "";
}

}  // namespace assay::codegen
