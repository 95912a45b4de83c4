#include "tests/unit/refine/pair.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::refine {
namespace {

std::string word(const RefineResult& result) {
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
      const RefineResult itself = refine(*f, *f, options);
      if (itself.kind != VerdictKind::Correct) return "@" + f->name + " against itself: " + word(itself);
    }
    return word(refine(source, target, options));
  });
}

std::string detail(const std::string& module, const Options& options) {
  return with_pair(module, [&](const semantics::Function& source, const semantics::Function& target) {
    return refine(source, target, options).detail;
  });
}

std::string bound(const std::string& module, const Options& options) {
  return with_pair(module, [&](const semantics::Function& source, const semantics::Function& target) {
    const RefineResult result = refine(source, target, options);
    return word(result) + (result.bound.empty() ? "" : ": " + result.bound);
  });
}

}  // namespace assay::refine
