#include "services/nightly/plan.h"

#include <algorithm>
#include <filesystem>

#include "services/common/fields.h"
#include "services/common/text.h"
#include "services/common/text_file.h"
#include "services/common/user_words.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;
using documents::Mistakes;
using documents::number;
using documents::Read;
using documents::required;
using documents::text;
using documents::texts;
using documents::Value;

constexpr std::string_view kFormats[] = {"text", "markdown", "html", "json"};
constexpr std::string_view kOccasions[] = {"always", "news"};

bool is_name(const std::string& word) {
  return !word.empty() && word.size() <= 60 &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
             std::string::npos &&
         word[0] != '.';
}

Read name(std::string& into) {
  return [&into](const Value& value) {
    if (!value.word(into)) return;
    if (!is_name(into)) value.complain("expected a name of letters, digits, '.', '_' and '-', 60 at most");
  };
}

Read seconds(std::uint32_t& into) {
  return [&into](const Value& value) {
    std::string word;
    if (!value.word(word)) return;
    if (const auto parsed = parse_duration(word))
      into = *parsed;
    else
      value.complain(parsed.error());
  };
}

/// One of the enumerators, whose names stand in their order.
template <class E, std::size_t N>
Read word_of(const std::string_view (&names)[N], E& into) {
  return documents::choice({std::begin(names), std::end(names)},
                           [&into](std::size_t place) { into = static_cast<E>(place); });
}

/// Remembers where the value stands, too.
Read noted(documents::Place& place, Read read) {
  return [&place, read = std::move(read)](const Value& value) {
    place = value.node().place;
    read(value);
  };
}

/// Reads a plan's file. What a name refers to must be there, so names of branches are gathered first.
class Reader {
 public:
  explicit Reader(Draft& draft) : plan_(draft.plan), mistakes_(draft.mistakes) {}

  void read(const documents::Node& root) {
    gather_names(root);
    documents::read_map({root, mistakes_},
                        {{"name", name(plan_.name)},
                         required("database", text(plan_.database)),
                         {"state", text(plan_.state)},
                         {"baseline", branch_name(plan_.baseline)},
                         required("branches", documents::list([this](const Value& item) { read_branch(item); })),
                         required("passes", documents::list([this](const Value& item) { read_pass(item); })),
                         required("budget", [this](const Value& value) { read_budget(value); }),
                         {"costs", [this](const Value& value) { read_costs(value); }},
                         {"missed", [this](const Value& value) { read_missed(value); }},
                         {"seeds", noted(plan_.places["seeds"], text(plan_.seeds))},
                         {"seed", [this](const Value& value) { read_seed(value); }},
                         {"known-roots", noted(plan_.places["known-roots"], text(plan_.known_roots))},
                         {"tolerate", noted(plan_.places["tolerate"], texts(plan_.tolerate))},
                         {"tell", documents::list([this](const Value& item) { read_listener(item); })}});
    check_whole(root);
  }

 private:
  void gather_names(const documents::Node& root) {
    const documents::Node* branches = root.at("branches");
    if (branches == nullptr) return;
    for (const documents::Node& branch : branches->items)
      if (const documents::Node* own = branch.at("name"); own != nullptr && !own->word.empty())
        names_.push_back(own->word);
      else
        has_nameless_ = true;
  }

  /// A branch by the name that it gives itself.
  Read branch_name(std::string& into) const {
    return [this, &into](const Value& value) {
      if (!value.word(into) || into.empty() || std::find(names_.begin(), names_.end(), into) != names_.end()) return;
      if (has_nameless_) return;  // which may be the one that is meant
      value.complain("no branch is called '" + into + "'" + guess(into, names_) +
                     (names_.empty() ? "" : " (there are " + joined(names_, ", ") + ")"));
    };
  }

