#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <regex>

#include "services/worker/interpret/calls/outcomes.h"
#include "services/worker/interpret/calls_made.h"
#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/differences.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/object_names.h"
#include "services/worker/interpret/stage.h"
#include "services/worker/interpret/values/mathematics.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/accesses.h"

namespace assay::interpret {
namespace {

using semantics::Function;
using semantics::LaneType;

std::string text_of(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return stream.str();
}

/// A switch or an invoke is printed on several lines.
std::string in_one_line(const llvm::Instruction& instruction) {
  static const std::regex kBreak("\\s*\n\\s*");
  return std::regex_replace(ir::print(instruction), kBreak, " ");
}

std::string instruction_text(const Function& function, std::uint32_t index) {
  if (index == kNoInstruction || index >= function.instructions.size()) return "the call";
  const llvm::Instruction* origin = function.instructions[index].origin;
  return origin == nullptr ? "a constant expression" : in_one_line(*origin);
}

/// Where it ended: in a function that was called, with the calls that led there.
std::string place_text(const Function& function, const Behaviour& behaviour) {
  if (behaviour.chain.size() < 2) return instruction_text(function, behaviour.instruction);
  constexpr std::size_t kMostCalls = 8;
  std::string text = in_one_line(*behaviour.chain[0]);
  for (std::size_t i = 0; i < std::min(behaviour.chain.size(), kMostCalls); ++i) {
    if (i != 0) text += ", called at " + in_one_line(*behaviour.chain[i]);
    text += " in @" + behaviour.chain[i]->getFunction()->getName().str();
  }
  return behaviour.chain.size() > kMostCalls ? text + ", …" : text;
}

/// The call that a run has ended in, if that is known: what an emulator has seen does not tell it.
std::string with_place(const std::string& what, const char* between, const Function& function,
                       const Behaviour& behaviour) {
  return behaviour.instruction == kNoInstruction ? what : what + between + place_text(function, behaviour);
}

/// Elements with commas; many equal ones in a row are counted: "1, 14 x 0, 1".
std::string list_text(const std::vector<std::string>& elements) {
  constexpr std::size_t kMany = 4;
  std::string text;
  for (std::size_t i = 0, same = 0; i < elements.size(); i += same) {
    for (same = 1; i + same < elements.size() && elements[i + same] == elements[i];) ++same;
    const bool counted = same >= kMany;
    for (std::size_t k = 0; k < (counted ? 1 : same); ++k)
      text += (text.empty() ? "" : ", ") + (counted ? std::to_string(same) + " x " : "") + elements[i];
  }
  return text;
}

std::string print_lanes(const std::vector<LaneSet>& lanes, const LaneType* types, const llvm::Type* type,
                        const ObjectNames& names = {}) {
  if (lanes.empty()) return "";
  const bool scalar = type == nullptr ? lanes.size() == 1 : !type->isVectorTy() && !type->isAggregateType();
  if (scalar) return print(lanes[0], types[0], names);
  const bool is_struct = type != nullptr && type->isStructTy();
  const bool is_array = type != nullptr && type->isArrayTy();
  std::vector<std::string> elements;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) elements.push_back(print(lanes[lane], types[lane], names));
  return (is_struct ? "{ " : is_array ? "[" : "<") + list_text(elements) + (is_struct ? " }" : is_array ? "]" : ">");
}

LaneSet set_of_input(const InputLane& value, unsigned bits) {
  switch (value.kind) {
    case InputLane::Kind::Poison:
      return LaneSet::of_poison(bits);
    case InputLane::Kind::Undef:
      return LaneSet::of_undef(bits);
    case InputLane::Kind::Bits:
      break;
  }
  return LaneSet::of(value.bits);
}

std::string print_input_lane(const Input& input, const InputLane& value, const LaneType& type) {
  if (value.block == 0) return print(set_of_input(value, type.bits), type);
  return pointer_text(block_name(input, value.block), value.bits.getSExtValue());
}

std::string print_input(const Function& function, const Input& input, std::size_t argument) {
  const semantics::Slots slots = function.arguments[argument].value;
  const auto& lanes = input.arguments[argument];
  std::vector<std::string> elements;
  for (std::uint32_t lane = 0; lane < slots.count; ++lane)
    elements.push_back(print_input_lane(input, lanes[lane], function.slots[slots.first + lane]));
  const llvm::Value* origin = function.arguments[argument].origin;
  const llvm::Type* type = origin == nullptr ? nullptr : origin->getType();
  const bool is_list = type == nullptr ? slots.count != 1 : type->isVectorTy() || type->isAggregateType();
  if (!is_list) return elements.size() == 1 ? elements[0] : list_text(elements);
  const bool is_struct = type != nullptr && type->isStructTy();
  const bool is_array = type != nullptr && type->isArrayTy();
  return (is_struct ? "{ " : is_array ? "[" : "<") + list_text(elements) + (is_struct ? " }" : is_array ? "]" : ">");
}

/// The memory that a call of an unknown function got at.
std::string print_way(const Input& input, const ScriptedCall::Way& way) {
  switch (way.kind) {
    case ScriptedCall::Way::Kind::Block:
      return block_name(input, way.which);
    case ScriptedCall::Way::Kind::Argument:
      return "its argument " + std::to_string(way.which + 1);
    case ScriptedCall::Way::Kind::Given:
      return "argument " + std::to_string(way.which + 1) + " of an earlier call";
    case ScriptedCall::Way::Kind::Held:
      return "the pointer in " + block_name(input, way.which);
  }
  return {};
}

/// What the script made a call do.
Binding print_call(const Input& input, const ScriptedCall& call) {
  Binding binding;
  const bool is_access = semantics::is_volatile_load(call.function);
  binding.name = call.function.empty() ? "inline assembly" : is_access ? call.function : "@" + call.function;
  binding.type = is_access ? "from outside" : "a call";
  if (call.end == ScriptedCall::End::DoesNotReturn) binding.value = "does not return";
  if (call.end == ScriptedCall::End::Undefined) binding.value = "is undefined behaviour";
  if (call.end == ScriptedCall::End::Returns) {
    binding.value = is_access ? "gives" : "returns";
    for (std::size_t k = 0; k < call.result.size(); ++k) {
      LaneType type;
      if (call.result[k].kind == InputLane::Kind::Bits) type.bits = call.result[k].bits.getBitWidth();
      binding.value += k == 0 ? " " : ", ";
      binding.value +=
          k < call.result_of.size() && call.result_of[k]
              ? print_way(input, *call.result_of[k]) + " + " + std::to_string(call.result[k].bits.getSExtValue())
              : print_input_lane(input, call.result[k], type);
    }
  }
  for (std::size_t i = 0; i < call.writes.size(); ++i) {
    const ScriptedCall::Write& write = call.writes[i];
    const ScriptedCall::Write* before = i == 0 ? nullptr : &call.writes[i - 1];
    const bool follows = before != nullptr && before->way == write.way && before->offset + 1 == write.offset;
    if (!follows) {
      binding.value += before == nullptr ? "; writes to " : ", to ";
      binding.value += print_way(input, write.way) + " + " + std::to_string(write.offset) + ":";
    }
    binding.value += " " + print_bytes({write.byte}, input);
  }
  for (const std::uint32_t block : call.frees) binding.value += "; frees " + block_name(input, block);
  return binding;
}

Binding print_variable_argument(const Input& input, const semantics::VariableArgument& argument) {
  Binding binding{"...", "a variable argument", argument.exists ? "" : "none"};
  for (const InputLane& lane : argument.lanes) {
    LaneType type;
    if (lane.kind == InputLane::Kind::Bits) type.bits = lane.bits.getBitWidth();
    binding.value += (binding.value.empty() ? "" : ", ") + print_input_lane(input, lane, type);
  }
  return binding;
}

}  // namespace

