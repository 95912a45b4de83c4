#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/seeds.h"
#include "services/common/rng.h"
#include "services/worker/optimize/optimize.h"

namespace assay {

/// Two functions of one type, each in a module of its own.
struct Pair {
  std::unique_ptr<llvm::Module> source_module, target_module;
  llvm::Function* source = nullptr;
  llvm::Function* target = nullptr;
  std::string text() const;
};

/// Draws functions (made anew, or edits of seeds), and what passes or one more edit make of them.
class PairMaker {
 public:
  struct Options {
    std::vector<std::string> seeds;      ///< files or folders
    std::vector<std::string> pipelines;  ///< one of them is run, mostly
    generate::Profile profile = generate::peephole_profile();
    unsigned generated_percent = 50;  ///< of the sources; the others are edits of seeds
    unsigned edited_percent = 50;     ///< of the targets are edited at the end, so that most of those are wrong
  };
  /// The context must outlive it. Seeds that can't be read fail the test.
  PairMaker(llvm::LLVMContext& context, Options options);

  /// No source: the draw gave no pair that differs.
  Pair make(Rng& rng);

 private:
  llvm::LLVMContext& context_;
  Options options_;
  mutate::Seeds seeds_;
  optimize::PassRunner passes_;
};

/// The number in that environment variable, else `otherwise`.
std::uint64_t number_or(const char* name, std::uint64_t otherwise);

}  // namespace assay
