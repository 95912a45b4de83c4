// What is deployed keeps the promises of docs/operations.md: limits on memory, processors and processes, compilers and
// seeds of the user mounted read-only, sandboxes that are tight by systemd's own measure.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <unistd.h>

#include <map>
#include <regex>
#include <set>

#include "services/common/subprocess.h"
#include "services/nightly/plan.h"
#include "tests/deploy/deploy_files.h"

namespace assay::deploy {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> units() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(source() / "deploy/systemd"))
    if (entry.path().extension() == ".service") found.push_back(entry.path());
  EXPECT_GE(found.size(), 3u);
  return found;
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line) != std::string::npos;
}

TEST(Systemd, TheExposureOfEachUnitIsBelowFour) {
  for (const fs::path& unit : units()) {
    SubprocessOptions options;
    options.arguments = {"systemd-analyze", "security",   "--offline=true",
                         "--threshold=39",  "--no-pager", unit.string()};
    const SubprocessResult result = run_subprocess(options);
    EXPECT_TRUE(result.succeeded()) << unit << result.error_output
                                    << result.output.substr(result.output.find("Overall") == std::string::npos
                                                                ? 0
                                                                : result.output.find("Overall"));
  }
}

TEST(Systemd, EachUnitLimitsMemoryAndProcesses) {
  for (const fs::path& unit : units()) {
    const std::string text = text_of(unit);
    for (const char* line :
         {"MemoryMax=", "TasksMax=", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n"})
      EXPECT_TRUE(has_line(text, line)) << unit << " lacks " << line;
  }
}

TEST(Systemd, WhatRunsCompilersCanReachTheBranch) {
  for (const fs::path& unit : units()) {
    const std::string text = text_of(unit);
    if (!has_line(text, "ExecStart=assay work") && !has_line(text, "ExecStart=assay nightly")) continue;
    EXPECT_FALSE(has_line(text, "ProtectHome=yes")) << unit << ": a branch below /home is out of reach";
    EXPECT_FALSE(has_line(text, "ProtectHome=tmpfs")) << unit;
    // The compilers' own confinement needs these calls.
    EXPECT_TRUE(has_line(text, "SystemCallFilter=@system-service seccomp landlock_create_ruleset")) << unit;
  }
}

TEST(Compose, EachServiceHasLimitsAndWorkersReadBranchesAndSeeds) {
  const YAML::Node compose = YAML::LoadFile((source() / "docker-compose.yml").string());
  const auto value = [](const YAML::Node& service, const std::string& key) {
    return service[key] ? service[key] : service["<<"] ? service["<<"][key] : YAML::Node();
  };
  ASSERT_TRUE(compose["services"]["worker"] && compose["services"]["hunt"] && compose["services"]["coordinator"]);
  for (const auto& each : compose["services"]) {
    const auto name = each.first.as<std::string>();
    for (const char* key : {"cpus", "mem_limit", "pids_limit"})
      EXPECT_TRUE(value(each.second, key)) << name << " lacks " << key;
    if (name == "coordinator") continue;
    std::string volumes;
    for (const auto& volume : value(each.second, "volumes")) volumes += volume.as<std::string>() + "\n";
    // A tmpfs belongs to root: a home must be a volume, whose owner is the image's.
    for (const auto& tmpfs : value(each.second, "tmpfs")) EXPECT_EQ(tmpfs.as<std::string>(), "/tmp") << name;
    EXPECT_NE(volumes.find(":/branches:ro\n"), std::string::npos) << name;
    EXPECT_NE(volumes.find(":/seeds:ro\n"), std::string::npos) << name;
    for (const auto& word : each.second["command"])
      EXPECT_EQ(word.as<std::string>().find("--jobs"), std::string::npos) << "jobs follow cpus";
  }
}

/// The service or container that runs nights, and what its plan says.
struct Nights {
  YAML::Node words;
  std::string volumes;
  nightly::Plan plan;
};

nightly::Plan plan_of(const std::string& text) {
  auto plan = nightly::parse_plan(text, "/etc/assay/nightly.yaml");
  EXPECT_TRUE(plan) << plan.error();
  return plan ? *plan : nightly::Plan();
}

void expect_nights_that_last(const Nights& nights) {
  ASSERT_EQ(nights.words.size(), 2u);
  EXPECT_EQ(nights.words[0].as<std::string>(), "nightly");
  EXPECT_EQ(nights.words[1].as<std::string>(), "--config=/etc/assay/nightly.yaml");
  // What a night remembers stands where it outlives the container.
  EXPECT_EQ(fs::path(nights.plan.database).parent_path(), "/var/lib/assay-nightly");
  EXPECT_NE(nights.volumes.find(":/var/lib/assay-nightly\n"), std::string::npos) << nights.volumes;
  EXPECT_NE(nights.volumes.find(":/etc/assay"), std::string::npos) << nights.volumes;
  EXPECT_TRUE(nights.plan.costs.wanted);
  for (const nightly::Branch& branch : nights.plan.branches)
    EXPECT_TRUE(branch.opt.starts_with("/usr/lib/llvm-")) << branch.opt << ": the image has no such compiler";
  EXPECT_EQ(nights.plan.seeds, "/usr/share/assay/seeds");
}

TEST(Compose, NightsRunThePlanThatIsMountedAndRememberInAVolume) {
  const YAML::Node service = YAML::LoadFile((source() / "docker-compose.yml").string())["services"]["nightly"];
  Nights nights{service["command"], "", plan_of(text_of(source() / "deploy/nightly.yaml"))};
  for (const auto& volume : service["volumes"]) nights.volumes += volume.as<std::string>() + "\n";
  expect_nights_that_last(nights);
}

TEST(Kubernetes, TheCronJobRunsThePlanOfItsConfigMapAndRemembersInAClaim) {
  Nights nights;
  for (const YAML::Node& document : YAML::LoadAllFromFile((source() / "deploy/kubernetes/nightly.yaml").string())) {
    const auto kind = document["kind"].as<std::string>();
    if (kind == "ConfigMap") nights.plan = plan_of(document["data"]["nightly.yaml"].as<std::string>());
    if (kind != "CronJob") continue;
    EXPECT_EQ(document["spec"]["concurrencyPolicy"].as<std::string>(), "Forbid");
    const YAML::Node pod = document["spec"]["jobTemplate"]["spec"]["template"]["spec"];
    nights.words = pod["containers"][0]["args"];
    std::map<std::string, std::string> sources;
    for (const YAML::Node& volume : pod["volumes"])
      sources[volume["name"].as<std::string>()] = volume["configMap"]               ? "map"
                                                  : volume["persistentVolumeClaim"] ? "claim"
                                                                                    : "empty";
    for (const YAML::Node& mount : pod["containers"][0]["volumeMounts"])
      if (sources[mount["name"].as<std::string>()] != "empty")
        nights.volumes += sources[mount["name"].as<std::string>()] + ":" + mount["mountPath"].as<std::string>() + "\n";
  }
  expect_nights_that_last(nights);
}

/// The pods of all manifests.
std::vector<YAML::Node> pods() {
  std::vector<YAML::Node> found;
  for (const auto& entry : fs::directory_iterator(source() / "deploy/kubernetes"))
    for (const YAML::Node& document : YAML::LoadAllFromFile(entry.path().string())) {
      EXPECT_TRUE(document["apiVersion"] && document["kind"]) << entry.path();
      const YAML::Node spec = document["spec"];
      if (!spec) continue;
      if (spec["jobTemplate"])
        found.push_back(spec["jobTemplate"]["spec"]["template"]["spec"]);
      else if (spec["template"])
        found.push_back(spec["template"]["spec"]);
    }
  EXPECT_GE(found.size(), 3u);
  return found;
}

TEST(Kubernetes, EachContainerHasLimitsAndNoRights) {
  for (const YAML::Node& pod : pods()) {
    EXPECT_TRUE(pod["securityContext"]["runAsNonRoot"].as<bool>(false));
    EXPECT_EQ(pod["securityContext"]["seccompProfile"]["type"].as<std::string>(""), "RuntimeDefault");
    EXPECT_FALSE(pod["automountServiceAccountToken"].as<bool>(true));
    for (const YAML::Node& container : pod["containers"]) {
      const auto name = container["name"].as<std::string>();
      for (const char* limit : {"cpu", "memory"}) {
        EXPECT_TRUE(container["resources"]["limits"][limit]) << name << " has no limit of " << limit;
        EXPECT_TRUE(container["resources"]["requests"][limit]) << name;
      }
      EXPECT_TRUE(container["securityContext"]["readOnlyRootFilesystem"].as<bool>(false)) << name;
      EXPECT_FALSE(container["securityContext"]["allowPrivilegeEscalation"].as<bool>(true)) << name;
    }
  }
}

TEST(Kubernetes, WhatHuntsReadsBranchesAndSeedsAndEveryMountHasItsVolume) {
  for (const YAML::Node& pod : pods())
    for (const YAML::Node& container : pod["containers"]) {
      std::set<std::string> read_only;
      for (const YAML::Node& mount : container["volumeMounts"]) {
        const auto name = mount["name"].as<std::string>();
        bool there = name == "data";  // of a claim template
        for (const YAML::Node& volume : pod["volumes"]) there |= volume["name"].as<std::string>() == name;
        EXPECT_TRUE(there) << name;
        if (mount["readOnly"].as<bool>(false)) read_only.insert(mount["mountPath"].as<std::string>());
      }
      std::set<std::string> wanted{"/branches", "/seeds"};
      if (container["args"][0].as<std::string>() == "nightly") wanted.insert("/etc/assay");
      if (container["image"].as<std::string>() == "assay-worker") EXPECT_EQ(read_only, wanted) << container["name"];
    }
}

TEST(Kubernetes, TheKustomizationNamesEveryManifest) {
  const fs::path folder = source() / "deploy/kubernetes";
  std::set<std::string> named, there;
  for (const YAML::Node& each : YAML::LoadFile((folder / "kustomization.yaml").string())["resources"])
    named.insert(each.as<std::string>());
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != "kustomization.yaml") there.insert(entry.path().filename());
  EXPECT_EQ(named, there);
}

TEST(Installed, DocumentsLinkToWhatIsInstalled) {
  const fs::path prefix = fs::temp_directory_path() / ("assay-installed-" + std::to_string(getpid()));
  SubprocessOptions options;
  options.arguments = {"cmake",    "--install",     fs::path(std::getenv("ASSAY_BINARY")).parent_path().string(),
                       "--prefix", prefix.string(), "--component",
                       "documents"};
  const SubprocessResult result = run_subprocess(options);
  ASSERT_TRUE(result.succeeded()) << result.output << result.error_output;
  const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
  int links = 0;
  for (const auto& entry : fs::recursive_directory_iterator(prefix / "share/doc/assay")) {
    if (entry.path().extension() != ".md") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each) {
      const std::string to = (*each)[1];
      if (to.find("://") != std::string::npos || to.starts_with("mailto:")) continue;
      ++links;
      EXPECT_TRUE(fs::exists(entry.path().parent_path() / to)) << entry.path() << ": " << to;
    }
  }
  EXPECT_GT(links, 100);
  fs::remove_all(prefix);
}

