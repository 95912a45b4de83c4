#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "services/worker/interpret/calls/callee_access.h"
#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/calls/varargs.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/promise_steps.h"
#include "services/worker/ir/newer_words.h"
#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/pointer_basis.h"
#include "services/worker/semantics/promises.h"

/// Calls and returns.
namespace assay::interpret {
namespace {

using semantics::Rule;

/// The block of the input that a function of no module is; 0 if it is none.
semantics::InputBlockNumber number_of_function(const Machine& machine, Provenance provenance) {
  const auto& blocks = machine.surroundings.of_input;
  const auto found = std::ranges::find(blocks, provenance);
  const bool is_of_module = machine.world->environment().objects().size() >= (provenance & kBlockMask);
  return found == blocks.end() || is_of_module ? 0
                                               : static_cast<semantics::InputBlockNumber>(found - blocks.begin() + 1);
}

/// The function that an address names; null if the run ended, or no module has it.
const llvm::Function* function_at(Machine& machine, const Lane& address, std::uint32_t instruction) {
  if (address.state != kDefined) {
    machine.stop_ub(Rule::CallOnPoison, instruction);
    return nullptr;
  }
  const Block* block = machine.memory.find(address.provenance);
  if (block == nullptr || block->kind != Block::Kind::Function || address.bits != block->base) {
    machine.stop_ub(address.bits == 0 ? Rule::NullDereference : Rule::CallOfNonFunction, instruction);
    return nullptr;
  }
  const llvm::Function* function = machine.world->function_at((address.provenance & kBlockMask) - 1);
  if (function == nullptr && number_of_function(machine, address.provenance) != 0) return nullptr;
  if (function == nullptr) machine.stop(EndKind::Unsupported, "call of a function of the other module", instruction);
  return function;
}

CallArguments arguments_of(const Machine& machine, const Step* step, Lane* frame) {
  const Program::Call& plan = machine.program->calls[step->detail];
  CallArguments arguments;
  arguments.call = plan.site->call;
  arguments.instruction = step->instruction;
  arguments.promises = &plan.site->result;
  if (arguments.promises->has_computed())
    if (auto numbers = with_numbers(machine, *arguments.promises, frame)) {
      arguments.computed = std::make_shared<semantics::Promises>(*std::move(numbers));
      arguments.promises = arguments.computed.get();
    }
  for (const semantics::Slots& slots : plan.arguments) {
    arguments.lanes.emplace_back(frame + slots.first, slots.count);
    arguments.types.emplace_back(machine.program->types.data() + slots.first, slots.count);
  }
  arguments.result = {frame + plan.result.first, plan.result.count};
  arguments.result_types = {machine.program->types.data() + plan.result.first, plan.result.count};
  return arguments;
}

/// A copy of what a byval argument points to, which the callee owns.
bool copy_argument(Machine& machine, const CallArguments& arguments, unsigned index, Lane& pointer) {
  const std::uint32_t instruction = arguments.instruction;
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[index];
  const std::uint64_t size = *argument.by_value;
  Access from;
  if (size == 0) return true;
  if (!reach(machine, pointer, size, 1, Purpose::Read, instruction, from)) return false;
  const std::vector<MemoryByte> bytes = [&] {
    std::vector<MemoryByte> all;
    for (std::uint64_t i = 0; i < size; ++i) all.push_back(from.block->get(from.offset + i));
    return all;
  }();
  const auto depth = static_cast<std::uint32_t>(machine.frames.size());
  const Provenance copy = machine.memory.allocate(Block::Kind::Stack, size, argument.copy_align, depth);
  if (copy == 0) {
    machine.stop(EndKind::Inconclusive, "memory limit", instruction);
    return false;
  }
  machine.frames.back().blocks.push_back(copy);
  Block& block = *machine.memory.find(copy);
  for (std::uint64_t i = 0; i < size; ++i) block.set(i, bytes[i]);
  pointer = {block.base, kDefined, copy};
  return true;
}

/// The callee of a tail call must not access its caller's allocas.
void hide_allocas(Machine& machine, const Frame& frame, bool hidden) {
  for (Provenance provenance : frame.blocks)
    if (Block* block = machine.memory.find(provenance)) block->deny_read = block->deny_write = hidden;
}

/// What the callee's attributes and the call's say of memory that is there already; nothing if they say nothing.
/// `argument(i)`: the lanes of one.
template <class Argument>
std::optional<Guard> guard_of(const Machine& machine, const semantics::CallFacts& facts, const llvm::CallBase& call,
                              const llvm::Function& callee, const Argument& argument) {
  Guard guard;
  guard.effects = facts.may.memory;
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const std::span<const Lane> lanes = argument(i);
    if (lanes.size() != 1 || lanes[0].provenance == 0) continue;
    const Provenance provenance = lanes[0].provenance;
    guard.arguments.push_back(provenance);
    if (facts.arguments[i].by_value) continue;
    const bool read_only = facts.arguments[i].read_only, write_only = facts.arguments[i].write_only;
    if (facts.may.unwinds && semantics::is_dead_at_unwind(call, &callee, static_cast<unsigned>(i)))
      guard.dead.push_back(
          {provenance, static_cast<unsigned>(i), written_on_entry(machine, lanes[0], facts.arguments[i].promises)});
    if (read_only || write_only) guard.limits.push_back({provenance, static_cast<unsigned>(i), read_only, write_only});
  }
  if (guard.effects == llvm::MemoryEffects::unknown() && guard.limits.empty() && guard.dead.empty())
    return std::nullopt;
  guard.born = machine.memory.allocated();
  guard.depth = machine.frames.size() + 1;
  return guard;
}

/// May the function called, whose body is not executed, access what a running function says is not accessed?
void doubt_guarded_call(Machine& machine, const CallArguments& arguments) {
  const llvm::MemoryEffects effects = arguments.facts->may.memory;
  for (const Guard& guard : machine.guards) {
    bool may_break = (effects & guard.effects) != effects;
    for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
      const Provenance passed = arguments.lanes[i].size() == 1 ? arguments.lanes[i][0].provenance : 0;
      const semantics::ArgumentFacts& argument = arguments.facts->arguments[i];
      if (passed == 0 || argument.by_value) continue;
      for (const Guard::Limit& limit : guard.limits)
        may_break |= limit.block == passed &&
                     ((limit.read_only && !argument.read_only) || (limit.write_only && !argument.write_only));
    }
    if (may_break) machine.raise_doubt("a call that memory(...) of a function around it may forbid");
  }
}

