#pragma once

#include <llvm/IR/DerivedTypes.h>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"

namespace assay::generate {

/// The few types that one generated function uses. A few, so that its values fit each other.
class FunctionTypes {
 public:
  FunctionTypes(llvm::LLVMContext& context, Rng& rng, const Profile& profile)
      : context_(context), rng_(rng), profile_(profile) {}

  /// Draws the widths, the lanes of vectors, and whether there are vectors and floating-point values.
  void choose();
  /// Draws the floating-point type, if there is to be one. After choose().
  void choose_floating();
  /// Takes those that a value of `type` is made from; `scope` says what there is to make a truth value from.
  void choose_for(llvm::Type* type, const std::vector<llvm::Value*>& scope);

  /// An integer type or a vector of integers.
  llvm::Type* integer();
  /// A floating-point type or a vector of them.
  llvm::Type* floating();
  /// Either of them.
  llvm::Type* any();
  /// The scalar integer type that most values have.
  llvm::Type* main_integer() const { return llvm::IntegerType::get(context_, main_bits_); }
  /// Another width than that of `type`, same shape; null if there is none.
  llvm::Type* narrower(llvm::Type* type);
  llvm::Type* wider(llvm::Type* type);

  bool has_floats() const { return has_floats_; }
  unsigned float_bits() const { return float_ == nullptr ? 0 : float_->getScalarSizeInBits(); }
  bool has_vectors() const { return has_vectors_; }
  /// Of the function's vectors.
  unsigned lanes() const { return lanes_; }

 private:
  unsigned random_width();
  llvm::Type* random_floating();
  llvm::Type* perhaps_vector(llvm::Type* element);

  llvm::LLVMContext& context_;
  Rng& rng_;
  const Profile& profile_;
  unsigned main_bits_ = 8;
  unsigned other_bits_ = 1;
  unsigned lanes_ = 0;
  bool has_vectors_ = false;
  bool has_floats_ = false;
  llvm::Type* float_ = nullptr;
};

/// Whether the type is an integer or a fixed vector of integers.
bool is_integer(llvm::Type* type);
/// The same shape with integer elements of that width.
llvm::Type* with_width(llvm::Type* shape, unsigned bits);

}  // namespace assay::generate
