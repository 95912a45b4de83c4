#include "services/coordinator/web/case_data.h"

#include <algorithm>

#include "services/common/sort_stably.h"
#include "services/common/text.h"
#include "services/coordinator/web/align.h"
#include "services/coordinator/web/ir_text.h"

namespace assay::web {
namespace {

constexpr std::size_t kLongestTrace = 500;

std::vector<std::string> instructions_of(const std::vector<TraceLine>& trace) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(trace.size(), kLongestTrace); ++i) lines.push_back(trace[i].instruction);
  return lines;
}

}  // namespace

std::string pass_link(const std::string& name) { return "/passes/" + escaped_for_link(name); }

static Data bug_row(const Bug& bug, const KnownOfBug& known) {
  Data row;
  row.set("id", text(bug.id));
  row.set("title", text(bug.title));
  row.set("status", text(known.standing));
  row.set("cause", text(known.cause));
  row.set("cause_link", cause_link(known.cause));
  row.set("kind", name_of(bug.kind));
  row.set("culprit", text(bug.culprit));
  row.set("pass_link", bug.culprit.empty() ? Data(false) : Data(pass_link(bug.culprit)));
  row.set("count", grouped(bug.count));
  row.set("several", bug.count != 1);
  row.set("first_seen", short_time(bug.first_seen));
  row.set("last_seen", short_time(bug.last_seen));
  row.set("compilers", text(joined(bug.compilers, ", ")));
  return row;
}

Data bug_row(const Bug& bug, const Causes& causes) { return bug_row(bug, causes.of(bug)); }

Data bug_rows(const std::vector<Bug>& bugs, const Causes& causes, std::size_t most) {
  std::vector<std::pair<unsigned, Data>> sorted;
  for (const Bug& bug : bugs) {
    const KnownOfBug known = causes.of(bug);
    sorted.emplace_back(known.place, bug_row(bug, known));
  }
  sort_stably(sorted, [](const auto& a, const auto& b) { return a.first < b.first; });
  Data rows{Data::type::list};
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) rows << sorted[i].second;
  return rows;
}

Data side_by_side(const std::string& source, const std::string& target) {
  const std::vector<std::string> left = lines_of(source), right = lines_of(target);
  Data rows{Data::type::list};
  for (const AlignedRow& row : aligned(left, right)) {
    Data data;
    data.set("changed", !row.same);
    data.set("has_left", row.left != AlignedRow::kNone);
    data.set("has_right", row.right != AlignedRow::kNone);
    if (row.left != AlignedRow::kNone) data.set("left", line_data(row.left + 1, left[row.left]));
    if (row.right != AlignedRow::kNone) data.set("right", line_data(row.right + 1, right[row.right]));
    rows << data;
  }
  return rows;
}

Data counterexample_data(const Counterexample& found) {
  Data inputs{Data::type::list};
  for (const Binding& input : found.inputs) {
    Data entry;
    entry.set("name", text(input.name));
    entry.set("type", text(input.type));
    entry.set("value", text(input.value));
    inputs << entry;
  }
  Data rows{Data::type::list};
  for (const AlignedRow& row : aligned(instructions_of(found.source_trace), instructions_of(found.target_trace))) {
    const TraceLine none;
    const TraceLine& source = row.left == AlignedRow::kNone ? none : found.source_trace[row.left];
    const TraceLine& target = row.right == AlignedRow::kNone ? none : found.target_trace[row.right];
    Data data;
    data.set("source", line_data(row.left + 1, source.instruction));
    data.set("source_value", text(source.value));
    data.set("target", line_data(row.right + 1, target.instruction));
    data.set("target_value", text(target.value));
    data.set("changed", !row.same || source.value != target.value);
    rows << data;
  }
  std::string machines;
  for (const Decider decider : found.confirmed_by)
    machines += (machines.empty() ? "" : " and ") + std::string(name_of(decider));
  Data data;
  data.set("inputs", inputs);
  data.set("any_input", !found.inputs.empty());
  data.set("trace", rows);
  data.set("cut", found.source_trace.size() > kLongestTrace || found.target_trace.size() > kLongestTrace);
  data.set("source_result", text(found.source_result));
  data.set("target_result", text(found.target_result));
  data.set("confirmed_by", text(machines));
  return data;
}

}  // namespace assay::web
