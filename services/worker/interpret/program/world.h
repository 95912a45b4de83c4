#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "services/worker/interpret/inputs/environment.h"
#include "services/worker/interpret/program/program.h"

namespace assay::interpret {

/// One module's functions, lowered when they are first called, and the environment that they run in.
class World {
 public:
  /// Callees are lowered for the same environment as the function that is run.
  World(const llvm::Module& module, std::shared_ptr<const Environment> environment,
        const semantics::LowerOptions& options = {})
      : module_(module), environment_(std::move(environment)), options_(options) {}
  /// What the programs of callees do from now on.
  void set_kind_of_callees(Program::Kind kind) { kind_ = kind; }
  const Environment& environment() const { return *environment_; }
  const llvm::Module& module() const { return module_; }
  /// The program of a definition, read like its caller, or nothing, with `why` naming the unsupported feature.
  const Program* program_of(const llvm::Function& function, const semantics::Variant& variant, bool guarded,
                            std::string& why);
  /// The function with that address in the environment, as this module has it; null if it hasn't.
  const llvm::Function* function_at(std::size_t object) const;
  /// What is known of a call at the site that goes to the function.
  const semantics::CallFacts& facts_of(const semantics::CallSite& site, const llvm::Function& callee);
  /// The block with that address; null for what is no block of this module.
  const llvm::BasicBlock* block_at(std::size_t object) const;

 private:
  struct Entry {
    std::unique_ptr<semantics::Function> function;
    std::unique_ptr<Program> program;
    std::unique_ptr<Program> guarded;
    std::string error;
  };
  const llvm::Module& module_;
  std::shared_ptr<const Environment> environment_;
  semantics::LowerOptions options_;
  Program::Kind kind_;
  std::unordered_map<const llvm::Function*, Entry> entries_;
  std::map<std::pair<const llvm::CallBase*, const llvm::Function*>, semantics::CallFacts>
      facts_;  ///< of indirect calls
};

}  // namespace assay::interpret
