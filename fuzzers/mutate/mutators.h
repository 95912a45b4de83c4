#pragma once

#include <string_view>

#include "fuzzers/mutate/subject.h"

/// One struct per mutator; what each does stands in its comment, how in the file named above its group.
namespace assay::mutate {

#define ASSAY_MUTATOR(Name, text)                   \
  struct Name {                                     \
    static constexpr std::string_view kName = text; \
    bool apply(Subject& subject) const;             \
  }

// operands.cpp
ASSAY_MUTATOR(ReplaceOperand, "replace-operand");    ///< an operand becomes another value in scope
ASSAY_MUTATOR(ConstantOperand, "constant-operand");  ///< an operand becomes a constant
ASSAY_MUTATOR(PoisonOperand, "poison-operand");      ///< an operand becomes poison, or undef where that is allowed
ASSAY_MUTATOR(FreezeOperand, "freeze-operand");      ///< an operand becomes a freeze of itself
ASSAY_MUTATOR(SwapOperands, "swap-operands");        ///< two operands of one type change places
ASSAY_MUTATOR(AddUse, "add-use");                    ///< a value gets one more user, which feeds an operand
ASSAY_MUTATOR(GrowOperand, "grow-operand");          ///< an operand becomes a new expression of values in scope
ASSAY_MUTATOR(PerturbConstant, "perturb-constant");  ///< a constant becomes a relative of itself

// opcodes.cpp
ASSAY_MUTATOR(ChangeOpcode, "change-opcode");        ///< another opcode, cast or intrinsic of the same signature
ASSAY_MUTATOR(ToggleFlags, "toggle-flags");          ///< poison-generating flags and flag-like arguments
ASSAY_MUTATOR(ChangePredicate, "change-predicate");  ///< of a compare; sometimes with its operands swapped to match
ASSAY_MUTATOR(Commute, "commute");          ///< operands change places, and what they are operands of fits that
ASSAY_MUTATOR(Reassociate, "reassociate");  ///< (a op b) op c becomes a op (b op c), flags kept or dropped

// structure.cpp
ASSAY_MUTATOR(DeleteInstruction, "delete-instruction");        ///< its users take an operand, or a value in scope
ASSAY_MUTATOR(DuplicateInstruction, "duplicate-instruction");  ///< some of its users take the copy
ASSAY_MUTATOR(MoveInstruction, "move-instruction");            ///< to another place where dominance allows it
ASSAY_MUTATOR(WrapInSelect, "wrap-in-select");                 ///< select(condition, value, other) in a value's place
ASSAY_MUTATOR(WrapInBranch, "wrap-in-branch");      ///< an instruction runs on one side of a branch, with a phi
ASSAY_MUTATOR(SelectToBranch, "select-to-branch");  ///< a select becomes a diamond
ASSAY_MUTATOR(EditPhi, "edit-phi");                 ///< an incoming value becomes another one

// widths.cpp
ASSAY_MUTATOR(ResizeWeb, "resize-web");  ///< a web of operations is done at another width, casts at its borders
ASSAY_MUTATOR(ResizeFunction, "resize-function");  ///< a width becomes another one everywhere, signature included

// attributes.cpp
ASSAY_MUTATOR(ChangeAttributes, "change-attributes");  ///< noundef and range of arguments, returns and call results
ASSAY_MUTATOR(AnyAttribute, "any-attribute");      ///< adds or drops one of any kind: function, result, argument, call
ASSAY_MUTATOR(WidenAttribute, "widen-attribute");  ///< a range, a size, an alignment, effects: promises more or less
ASSAY_MUTATOR(ChangeMetadata, "change-metadata");  ///< !range, !noundef where legal

// splice.cpp
ASSAY_MUTATOR(SpliceExpression, "splice-expression");  ///< an operand becomes an expression out of another seed

// memory.cpp
ASSAY_MUTATOR(ChangeAlignment, "change-alignment");  ///< of a load, store or alloca; mostly down
ASSAY_MUTATOR(ToggleVolatile, "toggle-volatile");    ///< of an access or a memory intrinsic
ASSAY_MUTATOR(ChangeGep, "change-gep");              ///< the unit that an address is counted in
ASSAY_MUTATOR(ToMemory, "to-memory");                ///< a value goes through a stack slot
ASSAY_MUTATOR(FromMemory, "from-memory");            ///< a stack slot becomes values and phis

// insertions.cpp
ASSAY_MUTATOR(InsertAccess, "insert-access");               ///< a load or store of bytes that others touch too
ASSAY_MUTATOR(ChangeAddressSpace, "change-address-space");  ///< an access goes through another address space

// terminators.cpp
ASSAY_MUTATOR(EditTerminator, "edit-terminator");  ///< a branch's targets, a switch's values and targets

// lanes.cpp
ASSAY_MUTATOR(ScalarToVector, "scalar-to-vector");    ///< an operation runs on one lane of a vector
ASSAY_MUTATOR(VectorToScalars, "vector-to-scalars");  ///< a vector operation runs lane by lane

// blocks.cpp
ASSAY_MUTATOR(CloneBlock, "clone-block");              ///< one predecessor gets a copy of a block for itself
ASSAY_MUTATOR(WrapInLoop, "wrap-in-loop");             ///< an operation runs in a counted loop
ASSAY_MUTATOR(Unswitch, "unswitch");                   ///< a select becomes a branch around all that follows it
ASSAY_MUTATOR(InlineCall, "inline-call");              ///< a call of a function with a body
ASSAY_MUTATOR(OutlineOperation, "outline-operation");  ///< an operation becomes a function

// loops.cpp
ASSAY_MUTATOR(UnswitchLoop,
              "unswitch-loop");  ///< a loop stands twice, a branch or select in it decided in front of both

// metadata.cpp
ASSAY_MUTATOR(WidenMetadata, "widen-metadata");            ///< a range, a size or an alignment promises more or less
ASSAY_MUTATOR(AnyMetadata, "any-metadata");                ///< adds or drops a well-formed node of any fixed kind
ASSAY_MUTATOR(GlobalMetadata, "global-metadata");          ///< the same on functions and variables, rarely debug info
ASSAY_MUTATOR(TransplantMetadata, "transplant-metadata");  ///< from one instruction to another that may hold it

#undef ASSAY_MUTATOR

}  // namespace assay::mutate
