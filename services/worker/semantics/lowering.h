#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "services/worker/semantics/program.h"

/// The pieces of lower(), private to this room.
namespace assay::semantics {

/// What attributes promise of a parameter, or of a return value with ReturnIndex.
Promises promises_of(const llvm::AttributeSet& attributes);
/// All that `other` promises is promised too.
void merge_promises(Promises& promises, const Promises& other);
/// What metadata promises of a load's or call's result, merged into `promises`.
void add_metadata_promises(const llvm::Instruction& instruction, Promises& promises);

/// Which row an intrinsic is, or nothing.
std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id);

/// Lowers one function; each method appends to `out`. An Error is the unsupported feature's name.
class Lowering {
 public:
  Lowering(const llvm::Function& function, const LowerOptions& options)
      : source_(function), module_(*function.getParent()), options_(options) {}
  Result<Function> run();

 private:
  // Frame.
  Status add_constants();
  Status add_constant(const llvm::Constant& constant);
  Status add_constants_of_bundles(const llvm::Instruction& instruction);
  Status add_arguments();
  Result<Slots> new_slots(llvm::Type* type);
  Slots new_slots(const LaneType& lane, std::uint32_t count);
  Slots slots_of(const llvm::Value* value) const;
  Status materialize(const llvm::Constant& constant);
  const llvm::DataLayout& data_layout() const { return module_.getDataLayout(); }

  // Instructions.
  Status add_block(const llvm::BasicBlock& block, std::uint32_t index);
  Status add_instruction(const llvm::Instruction& instruction);
  Status add_value_instruction(const llvm::Instruction& instruction, Op op);
  Status add_cast(const llvm::CastInst& cast);
  Status add_bitcast(const llvm::Instruction& cast);
  Status add_compare(const llvm::CmpInst& compare);
  Status add_phi(const llvm::PHINode& phi);
  Status add_select(const llvm::SelectInst& select);
  Status add_shuffle(const llvm::ShuffleVectorInst& shuffle);
  Status add_extract_element(const llvm::ExtractElementInst& extract);
  Status add_insert_element(const llvm::InsertElementInst& insert);
  Status add_extract_value(const llvm::ExtractValueInst& extract);
  Status add_insert_value(const llvm::InsertValueInst& insert);
  Status add_terminator(const llvm::Instruction& terminator);
  Status add_landing_pad(const llvm::LandingPadInst& pad);
  bool is_exception(Slots value) const;
  Status add_memory(const llvm::Instruction& instruction);
  Status add_address(const llvm::GEPOperator& gep, const llvm::Instruction& origin);
  Status add_access(const llvm::Instruction& instruction, Op op, llvm::Type* type, llvm::Align align, bool is_volatile,
                    bool is_atomic);
  Status add_call(const llvm::CallBase& call);
  Status add_intrinsic(const llvm::CallBase& call, Op op);
  bool add_special_intrinsic(const llvm::CallBase& call, Status& status);
  bool add_permuting_intrinsic(const llvm::CallBase& call);
  Status add_assume_bundle(const llvm::CallBase& call, unsigned index);
  Status add_aligned_assumption(const llvm::CallBase& call, const llvm::OperandBundleUse& bundle);
  Status add_constrained_intrinsic(const llvm::CallBase& call, Op op);

  // Helpers.
  Instruction start(const llvm::Instruction& origin, Op op);
  void finish(Instruction instruction, llvm::ArrayRef<Slots> operands);
  void finish_permute(Instruction instruction, llvm::ArrayRef<Slots> operands, std::vector<std::int32_t> mask);
  Status define(const llvm::Instruction& origin, Instruction& instruction);
  Slots with_promises(Slots value, Promises promises, const llvm::Instruction& origin);
  std::uint32_t remember(Promises promises);
  Slots compute(const llvm::Instruction& origin, Op op, const LaneType& type, llvm::ArrayRef<Slots> operands,
                Predicate predicate = Predicate::None);
  Result<std::uint32_t> layout_index(llvm::Type* type);
  Result<std::uint32_t> first_lane(llvm::Type* type, llvm::ArrayRef<unsigned> indices);
  std::uint32_t block_index(const llvm::BasicBlock* block) const { return blocks_.lookup(block); }

  const llvm::Function& source_;
  const llvm::Module& module_;
  const LowerOptions& options_;
  Function out_;
  llvm::DenseMap<const llvm::Value*, Slots> values_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> blocks_;
  std::vector<const llvm::BasicBlock*> order_;
  std::vector<const llvm::Constant*> pending_expressions_;  // constants that need instructions in the entry block
  bool in_expression_ = false;
};

}  // namespace assay::semantics
