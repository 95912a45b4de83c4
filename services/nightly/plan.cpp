#include "services/nightly/plan.h"

#include <llvm/Support/YAMLTraits.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "services/common/fields.h"
#include "services/common/text.h"
#include "services/common/user_words.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;

/// Scalars that are more than text: what is wrong with one is told with its line.
struct Seconds {
  std::uint32_t value = 0;
};
struct Amount {
  std::uint64_t value = 0;
};
using Occasion = Listener::When;
struct Name {
  std::string word;
};
/// The name that a branch gives itself, and one by which a branch is meant. A plan is read twice; the second time the
/// context is the names of all branches.
struct OwnName {
  std::string word;
};
struct BranchName {
  std::string word;
};
using Names = std::vector<std::string>;

constexpr const char* kNoName = "expected a name of letters, digits, '.', '_' and '-', 60 at most";

bool is_name(llvm::StringRef text) {
  return !text.empty() && text.size() <= 60 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
             llvm::StringRef::npos &&
         text[0] != '.';
}

constexpr std::string_view kFormats[] = {"text", "markdown", "html", "json"};
constexpr std::string_view kOccasions[] = {"always", "news"};

/// What a scalar's reader gives LLVM must live on.
llvm::StringRef kept(const std::string& message) {
  static std::set<std::string> all;
  return *all.insert(message).first;
}

/// A value by its word, of those that stand in the order of the enumerators.
template <class E, std::size_t N>
llvm::StringRef read_word(llvm::StringRef scalar, const std::string_view (&names)[N], E& into) {
  if (const auto found = enumerator_in<E>(names, scalar)) {
    into = *found;
    return {};
  }
  const std::vector<std::string> words(std::begin(names), std::end(names));
  return kept("expected " + alternatives(words) + guess(scalar.str(), words));
}

/// Are all keys of this mapping among the words? If not, LLVM tells which is unknown, with its line, if nothing else is
/// complained of before: what the mistake leads to is no news then.
bool knows_all(llvm::yaml::IO& io, std::initializer_list<llvm::StringRef> words) {
  for (const llvm::StringRef& key : io.keys())
    if (std::find(words.begin(), words.end(), key) == words.end()) return false;
  return true;
}

std::vector<std::string> words_of(const std::vector<BranchName>& names) {
  std::vector<std::string> words;
  for (const BranchName& name : names) words.push_back(name.word);
  return words;
}

template <class T>
void map(llvm::yaml::IO& io, bool required, const char* key, T& value) {
  required ? io.mapRequired(key, value) : io.mapOptional(key, value);
}

}  // namespace

const char* name_of(ReportFormat format) { return kFormats[static_cast<int>(format)].data(); }
std::optional<ReportFormat> enumerator_of(std::string_view name, std::type_identity<ReportFormat>) {
  return enumerator_in<ReportFormat>(kFormats, name);
}
std::vector<std::string> report_format_names() { return {std::begin(kFormats), std::end(kFormats)}; }

}  // namespace assay::nightly

LLVM_YAML_IS_SEQUENCE_VECTOR(assay::nightly::Branch)
LLVM_YAML_IS_SEQUENCE_VECTOR(assay::nightly::Pass)
LLVM_YAML_IS_SEQUENCE_VECTOR(assay::nightly::Listener)
LLVM_YAML_IS_SEQUENCE_VECTOR(assay::nightly::BranchName)

