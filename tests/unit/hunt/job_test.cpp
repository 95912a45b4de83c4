// A job's processes and what a machine has for hunts.
#include <dirent.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "services/worker/hunt/equipment.h"
#include "services/worker/hunt/hunt.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

using optimize::testing::TemporaryFolder;
using ::testing::HasSubstr;

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; file >> child;) children.push_back(child);
  return children;
}

WorkUnit unit_of(std::uint64_t mutants) {
  WorkUnit unit;
  unit.settings.compilers = {"linked"};
  unit.settings.passes = {"instcombine"};
  unit.seed = 7;
  unit.mutants = mutants;
  return unit;
}

const Events kDeaf{[](const Finding&) {}, [](const HuntStatistics&) {}, [] { return false; }};

TEST(Job, AHuntThatCannotBeRunIsNamedAndTheNextIsHunted) {
  auto job = Job::start({});
  ASSERT_TRUE(job) << job.error();
  const auto refuse = [&](auto change) {
    WorkUnit unit = unit_of(10);
    change(unit.settings);
    const BatchEnd end = (*job)->run(unit, kDeaf);
    EXPECT_EQ(end.kind, BatchEnd::Kind::CannotRun);
    const Status prepared = (*job)->prepare(unit.settings);
    EXPECT_TRUE(prepared && prepared->message == end.reason);
    return end.reason;
  };
  EXPECT_THAT(refuse([](HuntSettings& s) { s.compilers = {"/no/such/opt"}; }), HasSubstr("/no/such/opt"));
  EXPECT_THAT(refuse([](HuntSettings& s) { s.compilers = {"/bin/echo"}; }), HasSubstr("/bin/echo"));
  EXPECT_THAT(refuse([](HuntSettings& s) { s.passes = {"no-such-pass"}; }), HasSubstr("no-such-pass"));
  EXPECT_THAT(refuse([](HuntSettings& s) { s.profile = "no-such-profile"; }), HasSubstr("no-such-profile"));
  EXPECT_THAT(refuse([](HuntSettings& s) { s.seeds = "/no/such/folder"; }), HasSubstr("/no/such/folder"));
  EXPECT_FALSE((*job)->prepare(unit_of(10).settings));
  EXPECT_EQ((*job)->run(unit_of(10), kDeaf).kind, BatchEnd::Kind::Completed);
}

TEST(Job, AHuntingProcessThatDiesIsReplaced) {
  auto job = Job::start({});
  ASSERT_TRUE(job) << job.error();
  ASSERT_FALSE((*job)->prepare(unit_of(1).settings));
  const auto keepers = children_of(getpid());
  ASSERT_EQ(keepers.size(), 1u);
  Events events = kDeaf;
  bool killed = false;
  events.stop = [&] {
    for (const pid_t hunter : killed ? std::vector<pid_t>() : children_of(keepers[0]))
      killed = kill(hunter, SIGKILL) == 0;
    return false;
  };
  const BatchEnd end = (*job)->run(unit_of(1'000'000), events);
  EXPECT_EQ(end.kind, BatchEnd::Kind::Died);
  EXPECT_THAT(end.reason, HasSubstr("signal 9"));
  EXPECT_EQ((*job)->run(unit_of(10), kDeaf).kind, BatchEnd::Kind::Completed);

  // One that dies while nobody asks it anything costs no batch.
  const auto idle = children_of(keepers[0]);
  ASSERT_EQ(idle.size(), 1u);
  kill(idle[0], SIGKILL);
  while (children_of(keepers[0]) == idle || children_of(keepers[0]).empty()) usleep(1000);
  EXPECT_EQ((*job)->run(unit_of(10), kDeaf).kind, BatchEnd::Kind::Completed);
}

class EquipmentTest : public ::testing::Test {
 protected:
  std::string seeds(const std::string& folder, const std::string& text) {
    const auto path = folder_.path() / folder / "seeds";
    std::filesystem::create_directories(path);
    std::ofstream(path / "a.ll") << text;
    return path.string();
  }
  TemporaryFolder folder_;
};

TEST_F(EquipmentTest, SeedsAreNamedByContentAndCompilersByVersionAndBuild) {
  const std::string here = seeds("here", "text"), there = seeds("there", "text"), other = seeds("other", "else");
  EXPECT_EQ(*name_of_seeds(here), *name_of_seeds(there));
  EXPECT_NE(*name_of_seeds(here), *name_of_seeds(other));
  EXPECT_TRUE(is_seeds_name(*name_of_seeds(here)));
  EXPECT_FALSE(name_of_seeds("/no/such/folder"));
  auto equipment = Equipment::of({"linked", optimize::testing::opt_path(16)}, {here});
  ASSERT_TRUE(equipment) << equipment.error();
  for (const CompilerId& compiler : equipment->offer().compilers) {
    EXPECT_FALSE(compiler.build.empty()) << compiler.path;
    EXPECT_TRUE(is_compiler_name(compiler_name(compiler))) << compiler_name(compiler);
  }
  HuntSettings settings;
  settings.compilers = {"linked", optimize::testing::opt_path(16)};
  settings.seeds = here;
  const HuntSettings named = equipment->named(settings);
  EXPECT_EQ(named.seeds, *name_of_seeds(here));
  for (const std::string& name : named.compilers) EXPECT_EQ(name.find('/'), std::string::npos) << name;
  auto located = Equipment::of({"linked", optimize::testing::opt_path(16)}, {there})->located(named);
  ASSERT_TRUE(located) << located.error();
  EXPECT_EQ(located->compilers, settings.compilers);
  EXPECT_EQ(located->seeds, there) << "the same seeds, wherever they lie";
}

TEST_F(EquipmentTest, NoPathFromElsewhereIsFollowed) {
  auto equipment = Equipment::of({"linked"}, {seeds("here", "text")});
  ASSERT_TRUE(equipment) << equipment.error();
  HuntSettings settings;
  settings.compilers = {folder_.script("opt", "exit 0\n")};
  EXPECT_FALSE(equipment->located(settings));
  settings.compilers = {"linked"};
  settings.seeds = "/etc";
  EXPECT_FALSE(equipment->located(settings));
}

TEST_F(EquipmentTest, TwoBuildsOfOneVersionAreTwoCompilers) {
  const std::string head =
      "case \"$*\" in *--version*) echo 'LLVM version 22.1.0 (" + std::string(40, 'a') + ")'; exit 0;; esac\ncat\n";
  auto one = optimize::open_compiler(folder_.script("one", head)),
       two = optimize::open_compiler(folder_.script("two", head + "# changed\n"));
  ASSERT_TRUE(one && two);
  EXPECT_EQ((*one)->id().version, (*two)->id().version);
  EXPECT_NE((*one)->id().build, (*two)->id().build);
  EXPECT_EQ((*one)->id().commit, std::string(40, 'a'));
  Finding a, b;
  a.compiler = (*one)->id();
  b.compiler = (*two)->id();
  EXPECT_NE(a.id(), b.id());
}

}  // namespace
}  // namespace assay::hunt
