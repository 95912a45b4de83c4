// The store's members about what happens.
#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {

Result<NewsSpan> Store::news_span() {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->news.span();
}

Result<NewsPart> Store::news_after(std::uint64_t number, const BugFilter& filter, std::uint32_t limit) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  const auto condition = condition_of(filter, *(*reading)->database);
  if (!condition) return Error{condition.error()};
  const auto span = (*reading)->news.span();
  if (!span) return Error{span.error()};
  NewsPart part;
  part.complete = number >= span->last || span->first == 0 || number + 1 >= span->first;
  auto news = (*reading)->news.between(number, span->last, *condition, limit);
  if (!news) return Error{news.error()};
  part.news = std::move(*news);
  part.last = part.news.size() < limit ? std::max(number, span->last) : part.news.back().number;
  return part;
}

}  // namespace assay::store
