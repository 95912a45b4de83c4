#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/oracles/oracles.h"

namespace assay::oracles {
namespace {

using End = optimize::OptimizeResult::End;

constexpr int kWithDebugRecords = 19;  // older releases can't read the debug info that the linked LLVM writes

// Takes away all that debugify put in, module flags included.
void strip(llvm::Module& module) {
  llvm::StripDebugInfo(module);
  for (const char* name : {"llvm.debugify", "llvm.mir.debugify", "llvm.dbg.cu"})
    if (llvm::NamedMDNode* node = module.getNamedMetadata(name)) module.eraseNamedMetadata(node);
}

/// unchanged() takes functions with such operands for changed.
bool has_metadata_operands(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::Use& operand : instruction.operands())
        if (llvm::isa<llvm::MetadataAsValue>(operand)) return true;
  return false;
}

/// Debugify asks for the size of what each instruction gives, and ends the process where that is not fixed.
bool has_scalable_results(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function),
                        [](const llvm::Instruction& each) { return each.getType()->isScalableTy(); });
  });
}

/// The same but for the names of values and of structures, which say nothing.
bool same_code(const llvm::Module& plain, const llvm::Module& debug) {
  if (optimize::unchanged(plain, debug)) return true;
  if (plain.global_size() != debug.global_size() || plain.alias_size() != debug.alias_size() ||
      plain.ifunc_size() != debug.ifunc_size())
    return false;
  const bool same_variables =
      std::equal(plain.global_begin(), plain.global_end(), debug.global_begin(), ir::same_variable);
  return same_variables && llvm::all_of(plain, [&](const llvm::Function& function) {
           const llvm::Function* other = debug.getFunction(function.getName());
           if (function.isDeclaration()) return true;
           return other != nullptr && !other->isDeclaration() && function.getLinkage() == other->getLinkage() &&
                  function.getVisibility() == other->getVisibility() && function.getSection() == other->getSection() &&
                  function.getAlign() == other->getAlign() && ir::same_text(function, *other);
         });
}

class DebugInvarianceOracle : public Oracle {
 public:
  const char* name() const override { return "debug-invariance"; }
  FindingKind kind() const override { return FindingKind::DebugVariance; }

  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Ok) return {};
    if (run.compiler.major_version() < kWithDebugRecords)
      return {std::nullopt, "debug info can't be written for so old a release"};
    llvm::LLVMContext context;
    auto with_debug = ir::parse(context, run.result.given, "<source>");
    if (!with_debug) return {std::nullopt, with_debug.error()};
    if ((*with_debug)->getNamedMetadata("llvm.dbg.cu") != nullptr)
      return {std::nullopt, "the input has debug info of its own"};
    if (has_scalable_results(**with_debug)) return {std::nullopt, "debug info does not tell scalable sizes"};
    optimize::PassRunner debugify;
    if (Status refused = debugify.run_passes(**with_debug, "debugify")) return {std::nullopt, refused->message};
    const std::string given = ir::print(**with_debug);
    const auto again = run.compiler.run(given, run.pipeline, run.limits);
    if (again.end != End::Ok) {
      if (again.end != End::Crashed) return {std::nullopt, "with debug info: " + again.message};
      return {Complaint{"with debug info: " + crash_headline(again.message), again.message}, ""};
    }
    const Judgement compared = compare(context, run.result.ir, again.ir);
    if (!compared.complaint) return {std::nullopt, compared.unsupported};
    // What reading and writing alone changes is no pass's doing.
    const auto unoptimized = run.compiler.run(run.result.given, kNoPasses, run.limits);
    const auto with_it = run.compiler.run(given, kNoPasses, run.limits);
    if (unoptimized.end != End::Ok || with_it.end != End::Ok || compare(context, unoptimized.ir, with_it.ir).complaint)
      return {std::nullopt, "debug info changes the code without any pass"};
    return {compared.complaint, ""};
  }

 private:
  /// What came out without and with debug info.
  static Judgement compare(llvm::LLVMContext& context, const std::string& without, const std::string& with) {
    auto plain = ir::parse(context, without, "<plain>");
    auto debug = ir::parse(context, with, "<debug>");
    if (!plain || !debug) return {std::nullopt, plain ? debug.error() : plain.error()};
    if ((*plain)->getNamedMetadata("llvm.embedded.objects") != nullptr)
      return {std::nullopt, "the output holds its input as bitcode"};
    strip(**plain);
    strip(**debug);
    if (same_code(**plain, **debug)) return {};
    if (has_metadata_operands(**plain)) return {std::nullopt, "operands that are metadata can't be compared"};
    return {Complaint{"debug info changes the code",
                      "without debug info:\n" + ir::print(**plain) + "\nwith it:\n" + ir::print(**debug)},
            ""};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_debug_invariance_oracle() { return std::make_unique<DebugInvarianceOracle>(); }

}  // namespace assay::oracles
