#pragma once

#include <map>
#include <string>

#include "services/worker/semantics/types.h"

namespace assay::refine {

/// What the expressions of source and target say of real numbers, by the text of their polynomials.
struct Expressions {
  std::map<std::string, semantics::Flags> of_source;  ///< with the flags that all operations in it have
  std::map<std::string, std::string> of_target;       ///< with the one form in which it is computed
  std::map<std::string, unsigned> forms;              ///< numbers of forms: operation, flags and forms of operands
};

}  // namespace assay::refine
