#include "services/coordinator/store/findings_table.h"

namespace assay::store {
namespace {

Result<Finding> read_finding(const Query& row) {
  Finding finding;
  const auto kind = finding_kind_of(row.text(1));
  if (!kind) return Error{"finding " + row.text(0) + " has the unknown kind '" + row.text(1) + "'"};
  finding.kind = *kind;
  int column = 2;
  for (std::string* field : {&finding.compiler.path, &finding.compiler.version, &finding.pipeline, &finding.culprit,
                             &finding.function, &finding.original, &finding.reduced, &finding.reduced_target,
                             &finding.reduced_pipeline, &finding.reason, &finding.method, &finding.detail})
    *field = row.text(column++);
  if (const std::string json = row.text(column++); !json.empty()) {
    finding.counterexample = counterexample_from_json(json);
    if (!finding.counterexample) return Error{"finding " + row.text(0) + " has a malformed counterexample"};
  }
  finding.signature = row.text(column++);
  finding.seed = row.number(column++);
  finding.found_at = row.text(column++);
  finding.assay_version = row.text(column++);
  return finding;
}

}  // namespace

Result<std::optional<std::string>> FindingsTable::bug_of(const std::string& finding_id) {
  Query query(database_, "SELECT bug_id FROM findings WHERE id = ?");
  std::optional<std::string> bug;
  if (query.bind(finding_id).next()) bug = query.text(0);
  if (query.error()) return *query.error();
  return bug;
}

Status FindingsTable::insert(const Finding& finding, const std::string& bug_id) {
  Query query(database_,
              "INSERT INTO findings (id, bug_id, kind, compiler_path, compiler_version, pipeline, culprit, function,"
              " original, reduced, reduced_size, reduced_target, reduced_pipeline, reason, method, detail,"
              " counterexample, signature, seed, found_at, assay_version)"
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(finding.id()).bind(bug_id).bind(name_of(finding.kind));
  query.bind(finding.compiler.path).bind(finding.compiler.version).bind(finding.pipeline).bind(finding.culprit);
  query.bind(finding.function).bind(finding.original).bind(finding.reduced);
  query.bind(static_cast<std::uint64_t>(finding.reduced.size()));
  query.bind(finding.reduced_target).bind(finding.reduced_pipeline);
  query.bind(finding.reason).bind(finding.method).bind(finding.detail);
  query.bind(finding.counterexample ? counterexample_to_json(*finding.counterexample) : std::string());
  return query.bind(finding.signature).bind(finding.seed).bind(finding.found_at).bind(finding.assay_version).run();
}

Result<std::vector<Finding>> FindingsTable::of_bug(const std::string& bug_id, std::uint32_t limit,
                                                   std::uint32_t offset) {
  Query query(database_,
              "SELECT id, kind, compiler_path, compiler_version, pipeline, culprit, function, original, reduced,"
              " reduced_target, reduced_pipeline, reason, method, detail, counterexample, signature, seed, found_at,"
              " assay_version FROM findings WHERE bug_id = ? ORDER BY reduced_size, id LIMIT ? OFFSET ?");
  query.bind(bug_id).bind(limit).bind(offset);
  std::vector<Finding> findings;
  while (query.next()) {
    auto finding = read_finding(query);
    if (!finding) return finding.wrap(database_.path());
    findings.push_back(std::move(*finding));
  }
  if (query.error()) return *query.error();
  return findings;
}

Result<std::vector<std::string>> FindingsTable::compilers_of(const std::string& bug_id) {
  Query query(database_, "SELECT DISTINCT compiler_version FROM findings WHERE bug_id = ? ORDER BY compiler_version");
  query.bind(bug_id);
  std::vector<std::string> versions;
  while (query.next()) versions.push_back(query.text(0));
  if (query.error()) return *query.error();
  return versions;
}

}  // namespace assay::store
