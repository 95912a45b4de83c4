#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// What the differential tests share: one operation as a function @f, run on every input.
namespace assay::differential {

/// One instruction in a function of its own.
class Operation {
 public:
  /// `body` defines %r of type `result` from the parameters; `declarations` come before the function.
  Operation(const std::string& result, const std::string& parameters, const std::string& body,
            const std::string& declarations = "") {
    const std::string text =
        declarations + "\ndefine " + result + " @f(" + parameters + ") {\n  " + body + "\n  ret " + result + " %r\n}\n";
    auto parsed = ir::parse(context_, text, "operation");
    if (!parsed) {
      error_ = parsed.error() + "\n" + text;
      return;
    }
    module_ = std::move(*parsed);
    auto lowered = semantics::lower(*module_->getFunction("f"));
    if (!lowered)
      error_ = lowered.error() + "\n" + text;
    else
      function_ = std::make_unique<semantics::Function>(std::move(*lowered));
  }
  const std::string& error() const { return error_; }
  const semantics::Function& function() const { return *function_; }
  llvm::LLVMContext& context() { return context_; }
  /// The instruction that gives %r.
  llvm::Instruction& instruction() {
    return *llvm::cast<llvm::Instruction>(module_->getFunction("f")->back().getTerminator()->getOperand(0));
  }
  interpret::Behaviours run(const std::vector<semantics::InputLane>& arguments) const {
    semantics::Input input;
    for (const auto& argument : arguments) input.arguments.push_back({argument});
    return interpret::behaviours(*function_, input);
  }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<semantics::Function> function_;
  std::string error_;
};

/// All values of a small integer: every pattern, then poison.
inline std::vector<semantics::InputLane> all_values(unsigned width) {
  std::vector<semantics::InputLane> values;
  for (unsigned bits = 0; bits < (1u << width); ++bits)
    values.push_back(semantics::InputLane::of(llvm::APInt(width, bits)));
  values.push_back(semantics::InputLane::poison());
  return values;
}

/// Calls `visit` with every combination of values of `count` integers of `width` bits.
template <class Visit>
void for_all_inputs(unsigned width, unsigned count, Visit&& visit) {
  const auto values = all_values(width);
  std::vector<std::size_t> index(count, 0);
  while (true) {
    std::vector<semantics::InputLane> inputs;
    for (std::size_t i : index) inputs.push_back(values[i]);
    visit(inputs);
    std::size_t i = 0;
    while (i < count && ++index[i] == values.size()) index[i++] = 0;
    if (i == count) return;
  }
}

}  // namespace assay::differential
