#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "services/worker/semantics/program.h"
#include "services/worker/semantics/promises.h"

/// The pieces of lower(), private to this room.
namespace assay::semantics {

/// The type of a condition.
constexpr LaneType kTruth{LaneKind::Integer, FloatFormat::None, 1, 0};

/// What metadata promises of a load's or call's result, merged into `promises`.
void add_metadata_promises(const llvm::Instruction& instruction, Promises& promises);

/// Which row an intrinsic is, or nothing.
std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id);
/// Which row a constrained floating-point intrinsic is a form of.
std::optional<Op> op_of_constrained(llvm::Intrinsic::ID id);
Flags fast_math_flags_of(const llvm::Instruction& instruction);
Predicate predicate_of(llvm::CmpInst::Predicate predicate);
std::optional<Op> op_of_opcode(unsigned opcode);
/// The rounding that "round.tonearest" and the like name; nothing for a dynamic one.
std::optional<Rounding> rounding_of(llvm::RoundingMode mode);
/// Is an operand a floating-point number?
bool takes_floats(Op op);
std::uint64_t immediate_of(const llvm::CallBase& call, unsigned argument);
std::vector<std::int32_t> identity_mask(std::uint32_t count);
/// The error names an operation whose operands are not of the lanes that its row gives it (lower_shapes.cpp).
Status misshapen(const Function& function);

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
  Status add_atomic_update(const llvm::AtomicRMWInst& update);
  Slots updated_lane(const llvm::AtomicRMWInst& update, Slots old, Slots value);
  Status add_exchange(const llvm::AtomicCmpXchgInst& exchange);
  Status add_call(const llvm::CallBase& call);
  Status add_function_call(const llvm::CallBase& call, const llvm::CallBase& site_call, const llvm::Function* callee,
                           llvm::ArrayRef<Slots> operands);
  void add_with_fast_math_arguments(Instruction call, llvm::ArrayRef<Slots> operands);
  // Calls with operand bundles (lower_bundles.cpp). Nothing: none of them means anything here.
  std::optional<Status> add_if_bundled(const llvm::CallBase& call);
  Status add_call_with_passed_bundles(const llvm::CallBase& call, const llvm::Function* callee);
  Status add_call_with_attached(const llvm::CallBase& call, const llvm::Function* callee);
  llvm::Function& declare(llvm::FunctionType& type, const std::string& name);
  llvm::CallInst* write_call(llvm::Function& callee, llvm::ArrayRef<llvm::Type*> types, const llvm::AttributeList& attributes);
  Status add_intrinsic(const llvm::CallBase& call, Op op);
  bool add_special_intrinsic(const llvm::CallBase& call, Status& status);
  bool add_permuting_intrinsic(const llvm::CallBase& call);
  Status add_assume_bundle(const llvm::CallBase& call, unsigned index);
  Status add_aligned_assumption(const llvm::CallBase& call, const llvm::OperandBundleUse& bundle);
  Status add_constrained_intrinsic(const llvm::CallBase& call, Op op);

  // Intrinsics that are written in other operations (lower_composed.cpp, lower_vector.cpp, lower_vp.cpp,
  // lower_masked.cpp); `intrinsics_composed` in lower_composed.cpp says which is written how.
  friend struct ComposedIntrinsics;
  bool add_if_composed(const llvm::CallBase& call, Status& status);
  Status add_composed_intrinsic(const llvm::CallBase& call, Status (Lowering::*write)(const llvm::CallBase&));
  Status write_any_value(const llvm::CallBase& call);
  Status write_first_argument(const llvm::CallBase& call);
  Status write_frexp(const llvm::CallBase& call);
  Status write_modf(const llvm::CallBase& call);
  Status write_sincos(const llvm::CallBase& call);
  Status write_half_conversion(const llvm::CallBase& call);
  Status write_rounded_truncation(const llvm::CallBase& call);
  Status write_ptrmask(const llvm::CallBase& call);
  Status write_relative_load(const llvm::CallBase& call);
  Status write_vscale(const llvm::CallBase& call);
  Status write_rounding_mode(const llvm::CallBase& call);
  Status write_stepvector(const llvm::CallBase& call);
  Status write_splice(const llvm::CallBase& call);
  Status write_vector_length(const llvm::CallBase& call);
  Status write_partial_reduction(const llvm::CallBase& call);
  Status write_transposed_matrix(const llvm::CallBase& call);
  Status write_matrix_product(const llvm::CallBase& call);
  Status write_masked_load(const llvm::CallBase& call);
  Status write_masked_store(const llvm::CallBase& call);
  Status write_expanding_load(const llvm::CallBase& call);
  Status write_compressing_store(const llvm::CallBase& call);
  Status write_gather(const llvm::CallBase& call);
  Status write_scatter(const llvm::CallBase& call);
  Status write_strided_load(const llvm::CallBase& call);
  Status write_strided_store(const llvm::CallBase& call);
  Status write_predicated(const llvm::CallBase& call);
  Status write_predicated_reduction(const llvm::CallBase& call);
  Status write_predicated_select(const llvm::CallBase& call);
  Status write_predicated_reverse(const llvm::CallBase& call);
  Status write_predicated_splice(const llvm::CallBase& call);
  Status write_predicated_count(const llvm::CallBase& call);

  // What those are made of.
  struct Details {
    Predicate predicate = Predicate::None;
    Flags flags = 0;
    Rounding rounding = Rounding::NearestTiesToEven;
    std::uint64_t immediate = 0;
  };
  Slots emit(const llvm::Instruction& origin, Op op, Slots result, llvm::ArrayRef<Slots> operands,
             const Details& details);
  Slots emit(const llvm::Instruction& origin, Op op, Slots result, llvm::ArrayRef<Slots> operands) {
    return emit(origin, op, result, operands, Details());
  }
  Slots emit_moves(const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                   std::vector<std::int32_t> mask);
  Slots emit_access(const llvm::Instruction& origin, Op op, const MemoryAccess& access, Slots result,
                    llvm::ArrayRef<Slots> operands);
  Slots emit_address(const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                     AddressComputation computation);
  Slots emit_offset(const llvm::Instruction& origin, Slots pointer, std::int64_t bytes);
  Slots emit_scaled_offset(const llvm::Instruction& origin, Slots result, Slots pointer, Slots index,
                           std::uint64_t scale);
  /// Undefined behaviour by `rule` unless the condition holds.
  void require(const llvm::Instruction& origin, Slots condition, Rule rule);
  Slots number(unsigned bits, std::uint64_t value, std::uint32_t count = 1);
  Slots poison_like(Slots value);
  static Slots lane(Slots value, std::uint32_t index) { return {value.first + index, 1}; }
  const LaneType& type_of(Slots value) const;
  std::uint32_t lanes_in(llvm::Type* vector) const;
  /// Lanes of a masked access: where, of which element type, under which condition.
  struct MaskedAccess;
  Status load_masked_lanes(const llvm::CallBase& call, const MaskedAccess& access, Slots otherwise, Slots result);
  Status store_masked_lanes(const llvm::CallBase& call, const MaskedAccess& access, Slots value);
  Result<MaskedAccess> masked_access(const llvm::CallBase& call, unsigned pointer, llvm::Type* vector);
  Status place_in_sequence(const llvm::CallBase& call, MaskedAccess& access);
  Status place_by_stride(const llvm::CallBase& call, MaskedAccess& access, unsigned stride);
  /// The lanes of a vector-predicated call that take part: mask and explicit vector length.
  Slots active_lanes(const llvm::CallBase& call);
  Slots lanes_below(const llvm::CallBase& call, Slots length, std::uint32_t count);
  /// Renumbers: constants that were made on the way get their places after the others.
  void place_late_constants();

  // Denormal numbers in functions that flush them (lower_denormals.cpp).
  bool finish_with_flushes(const Instruction& instruction, llvm::ArrayRef<Slots> operands);
  llvm::DenormalMode denormals_for(FloatFormat format) const;
  Denormals known(llvm::DenormalMode::DenormalModeKind kind) const;

  // Helpers.
  Instruction start(const llvm::Instruction& origin, Op op);
  void append(Instruction instruction, llvm::ArrayRef<Slots> operands);
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
  std::vector<LaneType> late_types_;         // of constants that were made on the way, see kLate
  std::vector<ConstantLane> late_constants_;
  static constexpr Slot kLate = Slot{1} << 31;  // slots from here on are late constants, until all is lowered
  llvm::DenormalMode denormals_, denormals_of_single_;  // by the function's attributes
  std::optional<std::string> refused_;                  // a feature that turned out to be unsupported
  std::vector<const llvm::Constant*> pending_expressions_;  // constants that need instructions in the entry block
  bool in_expression_ = false;
};

}  // namespace assay::semantics
