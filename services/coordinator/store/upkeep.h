#pragma once

#include <cstdint>
#include <string>

#include "services/common/status.h"

/// Looking after a database file that this program may write.
namespace assay::store {

/// Bytes of the file before and after.
struct Vacuumed {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};
/// Gives back the room of what was removed. Waits for writers, and they for it.
Result<Vacuumed> vacuum(const std::string& file);

/// Versions of the schema.
struct Migrated {
  int from = 0;
  int to = 0;
};
/// Brings the schema to a version, 0: the one that this program works with. Going back drops what the older version
/// can't hold.
Result<Migrated> migrate_file(const std::string& file, int to = 0);

/// How long what is kept. 0: for ever.
struct Retention {
  std::uint32_t findings_of_a_bug = 0;  ///< the checked, then the smallest, and always the first
  std::string audit_before;             ///< UTC; entries from before then go; empty: none
  std::string workers_before;           ///< UTC; workers last seen before then, and without a batch, go; empty: none
  /// UTC; nights that began before then go, and the surfaces of hunts from before then; empty: none. Of each plan the
  /// newest night and the newest finished one stay, and what a later night is compared with: the last answers of each
  /// branch to each bug that is still asked about, with their nights.
  std::string nights_before{};
};
struct Pruned {
  std::uint64_t findings = 0;
  std::uint64_t audit = 0;
  std::uint64_t workers = 0;
  std::uint64_t nights = 0;
  std::uint64_t answers = 0;  ///< of branches to bugs
  std::uint64_t surface = 0;  ///< cells of surfaces
};
/// Removes what need not be kept, all or nothing. How often a bug was seen stays as it is.
Result<Pruned> prune(const std::string& file, const Retention& retention);

struct Imported {
  std::uint64_t findings = 0;  ///< that were new
  std::uint64_t bugs = 0;      ///< that were new
};
/// Adds the findings of another machine's database, and what people say of bugs that are new here. They count as
/// unchecked unless `trusted`. The other file is only read; it may be of an older schema, and in use.
Result<Imported> import_findings(const std::string& file, const std::string& other, bool trusted);

struct Recovered {
  std::uint64_t rows = 0;
  std::uint64_t holes = 0;    ///< places where rows could not be read
  bool lost_tokens = false;   ///< some of them are among these, or may be
  bool wants_tokens = false;  ///< every call of the new database needs one
};
/// Makes a new, sound database of what can be read of a damaged one, which is left as it is. Facts of IR are made anew
/// later. Where it can't be read whether there were tokens, calls need them from now on, unless somebody knows that
/// there were none.
Result<Recovered> recover(const std::string& damaged, const std::string& file, bool had_no_tokens = false);

}  // namespace assay::store
