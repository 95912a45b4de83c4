#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

/// What a client that means harm sends, by hand: bytes over the loopback, from an address of its own (127.0.0.9), for a
/// limited time and in limited number.
namespace assay::attacks {

struct Target {
  int calls = 0;                     ///< port of gRPC
  int pages = 0;                     ///< port of the pages
  std::string large = "/style.css";  ///< a page, of MB if there is one
};

struct Attack {
  const char* name;
  /// Runs until the time is over, or it has done its worst.
  void (*run)(const Target& target, std::chrono::steady_clock::time_point until);
};

/// Those that need no token and speak no more than a socket's bytes.
const std::vector<Attack>& all();
const Attack& named(const std::string& name);

/// Connections that say nothing. They need open files of their own process, so they are held by a child.
class Crowd {
 public:
  /// All of them have connected when it is made.
  Crowd(int port, std::size_t count);
  /// They all leave.
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

 private:
  int process_ = 0;
};

/// Sends to a port and gives what was answered until the other end closed, or so long.
std::string exchange(int port, const std::string& bytes, std::chrono::milliseconds time);

}  // namespace assay::attacks
