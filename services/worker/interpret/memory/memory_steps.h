#pragma once

#include "services/worker/interpret/machine.h"

/// Handlers of memory, pointers and calls.
namespace assay::interpret {

/// Why a run ends in a world that can't be: two variables at one address live at one time.
inline constexpr const char* kTwoAtOnePlace = "two variables at one place";

/// A load or store of one number of 1, 2, 4 or 8 bytes, or of one pointer, in a little-endian layout, or null if
/// `layout` is something else.
Handler plain_load_handler(const semantics::Layout& layout, bool big_endian);
Handler plain_load_handler(std::uint64_t bytes);  ///< of a number
Handler plain_store_handler(const semantics::Layout& layout, bool big_endian);
/// Gives the step of a getelementptr its handler.
void set_address_step(const semantics::Function& function, const semantics::AddressComputation& how, Step& step);
/// Does an alloca begin outside of its lifetime, because a lifetime.start names it?
bool starts_dead(const llvm::Instruction* origin);

void step_load(Machine&, const Step*, Lane*);
void step_invariant_load(Machine&, const Step*, Lane*);    ///< detail: accesses; a: address
void step_store(Machine&, const Step*, Lane*);             ///< detail: accesses; a: value, b: address
void step_masked_load(Machine&, const Step*, Lane*);       ///< a: condition, b: address, c: otherwise
void step_masked_store(Machine&, const Step*, Lane*);      ///< a: condition, b: value, c: address
void step_alloca(Machine&, const Step*, Lane*);            ///< detail: allocations; a: count
void step_separate_storage(Machine&, const Step*, Lane*);  ///< a, b: pointers to different objects
void step_lifetime(Machine&, const Step*, Lane*);          ///< a: address; detail: 1 for the start
void step_copy_memory(Machine&, const Step*, Lane*);       ///< a: to, b: from, c: length; detail: 1 if they may overlap
void step_fill_memory(Machine&, const Step*, Lane*);       ///< a: to, b: byte, c: length
void step_address(Machine&, const Step*, Lane*);           ///< detail: addresses; a: base
void step_pointer_compare(Machine&, const Step*, Lane*);
void step_pointer_to_int(Machine&, const Step*, Lane*);
void step_pointer_mask(Machine&, const Step*, Lane*);  ///< a: pointer, b: mask
void step_int_to_pointer(Machine&, const Step*, Lane*);
void step_address_space_cast(Machine&, const Step*, Lane*);
void step_call(Machine&, const Step*, Lane*);        ///< detail: Program::calls
void step_plain_call(Machine&, const Step*, Lane*);  ///< the same, where is_plain_call
/// Does a direct call say something of memory that is there already?
bool may_guard(const semantics::CallSite& site);
/// A direct call of a definition that is entered as it is, with arguments that are only copied?
bool is_plain_call(const semantics::CallSite& site);

}  // namespace assay::interpret
