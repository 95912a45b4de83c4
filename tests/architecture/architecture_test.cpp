#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path source_root() {
  const char* root = std::getenv("ASSAY_SOURCE");
  return root == nullptr ? fs::current_path() : fs::path(root);
}

/// The rooms and how high each stands: a room may include its own headers and those of rooms that stand lower.
const std::map<std::string, int>& floors() {
  static const std::map<std::string, int> table{
      {"services/common", 0},
      {"services/worker/ir", 1},
      {"services/worker/semantics", 2},
      {"fuzzers/generate", 3},
      {"fuzzers/mutate", 4},
      {"services/worker/interpret", 3},
      {"services/worker/refine/smt", 3},
      {"services/worker/refine", 4},
      {"services/worker/optimize", 4},
      {"services/worker/oracles", 5},
      {"services/worker/validate", 5},
      {"services/worker/check", 6},
      {"services/worker/reduce", 7},
      {"services/worker/triage", 7},
      {"services/worker/report", 8},
      {"services/worker/hunt", 9},
      {"fuzzers/harness", 10},
      {"services/coordinator/store", 1},
      {"services/coordinator/rpc", 2},
      {"services/cli", 11},
      {"services/opt_plugin", 2},
  };
  return table;
}

/// The room that a path lies in: the longest of the table's names that it begins with.
std::string room_of(const std::string& path) {
  std::string best;
  for (const auto& [room, floor] : floors())
    if (path.starts_with(room + "/") && room.size() > best.size()) best = room;
  return best;
}

struct Include {
  std::string file;
  std::string target;
};

std::vector<fs::path> sources_below(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_root() / folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp" || extension == ".def") found.push_back(entry.path());
  }
  return found;
}

std::vector<Include> includes(const std::string& pattern) {
  const std::regex line_pattern(pattern);
  std::vector<Include> all;
  for (const char* folder : {"services", "fuzzers"}) {
    for (const fs::path& path : sources_below(folder)) {
      std::ifstream file(path);
      std::smatch match;
      for (std::string line; std::getline(file, line);)
        if (std::regex_search(line, match, line_pattern))
          all.push_back({fs::relative(path, source_root()).string(), match[1]});
    }
  }
  return all;
}

TEST(Architecture, EverySourceFileLiesInARoom) {
  std::size_t files = 0;
  for (const char* folder : {"services", "fuzzers"}) {
    for (const fs::path& path : sources_below(folder)) {
      ++files;
      EXPECT_NE(room_of(fs::relative(path, source_root()).string()), "") << path;
    }
  }
  EXPECT_GT(files, 50u);
}

TEST(Architecture, IncludesPointDown) {
  const auto all = includes(R"re(^\s*#include "((?:services|fuzzers)/[^"]+)")re");
  EXPECT_GT(all.size(), 100u);
  for (const Include& include : all) {
    const std::string from = room_of(include.file), to = room_of(include.target);
    if (from == to) continue;
    EXPECT_GT(floors().at(from), floors().at(to)) << include.file << " includes " << include.target;
  }
}

TEST(Architecture, TheStoreKnowsNeitherLlvmNorZ3) {
  for (const Include& include : includes(R"re(^\s*#include <((?:llvm|z3)[^>]*)>)re"))
    EXPECT_FALSE(include.file.starts_with("services/coordinator/store/")) << include.file << " includes " << include.target;
}

TEST(Architecture, OnlyTheSmtRoomIncludesZ3AndKeepsItToItself) {
  const std::string room = "services/worker/refine/smt/";
  const auto all = includes(R"re(^\s*#include <(z3[^>]*)>)re");
  EXPECT_FALSE(all.empty());
  std::set<std::string> headers;
  for (const Include& include : all) {
    EXPECT_TRUE(include.file.starts_with(room)) << include.file;
    headers.insert(include.file);
  }
  for (const Include& include : includes(R"re(^\s*#include "((?:services|fuzzers)/[^"]+)")re"))
    if (headers.count(include.target) != 0)
      EXPECT_TRUE(include.file.starts_with(room)) << include.file << " includes " << include.target;
}

TEST(Architecture, ExpensiveHeadersStayOutOfPublicHeaders) {
  for (const Include& include : includes(R"re(^\s*#include <((?:CLI/|grpc|google/protobuf|spdlog|llvm/Passes)[^>]*)>)re"))
    EXPECT_FALSE(include.file.ends_with(".h") && fs::path(include.file).stem() == fs::path(include.file).parent_path().stem())
        << include.file << " includes " << include.target;
}

TEST(Architecture, NoFileIsLongerThan800Lines) {
  for (const char* folder : {"services", "fuzzers", "tests"}) {
    for (const fs::path& path : sources_below(folder)) {
      std::ifstream file(path);
      std::size_t lines = 0;
      for (std::string line; std::getline(file, line);) ++lines;
      EXPECT_LE(lines, 800u) << path << " wants to be split";
    }
  }
}

TEST(Architecture, TheTopLevelHoldsOnlyWhatWasChosen) {
  const std::set<std::string> chosen{"services", "fuzzers", "proto",          "corpus",             "deploy",    "tests",
                                     "docs",     "CMakeLists.txt", "docker-compose.yml", "README.md", "CMakePresets.json"};
  for (const auto& entry : fs::directory_iterator(source_root())) {
    const std::string name = entry.path().filename();
    if (name.starts_with(".") || name.starts_with("build") || name.find(".db") != std::string::npos) continue;
    EXPECT_EQ(chosen.count(name), 1u) << name;
  }
}

TEST(Architecture, LibrariesNeitherPrintNorExit) {
  const std::regex forbidden(R"re(\b(std::cout|std::cerr|printf\(|puts\(|llvm::outs\(\)|llvm::errs\(\)|std::exit\(|\bexit\(|cl::opt))re");
  for (const char* folder : {"services/worker", "services/coordinator", "services/common", "fuzzers/generate", "fuzzers/mutate"}) {
    for (const fs::path& path : sources_below(folder)) {
      std::ifstream file(path);
      std::size_t number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        const bool is_comment = line.find("//") != std::string::npos && line.find("//") < line.find_first_of("(:");
        std::string code = std::regex_replace(line, std::regex(R"re("(\\.|[^"\\])*")re"), "\"\"");
        code = std::regex_replace(code, std::regex(R"re(\b(snprintf|_exit)\()re"), "(");
        if (!is_comment) EXPECT_FALSE(std::regex_search(code, forbidden)) << path << ":" << number << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace assay