bool is_running(const Machine& machine, const llvm::Function& function) {
  return std::any_of(machine.frames.begin(), machine.frames.end(),
                     [&](const Frame& frame) { return frame.program->function.origin == &function; });
}

void doubt_recursion(Machine& machine, const llvm::CallBase& call, const llvm::Function& callee) {
  const bool is_said = callee.doesNotRecurse() || call.getAttributes().hasFnAttr(llvm::Attribute::NoRecurse);
  if (is_said && is_running(machine, callee)) machine.raise_doubt("a norecurse function recurses");
}

/// Pays for the first block of the function that was entered.
Next start(Machine& machine, const Program& callee, const Step* call, Lane* lanes) {
  const Step* first = callee.steps.data();
  machine.steps_left -= first->cost[0];
  if (machine.watch.recurs(machine, callee, lanes)) machine.stop_endless(call->instruction);
  if (machine.stopped || (machine.steps_left < 0 && !machine.goes_on(call, first))) return {};
  return {first, lanes};
}

/// Enters a definition. If allockind describes it, optimizers go by the attribute, not by the body.
Next enter(Machine& machine, const CallArguments& arguments, const Step* step, Lane* frame) {
  const Program::Call& plan = machine.program->calls[step->detail];
  if (arguments.facts->allocation.has_kind()) machine.raise_doubt("an allocation function that is defined");
  std::string why;
  const semantics::Variant& variant = machine.program->function.variant;
  auto guard = guard_of(machine, *arguments.facts, *arguments.call, *arguments.callee,
                        [&](std::size_t i) { return arguments.lanes[i]; });
  const bool guarded = guard.has_value() || !machine.guards.empty();
  const Program* program = machine.world->program_of(*arguments.callee, variant, guarded, why);
  if (program == nullptr) {
    machine.stop(EndKind::Unsupported, why, step->instruction);
    return {};
  }
  doubt_recursion(machine, *arguments.call, *arguments.callee);
  if (guard && program->acts) machine.guards.push_back(std::move(*guard));
  Lane* lanes = machine.push_frame(*program, step);
  if (lanes == nullptr) {
    machine.stop(EndKind::Inconclusive, "call depth", step->instruction);
    return {};
  }
  for (std::size_t i = 0; i < program->function.arguments.size(); ++i) {
    const semantics::Slots to = program->function.arguments[i].value;
    std::copy_n(frame + plan.arguments[i].first, plan.arguments[i].count, lanes + to.first);
    if (arguments.facts->arguments[i].by_value &&
        !copy_argument(machine, arguments, static_cast<unsigned>(i), lanes[to.first]))
      return {};
  }
  if (arguments.callee->isVarArg() && !pass_variable_arguments(machine, arguments, *arguments.callee)) return {};
  if (arguments.facts->is_tail) hide_allocas(machine, machine.frames[machine.frames.size() - 2], true);
  return start(machine, *program, step, lanes);
}

