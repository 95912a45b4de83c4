#pragma once

#include "services/worker/normalize/normalize.h"

namespace assay::normalize {

bool always(const llvm::Function& function);

#define ASSAY_NORMALIZER(name, forms, finds, does, why)  \
  void name(llvm::Function& function, const Kept& kept); \
  bool finds(const llvm::Function& function);
#include "services/worker/normalize/normalizers.def"
#undef ASSAY_NORMALIZER

/// As replace_phis_of_one_value does; true if there was one.
bool replace_one_valued(llvm::Function& function);

}  // namespace assay::normalize