std::string print_value(const std::vector<LaneSet>& lanes, const std::vector<LaneType>& types) {
  return print_lanes(lanes, types.data(), nullptr);
}

std::string describe(const Function& function, const Behaviour& behaviour, const ObjectNames& names) {
  switch (behaviour.end) {
    case EndKind::Returned: {
      const llvm::Type* type = function.origin == nullptr ? nullptr : function.origin->getReturnType();
      if (behaviour.exception) return with_place("unwinds", " at ", function, behaviour);
      if (behaviour.exit_code == kNoreturnExit)
        return with_place("calls a function that does not return", ": ", function, behaviour);
      if (behaviour.exit_code && behaviour.result.empty()) return "exits with " + std::to_string(*behaviour.exit_code);
      if (behaviour.result.empty()) return "returns";
      const std::string value = print_lanes(behaviour.result, function.result_lanes.data(), type, names);
      if (type == nullptr || value.starts_with("ptr ")) return "returns " + value;
      return "returns " + text_of(*type) + " " + value;
    }
    case EndKind::UndefinedBehaviour: {
      const semantics::RuleText rule = semantics::text_of(behaviour.rule);
      return "immediate undefined behaviour: " + std::string(rule.message) + " at " + place_text(function, behaviour) +
             " (LangRef: " + std::string(rule.section) + ")";
    }
    case EndKind::Diverges:
      return "never ends: comes back to where it was, with nothing changed, at " + place_text(function, behaviour);
    case EndKind::OutOfSteps:
      return "still runs after " + std::to_string(behaviour.steps) + " instructions";
    case EndKind::Inconclusive:
      return "can't be followed: " + behaviour.reason + " at " + place_text(function, behaviour);
    case EndKind::Unsupported:
      return "unsupported: " + behaviour.reason + " at " + place_text(function, behaviour);
  }
  return "";
}

