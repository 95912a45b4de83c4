#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

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

class DebugInvarianceOracle : public Oracle {
 public:
  const char* name() const override { return "debug-invariance"; }
  FindingKind kind() const override { return FindingKind::DebugVariance; }

  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Ok) return {};
    if (run.compiler.major_version() < kWithDebugRecords)
      return {std::nullopt, "debug info can't be written for LLVM " + std::to_string(run.compiler.major_version())};
    llvm::LLVMContext context;
    auto with_debug = ir::parse(context, run.result.given, "<source>");
    if (!with_debug) return {std::nullopt, with_debug.error()};
    if ((*with_debug)->getNamedMetadata("llvm.dbg.cu") != nullptr)
      return {std::nullopt, "the input has debug info of its own"};
    optimize::PassRunner debugify;
    if (Status refused = debugify.run_passes(**with_debug, "debugify")) return {std::nullopt, refused->message};
    const auto again = run.compiler.run(ir::print(**with_debug), run.pipeline, run.limits);
    if (again.end != End::Ok) {
      if (again.end != End::Crashed) return {std::nullopt, "with debug info: " + again.message};
      return {Complaint{"with debug info: " + crash_headline(again.message), again.message}, ""};
    }
    auto plain = ir::parse(context, run.result.ir, "<plain>");
    auto debug = ir::parse(context, again.ir, "<debug>");
    if (!plain || !debug) return {std::nullopt, plain ? debug.error() : plain.error()};
    strip(**plain);
    strip(**debug);
    if (optimize::unchanged(**plain, **debug)) return {};
    if (has_metadata_operands(**plain)) return {std::nullopt, "operands that are metadata can't be compared"};
    return {Complaint{"debug info changes the code",
                      "without debug info:\n" + ir::print(**plain) + "\nwith it:\n" + ir::print(**debug)},
            ""};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_debug_invariance_oracle() { return std::make_unique<DebugInvarianceOracle>(); }

}  // namespace assay::oracles
