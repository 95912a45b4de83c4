#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "services/application/releases.h"
#include "services/coordinator/rpc/link.h"
#include "services/coordinator/store/store.h"

/// Cases of a database asked again: do they show here, and in which releases?
namespace assay::application {

/// What asking again made of the findings of some bugs.
struct Rechecked {
  std::uint64_t confirmed = 0, not_confirmed = 0, no_compiler = 0;
};
/// Of the bug with that id, or prefix of one, or of all if it is empty: asks the unchecked findings again, the smallest
/// first, until one shows, which represents its bug from then on.
Result<Rechecked> recheck(store::Store& store, const std::string& bug);

/// What the installed releases say of a bug, and what follows for its state; a change without status changes nothing.
struct Verified {
  Bug bug;
  Releases releases;
  store::BugChange change;
  /// The very compiler in which it was found does not show it now: what judges it has changed, no compiler has. It was
  /// a false alarm, or is missed now; nothing follows for its state.
  bool is_gone_where_found = false;
};
/// Asks all installed releases about the bug with that id, or prefix of one, or about all that are not dismissed if it
/// is empty; makes the changes that follow if `changes`. Tells of each bug as soon as it is done.
Status verify(rpc::CoordinatorLink& link, const std::string& bug, bool changes,
              const std::function<void(const Verified&)>& told);

}  // namespace assay::application
