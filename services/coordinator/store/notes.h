#pragma once

#include <span>

/// The texts behind schema_notes.h.
namespace assay::store {

struct Note {
  const char* name;  ///< of a table, or of a column of the last table
  const char* about;
  bool table = false;
};

/// Of bugs, hunts and workers.
std::span<const Note> service_notes();
/// Of the tables and views ir_*. The columns of "ir_*" are those of all tables that have no note of their own for them.
std::span<const Note> ir_notes();

}  // namespace assay::store
