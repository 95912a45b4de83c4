#pragma once

#include "services/coordinator/store/conditions.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table news; triggers write it.
class NewsTable {
 public:
  explicit NewsTable(Database& database) : database_(database) {}

  Result<NewsSpan> span();
  /// Those after `number` up to `last`, of bugs that fit; of everything, if the condition is empty.
  Result<std::vector<News>> between(std::uint64_t number, std::uint64_t last, const SqlCondition& of_bugs,
                                    std::uint32_t limit);

 private:
  Database& database_;
};

}  // namespace assay::store
