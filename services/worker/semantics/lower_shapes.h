#pragma once

#include "services/worker/semantics/program.h"

namespace llvm {
class IntrinsicInst;
}

namespace assay::semantics {

/// The error names an intrinsic with types that the verifier lets through and LangRef does not give it.
Status misshapen(const llvm::IntrinsicInst& call);
/// The error names an operation whose operands are not of the lanes that its row gives it.
Status misshapen(const Function& function);

}  // namespace assay::semantics
