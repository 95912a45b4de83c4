#include "services/worker/optimize/coverage_blocks.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace assay::optimize {
namespace {

// What the names of the passes' classes and of the analyses that they ask have in common.
constexpr const char* kNames[] = {"InstCombin",
                                  "InstSimplify",
                                  "InstructionSimplify",
                                  "simplifyInst",
                                  "SROA",
                                  "GVN",
                                  "EarlyCSE",
                                  "DSE",
                                  "DeadStore",
                                  "MemCpyOpt",
                                  "Reassociat",
                                  "SimplifyCFG",
                                  "simplifyCFG",
                                  "LICM",
                                  "IndVar",
                                  "LoopUnroll",
                                  "LoopVectoriz",
                                  "VPlan",
                                  "VPRecipe",
                                  "SLPVectoriz",
                                  "BoUpSLP",
                                  "VectorCombin",
                                  "SCCP",
                                  "CorrelatedValue",
                                  "ConstraintElim",
                                  "JumpThreading",
                                  "BDCE",
                                  "DemandedBits",
                                  "LoopStrength",
                                  "LSRInstance",
                                  "LoopRotat",
                                  "LoopUnswitch",
                                  "LazyValueInfo",
                                  "ScalarEvolution",
                                  "SCEV",
                                  "KnownBits",
                                  "ConstantFold",
                                  "Inliner",
                                  "CallAnalyzer",
                                  "GlobalOpt",
                                  "LoopIdiom",
                                  "LoopDeletion",
                                  "TailRecursion",
                                  "MergedLoadStore",
                                  "ADCE",
                                  "LoopAccessInfo",
                                  "Scalarizer",
                                  "LoadStoreVectorizer",
                                  "ConstantRange"};

Result<std::vector<Code>> functions_of_passes(std::uintptr_t base) {
  auto file = llvm::object::ObjectFile::createObjectFile("/proc/self/exe");
  if (!file) return Error{"this program's symbols can't be read: " + llvm::toString(file.takeError())};
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->getBinary());
  if (elf == nullptr || elf->getArch() != llvm::Triple::x86_64) return Error{"coverage is known for x86-64 only"};
  std::vector<Code> all;
  for (const llvm::object::ELFSymbolRef symbol : elf->symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FUNC || symbol.getSize() == 0) continue;
    auto address = symbol.getAddress();
    auto name = symbol.getName();
    if (!address || !name) {
      llvm::consumeError(address.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    all.push_back(
        {base + *address, symbol.getSize(), symbol.getBinding() == llvm::ELF::STB_LOCAL, is_of_passes(*name)});
  }
  if (all.empty()) return Error{"this program has no symbols (it was stripped): coverage needs them"};
  return code_of_passes(std::move(all));
}

/// Disassembles one function after the other.
class Disassembler {
 public:
  Status open() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    const llvm::Triple triple("x86_64-unknown-linux-gnu");
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (target == nullptr) return Error{error};
    registers_.reset(target->createMCRegInfo(triple));
    assembly_.reset(target->createMCAsmInfo(*registers_, triple, {}));
    subtarget_.reset(target->createMCSubtargetInfo(triple, "", ""));
    instructions_.reset(target->createMCInstrInfo());
    analysis_.reset(target->createMCInstrAnalysis(instructions_.get()));
    context_ = std::make_unique<llvm::MCContext>(triple, assembly_.get(), registers_.get(), subtarget_.get());
    disassembler_.reset(target->createMCDisassembler(*subtarget_, *context_));
    if (!disassembler_ || !analysis_) return Error{"no disassembler for this processor is linked in"};
    return std::nullopt;
  }

  /// Block starts: the entry, targets of branches within, and what follows a branch. Nothing of a function that can't
  /// be read to its end.
  void add_blocks(const Code& code, std::ptrdiff_t shift, std::vector<std::uintptr_t>& blocks) const {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(code.address + static_cast<std::uintptr_t>(shift));
    const llvm::ArrayRef<std::uint8_t> bytes(begin, code.size);
    std::vector<std::uintptr_t> boundaries, starts{code.address};
    for (std::uint64_t at = 0; at < code.size;) {
      llvm::MCInst instruction;
      std::uint64_t length = 0;
      const std::uintptr_t address = code.address + at;
      if (disassembler_->getInstruction(instruction, length, bytes.slice(at), address, llvm::nulls()) !=
              llvm::MCDisassembler::Success ||
          length == 0)
        return;
      boundaries.push_back(address);
      at += length;
      const llvm::MCInstrDesc& description = instructions_->get(instruction.getOpcode());
      if (!description.isBranch() && !description.isTerminator()) continue;
      std::uint64_t target = 0;
      if (analysis_->evaluateBranch(instruction, address, length, target) && target >= code.address &&
          target < code.address + code.size)
        starts.push_back(target);
      if (at < code.size) starts.push_back(code.address + at);
    }
    std::sort(starts.begin(), starts.end());
    // Only where an instruction begins.
    std::set_intersection(starts.begin(), starts.end(), boundaries.begin(), boundaries.end(),
                          std::back_inserter(blocks));
  }

 private:
  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> assembly_;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget_;
  std::unique_ptr<llvm::MCInstrInfo> instructions_;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
};

}  // namespace

bool is_of_passes(std::string_view mangled) {
  const llvm::StringRef name(mangled);
  return name.contains("llvm") &&
         std::any_of(std::begin(kNames), std::end(kNames), [&](const char* word) { return name.contains(word); });
}

std::vector<Code> code_of_passes(std::vector<Code> all) {
  std::sort(all.begin(), all.end(), [](const Code& a, const Code& b) {
    return std::pair(a.address, !a.named) < std::pair(b.address, !b.named);
  });
  all.erase(std::unique(all.begin(), all.end(), [](const Code& a, const Code& b) { return a.address == b.address; }),
            all.end());
  // A file's functions lie together: a static function between two of a pass's is the pass's as well.
  std::vector<Code> chosen;
  bool before = false;
  std::vector<bool> behind(all.size(), false);
  for (std::size_t index = all.size(), next = 0; index-- > 0;) {
    behind[index] = next != 0;
    if (!all[index].local) next = all[index].named ? 1 : 0;
  }
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (all[index].named || (all[index].local && before && behind[index])) chosen.push_back(all[index]);
    if (!all[index].local) before = all[index].named;
  }
  return chosen;
}

Result<std::vector<std::uintptr_t>> starts_of_blocks(const std::vector<Code>& functions, std::ptrdiff_t shift) {
  Disassembler disassembler;
  if (Status bad = disassembler.open()) return *bad;
  std::vector<std::uintptr_t> blocks;
  for (const Code& code : functions) disassembler.add_blocks(code, shift, blocks);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

Result<std::vector<std::uintptr_t>> find_blocks(std::uintptr_t base) {
  const auto functions = functions_of_passes(base);
  if (!functions) return Error{functions.error()};
  auto blocks = starts_of_blocks(*functions, 0);
  if (blocks && blocks->empty()) return Error{"none of the passes' functions was found among this program's symbols"};
  return blocks;
}

}  // namespace assay::optimize
