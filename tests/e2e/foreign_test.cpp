// A client in another language, with nothing of Assay but the contract.
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

class Foreign : public TestWithFolder {
 protected:
  SubprocessResult client(const std::string& address, const std::vector<std::string>& more = {}) {
    const char* source = std::getenv("ASSAY_SOURCE");
    if (source == nullptr) ADD_FAILURE() << "run by ctest, or set ASSAY_SOURCE to the source folder";
    const std::string root = source == nullptr ? "." : source;
    std::filesystem::create_directories(folder_ / "python");
    SubprocessOptions options;
    options.arguments = {"/usr/bin/python3", root + "/tests/e2e/foreign_client.py", address, root + "/proto",
                         path("python")};
    options.arguments.insert(options.arguments.end(), more.begin(), more.end());
    options.time_limit = std::chrono::minutes(5);
    return run_subprocess(options);
  }
};

TEST_F(Foreign, APythonClientReportsAsksAndIsToldWhatIsWrong) {
  Coordinator coordinator(path("a.db"), path("serve"));
  const auto result = client(coordinator.address());
  EXPECT_EQ(result.code, 0) << result.error_output;
  const auto holds = [&](const std::string& line) {
    EXPECT_NE(result.output.find(line), std::string::npos) << line << " in\n" << result.output;
  };
  holds("hunts 0\n");
  holds("no settings INVALID_ARGUMENT: settings");
  holds("no such hunt NOT_FOUND: hunt_id: no hunt has the id 'none'\n");
  holds("no module INVALID_ARGUMENT: finding.reduced_target: is no module");
  holds("not reported INVALID_ARGUMENT: finding: is missing\n");
  holds("new True again False same bug True\n");
  holds("bugs 1 gvn True\n");
  holds("no such pass INVALID_ARGUMENT: pass");
  holds("news bug-found finding\n");
  holds("again bug-found finding\n");
  holds("details reason: \"FIELD_INVALID\" domain: \"assay.v1\" field_violations {   field: \"pass\"");
  holds("pages True ''\n");
  holds("wrong page INVALID_ARGUMENT: page_token");
  holds("workers 0\n");
  holds("statistics 2\n");
  holds("sql gvn 2\n");
  holds("no reading INVALID_ARGUMENT: sql: ");
}

TEST_F(Foreign, APythonClientNeedsATokenWhereThereAreTokens) {
  Coordinator coordinator(path("a.db"), path("serve"));
  const auto made = assay({"token", "create", "python", "--role=admin", "--db=" + path("a.db")});
  ASSERT_EQ(made.code, 0) << made.error_output;
  const auto refused = client(coordinator.address());
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.error_output.find("UNAUTHENTICATED"), std::string::npos) << refused.error_output;
  const auto result = client(coordinator.address(), {made.output.substr(0, made.output.find('\n'))});
  EXPECT_EQ(result.code, 0) << result.error_output;
}

}  // namespace
}  // namespace assay::e2e
