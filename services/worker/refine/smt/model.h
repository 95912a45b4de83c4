#pragma once

#include <llvm/ADT/APInt.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

struct ApLess {
  bool operator()(const llvm::APInt& a, const llvm::APInt& b) const {
    return a.getBitWidth() != b.getBitWidth() ? a.getBitWidth() < b.getBitWidth() : a.ult(b);
  }
  bool operator()(const std::vector<llvm::APInt>& a, const std::vector<llvm::APInt>& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), *this);
  }
};

/// The contents of an array: some indices, and what all others hold.
struct ArrayValue {
  llvm::APInt otherwise;
  std::map<llvm::APInt, llvm::APInt, ApLess> at;
  const llvm::APInt& get(const llvm::APInt& index) const {
    const auto found = at.find(index);
    return found == at.end() ? otherwise : found->second;
  }
};

/// The graph of an uninterpreted function: some arguments, and the result for all others.
struct FunctionValue {
  llvm::APInt otherwise;
  std::map<std::vector<llvm::APInt>, llvm::APInt, ApLess> at;
};

/// Values of variables, arrays and functions. What is not set is zero (everywhere), so that every model is complete.
class Model {
 public:
  void set(Term variable, llvm::APInt value) { bits_[variable] = std::move(value); }
  void set(Term array, ArrayValue value) { arrays_[array] = std::move(value); }
  void set_function(const std::string& key, FunctionValue value) { functions_[key] = std::move(value); }

  llvm::APInt get(Term variable) const;
  ArrayValue array(Term array) const;
  const FunctionValue* function(const std::string& key) const;
  bool has(Term variable) const { return bits_.contains(variable); }
  const std::unordered_map<Term, llvm::APInt>& bits() const { return bits_; }
  const std::unordered_map<Term, ArrayValue>& arrays() const { return arrays_; }

 private:
  std::unordered_map<Term, llvm::APInt> bits_;
  std::unordered_map<Term, ArrayValue> arrays_;
  std::unordered_map<std::string, FunctionValue> functions_;
};

/// The key of an Apply's function in a Model: name and widths, because those are what makes a function.
std::string function_key(const Terms& terms, Term apply);

/// The value of the term under the model. For one evaluation of one term; for many use Evaluator.
llvm::APInt evaluate(const Terms& terms, Term t, const Model& model);

/// The roots compiled to one list of steps, for many evaluations.
class Evaluator {
 public:
  Evaluator(const Terms& terms, std::span<const Term> roots);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  /// The variables that the roots depend on.
  const std::vector<Term>& variables() const;
  /// Values of the roots in order.
  std::vector<llvm::APInt> evaluate(const Model& model);
  /// Are all roots (of width 1) true? Stops at the first that is not.
  bool all_true(const Model& model);
  /// The value of any node below the roots in the last evaluation that reached it.
  std::optional<llvm::APInt> value_of(Term t) const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

}  // namespace assay::refine::smt
