#include "services/coordinator/facts/facts.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/application/bug_facts.h"
#include "services/cli/file_guard.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct FactsArguments {
  std::vector<std::string> files;
  std::string database = "assay.db";
  bool json = false;
};

/// Of a file that the user has named.
constexpr std::size_t kMostFactBytes = std::size_t{1} << 30;

/// How much was recorded.
struct Recorded {
  std::uint64_t modules = 0, functions = 0, instructions = 0;

  void add(const store::ModuleFacts& facts) {
    ++modules;
    for (const store::IrFunction& function : facts.functions) {
      functions += function.is_definition ? 1 : 0;
      for (const store::IrBlock& block : function.blocks) instructions += block.instructions.size();
    }
  }
};

Result<store::ModuleFacts> facts_of_file(const std::string& file) {
  const FileGuard guard(file);
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, file);
  if (!module) return Error{module.error()};
  if (Status invalid = ir::verify(**module)) return Error{file + ": " + invalid->message};
  store::ModuleFacts facts = facts::facts_of(**module, kMostFactBytes);
  facts.name = file;
  return facts;
}

void print_recorded(const FactsArguments& arguments, const Recorded& recorded, std::uint64_t bugs) {
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  if (arguments.json)
    std::printf("%s\n", dump({{"modules", recorded.modules},
                              {"functions", recorded.functions},
                              {"instructions", recorded.instructions},
                              {"bugs", bugs}})
                            .c_str());
  else if (arguments.files.empty())
    std::printf("%llu bugs\n", n(bugs));
  else
    std::printf("%llu modules, %llu functions, %llu instructions\n", n(recorded.modules), n(recorded.functions),
                n(recorded.instructions));
}

int run_facts(const FactsArguments& arguments) {
  auto clerk = application::Clerk::start();  // before any thread
  if (!clerk) return refuse(clerk.error());
  // All files are read before the database is touched.
  std::vector<store::ModuleFacts> modules;
  Recorded recorded;
  for (const std::string& file : arguments.files) {
    auto facts = facts_of_file(file);
    if (!facts) return refuse(facts.error());
    recorded.add(*facts);
    modules.push_back(std::move(*facts));
  }
  auto store = store::Store::open(arguments.database, {.create = !arguments.files.empty()});
  if (!store) return refuse(store.error());
  if (Status failed = store->record_facts(modules)) return refuse(failed->message);
  std::uint64_t bugs = 0;
  if (arguments.files.empty()) {
    const std::atomic<bool> never{false};
    auto made = application::complete_bug_facts(*store, **clerk, never);
    if (!made) return refuse(made.error());
    bugs = *made;
  }
  print_recorded(arguments, recorded, bugs);
  return kSuccess;
}

}  // namespace

void add_facts(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<FactsArguments>();
  CLI::App* verb = app.add_subcommand("facts", "write what modules say into tables that `assay sql` reads");
  verb->description(
      "Writes types, functions, blocks, instructions, operands, flags, attributes and metadata of modules into the\n"
      "tables ir_* (assay sql --schema), in place of what is there of the same file. Without FILE: of the reduced "
      "source\n"
      "and target of each bug that has none yet; hunts and coordinators do that by themselves.\n\n"
      "Exit code: 0, or 2 for bad usage, no database, or a file that is no valid module; nothing is written then.");
  verb->add_option("file", arguments->files, "text or bitcode (-: standard input)");
  verb->add_option("--db", arguments->database, "SQLite file")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_facts(*arguments); }; });
}

}  // namespace assay::cli
