#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/coordinator/store/backup.h"
#include "services/coordinator/store/dates.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/upkeep.h"

namespace assay::cli {
namespace {

struct DbArguments {
  std::string file = "assay.db";
  std::string copy;  ///< or another file
  bool json = false;
  bool trusted = false;
  bool without_tokens = false;
  int version = 0;
  store::Retention retention;
};

void print_counts(const std::string& title, const Counts& counts) {
  std::printf("%s\n", title.c_str());
  for (const auto& [name, count] : counts)
    std::printf("    %llu  %s\n", static_cast<unsigned long long>(count), name.empty() ? "not found" : name.c_str());
}

nlohmann::json object_of(const Counts& counts) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

int run_db_check(const DbArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  if (Status damaged = store->verify()) {
    complain(damaged->message);
    return kNegative;
  }
  const auto statistics = store->statistics();
  if (!statistics) return refuse(statistics.error());
  if (arguments.json) {
    std::printf("%s\n", dump({{"bugs", statistics->bugs},
                              {"findings", statistics->findings},
                              {"hunts", statistics->hunts},
                              {"workers", statistics->workers},
                              {"bugs_by_status", object_of(statistics->bugs_by_status)},
                              {"bugs_by_kind", object_of(statistics->bugs_by_kind)},
                              {"bugs_by_culprit", object_of(statistics->bugs_by_culprit)}})
                            .c_str());
    return kSuccess;
  }
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::printf("%s: sound\nbugs         %llu\nfindings     %llu\nhunts        %llu\nworkers      %llu\n",
              arguments.file.c_str(), n(statistics->bugs), n(statistics->findings), n(statistics->hunts),
              n(statistics->workers));
  print_counts("bugs by status", statistics->bugs_by_status);
  print_counts("bugs by kind", statistics->bugs_by_kind);
  print_counts("bugs by culprit", statistics->bugs_by_culprit);
  return kSuccess;
}

int run_db_backup(const DbArguments& arguments) {
  if (Status failed = store::back_up(arguments.file, arguments.copy)) return refuse(failed->message);
  print(arguments.copy + ": a sound copy of " + arguments.file + "\n");
  return kSuccess;
}

unsigned long long number(std::uint64_t n) { return n; }

int run_db_vacuum(const DbArguments& arguments) {
  const auto sizes = store::vacuum(arguments.file);
  if (!sizes) return refuse(sizes.error());
  std::printf("%llu bytes before, %llu after\n", number(sizes->before), number(sizes->after));
  return kSuccess;
}

int run_db_migrate(const DbArguments& arguments) {
  const auto versions = store::migrate_file(arguments.file, arguments.version);
  if (!versions) return refuse(versions.error());
  std::printf("schema version %d before, %d now\n", versions->from, versions->to);
  return kSuccess;
}

int run_db_prune(DbArguments arguments) {
  store::Retention& retention = arguments.retention;
  for (std::string* before : {&retention.audit_before, &retention.workers_before, &retention.nights_before}) {
    if (before->empty()) continue;
    auto time = store::utc_of(*before, std::chrono::system_clock::now());
    if (!time) return refuse(time.error());
    *before = *time;
  }
  const auto pruned = store::prune(arguments.file, retention);
  if (!pruned) return refuse(pruned.error());
  std::printf(
      "removed %llu findings, %llu entries of the audit, %llu workers, %llu nights, %llu answers of branches, %llu "
      "cells of surfaces\n",
      number(pruned->findings), number(pruned->audit), number(pruned->workers), number(pruned->nights),
      number(pruned->answers), number(pruned->surface));
  return kSuccess;
}

int run_db_import(const DbArguments& arguments) {
  const auto imported = store::import_findings(arguments.file, arguments.copy, arguments.trusted);
  if (!imported) return refuse(imported.error());
  std::printf("%llu new findings, %llu new bugs\n", number(imported->findings), number(imported->bugs));
  return kSuccess;
}

int run_db_recover(const DbArguments& arguments) {
  const auto recovered = store::recover(arguments.file, arguments.copy, arguments.without_tokens);
  if (!recovered) return refuse(recovered.error());
  std::printf("%llu rows recovered; %llu places could not be read\n", number(recovered->rows),
              number(recovered->holes));
  if (recovered->lost_tokens && recovered->wants_tokens)
    complain(arguments.copy +
             ": tokens may be among what could not be read: calls need one from now on; make new ones (assay token "
             "create), or say with --without-tokens that there never were any");
  return recovered->holes == 0 ? kSuccess : kNegative;
}

}  // namespace

void add_db(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<DbArguments>();
  CLI::App* group = app.add_subcommand("db", "look after a database file");
  group->require_subcommand(1);
  CLI::App* verb = group->add_subcommand("check", "is the file sound, and what is in it?");
  verb->description(
      "Reads the whole file, checks it, and counts what it holds.\n\n"
      "Exit code: 0 it is sound, 1 it is damaged, 2 bad usage, no such file, or not a database of this Assay.");
  verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_db_check(*arguments); }; });

  verb = group->add_subcommand("backup", "copy a database, also while a coordinator writes it");
  verb->description(
      "Copies one state of the database to a new file, whatever writes it meanwhile, then reads and checks the copy. "
      "A file that is there is not overwritten. The schema stays as it is.\n\n"
      "Exit code: 0 the copy is there and sound, 2 there is no copy, and the message says why.");
  verb->add_option("file", arguments->copy, "the copy to make")->required();
  verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return run_db_backup(*arguments); }; });
  const auto add = [&](const char* name, const char* about, const std::string& description, int (*run)(DbArguments)) {
    CLI::App* added = group->add_subcommand(name, about);
    added->description(description);
    added->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
    added->callback([arguments, run, &action] { action = [arguments, run] { return run(*arguments); }; });
    return added;
  };
  add("vacuum", "give back the room of what was removed",
      "Writes the file anew, without gaps. Who else writes waits meanwhile.\n\nExit code: 0, or 2 for no database, or "
      "no room for a second copy.",
      [](DbArguments given) { return run_db_vacuum(given); });
  add("migrate", "bring the schema to a version",
      "Brings the schema to the newest version, as opening a database does, or to that of --to. An older one lets an "
      "older Assay open the file; what that can't hold is dropped, so make a backup first.\n\nExit code: 0, or 2 for "
      "bad usage or no database.",
      [](DbArguments given) { return run_db_migrate(given); })
      ->add_option("--to", arguments->version, "version of the schema (that of this program)");
  verb = add("prune", "remove what need not be kept",
             "Removes what the options name, all or nothing; nothing without them. How often a bug was seen stays as "
             "it is. `assay db vacuum` then gives back "
             "the room.\n\nExit code: 0, or 2 for bad usage or no database.",
             [](DbArguments given) { return run_db_prune(given); });
  verb->add_option("--keep-findings", arguments->retention.findings_of_a_bug,
                   "of each bug: the checked ones, then the smallest; the first is always kept");
  verb->add_option("--audit-before", arguments->retention.audit_before,
                   "entries of the audit from before then: 2026-01-01, 90d");
  verb->add_option("--workers-before", arguments->retention.workers_before,
                   "workers without work, last seen before then");
  verb->add_option("--nights-before", arguments->retention.nights_before,
                   "nights that began before then, and surfaces of hunts; what the next night is compared with stays");
  verb = add("import", "add the findings of another database",
             "Adds what another machine found; what is known is not counted twice. What people say of a bug comes with "
             "it where the bug is new here. "
             "Imported findings are unchecked until `assay recheck` has seen them happen.\n\nExit code: 0, or 2 for "
             "bad usage, or no database.",
             [](DbArguments given) { return run_db_import(given); });
  verb->add_option("file", arguments->copy, "the other database; it is only read")->required();
  verb->add_flag("--trusted", arguments->trusted, "what was checked there counts as checked here");
  verb =
      add("recover", "save what can be read of a damaged file",
          "Makes a new, sound database of the rows that can be read. The damaged file stays as it is.\n\n"
          "Exit code: 0 everything was read, 1 some places could not be, 2 nothing was recovered, and the message says "
          "why.",
          [](DbArguments given) { return run_db_recover(given); });
  verb->add_option("file", arguments->copy, "the new file")->required();
  verb->add_flag("--without-tokens", arguments->without_tokens,
                 "there never were tokens: what can't be read does not count as some");
}

}  // namespace assay::cli