namespace {

/// An alloca, or a call that gives a new object, names what it makes.
void name_new_object(const TracedValue& value, ObjectNames& names) {
  const llvm::Instruction& maker = *value.instruction;
  if (!llvm::isa<llvm::AllocaInst, llvm::CallBase>(maker) || value.lanes.size() != 1) return;
  const LaneSet& made = value.lanes[0];
  if (made.provenance == 0 || made.width > 64 || names.has(made.provenance)) return;
  const std::string text = ir::print(maker);
  names.add(made.provenance, made.fixed.getZExtValue(), text.substr(0, text.find(" =")));
}

std::vector<TraceLine> print_trace(const Trace& trace, std::size_t most, ObjectNames& names) {
  std::vector<TraceLine> lines;
  const std::size_t half = most / 2, gone = trace.size() > most ? trace.size() - 2 * half : 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (gone != 0 && i == half) {
      lines.push_back({"… " + std::to_string(gone) + " instructions more", ""});
      for (; i < half + gone; ++i) name_new_object(trace[i], names);
    }
    const TracedValue& value = trace[i];
    name_new_object(value, names);
    const std::string text = std::string(2 * value.depth, ' ') + ir::print(*value.instruction);
    const llvm::Type* type = value.instruction->getType();
    // A store or a call without a value: the line shows that it was executed.
    if (value.lanes.empty() || type->isVoidTy())
      lines.push_back({text, ""});
    else
      lines.push_back({text, print_lanes(value.lanes, value.types.data(), type, names)});
  }
  return lines;
}

}  // namespace

std::string describe(const Function& function, const Behaviour& behaviour) { return describe(function, behaviour, {}); }

std::vector<TraceLine> print_trace(const Trace& trace, std::size_t most) {
  ObjectNames names;
  return print_trace(trace, most, names);
}

namespace {

constexpr std::size_t kMostShown = 80;  ///< instructions of a run that goes round and round

/// One of the two functions of a counterexample, which is run as it was where the counterexample was found.
class Exhibit {
 public:
  Exhibit(const Function& function, Role role, CallOutcomes& outcomes, const CheckOptions& options, const Input& input,
          std::shared_ptr<const Environment> environment)
      : function_(function),
        role_(role),
        outcomes_(outcomes),
        options_(options),
        input_(input),
        environment_(std::move(environment)) {}

  Behaviours behaviours() const {
    Stage stage(function_);
    Machine& machine = open(stage);
    const auto prepare = [&](Machine& each) { set_input(each, input_); };
    Behaviours all = collect(machine, options_.limits, prepare);
    all.is_refuted_elsewhere = options_.refutes_only;
    if (!options_.refutes_only || all.complete || all.all.front().end == EndKind::UndefinedBehaviour) return all;
    add_sample(machine, options_.limits, prepare, all);
    all.complete = all.doubt.empty();
    return all;
  }
  /// Runs one of them again; gives the names of what it finds there and makes.
  ObjectNames show(const Behaviour& one, bool is_only, std::vector<TraceLine>& lines, std::string& result) const {
    Stage stage(function_, {.traced = true});
    Machine& machine = open(stage);
    machine.choices = Choices(one.choices);
    machine.memory.shift = one.places;
    machine.begin();
    set_input(machine, input_);
    Trace trace;
    Limits with_trace = options_.limits;  // what is kept of each instruction counts as memory
    with_trace.memory = std::max(with_trace.memory, Limits().memory);
    machine.run(with_trace, &trace);
    ObjectNames names(machine, input_);
    lines = print_trace(trace, kMostShown, names);
    result = describe(function_, behaviour_of(machine), names) + (is_only ? "" : " (for one of its choices)");
    return names;
  }

 private:
  Machine& open(Stage& stage) const {
    if (environment_ != nullptr) stage.use_memory();
    Machine& machine = stage.open(environment_, outcomes_);
    if (options_.refutes_only) set_to_refute(machine, role_);
    if (options_.refutes_only && role_ == Role::Target) machine.choices.suggest(options_.suggested);
    keep_out_of_variables(machine, !options_.undef_input, !options_.poison_input);
    machine.calls.loads_from_outside = true;
    machine.calls.allocations_succeed = options_.allocations_succeed;
    return machine;
  }

  const Function& function_;
  Role role_;
  CallOutcomes& outcomes_;
  const CheckOptions& options_;
  const Input& input_;
  std::shared_ptr<const Environment> environment_;
};

/// The module is one world for both, if any of them uses memory.
std::shared_ptr<const Environment> environment_of(const Function& source, const Function& target) {
  if (source.origin == nullptr || target.origin == nullptr ||
      !(Stage(source).uses_memory() || Stage(target).uses_memory()))
    return nullptr;
  return std::make_shared<Environment>(*source.origin, target.origin);
}

}  // namespace

