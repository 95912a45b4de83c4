#pragma once

/// What LLVM IR means, written once: the rows (ops.h), the value operations as templates over a domain (eval.h), and the
/// lowered form of a function that both machines execute (program.h).
#include "services/worker/semantics/domain.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/notes.h"
#include "services/worker/semantics/ops.h"
#include "services/worker/semantics/program.h"
#include "services/worker/semantics/types.h"
