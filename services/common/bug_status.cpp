#include "services/common/bug_status.h"

#include <iterator>

#include "services/common/fields.h"

namespace assay {
namespace {

constexpr std::string_view kStatuses[] = {"new",       "confirmed", "reported", "fixed",
                                          "regressed", "duplicate", "invalid",  "wont-fix"};
static_assert(std::size(kStatuses) == kBugStatuses);

}  // namespace

const char* name_of(BugStatus status) { return kStatuses[static_cast<int>(status)].data(); }
std::optional<BugStatus> enumerator_of(std::string_view name, std::type_identity<BugStatus>) {
  return enumerator_in<BugStatus>(kStatuses, name);
}
std::vector<std::string> bug_status_names() { return {std::begin(kStatuses), std::end(kStatuses)}; }

}  // namespace assay
