#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "services/common/status.h"

namespace assay::mutate {

struct SeedOptions {
  bool allow_undef = false;        ///< functions that mention undef are skipped unless this is set
  unsigned max_instructions = 80;  ///< larger functions are skipped
  unsigned max_blocks = 24;
  bool checkable_only = false;  ///< functions that semantics/ can't lower are skipped, with the feature as the reason
};

/// One function to start from. It stands in the module that its file gave, without debug info.
struct Seed {
  const llvm::Function* function = nullptr;
  std::string origin;  ///< "path:@name"
  std::string file;    ///< its path, or what a module that came from no file is called
};

/// A file or a function that is no seed, and why.
struct SkippedSeed {
  std::string origin;
  std::string reason;
  /// "ORIGIN: REASON"; the complaint of a reader, which begins with the file, line and column, as it is.
  std::string text() const;
};

/// The files of seeds at a path: itself, or all .ll and .bc files below it, sorted. Folders named "quarantine" are
/// passed by.
std::vector<std::string> seed_files(const std::string& path);

/// Why a function is no seed; empty: it is one.
std::string why_no_seed(const llvm::Function& function, const SeedOptions& options);

/// Functions loaded from files, in the order of their paths and then of the functions in them.
class Seeds {
 public:
  /// Loads all seed_files() of the paths. A file that can't be read or parsed and a function that is unsuitable are
  /// named in `skipped()`. The only error is a path that doesn't exist.
  static Result<Seeds> load(llvm::LLVMContext& context, const std::vector<std::string>& paths,
                            const SeedOptions& options);
  /// The same for one module's text, under the name given; used for seeds that don't come from files.
  void add_text(llvm::LLVMContext& context, const std::string& text, const std::string& name,
                const SeedOptions& options);

  /// Notes something that is no seed.
  void skip(std::string origin, std::string reason) { skipped_.push_back({std::move(origin), std::move(reason)}); }

  const std::vector<Seed>& all() const { return seeds_; }
  const std::vector<SkippedSeed>& skipped() const { return skipped_; }
  bool empty() const { return seeds_.empty(); }
  std::size_t size() const { return seeds_.size(); }

 private:
  void add_module(std::unique_ptr<llvm::Module> module, const std::string& name, const SeedOptions& options);

  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::vector<Seed> seeds_;
  std::vector<SkippedSeed> skipped_;
};

/// Copies a function into a module of the same context under a new name, with declarations of what it calls (bodies
/// too, where `with_callees`) and definitions of the global variables it uses; a variable or function of the same name
/// and type that is already there is used. Null if one of another type is there.
llvm::Function* copy_function(const llvm::Function& function, llvm::Module& into, const std::string& name,
                              bool with_callees = false);

/// Whether an instruction's operand, an initialiser or a returned constant is undef (poison is not).
bool mentions_undef(const llvm::Function& function);

}  // namespace assay::mutate
