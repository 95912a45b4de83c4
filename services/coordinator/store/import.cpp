#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "services/common/scratch_folder.h"
#include "services/coordinator/store/backup.h"
#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/store_state.h"
#include "services/coordinator/store/upkeep.h"

namespace assay::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kAtATime = 200;

/// What people said of one bug, with its history as it was.
Status copy_care(Store& from, const std::string& there, Database& to, const std::string& bug_id) {
  auto care = from.care_of(there);
  if (!care) return Error{care.error()};
  auto bug = from.find_bug(there);
  if (!bug) return Error{bug.error()};
  Transaction transaction(to);
  if (transaction.error()) return transaction.error();
  if (auto set = BugsTable(to).set_status(bug_id, bug->status); !set) return Error{set.error()};
  CareTable table(to);
  if (auto error = table.write(bug_id, *care)) return error;
  for (const std::string& tag : care->tags)
    if (auto error = table.add_tag(bug_id, tag)) return error;
  for (const BugEvent& event : care->history)
    if (auto error = table.add_event(bug_id, event)) return error;
  return transaction.commit();
}

}  // namespace

Result<Imported> import_findings(const std::string& file, const std::string& other, bool trusted) {
  auto store = Store::open(file, {.create = false});
  if (!store) return Error{store.error()};
  {
    auto foreign = Database::open_to_read(other);
    if (!foreign) return Error{foreign.error()};
    if (auto error = check_schema(**foreign)) return *error;
  }
  // A copy may be brought to this schema.
  const ScratchFolder folder(fs::absolute(file).string() + ".import-");
  if (!folder.is_there()) return Error{file + ": no folder can be made beside it"};
  const std::string copy = folder.file("copy.db");
  if (auto failed = back_up(other, copy)) return *failed;
  auto from = Store::open(copy, {.create = false});
  if (!from) return Error{other + ": " + from.error()};
  auto ids = from->bug_ids("", ~0u);
  if (!ids) return Error{ids.error()};
  auto to = Database::open(file, false);
  if (!to) return Error{to.error()};
  Imported imported;
  for (const std::string& id : *ids) {
    std::string new_id;  // of the bug here, if there was none
    for (std::uint32_t offset = 0;; offset += kAtATime) {
      auto findings = from->findings_of(id, kAtATime, offset);
      if (!findings) return Error{other + ": " + findings.error()};
      for (Finding& finding : *findings) {
        finding.hunt_id = finding.worker_id = "";  // of another database
        finding.checked = finding.checked && trusted;
        auto recorded = store->record_finding(finding);
        if (!recorded) return Error{recorded.error()};
        imported.findings += recorded->is_new_finding ? 1 : 0;
        if (recorded->is_new_bug) new_id = recorded->bug_id;
      }
      if (findings->size() < kAtATime) break;
    }
    if (new_id.empty()) continue;
    ++imported.bugs;
    if (auto error = copy_care(*from, id, **to, new_id)) return *error;
  }
  return imported;
}

}  // namespace assay::store
