#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/interpret/program/compiler.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/promise_steps.h"
#include "services/worker/ir/newer_words.h"

/// Blocks, edges and terminators.
namespace assay::interpret {

using semantics::Function;
using semantics::Instruction;
using semantics::Op;
using semantics::Rule;
using semantics::Slots;

void Compiler::run() {
  program_.infos.resize(function_.instructions.size());
  program_.types = function_.slots;
  Step start;
  start.run = step_start;
  start.cost[0] = function_.blocks.front().count;
  program_.steps.push_back(start);
  for (const semantics::Argument& argument : function_.arguments)
    add_promises(argument.promises, argument.value, Rule::NoundefArgument, kNoInstruction);
  if (function_.origin != nullptr)
    program_.has_dead_arguments =
        std::ranges::any_of(function_.origin->args(), [](const auto& each) { return ir::dead_on_return(each) != 0; });
  block_start_.resize(function_.blocks.size());
  for (std::uint32_t block = 0; block < function_.blocks.size(); ++block) add_block(block);
  for (const semantics::LaneType& type : program_.types) {
    if (type.kind != semantics::LaneKind::Pointer) continue;
    program_.uses_memory = true;
    program_.narrowest_pointer = std::min(program_.narrowest_pointer, type.bits);
    program_.widest_pointer = std::max(program_.widest_pointer, type.bits);
  }
  for (const Fixup& fixup : fixups_) program_.steps[fixup.step].target[fixup.which] = resolve(fixup.to);
  for (const auto& [table, entries] : tables_) finish_table(table, entries);
  fuse();
}

void Compiler::fuse() {
  for (std::size_t i = 0; i + 1 < program_.steps.size(); ++i) {
    Step &first = program_.steps[i], &second = program_.steps[i + 1];
    Handler both = nullptr;
    if (first.run == step_copy && second.run == step_jump) {
      both = step_copy_and_jump;
    } else if (first.run == step_copy && second.run == step_copy) {
      both = step_two_copies;
    } else {
      both = compare_and_branch_handler(first, second);
      if (both == nullptr) both = address_and_load_handler(first, second);
    }
    if (both != nullptr) first.run = both;
  }
}

void Compiler::add_block(std::uint32_t index) {
  const semantics::Block& block = function_.blocks[index];
  block_start_[index] = static_cast<std::uint32_t>(program_.steps.size());
  for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
    const Instruction& instruction = function_.instructions[i];
    if (semantics::row_of(instruction.op).shape == semantics::Shape::Control) {
      add_terminator(index, instruction, i);
    } else {
      add_instruction(instruction, i);
      finish_instruction(instruction, i);
    }
  }
}

/// What follows the steps of an instruction that has a result: flags, promises, the trace.
void Compiler::finish_instruction(const Instruction& instruction, std::uint32_t index) {
  constexpr semantics::Flags kMeaningful = semantics::NoNaNs | semantics::NoInfs | semantics::NoSignedZeros;
  const bool is_call = instruction.op == Op::Call || instruction.op == Op::Invoke;
  const bool is_moved = instruction.op == Op::Phi || instruction.op == Op::Select || is_call;
  if (is_call && kind_.doubts) add_checks_after_call(instruction, index);
  if (is_moved && (instruction.flags & kMeaningful) != 0) add_fast_math(instruction, index);
  if (instruction.promises != 0)
    add_promises(function_.promises[instruction.promises - 1], instruction.result, Rule::NoundefValue, index);
  using semantics::Shape;
  const Shape shape = semantics::row_of(instruction.op).shape;
  const bool shows = instruction.result.count != 0 || shape == Shape::Memory || shape == Shape::Call;
  if (kind_.traced && shows) add_trace(instruction.result, index);
}

void Compiler::add_fast_math(const Instruction& instruction, std::uint32_t index) {
  if (instruction.result.count == 0) return;
  if (function_.slots[instruction.result.first].kind != semantics::LaneKind::Float) return;
  Step step = with_operands(step_fast_math, instruction, index);
  program_.steps.push_back(step);
}

void Compiler::add_trace(Slots value, std::uint32_t index) {
  Step step = make(step_trace, index);
  step.a = value.first;
  step.lanes = value.count;
  program_.steps.push_back(step);
}

