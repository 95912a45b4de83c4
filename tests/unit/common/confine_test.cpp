#include "services/common/confine.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "services/common/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class Confined : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "assay-confined-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::ofstream(folder_ / "there") << "text";
  }
  void TearDown() override { fs::remove_all(folder_); }
  static SubprocessResult run(const std::string& script, const std::string& input = {}) {
    SubprocessOptions options;
    options.arguments = {"bash", "-c", script};
    options.input = input;
    options.confined = true;
    return run_subprocess(options);
  }
  fs::path folder_;
};

TEST_F(Confined, AProgramReadsAndWritesItsPipesAndReadsFiles) {
  const auto result = run("cat - " + (folder_ / "there").string() + "; echo > /dev/null; echo done >&2", "in ");
  EXPECT_TRUE(result.succeeded()) << result.error_output;
  EXPECT_EQ(result.output, "in text");
  EXPECT_EQ(result.error_output, "done\n");
}

TEST_F(Confined, AProgramWritesIntoNoFile) {
  run("echo more >> " + (folder_ / "there").string());
  run("echo new > " + (folder_ / "new").string());
  std::ifstream there(folder_ / "there");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(there), {}), "text");
  EXPECT_TRUE(!fs::exists(folder_ / "new") || fs::file_size(folder_ / "new") == 0);
}

TEST_F(Confined, AProgramRemovesAndMakesNothingWhereTheKernelHasLandlock) {
  if (!can_confine_files()) GTEST_SKIP() << "no Landlock";
  for (const std::string& script : {"rm " + (folder_ / "there").string(), "mkdir " + (folder_ / "made").string(),
                                    ": > " + (folder_ / "new").string(), ": > " + (folder_ / "there").string(),
                                    "ln -s x " + (folder_ / "link").string()})
    EXPECT_FALSE(run(script).succeeded()) << script;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_EQ(fs::file_size(folder_ / "there"), 4u);
}

TEST_F(Confined, AProgramReachesNoNetwork) {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(server, 1), 0);
  ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string connects = "exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(ntohs(address.sin_port));
  SubprocessOptions free;
  free.arguments = {"bash", "-c", connects};
  EXPECT_TRUE(run_subprocess(free).succeeded()) << "without confinement it does";
  EXPECT_FALSE(run(connects).succeeded());
  close(server);
}

TEST_F(Confined, ItsEndIsToldAsThatOfOthers) {
  EXPECT_EQ(run("exit 3").code, 3);
  EXPECT_EQ(run("kill -SEGV $$").end, SubprocessResult::End::Signalled);
}

TEST(ForbidSockets, HoldsForTheProcessAndItsChildren) {
  const pid_t child = fork();
  if (child == 0) {
    if (!forbid_sockets()) _exit(10);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) _exit(11);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) _exit(12);
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(socket(AF_INET, SOCK_DGRAM, 0) >= 0 ? 1 : 0);
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(status == 0 ? 0 : 13);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace assay
