#pragma once

#include "services/common/question.h"
#include "services/worker/check/check.h"

namespace assay::check {

/// The checker's options that ask a finding's question. Words of semantics that this build does not know count as
/// langref: see parse_variant for telling a user.
Options options_for(const assay::Question& question);

}  // namespace assay::check
