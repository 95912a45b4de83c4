#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace assay::rules {

/// A flag that takes away behaviours of an operation.
enum class Flag : std::uint8_t { Nsw, Nuw, Exact, Disjoint, Nneg, Samesign, Nnan, Ninf, Nsz };
const char* name_of(Flag flag);
std::optional<Flag> enumerator_of(std::string_view name, std::type_identity<Flag>);

/// Those that the operation can have, in their order.
std::vector<Flag> possible_flags(const llvm::Instruction& instruction);
bool has_flag(const llvm::Instruction& instruction, Flag flag);
/// The operation must be one that can have it.
void set_flag(llvm::Instruction& instruction, Flag flag, bool value = true);

}  // namespace assay::rules
