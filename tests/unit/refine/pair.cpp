#include "tests/unit/refine/pair.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/evidence/settle.h"
#include "services/worker/ir/ir.h"

namespace assay::refine {
namespace {

std::string word(const Verdict& result) {
  return std::string(name_of(result.kind)) + (result.reason == Reason::None ? "" : ": " + reason_text(result));
}

/// Calls `judge` with @src and @tgt of the module; gives what it gives, or what is wrong with the text.
template <class Judge>
std::string with_pair(const std::string& module, Judge&& judge) {
  llvm::LLVMContext context;
  auto parsed = ir::parse(context, module, "test.ll");
  if (!parsed) return "parse: " + parsed.error();
  const auto source = semantics::lower(*(*parsed)->getFunction("src"));
  if (!source) return "lower: " + source.error();
  const auto target = semantics::lower(*(*parsed)->getFunction("tgt"));
  if (!target) return "lower: " + target.error();
  return judge(*source, *target);
}

}  // namespace

std::string verdict(const std::string& module, const Options& options) {
  return with_pair(module, [&](const semantics::Function& source, const semantics::Function& target) {
    for (const semantics::Function* f : {&source, &target}) {
      const Verdict itself = evidence::settle(refine(*f, *f, options).claim);
      if (itself.kind != VerdictKind::Correct) return "@" + f->name + " against itself: " + word(itself);
    }
    return word(evidence::settle(refine(source, target, options).claim));
  });
}

std::string detail(const std::string& module, const Options& options) {
  return with_pair(module, [&](const semantics::Function& source, const semantics::Function& target) {
    return evidence::settle(refine(source, target, options).claim).detail;
  });
}

std::string bound(const std::string& module, const Options& options) {
  return with_pair(module, [&](const semantics::Function& source, const semantics::Function& target) {
    const Verdict result = evidence::settle(refine(source, target, options).claim);
    return word(result) + (result.bound.empty() ? "" : ": " + result.bound);
  });
}

}  // namespace assay::refine
