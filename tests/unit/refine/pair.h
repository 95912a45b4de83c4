#pragma once

#include <string>

#include "services/worker/refine/refine.h"

namespace assay::refine {

/// The verdict on @src and @tgt of a module as a word: "correct", "incorrect: <reason>", "unsupported: <feature>", ….
/// A verdict of a function against itself that is not correct is reported instead.
std::string verdict(const std::string& module, const Options& options = {});

/// The verdict of @src and @tgt alone, with its bound: "correct: up to 8 iterations of each loop".
std::string bound(const std::string& module, const Options& options = {});

/// What is told of the verdict on @src and @tgt beside its reason.
std::string detail(const std::string& module, const Options& options = {});

}  // namespace assay::refine
