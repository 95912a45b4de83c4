#include "services/worker/interpret/program/world.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace assay::interpret {

const Program* World::program_of(const llvm::Function& function, const semantics::Variant& variant, bool guarded,
                                 std::string& why) {
  Entry& entry = entries_[&function];
  if (!entry.program && entry.error.empty()) {
    semantics::LowerOptions options = options_;
    options.variant = variant;
    auto lowered = semantics::lower(function, options);
    if (!lowered) {
      entry.error = lowered.error();
    } else {
      entry.function = std::make_unique<semantics::Function>(std::move(*lowered));
      entry.program = std::make_unique<Program>(*entry.function, kind_);
    }
  }
  why = entry.error;
  if (!guarded || entry.function == nullptr) return entry.program.get();
  Program::Kind kind = kind_;
  kind.guarded = true;
  if (!entry.guarded) entry.guarded = std::make_unique<Program>(*entry.function, kind);
  return entry.guarded.get();
}

const llvm::Function* World::function_at(std::size_t object) const {
  return object < environment_->objects().size() ? module_.getFunction(environment_->objects()[object].name) : nullptr;
}

const semantics::CallFacts& World::facts_of(const semantics::CallSite& site, const llvm::Function& callee) {
  if (site.callee == &callee) return site.facts;
  const auto [entry, is_new] = facts_.try_emplace({site.call, &callee});
  if (is_new) entry->second = semantics::facts_of(site, &callee);
  return entry->second;
}

const llvm::BasicBlock* World::block_at(std::size_t object) const { return environment_->block_of(object, module_); }

}  // namespace assay::interpret
