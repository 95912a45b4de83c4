// Nights: a report is JSON in the database (services/nightly/report.h); what a page does not know of it is left out.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "services/common/surface.h"
#include "services/common/text.h"
#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/charts.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr std::uint32_t kNights = 200;

std::string word(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}
std::uint64_t number(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}
/// The objects of a list; nothing where there is none.
std::vector<json> objects(const json& report, const char* key) {
  std::vector<json> all;
  const auto found = report.find(key);
  if (found == report.end() || !found->is_array()) return all;
  for (const json& each : *found)
    if (each.is_object()) all.push_back(each);
  return all;
}
json report_of(const store::Night& night) {
  json report = json::parse(night.report, nullptr, false);
  return report.is_object() ? report : json::object();
}

std::string branches_of(const json& object) {
  std::vector<std::string> names;
  const auto found = object.find("branches");
  if (found != object.end() && found->is_array())
    for (const json& each : *found)
      if (each.is_string()) names.push_back(each.get<std::string>());
  return joined(names, ", ");
}

/// Is the object of the branch, or is none asked for?
bool is_of(const json& object, const std::string& branch) {
  if (branch.empty() || word(object, "branch") == branch) return true;
  const auto found = object.find("branches");
  return found != object.end() && found->is_array() && std::find(found->begin(), found->end(), branch) != found->end();
}

Data bug_entry(const json& bug) {
  Data entry;
  entry.set("link", "/bugs/" + escaped_for_link(word(bug, "bug_id")));
  entry.set("id", text(word(bug, "bug_id")));
  entry.set("culprit", text(word(bug, "culprit")));
  entry.set("pass_link", pass_link(word(bug, "culprit")));
  entry.set("title", text(word(bug, "title")));
  entry.set("branches", text(branches_of(bug)));
  entry.set("pipeline", text(word(bug, "pipeline")));
  entry.set("note", text(word(bug, "note")));
  return entry;
}

void add_section(Data& sections, const std::string& heading, const std::vector<json>& bugs) {
  if (bugs.empty()) return;
  Data list{Data::type::list}, entry;
  for (const json& bug : bugs) list << bug_entry(bug);
  entry.set("heading", text(heading));
  entry.set("count", grouped(bugs.size()));
  entry.set("bugs", list);
  sections << entry;
}

/// The objects of a list that are of the branch.
std::vector<json> objects_of(const json& report, const char* key, const std::string& branch) {
  std::vector<json> all = objects(report, key);
  std::erase_if(all, [&](const json& each) { return !is_of(each, branch); });
  return all;
}

Data sections(const json& report, const std::string& branch) {
  constexpr std::pair<const char*, const char*> kSections[] = {{"new_bugs", "New"},
                                                               {"regressed", "Regressed"},
                                                               {"fixed", "Fixed"},
                                                               {"open", "Still open"},
                                                               {"analysing", "Still being analysed"},
                                                               {"undecided", "Undecided"},
                                                               {"of_baselines", "Met in a baseline"}};
  Data list{Data::type::list};
  for (const auto& [key, name] : kSections) add_section(list, name, objects_of(report, key, branch));
  return list;
}

/// The bugs that a branch, or any, showed in a night, by id.
std::map<std::string, json> shown_in(const json& report, const std::string& branch) {
  std::map<std::string, json> shown;
  for (const char* key : {"new_bugs", "regressed", "open", "analysing", "of_baselines"})
    for (json& bug : objects_of(report, key, branch)) shown.emplace(word(bug, "bug_id"), bug);
  return shown;
}

std::vector<json> without(const std::map<std::string, json>& shown, const std::map<std::string, json>& others) {
  std::vector<json> left;
  for (const auto& [id, bug] : shown)
    if (others.count(id) == 0) left.push_back(bug);
  return left;
}

/// A night beside another one of its plan.
void set_beside(Data& data, const json& report, const std::string& against, const json& other,
                const std::string& branch) {
  const auto here = shown_in(report, branch), there = shown_in(other, branch);
  Data list{Data::type::list}, hunts{Data::type::list};
  const std::vector<json> gone = without(there, here), come = without(here, there);
  add_section(list, "Only in this night", come);
  add_section(list, "Only in night " + against, gone);
  for (const json& hunt : objects_of(report, "hunts", branch)) {
    Data entry;
    for (const char* key : {"branch", "pipeline"}) entry.set(key, text(word(hunt, key)));
    std::string judged = "–", unknown = "–";
    for (const json& each : objects(other, "hunts"))
      if (word(each, "branch") == word(hunt, "branch") && word(each, "pipeline") == word(hunt, "pipeline")) {
        judged = grouped(number(each, "judged"));
        unknown = grouped(number(each, "unknown"));
      }
    entry.set("judged", grouped(number(hunt, "judged")));
    entry.set("other_judged", judged);
    entry.set("unknown", grouped(number(hunt, "unknown")));
    entry.set("other_unknown", unknown);
    hunts << entry;
  }
  data.set("against", text(against));
  data.set("against_link", "/nights/" + escaped_for_link(against));
  data.set("in_both", grouped(here.size() - come.size()));
  data.set("sections", list);
  data.set("hunts_beside", hunts);
}

