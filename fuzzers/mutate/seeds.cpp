#include "fuzzers/mutate/seeds.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/semantics.h"

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

bool holds_undef(const llvm::Value* value, std::set<const llvm::Value*>& seen) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (constant == nullptr || !seen.insert(value).second) return false;
  if (llvm::isa<llvm::UndefValue>(constant)) return !llvm::isa<llvm::PoisonValue>(constant);
  if (llvm::isa<llvm::Function>(constant)) return false;
  return std::any_of(constant->op_begin(), constant->op_end(),
                     [&](const llvm::Use& use) { return holds_undef(use, seen); });
}

// Brings the globals that a function uses over to another module.
class GlobalImporter {
 public:
  GlobalImporter(llvm::Module& into, llvm::ValueToValueMapTy& map, bool with_callees)
      : into_(into), map_(map), with_callees_(with_callees) {}

  // Everything the function's instructions refer to.
  bool import_all(const llvm::Function& function) {
    for (const llvm::Use& use : function.operands())  // personality, prefix
      if (!import(use.get())) return false;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::Value* operand : instruction.operands())
        if (!import(operand)) return false;
    for (const llvm::Constant* constant : ir::constants_in_metadata(function))
      if (!import(constant)) return false;
    return true;
  }

  void clone_body(const llvm::Function& from, llvm::Function& to) {
    auto target = to.arg_begin();
    for (const llvm::Argument& argument : from.args()) {
      target->setName(argument.getName());
      map_[&argument] = &*target++;
    }
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(&to, &from, map_, llvm::CloneFunctionChangeType::DifferentModule, returns);
    to.setComdat(nullptr);
  }

  // Callees whose bodies are wanted and not yet there.
  const std::vector<std::pair<const llvm::Function*, llvm::Function*>>& pending() const { return pending_; }

  bool import(const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr || map_.count(constant) != 0) return true;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) return import_function(*function);
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) return import_variable(*variable);
    if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) return import_alias(*alias);
    if (llvm::isa<llvm::GlobalValue>(constant)) return false;   // ifuncs
    if (llvm::isa<llvm::BlockAddress>(constant)) return false;  // of a function whose blocks may not come along
    return std::all_of(constant->op_begin(), constant->op_end(), [&](const llvm::Use& use) { return import(use); });
  }

 private:
  bool import_function(const llvm::Function& function) {
    llvm::Function* existing = into_.getFunction(function.getName());
    if (existing == nullptr) {
      existing = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                        function.getAddressSpace(), function.getName(), &into_);
      existing->copyAttributesFrom(&function);
      existing->setPersonalityFn(nullptr);
      if (with_callees_ && !function.isDeclaration()) {
        existing->setLinkage(function.getLinkage());
        pending_.emplace_back(&function, existing);
      }
    }
    if (existing->getFunctionType() != function.getFunctionType()) return false;
    map_[&function] = existing;
    return true;
  }

  bool import_variable(const llvm::GlobalVariable& variable) {
    llvm::GlobalVariable* existing = into_.getNamedGlobal(variable.getName());
    if (existing != nullptr) {
      map_[&variable] = existing;
      return existing->getValueType() == variable.getValueType() && existing->isConstant() == variable.isConstant();
    }
    auto* copy = new llvm::GlobalVariable(into_, variable.getValueType(), variable.isConstant(), variable.getLinkage(),
                                          nullptr, variable.getName(), nullptr, variable.getThreadLocalMode(),
                                          variable.getAddressSpace());
    copy->copyAttributesFrom(&variable);
    map_[&variable] = copy;
    if (!variable.hasInitializer()) return true;
    if (!import(variable.getInitializer())) return false;
    copy->setInitializer(llvm::MapValue(variable.getInitializer(), map_));
    return true;
  }

  bool import_alias(const llvm::GlobalAlias& alias) {
    if (llvm::GlobalAlias* existing = into_.getNamedAlias(alias.getName())) {
      map_[&alias] = existing;
      return existing->getValueType() == alias.getValueType();
    }
    if (into_.getNamedValue(alias.getName()) != nullptr || !import(alias.getAliasee())) return false;
    // What is only declared here has no other name.
    const auto* base =
        llvm::dyn_cast_or_null<llvm::GlobalObject>(static_cast<llvm::Value*>(map_.lookup(alias.getAliaseeObject())));
    if (base == nullptr || base->isDeclaration()) return false;
    llvm::Constant* aliased = llvm::MapValue(alias.getAliasee(), map_);
    auto* copy = llvm::GlobalAlias::create(alias.getValueType(), alias.getAddressSpace(), alias.getLinkage(),
                                           alias.getName(), aliased, &into_);
    copy->copyAttributesFrom(&alias);
    map_[&alias] = copy;
    return true;
  }

  llvm::Module& into_;
  llvm::ValueToValueMapTy& map_;
  bool with_callees_;
  std::vector<std::pair<const llvm::Function*, llvm::Function*>> pending_;
};

}  // namespace

