#include "services/coordinator/store/news_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
Result<NewsSpan> NewsTable::span() {
  Query query(database_,
              "SELECT COALESCE((SELECT MIN(number) FROM news), 0), COALESCE((SELECT MAX(number) FROM news), 0)");
  NewsSpan span;
  if (query.next()) span = {query.number(0), query.number(1)};
  if (query.error()) return *query.error();
  return span;
}

Result<std::vector<News>> NewsTable::between(std::uint64_t number, std::uint64_t last, const SqlCondition& of_bugs,
                                             std::uint32_t limit) {
  Query query(database_,
              "SELECT " + columns<News>().list() + " FROM news WHERE number > ? AND number <= ?" +
                  (of_bugs.sql.empty() ? "" : " AND bug_id IN (SELECT id FROM bugs WHERE " + of_bugs.sql + ")") +
                  " ORDER BY number LIMIT ?");
  query.bind(number).bind(last);
  for (const std::string& value : of_bugs.values) query.bind(value);
  query.bind(limit);
  std::vector<News> news;
  while (query.next())
    if (Status bad = columns<News>().read(query, 0, news.emplace_back())) return *bad;
  if (query.error()) return *query.error();
  return news;
}

}  // namespace assay::store
