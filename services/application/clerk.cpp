#include "services/application/clerk.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "services/channel/isolated.h"
#include "services/common/records_json.h"
#include "services/coordinator/facts/facts.h"
#include "services/worker/ir/ir.h"
#include "services/worker/triage/triage.h"

namespace assay::application {
namespace {

constexpr std::chrono::seconds kPatience{20};
constexpr std::size_t kMemory = std::size_t{1} << 30;
constexpr std::size_t kMostFactsOf = std::size_t{256} << 10;  // bytes of a module; reduced cases have some hundred

/// A request or an answer: its length, then its text.
bool write_all(int socket, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t put = send(socket, at, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}
bool read_all(int socket, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = read(socket, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}
bool write_text(int socket, const std::string& text) {
  const std::uint64_t size = text.size();
  return write_all(socket, &size, sizeof size) && write_all(socket, text.data(), text.size());
}
bool read_text(int socket, std::string& text) {
  std::uint64_t size = 0;
  if (!read_all(socket, &size, sizeof size)) return false;
  text.resize(size);
  return read_all(socket, text.data(), size);
}

/// What is wrong with the modules, by field; empty if they are what a finding of this kind has.
std::string fault_of(const Finding& finding) {
  const auto parse = [](const char* field, const std::string& text) -> std::string {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, text, field);
    if (!module) return std::string(field) + ": is no module: " + module.error();
    const bool defines =
        std::any_of((*module)->begin(), (*module)->end(), [](const llvm::Function& f) { return !f.isDeclaration(); });
    return defines ? "" : std::string(field) + ": defines no function";
  };
  if (std::string fault = parse("original", finding.original); !fault.empty()) return fault;
  if (std::string fault = parse("reduced", finding.reduced); !fault.empty()) return fault;
  // What is invalid need not be readable; a crash or a hang gives nothing.
  if (finding.kind == FindingKind::InvalidIr || finding.reduced_target.empty()) return "";
  return parse("reduced_target", finding.reduced_target);
}

std::string facts_of_module(const std::string& text) {
  store::ModuleFacts facts;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "module");
  const Status invalid = module ? ir::verify(**module) : Status(Error{module.error()});
  if (invalid)
    facts.fault = invalid->message;
  else
    facts = facts::facts_of(**module);
  return json_text(facts);
}

/// A request is a module's text after a colon, or a finding.
std::string answer_to(const std::string& request) {
  if (request.starts_with(':')) return facts_of_module(request.substr(1));
  const auto finding = nlohmann::json::parse(request).get<Finding>();
  nlohmann::json answer{{"fault", fault_of(finding)}};
  if (answer["fault"] == "") {
    answer["signature"] = triage::signature(finding);
    answer["title"] = triage::title(finding);
  }
  return json_text(answer);
}

[[noreturn]] void serve(int socket) {
  IsolatedWorker parser(
      [](const std::string& request, const IsolatedWorker::Provisional&) { return answer_to(request); },
      {kPatience, kMemory});
  for (std::string request; read_text(socket, request);) {
    const auto answer = parser.ask(request);
    const std::string text =
        answer.end == IsolatedWorker::Answer::End::Answered
            ? answer.text
            : json_text({{"fault", "original, reduced or reduced_target: to parse it fails: " + answer.message}});
    if (!write_text(socket, text)) break;
  }
  _exit(0);
}

}  // namespace

Result<std::unique_ptr<Clerk>> Clerk::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{std::string("socketpair: ") + strerror(errno)};
  const pid_t process = fork();
  if (process < 0) return Error{std::string("fork: ") + strerror(errno)};
  if (process == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);  // the parent ends this process by closing the socket
    signal(SIGTERM, SIG_IGN);
    serve(ends[1]);
  }
  close(ends[1]);
  return std::unique_ptr<Clerk>(new Clerk(ends[0], process));
}

Clerk::~Clerk() {
  shutdown(socket_, SHUT_RDWR);
  close(socket_);
  waitpid(process_, nullptr, 0);
}

Status Clerk::ask(const std::string& request, std::string& answer) {
  const std::lock_guard lock(mutex_);
  if (write_text(socket_, request) && read_text(socket_, answer)) return {};
  return Error{"the process that examines findings is gone"};
}

Result<rpc::Examined> Clerk::examine(const Finding& finding) {
  std::string text;
  if (Status gone = ask(json_text(finding), text)) return *gone;
  const auto answer = nlohmann::json::parse(text);
  if (answer["fault"] != "") return rpc::Examined{answer["fault"], "", ""};
  return rpc::Examined{"", answer["signature"], answer["title"]};
}

Result<std::vector<store::ModuleFacts>> Clerk::facts_of(const store::FactsWanted& wanted) {
  std::vector<store::ModuleFacts> both;
  for (const auto& [side, text] : {std::pair{"source", &wanted.source}, {"target", &wanted.target}}) {
    if (text == &wanted.target && text->empty()) continue;  // a crash or a hang gives none
    store::ModuleFacts facts;
    if (text->size() > kMostFactsOf) {
      facts.fault = "larger than " + std::to_string(kMostFactsOf) + " bytes";
    } else {
      std::string answer;
      if (Status gone = ask(":" + *text, answer)) return *gone;
      facts = nlohmann::json::parse(answer).get<store::ModuleFacts>();
    }
    facts.bug_id = wanted.bug_id;
    facts.finding_id = wanted.finding_id;
    facts.side = side;
    both.push_back(std::move(facts));
  }
  return both;
}

}  // namespace assay::application
