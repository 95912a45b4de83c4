#include "services/worker/cost/machine_code.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MCA/Context.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <llvm/MCA/InstrBuilder.h>
#include <llvm/MCA/Pipeline.h>
#include <llvm/MCA/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

#include "services/worker/ir/target.h"

namespace assay::cost {
namespace {

constexpr unsigned kCallCycles = 100;  // llvm-mca's; nothing is told of code that calls

/// Not of ARM, whose functions have constants between their instructions.
void initialize_disassemblers() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86Disassembler();
    LLVMInitializeAArch64Disassembler();
    LLVMInitializeRISCVDisassembler();
    LLVMInitializeSystemZDisassembler();
    LLVMInitializePowerPCDisassembler();
  });
}

/// llvm-mca's own figures where it is told none: queues as large as the model says.
llvm::mca::PipelineOptions usual_pipeline() { return {0, 0, 0, 0, 0, 0, true}; }

}  // namespace

struct MachineCode::Parts {
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;

  std::optional<std::vector<llvm::MCInst>> read(std::span<const std::uint8_t> bytes) const {
    const llvm::ArrayRef<std::uint8_t> code(bytes.data(), bytes.size());
    std::vector<llvm::MCInst> found;
    for (std::uint64_t at = 0, length = 0; at < code.size(); at += length) {
      llvm::MCInst instruction;
      if (disassembler->getInstruction(instruction, length, code.slice(at), at, llvm::nulls()) !=
              llvm::MCDisassembler::Success ||
          length == 0)
        return std::nullopt;
      found.push_back(instruction);
    }
    return found;
  }
};

MachineCode::MachineCode(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
MachineCode::~MachineCode() = default;

Result<std::unique_ptr<MachineCode>> MachineCode::open(const Processor& processor) {
  const llvm::Triple triple(processor.triple);
  const llvm::Target* target = ir::target_of(triple);
  if (target == nullptr) return Error{"'" + processor.triple + "': no such target is linked"};
  initialize_disassemblers();
  auto parts = std::make_unique<Parts>();
  parts->registers.reset(target->createMCRegInfo(triple));
  parts->assembly.reset(target->createMCAsmInfo(*parts->registers, triple, {}));
  parts->subtarget.reset(target->createMCSubtargetInfo(triple, processor.name, processor.features));
  if (!parts->subtarget) return Error{"'" + processor.name + "': no such processor of " + processor.triple};
  parts->instructions.reset(target->createMCInstrInfo());
  parts->analysis.reset(target->createMCInstrAnalysis(parts->instructions.get()));
  parts->context =
      std::make_unique<llvm::MCContext>(triple, parts->assembly.get(), parts->registers.get(), parts->subtarget.get());
  parts->disassembler.reset(target->createMCDisassembler(*parts->subtarget, *parts->context));
  if (!parts->disassembler) return Error{"'" + processor.triple + "': no disassembler of it is linked"};
  return std::unique_ptr<MachineCode>(new MachineCode(std::move(parts)));
}

std::optional<std::size_t> MachineCode::instructions(std::span<const std::uint8_t> bytes) {
  const auto read = parts_->read(bytes);
  return read ? std::optional(read->size()) : std::nullopt;
}

std::optional<double> MachineCode::cycles(std::span<const std::uint8_t> bytes) {
  const llvm::MCSubtargetInfo& subtarget = *parts_->subtarget;
  if (!subtarget.getSchedModel().hasInstrSchedModel()) return std::nullopt;
  const auto read = parts_->read(bytes);
  if (!read) return std::nullopt;
  llvm::mca::InstrumentManager instruments(subtarget, *parts_->instructions);
  llvm::mca::InstrBuilder builder(subtarget, *parts_->instructions, *parts_->registers, parts_->analysis.get(),
                                  instruments, kCallCycles);
  std::vector<llvm::mca::SourceMgr::UniqueInst> sequence;
  for (const llvm::MCInst& instruction : *read) {
    const llvm::MCInstrDesc& description = parts_->instructions->get(instruction.getOpcode());
    if (description.isCall()) return std::nullopt;
    if (description.isReturn()) continue;  // nobody knows what follows
    auto built = builder.createInstruction(instruction, {});
    if (!built) {
      llvm::consumeError(built.takeError());
      return std::nullopt;
    }
    sequence.push_back(std::move(*built));
  }
  if (sequence.empty()) return 0;
  llvm::mca::CircularSourceMgr source(sequence, 1);
  llvm::mca::CustomBehaviour behaviour(subtarget, source, *parts_->instructions);
  llvm::mca::Context context(*parts_->registers, subtarget);
  const auto pipeline = subtarget.getSchedModel().isOutOfOrder()
                            ? context.createDefaultPipeline(usual_pipeline(), source, behaviour)
                            : context.createInOrderPipeline(usual_pipeline(), source, behaviour);
  auto cycles = pipeline->run();
  if (cycles) return *cycles;
  llvm::consumeError(cycles.takeError());
  return std::nullopt;
}

}  // namespace assay::cost
