#include "services/worker/validate/validate.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Argument.h>

#include "services/worker/ir/ir.h"

namespace assay::validate {
namespace {

interpret::InputLane lane_of(const refine::InputValue& value) {
  switch (value.kind) {
    case refine::InputValue::Kind::Poison: return interpret::InputLane::poison();
    case refine::InputValue::Kind::Undef: return interpret::InputLane::undef();
    case refine::InputValue::Kind::Bits: break;
  }
  return interpret::InputLane::of(value.bits);
}

interpret::Input input_of(const refine::CounterInput& model) {
  interpret::Input input;
  for (const auto& argument : model.arguments) {
    input.arguments.emplace_back();
    for (const refine::InputValue& lane : argument) input.arguments.back().push_back(lane_of(lane));
  }
  return input;
}

std::string text_of(const refine::InputValue& value) {
  switch (value.kind) {
    case refine::InputValue::Kind::Poison: return "poison";
    case refine::InputValue::Kind::Undef: return "undef";
    case refine::InputValue::Kind::Bits: break;
  }
  llvm::SmallString<40> digits;
  value.bits.toStringUnsigned(digits, 16);
  return "0x" + std::string(digits);
}

/// The inputs as the solver gave them, where the interpreter can't show more.
Counterexample inputs_alone(const semantics::Function& source, const refine::RefineResult& result) {
  Counterexample counterexample;
  for (std::size_t i = 0; i < result.input->arguments.size() && i < source.arguments.size(); ++i) {
    std::string value;
    for (const refine::InputValue& lane : result.input->arguments[i]) value += (value.empty() ? "" : ", ") + text_of(lane);
    const auto& argument = *llvm::cast<llvm::Argument>(source.arguments[i].origin);
    const std::string text = ir::print(argument);  // "i8 %x"
    const auto space = text.rfind(' ');
    counterexample.inputs.push_back({text.substr(space + 1), text.substr(0, space), value});
  }
  counterexample.source_result = "can't do what the target does";
  counterexample.target_result = result.detail.empty() ? result.reason : result.detail;
  return counterexample;
}

}  // namespace

Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& options) {
  Replay replay;
  if (!result.input) {
    replay.reason = "no-model";
    return replay;
  }
  if (!result.input->beyond_arguments) {
    const interpret::Input input = input_of(*result.input);
    const interpret::CheckResult judged = interpret::check_input(source, target, input, options);
    replay.reason = judged.reason;
    switch (judged.kind) {
      case interpret::CheckResult::Kind::Refuted:
        replay.outcome = Outcome::Confirmed;
        replay.counterexample = interpret::explain(source, target, input, options);
        return replay;
      case interpret::CheckResult::Kind::Proved:
      case interpret::CheckResult::Kind::Passed: replay.outcome = Outcome::Spurious; return replay;
      default: break;
    }
  }
  replay.counterexample = inputs_alone(source, result);
  return replay;
}

}  // namespace assay::validate
