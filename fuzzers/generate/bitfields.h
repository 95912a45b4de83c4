#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/rng.h"

/// Bit-field records as C declares them, their layout by the x86-64 System V ABI, and functions that access them in
/// several lowerings.
namespace assay::generate {

struct Field {
  unsigned type_bits = 32;  ///< of the declared type: 8 (char), 16 (short), 32 (int), 64 (long)
  unsigned width = 1;       ///< of the bit-field; 0: an unnamed one that ends a storage unit
  bool is_signed = false;
  bool named = true;         ///< unnamed ones are padding
  bool is_bit_field = true;  ///< else an ordinary member of the declared type
};

struct Record {
  std::vector<Field> fields;
  bool packed = false;
  bool is_union = false;
};

struct Layout {
  std::vector<std::uint64_t> offsets;  ///< in bits, one per field
  std::uint64_t size = 0;              ///< in bytes
  std::uint64_t align = 1;             ///< in bytes
};

Record random_record(Rng& rng);
/// The declaration in C: "struct S { int f0 : 3; … };" (the tag is S; packed records carry the attribute).
std::string c_declaration(const Record& record);
/// As clang lays the record out for x86-64.
Layout layout_of(const Record& record);

/// How accesses to fields are written.
enum class Lowering {
  StorageUnit,  ///< load the unit (frozen, since its neighbours may be poison), mask, merge, store: as clang does it
  BitVector,    ///< load the unit as a vector of i1, shuffle the field's bits in, store
  Members,      ///< each field a member iN of a packed structure of its own
  Count
};
inline constexpr std::size_t kLoweringCount = static_cast<std::size_t>(Lowering::Count);

/// A few writes to fields of a record on the stack, whose bits are poison at first unless it is cleared, and a result
/// that depends on fields which were written. All lowerings of one program return the same for the same arguments.
struct BitFieldProgram {
  struct Write {
    std::size_t field = 0;
    unsigned argument = 0;   ///< the value's source: an argument …
    bool increment = false;  ///< … added to what the field holds, if it was written before
  };
  Record record;
  std::vector<unsigned> argument_bits;
  std::vector<Write> writes;
  bool cleared = false;
};
BitFieldProgram random_bitfield_program(Rng& rng);
llvm::Function& lower_bitfields(llvm::Module& module, const BitFieldProgram& program, Lowering lowering,
                                const std::string& name);

}  // namespace assay::generate
