#include "services/worker/refine/encoder/memory/shape.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <numeric>

#include "services/worker/refine/encoder/library.h"
#include "services/worker/semantics/accesses.h"

namespace assay::refine {
namespace {

using semantics::ConstantLane;
using semantics::Function;
using semantics::Instruction;
using semantics::LaneKind;
using semantics::Layout;
using semantics::Op;

/// Looks at everything that touches memory. A cell is as large as it can be without any access, layout or attribute
/// cutting it.
class ShapeFinder {
 public:
  explicit ShapeFinder(SharedMemory& shared) : shared_(shared) {}

  void run(const std::vector<const Function*>& all) {
    for (const Function* f : all) note_pointers(*f);
    for (const Function* f : all) {
      consider(*f);
      for (const ConstantLane& lane : f->constants) {
        const auto* variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(lane.global);
        if (variable == nullptr || !has_known_contents(*variable)) continue;
        const auto layout = semantics::layout_of(*variable->getParent(), variable->getValueType());
        if (layout) consider(*layout);
      }
      for (const semantics::Argument& a : f->arguments) {
        const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(a.origin);
        if (argument != nullptr && argument->hasByValAttr()) cut(argument->getParamAlign().valueOrOne().value());
        if (argument == nullptr || !argument->hasAttribute(llvm::Attribute::Initializes)) continue;
        for (const llvm::ConstantRange& range : argument->getAttribute(llvm::Attribute::Initializes).getInitializes())
          for (const llvm::APInt& end : {range.getLower(), range.getUpper()}) cut(end.abs().getLimitedValue());
      }
    }
    if (all.front()->variant.integer_memory) shared_.shape.tags = false;
    // Pointers are kept whole in a cell at most.
    cut(shared_.shape.pointers ? shared_.shape.offset_bits / 8 : 64);
    shared_.shape.cell_bytes = static_cast<unsigned>(unit_);
  }

 private:
  void cut(std::uint64_t bytes) {
    if (bytes != 0) unit_ = std::gcd(unit_, bytes);
  }
  void consider(const Layout& layout) {
    cut(layout.store_size);
    for (const semantics::Chunk& chunk : layout.chunks) {
      cut(chunk.bytes);
      cut(chunk.offset);
      const bool whole = chunk.lane.bits % 8 == 0;
      if (!whole) shared_.shape.tags = true;
      if (!whole && chunk.lanes > 1) shared_.shape.bit_poison = true;
      if (chunk.lane.kind == LaneKind::Pointer) shared_.shape.pointers = true;
      if (chunk.lanes * chunk.lane.bits != chunk.bytes * 8) shared_.shape.tags = true;
    }
  }
  /// Addresses are as wide as the widest pointers.
  void note_pointers(const Function& f) {
    MemoryShape& shape = shared_.shape;
    for (const auto* types : {&f.slots, &f.result_lanes})
      for (const semantics::LaneType& type : *types) {
        if (type.kind != LaneKind::Pointer) continue;
        shape.mixed |= has_pointers_ && type.bits != shape.offset_bits;
        shape.offset_bits = has_pointers_ ? std::max(shape.offset_bits, type.bits) : type.bits;
        shared_.active = has_pointers_ = true;
      }
  }
  void consider(const Function& f) {
    for (const Instruction& instruction : f.instructions) consider(f, instruction);
  }
  void consider(const Function& f, const Instruction& instruction) {
    for (const semantics::OperandAccess& each : semantics::accesses_of(instruction.op)) {
      if (each.length >= 0) {
        consider_length(f, instruction, each);
        continue;
      }
      const semantics::MemoryAccess& access = f.accesses[instruction.detail];
      consider(f.layouts[access.layout]);
      cut(access.align);
    }
    switch (instruction.op) {
      case Op::AddrSpaceCast:
        for (const semantics::Slot slot : {f.operands_of(instruction)[0].first, instruction.result.first})
          shared_.cast_spaces.insert(f.slots[slot].address_space);
        break;
      case Op::VaArg:
        shared_.active = true;
        cut(shared_.shape.offset_bits / 8);
        break;
      case Op::Call:
      case Op::Invoke:
      case Op::CallBr:
        shared_.active = true;
        if (handles_list(f, instruction)) cut(shared_.shape.offset_bits / 8);
        if (reads_bytes(f, instruction)) cut(1);
        if (shared_.shape.texts && known_call(f, instruction) == KnownCall::Text) {
          cut(1);
          shared_.shape.pointers = true;
        }
        if (copies_bytes(f, instruction)) shared_.shape.pointers = true;
        consider_initialized(f, instruction);
        break;
      default:
        break;
    }
  }
  void consider_initialized(const Function& f, const Instruction& instruction) {
    const llvm::CallBase* call = f.calls[instruction.detail].call;
    for (unsigned i = 0; call != nullptr && i < call->arg_size(); ++i)
      if (call->paramHasAttr(i, llvm::Attribute::Initializes)) cut(1);
  }
  /// An intrinsic that deals with a va_list.
  static bool handles_list(const Function& f, const Instruction& instruction) {
    const llvm::Function* callee = f.calls[instruction.detail].callee;
    return callee != nullptr && callee->isIntrinsic() && callee->getName().starts_with("llvm.va_");
  }
  /// A copy or fill cuts at its length and at the alignment of where it begins. What is copied may be pointers.
  void consider_length(const Function& f, const Instruction& instruction, const semantics::OperandAccess& access) {
    if (!access.writes) shared_.shape.pointers = true;
    const semantics::Slot slot = f.operands_of(instruction)[static_cast<unsigned>(access.length)].first;
    if (slot < f.constants.size() && f.constants[slot].kind == ConstantLane::Kind::Bits &&
        f.constants[slot].bits.getActiveBits() <= 64)
      cut(f.constants[slot].bits.getZExtValue());
    else
      cut(1);
    const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.origin);
    cut(call == nullptr ? 1 : call->getParamAlign(access.pointer).valueOrOne().value());
  }

  SharedMemory& shared_;
  bool has_pointers_ = false;
  std::uint64_t unit_ = 0;  ///< bytes: what all cuts so far have in common
};

}  // namespace

bool has_known_contents(const llvm::GlobalVariable& variable) {
  return variable.isConstant() && variable.hasDefinitiveInitializer();
}

void find_shape(SharedMemory& shared, const std::vector<const Function*>& functions) {
  ShapeFinder(shared).run(functions);
}

}  // namespace assay::refine
