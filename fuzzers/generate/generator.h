#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/ValueHandle.h>

#include <string>
#include <string_view>
#include <vector>

#include "fuzzers/generate/function_types.h"
#include "fuzzers/generate/generate.h"

/// The implementation of generate.h; private to this room.
namespace assay::generate {

using Builder = llvm::IRBuilder<llvm::NoFolder, llvm::IRBuilderCallbackInserter>;

/// A piece of memory that the function may use, by a pointer that is available everywhere in it.
struct Place {
  llvm::WeakVH pointer;  ///< null once it is dropped as dead code
  std::uint64_t size;    ///< in bytes
  std::uint64_t align;
  bool writable;
};

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
  /// A second operand for an operation on `other`: a value of its type, rarely `other` itself.
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
  bool memory() const { return !places_.empty(); }

  /// Whether all its floating-point operations will be constrained ones.
  bool constrained() const { return constrained_; }
  /// The address of some memory that may be read and written.
  llvm::Value* any_pointer();
  /// Whether it may call functions whose bodies are not known.
  bool calls() const { return calls_; }
  const std::vector<Place>& places() const { return places_; }
  /// Functions that this one may call, in the order in which they were made.
  const std::vector<llvm::Function*>& callees() const { return callees_; }
  llvm::Function* enclosing() const { return function_; }
  std::string_view name() const { return name_; }

  bool percent(unsigned percentage) { return rng.chance(percentage, 100); }
  /// Whether this instruction shall have some flag.
  bool flag() { return percent(profile.flag_percent); }

  llvm::Module& module;
  llvm::LLVMContext& context;
  Rng& rng;
  const Profile& profile;
  Builder builder;
  FunctionTypes types;

 private:
  friend class ControlFlow;
  void choose_features();
  llvm::Function* declare(const std::string& name);
  void add_value_attributes(llvm::Function& function);
  llvm::Value* existing(llvm::Type* type);
  llvm::Value* converted(llvm::Type* type);
  llvm::Value* converted(llvm::Value* from, llvm::Type* type);  ///< null if the lanes don't match
  void add_callees(const std::string& name);
  void inserted(llvm::Instruction* instruction);

  std::vector<llvm::Value*> scope_;   ///< all that dominates the insertion point, oldest first
  std::vector<llvm::APInt> numbers_;  ///< constants used so far, whose relatives make later ones
  llvm::Function* function_ = nullptr;
  bool memory_ = false;
  bool calls_ = false;
  bool rare_ = false;
  bool constrained_ = false;
  llvm::Value* scratch_ = nullptr;
  std::string name_;
  std::vector<Place> places_;
  std::vector<llvm::Function*> callees_;
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
llvm::ArrayRef<Production> float_productions();
llvm::ArrayRef<Production> memory_productions();
llvm::ArrayRef<Production> aggregate_productions();
llvm::ArrayRef<Production> call_productions();
llvm::ArrayRef<Production> rare_productions();
llvm::ArrayRef<Production> table_productions();
/// All of them, in a fixed order.
const std::vector<const Production*>& all_productions();

/// Statements that change memory: stores, copies, fills, at exact, overlapping and neighbouring places.
void emit_memory_statement(Generator& generator);
/// A load of that type from one of the generator's places, a constant if it fits in none.
llvm::Value* emit_load(Generator& generator, llvm::Type* type);
/// A function that reads its variable arguments.
llvm::Function& make_variadic_helper(Generator& generator, const std::string& name);
/// Fast-math flags, each by itself.
llvm::FastMathFlags any_fast_math(Generator& generator);
/// A function that calls itself, a few times at most.
llvm::Function& make_recursive_helper(Generator& generator, const std::string& name);
/// Gives a finished function attributes and metadata of any kind.
void decorate_rarely(Generator& generator, llvm::Function& function);
/// A freeze of some value of that type.
llvm::Value* emit_freeze(Generator& generator, llvm::Type* type);
/// A call with arguments made on the spot.
llvm::Value* emit_call(Generator& generator, llvm::Function& callee);
/// Allocas that are filled before use, and global variables; pointer arguments are places too.
std::vector<Place> make_places(Generator& generator, llvm::Function& function);

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
  void loop_body_statement();
  void irreducible_loop();
  void array_loop();
  void computed_jump();
  void guarded_call(llvm::Type* result);
  void trap();
  void stack_scope();
  void rounding_scope();
  void rare_statement(llvm::Type* result);
  void assumption();
  void memory_statements();
  void finish_block(llvm::Type* result);
  llvm::BasicBlock* block(const char* name);
  llvm::Value* condition();
  std::vector<llvm::Value*> leftovers(llvm::Type* type, llvm::Value* returned);
  llvm::Value* absorb(llvm::Value* returned);
  void join(llvm::BasicBlock* join, llvm::ArrayRef<llvm::Type*> types, const Arms& arms);

  Generator& g_;
  unsigned loop_depth_ = 0;
};

inline bool any_integer(const Generator&, llvm::Type* type) { return is_integer(type); }

}  // namespace assay::generate
