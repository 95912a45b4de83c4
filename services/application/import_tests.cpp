#include "services/application/import_tests.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <set>
#include <vector>

#include "services/common/hash.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/run_lines.h"

namespace assay::application {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) { return "'" + word + "'"; }

/// As lit reads it.
std::string run_line(const optimize::OptRun& run) {
  std::string line = "; RUN: opt -S < %s -passes=" + quoted(run.passes);
  if (!run.opt_args.empty()) line += " " + run.opt_args;
  if (!run.triple.empty()) line += " -mtriple=" + quoted(run.triple);
  if (!run.layout.empty()) line += " -data-layout=" + quoted(run.layout);
  if (!run.processor.empty()) line += " -mcpu=" + quoted(run.processor);
  if (!run.features.empty()) line += " -mattr=" + quoted(run.features);
  return line + "\n";
}

/// The same for functions that differ in their name alone.
std::string content_of(const llvm::Module& module, const llvm::Function& function) {
  const auto alone = ir::extract(module, function.getName().str(), false);
  alone->getFunction(function.getName())->setName("f");
  alone->setModuleIdentifier("");
  alone->setSourceFileName("");
  return content_id(ir::print(*alone));
}

class Importer {
 public:
  Importer(const fs::path& tree, const fs::path& folder, const mutate::SeedOptions& options)
      : tree_(tree), folder_(folder), options_(options) {}

  Status import(const fs::path& file) {
    ++imported_.files;
    const auto text = ir::read_file(file.string());
    if (!text) return leave_out("can't be read");
    const optimize::RunLines lines = optimize::read_run_lines(text->text);
    if (lines.runs.empty())
      return leave_out(lines.left_out.empty() ? "no run of opt" : "RUN lines: " + lines.left_out.front().why);
    llvm::LLVMContext context;
    const auto module = ir::parse(context, text->text, file.string());
    if (!module) return leave_out("does not parse");
    if (ir::verify(**module)) return leave_out("does not verify");
    llvm::StripDebugInfo(**module);
    if (!keep_seeds(**module)) return leave_out("no function that can be a seed");
    const fs::path place = file.lexically_relative(tree_);
    (*module)->setModuleIdentifier(place.string());
    (*module)->setSourceFileName(place.string());
    std::string content = "; From LLVM's tests: " + place.string() + "\n";
    for (const optimize::OptRun& run : lines.runs) content += run_line(run);
    return write(folder_ / place, content + ir::print(**module));
  }

  const ImportedTests& imported() const { return imported_; }

 private:
  Status leave_out(const std::string& why) {
    ++imported_.files_left_out[why];
    return std::nullopt;
  }

  /// Makes declarations of all other functions, and drops what nothing uses then. False if none is left.
  bool keep_seeds(llvm::Module& module) {
    std::vector<llvm::Function*> others;
    std::size_t kept = 0;
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      ++imported_.functions;
      std::string why = mutate::why_no_seed(function, options_);
      if (why.empty() && !function.hasName()) why = "no name";
      if (why.empty() && !known_.insert(content_of(module, function)).second) why = "another test has it";
      if (why.empty()) {
        ++kept;
        continue;
      }
      ++imported_.functions_left_out[why];
      others.push_back(&function);
    }
    for (llvm::Function* function : others) {
      function->deleteBody();
      function->setComdat(nullptr);
      function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    imported_.kept += kept;
    return kept != 0 && !runner_.run_passes(module, "globaldce,strip-dead-prototypes");
  }

  Status write(const fs::path& path, const std::string& content) {
    const auto there = ir::read_file(path.string());
    if (there && there->text == content) {
      ++imported_.already_there;
      return std::nullopt;
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!mutate::write_whole(path.string(), content)) return Error{path.string() + ": can't be written"};
    ++imported_.written;
    return std::nullopt;
  }

  fs::path tree_, folder_;
  mutate::SeedOptions options_;
  ImportedTests imported_;
  std::set<std::string> known_;  ///< contents of functions
  optimize::PassRunner runner_;
};

}  // namespace

Result<ImportedTests> import_tests(const std::string& tree, const std::string& folder,
                                   const mutate::SeedOptions& options,
                                   const std::function<void(const ImportedTests&)>& goes_on) {
  if (!fs::is_directory(tree)) return Error{tree + ": no such folder"};
  Importer importer(tree, folder, options);
  for (const std::string& file : mutate::seed_files(tree)) {
    if (!file.ends_with(".ll")) continue;
    if (Status failed = importer.import(file)) return *failed;
    if (goes_on) goes_on(importer.imported());
  }
  return importer.imported();
}

}  // namespace assay::application