bool noalias_may_matter(const CallArguments& arguments) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (!arguments.call->paramHasAttr(i, llvm::Attribute::NoAlias) || arguments.lanes[i].size() != 1) continue;
    for (unsigned j = 0; j < arguments.lanes.size(); ++j)
      if (i != j && arguments.lanes[j].size() == 1 && arguments.lanes[i][0].provenance != 0 &&
          arguments.lanes[j][0].provenance == arguments.lanes[i][0].provenance)
        return true;
  }
  return false;
}

/// llvm.stacksave gives the address of an empty block, llvm.stackrestore ends the lifetime of what was allocated after
/// it: loads from there give poison (LangRef, object lifetime).
Handled save_stack(Machine& machine, const CallArguments& arguments) {
  const Provenance mark =
      machine.memory.allocate(Block::Kind::Stack, 0, 1, static_cast<std::uint32_t>(machine.frames.size()));
  if (mark == 0) {
    machine.stop(EndKind::Inconclusive, "memory limit", arguments.instruction);
    return Handled::Stopped;
  }
  machine.frames.back().blocks.push_back(mark);
  arguments.result[0] = {machine.memory.find(mark)->base, kDefined, mark};
  return Handled::Done;
}

Handled restore_stack(Machine& machine, const CallArguments& arguments) {
  auto& blocks = machine.frames.back().blocks;
  const Lane& mark = arguments.lanes[0][0];
  const auto found = std::find(blocks.begin(), blocks.end(), mark.provenance);
  if (mark.state != kDefined || mark.provenance == 0 || found == blocks.end()) {
    machine.stop(EndKind::Inconclusive, "stackrestore of something else than stacksave gave", arguments.instruction);
    return Handled::Stopped;
  }
  std::for_each(found + 1, blocks.end(), [&](Provenance block) { machine.memory.find(block)->lifetime_ended = true; });
  return Handled::Done;
}

/// Intrinsics that act on frames.
Handled call_frame_intrinsic(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (name.starts_with("llvm.stacksave")) return save_stack(machine, arguments);
  if (name.starts_with("llvm.stackrestore")) return restore_stack(machine, arguments);
  if (name.starts_with("llvm.objectsize")) return call_object_size(machine, arguments);
  if (name.starts_with("llvm.eh.typeid.for")) return call_type_number(arguments);
  if (name == "llvm.trap" || name == "llvm.ubsantrap") return call_trap(machine, arguments);
  if (name == "llvm.debugtrap") return call_debug_trap(machine);
  return call_list(machine, name, arguments);
}