/// What configuring says with an LLVM of this version, where `wanted` is asked for.
std::string configured(const std::string& version, const std::string& wanted) {
  const fs::path folder = fs::temp_directory_path() / ("assay-llvm-" + std::to_string(::getpid()));
  fs::create_directories(folder / "llvm");
  std::ofstream(folder / "llvm/LLVMConfig.cmake")
      << "set(LLVM_VERSION " << version << ".1.7)\nset(LLVM_VERSION_MAJOR " << version << ")\n";
  SubprocessOptions options;
  options.arguments = {"cmake",
                       "-G",
                       "Ninja",
                       "-S",
                       source().string(),
                       "-B",
                       (folder / "build").string(),
                       "-DASSAY_LLVM=" + wanted,
                       "-DLLVM_DIR=" + (folder / "llvm").string()};
  const SubprocessResult result = run_subprocess(options);
  fs::remove_all(folder);
  EXPECT_FALSE(result.succeeded());
  return std::regex_replace(result.error_output, std::regex("\\s+"), " ");
}

TEST(Configured, AnLlvmThatIsTooOldToBeLinkedIsRefusedInOneSentence) {
  EXPECT_NE(configured("19", "19").find("LLVM 19.1.7 is too old to be linked in: 22 is the oldest."),
            std::string::npos);
}

