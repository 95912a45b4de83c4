#include <array>

#include "services/worker/semantics/types.h"

namespace assay::semantics {
namespace {

struct Entry {
  Rule rule;
  RuleText text;
};

constexpr std::array kTexts = {
    Entry{Rule::DivisionByZero, {"division by zero", "udiv, sdiv, urem, srem"}},
    Entry{Rule::DivisionOverflow, {"signed division overflows", "sdiv, srem"}},
    Entry{Rule::DivisionByPoison, {"division by poison", "poison values"}},
    Entry{Rule::BranchOnPoison, {"branch on poison", "br"}},
    Entry{Rule::BranchOnUndef, {"branch on undef", "br"}},
    Entry{Rule::SwitchOnPoison, {"switch on poison", "switch"}},
    Entry{Rule::SwitchOnUndef, {"switch on undef", "switch"}},
    Entry{Rule::Unreachable, {"unreachable was reached", "unreachable"}},
    Entry{Rule::AssumeFalse, {"an assumption does not hold", "llvm.assume"}},
    Entry{Rule::NoundefArgument, {"poison or undef passed to a noundef parameter", "parameter attributes"}},
    Entry{Rule::LibraryArgument, {"poison passed to a library function", "call"}},
    Entry{Rule::NoundefReturn, {"poison or undef returned from a noundef function", "parameter attributes"}},
    Entry{Rule::NoundefValue, {"poison or undef where !noundef promises a value", "noundef metadata"}},
    Entry{Rule::LoadFromPoison, {"load from a poison or undef address", "load"}},
    Entry{Rule::StoreToPoison, {"store to a poison or undef address", "store"}},
    Entry{Rule::NullDereference, {"access through null", "pointer aliasing rules"}},
    Entry{Rule::OutOfBounds, {"access out of bounds", "pointer aliasing rules"}},
    Entry{Rule::DeadObject, {"access to a dead object", "object lifetime"}},
    Entry{Rule::Misaligned, {"misaligned access", "load, store"}},
    Entry{Rule::ReadOnlyMemory, {"write to constant memory", "global variables"}},
    Entry{Rule::WriteNotAllowed, {"write that an attribute forbids", "function and parameter attributes"}},
    Entry{Rule::ReadNotAllowed, {"read that an attribute forbids", "function and parameter attributes"}},
    Entry{Rule::InvalidFree, {"free of something that was not allocated or was freed", "allockind"}},
    Entry{Rule::CallOfNonFunction, {"call of an address that is no function", "call"}},
    Entry{Rule::SignatureMismatch, {"call with another type than the callee's", "call"}},
    Entry{Rule::CallOnPoison, {"call of a poison or undef address", "call"}},
    Entry{Rule::NoReturnReturned, {"a noreturn function returned", "function attributes"}},
    Entry{Rule::WillReturnViolated, {"a willreturn function did not return", "function attributes"}},
    Entry{Rule::CallUndefined, {"an unknown function has undefined behaviour at this call", "call"}},
    Entry{Rule::Unwound, {"a nounwind function unwound", "function attributes"}},
    Entry{Rule::NoAliasViolated, {"access that noalias rules out", "noalias"}},
    Entry{Rule::DereferenceableViolated, {"a dereferenceable pointer is not", "dereferenceable"}},
    Entry{Rule::OverlappingCopy, {"memcpy between overlapping blocks", "llvm.memcpy"}},
    Entry{Rule::InvalidVaArg, {"va_arg without a further argument or of another type", "va_arg"}},
    Entry{Rule::InvalidIndirectBranch, {"indirectbr to an address that is no listed block", "indirectbr"}},
    Entry{Rule::InvalidLifetime, {"lifetime marker on something that is no alloca", "llvm.lifetime.start"}},
    Entry{Rule::StackOverflow, {"the stack is exhausted", "alloca"}},
    Entry{Rule::InvariantViolated, {"invariant memory changed", "invariant.load metadata"}},
    Entry{Rule::ImmediateArgument, {"an intrinsic's operand is out of its domain", "intrinsic functions"}},
    Entry{Rule::SelectOnPoison, {"select on poison or undef (in this semantics)", "select"}},
    Entry{Rule::PoisonStored, {"poison stored in memory (in this semantics)", "store"}},
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
