#include <algorithm>

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/interpret/machine.h"
#include "services/worker/interpret/memory_steps.h"
#include "services/worker/interpret/steps.h"

/// The second lowering: from instructions over slots to steps.
namespace assay::interpret {
namespace {

using semantics::Function;
using semantics::Instruction;
using semantics::Op;
using semantics::Rule;
using semantics::Shape;
using semantics::Slots;
using semantics::ValueInfo;

/// Builds the steps of one program. Jumps are indices until all steps stand.
class Compiler {
 public:
  Compiler(Program& program, bool traced) : program_(program), function_(program.function), traced_(traced) {}

  void run() {
    program_.infos.resize(function_.instructions.size());
    program_.types = function_.slots;
    Step start;
    start.run = step_start;
    start.cost[0] = function_.blocks.front().count;
    program_.steps.push_back(start);
    for (const semantics::Argument& argument : function_.arguments)
      add_promises(argument.promises, argument.value, Rule::NoundefArgument, kNoInstruction);
    block_start_.resize(function_.blocks.size());
    for (std::uint32_t block = 0; block < function_.blocks.size(); ++block) add_block(block);
    for (const semantics::LaneType& type : program_.types)
      program_.uses_memory |= type.kind == semantics::LaneKind::Pointer;
    for (const Fixup& fixup : fixups_) program_.steps[fixup.step].target[fixup.which] = resolve(fixup.to);
    for (const auto& [table, entries] : tables_) finish_table(table, entries);
  }

 private:
  /// A block to jump to from another: its start, or the moves of its phis on that edge, which then jump on.
  struct Target {
    bool is_edge = false;
    std::uint32_t index = 0;  ///< a block, or a step
  };
  struct Fixup {
    std::size_t step;
    unsigned which;
    Target to;
  };
  struct TableEntries {
    std::uint32_t instruction;
    std::vector<Target> targets;  ///< of the cases in order, then the default
  };

  const Step* resolve(const Target& target) const {
    return &program_.steps[target.is_edge ? target.index : block_start_[target.index]];
  }

  Step make(Handler handler, std::uint32_t instruction) const {
    Step step;
    step.run = handler;
    step.instruction = instruction;
    return step;
  }

  void add_block(std::uint32_t index) {
    const semantics::Block& block = function_.blocks[index];
    block_start_[index] = static_cast<std::uint32_t>(program_.steps.size());
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
      const Instruction& instruction = function_.instructions[i];
      const bool is_moved = instruction.op == Op::Phi || instruction.op == Op::Select || instruction.op == Op::Call;
      if (semantics::row_of(instruction.op).shape == Shape::Control)
        add_terminator(index, instruction, i);
      else
        add_instruction(instruction, i);
      if (is_moved && has_float_flags(instruction)) add_fast_math(instruction, i);
      if (instruction.promises != 0)
        add_promises(function_.promises[instruction.promises - 1], instruction.result, Rule::NoundefValue, i);
      if (traced_ && instruction.result.count != 0) add_trace(instruction.result, i);
    }
  }

  void add_fast_math(const Instruction& instruction, std::uint32_t index) {
    if (instruction.result.count == 0) return;
    if (function_.slots[instruction.result.first].kind != semantics::LaneKind::Float) return;
    Step step = with_operands(step_fast_math, instruction, index);
    program_.steps.push_back(step);
  }

  void add_trace(Slots value, std::uint32_t index) {
    Step step = make(step_trace, index);
    step.a = value.first;
    step.lanes = value.count;
    program_.steps.push_back(step);
  }

  void add_promises(const semantics::Promises& promises, Slots value, Rule rule, std::uint32_t index) {
    if (promises.empty() || value.count == 0) return;
    Step step = make(step_promise, index);
    step.to = value.first;
    step.lanes = value.count;
    step.detail = static_cast<std::uint32_t>(program_.promises.size());
    program_.promises.push_back({&promises, rule});
    program_.steps.push_back(step);
  }

  bool has_float_flags(const Instruction& instruction) const {
    constexpr semantics::Flags kMeaningful = semantics::NoNaNs | semantics::NoInfs | semantics::NoSignedZeros;
    return (instruction.flags & kMeaningful) != 0;
  }

