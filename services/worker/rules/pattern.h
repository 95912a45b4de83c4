#pragma once

#include <llvm/ADT/APInt.h>

#include <string>
#include <vector>

#include "services/worker/rules/rules.h"

namespace assay::rules {

/// Reads two values of functions with the same parameters. Constants are numbers, as they stand. The error names what
/// no rule is made of.
Result<Pattern> read(llvm::Value& source, llvm::Value& target);

/// Nodes from which a root is made, in their order.
std::vector<std::uint32_t> reached_from(const Pattern& pattern, std::uint32_t root);
/// Only what source and target are made of, in an order and with names that equal rules share. `kept_symbols` gets the
/// old number of each constant.
Pattern tidied(const Pattern& pattern, std::vector<std::uint32_t>* kept_symbols = nullptr);

/// With a target that is poison.
Pattern with_poison(Pattern pattern);

std::string text_of(const Pattern& pattern);
/// Of the expression alone.
std::string text_of(const Pattern& pattern, std::uint32_t root);
std::string symbol_name(const Pattern& pattern, std::uint64_t symbol);
/// "W" or "W2" of an integer type, "F" of a float, "i1".
std::string type_name(const Pattern& pattern, std::uint64_t type);
/// Those that the fold had.
Widths own_widths(const Pattern& pattern);

}  // namespace assay::rules