Next after_call(Machine& machine, Handled handled, const Step* step, Lane* frame) {
  if (handled == Handled::Unwinds) return unwind(machine, step, machine.exceptions.thrown);
  return handled == Handled::Done ? Next{step + 1, frame} : Next{};
}

/// Inline assembly is an unknown function, named by its text.
Next call_assembly(Machine& machine, const Step* step, Lane* frame) {
  const auto& assembly =
      *llvm::cast<llvm::InlineAsm>(machine.program->calls[step->detail].site->call->getCalledOperand());
  CallArguments arguments = arguments_of(machine, step, frame);
  arguments.facts = &machine.program->calls[step->detail].site->facts;
  if (!machine.guards.empty()) doubt_guarded_call(machine, arguments);
  const std::string name = semantics::name_of_assembly(assembly);
  // Assembly without side effects that the source does not have may compute the same.
  if (machine.calls.role == Role::Target && !assembly.hasSideEffects() && !machine.calls.outcomes->knows(name))
    machine.raise_doubt("what inline assembly computes");
  return after_call(machine, call_unknown(machine, name, arguments), step, frame);
}

/// LangRef, callees metadata: the functions that an indirect call may reach.
bool is_listed(const llvm::CallBase& call, const llvm::Function& callee) {
  const llvm::MDNode* callees = call.getMetadata(llvm::LLVMContext::MD_callees);
  if (callees == nullptr) return true;
  return std::any_of(callees->op_begin(), callees->op_end(), [&](const llvm::MDOperand& operand) {
    return llvm::mdconst::dyn_extract_or_null<llvm::Function>(operand) == &callee;
  });
}

/// A function of the input.
Next call_function_of_input(Machine& machine, const Step* step, Lane* frame) {
  const Program::Call& plan = machine.program->calls[step->detail];
  if (plan.site->call->hasMetadata(llvm::LLVMContext::MD_callees)) {
    machine.stop_ub(Rule::CallOfNonFunction, step->instruction);  // it is none of those listed
    return {};
  }
  CallArguments arguments = arguments_of(machine, step, frame);
  arguments.function = number_of_function(machine, frame[plan.address.first].provenance);
  arguments.facts = &plan.site->facts;
  if (!machine.guards.empty()) doubt_guarded_call(machine, arguments);
  const std::string name = name_of_function_of_input(arguments.function, *plan.site->call);
  return after_call(machine, call_unknown(machine, name, arguments), step, frame);
}