bool mentions_undef(const llvm::Function& function) {
  std::set<const llvm::Value*> seen;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::Value* operand : instruction.operands())
      if (holds_undef(operand, seen)) return true;
  return false;
}

llvm::Function* copy_function(const llvm::Function& function, llvm::Module& into, const std::string& name,
                              bool with_callees) {
  llvm::Function* copy = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                                function.getAddressSpace(), name, &into);
  llvm::ValueToValueMapTy map;
  map[&function] = copy;
  GlobalImporter importer(into, map, with_callees);
  bool complete = importer.import_all(function);
  for (std::size_t index = 0; complete && index < importer.pending().size(); ++index)
    complete = importer.import_all(*importer.pending()[index].first);
  if (!complete) {
    copy->eraseFromParent();
    for (const auto& [original, callee] : importer.pending())
      if (callee->use_empty())
        callee->eraseFromParent();
      else
        callee->setLinkage(llvm::GlobalValue::ExternalLinkage);
    return nullptr;
  }
  importer.clone_body(function, *copy);
  for (const auto& [original, callee] : importer.pending()) importer.clone_body(*original, *callee);
  // Copying between modules leaves a list of compile units behind, though there is none.
  if (llvm::NamedMDNode* units = into.getNamedMetadata("llvm.dbg.cu"); units != nullptr && units->getNumOperands() == 0)
    units->eraseFromParent();
  return copy;
}

std::string why_no_seed(const llvm::Function& function, const SeedOptions& options) {
  if (function.getInstructionCount() > options.max_instructions) return "more instructions than allowed";
  if (function.size() > options.max_blocks) return "more blocks than allowed";
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.isEHPad() || llvm::isa<llvm::CallBrInst>(instruction)) return "exception handling or callbr";
    if (instruction.getType()->isTokenTy()) return "token type";
    for (const llvm::Value* operand : instruction.operands()) {
      if (llvm::isa<llvm::BlockAddress>(operand)) return "blockaddress";
      if (llvm::isa<llvm::InlineAsm>(operand)) return "inline assembly";
    }
  }
  if (!options.allow_undef && mentions_undef(function)) return "undef value";
  if (options.checkable_only)
    if (const auto lowered = semantics::lower(function); !lowered) return "not checkable: " + lowered.error();
  return {};
}

std::vector<std::string> seed_files(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<std::string> files;
  std::error_code ignored;
  for (auto at = fs::recursive_directory_iterator(path, ignored); at != fs::recursive_directory_iterator(); ++at) {
    if (at->is_directory(ignored) && at->path().filename() == "quarantine") at.disable_recursion_pending();
    if (at->is_regular_file(ignored) && (at->path().extension() == ".ll" || at->path().extension() == ".bc"))
      files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string SkippedSeed::text() const { return reason.starts_with(origin + ":") ? reason : origin + ": " + reason; }

void Seeds::add_module(std::unique_ptr<llvm::Module> module, const std::string& name, const SeedOptions& options) {
  if (const Status complaint = ir::verify(*module)) {
    skipped_.push_back({name, "does not verify: " + complaint->message});
    return;
  }
  llvm::StripDebugInfo(*module);
  // What a mutant calls comes along, and is looked for by its name from then on.
  for (llvm::Function& function : *module)
    if (!function.hasName()) function.setName("unnamed");
  bool any = false;
  for (const llvm::Function& function : *module) {
    if (function.isDeclaration()) continue;
    const std::string origin = name + ":@" + function.getName().str();
    const std::string reason = why_no_seed(function, options);
    if (reason.empty())
      seeds_.push_back({&function, origin, name});
    else
      skipped_.push_back({origin, reason});
    any = any || reason.empty();
  }
  if (any) modules_.push_back(std::move(module));
}

void Seeds::add_text(llvm::LLVMContext& context, const std::string& text, const std::string& name,
                     const SeedOptions& options) {
  auto module = ir::parse(context, text, name);
  if (module)
    add_module(std::move(*module), name, options);
  else
    skipped_.push_back({name, module.error()});
}

Result<Seeds> Seeds::load(llvm::LLVMContext& context, const std::vector<std::string>& paths,
                          const SeedOptions& options) {
  Seeds seeds;
  for (const std::string& path : paths) {
    if (!fs::exists(path)) return Error{path + ": no such file or folder"};
    for (const std::string& file : seed_files(path)) {
      auto module = ir::parse_file(context, file);
      if (module)
        seeds.add_module(std::move(*module), file, options);
      else
        seeds.skipped_.push_back({file, module.error()});
    }
  }
  return seeds;
}

}  // namespace assay::mutate
