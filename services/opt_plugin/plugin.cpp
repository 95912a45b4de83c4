#include <dlfcn.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "services/common/settings.h"
#include "services/opt_plugin/checks.h"
#include "services/opt_plugin/names.h"
#include "services/opt_plugin/verdicts.h"
#include "services/worker/ir/ir.h"

/// The pass plugin: before every function and loop pass it keeps the function, after it asks whether the change is
/// right.
namespace assay::opt_plugin {
namespace {

// Options come after -load-pass-plugin on opt's command line; the environment gives their defaults, for runs under lit.
std::string from_environment(const char* name, const char* otherwise = "") {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}
llvm::cl::opt<std::string> program_option("assay-tv-program", llvm::cl::init(from_environment("ASSAY_TV_PROGRAM")),
                                          llvm::cl::desc("the assay command; default: beside the plugin, or in PATH"));
llvm::cl::opt<double> timeout_option("assay-tv-timeout",
                                     llvm::cl::init(std::atof(from_environment("ASSAY_TV_TIMEOUT", "10").c_str())),
                                     llvm::cl::desc("seconds for one function"));
const std::string smt_timeout_text =
    std::string(setting_named("smt_timeout_ms").sentence) + "; 0: " + std::to_string(default_of::smt_timeout_ms);
llvm::cl::opt<unsigned> smt_timeout_option(
    "assay-tv-smt-timeout", llvm::cl::init(std::atoi(from_environment("ASSAY_TV_SMT_TIMEOUT", "0").c_str())),
    llvm::cl::desc(smt_timeout_text.c_str()));
llvm::cl::opt<std::string> cache_option("assay-tv-cache", llvm::cl::init(from_environment("ASSAY_TV_CACHE")),
                                        llvm::cl::desc("folder in which verdicts are kept between runs"));
llvm::cl::opt<std::string> report_option("assay-tv-report", llvm::cl::init(from_environment("ASSAY_TV_REPORT")),
                                         llvm::cl::desc("folder for verdicts and cases that are not correct"));
llvm::cl::opt<bool> quiet_option("assay-tv-quiet", llvm::cl::init(!from_environment("ASSAY_TV_QUIET").empty()),
                                 llvm::cl::desc("print incorrect verdicts only"));
llvm::cl::opt<bool> fail_option("assay-tv-fail", llvm::cl::init(!from_environment("ASSAY_TV_FAIL").empty()),
                                llvm::cl::desc("end opt with exit code 1 at the first incorrect verdict"));
llvm::cl::opt<unsigned> jobs_option("assay-tv-jobs",
                                    llvm::cl::init(std::atoi(from_environment("ASSAY_TV_JOBS", "1").c_str())),
                                    llvm::cl::desc("judges at a time; of all compilers that share a report folder"));
llvm::cl::opt<double> budget_option("assay-tv-budget",
                                    llvm::cl::init(std::atof(from_environment("ASSAY_TV_BUDGET", "0").c_str())),
                                    llvm::cl::desc("seconds of processor time for the judges of one compilation; when "
                                                   "it is short, a sample is checked; 0: no limit"));
llvm::cl::opt<std::string> skip_option("assay-tv-skip", llvm::cl::init(from_environment("ASSAY_TV_SKIP")),
                                       llvm::cl::desc("passes that are not checked, by class name or as in -passes"));

llvm::cl::opt<std::string> options_option("assay-tv-options", llvm::cl::init(from_environment("ASSAY_TV_OPTIONS")),
                                          llvm::cl::desc("more options of assay check, with blanks between them"));

std::string default_program() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&default_program), &info) != 0 && info.dli_fname != nullptr)
    for (const char* place : {"assay", "../../bin/assay"}) {  // of a build, of an installation
      llvm::SmallString<128> path(llvm::sys::path::parent_path(info.dli_fname));
      llvm::sys::path::append(path, place);
      if (llvm::sys::fs::can_execute(path)) return path.str().str();
    }
  return "assay";
}

/// Follows the passes of one PassBuilder.
class Follower {
 public:
  explicit Follower(llvm::PassInstrumentationCallbacks& callbacks)
      : callbacks_(callbacks),
        verdicts_({quiet_option, report_option, budget_option}),
        checks_({program_option.empty() ? default_program() : program_option, timeout_option, smt_timeout_option,
                 cache_option, options_option},
                {jobs_option, budget_option, report_option}, verdicts_) {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(skip_option).split(names, ',', -1, false);
    for (llvm::StringRef name : names) skipped_.insert(name.trim().str());
  }
  ~Follower() { finish(); }

  void before(llvm::StringRef pass, llvm::Any unit) {
    if (is_manager(pass)) return;
    Snapshot& snapshot = stack_.emplace_back();
    snapshot.function = function_of(unit);
    if (snapshot.function == nullptr || is_skipped(pass)) return;
    std::shared_ptr<const llvm::Module>& known = known_[snapshot.function];
    if (known == nullptr) known = alone(*snapshot.function);
    snapshot.before = known;
  }

