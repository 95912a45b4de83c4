#pragma once

#include <llvm/IR/LLVMContext.h>

#include <memory>
#include <string>
#include <vector>

#include "services/application/causes.h"
#include "services/common/status.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/symbols.h"

/// Pairs of functions to judge, from files and from what a compiler makes of them.
namespace assay::application {

struct PairOptions {
  std::vector<std::string> files;      ///< one or two
  std::vector<std::string> functions;  ///< these of the first file's only; with or without @
  std::string passes;                  ///< the target is what a compiler makes of the one file; empty: it is in a file
  std::string compiler = "linked";
  std::string opt_args;                          ///< options of its passes
  std::string source_function, target_function;  ///< one pair, by name; empty: pairs are found by name
  bool bidirectional = false;                    ///< each pair the other way round, too
};

/// The modules that were read and the pairs to judge in them.
struct Pairs {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  std::vector<ir::FunctionPair> pairs;
  std::optional<MadeBy> made_by;              ///< of a target that a compiler made here
  std::vector<ir::SymbolDifference> symbols;  ///< of two modules, where all of both is judged
};

/// The error names the file, the function or the compiler.
Status load_pairs(Pairs& into, const PairOptions& options);

/// The same of texts; without a target both of each pair are in the source. The error names the text.
Status load_texts(Pairs& into, const ir::Input& source, const ir::Input* target);

/// "@f" or "f": f.
std::string without_at(const std::string& name);

}  // namespace assay::application
