#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>
#include <string>

#include "services/worker/evidence/claim.h"

namespace assay::check {

/// What the target says of a function, or of variables that it needs, beside what is run: a claim where others count on
/// what the source says of it, or do not keep what the target asserts.
std::optional<evidence::Claim> surroundings_differ(const llvm::Function& source, const llvm::Function& target);

/// A variable that the pair needs and that starts with another value in the target's module, where the source's says
/// with which, and where it has kept its type: else all its uses were changed along. Empty if there is none. `who`:
/// constructors that the target calls no longer may have written it, or none may.
enum class StartsBy : std::uint8_t { Anybody, Itself, Constructors };
std::string changed_start(const llvm::Function& source, const llvm::Function& target, StartsBy who = StartsBy::Anybody);

/// A variable that the source needs, that such constructors may have written, and that the target's module no longer
/// has; empty if there is none.
std::string lost_start(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
