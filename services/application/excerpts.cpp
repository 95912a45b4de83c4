#include "services/application/excerpts.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "services/application/each_function.h"
#include "services/application/test_files.h"
#include "services/common/sort_stably.h"
#include "services/worker/improve/improve.h"
#include "services/worker/ir/ir.h"

namespace assay::application {
namespace {

/// Gathers what is equal.
class Gatherer {
 public:
  void add(const std::string& file, const std::string& function, std::string module) {
    const auto [place, is_new] = places_.emplace(std::move(module), excerpts_.size());
    if (is_new) excerpts_.push_back({place->first, 0, file, function, {}, ""});
    Excerpt& excerpt = excerpts_[place->second];
    ++excerpt.occurrences;
    std::string where = file + ": @" + function;
    if (excerpt.places.size() < kMostPlaces && (excerpt.places.empty() || excerpt.places.back() != where))
      excerpt.places.push_back(std::move(where));
  }
  void add_unread(const std::string& file, std::string error) {
    excerpts_.push_back({"", 0, file, "", {}, std::move(error)});
  }
  std::vector<Excerpt> sorted() && {
    sort_stably(excerpts_, [](const Excerpt& a, const Excerpt& b) { return a.occurrences > b.occurrences; });
    return std::move(excerpts_);
  }

 private:
  std::vector<Excerpt> excerpts_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

Result<std::vector<Excerpt>> find_excerpts(const std::vector<std::string>& paths,
                                           const std::vector<std::string>& functions, std::size_t most_operations,
                                           const std::atomic<bool>* stop, std::size_t& unread) {
  const auto files = test_files(paths, {".ll", ".bc"});
  if (!files) return Error{files.error()};
  Gatherer gatherer;
  unread = files->size();
  for (const std::string& file : *files) {
    if (stop != nullptr && *stop) break;
    --unread;
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, file);
    if (!module) {
      gatherer.add_unread(file, module.error());
      continue;
    }
    if (Status bad = ir::verify(**module)) {
      gatherer.add_unread(file, file + ": " + bad->message);
      continue;
    }
    for (llvm::Function& function : **module)
      if (is_wanted(function, functions))
        for (std::string& excerpt : improve::excerpts_of(function, most_operations))
          gatherer.add(file, function.getName().str(), std::move(excerpt));
  }
  return std::move(gatherer).sorted();
}

}  // namespace assay::application
