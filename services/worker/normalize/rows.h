#pragma once

#include "services/worker/normalize/normalize.h"
#include "services/worker/normalize/phis.h"

namespace assay::normalize {

bool always(const llvm::Function& function);

#define ASSAY_NORMALIZER(name, forms, finds, does, why)  \
  void name(llvm::Function& function, const Kept& kept); \
  bool finds(const llvm::Function& function);
#include "services/worker/normalize/normalizers.def"
#undef ASSAY_NORMALIZER

}  // namespace assay::normalize
