#pragma once

#include <string>

#include "services/worker/check/check.h"

namespace assay::check {

/// The verdict on @src and @tgt of a module. Text that can't be read gives an error verdict with the complaint.
Verdict judge(const std::string& module, const Options& options = {});

/// The verdict on two modules of which both have the function, as word() says it.
std::string verdict(const std::string& source, const std::string& target, Oracles oracles = Oracles::All);

/// "correct", "incorrect: more-poisonous", …
std::string word(const Verdict& verdict);

}  // namespace assay::check