namespace llvm::yaml {

using namespace assay::nightly;

#define ASSAY_SCALAR(Type)                                                \
  template <>                                                             \
  struct ScalarTraits<Type> {                                             \
    static void output(const Type&, void*, raw_ostream&) {}               \
    static StringRef input(StringRef scalar, void* names, Type& value);   \
    static QuotingType mustQuote(StringRef) { return QuotingType::None; } \
  };                                                                      \
  StringRef ScalarTraits<Type>::input(StringRef scalar, [[maybe_unused]] void* names, Type& value)

ASSAY_SCALAR(Seconds) {
  auto parsed = assay::parse_duration(scalar.str());
  if (!parsed) return kept(parsed.error());
  value.value = *parsed;
  return {};
}
ASSAY_SCALAR(Amount) {
  return scalar.getAsInteger(10, value.value) || value.value == 0 ? StringRef("expected a whole number above 0")
                                                                  : StringRef();
}
ASSAY_SCALAR(ReportFormat) { return read_word(scalar, kFormats, value); }
ASSAY_SCALAR(Occasion) { return read_word(scalar, kOccasions, value); }
ASSAY_SCALAR(Name) {
  value.word = scalar.str();
  return is_name(scalar) ? StringRef() : StringRef(kNoName);
}
ASSAY_SCALAR(OwnName) {
  value.word = scalar.str();
  if (!is_name(scalar)) return kNoName;
  const auto* all = static_cast<const Names*>(names);
  if (all == nullptr || std::count(all->begin(), all->end(), value.word) < 2) return {};
  return kept("'" + value.word + "' stands there twice");
}
ASSAY_SCALAR(BranchName) {
  value.word = scalar.str();
  const auto* all = static_cast<const Names*>(names);
  if (all == nullptr || std::find(all->begin(), all->end(), value.word) != all->end()) return {};
  return kept("no branch is called '" + value.word + "'" + assay::guess(value.word, *all) + " (there are " +
              assay::joined(*all, ", ") + ")");
}
#undef ASSAY_SCALAR

template <>
struct MappingTraits<Branch> {
  static void mapping(IO& io, Branch& branch) {
    const bool known = knows_all(io, {"name", "opt", "checkout", "update", "configure", "build", "keep", "baseline"});
    OwnName name;
    BranchName baseline;
    map(io, known, "name", name);
    map(io, known, "opt", branch.opt);
    io.mapOptional("checkout", branch.checkout);
    io.mapOptional("update", branch.update);
    io.mapOptional("configure", branch.configure);
    io.mapOptional("build", branch.build);
    io.mapOptional("keep", branch.keep);
    io.mapOptional("baseline", baseline);
    branch.name = name.word;
    branch.baseline = baseline.word;
    if (!known) return;
    if (!branch.name.empty() && branch.baseline == branch.name)
      io.setError("branch '" + branch.name + "' is its own baseline");
    if (branch.checkout.empty() && !(branch.update + branch.configure + branch.build).empty())
      io.setError("branch '" + branch.name +
                  "': update, configure and build need checkout, the folder that they run in");
    if (!branch.checkout.empty() && branch.build.empty())
      io.setError("branch '" + branch.name + "': checkout needs build, the command that makes its opt");
  }
};
template <>
struct MappingTraits<Pass> {
  static void mapping(IO& io, Pass& pass) {
    const bool known = knows_all(io, {"pipeline", "share", "branches"});
    Amount share{1};
    map(io, known, "pipeline", pass.pipeline);
    io.mapOptional("share", share);
    std::vector<BranchName> branches;
    io.mapOptional("branches", branches);
    pass.branches = words_of(branches);
    if (!known) return;
    if (share.value > 1'000'000) io.setError("share: expected 1000000 at most");
    pass.share = static_cast<std::uint32_t>(share.value);
  }
};
template <>
struct MappingTraits<Listener> {
  static void mapping(IO& io, Listener& listener) {
    const bool known = knows_all(io, {"command", "format", "when"});
    map(io, known, "command", listener.command);
    io.mapOptional("format", listener.format);
    io.mapOptional("when", listener.when);
  }
};
template <>
struct MappingTraits<Budget> {
  static void mapping(IO& io, Budget& budget) {
    const bool known = knows_all(io, {"time", "mutants", "memory", "jobs", "build", "verify"});
    Seconds time{budget.time_s}, build{budget.build_s}, verify{budget.verify_s};
    Amount mutants{budget.mutants}, memory{budget.memory_mb}, jobs{budget.jobs};
    io.mapOptional("time", time);
    io.mapOptional("mutants", mutants);
    io.mapOptional("memory", memory);
    io.mapOptional("jobs", jobs);
    io.mapOptional("build", build);
    io.mapOptional("verify", verify);
    if (!known) return;
    if (jobs.value > 1'024) io.setError("jobs: expected 1024 at most");
    budget = {time.value,  mutants.value, memory.value, static_cast<std::uint32_t>(jobs.value),
              build.value, verify.value};
    if (budget.time_s == 0 && budget.mutants == 0) io.setError("budget: expected time, mutants or both");
  }
};
template <>
struct MappingTraits<Costs> {
  static void mapping(IO& io, Costs& costs) {
    const bool known = knows_all(io, {"inputs", "most", "passes", "runs", "threshold", "time"});
    costs.wanted = true;
    Amount most{costs.most}, runs{costs.runs}, threshold{costs.threshold};
    Seconds time{costs.time_s};
    io.mapOptional("inputs", costs.inputs);
    io.mapOptional("most", most);
    io.mapOptional("passes", costs.passes);
    io.mapOptional("runs", runs);
    io.mapOptional("threshold", threshold);
    io.mapOptional("time", time);
    if (!known) return;
    if (most.value > 1'000'000) io.setError("most: expected 1000000 at most");
    if (runs.value > 1'000) io.setError("runs: expected 1000 at most");
    if (threshold.value > 1'000) io.setError("threshold: expected a percentage, 1000 at most");
    costs.most = static_cast<std::uint32_t>(most.value);
    costs.runs = static_cast<std::uint32_t>(runs.value);
    costs.threshold = static_cast<std::uint32_t>(threshold.value);
    costs.time_s = time.value;
  }
};
template <>
struct MappingTraits<Plan> {
  static void mapping(IO& io, Plan& plan) {
    const bool known = knows_all(io, {"name", "database", "state", "baseline", "branches", "passes", "budget", "costs",
                                      "seeds", "seed", "known-roots", "tolerate", "tell"});
    Name name{"nightly"};
    BranchName baseline;
    std::uint64_t seed = 0;
    io.mapOptional("name", name);
    map(io, known, "database", plan.database);
    io.mapOptional("state", plan.state);
    io.mapOptional("baseline", baseline);
    map(io, known, "branches", plan.branches);
    map(io, known, "passes", plan.passes);
    map(io, known, "budget", plan.budget);
    io.mapOptional("costs", plan.costs);
    io.mapOptional("seeds", plan.seeds);
    io.mapOptional("seed", seed);
    io.mapOptional("known-roots", plan.known_roots);
    std::optional<std::vector<std::string>> tolerate;
    io.mapOptional("tolerate", tolerate);
    if (tolerate) plan.tolerate = *tolerate;
    io.mapOptional("tell", plan.tell);
    plan.name = name.word;
    plan.baseline = baseline.word;
    if (seed != 0) plan.seed = seed;
    if (known) check(io, plan);
  }
  static void check_costs(IO& io, const Plan& plan) {
    if (plan.costs.inputs.empty() && plan.seeds.empty())
      io.setError("costs: expected inputs, a folder of modules, as there are no seeds");
    const bool any = std::any_of(plan.branches.begin(), plan.branches.end(),
                                 [&](const Branch& branch) { return !branch.baseline.empty(); });
    if (!any && plan.baseline.empty()) io.setError("costs: no branch has a baseline to be compared with");
  }
  static void check(IO& io, const Plan& plan) {
    if (plan.branches.empty()) io.setError("branches: expected one or more");
    if (plan.passes.empty()) io.setError("passes: expected one or more");
    if (plan.costs.wanted) check_costs(io, plan);
  }
};

}  // namespace llvm::yaml

namespace assay::nightly {
namespace {

const std::vector<std::string> kKeys{
    "name",     "database", "state",    "baseline", "branches",  "passes",   "budget", "seeds",    "seed",
    "tell",     "opt",      "checkout", "update",   "configure", "build",    "keep",   "pipeline", "share",
    "time",     "mutants",  "memory",   "jobs",     "verify",    "command",  "format", "when",     "known-roots",
    "tolerate", "costs",    "inputs",   "most",     "runs",      "threshold"};

/// The first complaint: "FILE:LINE: `the line`: what is wrong".
struct Complaints {
  std::string file, first;
  static void note(const llvm::SMDiagnostic& diagnostic, void* into) {
    auto& self = *static_cast<Complaints*>(into);
    if (!self.first.empty()) return;
    constexpr std::string_view kUnknown = "unknown key '";
    const std::string words = diagnostic.getMessage().str();
    const std::string line = diagnostic.getLineContents().trim().str();
    self.first =
        self.file + ":" + std::to_string(diagnostic.getLineNo()) + ": `" + visible(line) + "`: " + visible(words);
    if (words.starts_with(kUnknown))
      self.first += guess(words.substr(kUnknown.size(), words.size() - kUnknown.size() - 1), kKeys);
  }
};

/// Is there a line that is no comment and may have a key? LLVM's reader wants a mapping.
bool holds_keys(const std::string& text) {
  const auto lines = lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    const auto first = line.find_first_not_of(" \t");
    return first != std::string::npos && line[first] != '#' && line.find(':', first) != std::string::npos;
  });
}

void make_absolute(std::string& path, const fs::path& folder) {
  if (!path.empty()) path = (folder / path).lexically_normal().string();  // an absolute path stays
}

}  // namespace

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

Result<Plan> parse_plan(const std::string& text, const std::string& file) {
  const Error none{file + ":1: is no plan: expected keys such as branches and passes"};
  if (const std::string fault = fault_of_document(text); !fault.empty()) return Error{file + ":" + fault};
  if (!holds_keys(text)) return none;
  Complaints complaints{file, ""};
  Plan plan;
  Names names;
  for (void* context : {static_cast<void*>(nullptr), static_cast<void*>(&names)}) {
    llvm::yaml::Input input(text, context, Complaints::note, &complaints);
    plan = Plan();
    // As input >> plan, which takes for granted that there is something to read.
    const bool is_there = input.setCurrentDocument() && input.getCurrentNode() != nullptr;
    llvm::yaml::EmptyContext empty;
    if (is_there) llvm::yaml::yamlize(input, plan, true, empty);
    if (!is_there || input.error()) return complaints.first.empty() ? none : Error{complaints.first};
    for (const Branch& branch : plan.branches) names.push_back(branch.name);
  }
  plan.file = file;
  const fs::path folder = fs::absolute(file).parent_path();
  if (plan.state.empty()) plan.state = plan.database + ".nights";
  for (std::string* path : {&plan.database, &plan.state, &plan.seeds, &plan.known_roots, &plan.costs.inputs})
    make_absolute(*path, folder);
  for (Branch& branch : plan.branches) {
    make_absolute(branch.checkout, folder);
    if (!branch.is_built()) make_absolute(branch.opt, folder);
  }
  return plan;
}

Result<Plan> read_plan(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return Error{file + ": can't be read"};
  return parse_plan(text.str(), file);
}

Result<triage::Roots> known_of(const Plan& plan) {
  auto roots = triage::Roots::open(plan.known_roots, plan.tolerate);
  if (!roots) return roots;
  if (const auto word = roots->unknown_word())
    return Error{"tolerate: '" + *word + "' is neither a relaxation nor the id of a known root" +
                 guess(*word, roots->words())};
  return roots;
}

}  // namespace assay::nightly
