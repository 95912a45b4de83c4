#include "services/worker/optimize/repeated.h"

#include <unistd.h>

#include "services/worker/optimize/prestarted.h"

namespace assay::optimize {
namespace {

constexpr unsigned kMostStarts = 3;  ///< of one that is to wait

}  // namespace

RepeatedProgram::RepeatedProgram() = default;
RepeatedProgram::~RepeatedProgram() = default;

SubprocessResult RepeatedProgram::run(const SubprocessOptions& options, bool own_addresses) {
  if (PrestartedProgram* program = own_addresses ? nullptr : waiting(options.arguments.front())) {
    SubprocessResult result = program->run(options);
    if (result.end != SubprocessResult::End::NotStarted) return result;
    waiting_.reset();
  }
  return run_subprocess(options);
}

PrestartedProgram* RepeatedProgram::waiting(const std::string& program) {
  if (runs_by_ != getpid()) {
    runs_by_ = getpid();
    runs_ = starts_ = 0;
    waiting_.reset();
  }
  if (++runs_ == 1) return nullptr;  // for one run it would cost more than it saves
  if (!waiting_ && starts_ < kMostStarts) {
    ++starts_;
    waiting_ = PrestartedProgram::start(program, /*confined=*/true);
  }
  return waiting_.get();
}

}  // namespace assay::optimize
