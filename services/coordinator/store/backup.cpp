#include "services/coordinator/store/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "services/coordinator/store/schema.h"

namespace assay::store {
namespace {

/// Makes the file, empty; an error if it is there, or if SQLite would take one beside it for its journal.
Status make_file(const std::string& path) {
  for (const char* beside : {"-wal", "-shm", "-journal"})
    if (std::filesystem::exists(std::filesystem::symlink_status(path + beside)))
      return Error{path + beside + ": exists, and would be taken for a part of the copy"};
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0)
    return Error{path + (errno == EEXIST ? ": exists, and is not overwritten"
                                         : std::string(": can't be made: ") + strerror(errno))};
  close(made);
  return {};
}

Status copy_pages(Database& from, Database& to) {
  sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  if (backup == nullptr) return to.failure();
  // All pages in one step, so that writers can't make it begin again; with a write-ahead log they need not wait for it.
  const int code = sqlite3_backup_step(backup, -1);
  sqlite3_backup_finish(backup);
  if (code == SQLITE_DONE) return {};
  return Error{to.path() + ": not copied: " + sqlite3_errstr(code)};
}

Status copy_and_check(Database& from, const std::string& copy) {
  auto to = Database::open(copy, true);
  if (!to) return Error{to.error()};
  if (auto error = copy_pages(from, **to)) return error;
  return check_integrity(**to);
}

}  // namespace

Status back_up(const std::string& file, const std::string& copy) {
  auto from = Database::open_to_read(file);
  if (!from) return Error{from.error()};
  if (auto error = make_file(copy)) return error;
  Status failed = copy_and_check(**from, copy);
  if (failed)
    for (const char* part : {"", "-wal", "-shm", "-journal"}) unlink((copy + part).c_str());
  return failed;
}

}  // namespace assay::store
