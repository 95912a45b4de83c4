// Every assay command that a unit, a container file, a manifest, a script or a page of documentation names is one that
// the program has: its verb, and each of its options.

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "services/common/subprocess.h"
#include "services/common/text.h"
#include "tests/deploy/deploy_files.h"

namespace assay::deploy {
namespace {

namespace fs = std::filesystem;

/// "check --quiet A.ll" in a file.
struct Command {
  std::string place;
  std::string words;
};

void add_matches(const fs::path& file, const std::string& pattern, const std::string& verb,
                 std::vector<Command>& commands) {
  std::string text = text_of(file);
  text = std::regex_replace(text, std::regex(R"(\\\n)"), " ");
  const std::regex expression(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    commands.push_back({fs::relative(file, source()).string(), verb + (*match)[1].str()});
}

/// Lists of words in brackets, the quotes and commas gone: [work, "--coordinator=ADDR"].
void add_lists(const fs::path& file, const std::string& before, std::vector<Command>& commands) {
  std::vector<Command> lists;
  add_matches(file, before + R"(\s*\[([^\]]*)\])", "", lists);
  for (Command& list : lists) {
    list.words = std::regex_replace(list.words, std::regex(R"([",\s]+)"), " ");
    if (list.words.starts_with(" ")) list.words.erase(0, 1);
    if (list.words.starts_with("CMD assay ")) list.words.erase(0, 10);
    commands.push_back(list);
  }
}

std::vector<Command> commands() {
  std::vector<Command> all;
  for (const auto& entry : fs::directory_iterator(source() / "deploy/systemd")) {
    add_matches(entry.path(), R"(ExecStart=assay ([^\n]*))", "", all);
    add_matches(entry.path(), R"(ASSAY_WORK=([^\n]*))", "work ", all);
  }
  for (const auto& entry : fs::directory_iterator(source() / "deploy/kubernetes"))
    add_lists(entry.path(), "args:", all);
  add_lists(source() / "docker-compose.yml", "command:", all);
  add_lists(source() / "docker-compose.yml", "test:", all);
  add_matches(source() / "docker-compose.yml", R"(exec coordinator assay ([^\n]*))", "", all);
  add_lists(source() / "deploy/Containerfile", "CMD", all);
  add_matches(source() / "deploy/quickstart.sh", R"(\$assay"? ([^\n]*))", "", all);
  std::vector<fs::path> pages{source() / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(source() / "docs"))
    if (entry.path().extension() == ".md" && entry.path().string().find("/adr/") == std::string::npos)
      pages.push_back(entry.path());
  for (const fs::path& page : pages) {
    add_matches(page, R"(`(?:build/)?assay ([^`|\n]*))", "", all);
    add_matches(page, R"(\n    (?:\$ )?(?:build/)?assay ([^\n|#]*))", "", all);
  }
  return all;
}

std::string help_of(std::vector<std::string> words) {
  static std::map<std::vector<std::string>, std::string> known;
  const auto found = known.find(words);
  if (found != known.end()) return found->second;
  const char* binary = std::getenv("ASSAY_BINARY");
  SubprocessOptions options;
  options.arguments = words;
  options.arguments.insert(options.arguments.begin(), binary == nullptr ? "build/assay" : binary);
  options.arguments.push_back("--help");
  const SubprocessResult result = run_subprocess(options);
  // Of a word that is no verb the program tells all that there are.
  const bool its_own = result.output.find("Usage: assay " + joined(words, " ")) != std::string::npos;
  return known[words] = result.succeeded() && its_own ? result.output : "";
}

bool has_option(const std::string& help, const std::string& option) {
  return std::regex_search(help, std::regex("[ ,]" + option + R"((?![-a-z]))"));
}

TEST(Words, EveryCommandThatIsNamedAnywhereIsOne) {
  const std::vector<Command> all = commands();
  EXPECT_GT(all.size(), 80u) << "the patterns no longer find commands";
  for (const Command& command : all) {
    std::smatch words;
    const std::regex verbs(R"(^([a-z]+)(?: ([a-z]+))?)");
    if (command.words.starts_with("--") || !std::regex_search(command.words, words, verbs))
      continue;  // `assay VERB --help`
    std::string help = help_of({words[1]});
    ASSERT_NE(help, "") << command.place << " names 'assay " << command.words << "'";
    // A verb below the verb, where there are such.
    if (help.find("\nSubcommands:") != std::string::npos && words[2].matched) help += help_of({words[1], words[2]});
    static const std::regex option("(^|[ \\[(])(--[a-z][-a-z]*)");
    for (std::sregex_iterator match(command.words.begin(), command.words.end(), option), end; match != end; ++match) {
      const std::string name = (*match)[2];
      EXPECT_TRUE(name == "--help" || has_option(help, name))
          << command.place << ": assay " << command.words << "\nhas no " << name;
    }
  }
}

TEST(Words, APatternThatFindsNothingWouldBeSeen) {
  EXPECT_EQ(help_of({"nonsense"}), "");
  EXPECT_TRUE(has_option(help_of({"hunt"}), "--passes"));
  EXPECT_FALSE(has_option(help_of({"hunt"}), "--pass"));
}

}  // namespace
}  // namespace assay::deploy
