#pragma once

#include <span>

#include "services/coordinator/store/sqlite.h"

namespace assay::store {

/// One step of the schema. Versions count from 1 without gaps; each step has a way back.
struct Migration {
  int version;
  const char* name;
  const char* up;
  const char* down;
};

/// Do the versions count from 1 without gaps? What looks a step up by its version relies on it, so a gap fails the
/// build.
constexpr bool is_without_gaps(std::span<const Migration> steps) {
  int expected = 1;
  for (const Migration& step : steps)
    if (step.version != expected++) return false;
  return !steps.empty();
}

/// All steps, in order.
std::span<const Migration> migrations();

/// The version that this program works with: that of the last migration.
int current_schema_version();

/// The version of an open database; 0 for an empty one. An error for a file that belongs to another program.
Result<int> schema_version(Database& database);

/// Brings the schema to a version, forward or back, each step in its own transaction. An error, and nothing changed,
/// if the database is from a newer program than this one.
Status migrate(Database& database, int to);

/// Has the database the tables, indexes, views and triggers of its version, as Assay makes them, and no other triggers?
/// To be asked of a file from elsewhere before anything else is: a view may be of any length, a trigger do anything.
Status check_schema(Database& database);

/// Reads the whole database and checks it; an error tells what is damaged.
Status check_integrity(Database& database);

}  // namespace assay::store
