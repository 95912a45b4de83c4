#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

/// What functions are made of, counted.
namespace assay::mutate {

/// A group ("instruction", "flag", "intrinsic", "attribute", "metadata", "constant", "type") and a thing in it: "add",
/// "add nsw", "llvm.abs", "parameter noundef", "instruction tbaa", "partly poison vector", "vector of i8".
using Item = std::pair<std::string, std::string>;

class Inventory {
 public:
  /// Counts what stands in the module's definitions, declarations and global variables. Each occurrence counts.
  void add(const llvm::Module& module);

  std::uint64_t count(const Item& item) const;
  const std::map<Item, std::uint64_t>& counts() const { return counts_; }

 private:
  void add(const llvm::Function& function);
  void add(const llvm::Instruction& instruction);
  void add_flags(const llvm::Instruction& instruction, const std::string& name);
  void add_constant(const llvm::Value* value);
  void add_attributes(const llvm::AttributeList& attributes, unsigned parameters);
  void add_type(const llvm::Type* type);
  void note(const char* group, std::string thing) { ++counts_[{group, std::move(thing)}]; }

  std::map<Item, std::uint64_t> counts_;
};

/// All that LLVM 22 has in the groups "instruction", "flag" and "intrinsic" as far as semantics/ knows it, in
/// "metadata" (fixed kinds, wherever they may stand), "attribute" (each kind, as "kind") and "constant" (forms), with a
/// zero each: what a table of coverage must have a row for.
std::map<Item, std::uint64_t> everything_there_is(llvm::LLVMContext& context);
/// The counts under the names of everything_there_is: "parameter noundef" and "return noundef" both count as "noundef".
std::map<Item, std::uint64_t> by_kind(const Inventory& inventory);

}  // namespace assay::mutate
