#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/program.h"
#include "services/worker/semantics/rounding.h"

namespace assay::semantics {

/// The type of a condition.
constexpr LaneType kTruth{LaneKind::Integer, FloatFormat::None, 1, 0};
constexpr LaneType integer_lane(unsigned bits) { return {LaneKind::Integer, FloatFormat::None, bits, 0}; }

/// How a function's operations treat denormal numbers (LangRef, denormal-fp-math and denormal-fp-math-f32).
struct DenormalModes {
  llvm::DenormalMode of_single;
  llvm::DenormalMode of_others;
  llvm::DenormalMode of(FloatFormat format) const { return format == FloatFormat::Single ? of_single : of_others; }
  bool are_ieee() const {
    return of_single == llvm::DenormalMode::getIEEE() && of_others == llvm::DenormalMode::getIEEE();
  }
};

/// The lowered form of one function while it is written: gives values their slots and appends instructions. What an
/// instruction of LLVM becomes is said by the functions of lower_*.h, each of which writes to an emitter.
class Emitter {
 public:
  Emitter(const llvm::Function& source, const LowerOptions& options);

  const llvm::Function& source() const { return source_; }
  const llvm::Module& module() const { return *source_.getParent(); }
  const llvm::DataLayout& data_layout() const { return module().getDataLayout(); }
  const LowerOptions& options() const { return options_; }
  const DenormalModes& denormals() const { return denormals_; }
  const RoundingModes& roundings() const { return roundings_; }
  /// What is written so far. Its side tables may be added to (see add_row).
  Function& function() { return out_; }
  /// The whole function, or the feature that it was refused for. The last call.
  Result<Function> take();
  /// The function has a feature that is not supported, which does not keep the rest from being written.
  void refuse(std::string feature) { refused_ = std::move(feature); }

  // Values and their slots.
  /// No lanes for a value that has no slots, such as a token.
  Slots slots_of(const llvm::Value* value) const { return slots_.lookup(value); }
  bool has_slots(const llvm::Value* value) const { return slots_.count(value) != 0; }
  void set_slots(const llvm::Value* value, Slots slots) { slots_[value] = slots; }
  void forget(const llvm::Value* value) { slots_.erase(value); }
  /// New registers: of the lanes of a type, of `count` equal lanes, of the same lanes as `value`.
  Result<Slots> new_slots(llvm::Type* type);
  Slots new_slots(const LaneType& lane, std::uint32_t count);
  Slots new_slots_like(Slots value);
  /// Of the first lane.
  LaneType type_of(Slots value) const;
  /// A constant that the function does not name: an integer in each of `count` lanes, or poison of the lanes of
  /// `value`.
  Slots number(unsigned bits, std::uint64_t value, std::uint32_t count = 1);
  Slots poison_like(Slots value);

  // Blocks that can be reached, in reverse post-order.
  llvm::ArrayRef<const llvm::BasicBlock*> blocks() const { return blocks_; }
  bool is_reachable(const llvm::BasicBlock* block) const { return block_index_.count(block) != 0; }
  std::uint32_t block_index(const llvm::BasicBlock* block) const { return block_index_.lookup(block); }

  // Instructions.
  /// An instruction with the result of `origin`, to be completed and appended.
  Instruction start(const llvm::Instruction& origin, Op op) const;
  /// In a function that flushes denormal numbers, with operations that do so around it.
  void append(Instruction instruction, llvm::ArrayRef<Slots> operands);
  void append_unflushed(Instruction instruction, llvm::ArrayRef<Slots> operands);
  /// The value as it leaves a register: in a language where NaNs may be others then (Variant::exact_nans) a copy.
  Slots handed_on(Slots value, const llvm::Instruction* user);
  /// For `Instruction::promises`.
  std::uint32_t add_promises(Promises promises);
  /// Index of the type's layout in the side table.
  Result<std::uint32_t> add_layout(llvm::Type* type);

 private:
  /// Slots from here on are constants that were made on the way; take() gives them their places after the others.
  static constexpr Slot kLate = Slot{1} << 31;
  void place_late_constants();

  const llvm::Function& source_;
  const LowerOptions& options_;
  const DenormalModes denormals_;
  const RoundingModes roundings_;
  Function out_;
  std::optional<std::string> refused_;
  llvm::DenseMap<const llvm::Value*, Slots> slots_;
  std::vector<const llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> block_index_;
  std::vector<LaneType> late_types_;
  std::vector<ConstantLane> late_constants_;
};

/// Adds a row to a side table; its index is an instruction's `detail`.
template <class Row>
std::uint32_t add_row(std::vector<Row>& table, Row row) {
  table.push_back(std::move(row));
  return static_cast<std::uint32_t>(table.size() - 1);
}

}  // namespace assay::semantics