/// Known causes with links to those that a rule knows.
Data known_rows(const Context& context, const json& report, const std::string& branch) {
  Data list{Data::type::list};
  for (const json& each : objects_of(report, "known", branch)) {
    Data entry;
    const std::string root = word(each, "root");
    entry.set("root", text(root));
    if (context.causes.find(root) != nullptr) entry.set("link", cause_link(root));
    entry.set("bugs", grouped(number(each, "bugs")));
    entry.set("branches", text(branches_of(each)));
    const std::string upstream = word(each, "upstream");
    entry.set("upstream", text(upstream));
    entry.set("is_link", upstream.starts_with("https://") || upstream.starts_with("http://"));
    list << entry;
  }
  return list;
}

/// For a <select>.
Data choices(const std::vector<std::string>& words, const std::string& chosen, const char* none) {
  Data list{Data::type::list};
  for (std::size_t i = 0; i <= words.size(); ++i) {
    Data entry;
    const std::string value = i == 0 ? "" : words[i - 1];
    entry.set("value", i == 0 ? Data("") : text(value));
    entry.set("name", i == 0 ? Data(none) : text(value));
    entry.set("chosen", value == chosen);
    list << entry;
  }
  return list;
}

/// One row for each object, one value for each key; keys after which "#" stands are numbers.
Data rows(const std::vector<json>& all, const std::vector<std::string>& keys) {
  Data list{Data::type::list};
  for (const json& each : all) {
    Data entry;
    for (const std::string& key : keys)
      if (key.back() == '#')
        entry.set(key.substr(0, key.size() - 1), grouped(number(each, key.substr(0, key.size() - 1).c_str())));
      else
        entry.set(key, text(key == "branches" ? branches_of(each) : word(each, key.c_str())));
    list << entry;
  }
  return list;
}

Data cell(const std::string& shown, const char* kind) {
  Data entry;
  entry.set("text", text(shown));
  entry.set("kind", kind);
  return entry;
}

/// Pass by feature: decided pairs, behind a stroke what nobody could decide.
void set_surface(Data& data, const json& report) {
  struct Pairs {
    std::uint64_t decided = 0, undecided = 0;
  };
  std::map<std::string, std::map<std::string, Pairs>> matrix;
  std::map<std::string, std::map<std::string, std::uint64_t>> judged;
  std::set<std::string> features, judges;
  for (const json& each : objects(report, "surface")) {
    const std::uint64_t pairs = number(each, "pairs");
    if (pairs == 0 || word(each, "feature") == SurfaceWord::kAny) continue;
    const std::string pass = word(each, "pipeline"), feature = word(each, "feature"), judge = word(each, "judge");
    Pairs& sum = matrix[pass][feature];
    (judge == "unknown" || judge == "unsupported" ? sum.undecided : sum.decided) += pairs;
    judged[pass][judge] += pairs;
    features.insert(feature);
    judges.insert(judge);
  }
  const auto heads = [](const std::set<std::string>& names) {
    Data list{Data::type::list};
    for (const std::string& name : names) list << cell(name, "");
    return list;
  };
  Data surface{Data::type::list}, by_judge{Data::type::list};
  for (auto& [pass, by_feature] : matrix) {
    Data cells{Data::type::list}, counts{Data::type::list};
    for (const std::string& feature : features) {
      const Pairs& sum = by_feature[feature];
      const std::string shown = grouped(sum.decided) + (sum.undecided == 0 ? "" : " / " + grouped(sum.undecided));
      cells << (sum.decided + sum.undecided == 0 ? cell("–", "none") : cell(shown, sum.decided == 0 ? "none" : ""));
    }
    for (const std::string& judge : judges)
      counts << cell(judged[pass][judge] == 0 ? "–" : grouped(judged[pass][judge]), "");
    Data entry, other;
    entry.set("pass", text(pass));
    entry.set("cells", cells);
    other.set("pass", text(pass));
    other.set("cells", counts);
    surface << entry;
    by_judge << other;
  }
  data.set("features", heads(features));
  data.set("judges", heads(judges));
  data.set("surface", surface);
  data.set("by_judge", by_judge);
  data.set("any_surface", !matrix.empty());
}