  /// Fills in operands, widths and strides.
  Step with_operands(Handler handler, const Instruction& instruction, std::uint32_t index) {
    Step step = make(handler, index);
    step.to = instruction.result.first;
    step.lanes = instruction.result.count;
    const auto operands = function_.operands_of(instruction);
    step.operands = static_cast<std::uint8_t>(std::min<std::size_t>(operands.size(), 3));
    const auto take = [&](std::size_t i, semantics::Slot& slot, std::uint8_t& stride, std::uint32_t& width) {
      if (i >= operands.size()) return;
      slot = operands[i].first;
      stride = operands[i].count == 1 && step.lanes > 1 ? 0 : 1;
      if (operands[i].count != 0) width = function_.slots[slot].bits;
    };
    take(0, step.a, step.stride_a, step.width_a);
    take(1, step.b, step.stride_b, step.width_b);
    take(2, step.c, step.stride_c, step.width_c);
    ValueInfo& info = program_.infos[index];
    info.op = instruction.op;
    info.predicate = instruction.predicate;
    info.rounding = instruction.rounding;
    info.flags = instruction.flags;
    info.immediate = instruction.immediate;
    if (instruction.result.count != 0) info.result = function_.slots[instruction.result.first];
    if (!operands.empty() && operands[0].count != 0) info.operand = function_.slots[operands[0].first];
    step.info = &info;
    return step;
  }

  bool is_wide(const Step& step) const {
    return std::max({step.width_a, step.width_b, step.width_c, step.info->result.bits}) > 64;
  }

  void add_instruction(const Instruction& instruction, std::uint32_t index) {
    switch (semantics::row_of(instruction.op).shape) {
      case Shape::Lanewise:
        return add_lanewise(instruction, index);
      case Shape::LanewisePair:
        return add_pair(instruction, index);
      case Shape::Horizontal:
        return add_horizontal(instruction, index);
      case Shape::Permute:
        return add_permute(instruction, index);
      case Shape::Select: {
        const bool langref = function_.variant.select == semantics::Variant::Select::Poison ||
                             !llvm::isa_and_nonnull<llvm::SelectInst>(instruction.origin);
        program_.steps.push_back(with_operands(langref ? step_select : step_variant_select, instruction, index));
        return;
      }
      case Shape::Freeze:
        program_.steps.push_back(with_operands(step_freeze, instruction, index));
        return;
      case Shape::Phi:
      case Shape::Nothing:
        return;
      case Shape::Memory:
        return add_memory(instruction, index);
      case Shape::Call:
        return add_call(instruction, index);
      default:
        program_.steps.push_back(make(step_unsupported, index));
        return;
    }
  }

  /// Metadata that makes some accesses undefined in ways that are not followed here.
  static bool has_unfollowed_metadata(const Instruction& instruction) {
    return instruction.origin != nullptr && (instruction.origin->hasMetadata(llvm::LLVMContext::MD_invariant_load) ||
                                             instruction.origin->hasMetadata(llvm::LLVMContext::MD_invariant_group));
  }

  void add_memory(const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(step_unsupported, instruction, index);
    step.detail = instruction.detail;
    program_.uses_memory = true;
    switch (instruction.op) {
      case Op::Load:
      case Op::Store:
        set_access(step, instruction);
        break;
      case Op::Alloca:
        step.run = step_alloca;
        step.cost[0] = starts_dead(instruction.origin) ? 1 : 0;
        break;
      case Op::AtomicRmw:
        step.run = step_atomic_update;
        break;
      case Op::CmpXchg:
        step.run = step_exchange;
        break;
      case Op::Fence:
        return;
      case Op::GetElementPtr:
        step.run = step_address;
        break;
      case Op::ICmpPointer:
        step.run = step_pointer_compare;
        break;
      case Op::PtrToInt:
      case Op::PtrToAddr:
        step.run = step_pointer_to_int;
        break;
      case Op::IntToPtr:
        step.run = step_int_to_pointer;
        break;
      case Op::MemCpy:
      case Op::MemCpyInline:
      case Op::MemMove:
        step.run = step_copy_memory;
        step.detail = instruction.op == Op::MemMove ? 1 : 0;
        break;
      case Op::MemSet:
      case Op::MemSetInline:
        step.run = step_fill_memory;
        break;
      case Op::LifetimeStart:
      case Op::LifetimeEnd:
        step.run = step_lifetime;
        step.detail = instruction.op == Op::LifetimeStart ? 1 : 0;
        break;
      default:
        break;
    }
    if (has_unfollowed_metadata(instruction)) step.run = step_unfollowed;
    program_.steps.push_back(step);
  }

  void set_access(Step& step, const Instruction& instruction) {
    const semantics::MemoryAccess& access = function_.accesses[instruction.detail];
    const semantics::Layout& layout = function_.layouts[access.layout];
    const bool is_load = instruction.op == Op::Load;
    Handler plain =
        is_load ? plain_load_handler(layout, function_.big_endian) : plain_store_handler(layout, function_.big_endian);
    if (access.is_volatile || access.align > (1u << 30)) plain = nullptr;
    step.run = plain != nullptr ? plain : is_load ? step_load : step_store;
    step.cost[0] = static_cast<std::uint32_t>(access.align);
  }