/// Makes the call; gives the callee's first step, or the step after the call if it is done.
Next make_call(Machine& machine, const Step* step, Lane* frame) {
  const Program::Call& plan = machine.program->calls[step->detail];
  if (plan.site->call->isInlineAsm()) return call_assembly(machine, step, frame);
  const llvm::Function* callee = plan.site->callee;
  if (callee == nullptr) callee = function_at(machine, frame[plan.address.first], step->instruction);
  if (callee == nullptr) return machine.stopped ? Next{} : call_function_of_input(machine, step, frame);
  if (!is_listed(*plan.site->call, *callee)) {
    machine.stop_ub(Rule::CallOfNonFunction, step->instruction);
    return {};
  }
  CallArguments arguments = arguments_of(machine, step, frame);
  arguments.callee = callee;
  arguments.facts = &machine.world->facts_of(*plan.site, *callee);
  if (noalias_may_matter(arguments)) {
    machine.stop(EndKind::Inconclusive, "arguments that share an object in spite of noalias", step->instruction);
    return {};
  }
  if (arguments.facts->is_mismatched) {
    machine.stop_ub(Rule::SignatureMismatch, step->instruction);
    return {};
  }
  // A call that is to be inlined (alwaysinline) runs a replaceable body: the linker may as well leave it in place.
  const bool is_replaceable = callee->isInterposable() && !semantics::is_inlined_anyway(*plan.site->call, *callee);
  if (!callee->isDeclaration() && !is_replaceable) return enter(machine, arguments, step, frame);
  if (!machine.guards.empty() && !callee->isIntrinsic()) doubt_guarded_call(machine, arguments);
  const llvm::StringRef given = callee->getName();
  const std::string_view name(given.data(), given.size());
  if (const auto next = call_jump(machine, name, arguments, step, frame)) return *next;
  Handled handled = callee->isIntrinsic() ? call_frame_intrinsic(machine, name, arguments) : Handled::No;
  if (handled == Handled::No) handled = call_library(machine, arguments);
  if (handled == Handled::No) handled = call_runtime(machine, name, arguments);
  if (handled == Handled::No) handled = call_allocator(machine, arguments);
  if (handled == Handled::No) handled = call_unknown(machine, given.str() + arguments.facts->convention, arguments);
  return after_call(machine, handled, step, frame);
}

}  // namespace

std::string name_of_function_of_input(semantics::InputBlockNumber block, const llvm::CallBase& call) {
  std::string name = semantics::name_of_function(block) + " as ";
  llvm::raw_string_ostream(name) << *call.getFunctionType();
  return name + semantics::convention_of(call);
}

void end_dead_arguments(Machine& machine) {
  const Frame& callee = machine.frames.back();
  const Program::Call& plan = machine.frames[machine.frames.size() - 2].program->calls[callee.resume->detail];
  if (!callee.program->has_dead_arguments && !plan.has_dead_arguments) [[likely]]
    return;
  const llvm::Function* origin = callee.program->function.origin;
  const llvm::CallBase* call = plan.site->call;
  if (origin == nullptr) return;
  for (unsigned i = 0; i < origin->arg_size() && i < call->arg_size(); ++i) {
    const semantics::Slots lanes = callee.program->function.arguments[i].value;
    const bool dead = call->paramHasAttr(i, llvm::Attribute::DeadOnReturn);
    const std::uint64_t bytes = dead ? ~std::uint64_t{0} : ir::dead_on_return(*origin->getArg(i));
    if (lanes.count != 1 || bytes == 0) continue;
    const Lane& pointer = callee.lanes[lanes.first];
    Block* block = machine.memory.find(pointer.provenance);
    if (block == nullptr || !block->live || !block->writable) continue;
    const std::uint64_t from = bytes == ~std::uint64_t{0} ? 0 : std::min(pointer.bits - block->base, block->held());
    block->fill(from, std::min(bytes, block->held() - from), MemoryByte::all_poison());
  }
}

void bury_written(Machine& machine) {
  const llvm::Function* origin = machine.program->function.origin;
  for (const Guard& guard : machine.guards) {
    if (guard.depth != machine.frames.size()) continue;
    for (const Guard::Dead& dead : guard.dead) {
      Block* block = machine.memory.find(dead.block);
      if (block == nullptr || !block->live || !block->writable) continue;
      if (origin == nullptr || !semantics::shows_writes_through(*origin->getArg(dead.argument)))
        machine.raise_doubt("what is written through a dead_on_unwind argument");
      for (const auto& [offset, count] : dead.written) poison(*block, offset, count);
    }
  }
}