void Compiler::add_promises(const semantics::Promises& promises, Slots value, Rule rule, std::uint32_t index) {
  if (promises.empty() || value.count == 0) return;
  Step step = make(value.count == 1 && is_noundef_alone(promises) ? step_noundef : step_promise, index);
  step.to = value.first;
  step.lanes = value.count;
  step.detail = static_cast<std::uint32_t>(program_.promises.size());
  program_.promises.push_back({&promises, rule});
  program_.steps.push_back(step);
}

/// The moves of the phis of `to` when control comes from `from`. All phis read before any is written: a source that
/// another phi overwrites is saved first.
std::vector<Move> Compiler::phi_moves(std::uint32_t from, std::uint32_t to) {
  std::vector<Move> moves;
  const semantics::Block& block = function_.blocks[to];
  for (std::uint32_t i = block.first; i < block.first + block.phis; ++i) {
    const Instruction& phi = function_.instructions[i];
    for (const auto& incoming : function_.incomings[phi.detail]) {
      if (incoming.block != from) continue;
      for (std::uint32_t lane = 0; lane < phi.result.count; ++lane)
        if (incoming.value.first != phi.result.first)
          moves.push_back({phi.result.first + lane, std::int64_t{incoming.value.first + lane}});
    }
  }
  std::vector<Move> saves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool overwritten = std::any_of(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const Move& before) { return before.to == moves[i].from; });
    if (!overwritten) continue;
    const semantics::Slot spare = add_spare(function_.slots[static_cast<std::size_t>(moves[i].from)]);
    saves.push_back({spare, moves[i].from});
    moves[i].from = spare;
  }
  saves.insert(saves.end(), moves.begin(), moves.end());
  return saves;
}

/// Where a jump from block `from` to block `to` has to go. The moves, if any, are steps of their own, added now.
Compiler::Target Compiler::add_edge(std::uint32_t from, std::uint32_t to, std::uint32_t index) {
  std::vector<Move> moves = phi_moves(from, to);
  if (moves.empty()) return {false, to};
  const auto start = static_cast<std::uint32_t>(program_.steps.size());
  for (const Move& move : moves) add_moves({move}, index);
  fixups_.push_back({program_.steps.size(), 0, {false, to}});
  program_.steps.push_back(make(step_jump, index));
  return {true, start};
}

void Compiler::add_terminator(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  switch (instruction.op) {
    case Op::Ret:
      return add_return(instruction, index);
    case Op::Br:
      return add_jump(block, function_.blocks[block].successors[0], index);
    case Op::CondBr:
      return add_branch(block, instruction, index);
    case Op::SwitchOp:
      return add_switch(block, instruction, index);
    case Op::IndirectBr:
      return add_indirect_branch(block, instruction, index);
    case Op::CallBr:
      return add_call_branch(block, instruction, index);
    case Op::CatchSwitch:
      return add_table(block, make(step_catch_switch, index));
    case Op::CatchRet:
      return add_jump(block, function_.blocks[block].successors[0], index);
    case Op::CleanupRet:
      return add_cleanup_return(block, instruction, index);
    case Op::Invoke:
      return add_invoke(block, instruction, index);
    case Op::Resume:
      program_.steps.push_back(with_operands(step_resume, instruction, index));
      return;
    case Op::Unreachable:
      program_.steps.push_back(make(step_unreachable, index));
      return;
    default:
      program_.steps.push_back(make(step_unsupported, index));
      return;
  }
}

void Compiler::add_jump(std::uint32_t from, std::uint32_t to, std::uint32_t index) {
  for (const Move& move : phi_moves(from, to)) add_moves({move}, index);
  Step step = make(step_jump, index);
  step.cost[0] = function_.blocks[to].count;
  fixups_.push_back({program_.steps.size(), 0, {false, to}});
  program_.steps.push_back(step);
}

void Compiler::add_branch(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  const auto& successors = function_.blocks[block].successors;
  const std::size_t at = program_.steps.size();
  program_.steps.push_back(with_operands(chooses() ? step_choosing_branch : step_branch, instruction, index));
  for (unsigned which = 0; which < 2; ++which) {
    program_.steps[at].cost[which] = function_.blocks[successors[which]].count;
    const Target target = add_edge(block, successors[which], index);
    fixups_.push_back({at, which, target});
  }
}

