#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/coordinator/store/store.h"

namespace assay::cli {
namespace {

struct TokenArguments {
  std::string file = "assay.db";
  std::string name;
  std::string role;
  bool json = false;
};

Result<store::Store> open_tokens(const TokenArguments& arguments) {
  return store::Store::open(arguments.file, {.create = false});
}

int print_secret(const Result<std::string>& secret) {
  if (!secret) return refuse(secret.error());
  print(*secret + "\n");
  return kSuccess;
}

int run_create(const TokenArguments& arguments) {
  auto store = open_tokens(arguments);
  if (!store) return refuse(store.error());
  const auto role = store::enumerator_of(arguments.role, std::type_identity<store::Role>());
  return print_secret(store->create_token(arguments.name, *role, user_name()));
}

int run_rotate(const TokenArguments& arguments) {
  auto store = open_tokens(arguments);
  if (!store) return refuse(store.error());
  return print_secret(store->rotate_token(arguments.name, user_name()));
}

int run_revoke(const TokenArguments& arguments) {
  auto store = open_tokens(arguments);
  if (!store) return refuse(store.error());
  if (Status failed = store->revoke_token(arguments.name, user_name())) return refuse(failed->message);
  return kSuccess;
}

int run_list(const TokenArguments& arguments) {
  auto store = open_tokens(arguments);
  if (!store) return refuse(store.error());
  const auto tokens = store->tokens();
  if (!tokens) return refuse(tokens.error());
  nlohmann::json list = nlohmann::json::array();
  for (const store::Token& token : *tokens) {
    if (arguments.json)
      list.push_back({{"name", token.name},
                      {"role", name_of(token.role)},
                      {"created_at", token.created_at},
                      {"revoked_at", token.revoked_at}});
    else
      print(token.name + "  " + name_of(token.role) + "  created " + token.created_at +
            (token.revoked_at.empty() ? "" : "  revoked " + token.revoked_at) + "\n");
  }
  if (arguments.json) std::printf("%s\n", dump({{"tokens", list}}).c_str());
  if (!arguments.json && tokens->empty()) print("no tokens (assay token create makes one)\n");
  return kSuccess;
}

}  // namespace

void add_token(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<TokenArguments>();
  CLI::App* group = app.add_subcommand("token", "say who may call a coordinator");
  group->description(
      "Makes, changes and lists the tokens of a coordinator. They are kept in its database, which only its user can "
      "read, and work at once, also while it serves. As soon as there is one token, every call needs one.\n\nExit "
      "code: 0, or 2 for bad usage, no database, or no such token.");
  group->require_subcommand(1);
  const auto add = [&](const char* name, const char* about, int (*run)(const TokenArguments&)) {
    CLI::App* verb = group->add_subcommand(name, about);
    verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
    verb->callback([arguments, run, &action] { action = [arguments, run] { return run(*arguments); }; });
    return verb;
  };
  CLI::App* create = add("create", "make a token and print its secret, which is not kept", run_create);
  create->add_option("name", arguments->name, "who will have it, for the audit")->required();
  create->add_option("--role", arguments->role, "viewer (reads), worker (takes work and reports) or admin (everything)")
      ->required()
      ->check(CLI::IsMember({"viewer", "worker", "admin"}));
  add("rotate", "print another secret for a token; the old one is worth nothing from then on", run_rotate)
      ->add_option("name", arguments->name, "of the token")
      ->required();
  add("revoke", "make a token worth nothing", run_revoke)
      ->add_option("name", arguments->name, "of the token")
      ->required();
  add("list", "list the tokens", run_list)->add_flag("--json", arguments->json, "print one JSON object");
}

}  // namespace assay::cli
