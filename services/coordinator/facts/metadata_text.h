#pragma once

#include <llvm/IR/Metadata.h>

#include <string>

namespace assay::facts {

/// Metadata as LLVM writes it, with the nodes that it names in their places: "!{i32 0, !{!"a"}}". What is deeper than
/// some levels, or contains itself, is "!...".
std::string metadata_text(const llvm::Metadata& metadata, unsigned levels = 4);

}  // namespace assay::facts