  void read_branch(const Value& value) {
    Branch branch;
    branch.place = value.node().place;
    const Read own_name = [&](const Value& word) {
      name(branch.name)(word);
      for (const Branch& other : plan_.branches)
        if (other.name == branch.name) return word.complain("'" + branch.name + "' stands there twice");
    };
    const Read baseline = [&](const Value& word) {
      branch_name(branch.baseline)(word);
      if (!branch.baseline.empty() && branch.baseline == branch.name)
        word.complain("branch '" + branch.name + "' is its own baseline");
    };
    documents::read_map(value, {required("name", own_name),
                                required("opt", noted(branch.place, text(branch.opt))),
                                {"checkout", noted(branch.place, text(branch.checkout))},
                                {"update", text(branch.update)},
                                {"configure", text(branch.configure)},
                                {"build", text(branch.build)},
                                {"keep", texts(branch.keep)},
                                {"baseline", baseline}});
    const documents::Node& node = value.node();
    for (const char* key : {"update", "configure", "build"})
      if (const documents::Node* command = node.at(key); command != nullptr && node.at("checkout") == nullptr)
        value.of(*command, key).complain("needs checkout, the folder that it runs in");
    if (!branch.checkout.empty() && branch.build.empty())
      value.of(*node.at("checkout"), "checkout").complain("needs build, the command that makes its opt");
    plan_.branches.push_back(std::move(branch));
  }

  void read_pass(const Value& value) {
    Pass pass;
    const Read branches = documents::list([&](const Value& item) { branch_name(pass.branches.emplace_back())(item); });
    documents::read_map(value, {required("pipeline", noted(pass.place, text(pass.pipeline))),
                                {"share", number(pass.share, 1, 1'000'000)},
                                {"branches", branches}});
    plan_.passes.push_back(std::move(pass));
  }

  void read_listener(const Value& value) {
    Listener listener;
    documents::read_map(value, {required("command", text(listener.command)),
                                {"format", word_of(kFormats, listener.format)},
                                {"when", word_of(kOccasions, listener.when)}});
    plan_.tell.push_back(std::move(listener));
  }

