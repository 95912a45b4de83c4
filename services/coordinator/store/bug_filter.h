#pragma once

#include "services/coordinator/store/conditions.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// What the columns compiler_* must hold, in findings and bug_compilers, for the compiler to be the one that a name
/// means: a version ("16" takes "16.0.6" too), VERSION@BUILD, "linked", or a path.
SqlCondition compiler_condition(const std::string& name);

/// What is wrong with a filter, before anything is looked up.
Status fault_of(const FilterTerm& filter);
/// A filter as a condition on the table bugs; no text for one that lets everything through. Text is searched for here,
/// once, however often the condition is asked: it is good for the state of the database that it was made at.
Result<SqlCondition> condition_of(const BugFilter& filter, Database& database);

/// A way to sort.
struct BugOrder {
  std::string column;  ///< or an expression of columns
  bool descending = false;
};
/// The order of a name that is known.
BugOrder order_of(const std::string& sort);
/// What bugs can be sorted by.
std::vector<std::string> bug_orders();

}  // namespace assay::store
