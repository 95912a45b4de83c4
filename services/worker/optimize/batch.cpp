#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

using End = OptimizeResult::End;

// What of a module the modules linked with it must share.
std::string surroundings_of(const llvm::Module& module) {
  return module.getTargetTriple().str() + '\n' + module.getDataLayoutStr();
}

// Things that the linker merges by rules of its own; a module that has them runs alone.
bool runs_alone(const llvm::Module& module) {
  return !module.getModuleInlineAsm().empty() || !module.named_metadata_empty() || !module.alias_empty() ||
         !module.ifunc_empty() || !module.getComdatSymbolTable().empty();
}

struct Member {
  std::size_t index = 0;  ///< in the batch
  std::unique_ptr<llvm::Module> module;
  std::string given;
  std::vector<std::string> dropped;
};

std::string joint_prefix(std::size_t index) { return "assay." + std::to_string(index) + "."; }

class Batch {
 public:
  Batch(Compiler& compiler, const std::vector<std::string>& candidates, const std::string& pipeline,
        const Limits& limits)
      : compiler_(compiler),
        candidates_(candidates),
        pipeline_(pipeline),
        limits_(limits),
        results_(candidates.size()) {}

  std::vector<BatchResult> run() {
    std::map<std::string, std::vector<Member>> groups;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      auto member = read(i);
      if (!member) continue;
      if (runs_alone(*member->module))
        run_alone(*member);
      else
        groups[surroundings_of(*member->module)].push_back(std::move(*member));
    }
    for (auto& [surroundings, members] : groups) run_compatible(members);
    return std::move(results_);
  }

 private:
  // Parses a candidate and spells it as the compiler will get it. A candidate for which that fails gets its result
  // here.
  std::optional<Member> read(std::size_t index) {
    OptimizeResult& result = results_[index].result;
    auto module = ir::parse(context_, candidates_[index], "<input>");
    if (!module) {
      result.message = module.error();
      return std::nullopt;
    }
    if (Status invalid = ir::verify(**module)) {
      result.message = "invalid input: " + invalid->message;
      return std::nullopt;
    }
    Member member{index, std::move(*module), candidates_[index], {}};
    if (compiler_.major_version() >= LLVM_VERSION_MAJOR) return member;
    auto spelling = spell_module(*member.module, compiler_.major_version());
    auto given = spelling ? ir::parse(context_, spelling->text, "<spelling>")
                          : Result<std::unique_ptr<llvm::Module>>(Error{spelling.error()});
    if (!given) {
      result.message = given.error();
      return std::nullopt;
    }
    member.module = std::move(*given);
    member.given = std::move(spelling->text);
    member.dropped = std::move(spelling->dropped);
    return member;
  }

  // Splits the members so that in each part a declared name has one meaning, and runs the parts.
  void run_compatible(std::vector<Member>& members) {
    std::vector<Member*> rest;
    for (Member& member : members) rest.push_back(&member);
    while (!rest.empty()) {
      std::map<std::string, std::string> declared;
      std::vector<Member*> part, later;
      for (Member* member : rest) (declares_alike(*member->module, declared) ? part : later).push_back(member);
      run_part(part);
      rest = std::move(later);
    }
  }

  static bool declares_alike(const llvm::Module& module, std::map<std::string, std::string>& declared) {
    std::map<std::string, std::string> own;
    for (const llvm::GlobalValue& global : module.global_values()) {
      if (!global.isDeclaration()) continue;
      std::string text = ir::print(static_cast<const llvm::Value&>(global));
      if (const auto* function = llvm::dyn_cast<llvm::Function>(&global); function != nullptr) {
        if (function->isIntrinsic()) continue;
        text = text.substr(text.find("declare"));
        if (const auto group = text.find(" #"); group != std::string::npos) text.erase(group);
        text += function->getAttributes().getFnAttrs().getAsString();
      }
      const auto found = declared.find(global.getName().str());
      if (found != declared.end() && found->second != text) return false;
      own.emplace(global.getName().str(), std::move(text));
    }
    declared.insert(own.begin(), own.end());
    return true;
  }

  void run_part(const std::vector<Member*>& part) {
    if (part.size() == 1) return run_alone(*part[0]);
    auto joint = link(part);
    if (joint) {
      const OptimizeResult result = compiler_.run(ir::print(*joint), pipeline_, limits_);
      if (result.end == End::Ok && distribute(part, result)) return;
    }
    const std::size_t half = part.size() / 2;
    run_part({part.begin(), part.begin() + half});
    run_part({part.begin() + half, part.end()});
  }

  // All members in one module; what a member defines gets its prefix. Nothing if the linker refuses.
  std::unique_ptr<llvm::Module> link(const std::vector<Member*>& part) {
    auto joint = std::make_unique<llvm::Module>("batch", context_);
    joint->setTargetTriple(part[0]->module->getTargetTriple());
    joint->setDataLayout(part[0]->module->getDataLayout());
    llvm::Linker linker(*joint);
    for (const Member* member : part) {
      auto copy = ir::clone(*member->module);
      for (llvm::GlobalValue& global : copy->global_values())
        if (!global.isDeclaration()) global.setName(joint_prefix(member->index) + global.getName());
      if (linker.linkInModule(std::move(copy))) return nullptr;
    }
    return joint;
  }

  bool distribute(const std::vector<Member*>& part, const OptimizeResult& joint) {
    auto module = ir::parse(context_, joint.ir, "<batch>");
    if (!module) return false;
    for (Member* member : part) {
      BatchResult& entry = results_[member->index];
      auto own = take(**module, *member);
      if (!own) {  // entangled with another candidate
        run_alone(*member);
        continue;
      }
      entry.result.end = End::Ok;
      entry.result.given = member->given;
      entry.result.dropped = member->dropped;
      entry.result.seconds = joint.seconds / part.size();
      entry.changed = !unchanged(*member->module, *own);
      entry.result.ir = entry.changed ? ir::print(*own) : member->given;
    }
    return true;
  }

  // The part of the joint output that is a member's, under its own names; nothing if it refers to what another member
  // defines.
  static std::unique_ptr<llvm::Module> take(const llvm::Module& joint, const Member& member) {
    const std::string prefix = joint_prefix(member.index);
    llvm::ValueToValueMapTy map;
    auto own = llvm::CloneModule(
        joint, map, [&](const llvm::GlobalValue* global) { return global->getName().starts_with(prefix); });
    for (bool progress = true; progress;) {
      progress = false;
      for (llvm::GlobalValue* global : all_globals(*own)) {
        if (global->getName().starts_with(prefix)) continue;
        global->removeDeadConstantUsers();
        if (!global->use_empty()) continue;
        global->eraseFromParent();
        progress = true;
      }
    }
    for (llvm::GlobalValue* global : all_globals(*own)) {
      if (global->getName().starts_with(prefix))
        global->setName(global->getName().drop_front(prefix.size()));
      else if (global->getName().starts_with("assay.") || !global->isDeclaration())
        return nullptr;
    }
    own->setModuleIdentifier(member.module->getModuleIdentifier());
    own->setSourceFileName(member.module->getSourceFileName());
    return own;
  }

  static std::vector<llvm::GlobalValue*> all_globals(llvm::Module& module) {
    std::vector<llvm::GlobalValue*> globals;
    for (llvm::GlobalValue& global : module.global_values()) globals.push_back(&global);
    return globals;
  }

  void run_alone(const Member& member) {
    BatchResult& entry = results_[member.index];
    entry.result = compiler_.run(candidates_[member.index], pipeline_, limits_);
    if (entry.result.end != End::Ok) return;
    const auto target = ir::parse(context_, entry.result.ir, "<output>");
    entry.changed = !target || !unchanged(*member.module, **target);
  }

  Compiler& compiler_;
  const std::vector<std::string>& candidates_;
  const std::string& pipeline_;
  const Limits& limits_;
  std::vector<BatchResult> results_;
  llvm::LLVMContext context_;
};

}  // namespace

std::vector<BatchResult> run_batch(Compiler& compiler, const std::vector<std::string>& candidates,
                                   const std::string& pipeline, const Limits& limits) {
  return Batch(compiler, candidates, pipeline, limits).run();
}

}  // namespace assay::optimize
