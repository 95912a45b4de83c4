#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <functional>
#include <string>
#include <vector>

#include "fuzzers/generate/program.h"

/// How generate_program writes functions; private to this room. Undefined behaviour is kept out by bounds that are
/// known of every number: where they allow flags (nuw, nsw, disjoint, …), there are some.
namespace assay::generate {

/// A value that is less than 2^bits, as an unsigned number. Never undef or poison.
struct Number {
  llvm::Value* value = nullptr;
  unsigned bits = 0;

  llvm::IntegerType* type() const { return llvm::cast<llvm::IntegerType>(value->getType()); }
  unsigned width() const { return type()->getBitWidth(); }
};

struct Array {
  llvm::Value* pointer = nullptr;  ///< a variable, or an argument that leads to one
  llvm::IntegerType* element = nullptr;
  std::uint64_t count = 0;  ///< elements that are there at least
};

struct Callable {
  llvm::Function* function = nullptr;
  bool takes_array = false;   ///< its first argument leads to one; of `array`
  bool is_recursive = false;  ///< its first number says how deep, at most kDeepest
  Array array;
  std::uint64_t steps = 0;  ///< of one call, at most about

  static constexpr std::uint64_t kDeepest = 6;
};

/// What all functions of a program share.
struct Program {
  llvm::Module& module;
  Rng& rng;
  std::vector<Array> arrays;
  std::vector<Array> seeds;                ///< of one element, which nobody here writes
  llvm::GlobalVariable* record = nullptr;  ///< of words with bit-fields
  std::vector<Callable> callables;

  llvm::IntegerType* any_type();
};

/// Writes one function, as clang does at -O0: all variables are in memory.
class FunctionWriter {
 public:
  /// The function has no body yet; its arguments are numbers, or lead to `argument`.
  FunctionWriter(Program& program, llvm::Function& function, std::uint64_t most_steps);

  void take_array(const Array& argument) { arrays_.insert(arrays_.end(), 3, argument); }
  /// One call of the function itself, for as long as its first number is not 0.
  void recurse(const Callable& self);
  /// Each function of the program once, where it can be afforded.
  void call_all();
  void statements(unsigned count);
  /// A number that depends on all elements, 64 bits wide.
  llvm::Value* sum_of(const Array& array);
  /// As C's for: from 0 up to `count`, by `step`.
  void loop(std::uint64_t count, std::uint64_t step, const std::function<void(const Number& counter)>& body);
  Number number(llvm::IntegerType* type, unsigned depth);
  Number converted(const Number& from, llvm::IntegerType* type, bool is_signed = false);
  Number load(llvm::Value* pointer, llvm::IntegerType* type);
  llvm::Value* element(const Array& array, const Number& index);
  void finish(const Number& result);
  std::uint64_t steps() const { return steps_; }

  llvm::IRBuilder<llvm::NoFolder, llvm::IRBuilderCallbackInserter> builder;  ///< what it makes is counted as steps

 private:
  using Kind = llvm::Instruction::BinaryOps;
  struct Counter {
    llvm::Value* place = nullptr;
    llvm::IntegerType* type = nullptr;
    std::uint64_t end = 0;  ///< what it holds is less
  };
  struct Local {
    llvm::AllocaInst* place = nullptr;
    llvm::IntegerType* type = nullptr;
  };
  /// What a loop over the elements of arrays does.
  struct ElementLoop {
    Array from{}, other{}, to{};
    std::uint64_t count = 0;  ///< rounds, at most
    bool is_signed = false;   ///< elements that become wider are
    Kind maps = Kind::Add;    ///< what is done with two of them
  };

  // program_numbers.cpp
  Number constant(llvm::IntegerType* type, std::uint64_t value);
  Number leaf(llvm::IntegerType* type);
  Number binary(Kind kind, Number a, Number b);
  Number divided(Kind kind, const Number& a, const Number& by);
  Number shifted(Kind kind, const Number& a);
  Number joined(llvm::IntegerType* type, unsigned depth);
  Number called(llvm::IntegerType* type, unsigned depth);
  Number chosen(llvm::IntegerType* type, unsigned depth);
  Number rounded(llvm::IntegerType* type, unsigned depth);
  llvm::Value* condition(unsigned depth);

  // program_statements.cpp
  void statement();
  void assign();
  void store_element();
  void branch();
  void choose_case();
  void call();
  void call(const Callable& callee);
  void bit_field();
  void vector();
  void straight();
  void move_memory();
  void leave_early();
  void set(const Local& local, const Number& value);
  llvm::BasicBlock* block(const char* name);
  llvm::AllocaInst* variable(llvm::IntegerType* type, const char* name);

  // program_loops.cpp
  void any_loop();
  void array_loop();
  void summing_loop(const ElementLoop& over, const Local& sum, Kind kind);
  void writing_loop(const ElementLoop& over);
  Number read(const ElementLoop& over, const Array& array, const Number& index, llvm::IntegerType* type);
  void write(const ElementLoop& over, const Number& index, const Number& value);
  void search_loop();
  void counted_down();
  std::uint64_t trips(std::uint64_t most);
  bool may_cost(std::uint64_t steps) const { return steps_ + steps * times_ <= most_steps_; }
  template <class Body>
  void times(std::uint64_t count, const Body& body);

  const Array& any_array() { return rng_.pick(arrays_); }
  Number index_into(const Array& array);

  Program& program_;
  Rng& rng_;
  llvm::Function& function_;
  std::vector<Array> arrays_;
  std::vector<Local> locals_;
  std::vector<Counter> counters_;
  llvm::BasicBlock* exit_ = nullptr;
  llvm::AllocaInst* result_ = nullptr;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::uint64_t times_ = 1;  ///< that what is written now is executed, at most
  unsigned depth_ = 0;       ///< of statements within statements
};

}  // namespace assay::generate
