#include "services/cli/signals.h"

#include <signal.h>
#include <unistd.h>

namespace assay::cli {
namespace {

std::atomic<bool> stop_requested{false};

void request_stop(int) {
  if (stop_requested.exchange(true)) _exit(130);
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_requested;
}

}  // namespace assay::cli
