#pragma once

#include <string>
#include <vector>

#include "services/common/status.h"

/// What a reader of the database wants to know of its tables and columns.
namespace assay::store {

struct ColumnNote {
  std::string name;
  std::string type;
  std::string about;
};

struct TableNote {
  std::string name;
  std::string kind;  ///< table, view, or virtual: a full-text index
  std::string about;
  std::vector<ColumnNote> columns;
};

/// The tables and views of the schema that this program works with, by name. An error if one of them, or a column, has
/// no note, or a note is of nothing.
Result<std::vector<TableNote>> schema_notes();

}  // namespace assay::store
