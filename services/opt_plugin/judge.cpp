#include "services/opt_plugin/judge.h"

#include <fcntl.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>
#include <vector>

#include "services/common/outcome.h"

extern char** environ;

namespace assay::opt_plugin {
namespace {

void close_end(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

Answer error(const std::string& reason) {
  Answer answer;
  answer.verdict = name_of(VerdictKind::Error);
  answer.reason = reason;
  answer.text = "error: " + reason + "\n";
  return answer;
}

std::string field(const llvm::json::Object& object, const char* name) {
  const auto text = object.getString(name);
  return text ? text->str() : std::string();
}

}  // namespace

Judge::~Judge() { end(); }

void Judge::end() {
  close_end(to_child_);
  close_end(from_child_);
  pending_.clear();
  if (child_ > 0) waitpid(child_, nullptr, 0);  // it ends with its input
  child_ = -1;
}

bool Judge::start() {
  if (child_ > 0) return true;
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return false;
  if (pipe2(out, O_CLOEXEC) != 0) {
    for (int fd : in) ::close(fd);
    return false;
  }
  std::vector<std::string> arguments{options_.program, "check", "--pipe",
                                     "--timeout=" + std::to_string(options_.timeout_s)};
  if (options_.smt_timeout_ms != 0) arguments.push_back("--smt-timeout=" + std::to_string(options_.smt_timeout_ms));
  if (!options_.cache.empty()) arguments.push_back("--cache=" + options_.cache);
  std::istringstream more(options_.more);
  for (std::string option; more >> option;) arguments.push_back(option);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  const int failed = posix_spawnp(&child_, options_.program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  to_child_ = in[1];
  from_child_ = out[0];
  if (failed == 0) return true;
  child_ = -1;
  end();
  return false;
}

bool Judge::exchange(const std::string& request, std::string& line) {
  // A judge that died must not end opt.
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  std::size_t done = 0;
  while (done < request.size()) {
    const ssize_t put = ::write(to_child_, request.data() + done, request.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) break;
    done += static_cast<std::size_t>(put);
  }
  sigaction(SIGPIPE, &before, nullptr);
  if (done < request.size()) return false;
  for (;;) {
    if (const auto end = pending_.find('\n'); end != std::string::npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return true;
    }
    char buffer[65536];
    const ssize_t got = ::read(from_child_, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    pending_.append(buffer, static_cast<std::size_t>(got));
  }
}

Answer Judge::ask(const std::string& name, const std::string& source, const std::string& target) {
  if (!start()) return error("can't run " + options_.program + "; name the command with -assay-tv-program=PATH");
  const llvm::json::Object object{{"name", llvm::json::fixUTF8(name)},
                                  {"source", llvm::json::fixUTF8(source)},
                                  {"target", llvm::json::fixUTF8(target)}};
  std::string request;
  llvm::raw_string_ostream(request) << llvm::json::Value(llvm::json::Object(object)) << '\n';
  std::string line;
  if (!exchange(request, line)) {
    end();
    return error(options_.program + " ended without an answer");
  }
  auto parsed = llvm::json::parse(line);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return error("malformed answer");
  }
  const llvm::json::Object* fields = parsed->getAsObject();
  if (fields == nullptr) return error("malformed answer");
  return {field(*fields, "verdict"), field(*fields, "reason"), field(*fields, "text"), line};
}

}  // namespace assay::opt_plugin
