#include "services/worker/optimize/coverage.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "services/worker/optimize/coverage_blocks.h"
#include "services/worker/optimize/crash_trace.h"

namespace assay::optimize {

struct BlockCoverage::State {
  std::vector<std::uintptr_t> addresses;  ///< of the blocks, ascending
  std::vector<std::uint8_t> originals;    ///< the bytes that the breakpoints stand for
  std::vector<std::uint8_t> planted;      ///< in this process
  struct Shared {
    std::atomic<std::uint64_t> hits;
  };
  Shared* shared = nullptr;
  std::uint8_t* hit = nullptr;       ///< shared between processes
  std::vector<std::uint32_t> fresh;  ///< reserved once: a handler must not allocate
  std::size_t fresh_count = 0;
  std::size_t mapped = 0;

  void put(std::size_t index, bool breakpoint) {
    *reinterpret_cast<volatile std::uint8_t*>(addresses[index]) = breakpoint ? 0xcc : originals[index];
    planted[index] = breakpoint;
  }
};

namespace {

BlockCoverage::State* active = nullptr;

// Puts the byte back, notes the hit, and lets the instruction run. Uses nothing that a signal handler may not.
void on_breakpoint(int signal_number, siginfo_t*, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto address = static_cast<std::uintptr_t>(registers[REG_RIP]) - 1;
  BlockCoverage::State* state = active;
  const auto at = state == nullptr ? decltype(state->addresses.begin())()
                                   : std::lower_bound(state->addresses.begin(), state->addresses.end(), address);
  if (state == nullptr || at == state->addresses.end() || *at != address) {
    signal(signal_number, SIG_DFL);  // somebody else's: dies as it would have
    raise(signal_number);
    return;
  }
  const auto index = static_cast<std::size_t>(at - state->addresses.begin());
  registers[REG_RIP] = static_cast<greg_t>(address);
  if (state->planted[index] == 0) return;  // on its way out already
  state->put(index, false);
  if (state->hit[index] == 0) {
    state->hit[index] = 1;
    state->shared->hits.fetch_add(1, std::memory_order_relaxed);
  }
  if (state->fresh_count < state->fresh.size()) state->fresh[state->fresh_count++] = static_cast<std::uint32_t>(index);
}

Status make_writable(const std::vector<std::uintptr_t>& addresses) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t begin = addresses.front() & ~(page - 1);
  const std::uintptr_t end = (addresses.back() | (page - 1)) + 1;
  if (mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    return std::nullopt;
  return Error{std::string("the program's code can't be made writable: ") + strerror(errno)};
}

}  // namespace

BlockCoverage::BlockCoverage(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<BlockCoverage>> BlockCoverage::plant() {
  if (active != nullptr) return Error{"breakpoints are planted already"};
  auto found = find_blocks(load_address());
  if (!found) return Error{found.error()};
  auto state = std::make_unique<State>();
  state->addresses = std::move(*found);
  if (Status bad = make_writable(state->addresses)) return *bad;
  const std::size_t count = state->addresses.size();
  state->originals.resize(count);
  state->planted.resize(count);
  state->fresh.resize(count);
  state->mapped = sizeof(State::Shared) + count;
  void* memory = mmap(nullptr, state->mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return Error{std::string("mmap: ") + strerror(errno)};
  state->shared = new (memory) State::Shared{};
  state->hit = static_cast<std::uint8_t*>(memory) + sizeof(State::Shared);
  for (std::size_t index = 0; index < count; ++index)
    state->originals[index] = *reinterpret_cast<const std::uint8_t*>(state->addresses[index]);
  active = state.get();
  struct sigaction action {};
  action.sa_sigaction = on_breakpoint;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGTRAP, &action, nullptr);
  for (std::size_t index = 0; index < count; ++index) state->put(index, true);
  return std::unique_ptr<BlockCoverage>(new BlockCoverage(std::move(state)));
}

BlockCoverage::~BlockCoverage() {
  for (std::size_t index = 0; index < state_->addresses.size(); ++index)
    if (state_->planted[index] != 0) state_->put(index, false);
  active = nullptr;
  signal(SIGTRAP, SIG_DFL);
  munmap(state_->shared, state_->mapped);
}

std::size_t BlockCoverage::blocks() const { return state_->addresses.size(); }
std::size_t BlockCoverage::hits() const { return state_->shared->hits; }

std::string BlockCoverage::function_of(std::uint32_t block) const { return function_at(state_->addresses[block]); }

std::vector<std::uint32_t> BlockCoverage::take_new() {
  std::vector<std::uint32_t> taken(state_->fresh.begin(),
                                   state_->fresh.begin() + static_cast<std::ptrdiff_t>(state_->fresh_count));
  state_->fresh_count = 0;
  return taken;
}

void BlockCoverage::rearm(const std::vector<std::uint32_t>& blocks) {
  for (const std::uint32_t index : blocks) {
    if (state_->hit[index] != 0) state_->shared->hits.fetch_sub(1, std::memory_order_relaxed);
    state_->hit[index] = 0;
    state_->put(index, true);
  }
}

void BlockCoverage::catch_up() {
  for (std::size_t index = 0; index < state_->addresses.size(); ++index)
    if (state_->planted[index] != 0 && state_->hit[index] != 0) state_->put(index, false);
}

}  // namespace assay::optimize
