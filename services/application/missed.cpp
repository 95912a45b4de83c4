#include "services/application/missed.h"

#include <fstream>

#include "fuzzers/mutate/mutate.h"
#include "services/application/regressions.h"
#include "services/common/scratch_folder.h"
#include "services/worker/ir/ir.h"

namespace assay::application {
namespace {

/// Writes mutants into a folder, in turn of the seeds. How many there are, or why there are none.
Result<std::uint64_t> write_mutants(const MissedRequest& request, const ScratchFolder& folder) {
  llvm::LLVMContext context;
  const auto seeds = mutate::Seeds::load(context, request.seeds, {});
  if (!seeds) return Error{seeds.error()};
  if (seeds->empty()) return Error{"no usable function among the seeds"};
  std::uint64_t written = 0;
  const auto made =
      mutate::make_mutants(*seeds, {}, request.seed, request.mutants,
                           [&](const llvm::Module& module, std::uint64_t number, const mutate::Seed&) -> Status {
                             const std::string path = folder.file("mutant-" + std::to_string(number) + ".ll");
                             std::ofstream file(path);
                             file << ir::print(module);
                             if (!file.flush()) return Error{path + " can't be written"};
                             ++written;
                             return std::nullopt;
                           });
  if (!made) return Error{made.error()};
  return written;
}

Status look_for_folds(const MissedRequest& request, const ScratchFolder& folder, Missed& missed) {
  ImproveRequest improve;
  improve.paths = {folder.path()};
  improve.compiler = request.compiler;
  improve.passes = request.passes;
  improve.jobs = request.jobs;
  improve.limit_s = request.seconds / 2;
  improve.options.flags = false;
  improve.options.judge.smt_timeout_ms = 1'000;
  RuleBook book;
  const auto left = improve_files(improve, [&](ImprovedFunction function) {
    function.file.clear();  // it goes with the folder
    missed.searched += function.error.empty() && function.looked.left_alone.empty();
    missed.undecided += !function.error.empty();
    missed.folds += function.looked.folds.size();
    book.add(function);
  });
  missed.rules = book.rules();
  return left ? std::nullopt : Status(Error{left.error()});
}

Status look_for_regressions(const MissedRequest& request, const ScratchFolder& folder, Missed& missed) {
  RegressionsRequest regressions;
  regressions.wanted.paths = {folder.path()};
  regressions.wanted.jobs = request.jobs;
  regressions.wanted.limit_s = request.seconds / 2;
  regressions.baseline = request.baseline;
  regressions.branch = request.compiler;
  regressions.options.passes = request.passes;
  return find_regressions(regressions, [&](const RegressionLook& look) {
    using regressions::Kind;
    ++missed.compared;
    const Kind kind = look.looked.kind;
    missed.undecided += kind == Kind::Undecided || kind == Kind::Limited || kind == Kind::Failed;
    if (look.news == RegressionNews::New)
      missed.regressions.push_back({look.looked.regression->key, look.looked.regression->source});
  });
}

}  // namespace

Result<Missed> find_missed(const MissedRequest& request) {
  const ScratchFolder folder("assay-missed-");
  if (!folder.is_there()) return Error{"no folder for temporary files"};
  const auto written = write_mutants(request, folder);
  if (!written) return Error{written.error()};
  Missed missed;
  missed.mutants = *written;
  if (Status bad = look_for_folds(request, folder, missed)) return *bad;
  if (!request.baseline.empty())
    if (Status bad = look_for_regressions(request, folder, missed)) return *bad;
  return missed;
}

}  // namespace assay::application
