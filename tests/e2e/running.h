#pragma once

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/e2e/command.h"
#include "tests/support/wait_for.h"

namespace assay::e2e {

/// The assay command in the background, until it is ended. What it writes goes into two files.
class Running {
 public:
  Running(std::vector<std::string> arguments, const std::string& files)
      : output_file_(files + ".out"), error_file_(files + ".err") {
    pid_ = fork();
    if (pid_ != 0) return;
    arguments.insert(arguments.begin(), binary());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (std::freopen(output_file_.c_str(), "w", stdout) == nullptr ||
        std::freopen(error_file_.c_str(), "w", stderr) == nullptr)
      _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Running() { end(SIGKILL); }
  /// Its exit code; -1 if the signal killed it.
  int end(int signal) {
    if (pid_ <= 0) return -1;
    kill(pid_, signal);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  pid_t process() const { return pid_; }
  /// It goes no further, and keeps what it holds.
  void hold() { kill(pid_, SIGSTOP); }
  /// Has it not ended by itself?
  bool runs() {
    int status = 0;
    if (pid_ > 0 && waitpid(pid_, &status, WNOHANG) == pid_) pid_ = 0;
    return pid_ > 0;
  }
  /// The most memory that it has had, in MB.
  std::size_t peak_mb() const {
    const std::string status = text_of("/proc/" + std::to_string(pid_) + "/status");
    const std::size_t at = status.find("VmHWM:");
    return at == std::string::npos ? 0 : std::strtoul(status.c_str() + at + 6, nullptr, 10) / 1024;
  }
  std::string output() const { return text_of(output_file_); }
  std::string errors() const { return text_of(error_file_); }

 private:
  static std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string output_file_, error_file_;
  pid_t pid_;
};

/// A database that processes under test have open at the same time.
class Rows {
 public:
  explicit Rows(const std::string& path) : path_(path) {}
  ~Rows() { sqlite3_close(database_); }
  /// The columns of the first row as text, with '|' between them; "" if there is no row, or no table yet.
  std::string ask(const std::string& statement) {
    if (database_ == nullptr) {
      if (sqlite3_open_v2(path_.c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
        sqlite3_close(database_);
        database_ = nullptr;
        return "";
      }
      sqlite3_busy_timeout(database_, 60'000);
    }
    sqlite3_stmt* query = nullptr;
    std::string row;
    if (sqlite3_prepare_v2(database_, statement.c_str(), -1, &query, nullptr) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
      for (int i = 0; i < sqlite3_column_count(query); ++i)
        row += (i == 0 ? "" : "|") + std::string(reinterpret_cast<const char*>(sqlite3_column_text(query, i)));
    sqlite3_finalize(query);
    return row;
  }

 private:
  std::string path_;
  sqlite3* database_ = nullptr;
};

/// A coordinator on a free port of the loopback.
class Coordinator {
 public:
  Coordinator(const std::string& database, const std::string& files, std::vector<std::string> more = {})
      : running_(arguments(database, std::move(more)), files) {
    std::smatch port;
    std::string said;
    const bool serves = wait_for([&] {
      said = running_.errors();
      return std::regex_search(said, port, std::regex(R"(on port (\d+)\n)"));
    });
    EXPECT_TRUE(serves) << said;
    if (serves) address_ = "127.0.0.1:" + port[1].str();
  }
  const std::string& address() const { return address_; }
  int end(int signal) { return running_.end(signal); }
  pid_t process() const { return running_.process(); }
  std::string errors() const { return running_.errors(); }
  bool runs() { return running_.runs(); }
  std::size_t peak_mb() const { return running_.peak_mb(); }
  int port() const { return std::stoi(address_.substr(address_.rfind(':') + 1)); }
  /// Of the pages, where they were asked for.
  int pages_port() const {
    std::smatch port;
    std::string said;
    const bool serves = wait_for([&] {
      said = running_.errors();
      return std::regex_search(said, port, std::regex(R"(pages on port (\d+)\n)"));
    });
    EXPECT_TRUE(serves) << said;
    return serves ? std::stoi(port[1]) : 0;
  }

 private:
  static std::vector<std::string> arguments(const std::string& database, std::vector<std::string> more) {
    more.insert(more.begin(), {"serve", "--db=" + database, "--listen=127.0.0.1:0"});
    return more;
  }
  Running running_;
  std::string address_;
};

}  // namespace assay::e2e
