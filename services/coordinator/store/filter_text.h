#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/common/status.h"

/// Filters of lists, in the manner of AIP-160:
///   pass = gvn AND (kind = crash OR count >= 10) AND NOT tag:known "sub nsw"
/// OR binds closer than AND; words beside each other are joined by AND; NOT, or a '-' before it, turns a condition
/// round. Text in double quotes may hold anything, with \" and \\ for these two.
namespace assay::store {

/// What a filter says. Nothing of it is looked up yet.
struct FilterTerm {
  enum class Kind {
    All,      ///< of the parts; without any, it lets everything through
    Any,      ///< of the parts
    Not,      ///< the one part
    Compare,  ///< field, comparator and value
    Text,     ///< a value alone
  };
  Kind kind = Kind::All;
  std::vector<FilterTerm> parts;
  std::string field, comparator, value;
};

/// The error says at which character what was expected.
Result<FilterTerm> parse_filter(std::string_view text);

/// What is wrong with a name that bugs are to be sorted by ("count", "-title"); nothing if it is one.
Status sort_fault(const std::string& sort);

/// A value as a filter spells it.
std::string quoted(const std::string& value);

}  // namespace assay::store
