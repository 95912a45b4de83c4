#include "services/nightly/branches.h"

#include <filesystem>
#include <fstream>

#include "services/common/compiler_id.h"
#include "services/common/subprocess.h"
#include "services/nightly/shell.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;

/// Runs one command of a branch; the error tells which one failed, how, and what it wrote last.
Status run(const Plan& plan, const Branch& branch, const std::string& command, const std::string& folder) {
  if (command.empty()) return std::nullopt;
  const ShellResult result = run_shell(command, folder, plan.budget.build_s, plan.state + "/" + branch.name + ".log");
  if (result.succeeded) return std::nullopt;
  return Error{"`" + command + "`: " + result.how + (result.output.empty() ? "" : "\n" + result.output)};
}

/// The last good build of a branch: opt and what it needs, at the places that they have in the checkout.
class GoodBuild {
 public:
  GoodBuild(const Plan& plan, const Branch& branch) : branch_(branch), folder_(fs::path(plan.state) / branch.name) {
    std::error_code ignored;
    if (!fs::exists(folder_) && fs::exists(old()))
      fs::rename(old(), folder_, ignored);  // a night ended between the two steps below
  }
  fs::path opt() const { return folder_ / branch_.opt; }
  std::string revision() const {
    std::string line;
    std::getline(std::ifstream(folder_ / kRevision) >> std::ws, line);
    return line;
  }
  Status replace(const std::string& checkout, const std::string& revision) {
    std::error_code error;
    const fs::path next = folder_.string() + ".new";
    fs::remove_all(next, error);
    std::vector<std::string> parts = branch_.keep;
    parts.push_back(branch_.opt);
    for (const std::string& part : parts) {
      fs::create_directories((next / part).parent_path(), error);
      fs::copy(fs::path(checkout) / part, next / part,
               fs::copy_options::recursive | fs::copy_options::copy_symlinks | fs::copy_options::update_existing,
               error);
      if (error) return Error{checkout + "/" + part + ": " + error.message()};
    }
    std::ofstream(next / kRevision) << revision << "\n";
    fs::remove_all(old(), error);
    if (fs::exists(folder_)) fs::rename(folder_, old(), error);
    fs::rename(next, folder_, error);
    if (error) return Error{folder_.string() + ": " + error.message()};
    fs::remove_all(old(), error);
    return std::nullopt;
  }

 private:
  static constexpr const char* kRevision = "REVISION";
  fs::path old() const { return folder_.string() + ".old"; }
  const Branch& branch_;
  fs::path folder_;
};

}  // namespace

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string revision_of(const std::string& checkout) {
  const SubprocessResult git =
      run_subprocess({{"git", "-C", checkout, "rev-parse", "HEAD"}, {}, std::chrono::seconds(60)});
  return git.succeeded() ? git.output.substr(0, git.output.find('\n')) : "";
}

Status build(const Plan& plan, const Branch& branch, const std::string& checkout) {
  for (const std::string& command : {branch.configure, branch.build})
    if (Status bad = run(plan, branch, command, checkout)) return bad;
  return std::nullopt;
}

store::NightBranch prepare(const Plan& plan, const Branch& branch, const std::string& night_id) {
  store::NightBranch row{night_id, branch.name, store::BranchState::Missing, "", "", "", ""};
  const auto use = [&](const std::string& opt, store::BranchState state) {
    auto compiler = optimize::open_compiler(opt);
    if (!compiler) return Status(Error{compiler.error()});
    row.state = state;
    row.opt = opt;
    row.compiler = compiler_name((*compiler)->id());
    return Status();
  };
  if (!branch.is_built()) {
    if (Status bad = use(branch.opt, store::BranchState::Found)) row.failure = bad->message;
    return row;
  }
  GoodBuild good(plan, branch);
  Status bad = run(plan, branch, branch.update, branch.checkout);
  row.revision = revision_of(branch.checkout);
  if (!bad) bad = build(plan, branch, branch.checkout);
  if (!bad) {
    auto built = optimize::open_compiler(branch.checkout + "/" + branch.opt);
    bad = built ? good.replace(branch.checkout, row.revision) : Status(Error{built.error()});
  }
  if (!bad) bad = use(good.opt(), store::BranchState::Built);
  if (!bad) return row;
  row.failure = bad->message;
  if (!fs::exists(good.opt())) return row;
  row.revision = good.revision();
  if (Status worse = use(good.opt(), store::BranchState::LastGood)) row.failure += "\n" + worse->message;
  return row;
}

}  // namespace assay::nightly
