#include "tests/architecture/source_tree.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>

namespace assay::architecture {

namespace fs = std::filesystem;

fs::path source_root() {
  const char* root = std::getenv("ASSAY_SOURCE");
  return root == nullptr ? fs::current_path() : fs::path(root);
}

namespace {

const std::map<std::string, Room> kRooms{
    {"services/common",
     {0, {"bug_status.h",  "call_filter.h", "companion.h",    "compiler_id.h", "conduct.h",        "confine.h",
          "environment.h", "experience.h",  "explorer.h",     "fields.h",      "fields_json.h",    "finding.h",
          "hash.h",        "known_cause.h", "log.h",          "outcome.h",     "pasted.h",         "processors.h",
          "question.h",    "records.h",     "records_json.h", "rng.h",         "scratch_folder.h", "settings.def",
          "settings.h",    "sort_stably.h", "status.h",       "subprocess.h",  "surface.h",        "text.h",
          "text_file.h",   "user_words.h",  "work.h"}}},
    {"services/documents", {1, {"documents.h"}}},
    {"services/channel",
     {1, {"child.h", "crew.h", "fields_proto.h", "frames.h", "isolated.h", "large_pages.h", "wire.h"}}},
    {"services/worker/ir",
     {1,
      {"block_counts.h", "exposure.h", "ir.h", "metadata_pairs.h", "module_lists.h", "newer_words.h", "null_symbols.h",
       "pairs.h", "partial_bytes.h", "references.h", "same_globals.h", "steps_to_object.h", "symbols.h", "target.h",
       "targeted.h", "type_tags.h"}}},
    {"services/worker/budget", {1, {"budget.h", "solver.h"}}},
    {"services/worker/evidence", {1, {"assumption.h", "claim.h", "reading.h", "settle.h"}}},
    {"services/worker/semantics",
     {2,
      {"accesses.h",
       "apfloat.h",
       "attribute_support.h",
       "call_facts.h",
       "convention.h",
       "convergence.h",
       "counterparts.h",
       "deoptimization.h",
       "domain.h",
       "eval.h",
       "float_arithmetic.h",
       "float_environment.h",
       "funclets.h",
       "gained_metadata.h",
       "gained_promises.h",
       "initialized_arguments.h",
       "pointer_accesses.h",
       "input.h",
       "intrinsics.h",
       "kept_promises.h",
       "library_functions.h",
       "library_values.h",
       "meaning.h",
       "named_lanes.h",
       "opencl_functions.h",
       "openmp_runtime.h",
       "own_choices.h",
       "own_constants.h",
       "padding.h",
       "permissions.h",
       "pointer_basis.h",
       "pointer_casts.h",
       "program.h",
       "progress.h",
       "promises.h",
       "raised_exceptions.h",
       "rows.def",
       "semantics.h",
       "shift_counts.h",
       "restrictions.h",
       "synchronization.h",
       "types.h",
       "variable_arguments.h",
       "variant.h"}}},
    {"fuzzers/generate",
     {3,
      {"attributes.h", "constants.h", "flag_words.h", "generate.h", "intrinsic_forms.h", "metadata.h", "program.h"}}},
    {"fuzzers/mutate", {4, {"corpus.h", "inventory.h", "mutate.h", "patch_seeds.h"}}},
    {"services/worker/interpret",
     {3, {"c_library.h", "calls_made.h", "diagnosis.h", "interpret.h", "profile.h", "reference.h", "sample.h"}}},
    {"services/worker/refine/smt", {3, {"eliminate.h", "model.h", "solver.h", "term_domain.h", "terms.h"}}},
    {"services/worker/refine", {4, {"refine.h"}}},
    {"services/worker/optimize",
     {4,
      {"build.h", "coverage.h", "optimize.h", "pipeline.h", "repeated.h", "run_lines.h", "statistics.h", "traced.h",
       "unread.h"}}},
    {"services/worker/codegen", {5, {"blame.h", "code_costs.h", "codegen.h", "compiler.h", "target.h"}}},
    {"services/worker/cost", {2, {"cost.h"}}},
    {"services/worker/compare", {5, {"compare.h"}}},
    {"services/worker/oracles", {5, {"oracles.h"}}},
    {"services/worker/validate", {5, {"validate.h"}}},
    {"services/worker/normalize",
     {4,
      {"based_pointers.h", "callbacks.h", "expressions.h", "guards.h", "joined_symbols.h", "lost_blocks.h",
       "merged_constants.h", "normalize.h", "places_in_memory.h", "reachable_blocks.h", "unneeded.h"}}},
    {"services/worker/prove", {5, {"order/kept_scopes.h", "parts/parts.h", "regions/regions.h", "rounds/rounds.h"}}},
    {"services/worker/check", {6, {"cache.h", "check.h", "isolated_checker.h", "refuting_inputs.h", "statistics.h"}}},
    {"services/worker/rules", {7, {"flags.h", "rules.h"}}},
    {"services/worker/improve", {8, {"improve.h"}}},
    {"services/worker/reduce", {7, {"reduce.h"}}},
    {"services/worker/triage", {7, {"known_roots.h", "standing.h", "triage.h"}}},
    {"services/worker/regressions", {8, {"regressions.h"}}},
    {"services/worker/report", {8, {"expectations.h", "missed.h", "report.h"}}},
    {"services/worker/hunt",
     {9,
      {"analyse.h", "ask.h", "equipment.h", "hunt.h", "mix.h", "place.h", "separate_mutants.h", "surface.h",
       "tests_of_passes.h"}}},
    {"services/application",
     {10, {"bench.h",          "bug_facts.h",    "causes.h",       "codegen.h",     "costs.h",         "finishing.h",
           "hunt.h",           "import_tests.h", "improve.h",      "missed.h",      "missed_issues.h", "observe.h",
           "pairs.h",          "patch_hunt.h",   "pull_request.h", "regressions.h", "releases.h",      "replay.h",
           "second_opinion.h", "summary.h",      "test_files.h",   "verify.h",      "work_loop.h"}}},
    {"services/nightly", {11, {"bisect.h", "faults.h", "night.h", "plan.h", "record.h"}}},
    {"fuzzers/harness", {12, {}}},
    {"services/coordinator/store",
     {1,
      {"backup.h", "care.h", "dates.h", "filter_text.h", "ir_facts.h", "nights.h", "schema_notes.h", "sql.h", "store.h",
       "upkeep.h"}}},
    {"services/coordinator/facts", {2, {"facts.h"}}},
    {"services/coordinator/door", {1, {"door.h", "executor.h", "open_files.h", "peer.h", "stream.h"}}},
    {"services/coordinator/query", {2, {"convert.h", "query.h"}}},
    {"services/coordinator/rpc", {3, {"frames.h", "link.h", "rpc.h"}}},
    {"services/coordinator/web", {3, {"http.h", "web.h"}}},
    {"services/cli", {12, {}}},
    {"services/opt_plugin", {2, {}}},
};

}  // namespace

const std::map<std::string, Room>& rooms() { return kRooms; }

std::string room_of(const std::string& path) {
  std::string best;
  for (const auto& [name, room] : rooms())
    if (path.starts_with(name + "/") && name.size() > best.size()) best = name;
  return best;
}

std::vector<fs::path> sources_below(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_root() / folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp" || extension == ".def") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string name_in_tree(const fs::path& path) { return fs::relative(path, source_root()).string(); }

std::vector<Include> includes(const std::string& pattern) {
  const std::regex line_pattern(pattern);
  std::vector<Include> all;
  for (const char* folder : {"services", "fuzzers"})
    for (const fs::path& path : sources_below(folder))
      for (const std::string& line : lines_of(path))
        if (std::smatch match; std::regex_search(line, match, line_pattern))
          all.push_back({name_in_tree(path), match[1]});
  return all;
}

}  // namespace assay::architecture
