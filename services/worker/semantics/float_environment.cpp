#include "services/worker/semantics/float_environment.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/call_facts.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/library_values.h"

namespace assay::semantics {
namespace {

/// Intrinsics of no target.
enum class EnvironmentUse { None, Looks, Sets };

/// What LangRef's intrinsics do to the environment. Those that run other functions do what these do.
EnvironmentUse environment_use_of(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::set_fpmode:
    case llvm::Intrinsic::reset_fpmode:
    case llvm::Intrinsic::set_fpenv:
    case llvm::Intrinsic::reset_fpenv:
    case llvm::Intrinsic::experimental_gc_statepoint:
    case llvm::Intrinsic::experimental_patchpoint:
    case llvm::Intrinsic::experimental_patchpoint_void:
    case llvm::Intrinsic::experimental_deoptimize:
    case llvm::Intrinsic::experimental_guard:
    case llvm::Intrinsic::coro_suspend:
    case llvm::Intrinsic::coro_suspend_async:
    case llvm::Intrinsic::coro_suspend_retcon:
    case llvm::Intrinsic::coro_await_suspend_void:
    case llvm::Intrinsic::coro_await_suspend_bool:
    case llvm::Intrinsic::coro_await_suspend_handle:
    case llvm::Intrinsic::coro_resume:
    case llvm::Intrinsic::coro_destroy:
      return EnvironmentUse::Sets;
    case llvm::Intrinsic::get_fpenv:
      return EnvironmentUse::Looks;
    default:
      return EnvironmentUse::None;
  }
}

/// LangRef, inline assembler expressions: what it does shows in its constraints, unless it says that there is more.
bool does_more_than_compute(const llvm::CallBase& call) {
  const auto& assembly = llvm::cast<llvm::InlineAsm>(*call.getCalledOperand());
  return assembly.hasSideEffects() || !call.doesNotAccessMemory();
}

bool is_of_target(const llvm::CallBase& call) {
  return call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic &&
         llvm::Intrinsic::isTargetIntrinsic(call.getIntrinsicID());
}

/// Of a function of the library that computes a number, or does something else with arguments alone.
const LibraryRow* value_row_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic()) return nullptr;
  const auto function = called_library_function(call, *callee);
  const LibraryRow* row = function ? library_row(*function) : nullptr;
  return row != nullptr && computes_value(*row) && !is_mismatched(call, *callee) ? row : nullptr;
}

}  // namespace

bool may_set_float_environment(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return does_more_than_compute(call);
  if (is_of_target(call))
    return llvm::isModSet(call.getMemoryEffects().getModRef(llvm::IRMemLocation::InaccessibleMem));
  if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
    return environment_use_of(call.getIntrinsicID()) == EnvironmentUse::Sets;
  return !call.onlyReadsMemory() && value_row_of(call) == nullptr;
}

bool may_see_float_flags(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return does_more_than_compute(call);
  // llvm.x86.sse.stmxcsr says that it writes the memory of its argument, and no more.
  if (is_of_target(call)) return !call.doesNotAccessMemory();
  if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
    return environment_use_of(call.getIntrinsicID()) != EnvironmentUse::None;
  return value_row_of(call) == nullptr;
}

std::optional<Op> strict_library_operation(const llvm::CallBase& call) {
  if (!call.isStrictFP()) return std::nullopt;
  const LibraryRow* row = value_row_of(call);
  if (row == nullptr || row->effect != LibraryEffect::Row || row->op == Op::Abs) return std::nullopt;
  return row->op == Op::FAbs || row->op == Op::CopySign ? std::nullopt : std::optional(row->op);
}

bool rounds_as_mode_says(Op op) {
  switch (op) {
    case Op::Rint:
    case Op::NearbyInt:
    case Op::Fma:
    case Op::Sqrt:
    case Op::LDExp:
      return true;
    default:
      return is_library_value(op);
  }
}

bool is_strict_and_numeric(const llvm::CallBase& call) {
  return call.isStrictFP() && call.getType()->isFloatingPointTy() && llvm::all_of(call.args(), [](const auto& each) {
           return each->getType()->isFloatingPointTy() || each->getType()->isIntegerTy();
         });
}

}  // namespace assay::semantics