std::string amount(const json& object, const char* key, int digits, double unit = 1) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return "–";
  char shown[64];
  std::snprintf(shown, sizeof shown, "%.*f", digits, found->get<double>() / unit);
  return shown;
}

/// "12.5 ms": what a measure of assay compare counts.
std::string measured(const json& object, const char* key) {
  const std::string measure = word(object, "measure");
  if (measure == "compile-time") return amount(object, key, 1) + " ms";
  if (measure == "peak-memory") return amount(object, key, 1, 1024) + " MB";
  return amount(object, key, 0) + (measure == "object-size" ? " B" : "");
}

Data measures(const json& comparison, const std::vector<json>& before) {
  Data list{Data::type::list};
  for (const json& each : objects(comparison, "summaries")) {
    const bool any = number(each, "inputs") != 0;
    Data entry;
    entry.set("measure", text(word(each, "measure")));
    entry.set("inputs", grouped(number(each, "inputs")));
    entry.set("baseline", text(any ? measured(each, "baseline") : "–"));
    entry.set("branch", text(any ? measured(each, "branch") : "–"));
    entry.set("ratio", text(any ? amount(each, "ratio", 3) + " ± " + amount(each, "spread", 3) : "–"));
    std::string earlier = "–";
    for (const json& other : before)
      if (word(other, "measure") == word(each, "measure") && number(other, "inputs") != 0)
        earlier = amount(other, "ratio", 3);
    entry.set("before", text(earlier));
    entry.set("worse", grouped(number(each, "worse")));
    entry.set("better", grouped(number(each, "better")));
    list << entry;
  }
  return list;
}

Data outliers(const json& comparison) {
  Data list{Data::type::list};
  for (const json& each : objects(comparison, "outliers")) {
    Data entry;
    entry.set("ratio", text(amount(each, "ratio", 2)));
    entry.set("measure", text(word(each, "measure")));
    entry.set("baseline", text(measured(each, "baseline")));
    entry.set("branch", text(measured(each, "branch")));
    entry.set("input", text(word(each, "input")));
    list << entry;
  }
  return list;
}

/// What each branch costs beside its baseline.
void set_costs(Data& data, const json& report) {
  Data list{Data::type::list};
  for (const json& each : objects(report, "costs")) {
    const auto found = each.find("comparison");
    const json comparison = found != each.end() && found->is_object() ? *found : json::object();
    Data entry;
    entry.set("branch", text(word(each, "branch")));
    entry.set("baseline", text(word(each, "baseline")));
    entry.set("failure", text(word(each, "failure")));
    entry.set("any", !comparison.empty());
    entry.set("compared", grouped(number(comparison, "compared")));
    entry.set("passes", text(word(comparison, "passes")));
    entry.set("runs", grouped(number(comparison, "runs")));
    entry.set("no_objects", text(word(comparison, "no_objects")));
    entry.set("measures", measures(comparison, objects(each, "before")));
    entry.set("outliers", outliers(comparison));
    entry.set("any_outliers", !objects(comparison, "outliers").empty());
    entry.set("not_compared", rows(objects(comparison, "not_compared"), {"input", "reason"}));
    list << entry;
  }
  const auto branches = objects(report, "branches");
  const bool compared = std::any_of(branches.begin(), branches.end(),
                                    [](const json& branch) { return !word(branch, "baseline").empty(); });
  data.set("costs", list);
  data.set("no_costs", compared && objects(report, "costs").empty());
}

/// The object under a key; an empty one where there is none.
json object_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : json::object();
}

/// Folds and cheaper code that branches miss.
void set_missed(Data& data, const json& report, const std::string& branch) {
  Data list{Data::type::list};
  for (const json& each : objects_of(report, "missed", branch)) {
    const json missed = object_at(each, "missed");
    Data rules{Data::type::list}, entry;
    for (const json& told : objects(missed, "rules")) {
      Data rule;
      rule.set("rule", text(word(object_at(told, "rule"), "text")));
      rule.set("folds", grouped(number(told, "folds")));
      rule.set("first", text(word(told, "first")));
      rule.set("pair", text(word(told, "pair")));
      rule.set("test", text(word(told, "test")));
      rules << rule;
    }
    entry.set("branch", text(word(each, "branch")));
    entry.set("failure", text(word(each, "failure")));
    for (const char* key : {"mutants", "searched", "folds", "compared", "undecided", "not_begun"})
      entry.set(key, grouped(number(missed, key)));
    for (const char* key : {"known_rules", "known_regressions"}) entry.set(key, grouped(number(each, key)));
    entry.set("rules", rules);
    entry.set("any_rules", !objects(missed, "rules").empty());
    entry.set("regressions", rows(objects(missed, "regressions"), {"key", "source"}));
    entry.set("any_regressions", !objects(missed, "regressions").empty());
    list << entry;
  }
  data.set("missed", list);
}

