#pragma once

#include <string>

#include "services/worker/check/check.h"

namespace assay::check {

/// The verdict on @src and @tgt of a module. Text that can't be read gives an error verdict with the complaint.
Verdict judge(const std::string& module, const Options& options = {});

/// "correct", "incorrect: more-poisonous", …
std::string word(const Verdict& verdict);

}  // namespace assay::check
