#include <llvm/ADT/SmallString.h>

#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

namespace {

std::string spelled_value(const llvm::APInt& value) {
  llvm::SmallString<40> digits;
  value.toStringUnsigned(digits, value.getBitWidth() > 8 ? 16 : 10);
  return (value.getBitWidth() > 8 ? "0x" : "") + digits.str().str() + ":" + std::to_string(value.getBitWidth());
}

}  // namespace

std::string NodeStore::print(Term root) const {
  const std::vector<Term> order = nodes_of(std::span(&root, 1));
  std::unordered_map<Term, unsigned> uses;
  for (Term t : order)
    for (unsigned i = 0; i < t.arity(); ++i) ++uses[t.operand(i)];
  std::string lines;
  std::unordered_map<Term, std::string> spelled;
  for (Term t : order) {
    std::string text;
    if (t.is_constant()) {
      text = spelled_value(t.value());
    } else if (t.kind() == Kind::Variable || t.kind() == Kind::ArrayVariable) {
      text = std::string(name(t)) + ":" + std::to_string(t.width());
    } else {
      text = "(" + std::string(t.kind() == Kind::Apply ? name(t) : name_of(t.kind()));
      if (t.kind() == Kind::Slice)
        text += "[" + std::to_string(t.payload() + t.width() - 1) + ":" + std::to_string(t.payload()) + "]";
      if (t.kind() == Kind::SExt) text += "." + std::to_string(t.width());
      for (unsigned i = 0; i < t.arity(); ++i) text += " " + spelled[t.operand(i)];
      text += ")";
    }
    if (t.arity() != 0 && uses[t] > 1) {
      const std::string label = "%" + std::to_string(t.id());
      lines += label + " = " + text + "\n";
      text = label;
    }
    spelled[t] = std::move(text);
  }
  return lines + spelled[root];
}

}  // namespace assay::refine::smt