/// Of all hunts of a night.
double sum_of(const json& report, const char* key) {
  double sum = 0;
  for (const json& hunt : objects(report, "hunts")) sum += static_cast<double>(number(hunt, key));
  return sum;
}

}  // namespace

Response nights_page(const Context& context) {
  const auto nights = context.store.list_nights("", kNights);
  if (!nights) return failure(503, nights.error());
  Data list{Data::type::list};
  std::vector<std::pair<std::string, double>> found, judged, unknown;
  for (const store::Night& night : *nights) {
    const json report = report_of(night);
    // The newest is listed first, and drawn last.
    found.emplace(found.begin(), night.id, static_cast<double>(objects(report, "new_bugs").size()));
    judged.emplace(judged.begin(), night.id, sum_of(report, "judged"));
    unknown.emplace(unknown.begin(), night.id, sum_of(report, "unknown"));
    Data entry;
    entry.set("link", "/nights/" + escaped_for_link(night.id));
    entry.set("id", text(night.id));
    entry.set("plan", text(night.plan));
    entry.set("state", name_of(night.state));
    entry.set("started_at", short_time(night.started_at));
    entry.set("finished_at", short_time(night.finished_at));
    for (const auto& [key, name] :
         {std::pair("new_bugs", "new"), {"regressed", "regressed"}, {"fixed", "fixed"}, {"open", "open"}})
      entry.set(name, grouped(objects(report, key).size()));
    list << entry;
  }
  Data data;
  data.set("nights", list);
  data.set("any", !nights->empty());
  Data charts{Data::type::list};
  charts << bar_chart("New bugs, by night", found, "") << bar_chart("Pairs judged, by night", judged, "")
         << bar_chart("Pairs that stayed unknown, by night", unknown, "");
  data.set("charts", charts);
  return page("Nights", "Nights", "nights.mustache", data);
}

Response night_page(const Context& context, const std::string& id, const Params& params) {
  const auto nights = context.store.list_nights("", ~0u);
  if (!nights) return failure(503, nights.error());
  const auto find = [&](const std::string& wanted) {
    return std::find_if(nights->begin(), nights->end(), [&](const store::Night& each) { return each.id == wanted; });
  };
  const auto param = [&](const char* name) { return params.count(name) == 0 ? "" : params.at(name); };
  const auto night = find(id);
  if (night == nights->end()) return failure(404, "No night has the id " + id + ".");
  const std::string branch = param("branch"), against = param("against");
  const json report = report_of(*night);
  Data data;
  data.set("id", text(night->id));
  data.set("plan", text(night->plan));
  data.set("state", name_of(night->state));
  data.set("started_at", short_time(night->started_at));
  data.set("finished_at", short_time(night->finished_at));
  data.set("previous", text(word(report, "previous")));
  data.set("previous_link", link("/nights/" + escaped_for_link(id), {{"against", word(report, "previous")}}));
  data.set("over", !night->report.empty());
  if (against.empty()) {
    data.set("sections", sections(report, branch));
  } else {
    const auto other = find(against);
    if (other == nights->end()) return failure(404, "No night has the id " + against + ".");
    set_beside(data, report, against, report_of(*other), branch);
  }
  std::vector<std::string> branches, others;
  for (const json& each : objects(report, "branches")) branches.push_back(word(each, "name"));
  for (const store::Night& each : *nights)
    if (each.plan == night->plan && each.id != id && !each.report.empty()) others.push_back(each.id);
  data.set("branch_choices", choices(branches, branch, "all"));
  data.set("night_choices", choices(others, against, "none"));
  data.set("known", known_rows(context, report, branch));
  data.set("any_known", !objects_of(report, "known", branch).empty());
  data.set("branches", rows(objects(report, "branches"), {"name", "state", "compiler", "before", "revision", "baseline",
                                                          "in_baseline#", "failure"}));
  data.set("hunts", rows(objects_of(report, "hunts", branch),
                         {"branch", "pipeline", "mutants#", "judged#", "unknown#", "unsupported#", "failure"}));
  data.set("left_out", rows(objects(report, "left_out"), {"count#", "what"}));
  data.set("any_left_out", !objects(report, "left_out").empty());
  set_surface(data, report);
  set_costs(data, report);
  set_missed(data, report, branch);
  return page("Night " + night->id, "Nights", "night.mustache", data);
}

}  // namespace assay::web