  /// `preserved`: it says that it changed nothing.
  void after(llvm::StringRef pass, bool preserved) {
    if (is_manager(pass) || stack_.empty()) return;
    const Snapshot snapshot = std::move(stack_.back());
    stack_.pop_back();
    if (preserved) return;
    if (snapshot.function == nullptr) {
      known_.clear();  // functions have gone, or what is known of others has changed
      return verdicts_.skip(pass.str() + " looks at more than one function");
    }
    known_.erase(snapshot.function);
    if (snapshot.before == nullptr)
      return verdicts_.skip(pass.str() + " is to be skipped, or its function has no name");
    check(pass, snapshot, *snapshot.function);
  }

 private:
  struct Snapshot {
    const llvm::Function* function = nullptr;
    std::shared_ptr<const llvm::Module> before;
  };

  /// The function in a module of its own. There it is for others to call: a judge looks at what they can call.
  std::shared_ptr<const llvm::Module> alone(const llvm::Function& function) {
    llvm::LLVMContext& context = function.getContext();
    const bool discards = context.shouldDiscardValueNames();
    context.setDiscardValueNames(false);  // for the copy
    auto module = ir::extract(*function.getParent(), function.getName().str());
    llvm::Function* own = module == nullptr ? nullptr : module->getFunction(function.getName());
    if (own != nullptr && own->hasLocalLinkage()) own->setLinkage(llvm::GlobalValue::ExternalLinkage);
    if (own != nullptr) names_[&function].give(function, *own);
    context.setDiscardValueNames(discards);
    return module;
  }

  void finish() {
    checks_.finish();
    verdicts_.finish();
  }

  void check(llvm::StringRef pass, const Snapshot& snapshot, const llvm::Function& now) {
    const std::shared_ptr<const llvm::Module> after = alone(now);
    const llvm::Function* source = snapshot.before->getFunction(now.getName());
    const llvm::Function* target = after == nullptr ? nullptr : after->getFunction(now.getName());
    if (source == nullptr || target == nullptr)
      return verdicts_.skip("IR of " + pass.str() + " that can't be taken out of its module");
    known_[&now] = after;
    if (ir::same_text(*source, *target)) return;
    checks_.add({pass.str(), now.getName().str(), ir::print(*snapshot.before), ir::print(*after)});
    if (!fail_option) return;
    checks_.finish();  // the first that is wrong is the last that is compiled
    if (!checks_.is_any_wrong()) return;
    verdicts_.finish();
    llvm::outs().flush();
    llvm::errs().flush();
    std::_Exit(1);
  }

  /// Of function and loop passes. Others see several functions at a time; what they do to one need not be right for it
  /// alone.
  static const llvm::Function* function_of(const llvm::Any& unit) {
    if (const auto* function = llvm::any_cast<const llvm::Function*>(&unit)) return *function;
    if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&unit)) return (*loop)->getHeader()->getParent();
    return nullptr;
  }
  /// Runs others, or only looks.
  static bool is_manager(llvm::StringRef pass) {
    return llvm::isSpecialPass(
        pass, {"PassManager", "PassAdaptor", "AnalysisManagerProxy", "DevirtSCCRepeatedPass",
               "ModuleInlinerWrapperPass", "RepeatedPass", "RequireAnalysisPass", "InvalidateAnalysisPass",
               "VerifierPass", "PrintModulePass", "PrintFunctionPass", "BitcodeWriterPass"});
  }
  bool is_skipped(llvm::StringRef pass) const {
    return skipped_.contains(pass.str()) || skipped_.contains(callbacks_.getPassNameForClassName(pass).str());
  }

  llvm::PassInstrumentationCallbacks& callbacks_;
  Verdicts verdicts_;
  Checks checks_;
  std::set<std::string> skipped_;
  std::vector<Snapshot> stack_;  ///< of the passes that run, the innermost last
  /// Functions as they are, until a pass changes them.
  std::map<const llvm::Function*, std::shared_ptr<const llvm::Module>> known_;
  std::map<const llvm::Function*, Names> names_;
};

void follow(llvm::PassBuilder& builder) {
  llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (callbacks == nullptr) return;
  // The callbacks own it: it says what it has counted when they go.
  auto follower = std::make_shared<Follower>(*callbacks);
  callbacks->registerBeforeNonSkippedPassCallback(
      [follower](llvm::StringRef pass, llvm::Any unit) { follower->before(pass, unit); });
  callbacks->registerAfterPassCallback(
      [follower](llvm::StringRef pass, llvm::Any, const llvm::PreservedAnalyses& preserved) {
        follower->after(pass, preserved.areAllPreserved());
      });
  callbacks->registerAfterPassInvalidatedCallback(
      [follower](llvm::StringRef pass, const llvm::PreservedAnalyses&) { follower->after(pass, false); });
}

}  // namespace
}  // namespace assay::opt_plugin

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "AssayTV", "1", assay::opt_plugin::follow};
}
