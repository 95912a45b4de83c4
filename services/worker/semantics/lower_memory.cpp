#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/type_tags.h"
#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_instruction.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

/// Some targets have volatile accesses in several address spaces that mean the same, so that optimizers may change them
/// (LangRef, volatile memory accesses; LLVM's TargetTransformInfo::hasVolatileVariant).
bool has_volatile_variants(const llvm::Module& module) { return module.getTargetTriple().isNVPTX(); }

std::uint32_t address_space_of(const llvm::Instruction& access) {
  return llvm::getLoadStorePointerOperand(&access) == nullptr ? 0 : llvm::getLoadStoreAddressSpace(&access);
}

Status lower_access(Emitter& out, const llvm::Instruction& instruction, Op op, llvm::Type* type, llvm::Align align,
                    bool is_volatile, bool is_atomic) {
  auto layout = out.add_layout(type);
  if (!layout) return Error{layout.error()};
  Instruction lowered = out.start(instruction, op);
  const bool is_invariant = op == Op::Load && (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load) ||
                                               ir::says_constant(instruction.getAAMetadata()));
  const bool of_undef = op == Op::Store && llvm::isa<llvm::UndefValue>(instruction.getOperand(0)) &&
                        !llvm::isa<llvm::PoisonValue>(instruction.getOperand(0));
  const Variant& variant = out.options().variant;
  const bool is_seen = is_volatile && !has_volatile_variants(*instruction.getModule());
  lowered.detail = add_row(
      out.function().accesses,
      MemoryAccess{*layout, align.value(), is_volatile, is_atomic, is_invariant, of_undef && !variant.undef_stores,
                   is_volatile && variant.volatile_changes, is_seen ? address_space_of(instruction) : 0});
  if (op == Op::Load) {
    Promises promises;
    add_metadata_promises(instruction, promises);
    lowered.promises = out.add_promises(std::move(promises));
  }
  std::vector<Slots> operands;
  for (const llvm::Use& use : instruction.operands()) operands.push_back(out.slots_of(use.get()));
  out.append(lowered, operands);
  return std::nullopt;
}

Flags address_flags(const llvm::GEPOperator& gep) {
  const llvm::GEPNoWrapFlags flags = gep.getNoWrapFlags();
  return (flags.isInBounds() ? InBounds : 0u) | (flags.hasNoUnsignedSignedWrap() ? NoUnsignedSignedWrap : 0u) |
         (flags.hasNoUnsignedWrap() ? NoUnsignedWrap : 0u);
}

Status lower_address(Emitter& out, const llvm::GEPOperator& gep, const llvm::Instruction& origin) {
  AddressComputation address;
  address.index_bits = out.data_layout().getIndexSizeInBits(gep.getPointerAddressSpace());
  std::vector<Slots> operands{out.slots_of(gep.getPointerOperand())};
  for (auto step = llvm::gep_type_begin(gep); step != llvm::gep_type_end(gep); ++step) {
    const auto add_constant_step = [&](std::int64_t bytes) {
      address.constant += bytes;
      address.steps.push_back({true, bytes, 0});
    };
    if (llvm::StructType* record = step.getStructTypeOrNull()) {
      const auto* index = llvm::cast<llvm::Constant>(step.getOperand())->getUniqueInteger().getRawData();
      const auto offset = out.data_layout().getStructLayout(record)->getElementOffset(static_cast<unsigned>(*index));
      add_constant_step(static_cast<std::int64_t>(offset.getFixedValue()));
      continue;
    }
    const llvm::TypeSize stride = step.getSequentialElementStride(out.data_layout());
    const std::uint64_t scale = stride.getKnownMinValue() * (stride.isScalable() ? out.options().vscale : 1);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
    // As unsigned numbers a negative index is too large to be multiplied, or to be truncated.
    const auto breaks_nuw = [&] {
      return gep.hasNoUnsignedWrap() && index->isNegative() && (scale > 1 || index->getBitWidth() > address.index_bits);
    };
    if (index != nullptr && !index->getType()->isVectorTy() && index->getValue().isSignedIntN(address.index_bits) &&
        !breaks_nuw()) {
      // An index that is truncated, and a product that overflows, may break nuw, nusw and inbounds: they stay terms
      // that the machines compute themselves.
      std::int64_t product = 0;
      if (!__builtin_mul_overflow(index->getSExtValue(), static_cast<std::int64_t>(scale), &product) &&
          static_cast<std::int64_t>(scale) >= 0 && llvm::isIntN(address.index_bits, product)) {
        add_constant_step(product);
        continue;
      }
    }
    const Slots slots = out.slots_of(step.getOperand());
    address.steps.push_back({false, 0, static_cast<std::uint32_t>(address.terms.size())});
    address.terms.push_back({slots, scale});
    operands.push_back(slots);
  }
  Instruction lowered = out.start(origin, Op::GetElementPtr);
  lowered.flags = address_flags(gep);
  address.null_is_valid = llvm::NullPointerIsDefined(out.function().origin, gep.getPointerAddressSpace());
  lowered.detail = add_row(out.function().addresses, std::move(address));
  out.append(lowered, operands);
  return std::nullopt;
}

}  // namespace

Status lower_memory(Emitter& out, const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Alloca: {
      const auto& alloca = llvm::cast<llvm::AllocaInst>(instruction);
      const llvm::TypeSize size = out.data_layout().getTypeAllocSize(alloca.getAllocatedType());
      Instruction lowered = out.start(instruction, Op::Alloca);
      const std::uint64_t bytes = size.getKnownMinValue() * (size.isScalable() ? out.options().vscale : 1);
      lowered.detail =
          add_row(out.function().allocations,
                  Allocation{bytes, alloca.getAlign().value(), alloca.getAddressSpace(), alloca.isUsedWithInAlloca()});
      out.append(lowered, {out.slots_of(alloca.getArraySize())});
      return std::nullopt;
    }
    case llvm::Instruction::Load: {
      const auto& load = llvm::cast<llvm::LoadInst>(instruction);
      return lower_access(out, load, Op::Load, load.getType(), load.getAlign(), load.isVolatile(), load.isAtomic());
    }
    case llvm::Instruction::Store: {
      const auto& store = llvm::cast<llvm::StoreInst>(instruction);
      return lower_access(out, store, Op::Store, store.getValueOperand()->getType(), store.getAlign(),
                          store.isVolatile(), store.isAtomic());
    }
    case llvm::Instruction::AtomicRMW:
      return lower_atomic_update(out, llvm::cast<llvm::AtomicRMWInst>(instruction));
    case llvm::Instruction::AtomicCmpXchg:
      return lower_exchange(out, llvm::cast<llvm::AtomicCmpXchgInst>(instruction));
    case llvm::Instruction::GetElementPtr:
      return lower_address(out, llvm::cast<llvm::GEPOperator>(instruction), instruction);
    case llvm::Instruction::Fence:
      out.append(out.start(instruction, Op::Fence), {});
      return std::nullopt;
    case llvm::Instruction::CatchPad:
      out.append(out.start(instruction, Op::CatchPad), {});
      return std::nullopt;
    case llvm::Instruction::CleanupPad:
      out.append(out.start(instruction, Op::CleanupPad), {});
      return std::nullopt;
    case llvm::Instruction::VAArg:
      return lower_access(out, instruction, Op::VaArg, instruction.getType(), llvm::Align(1), false, false);
    default:
      return Error{instruction.getOpcodeName()};
  }
}

}  // namespace assay::semantics