/// A call whose step has a second target: where an exception goes.
void Compiler::add_invoke(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  const auto& successors = function_.blocks[block].successors;
  const std::size_t at = add_call(instruction, index);
  finish_instruction(instruction, index);
  add_jump(block, successors[0], index);
  program_.steps[at].cost[1] = function_.blocks[successors[1]].count;
  fixups_.push_back({at, 1, add_edge(block, successors[1], index)});
}

/// The result is checked in lanes of its own, because promises may change it.
void Compiler::add_return(const Instruction& instruction, std::uint32_t index) {
  Step step = with_operands(step_return, instruction, index);
  const auto operands = function_.operands_of(instruction);
  if (!operands.empty())
    step.a = checked_copy(operands[0], function_.result_promises, index, Rule::NoundefReturn).first;
  if (kind_.doubts) add_returned_checks(instruction, index);
  if (function_.origin != nullptr && function_.origin->doesNotReturn()) step.run = step_forbidden_return;
  program_.steps.push_back(step);
}

void Compiler::add_switch(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  Step step = with_operands(chooses() ? step_choosing_switch : step_switch, instruction, index);
  step.detail = static_cast<std::uint32_t>(program_.switches.size());
  program_.switches.emplace_back();
  const semantics::Switch& table = function_.switches[instruction.detail];
  // Which block follows is not known yet: the longest is paid for.
  step.cost[0] = function_.blocks[table.default_block].count;
  for (const auto& entry : table.cases) step.cost[0] = std::max(step.cost[0], function_.blocks[entry.second].count);
  program_.steps.push_back(step);
  TableEntries entries{index, {}};
  for (const auto& entry : table.cases) entries.targets.push_back(add_edge(block, entry.second, index));
  entries.targets.push_back(add_edge(block, table.default_block, index));
  tables_.emplace_back(step.detail, std::move(entries));
}

void Compiler::add_indirect_branch(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  add_table(block, with_operands(step_indirect_branch, instruction, index));
}

/// The call is made like any other; then its outcome says where control goes.
void Compiler::add_call_branch(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  add_call(instruction, index);
  finish_instruction(instruction, index);
  add_table(block, make(step_pick_block, index));
}

void Compiler::add_cleanup_return(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
  const std::size_t at = program_.steps.size();
  program_.steps.push_back(with_operands(step_cleanup_return, instruction, index));
  const auto& successors = function_.blocks[block].successors;
  if (successors.empty()) return;
  program_.steps[at].cost[0] = function_.blocks[successors[0]].count;
  fixups_.push_back({at, 0, add_edge(block, successors[0], index)});
}

/// A step that goes to one of the block's successors, which stand in a table.
void Compiler::add_table(std::uint32_t block, Step step) {
  program_.uses_memory = true;
  step.detail = static_cast<std::uint32_t>(program_.switches.size());
  program_.switches.emplace_back();
  const std::uint32_t index = step.instruction;
  TableEntries entries{index, {}};
  const auto& successors = function_.blocks[block].successors;
  for (std::uint32_t to : successors) step.cost[0] = std::max(step.cost[0], function_.blocks[to].count);
  program_.steps.push_back(step);
  for (std::uint32_t to : successors) {
    program_.switches[step.detail].blocks.push_back({function_.blocks[to].origin, nullptr});
    entries.targets.push_back(add_edge(block, to, index));
  }
  tables_.emplace_back(step.detail, std::move(entries));
}

void Compiler::finish_table(std::uint32_t which, const TableEntries& entries) {
  Program::SwitchTable& table = program_.switches[which];
  for (std::size_t i = 0; i < table.blocks.size(); ++i) table.blocks[i].second = resolve(entries.targets[i]);
  if (function_.instructions[entries.instruction].op != Op::SwitchOp) return;
  const semantics::Switch& source = function_.switches[function_.instructions[entries.instruction].detail];
  for (std::size_t i = 0; i < source.cases.size(); ++i) {
    const llvm::APInt& value = source.cases[i].first;
    if (value.getBitWidth() <= 64)
      table.cases.emplace_back(value.getZExtValue(), resolve(entries.targets[i]));
    else
      table.wide_cases.emplace_back(value, resolve(entries.targets[i]));
  }
  std::sort(table.cases.begin(), table.cases.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  table.fallback = resolve(entries.targets.back());
}

Program::Program(const Function& lowered, Kind kind) : function(lowered) { Compiler(*this, kind).run(); }

}  // namespace assay::interpret
