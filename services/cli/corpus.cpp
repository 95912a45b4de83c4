#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "fuzzers/mutate/corpus.h"
#include "fuzzers/mutate/inventory.h"
#include "services/application/import_tests.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/hunt/mix.h"

namespace assay::cli {
namespace {

struct CorpusArguments {
  std::vector<std::string> paths;
  std::string folder;
  bool undef = false;
  bool checkable = false;
  bool json = false;
};

Result<mutate::Seeds> load(llvm::LLVMContext& context, const CorpusArguments& arguments) {
  mutate::SeedOptions options;
  options.allow_undef = arguments.undef;
  options.checkable_only = arguments.checkable;
  return mutate::Seeds::load(context, arguments.paths, options);
}

nlohmann::json skipped_json(const std::vector<mutate::SkippedSeed>& skipped) {
  nlohmann::json list = nlohmann::json::array();
  for (const mutate::SkippedSeed& each : skipped) list.push_back({{"origin", each.origin}, {"reason", each.reason}});
  return list;
}

void complain_of(const std::vector<mutate::SkippedSeed>& skipped) {
  for (const mutate::SkippedSeed& each : skipped) complain("skipped " + each.text());
}

int run_stats(const CorpusArguments& arguments) {
  llvm::LLVMContext context;
  const auto seeds = load(context, arguments);
  if (!seeds) {
    complain(seeds.error());
    return kUsage;
  }
  mutate::Inventory inventory;
  std::set<const llvm::Module*> modules;
  std::set<std::uint64_t> features;
  std::map<std::string, std::uint64_t> themes;
  std::uint64_t instructions = 0;
  for (const mutate::Seed& seed : seeds->all()) {
    if (modules.insert(seed.function->getParent()).second) inventory.add(*seed.function->getParent());
    for (const std::uint64_t each : mutate::features_of(*seed.function)) features.insert(each);
    ++themes[hunt::theme_of(*seed.function)];
    instructions += seed.function->getInstructionCount();
  }
  const auto counts = mutate::by_kind(inventory);
  if (arguments.json) {
    nlohmann::json groups = nlohmann::json::object();
    for (const auto& [item, count] : counts) groups[item.first][item.second] = count;
    std::printf("%s\n", dump({{"files", modules.size()},
                              {"functions", seeds->size()},
                              {"instructions", instructions},
                              {"features", features.size()},
                              {"themes", themes},
                              {"counts", groups},
                              {"skipped", skipped_json(seeds->skipped())}})
                            .c_str());
    return kSuccess;
  }
  std::printf("files        %zu\nfunctions    %zu\ninstructions %llu\nfeatures     %zu\nskipped      %zu\n",
              modules.size(), seeds->size(), static_cast<unsigned long long>(instructions), features.size(),
              seeds->skipped().size());
  for (const auto& [theme, count] : themes)
    std::printf("theme        %-20s %llu\n", theme.c_str(), static_cast<unsigned long long>(count));
  for (const auto& [item, count] : counts)
    std::printf("%-12s %-32s %llu\n", item.first.c_str(), item.second.c_str(), static_cast<unsigned long long>(count));
  complain_of(seeds->skipped());
  return kSuccess;
}

/// Writes all functions of the paths, or a smallest set with the same features, to the folder.
int run_write(const CorpusArguments& arguments, bool distill) {
  llvm::LLVMContext context;
  const auto seeds = load(context, arguments);
  if (!seeds) {
    complain(seeds.error());
    return kUsage;
  }
  std::vector<std::size_t> which(seeds->size());
  std::iota(which.begin(), which.end(), 0);
  if (distill) which = mutate::distill(*seeds);
  const mutate::CorpusChange change = mutate::write_corpus(arguments.folder, *seeds, which);
  if (arguments.json)
    std::printf("%s\n", dump({{"functions", seeds->size()},
                              {"kept", which.size()},
                              {"written", change.written},
                              {"already_there", change.already_there},
                              {"failed", skipped_json(change.failed)},
                              {"skipped", skipped_json(seeds->skipped())}})
                            .c_str());
  else
    std::printf("%zu functions, %zu kept, %zu written to %s, %zu were there\n", seeds->size(), which.size(),
                change.written, arguments.folder.c_str(), change.already_there);
  if (!arguments.json) {
    complain_of(seeds->skipped());
    complain_of(change.failed);
  }
  return seeds->empty() || change.written + change.already_there > 0 ? kSuccess : kUsage;
}

nlohmann::json counts_json(const std::map<std::string, std::size_t>& counts) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [why, count] : counts) json[why] = count;
  return json;
}

/// The reasons that count most.
void print_left_out(const char* what, const std::map<std::string, std::size_t>& counts) {
  constexpr std::size_t kShown = 8;
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const auto& [why, count] : counts) sorted.emplace_back(count, why);
  std::ranges::sort(sorted, std::greater());
  std::size_t others = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (i < kShown)
      std::printf("  %6zu %s: %s\n", sorted[i].first, what, sorted[i].second.c_str());
    else
      others += sorted[i].first;
  if (others != 0) std::printf("  %6zu %s for %zu other reasons (--json)\n", others, what, sorted.size() - kShown);
}

