#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string>
#include <utility>
#include <vector>

#include "services/worker/improve/improve.h"

namespace assay::improve {

/// The function alone in its module, under a new name, for anybody to call; all in it has a name.
llvm::Function* alone(llvm::Module& module, const std::string& name, const std::string& new_name);

/// The text of a module that holds a pair, and what it refers to.
std::string text_of_pair(llvm::Module& module);

/// What differs in what two functions of one block give back, side by side: values, or the elements of structures of
/// them; before each what alone differs within, the smallest first.
std::vector<std::pair<llvm::Value*, llvm::Value*>> results_of(llvm::Function& source, llvm::Function& target);

/// Does the compiler leave less of the source of a pair, which stands alone?
bool is_done_alone(const std::string& pair, const Options& options);

}  // namespace assay::improve
