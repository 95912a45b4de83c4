#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

namespace assay::interpret {

/// A parsed module and its lowered functions; a test fails where the text is not valid.
class Code {
 public:
  explicit Code(const std::string& text) {
    auto parsed = ir::parse(context_, text, "test");
    EXPECT_TRUE(parsed) << parsed.error();
    module_ = std::move(*parsed);
    if (auto bad = ir::verify(*module_)) ADD_FAILURE() << bad->message;
  }
  const semantics::Function& operator[](const std::string& name) {
    auto& slot = functions_[name];
    if (!slot) {
      auto lowered = semantics::lower(*module_->getFunction(name));
      EXPECT_TRUE(lowered) << lowered.error();
      slot = std::make_unique<semantics::Function>(std::move(*lowered));
    }
    return *slot;
  }
  llvm::Module& module() { return *module_; }
  Input input(const std::string& function, const std::string& text) {
    auto parsed = parse_arguments((*this)[function], text);
    EXPECT_TRUE(parsed) << parsed.error();
    return *parsed;
  }
  /// "returns i8 3" and the like, for all behaviours, joined by " | ".
  std::string behaviours_of(const std::string& function, const std::string& arguments) {
    std::string text;
    for (const Behaviour& behaviour : behaviours((*this)[function], input(function, arguments)).all)
      text += (text.empty() ? "" : " | ") + describe((*this)[function], behaviour);
    return text;
  }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::map<std::string, std::unique_ptr<semantics::Function>> functions_;
};

/// The result of `body` as @f.
inline std::string behaviours_of(const std::string& text, const std::string& arguments = "") {
  return Code(text).behaviours_of("f", arguments);
}

inline CheckResult::Kind exhaustive_kind(const std::string& text, std::string* reason = nullptr,
                                         CheckOptions options = {}) {
  Code code(text);
  const auto result = check_exhaustively(code["src"], code["tgt"], options);
  EXPECT_TRUE(result.has_value()) << "too large";
  if (reason != nullptr && result)
    *reason = result->kind == CheckResult::Kind::Refuted ? name_of(result->reason) : result->detail;
  return result ? result->kind : CheckResult::Kind::Inconclusive;
}

/// What check_sampled says of @src and @tgt: the reason of a refutation, "passed", "vacuous" if the source was never
/// defined, or "not judged: " with the reason.
inline std::string outcome(const std::string& text, std::uint64_t samples = CheckOptions().samples) {
  Code code(text);
  CheckOptions options;
  options.samples = samples;
  const CheckResult result = check_sampled(code["src"], code["tgt"], options);
  switch (result.kind) {
    case CheckResult::Kind::Refuted:
      return name_of(result.reason);
    case CheckResult::Kind::Passed:
      return result.precondition_met ? "passed" : "vacuous";
    default:
      return "not judged: " + result.detail;
  }
}

}  // namespace assay::interpret
