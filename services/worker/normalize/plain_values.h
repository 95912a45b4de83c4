#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace assay::normalize {

bool is_lifetime_marker(const llvm::User& user);
/// Is the object only loaded and stored as a whole, beside marks of its lifetime, so that it is what was stored last?
bool holds_one_value(const llvm::AllocaInst& object);

/// A function seen without what takes no solver to see through:
/// - a phi whose incoming values are all one value is that value;
/// - what is loaded from a stack object that the function only loads and stores as a whole is what was stored before in
///   the same block;
/// - such objects that nothing else is loaded from, stores to them, and phis that nothing needs, are not there.
/// The function seen that way does the same, for all inputs and choices.
class PlainValues {
 public:
  explicit PlainValues(const llvm::Function& function);

  /// What the value is.
  const llvm::Value* plain(const llvm::Value* value) const;
  /// Is nothing lost without it? True for what is another value, too.
  bool is_dropped(const llvm::Instruction& instruction) const { return dropped_.contains(&instruction); }
  /// From now on the phi is taken for this value, which the caller has to prove. It must be a constant or an argument.
  void assume(const llvm::PHINode& phi, const llvm::Value& value) { replace(phi, value); }

 private:
  void replace(const llvm::Instruction& instruction, const llvm::Value& value);
  void forward_stores(const llvm::AllocaInst& object);
  bool merge_phis(const llvm::Function& function);
  void drop_unused_phis(const llvm::Function& function);

  llvm::DenseMap<const llvm::Value*, const llvm::Value*> known_;
  llvm::DenseSet<const llvm::Instruction*> dropped_;
};

}  // namespace assay::normalize
