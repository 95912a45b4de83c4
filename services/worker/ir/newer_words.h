#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llvm {
class Argument;
}  // namespace llvm

/// Words of textual IR that LLVM's parser here does not know yet.
namespace assay::ir {

/// The text with such words written in a way that the parser takes; nothing if there are none. They are read in
/// definitions only: `dead_on_return(N)` of a parameter.
std::optional<std::string> without_newer_words(std::string_view text);

/// How many bytes behind the pointer are dead when the function returns: 0 for none, all ones for the whole object.
std::uint64_t dead_on_return(const llvm::Argument& argument);
bool is_partly_dead_on_return(const llvm::Argument& argument);

}  // namespace assay::ir
