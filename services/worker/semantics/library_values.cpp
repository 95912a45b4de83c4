#include "services/worker/semantics/library_values.h"

#include <llvm/IR/Function.h>

#include <map>
#include <set>

#include "services/worker/semantics/library_functions.h"

namespace assay::semantics {
namespace {

bool is_power(Op op) { return op == Op::Pow || op == Op::PowI || op == Op::Exp || op == Op::Exp2 || op == Op::Exp10; }

bool changes_sign(Op op) { return op == Op::FNeg || op == Op::FAbs || op == Op::CopySign; }

/// What the instruction computes: its own operation, or that of the library function that it calls.
Op operation_of(const Function& function, const Instruction& instruction) {
  if (row_of(instruction.op).shape != Shape::Call) return instruction.op;
  const LibraryRow* row = function.calls[instruction.detail].facts.known;
  return row != nullptr && row->effect == LibraryEffect::Row ? row->op : instruction.op;
}

struct Count {
  std::size_t all = 0;
  std::size_t signs = 0;  ///< operations that change nothing but a sign
  std::map<Op, std::size_t> powers;
};

/// In the function and in those that it calls.
void count(const Function& function, Count& counted, std::set<const llvm::Function*>& seen) {
  for (const Instruction& each : function.instructions) {
    const Op op = operation_of(function, each);
    if (is_library_value(op)) ++counted.all;
    if (changes_sign(op)) ++counted.signs;
    if (is_power(op)) ++counted.powers[op];
    if (row_of(each.op).shape != Shape::Call) continue;
    const llvm::Function* callee = function.calls[each.detail].callee;
    if (callee == nullptr || callee->isDeclaration() || !seen.insert(callee).second) continue;
    if (const auto lowered = lower(*callee, function.options)) count(*lowered, counted, seen);
  }
}

}  // namespace

bool is_library_value(Op op) {
  switch (op) {
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
    case Op::Atan2:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
    case Op::Log:
    case Op::Log2:
    case Op::Log10:
    case Op::SinPi:
    case Op::CosPi:
      return true;
    default:
      return is_power(op);
  }
}

bool computes_library_value(const Function& function, const Instruction& instruction) {
  return is_library_value(operation_of(function, instruction));
}

bool has_library_values(const Function& function) {
  Count counted;
  std::set<const llvm::Function*> seen;
  count(function, counted, seen);
  return counted.all != 0;
}

bool replaces_library_values(const Function& source, const Function& target) {
  Count before, after;
  std::set<const llvm::Function*> seen_before, seen_after;
  count(source, before, seen_before);
  count(target, after, seen_after);
  // A sign may move or vanish: cos(-x) is cos(x), and even powers ignore it.
  const bool moves_signs = after.all != 0 && after.signs != before.signs;
  return after.all < before.all || after.powers != before.powers || moves_signs;
}

}  // namespace assay::semantics