int run_import(const CorpusArguments& arguments) {
  mutate::SeedOptions options;
  options.allow_undef = arguments.undef;
  options.checkable_only = arguments.checkable;
  const bool shows = isatty(STDERR_FILENO) != 0;
  const auto imported = application::import_tests(
      arguments.paths.front(), arguments.folder, options, [&](const application::ImportedTests& so_far) {
        if (shows && so_far.files % 64 == 0)
          std::fprintf(stderr, "\r  %zu files, %zu functions kept", so_far.files, so_far.kept);
      });
  if (shows) std::fprintf(stderr, "\r\033[K");
  if (!imported) {
    complain(imported.error());
    return kUsage;
  }
  if (arguments.json)
    std::printf("%s\n", dump({{"files", imported->files},
                              {"functions", imported->functions},
                              {"kept", imported->kept},
                              {"written", imported->written},
                              {"already_there", imported->already_there},
                              {"files_left_out", counts_json(imported->files_left_out)},
                              {"functions_left_out", counts_json(imported->functions_left_out)}})
                            .c_str());
  else
    std::printf("%zu files with %zu functions: %zu functions kept; %zu files written to %s, %zu were there\n",
                imported->files, imported->functions, imported->kept, imported->written, arguments.folder.c_str(),
                imported->already_there);
  if (!arguments.json) {
    print_left_out("files left out", imported->files_left_out);
    print_left_out("functions left out", imported->functions_left_out);
  }
  return imported->kept > 0 ? kSuccess : kUsage;
}

CLI::App* add_part(CLI::App& verb, const char* name, const char* headline, const char* text,
                   const std::shared_ptr<CorpusArguments>& arguments) {
  CLI::App* part = verb.add_subcommand(name, headline);
  part->description(std::string(text) +
                    "\nFiles that can't be read, and functions that can't be seeds, are named and left out.\n\n"
                    "Exit code: 0 done, 2 no such path, or nothing could be written.");
  part->add_option("paths", arguments->paths, "files or folders (.ll, .bc)")->required();
  part->add_flag("--undef", arguments->undef, "functions that mention undef count too");
  part->add_flag("--checkable", arguments->checkable, "only functions that Assay can give a meaning to");
  part->add_flag("--json", arguments->json, "print one JSON object");
  return part;
}

}  // namespace

void add_corpus(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CorpusArguments>();
  CLI::App* verb = app.add_subcommand("corpus", "look at and look after folders of functions");
  verb->description(
      "stats: what is in them; distill: the few that show all; merge: all into one folder, each once;\n"
      "import: the functions of a tree of LLVM's tests, with what their RUN lines run.\n\n"
      "Exit code: 0 done, 2 bad usage.");
  verb->require_subcommand(1);
  CLI::App* stats = add_part(
      *verb, "stats", "what the functions are made of",
      "Counts instructions, flags, intrinsics, attributes, metadata and constants of the functions.", arguments);
  stats->callback([arguments, &action] { action = [arguments] { return run_stats(*arguments); }; });
  CLI::App* distill =
      add_part(*verb, "distill", "a small set with the same features",
               "Writes a small part of the functions that has every feature that all of them have.", arguments);
  distill->add_option("-o,--output", arguments->folder, "folder to write to")->required();
  distill->callback([arguments, &action] { action = [arguments] { return run_write(*arguments, true); }; });
  CLI::App* merge =
      add_part(*verb, "merge", "all into one folder",
               "Writes each function as a file named by its content: what is there already stays as it is.", arguments);
  merge->add_option("-o,--output", arguments->folder, "folder to write to")->required();
  merge->callback([arguments, &action] { action = [arguments] { return run_write(*arguments, false); }; });
  CLI::App* import = verb->add_subcommand("import", "the functions of a tree of LLVM's tests");
  import->description(
      "Writes of each test in TREE (llvm/test/Transforms, or a part of it) the functions that can be seeds, each "
      "once,\n"
      "with the test's RUN lines. \"assay hunt --seeds=DIR --passes=tests\" mutates them for the passes that they are\n"
      "tests of. Run again, it goes on where it was cut short.\n\n"
      "Exit code: 0 done, 2 no such tree, nothing to keep, or a file that can't be written.");
  import->add_option("tree", arguments->paths, "a folder of tests (.ll)")->required()->expected(1);
  import->add_option("-o,--output", arguments->folder, "folder to write to")->required();
  import->add_flag("--undef", arguments->undef, "functions that mention undef count too");
  import->add_flag("--checkable", arguments->checkable, "only functions that Assay can give a meaning to");
  import->add_flag("--json", arguments->json, "print one JSON object");
  import->callback([arguments, &action] { action = [arguments] { return run_import(*arguments);
};
}  // namespace assay::cli
);
}

}  // namespace assay::cli
