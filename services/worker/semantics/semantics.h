#pragma once

/// What LLVM IR means, written once: the rows (ops.h), the value operations as templates over a domain (eval.h), and
/// the lowered form of a function that both machines execute (program.h).
#include "services/worker/semantics/attribute_support.h"
#include "services/worker/semantics/domain.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/ops.h"
#include "services/worker/semantics/program.h"
#include "services/worker/semantics/types.h"
