#pragma once

#include <map>
#include <optional>

#include "services/worker/interpret/machine.h"

/// The second lowering: from instructions over slots to steps. Private to program*.cpp.
namespace assay::interpret {

/// Builds the steps of one program. Jumps are indices until all steps stand.
class Compiler {
 public:
  Compiler(Program& program, Program::Kind kind) : program_(program), function_(program.function), kind_(kind) {}
  void run();

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
    std::vector<Target> targets;  ///< of a switch's cases in order, then the default; of an indirectbr's blocks
  };

  // Blocks and what ends them.
  void add_block(std::uint32_t index);
  void finish_instruction(const semantics::Instruction& instruction, std::uint32_t index);
  void add_terminator(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_branch(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_jump(std::uint32_t from, std::uint32_t to, std::uint32_t index);
  void add_return(const semantics::Instruction& instruction, std::uint32_t index);
  void add_switch(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_indirect_branch(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_invoke(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_call_branch(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  void add_cleanup_return(std::uint32_t block, const semantics::Instruction& instruction, std::uint32_t index);
  /// A step that goes to one of the block's successors, which stand in a table.
  void add_table(std::uint32_t block, Step step);
  std::vector<Move> phi_moves(std::uint32_t from, std::uint32_t to);
  /// Where a jump from block `from` to block `to` has to go. The moves, if any, are steps of their own, added now.
  Target add_edge(std::uint32_t from, std::uint32_t to, std::uint32_t index);
  void finish_table(std::uint32_t which, const TableEntries& entries);
  /// Steps that often follow each other become one.
  void fuse();
  const Step* resolve(const Target& target) const {
    return &program_.steps[target.is_edge ? target.index : block_start_[target.index]];
  }

  // Instructions.
  void add_instruction(const semantics::Instruction& instruction, std::uint32_t index);
  void add_memory(const semantics::Instruction& instruction, std::uint32_t index);
  void add_returned_checks(const semantics::Instruction& instruction, std::uint32_t index);
  void add_returned_check(semantics::Slots argument, semantics::Slots result, std::uint32_t index);
  /// Where a body runs: what a call of it may break. Gives where it is noted how old the objects are that are there.
  std::optional<semantics::Slot> add_doubts_before_call(const semantics::CallSite& site, std::uint32_t index);
  void add_checks_after_call(const semantics::Instruction& instruction, std::uint32_t index);
  void add_group_note(const semantics::Instruction& instruction, std::uint32_t index, Handler note);
  void add_access_notes(const semantics::Instruction& instruction, std::uint32_t index);
  void add_call_doubt(const semantics::Instruction& instruction, std::uint32_t index);
  void add_capture_doubt(const semantics::Instruction& instruction, std::uint32_t index);
  void set_memory_step(Step& step, const semantics::Instruction& instruction);
  void set_access(Step& step, const semantics::Instruction& instruction);
  /// The step of the call; its index among the steps.
  std::size_t add_call(const semantics::Instruction& instruction, std::uint32_t index);
  void add_lanewise(const semantics::Instruction& instruction, std::uint32_t index);
  void add_pair(const semantics::Instruction& instruction, std::uint32_t index);
  bool used_apart(const semantics::Instruction& pair) const;
  void add_horizontal(const semantics::Instruction& instruction, std::uint32_t index);
  void add_permute(const semantics::Instruction& instruction, std::uint32_t index);

  /// Do branches on poison and undef go either way?
  bool chooses() const { return function_.variant.branch == semantics::Variant::Branch::Choice; }

  // Pieces.
  Step make(Handler handler, std::uint32_t instruction) const {
    Step step;
    step.run = handler;
    step.instruction = instruction;
    return step;
  }
  /// Fills in operands, widths and strides.
  Step with_operands(Handler handler, const semantics::Instruction& instruction, std::uint32_t index);
  bool is_wide(const Step& step) const;
  void add_moves(std::vector<Move> moves, std::uint32_t index);
  void add_fast_math(const semantics::Instruction& instruction, std::uint32_t index);
  void add_trace(semantics::Slots value, std::uint32_t index);
  void add_promises(const semantics::Promises& promises, semantics::Slots value, semantics::Rule rule,
                    std::uint32_t index);
  /// A copy of a value that is checked and changed by promises.
  semantics::Slots checked_copy(semantics::Slots value, const semantics::Promises& promises, std::uint32_t index,
                                semantics::Rule rule = semantics::Rule::NoundefArgument);
  semantics::Slot add_spare(semantics::LaneType type) {
    program_.types.push_back(type);
    return static_cast<semantics::Slot>(program_.types.size() - 1);
  }

  Program& program_;
  const semantics::Function& function_;
  Program::Kind kind_;
  std::vector<std::uint32_t> block_start_;
  std::vector<Fixup> fixups_;
  std::map<std::uint32_t, semantics::Slot> born_before_;  ///< by the calls with noalias results
  std::vector<std::pair<std::uint32_t, TableEntries>> tables_;
};

}  // namespace assay::interpret
