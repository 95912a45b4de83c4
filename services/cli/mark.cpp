#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"

namespace assay::cli {
namespace {

struct MarkArguments {
  DatabaseOptions database;
  std::string bug;
  std::string status;  ///< empty: stays
  store::BugChange change;
  bool is_split = false;  ///< of a bug that was merged
};

/// Who is at the keyboard, unless --by says otherwise.
std::string user_name() {
  const char* name = std::getenv("USER");
  return name != nullptr && *name != '\0' ? name : "uid " + std::to_string(getuid());
}

bool is_empty(const store::BugChange& change) {
  return !change.status && change.why.empty() && change.assignee.empty() && change.upstream.empty() &&
         change.fixed_in.empty() && change.duplicate_of.empty() && change.add_tags.empty() &&
         change.remove_tags.empty();
}

/// A store's complaint names a field; who typed a command knows its option.
std::string with_option(const std::string& message) {
  constexpr std::pair<const char*, const char*> kOptions[] = {
      {"fixed_in: ", "--in: "},       {"upstream: ", "--upstream: "}, {"assignee: ", "--assignee: "},
      {"duplicate_of: ", "--into: "}, {"add_tags: ", "--tag: "},      {"remove_tags: ", "--untag: "}};
  const std::size_t begin = message.starts_with("coordinator ") ? message.find(": ") + 2 : 0;
  for (const auto& [field, option] : kOptions)
    if (message.compare(begin, std::strlen(field), field) == 0)
      return message.substr(0, begin) + option + message.substr(begin + std::strlen(field));
  return message;
}

int run_change(MarkArguments arguments) {
  if (!arguments.status.empty()) {
    arguments.change.status = enumerator_of(arguments.status, std::type_identity<BugStatus>());
    if (!arguments.change.status)
      return refuse("status: '" + visible(arguments.status.substr(0, 40)) +
                    "' is not known; known: " + joined(bug_status_names(), ", "));
  }
  if (is_empty(arguments.change))
    return refuse(
        "nothing to change: give a status, --in, --upstream, --assignee, --tag, --untag or --why (assay help mark)");
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto bug = (*link)->find_bug(arguments.bug);
  if (!bug) return refuse(bug.error());
  if (arguments.is_split && bug->status != BugStatus::Duplicate)
    return refuse(bug->id + " is " + name_of(bug->status) +
                  ", and not the duplicate of another: there is nothing to split");
  arguments.change.bug_id = bug->id;
  if (!arguments.change.duplicate_of.empty()) {
    auto original = (*link)->find_bug(arguments.change.duplicate_of);
    if (!original) return refuse(original.error());
    arguments.change.duplicate_of = original->id;
  }
  if (Status bad = (*link)->change_bug(arguments.change)) return refuse(with_option(bad->message));
  return kSuccess;
}

constexpr const char* kExits =
    "\n\nExit code: 0, or 2 for bad usage, no database, no such bug, or a change that is not allowed.";

/// What all verbs that change a bug share.
CLI::App* add_change(CLI::App& app, Action& action, const std::shared_ptr<MarkArguments>& arguments, const char* name,
                     const char* short_help, const char* description) {
  arguments->change.who = user_name();
  CLI::App* verb = app.add_subcommand(name, short_help);
  verb->description(std::string(description) + kExits);
  add_database_options(*verb, arguments->database);
  verb->add_option("--by", arguments->change.who, "who says so")->capture_default_str();
  verb->add_option("bug", arguments->bug, "the id of the bug, or of a finding of it, or a unique prefix")->required();
  verb->callback([arguments, &action] { action = [arguments] { return run_change(*arguments); }; });
  return verb;
}

}  // namespace

void add_mark(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<MarkArguments>();
  store::BugChange& change = arguments->change;
  CLI::App* verb = add_change(
      app, action, arguments, "mark", "set a bug's status, assignee, link or tags",
      "Changes what is known of a bug; every change is kept with who, when and why (assay show). A bug is new,\n"
      "confirmed, reported (with --upstream), fixed (with --in), regressed, duplicate (assay merge), invalid or "
      "wont-fix.\n"
      "A fixed bug that is seen again in that compiler or a newer one becomes regressed by itself.");
  verb->add_option("status", arguments->status, "confirmed, reported, fixed, regressed, invalid, wont-fix or new");
  verb->add_option("--in", change.fixed_in, "the compiler in which it is fixed: VERSION or VERSION@BUILD");
  verb->add_option("--upstream", change.upstream, "the link to its report; none: there is none");
  verb->add_option("--assignee", change.assignee, "who looks after it; none: nobody");
  verb->add_option("--tag", change.add_tags, "a tag to add; may be repeated")->allow_extra_args(false);
  verb->add_option("--untag", change.remove_tags, "a tag to remove; may be repeated")->allow_extra_args(false);
  verb->add_option("--why", change.why, "the reason");
}

void add_note(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<MarkArguments>();
  add_change(app, action, arguments, "note", "add a note to a bug", "Adds a note to a bug's history.")
      ->add_option("text", arguments->change.why, "the note")
      ->required()
      ->check([](const std::string& text) { return text.empty() ? std::string("the note is empty") : std::string(); });
}

void add_merge(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<MarkArguments>();
  arguments->change.status = BugStatus::Duplicate;
  CLI::App* verb = add_change(
      app, action, arguments, "merge", "say that a bug is the same as another",
      "Makes a bug the duplicate of another. What is found of it later stays its duplicate, until assay split.");
  verb->add_option("--into", arguments->change.duplicate_of, "the other bug's id or a unique prefix")->required();
  verb->add_option("--why", arguments->change.why, "the reason");
}

void add_split(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<MarkArguments>();
  arguments->change.status = BugStatus::New;
  arguments->is_split = true;
  add_change(app, action, arguments, "split", "say that a bug is not the same as another after all",
             "Takes back a merge: the bug is new again.")
      ->add_option("--why", arguments->change.why, "the reason");
}

}  // namespace assay::cli
