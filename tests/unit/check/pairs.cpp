#include "tests/unit/check/pairs.h"

#include <llvm/IR/LLVMContext.h>

#include "services/worker/ir/ir.h"

namespace assay::check {

Verdict judge(const std::string& module, const Options& options) {
  llvm::LLVMContext context;
  auto parsed = ir::parse(context, module, "test.ll");
  Verdict bad;
  bad.kind = VerdictKind::Error;
  if (!parsed) {
    bad.reason = Reason::Parse;
    bad.feature = parsed.error();
    return bad;
  }
  if (Status malformed = ir::verify(**parsed)) {
    bad.reason = Reason::Parse;
    bad.feature = malformed->message;
    return bad;
  }
  return Checker(options).check(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
}

std::string word(const Verdict& verdict) {
  return std::string(name_of(verdict.kind)) + (verdict.reason == Reason::None ? "" : ": " + reason_text(verdict));
}

std::string verdict(const std::string& source, const std::string& target, Oracles oracles) {
  Options options;
  options.oracles = oracles;
  Checker checker(options);
  return word(check_texts(checker, source, target));
}

}  // namespace assay::check
