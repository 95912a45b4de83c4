#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <utility>

namespace assay::ir {

/// What makes globals of two modules one: see GlobalsInStep::same.
enum class SameBy : std::uint8_t {
  Name,             ///< what has a name, and nothing else of it
  NameAndContents,  ///< the name, and all that a function may know of what is behind it
  Contents,         ///< of constants that only their modules know what they hold, of others the name
};

/// Walks constants of two modules in step. Variables without a name are the same by what they hold, and by their order
/// among those that hold the same. What is behind globals is looked at last, by is_same_all_through.
class GlobalsInStep {
 public:
  explicit GlobalsInStep(SameBy by, const llvm::DataLayout* layout = nullptr) : by_(by), layout_(layout) {}

  bool same(const llvm::GlobalValue& a, const llvm::GlobalValue& b);
  bool same_constant(const llvm::Constant* a, const llvm::Constant* b);
  /// All that is said of the variables, but for their names.
  bool same_variable(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b);

  /// Is all behind the globals that were the same, the same?
  bool is_same_all_through();

 private:
  bool is_same_behind(const llvm::GlobalValue& a, const llvm::GlobalValue& b);
  bool same_place(const llvm::Constant& a, const llvm::Constant& b);

  SameBy by_;
  const llvm::DataLayout* layout_;  ///< of the variables whose contents are looked at
  llvm::DenseSet<std::pair<const llvm::GlobalValue*, const llvm::GlobalValue*>> taken_;
  llvm::SmallVector<std::pair<const llvm::GlobalValue*, const llvm::GlobalValue*>> left_;
};

/// A constant of which only its module decides what it is.
bool is_local_constant(const llvm::GlobalVariable& variable);

/// Do variables of two modules begin with the same? An address may be spelled in several ways; the other way than the
/// first may promise no more.
bool same_initializer(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target);
/// Can what two initializers hold be told apart by their texts?
bool is_plain(const llvm::GlobalVariable& variable);

/// Is the same said of where the linker finds it: visibility, dso_local, storage class of a DLL?
bool same_linking(const llvm::GlobalValue& a, const llvm::GlobalValue& b);

/// Of one name.
bool same_personality(const llvm::Function& a, const llvm::Function& b);

/// Do the lists say the same of functions or calls of two modules? Types of the same structure are one, whatever their
/// names: those of a second module get others (byval, sret, elementtype, …).
bool same_attributes(const llvm::AttributeList& a, const llvm::AttributeList& b);

}  // namespace assay::ir
