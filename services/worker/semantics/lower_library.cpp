#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/float_environment.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/library_values.h"
#include "services/worker/semantics/lower_call.h"
#include "services/worker/semantics/lower_rows.h"

/// Library functions that compute a value are lowered to the operations that compute it, so that both machines know
/// them.
namespace assay::semantics {
namespace {

/// errno is not followed. So a function that may set it stays a call, unless the call is known to leave it alone.
bool is_value_alone(const CallFacts& facts) {
  const bool may_set_errno = facts.may.writes(llvm::IRMemLocation::ErrnoMem);
  return !facts.known->sets_errno || !may_set_errno;
}

/// How the operation rounds: as the mode that is set says where that counts. Of numbers that nobody knows (VAL-13) one
/// is the same for the same arguments as long as the mode is.
Result<Rounding> rounding_of_call(Emitter& out, const llvm::CallBase& call) {
  const auto op = strict_library_operation(call);
  if (!op || !rounds_as_mode_says(*op)) return Rounding::NearestTiesToEven;
  const auto state = out.roundings().before(call);
  if (!state) return Error{"a rounding mode that depends on the path"};
  if (!is_library_value(*op)) return state->mode;
  if (state->mode != out.options().rounding)
    return Error{std::string(row_of(*op).spelling) + " in another rounding mode than at entry"};
  return Rounding::NearestTiesToEven;
}

Status append_row(Emitter& out, const llvm::CallBase& call, Op op, const Promises& result,
                  llvm::ArrayRef<Slots> operands) {
  const auto rounding = rounding_of_call(out, call);
  if (!rounding) return Error{rounding.error()};
  Instruction lowered = out.start(call, op);
  lowered.rounding = *rounding;
  lowered.flags = fast_math_flags_of(call);
  if (op == Op::Abs) lowered.flags |= IntMinPoison;
  lowered.promises = out.add_promises(result);
  out.append(lowered, operands);
  return std::nullopt;
}

/// Functions of one integer, as C has them.
Slots emit_integer_function(Emitter& out, const llvm::CallBase& call, LibraryEffect effect, Slots value) {
  const LaneType type = out.type_of(value), result = out.type_of(out.slots_of(&call));
  const auto constant = [&](std::uint64_t of) { return out.number(type.bits, of); };
  const auto is_below = [&](Slots tested, std::uint64_t bound) {
    const Slots truth = compute(out, call, Op::ICmp, kTruth, {tested, constant(bound)}, Predicate::Ult);
    return compute(out, call, Op::ZExt, result, {truth});
  };
  switch (effect) {
    case LibraryEffect::FindFirstSet: {
      const Slots found = compute(out, call, Op::FindFirstSet, type, {value});
      if (result.bits == type.bits) return found;
      return compute(out, call, result.bits < type.bits ? Op::Trunc : Op::ZExt, result, {found});
    }
    case LibraryEffect::IsAscii:
      return is_below(value, 128);
    case LibraryEffect::ToAscii:
      return compute(out, call, Op::And, type, {value, constant(127)});
    default:
      return is_below(compute(out, call, Op::Sub, type, {value, constant('0')}), 10);
  }
}

}  // namespace

std::optional<Status> lower_if_library_value(Emitter& out, const llvm::CallBase& call, const CallSite& site,
                                             llvm::ArrayRef<Slots> operands) {
  const LibraryRow* row = site.facts.known;
  if (row == nullptr || !computes_value(*row) || !is_value_alone(site.facts) || site.facts.is_mismatched)
    return std::nullopt;
  if (site.callee == nullptr || llvm::isa<llvm::CallBrInst>(call)) return std::nullopt;
  std::vector<Slots> checked;
  for (std::size_t i = 0; i < operands.size(); ++i)
    checked.push_back(with_promises(out, operands[i], site.arguments[i], call));
  if (row->effect == LibraryEffect::Row) return append_row(out, call, row->op, site.result, checked);
  Instruction copy = out.start(call, Op::Copy);
  copy.promises = out.add_promises(site.result);
  append_permute(out, copy, {emit_integer_function(out, call, row->effect, checked[0])}, identity_mask(1));
  return Status();
}

}  // namespace assay::semantics