TEST(Configured, AnotherLlvmThanTheOneThatIsNamedIsRefused) {
  EXPECT_NE(configured("23", "22").find("ASSAY_LLVM=22, but LLVM_DIR="), std::string::npos);
}

TEST(Scripts, OfTheShellAreValid) {
  for (const char* script :
       {"deploy/quickstart.sh", "deploy/install-packages.sh", "deploy/debian/postinst", "deploy/debian/prerm",
        "deploy/debian/postrm", "tests/deploy/clean_root.sh", "tests/deploy/units.sh", "tests/run.sh"}) {
    SubprocessOptions options;
    options.arguments = {"/bin/sh", "-n", (source() / script).string()};
    const SubprocessResult result = run_subprocess(options);
    EXPECT_TRUE(result.succeeded()) << script << result.error_output;
  }
}

TEST(Scripts, TheQuickstartBuildsAllThatAPackageIsMadeOf) {
  const auto targets = [](const char* file) {
    std::smatch found;
    const std::string text = text_of(source() / file);
    return std::regex_search(text, found, std::regex("--target (assay[A-Za-z_ ]*)")) ? found.str(1) : "";
  };
  EXPECT_EQ(targets("deploy/quickstart.sh"), "assay AssayTV assay_pages ");
  EXPECT_EQ(targets("deploy/quickstart.sh"), targets("deploy/Containerfile"));
}

}  // namespace
}  // namespace assay::deploy