  /// What the call site promises of an argument is checked on a copy, which the callee gets.
  void add_call(const Instruction& instruction, std::uint32_t index) {
    program_.uses_memory = true;
    const semantics::CallSite& site = function_.calls[instruction.detail];
    Program::Call plan;
    plan.site = &site;
    plan.result = instruction.result;
    const auto operands = function_.operands_of(instruction);
    const std::size_t first = operands.size() - site.arguments.size();
    if (first == 1) plan.address = operands[0];
    for (std::size_t i = 0; i < site.arguments.size(); ++i)
      plan.arguments.push_back(checked_copy(operands[first + i], site.arguments[i], index));
    Step step = make(step_call, index);
    step.detail = static_cast<std::uint32_t>(program_.calls.size());
    program_.calls.push_back(std::move(plan));
    program_.steps.push_back(step);
  }

  Slots checked_copy(Slots value, const semantics::Promises& promises, std::uint32_t index,
                     Rule rule = Rule::NoundefArgument) {
    if (promises.empty() || value.count == 0) return value;
    const Slots copy{static_cast<semantics::Slot>(program_.types.size()), value.count};
    std::vector<Move> moves;
    for (std::uint32_t lane = 0; lane < value.count; ++lane) {
      const semantics::Slot from = value.first + lane;
      moves.push_back({add_spare(function_.slots[from]), std::int64_t{from}});
    }
    add_moves(std::move(moves), index);
    add_promises(promises, copy, rule, index);
    return copy;
  }

  /// Do the flags permit results other than the IEEE one?
  static bool is_approximate(const Instruction& instruction) {
    switch (instruction.op) {
      case Op::FNeg:
      case Op::FAbs:
      case Op::CopySign:
      case Op::FCmp:
      case Op::FPExt:
      case Op::SIToFP:
      case Op::UIToFP:
        return false;
      default:
        return (instruction.flags & semantics::kApproximationFlags) != 0;
    }
  }

  void add_lanewise(const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(nullptr, instruction, index);
    if (is_approximate(instruction)) {
      step.run = step_approximate;
      program_.steps.push_back(step);
      return;
    }
    step.run = is_wide(step) ? step_wide_lanes : lanewise_handler(instruction.op, *step.info, step.lanes == 1);
    program_.steps.push_back(step);
  }

  void add_pair(const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(pair_handler(instruction.op), instruction, index);
    step.lanes /= 2;
    if (step.lanes == 1) step.stride_a = step.stride_b = 1;
    step.detail = used_apart(instruction) ? 1 : 0;
    program_.steps.push_back(step);
  }

  /// Does every use take lanes of one half of the result only?
  bool used_apart(const Instruction& pair) const {
    const auto is_result = [&](Slots slots) { return slots.count != 0 && slots.first == pair.result.first; };
    const auto half = static_cast<std::int32_t>(pair.result.count / 2);
    for (const auto& incomings : function_.incomings)
      for (const auto& incoming : incomings)
        if (is_result(incoming.value)) return false;
    for (const Instruction& user : function_.instructions) {
      const auto operands = function_.operands_of(user);
      if (std::none_of(operands.begin(), operands.end(), is_result)) continue;
      if (user.op != Op::ExtractValue) return false;
      const auto& mask = function_.masks[user.detail];
      const bool low = std::all_of(mask.begin(), mask.end(), [&](std::int32_t lane) { return lane < half; });
      const bool high = std::all_of(mask.begin(), mask.end(), [&](std::int32_t lane) { return lane >= half; });
      if (!low && !high) return false;
    }
    return true;
  }

  void add_horizontal(const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(step_unsupported, instruction, index);
    const std::uint32_t vector_lanes = function_.operands_of(instruction)[0].count;
    switch (instruction.op) {
      case Op::ExtractElementAt:
        step.run = step_extract_at;
        step.lanes = vector_lanes;
        break;
      case Op::InsertElementAt:
        step.run = step_insert_at;
        break;
      case Op::BitCast:
        step.run = step_bitcast;
        step.lanes = vector_lanes;
        break;
      case Op::Assume:
        step.run = step_assume;
        break;
      default:
        step.run = is_approximate(instruction) ? step_approximate : step_horizontal;
        step.detail = index;
        break;
    }
    program_.steps.push_back(step);
  }

  void add_permute(const Instruction& instruction, std::uint32_t index) {
    std::vector<semantics::Slot> lanes;
    for (Slots operand : function_.operands_of(instruction))
      for (std::uint32_t lane = 0; lane < operand.count; ++lane) lanes.push_back(operand.first + lane);
    std::vector<Move> moves;
    const auto& mask = function_.masks[instruction.detail];
    for (std::uint32_t lane = 0; lane < mask.size(); ++lane)
      moves.push_back({instruction.result.first + lane,
                       mask[lane] < 0 ? std::int64_t{-1} : std::int64_t{lanes[static_cast<std::size_t>(mask[lane])]}});
    add_moves(std::move(moves), index);
  }