namespace {

/// A call whose callee is looked up once, and that does nothing special with its arguments: the most frequent kind.
Next enter_plainly(Machine& machine, const Step* step, Lane* frame) {
  const Program::Call& plan = machine.program->calls[step->detail];
  std::optional<Guard> guard;
  if (plan.may_guard)
    guard = guard_of(machine, plan.site->facts, *plan.site->call, *plan.site->callee, [&](std::size_t i) {
      return std::span<const Lane>(frame + plan.arguments[i].first, plan.arguments[i].count);
    });
  const bool guarded = guard.has_value() || !machine.guards.empty();
  const Program* callee = machine.calls.entered.find(step, guarded);
  if (callee == nullptr) {
    std::string why;
    callee = machine.world->program_of(*plan.site->callee, machine.program->function.variant, guarded, why);
    if (callee == nullptr) {
      machine.stop(EndKind::Unsupported, why, step->instruction);
      return {};
    }
    machine.calls.entered.add(step, guarded, callee);
  }
  doubt_recursion(machine, *plan.site->call, *plan.site->callee);
  if (guard && callee->acts) machine.guards.push_back(std::move(*guard));
  Lane* lanes = machine.push_frame(*callee, step);
  if (lanes == nullptr) {
    machine.stop(EndKind::Inconclusive, "call depth", step->instruction);
    return {};
  }
  for (std::size_t i = 0; i < plan.arguments.size(); ++i)
    std::copy_n(frame + plan.arguments[i].first, plan.arguments[i].count,
                lanes + callee->function.arguments[i].value.first);
  if (plan.site->facts.is_tail) hide_allocas(machine, machine.frames[machine.frames.size() - 2], true);
  return start(machine, *callee, step, lanes);
}

/// Back to the caller, with the result.
Next leave(Machine& machine, const Step* step, Lane* frame) {
  const Frame& callee = machine.frames.back();
  Lane* lanes = machine.frames[machine.frames.size() - 2].lanes;
  const Program& caller = *machine.frames[machine.frames.size() - 2].program;
  const Program::Call& plan = caller.calls[callee.resume->detail];
  std::copy_n(frame + step->a, plan.result.count, lanes + plan.result.first);
  const bool must_not = !plan.site->facts.may.returns;
  const bool was_tail = plan.site->facts.is_tail;
  end_dead_arguments(machine);
  const Step* resume = machine.pop_frame();
  if (was_tail) hide_allocas(machine, machine.frames.back(), false);
  if (must_not) {
    machine.stop_ub(Rule::NoReturnReturned, resume->instruction);
    return {};
  }
  return {resume + 1, lanes};
}

}  // namespace

void step_call(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  const Next next = make_call(machine, step, frame);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

bool may_guard(const semantics::CallSite& site) {
  const auto says_something = [](const semantics::ArgumentFacts& argument) {
    return argument.read_only || argument.write_only;
  };
  for (unsigned i = 0; i < site.facts.arguments.size() && site.facts.may.unwinds; ++i)
    if (semantics::is_dead_at_unwind(*site.call, site.callee, i)) return true;
  return site.facts.may.memory != llvm::MemoryEffects::unknown() ||
         std::ranges::any_of(site.facts.arguments, says_something);
}

bool is_plain_call(const semantics::CallSite& site) {
  const llvm::Function* callee = site.callee;
  if (callee == nullptr || callee->isDeclaration() || callee->isVarArg()) return false;
  const semantics::CallFacts& facts = site.facts;
  if (callee->isInterposable() && !semantics::is_inlined_anyway(*site.call, *callee)) return false;
  if (facts.is_mismatched || facts.allocation.has_kind()) return false;
  if (site.call->getMetadata(llvm::LLVMContext::MD_callees) != nullptr) return false;
  for (unsigned i = 0; i < facts.arguments.size(); ++i) {
    if (facts.arguments[i].by_value || site.call->paramHasAttr(i, llvm::Attribute::NoAlias)) return false;
  }
  return true;
}

void step_plain_call(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  const Next next = enter_plainly(machine, step, frame);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

void step_return(Machine& machine, const Step* step, Lane* frame) {
  if (machine.frames.size() == 1) [[likely]] {
    machine.result.lanes = frame + step->a;
    machine.result.at = step->instruction;
    return;
  }
  const Next next = leave(machine, step, frame);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

}  // namespace assay::interpret
