#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "tests/architecture/source_tree.h"

namespace assay::architecture {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnHeaders = R"re(^\s*#include "((?:services|fuzzers)/[^"]+)")re";

TEST(Architecture, EverySourceFileLiesInARoom) {
  std::size_t files = 0;
  for (const char* folder : {"services", "fuzzers"}) {
    for (const fs::path& path : sources_below(folder)) {
      ++files;
      EXPECT_NE(room_of(name_in_tree(path)), "") << path;
    }
  }
  EXPECT_GT(files, 50u);
}

TEST(Architecture, IncludesPointDown) {
  const auto all = includes(kOwnHeaders);
  EXPECT_GT(all.size(), 100u);
  for (const Include& include : all) {
    const std::string from = room_of(include.file), to = room_of(include.target);
    if (from == to) continue;
    EXPECT_GT(rooms().at(from).floor, rooms().at(to).floor) << include.file << " includes " << include.target;
  }
}

TEST(Architecture, RoomsIncludeOnlyThePublicHeadersOfOthers) {
  std::set<std::string> used;
  for (const Include& include : includes(kOwnHeaders)) {
    const std::string to = room_of(include.target);
    if (room_of(include.file) == to) continue;
    used.insert(include.target);
    const auto& allowed = rooms().at(to).public_headers;
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), include.target.substr(to.size() + 1)), allowed.end())
        << include.file << " includes " << include.target
        << ", which is not listed in tests/architecture/source_tree.cpp";
  }
  for (const auto& [name, room] : rooms())
    for (const std::string& header : room.public_headers)
      EXPECT_EQ(used.count(name + "/" + header), 1u)
          << name << "/" << header << " is listed as public and nobody includes it";
}

/// A verdict is made of a claim, by settle(). Records that were stored or sent are read back in common.
TEST(Architecture, OnlyEvidenceMakesVerdicts) {
  const std::regex made(R"(\bkind = VerdictKind::|\bVerdict\{|Reason::Approximation\b)");
  bool is_in_evidence = false;
  for (const fs::path& path : sources_below("services")) {
    const std::string name = name_in_tree(path);
    const bool may = name.starts_with("services/worker/evidence/") || name.starts_with("services/common/");
    is_in_evidence = is_in_evidence || name == "services/worker/evidence/settle.cpp";
    if (may) continue;
    for (const std::string& line : lines_of(path)) EXPECT_FALSE(std::regex_search(line, made)) << name << ": " << line;
  }
  EXPECT_TRUE(is_in_evidence);
}

/// What a model knows too little of is noted where the model is made.
TEST(Architecture, OnlyTheSymbolicMachineApproximates) {
  std::string rows;
  const std::string table = "services/worker/evidence/assumption.def";
  for (const std::string& line : lines_of(source_root() / table))
    if (std::smatch row; std::regex_search(line, row, std::regex(R"(^ASSUMPTION\((\w+), Approximation,)")))
      rows += (rows.empty() ? "" : "|") + row[1].str();
  ASSERT_FALSE(rows.empty());
  const std::regex named("\\b(Assumed|Cause)::(" + rows + ")\\b");
  std::size_t in_machine = 0;
  for (const fs::path& path : sources_below("services")) {
    const bool may = name_in_tree(path).starts_with("services/worker/refine/");
    for (const std::string& line : lines_of(path)) {
      const bool names = std::regex_search(line, named);
      EXPECT_TRUE(may || !names) << path << ": " << line;
      in_machine += may && names;
    }
  }
  EXPECT_GT(in_machine, 20u);
}

TEST(Architecture, TheStoreKnowsNeitherLlvmNorZ3) {
  for (const Include& include : includes(R"re(^\s*#include <((?:llvm|z3)[^>]*)>)re"))
    EXPECT_FALSE(include.file.starts_with("services/coordinator/store/"))
        << include.file << " includes " << include.target;
}

TEST(Architecture, OnlyTheSmtRoomIncludesSolversAndKeepsThemToItself) {
  const std::string room = "services/worker/refine/smt/";
  const auto all = includes(R"re(^\s*#include <((?:z3|cadical)[^>]*)>)re");
  EXPECT_FALSE(all.empty());
  std::set<std::string> headers;
  for (const Include& include : all) {
    EXPECT_TRUE(include.file.starts_with(room)) << include.file;
    headers.insert(include.file);
  }
  for (const Include& include : includes(kOwnHeaders))
    if (headers.count(include.target) != 0)
      EXPECT_TRUE(include.file.starts_with(room)) << include.file << " includes " << include.target;
}

/// A public header of templates over messages.
constexpr const char* kForSourcesOnly = "services/channel/fields_proto.h";

TEST(Architecture, ExpensiveHeadersStayOutOfPublicHeaders) {
  for (const Include& include :
       includes(R"re(^\s*#include <((?:CLI/|grpc|google/protobuf|spdlog|llvm/Passes)[^>]*)>)re")) {
    const std::string room = room_of(include.file);
    for (const std::string& header : rooms().at(room).public_headers)
      if (include.file != kForSourcesOnly)
        EXPECT_NE(room + "/" + header, include.file) << "includes " << include.target;
  }
  const auto all = includes(kOwnHeaders);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Include& i) { return i.target == kForSourcesOnly; }));
  for (const Include& include : all)
    if (include.target == kForSourcesOnly) EXPECT_TRUE(include.file.ends_with(".cpp")) << include.file;
}

TEST(Architecture, TheTopLevelHoldsOnlyWhatWasChosen) {
  const std::set<std::string> chosen{"services",  "fuzzers",          "proto",
                                     "corpus",    "deploy",           "tests",
                                     "docs",      "CMakeLists.txt",   "docker-compose.yml",
                                     "README.md", "CMakePresets.json"};
  for (const auto& entry : fs::directory_iterator(source_root())) {
    const std::string name = entry.path().filename();
    if (name.starts_with(".") || name.starts_with("build") || name.find(".db") != std::string::npos) continue;
    EXPECT_EQ(chosen.count(name), 1u) << name;
  }
}

TEST(Architecture, WhatIsToStayInOrderIsSortedByOurOwn) {
  for (const char* folder : {"services", "fuzzers"})
    for (const fs::path& path : sources_below(folder))
      for (const std::string& line : lines_of(path))
        EXPECT_FALSE(std::regex_search(line, std::regex(R"re(\bstable_(sort|partition)\()re")))
            << path << ": clang warns of it with libstdc++ 12; services/common/sort_stably.h has another\n"
            << line;
}

TEST(Architecture, LibrariesNeitherPrintNorExit) {
  const std::regex forbidden(
      R"re(\b(std::cout|std::cerr|printf\(|puts\(|llvm::outs\(\)|llvm::errs\(\)|std::exit\(|\bexit\(|cl::opt))re");
  const std::regex text(R"re("(\\.|[^"\\])*")re"), allowed(R"re(\b(snprintf|_exit)\()re");
  for (const char* folder : {"services/worker", "services/coordinator", "services/common", "services/application",
                             "services/nightly", "fuzzers/generate", "fuzzers/mutate"}) {
    for (const fs::path& path : sources_below(folder)) {
      std::size_t number = 0;
      for (const std::string& line : lines_of(path)) {
        ++number;
        const bool is_comment = line.find("//") != std::string::npos && line.find("//") < line.find_first_of("(:");
        std::string code = std::regex_replace(line, text, "\"\"");
        code = std::regex_replace(code, allowed, "(");
        if (!is_comment) EXPECT_FALSE(std::regex_search(code, forbidden)) << path << ":" << number << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace assay::architecture
