#pragma once

namespace assay::ir {

/// How many steps back LLVM's getUnderlyingObject(s) may go where the object counts however far away it is. Without a
/// bound it never ends in blocks that control does not reach, where an address may be a step from itself.
inline constexpr unsigned kStepsToObject = 1u << 10;

}  // namespace assay::ir