std::vector<ScriptedCall> calls_made(const Function& source, const Function& target, const Input& input,
                                     const CheckOptions& options) {
  const RealMathematics real(options.real_functions);
  std::vector<ScriptedCall> calls;
  CallOutcomes outcomes;
  outcomes.told = &calls;
  const auto environment = environment_of(source, target);
  (void)Exhibit(source, Role::Source, outcomes, options, input, environment).behaviours();
  (void)Exhibit(target, Role::Target, outcomes, options, input, environment).behaviours();
  return calls;
}

std::vector<Binding> print_inputs(const Function& function, const Input& input) {
  std::vector<Binding> inputs;
  for (std::size_t i = 0; i < function.arguments.size() && i < input.arguments.size(); ++i) {
    const llvm::Value* origin = function.arguments[i].origin;
    Binding binding;
    binding.name = origin != nullptr && origin->hasName() ? "%" + origin->getName().str() : "%" + std::to_string(i);
    binding.type = origin == nullptr ? "" : text_of(*origin->getType());
    binding.value = print_input(function, input, i);
    inputs.push_back(std::move(binding));
  }
  for (std::size_t i = 0; i < input.memory.size(); ++i) {
    const InputBlock& block = input.memory[i];
    const std::string name = block_name(input, static_cast<semantics::InputBlockNumber>(i + 1));
    if (block.is_absent) {
      inputs.push_back({name, "extern_weak", "null, as nobody defines it"});
      continue;
    }
    if (block.is_function) {
      inputs.push_back({name, "a function", block.name.empty() ? "of no module" : "of the module"});
      continue;
    }
    inputs.push_back({block.at_zero ? name + " at address zero" : name,
                      "memory of " + std::to_string(block.size) + (block.size == 1 ? " byte" : " bytes") + ", align " +
                          std::to_string(block.align),
                      print_bytes(block.bytes, input)});
  }
  for (const semantics::VariableArgument& argument : input.variable)
    inputs.push_back(print_variable_argument(input, argument));
  if (input.call_seed != 0)
    inputs.push_back({"calls", "what unknown functions do", "draw " + std::to_string(input.call_seed)});
  return inputs;
}

static Counterexample explain_within(const Function& source, const Function& target, const Input& input,
                                     const CheckOptions& options) {
  const RealMathematics real(options.real_functions);
  Counterexample example;
  example.inputs = print_inputs(source, input);
  CallOutcomes outcomes;  // shared, so that the target's calls do what the source's did
  const auto environment = environment_of(source, target);
  const Exhibit source_side(source, Role::Source, outcomes, options, input, environment);
  const Exhibit target_side(target, Role::Target, outcomes, options, input, environment);
  const Behaviours left = source_side.behaviours(), right = target_side.behaviours();
  const Comparison comparison = compare(left, right);
  for (std::size_t i = 0; i < input.script.size(); ++i)
    if (outcomes.was_played(i)) example.inputs.push_back(print_call(input, input.script[i]));
  const auto show = [](const Exhibit& side, const Behaviours& all, std::size_t index, std::vector<TraceLine>& lines,
                       std::string& result) {
    return index < all.all.size() ? side.show(all.all[index], all.all.size() == 1 && all.complete, lines, result)
                                  : ObjectNames();
  };
  const ObjectNames source_names =
      show(source_side, left, comparison.source_index, example.source_trace, example.source_result);
  const ObjectNames target_names =
      show(target_side, right, comparison.target_index, example.target_trace, example.target_result);
  if (comparison.kind == Comparison::Kind::Violated) {
    const Behaviour& one = left.all[comparison.source_index];
    const Behaviour& other = right.all[comparison.target_index];
    const auto difference =
        one.end == EndKind::UndefinedBehaviour ? describe_difference_before_ub : describe_difference;
    example.source_result += difference(one, other, source_names);
    example.target_result += difference(other, one, target_names);
    example.confirmed_by.push_back(Decider::Interpreter);
  }
  return example;
}

/// Most runs are short, and one without an end shows that in its first rounds: where few instructions show what is
/// wrong, no more are run.
Counterexample explain(const Function& source, const Function& target, const Input& input,
                       const CheckOptions& options) {
  constexpr std::uint64_t kFew = 1u << 14;
  if (options.limits.steps > kFew) {
    CheckOptions brief = options;
    brief.limits.steps = kFew;
    Counterexample example = explain_within(source, target, input, brief);
    if (!example.confirmed_by.empty()) return example;
  }
  return explain_within(source, target, input, options);
}

}  // namespace assay::interpret
