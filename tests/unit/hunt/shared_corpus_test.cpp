#include "services/worker/hunt/shared_corpus.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay::hunt {
namespace {

namespace fs = std::filesystem;

class SharedCorpusTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  std::string folder_ = (fs::temp_directory_path() / ("assay-shared-" + std::to_string(::getpid()))).string();
};

constexpr const char* kOne = "define i8 @one(i8 %x) {\n  ret i8 %x\n}\n";
constexpr const char* kTwo = "define i8 @two(i8 %x) {\n  ret i8 %x\n}\n";

TEST_F(SharedCorpusTest, GivesEachWorkerWhatTheOthersHaveLearned) {
  auto first = SharedCorpus::open(folder_), second = SharedCorpus::open(folder_);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  first->add(kOne);
  second->add(kTwo);
  second->add(kOne);
  EXPECT_EQ(first->take_new(), std::vector<std::string>{kTwo});
  EXPECT_TRUE(second->take_new().empty()) << "it has found both itself";
  EXPECT_TRUE(first->take_new().empty());
}

TEST_F(SharedCorpusTest, KeepsWhatWasLearnedForALaterHunt) {
  SharedCorpus::open(folder_)->add(kOne);
  EXPECT_EQ(SharedCorpus::open(folder_)->take_new(), std::vector<std::string>{kOne});
}

TEST_F(SharedCorpusTest, PutsCrashersAsideWithTheirReason) {
  auto corpus = SharedCorpus::open(folder_);
  corpus->set_aside(kOne, "crash: in a pass");
  EXPECT_TRUE(SharedCorpus::open(folder_)->take_new().empty());
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ + "/quarantine")) {
    ++files;
    std::string head;
    std::getline(std::ifstream(entry.path()) >> std::ws, head);
    EXPECT_NE(head.find("crash: in a pass"), std::string::npos);
  }
  EXPECT_EQ(files, 1u);
}

TEST_F(SharedCorpusTest, SaysWhyAFolderCannotBeUsed) {
  std::ofstream(folder_) << "a file";
  EXPECT_FALSE(SharedCorpus::open(folder_));
}

}  // namespace
}  // namespace assay::hunt