  void read_budget(const Value& value) {
    Budget& budget = plan_.budget;
    documents::read_map(value, {{"time", seconds(budget.time_s)},
                                {"mutants", number(budget.mutants, 1)},
                                {"memory", number(budget.memory_mb, 1)},
                                {"jobs", number(budget.jobs, 1, 1'024)},
                                {"build", seconds(budget.build_s)},
                                {"verify", seconds(budget.verify_s)}});
    if (value.node().kind == documents::Node::Kind::Map && value.node().at("time") == nullptr &&
        value.node().at("mutants") == nullptr)
      value.complain("expected time, mutants or both");
  }

  void read_costs(const Value& value) {
    Costs& costs = plan_.costs;
    costs.wanted = true;
    documents::read_map(value, {{"inputs", noted(plan_.places["costs.inputs"], text(costs.inputs))},
                                {"most", number(costs.most, 1, 1'000'000)},
                                {"passes", noted(plan_.places["costs.passes"], text(costs.passes))},
                                {"runs", number(costs.runs, 1, 1'000)},
                                {"threshold", number(costs.threshold, 1, 1'000)},
                                {"time", seconds(costs.time_s)}});
  }

  void read_missed(const Value& value) {
    MissedPlan& missed = plan_.missed;
    missed.wanted = true;
    documents::read_map(value, {{"mutants", number(missed.mutants, 1, 1'000'000)},
                                {"passes", noted(plan_.places["missed.passes"], text(missed.passes))},
                                {"time", seconds(missed.time_s)}});
  }

  void read_seed(const Value& value) {
    std::uint64_t seed = 0;
    number(seed, 0)(value);
    if (seed != 0) plan_.seed = seed;
  }

  /// What concerns more than one field.
  void check_whole(const documents::Node& root) {
    for (const char* key : {"branches", "passes"})
      if (const documents::Node* list = root.at(key); list != nullptr && list->kind == documents::Node::Kind::List)
        if (list->items.empty()) Value(*list, mistakes_, key).complain("expected one or more");
    if (!plan_.costs.wanted) return;
    const Value costs(*root.at("costs"), mistakes_, "costs");
    if (plan_.costs.inputs.empty() && plan_.seeds.empty())
      costs.complain("expected inputs, a folder of modules, as there are no seeds");
    const bool any = std::any_of(plan_.branches.begin(), plan_.branches.end(),
                                 [](const Branch& branch) { return !branch.baseline.empty(); });
    if (!any && plan_.baseline.empty()) costs.complain("no branch has a baseline to be compared with");
  }

  Plan& plan_;
  Mistakes& mistakes_;
  std::vector<std::string> names_;
  bool has_nameless_ = false;
};

void make_absolute(std::string& path, const fs::path& folder) {
  if (!path.empty()) path = (folder / path).lexically_normal().string();  // an absolute path stays
}

void make_absolute(Plan& plan) {
  const fs::path folder = fs::absolute(plan.file).parent_path();
  if (plan.state.empty() && !plan.database.empty()) plan.state = plan.database + ".nights";
  for (std::string* path : {&plan.database, &plan.state, &plan.seeds, &plan.known_roots, &plan.costs.inputs})
    make_absolute(*path, folder);
  for (Branch& branch : plan.branches) {
    make_absolute(branch.checkout, folder);
    if (!branch.is_built()) make_absolute(branch.opt, folder);
  }
}

Result<Plan> without_mistakes(const Result<Draft>& draft) {
  if (!draft) return Error{draft.error()};
  if (!draft->mistakes.none()) return Error{draft->mistakes.text()};
  return draft->plan;
}

}  // namespace

const char* name_of(ReportFormat format) { return kFormats[static_cast<int>(format)].data(); }
std::optional<ReportFormat> enumerator_of(std::string_view name, std::type_identity<ReportFormat>) {
  return enumerator_in<ReportFormat>(kFormats, name);
}
std::vector<std::string> report_format_names() { return {std::begin(kFormats), std::end(kFormats)}; }

bool Pass::is_hunted_in(const Branch& branch) const {
  return branches.empty() || std::find(branches.begin(), branches.end(), branch.name) != branches.end();
}

const Branch* Plan::branch(const std::string& wanted) const {
  for (const Branch& each : branches)
    if (each.name == wanted) return &each;
  return nullptr;
}

const Branch* Plan::baseline_of(const Branch& of) const {
  const std::string& name = of.baseline.empty() ? baseline : of.baseline;
  return name.empty() || name == of.name ? nullptr : branch(name);
}

bool Plan::is_only_baseline(const Branch& branch) const {
  return baseline_of(branch) == nullptr && std::any_of(branches.begin(), branches.end(), [&](const Branch& other) {
           return baseline_of(other) == &branch;
         });
}

Result<Draft> parse_draft(const std::string& text, const std::string& file) {
  const auto root = documents::parse(text, file);
  if (!root) return Error{root.error()};
  if (root->kind != documents::Node::Kind::Map)
    return Error{file + ":1:1: is no plan: expected keys such as branches and passes"};
  Draft draft{Plan(), Mistakes(file)};
  draft.plan.name = "nightly";
  draft.plan.file = file;
  Reader(draft).read(*root);
  make_absolute(draft.plan);
  return draft;
}

Result<Draft> read_draft(const std::string& file) {
  const auto text = read_text_file(file);
  if (!text) return Error{text.error()};
  return parse_draft(*text, file);
}

Result<Plan> parse_plan(const std::string& text, const std::string& file) {
  return without_mistakes(parse_draft(text, file));
}

Result<Plan> read_plan(const std::string& file) { return without_mistakes(read_draft(file)); }

Result<triage::Roots> known_of(const Plan& plan) {
  auto roots = triage::Roots::open(plan.known_roots, plan.tolerate);
  if (!roots) return roots;
  std::vector<std::string> complaints;
  for (const std::string& word : roots->unknown_words())
    complaints.push_back("tolerate: '" + word + "' is neither a semantics variant nor the id of a known cause" +
                         guess(word, roots->words()));
  if (!complaints.empty()) return Error{joined(complaints, "\n")};
  return roots;
}

}  // namespace assay::nightly
