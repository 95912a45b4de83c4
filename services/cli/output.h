#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

#include "services/common/status.h"

/// What verbs that make functions share.
namespace assay::cli {

/// "3", "3..14" or "3-14": two numbers, the first no larger.
Status parse_span(const std::string& text, unsigned& least, unsigned& most);

/// Writes a module to `folder`/`name`.ll, making the folder.
Status write_module(const std::string& folder, const std::string& name, const std::string& text);

/// A new module as hunts use it: 64-bit pointers, the x86-64 layout.
void set_layout(llvm::Module& module);

}  // namespace assay::cli
