#include <array>

#include "services/worker/semantics/types.h"

namespace assay::semantics {
namespace {

struct RuleEntry {
  Rule rule;
  RuleText text;
};

constexpr std::array kTexts = {
    RuleEntry{Rule::DivisionByZero, {"division by zero", "udiv, sdiv, urem, srem"}},
    RuleEntry{Rule::DivisionOverflow, {"signed division overflows", "sdiv, srem"}},
    RuleEntry{Rule::DivisionByPoison, {"division by poison", "poison values"}},
    RuleEntry{Rule::BranchOnPoison, {"branch on poison", "br"}},
    RuleEntry{Rule::BranchOnUndef, {"branch on undef", "br"}},
    RuleEntry{Rule::SwitchOnPoison, {"switch on poison", "switch"}},
    RuleEntry{Rule::SwitchOnUndef, {"switch on undef", "switch"}},
    RuleEntry{Rule::Unreachable, {"unreachable was reached", "unreachable"}},
    RuleEntry{Rule::AssumeFalse, {"an assumption does not hold", "llvm.assume"}},
    RuleEntry{Rule::NoundefArgument, {"poison or undef passed to a noundef parameter", "parameter attributes"}},
    RuleEntry{Rule::LibraryArgument, {"poison passed to a library function", "call"}},
    RuleEntry{Rule::NoundefReturn, {"poison or undef returned from a noundef function", "parameter attributes"}},
    RuleEntry{Rule::NoundefValue, {"poison or undef where !noundef promises a value", "noundef metadata"}},
    RuleEntry{Rule::LoadFromPoison, {"load from a poison or undef address", "load"}},
    RuleEntry{Rule::StoreToPoison, {"store to a poison or undef address", "store"}},
    RuleEntry{Rule::NullDereference, {"access through null", "pointer aliasing rules"}},
    RuleEntry{Rule::OutOfBounds, {"access out of bounds", "pointer aliasing rules"}},
    RuleEntry{Rule::DeadObject, {"access to a dead object", "object lifetime"}},
    RuleEntry{Rule::Misaligned, {"misaligned access", "load, store"}},
    RuleEntry{Rule::ReadOnlyMemory, {"write to constant memory", "global variables"}},
    RuleEntry{Rule::WriteNotAllowed, {"write that an attribute forbids", "function and parameter attributes"}},
    RuleEntry{Rule::ReadNotAllowed, {"read that an attribute forbids", "function and parameter attributes"}},
    RuleEntry{Rule::InvalidFree, {"free of something that was not allocated or was freed", "allockind"}},
    RuleEntry{Rule::CallOfNonFunction, {"call of an address that is no function", "call"}},
    RuleEntry{Rule::SignatureMismatch, {"call with another type than the callee's", "call"}},
    RuleEntry{Rule::CallOnPoison, {"call of a poison or undef address", "call"}},
    RuleEntry{Rule::NoReturnReturned, {"a noreturn function returned", "function attributes"}},
    RuleEntry{Rule::WillReturnViolated, {"a willreturn function did not return", "function attributes"}},
    RuleEntry{Rule::NoProgress, {"code that must make progress runs for ever", "function attributes"}},
    RuleEntry{Rule::CallUndefined, {"an unknown function has undefined behaviour at this call", "call"}},
    RuleEntry{Rule::Unwound, {"a nounwind function unwound", "function attributes"}},
    RuleEntry{Rule::NoAliasViolated, {"access that noalias rules out", "noalias"}},
    RuleEntry{Rule::DereferenceableViolated, {"a dereferenceable pointer is not", "dereferenceable"}},
    RuleEntry{Rule::OverlappingCopy, {"memcpy between overlapping blocks", "llvm.memcpy"}},
    RuleEntry{Rule::InvalidVaArg, {"va_arg without a further argument or of another type", "va_arg"}},
    RuleEntry{Rule::InvalidIndirectBranch, {"indirectbr to an address that is no listed block", "indirectbr"}},
    RuleEntry{Rule::InvalidLifetime, {"lifetime marker on something that is no alloca", "llvm.lifetime.start"}},
    RuleEntry{Rule::StackOverflow, {"the stack is exhausted", "alloca"}},
    RuleEntry{Rule::InvariantViolated, {"invariant memory changed", "invariant.load metadata"}},
    RuleEntry{Rule::ImmediateArgument, {"an intrinsic's operand is out of its domain", "intrinsic functions"}},
    RuleEntry{Rule::SelectOnPoison, {"select on poison or undef (in this semantics)", "select"}},
    RuleEntry{Rule::PoisonStored, {"poison stored in memory (in this semantics)", "store"}},
};
static_assert(kTexts.size() == static_cast<std::size_t>(Rule::RuleCount), "every rule has a text");

constexpr bool in_order() {
  for (std::size_t i = 0; i < kTexts.size(); ++i)
    if (static_cast<std::size_t>(kTexts[i].rule) != i) return false;
  return true;
}
static_assert(in_order(), "the texts stand in the order of the rules");

}  // namespace

RuleText text_of(Rule rule) { return kTexts[static_cast<std::size_t>(rule)].text; }

}  // namespace assay::semantics
