#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/interpret/inputs/setters.h"
#include "services/worker/interpret/memory/memory.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

namespace llvm {
class BasicBlock;
class Constant;
class GlobalValue;
class GlobalVariable;
}  // namespace llvm

namespace assay::interpret {

/// What exists before a run begins: the globals and functions that a function can name, or a source and a target
/// together, at addresses that both share. What else their modules hold costs nothing. An object's number is its
/// block's index in Memory.
class Environment {
 public:
  struct Object {
    std::string name;
    bool is_function = false;
    bool is_label = false;     ///< a block whose address is taken; is_function too, as there is nothing to access
    bool is_constant = false;  ///< in every module that has it
    bool is_external = false;  ///< some module only declares it
    bool is_internal = false;  ///< a variable that only the module's own functions name, with an initial value
    /// Only the module names it, and its address escapes nowhere: unknown functions can't access it.
    bool is_private = false;
    bool may_be_larger = false;   ///< than `size`, in every module that has it (ir::may_be_larger)
    bool is_read_back = false;    ///< a function of the target's module reads it that code outside may call
    std::vector<Setter> setters;  ///< of both modules
    bool is_unread = false;  ///< only the module names it, and the target's never reads it: its contents don't matter
    /// The source's variable; null if the source has none of that name.
    const llvm::GlobalVariable* of_source = nullptr;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t align = 1;
  };
  Environment() = default;
  /// `target` may be null.
  Environment(const llvm::Function& source, const llvm::Function* target);

  const std::vector<Object>& objects() const { return objects_; }
  /// The object's index, or nothing for one that the environment was not made with.
  std::optional<std::size_t> index_of(const std::string& name) const;
  /// The object of a block whose address is taken.
  std::optional<std::size_t> label_of(const llvm::BasicBlock& block) const;
  /// The block of a module that an object stands for; null if it is none.
  const llvm::BasicBlock* block_of(std::size_t object, const llvm::Module& module) const;
  /// Where the k-th block of an input is put.
  std::uint64_t address_of(const semantics::InputBlock& block, std::size_t k) const;

  static constexpr std::uint64_t kGap = 64;  ///< bytes between two objects

 private:
  void add_module(const llvm::Module& module, const llvm::Module& source, const llvm::Module& target,
                  const std::set<std::string>& named);
  void add_labels(const llvm::Module& module);
  void note_uses(const llvm::Function& source, const llvm::Function* target);
  static void note_callbacks(const llvm::GlobalVariable& before, const llvm::GlobalVariable& after,
                             const llvm::Function& from, const llvm::Function& to, Object& object);
  void add(Object object);
  std::vector<Object> objects_;
  std::map<std::string, std::size_t> indices_;
  std::map<const llvm::BasicBlock*, std::size_t> labels_;
  std::uint64_t next_ = 0x10'0000;
};

/// The object that a stream of the C library (stdout, stderr) is.
inline std::string stream_object(const std::string& name) { return "\1FILE " + name; }

/// Writes a global's initial value as a module gives it. False if Assay does not know how some part of it looks in
/// memory.
bool write_initializer(const Environment& environment, const llvm::GlobalVariable& global, Block& block,
                       bool undef_is_poison);

/// A global's address with its object, through aliases. Nothing for what has no object (ifuncs).
struct GlobalAddress {
  std::size_t object = 0;
  std::uint64_t offset = 0;
};
std::optional<GlobalAddress> address_of(const Environment& environment, const llvm::GlobalValue& global);

/// Does the function, or one that it refers to, hold a volatile copy or fill? Optimizers may make volatile accesses of
/// any size and number of one, so a difference between such functions says nothing.
bool has_volatile_copies(const llvm::Function& function);

}  // namespace assay::interpret