  void add_moves(std::vector<Move> moves, std::uint32_t index) {
    if (moves.empty()) return;
    if (moves.size() == 1 && moves[0].from >= 0) {
      Step step = make(step_copy, index);
      step.to = moves[0].to;
      step.a = static_cast<semantics::Slot>(moves[0].from);
      program_.steps.push_back(step);
      return;
    }
    Step step = make(step_moves, index);
    step.detail = static_cast<std::uint32_t>(program_.moves.size());
    program_.moves.push_back(std::move(moves));
    program_.steps.push_back(step);
  }

  semantics::Slot add_spare(semantics::LaneType type) {
    program_.types.push_back(type);
    return static_cast<semantics::Slot>(program_.types.size() - 1);
  }

  /// The moves of the phis of `to` when control comes from `from`. All phis read before any is written: a source that
  /// another phi overwrites is saved first.
  std::vector<Move> phi_moves(std::uint32_t from, std::uint32_t to) {
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
  Target add_edge(std::uint32_t from, std::uint32_t to, std::uint32_t index) {
    std::vector<Move> moves = phi_moves(from, to);
    if (moves.empty()) return {false, to};
    const auto start = static_cast<std::uint32_t>(program_.steps.size());
    for (const Move& move : moves) add_moves({move}, index);
    fixups_.push_back({program_.steps.size(), 0, {false, to}});
    program_.steps.push_back(make(step_jump, index));
    return {true, start};
  }

  bool chooses() const { return function_.variant.branch == semantics::Variant::Branch::Choice; }

  void add_terminator(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
    const auto& successors = function_.blocks[block].successors;
    switch (instruction.op) {
      case Op::Ret:
        return add_return(instruction, index);
      case Op::Br: {
        for (const Move& move : phi_moves(block, successors[0])) add_moves({move}, index);
        Step step = make(step_jump, index);
        step.cost[0] = function_.blocks[successors[0]].count;
        fixups_.push_back({program_.steps.size(), 0, {false, successors[0]}});
        program_.steps.push_back(step);
        return;
      }
      case Op::CondBr: {
        const std::size_t at = program_.steps.size();
        program_.steps.push_back(with_operands(chooses() ? step_choosing_branch : step_branch, instruction, index));
        for (unsigned which = 0; which < 2; ++which) {
          program_.steps[at].cost[which] = function_.blocks[successors[which]].count;
          const Target target = add_edge(block, successors[which], index);
          fixups_.push_back({at, which, target});
        }
        return;
      }
      case Op::SwitchOp:
        return add_switch(block, instruction, index);
      case Op::Unreachable:
        program_.steps.push_back(make(step_unreachable, index));
        return;
      default:
        program_.steps.push_back(make(step_unsupported, index));
        return;
    }
  }

  /// The result is checked in lanes of its own, because promises may change it.
  void add_return(const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(step_return, instruction, index);
    const auto operands = function_.operands_of(instruction);
    if (!operands.empty())
      step.a = checked_copy(operands[0], function_.result_promises, index, Rule::NoundefReturn).first;
    if (function_.origin != nullptr && function_.origin->doesNotReturn()) step.run = step_forbidden_return;
    program_.steps.push_back(step);
  }

  void add_switch(std::uint32_t block, const Instruction& instruction, std::uint32_t index) {
    Step step = with_operands(chooses() ? step_choosing_switch : step_switch, instruction, index);
    step.detail = static_cast<std::uint32_t>(program_.switches.size());
    program_.switches.emplace_back();
    const semantics::Switch& table = function_.switches[instruction.detail];
    // Which block follows is not known here; the dearest is paid for.
    step.cost[0] = function_.blocks[table.default_block].count;
    for (const auto& entry : table.cases) step.cost[0] = std::max(step.cost[0], function_.blocks[entry.second].count);
    program_.steps.push_back(step);
    TableEntries entries{index, {}};
    for (const auto& entry : table.cases) entries.targets.push_back(add_edge(block, entry.second, index));
    entries.targets.push_back(add_edge(block, table.default_block, index));
    tables_.emplace_back(step.detail, std::move(entries));
  }

  void finish_table(std::uint32_t which, const TableEntries& entries) {
    Program::SwitchTable& table = program_.switches[which];
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

  Program& program_;
  const Function& function_;
  bool traced_;
  std::vector<std::uint32_t> block_start_;
  std::vector<Fixup> fixups_;
  std::vector<std::pair<std::uint32_t, TableEntries>> tables_;
};

}  // namespace

Program::Program(const Function& lowered, bool traced) : function(lowered) { Compiler(*this, traced).run(); }

}  // namespace assay::interpret
