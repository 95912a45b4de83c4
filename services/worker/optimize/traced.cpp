#include "services/worker/optimize/traced.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "services/common/confine.h"
#include "services/worker/optimize/external.h"
#include "services/worker/optimize/library_code.h"

namespace assay::optimize {

struct TracedOpt::State {
  std::string path;
  int major_version;
  std::string library;  ///< the file that holds the passes, as the kernel names it
  LibraryCode code;
};

namespace {

constexpr std::uint8_t kBreakpoint = 0xcc;
constexpr std::uintptr_t kPage = 4096;

/// A child that stops for us, killed and waited for at the end.
class Tracee {
 public:
  static Result<std::unique_ptr<Tracee>> start(const std::vector<std::string>& command, const std::string& input,
                                               const Limits& limits) {
    const int in = memfd_create("input", MFD_CLOEXEC);
    if (in < 0 || write(in, input.data(), input.size()) != static_cast<ssize_t>(input.size()) ||
        lseek(in, 0, SEEK_SET) != 0)
      return Error{std::string("the input can't be handed over: ") + strerror(errno)};
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const Confinement& confinement = Confinement::prepared();
    const pid_t child = fork();
    if (child == 0) become(words, in, limits, confinement);
    close(in);
    if (child < 0) return Error{std::string("fork: ") + strerror(errno)};
    std::unique_ptr<Tracee> tracee(new Tracee(child));
    if (!tracee->wait() || !WIFSTOPPED(tracee->status_)) return Error{"the compiler can't be started under ptrace"};
    ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL);
    tracee->memory_ = open(("/proc/" + std::to_string(child) + "/mem").c_str(), O_RDWR | O_CLOEXEC);
    if (tracee->memory_ < 0) return Error{std::string("the compiler's memory can't be written: ") + strerror(errno)};
    return tracee;
  }
  ~Tracee() {
    if (running_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    if (memory_ >= 0) close(memory_);
  }
  Tracee(const Tracee&) = delete;
  Tracee& operator=(const Tracee&) = delete;

  bool read_at(std::uintptr_t address, std::uint8_t* to, std::size_t size) const {
    return pread(memory_, to, size, static_cast<off_t>(address)) == static_cast<ssize_t>(size);
  }
  bool write_at(std::uintptr_t address, const std::uint8_t* from, std::size_t size) const {
    return pwrite(memory_, from, size, static_cast<off_t>(address)) == static_cast<ssize_t>(size);
  }
  /// Where the first stretch of the file is; 0 if it is not mapped.
  std::uintptr_t base_of(const std::string& file) const {
    std::ifstream maps("/proc/" + std::to_string(child_) + "/maps");
    for (std::string line; std::getline(maps, line);)
      if (line.ends_with(' ' + file)) return std::strtoull(line.c_str(), nullptr, 16);
    return 0;
  }
  std::uintptr_t entry() const {
    std::ifstream vector("/proc/" + std::to_string(child_) + "/auxv", std::ios::binary);
    for (Elf64_auxv_t each; vector.read(reinterpret_cast<char*>(&each), sizeof each);)
      if (each.a_type == AT_ENTRY) return each.a_un.a_val;
    return 0;
  }
  std::vector<std::string> mapped_files() const {
    std::vector<std::string> files;
    std::ifstream maps("/proc/" + std::to_string(child_) + "/maps");
    for (std::string line; std::getline(maps, line);)
      if (const auto at = line.find('/'); at != std::string::npos && (files.empty() || files.back() != line.substr(at)))
        files.push_back(line.substr(at));
    return files;
  }

  /// Lets it run to the next breakpoint, whose address is given; 0 where it has ended, or is killed.
  std::uintptr_t run_to_breakpoint() {
    for (int signal = 0;; signal = WSTOPSIG(status_) == SIGSTOP ? 0 : WSTOPSIG(status_)) {
      if (ptrace(PTRACE_CONT, child_, 0, signal) != 0 || !wait() || !WIFSTOPPED(status_)) return 0;
      if (WSTOPSIG(status_) != SIGTRAP) continue;
      user_regs_struct registers{};
      if (ptrace(PTRACE_GETREGS, child_, 0, &registers) != 0) return 0;
      registers.rip -= 1;
      ptrace(PTRACE_SETREGS, child_, 0, &registers);
      return registers.rip;
    }
  }
  bool ended_well() const { return WIFEXITED(status_) && WEXITSTATUS(status_) == 0; }
  /// To the first instruction of the program: its libraries are loaded then.
  bool run_to_entry() {
    const std::uintptr_t at = entry();
    std::uint8_t original = 0;
    return at != 0 && read_at(at, &original, 1) && write_at(at, &kBreakpoint, 1) && run_to_breakpoint() == at &&
           write_at(at, &original, 1);
  }

 private:
  explicit Tracee(pid_t child) : child_(child) {}

  bool wait() {
    while (waitpid(child_, &status_, 0) < 0)
      if (errno != EINTR) return running_ = false;
    running_ = WIFSTOPPED(status_);
    return true;
  }

  [[noreturn]] static void become(const std::vector<char*>& words, int in, const Limits& limits,
                                  const Confinement& confinement) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(in, STDIN_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const auto seconds = static_cast<rlim_t>(limits.time.count() / 1000 + 1);
    const rlimit time{seconds, seconds};
    setrlimit(RLIMIT_CPU, &time);
    ptrace(PTRACE_TRACEME, 0, 0, 0);  // confined, it could not ask for that
    confinement.apply();
    execv(words[0], words.data());
    _exit(127);
  }

  pid_t child_;
  int status_ = 0, memory_ = -1;
  bool running_ = true;
};

/// Breakpoints in a tracee; page by page, because a write costs a call of the kernel.
bool plant(const Tracee& tracee, const std::vector<std::uintptr_t>& addresses, std::vector<std::uint8_t>& originals) {
  originals.resize(addresses.size());
  std::uint8_t page[kPage];
  for (std::size_t i = 0; i < addresses.size();) {
    const std::uintptr_t start = addresses[i] & ~(kPage - 1);
    if (!tracee.read_at(start, page, kPage)) return false;
    for (; i < addresses.size() && addresses[i] - start < kPage; ++i) {
      originals[i] = page[addresses[i] - start];
      page[addresses[i] - start] = kBreakpoint;
    }
    if (!tracee.write_at(start, page, kPage)) return false;
  }
  return true;
}

}  // namespace

TracedOpt::TracedOpt(std::unique_ptr<State> state) : state_(std::move(state)) {}
TracedOpt::~TracedOpt() = default;

Result<std::unique_ptr<TracedOpt>> TracedOpt::open(const Compiler& compiler) {
  if (compiler.id().path == "linked") return Error{"the linked LLVM is no program of its own"};
  auto tracee = Tracee::start({compiler.id().path, "--version"}, "", {});
  if (!tracee) return Error{tracee.error()};
  if (!(*tracee)->run_to_entry()) return Error{compiler.id().path + " can't be looked into with ptrace"};
  auto state = std::make_unique<State>();
  state->path = compiler.id().path;
  state->major_version = compiler.major_version();
  // The passes are in libLLVM where it is loaded, in the program itself otherwise.
  const auto files = (*tracee)->mapped_files();
  if (files.empty()) return Error{compiler.id().path + " can't be looked into"};
  state->library = files.front();
  for (const std::string& file : files)
    if (file.find("libLLVM") != std::string::npos) state->library = file;
  const auto archives = std::filesystem::weakly_canonical(compiler.id().path).parent_path().parent_path() / "lib";
  auto code = LibraryCode::read(state->library, archives);
  if (!code) return Error{code.error()};
  state->code = std::move(*code);
  return std::unique_ptr<TracedOpt>(new TracedOpt(std::move(state)));
}

std::size_t TracedOpt::blocks() const { return state_->code.blocks().size(); }
std::string TracedOpt::function_of(std::uint32_t block) const {
  return state_->code.function_of(state_->code.blocks()[block]);
}

Result<std::vector<std::uint32_t>> TracedOpt::run(const std::string& ir, const std::string& pipeline,
                                                  const std::vector<std::uint32_t>& watched, const Limits& limits) {
  auto tracee = Tracee::start(opt_command(state_->path, pipeline, state_->major_version, limits.opt_args), ir, limits);
  if (!tracee) return Error{tracee.error()};
  if (!(*tracee)->run_to_entry()) return Error{state_->path + " can't be looked into"};
  const std::uintptr_t base = (*tracee)->base_of(state_->library);
  std::vector<std::uintptr_t> addresses;
  for (const std::uint32_t block : watched) addresses.push_back(base + state_->code.blocks()[block]);
  std::vector<std::uint8_t> originals;
  if (base == 0 || !plant(**tracee, addresses, originals))
    return Error{"no breakpoints can be set in " + state_->library};
  std::vector<std::uint32_t> reached;
  for (std::uintptr_t at = 0; (at = (*tracee)->run_to_breakpoint()) != 0;) {
    const auto found = std::lower_bound(addresses.begin(), addresses.end(), at);
    if (found == addresses.end() || *found != at) return Error{"it stopped where nobody told it to"};
    const auto index = static_cast<std::size_t>(found - addresses.begin());
    if (!(*tracee)->write_at(at, &originals[index], 1)) return Error{"a breakpoint can't be taken away"};
    reached.push_back(watched[index]);
  }
  if (!(*tracee)->ended_well()) return Error{"the traced compiler did not come to its end"};
  return reached;
}

}  // namespace assay::optimize
