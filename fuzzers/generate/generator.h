#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <string_view>
#include <vector>

#include "fuzzers/generate/generate.h"

/// The machine behind generate.h; private to this room.
namespace assay::generate {

using Builder = llvm::IRBuilder<llvm::NoFolder, llvm::IRBuilderCallbackInserter>;

/// One function in the making. Operands are made on demand, backwards from the value that is wanted, so that nearly
/// everything feeds the return; every instruction emitted joins the scope and may be used again.
class Generator {
 public:
  Generator(llvm::Module& module, Rng& rng, const Profile& profile);

  llvm::Function& function(const std::string& name);
  /// See generate_value.
  llvm::Value* value_before(llvm::Instruction& before, llvm::Type* type, const std::vector<llvm::Value*>& scope,
                            unsigned max_instructions);

  // What productions ask for.
  /// A value of the type: from scope, a constant, or a new expression.
  llvm::Value* value(llvm::Type* type);
  /// A value of the type of `other` to stand beside it, rarely `other` itself.
  llvm::Value* value_beside(llvm::Value* other);
  /// As `value`, but a constant only if nothing else can be had.
  llvm::Value* variable(llvm::Type* type);
  /// A new expression if the budget allows it, else as `variable`.
  llvm::Value* fresh(llvm::Type* type);
  llvm::Constant* constant(llvm::Type* type);
  /// A number in [low, high], as a constant (a splat for vectors).
  llvm::Constant* number(llvm::Type* type, std::uint64_t low, std::uint64_t high);
  llvm::Constant* literal(llvm::Type* type, const llvm::APInt& number);
  llvm::Constant* all_ones(llvm::Type* type);
  llvm::Constant* zero(llvm::Type* type);
  /// An integer type or a vector of them, one of the few that this function deals in.
  llvm::Type* integer_type();
  /// The same shape with integer elements of that width.
  static llvm::Type* with_width(llvm::Type* shape, unsigned bits);
  /// Another width than that of `type`, same shape; wider or narrower on request, null if there is none.
  llvm::Type* narrower(llvm::Type* type);
  llvm::Type* wider(llvm::Type* type);

  bool percent(unsigned percentage) { return rng.chance(percentage, 100); }
  /// Whether this instruction shall have some flag.
  bool flag() { return percent(profile.flag_percent); }
  unsigned lanes() const { return lanes_; }

  llvm::Module& module;
  llvm::LLVMContext& context;
  Rng& rng;
  const Profile& profile;
  Builder builder;

 private:
  friend class ControlFlow;
  void choose_types();
  llvm::Function* declare(const std::string& name);
  void add_value_attributes(llvm::Function& function);
  llvm::Value* existing(llvm::Type* type);
  llvm::Value* converted(llvm::Type* type);
  llvm::Value* converted(llvm::Value* from, llvm::Type* type);  ///< null if the lanes don't match
  unsigned random_width();
  void inserted(llvm::Instruction* instruction);

  std::vector<llvm::Value*> scope_;   ///< all that dominates the insertion point, oldest first
  std::vector<llvm::APInt> numbers_;  ///< constants used so far, whose relatives make later ones
  llvm::Function* function_ = nullptr;
  unsigned main_bits_ = 8;
  unsigned other_bits_ = 1;
  unsigned lanes_ = 0;  ///< of the function's vectors
  bool vectors_ = false;
  int budget_ = 0;
  unsigned depth_ = 0;
};

/// One way to make a value of a type: a row per instruction, intrinsic or idiom.
struct Production {
  std::string_view name;
  Family family;
  unsigned weight;
  bool (*makes)(const Generator& generator, llvm::Type* type);
  llvm::Value* (*emit)(Generator& generator, llvm::Type* type);
};

llvm::ArrayRef<Production> integer_productions();
llvm::ArrayRef<Production> intrinsic_productions();
llvm::ArrayRef<Production> vector_productions();
llvm::ArrayRef<Production> idiom_productions();
/// All of them, in a fixed order.
const std::vector<const Production*>& all_productions();

/// The structure of a function: statements that end blocks and open new ones.
class ControlFlow {
 public:
  explicit ControlFlow(Generator& generator) : g_(generator) {}
  /// Fills the function's body from the builder's position to its returns.
  void body(llvm::Type* result);

 private:
  using Arms = std::vector<std::pair<llvm::BasicBlock*, std::vector<llvm::Value*>>>;
  void statement(llvm::Type* result, bool allow_loop);
  void diamond();
  void early_exit(llvm::Type* result);
  void switch_statement();
  void counted_loop();
  void assumption();
  void finish_block(llvm::Type* result);
  llvm::BasicBlock* block(const char* name);
  llvm::Value* condition();
  llvm::Value* absorb(llvm::Value* returned);
  void join(llvm::BasicBlock* join, llvm::ArrayRef<llvm::Type*> types, const Arms& arms);

  Generator& g_;
};

/// Whether the type is an integer or a fixed vector of integers.
bool is_integer(llvm::Type* type);
inline bool any_integer(const Generator&, llvm::Type* type) { return is_integer(type); }

}  // namespace assay::generate
