#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

/// LLVM functions in one form: what can be written in several ways is written in one, so that less differs where two
/// are compared. Each normalizer is a row of normalizers.def.
namespace assay::normalize {

/// What a form is for, as a set of bits.
enum Form : unsigned {
  Steps = 1,   ///< to be laid side by side, block by block (prove/parts): blocks stay as they are
  Rounds = 2,  ///< to be cut at loops (prove/rounds)
  Stores = 4,  ///< beyond Rounds, of steps laid side by side: memory is compared at fewer places
  Loads = 8,   ///< beyond Stores: what the function itself stored or read is not read again
  Types = 16,  ///< beyond Loads, of a source alone: where its accesses break what `!tbaa` says, it may do anything
};

/// Names of blocks that are neither left out nor merged into others: somebody is going to cut there.
using Kept = llvm::StringSet<>;

struct Normalizer {
  const char* name;
  unsigned forms;  ///< of Form
  void (*run)(llvm::Function& function, const Kept& kept);
  bool (*finds)(const llvm::Function& function);
  const char* does;
  const char* why;
};
/// All, in the order in which they run.
llvm::ArrayRef<Normalizer> normalizers();

/// Brings the function to the forms. It does the same as before; in Form::Types it may be undefined less often.
void bring_to(unsigned forms, llvm::Function& function, const Kept& kept = {});

/// Blocks that an edge leads back to, and that all cycles go through.
llvm::SmallVector<llvm::BasicBlock*, 4> heads_of_loops(llvm::Function& function);

/// Two functions, source and target, in one form.
class NormalPair {
 public:
  /// In Form::Steps. Where nothing has to be done no copy is made: the functions given must outlive this.
  NormalPair(const llvm::Function& source, const llvm::Function& target);

  const llvm::Function& source() const { return *source_.function; }
  const llvm::Function& target() const { return *target_.function; }

  /// Brings them to Form::Rounds, as copies in modules that each is alone in. Blocks of the names of either's heads of
  /// loops stay.
  void bring_to_rounds();
  /// In Form::Rounds, to be changed.
  struct Own {
    std::unique_ptr<llvm::Module> source_module, target_module;
    llvm::Function *source = nullptr, *target = nullptr;
  };
  Own for_rounds() &&;
  /// Copies in Form::Rounds and these forms, of which the source is written along the target's blocks
  /// (target_shape.h). No functions if it can't be. With Form::Loads the source is brought to Form::Types, too.
  Own in_one_shape(unsigned forms) const;

 private:
  struct Side {
    std::unique_ptr<llvm::Module> module;  ///< null: the function is as it was given
    const llvm::Function* function = nullptr;
    llvm::Function& own(const llvm::Function& other);
  };
  llvm::Function& own_source() { return source_.own(target()); }
  llvm::Function& own_target() { return target_.own(source()); }

  Side source_, target_;
  bool is_in_rounds_ = false;
};

}  // namespace assay::normalize
