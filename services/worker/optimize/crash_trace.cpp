#include "services/worker/optimize/crash_trace.h"

#include <execinfo.h>
#include <link.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Object/SymbolSize.h>
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "services/worker/optimize/forked.h"

namespace assay::optimize {
namespace {

constexpr std::string_view kFrameMark = "  frame 0x";
constexpr int kMostFrames = 48;
constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};

// A signal handler may only use what is ready before the signal: no allocation, no locks.
int trace_fd = -1;
char activity[256];
alignas(16) char handler_stack[65536];

void write_text(const char* text) { [[maybe_unused]] ssize_t ignored = write(trace_fd, text, strlen(text)); }

void write_frame(const void* address) {
  char text[kFrameMark.size() + 18];
  memcpy(text, kFrameMark.data(), kFrameMark.size());
  auto value = reinterpret_cast<std::uintptr_t>(address);
  for (int digit = 15; digit >= 0; --digit, value >>= 4)
    text[kFrameMark.size() + digit] = "0123456789abcdef"[value & 15];
  text[kFrameMark.size() + 16] = '\n';
  text[kFrameMark.size() + 17] = '\0';
  write_text(text);
}

void on_fatal_signal(int number) {
  write_text("crashed with ");
  write_text(sigabbrev_np(number) != nullptr ? "SIG" : "a signal");
  if (const char* name = sigabbrev_np(number)) write_text(name);
  if (activity[0] != '\0') write_text(" while running ");
  write_text(activity);
  write_text("\n");
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  for (int i = 1; i < count; ++i) write_frame(frames[i]);  // the first is this handler
  signal(number, SIG_DFL);
  raise(number);
}

struct Symbol {
  std::uint64_t size;
  std::string name;
};

std::map<std::uint64_t, Symbol> read_symbols() {
  std::map<std::uint64_t, Symbol> symbols;
  auto file = llvm::object::ObjectFile::createObjectFile("/proc/self/exe");
  if (!file) {
    llvm::consumeError(file.takeError());
    return symbols;
  }
  const std::uint64_t base = load_address();
  for (const auto& [symbol, size] : llvm::object::computeSymbolSizes(*file->getBinary())) {
    auto type = symbol.getType();
    auto address = symbol.getAddress();
    auto name = symbol.getName();
    if (type && address && name && *type == llvm::object::SymbolRef::ST_Function)
      symbols[base + *address] = {size, name->str()};
    llvm::consumeError(type.takeError());
    llvm::consumeError(address.takeError());
    llvm::consumeError(name.takeError());
  }
  return symbols;
}

std::string name_of_frame(const std::map<std::uint64_t, Symbol>& symbols, std::uint64_t address) {
  auto found = symbols.upper_bound(address);
  if (found == symbols.begin()) return "?";
  --found;
  if (address - found->first > found->second.size) return "?";
  return llvm::demangle(found->second.name);
}

}  // namespace

std::uintptr_t load_address() {
  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        return 1;  // the first object is the program itself
      },
      &base);
  return base;
}

void note_activity(std::string_view text) {
  const std::size_t size = std::min(text.size(), sizeof activity - 1);
  memcpy(activity, text.data(), size);
  activity[size] = '\0';
}

void install_crash_writer(int fd) {
  trace_fd = fd;
  void* warm_up[1];
  backtrace(warm_up, 1);  // the first call loads a library
  stack_t stack{};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_fatal_signal;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
  for (int number : kFatalSignals) {
    struct sigaction before {};
    sigaction(number, &action, &before);
    // A breakpoint of the coverage's is no crash.
    if (number == SIGTRAP && (before.sa_flags & SA_SIGINFO) != 0) sigaction(number, &before, nullptr);
  }
}

std::string function_at(std::uint64_t address) {
  static const auto symbols = read_symbols();
  return name_of_frame(symbols, address);
}

std::string name_frames(const std::string& message) {
  if (message.find(kFrameMark) == std::string::npos) return message;
  std::string text;
  int number = 0;
  bool runs_passes = false, called_by_us = false;  // who called LLVM tells nothing of the crash
  for (std::size_t start = 0; start < message.size();) {
    const auto end = std::min(message.find('\n', start), message.size());
    const std::string line = message.substr(start, end - start);
    start = end + 1;
    if (line.starts_with(kFrameMark)) {
      const std::string name = function_at(std::strtoull(line.c_str() + kFrameMark.size(), nullptr, 16));
      const bool is_ours = name.find("assay::") != std::string::npos;
      runs_passes |= name.starts_with("llvm::");
      called_by_us |= runs_passes && is_ours;
      if (called_by_us) continue;
      text += "  #" + std::to_string(number++) + ' ' + name;
    } else {
      text += line;
    }
    text += '\n';
  }
  return text;
}

}  // namespace assay::optimize
