#include "tests/support/attacks.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>

namespace assay::attacks {
namespace {

using Clock = std::chrono::steady_clock;
using Until = Clock::time_point;
using std::chrono::milliseconds;

constexpr const char* kFrom = "127.0.0.9";
constexpr std::size_t kMostSent = std::size_t{512} << 20;  // of one attack

/// A connection of the attacker.
class Wire {
 public:
  explicit Wire(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in from{}, to{};
    from.sin_family = to.sin_family = AF_INET;
    inet_pton(AF_INET, kFrom, &from.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    open_ = bind(socket_, reinterpret_cast<sockaddr*>(&from), sizeof from) == 0 &&
            connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    fcntl(socket_, F_SETFL, O_NONBLOCK);
  }
  ~Wire() { close(socket_); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  bool open() const { return open_; }
  /// Sends all, unless the time is over or the other end is gone.
  bool send(const std::string& bytes, Until until) {
    for (std::size_t at = 0; open_ && at < bytes.size();) {
      const ssize_t count = ::send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
      if (count > 0) {
        at += static_cast<std::size_t>(count);
      } else if (errno == EAGAIN) {
        if (Clock::now() >= until) return false;
        wait(POLLOUT, 50);
      } else {
        open_ = false;
      }
    }
    return open_ && Clock::now() < until;
  }
  /// What has come.
  std::string receive() {
    std::string bytes(64 << 10, '\0');
    const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
    if (count == 0 || (count < 0 && errno != EAGAIN)) open_ = false;
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }
  void wait(short events, int ms) const {
    pollfd one{socket_, events, 0};
    poll(&one, 1, ms);
  }

 private:
  int socket_;
  bool open_;
};

void sleep_until(Until until) {
  if (until > Clock::now()) std::this_thread::sleep_for(until - Clock::now());
}

// HTTP/1

void headers_without_end(const Target& target, Until until) {
  std::string lines;
  for (int i = 0; i < 5000; ++i) lines += "x-" + std::to_string(i) + ": a\r\n";
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (std::size_t sent = 0; Clock::now() < until && sent < kMostSent / 4;) {
        Wire wire(target.pages);
        bool goes_on = wire.send("GET / HTTP/1.1\r\n", until);
        for (; goes_on && sent < kMostSent / 4; sent += lines.size()) goes_on = wire.send(lines, until);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

void many_ranges(const Target& target, Until until) {
  std::string ranges = "bytes=0-";
  for (int i = 0; i < 1900; ++i) ranges += ",0-";
  for (int i = 0; i < 64 && Clock::now() < until; ++i) {
    Wire wire(target.pages);
    wire.send("GET " + target.large + " HTTP/1.1\r\nHost: localhost\r\nRange: " + ranges + "\r\n\r\n", until);
    while (wire.open() && Clock::now() < until) {
      wire.wait(POLLIN, 200);
      if (wire.receive().empty()) break;
    }
  }
}

void hold(int port, std::size_t count, const std::string& first, const std::string& again, Until until) {
  std::vector<std::unique_ptr<Wire>> wires;
  while (Clock::now() < until) {
    std::erase_if(wires, [](const auto& wire) { return !wire->open(); });
    while (wires.size() < count && Clock::now() < until) {
      wires.push_back(std::make_unique<Wire>(port));
      if (!wires.back()->open()) break;
      wires.back()->send(first, until);
    }
    for (const auto& wire : wires) {
      wire->send(again, Clock::now());
      wire->receive();
    }
    std::this_thread::sleep_for(milliseconds(200));
  }
}

void slow_requests(const Target& target, Until until) {
  hold(target.pages, 300, "GET / HTTP/1.1\r\nHost: localhost\r\nx: ", "a", until);
}
void silent_pages(const Target& target, Until until) { hold(target.pages, 1'500, "", "", until); }
void silent_calls(const Target& target, Until until) { hold(target.calls, 3'000, "", "", until); }

/// Asks for many answers and takes none of them.
void slow_readers(const Target& target, Until until) {
  std::vector<std::unique_ptr<Wire>> wires;
  std::string requests;
  for (int i = 0; i < 100; ++i) requests += "GET " + target.large + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (int i = 0; i < 200 && Clock::now() < until; ++i) {
    wires.push_back(std::make_unique<Wire>(target.pages));
    wires.back()->send(requests, Clock::now());
  }
  sleep_until(until);
}

// HTTP/2

const std::string kPreface = std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + std::string("\0\0\0\4\0\0\0\0\0", 9);
constexpr char kData = 0, kHeaders = 1, kReset = 3, kSettings = 4, kPing = 6, kContinuation = 9;
constexpr char kEndStream = 1, kEndHeaders = 4;

std::string frame(char type, char flags, std::uint32_t stream, const std::string& payload) {
  const auto byte = [](std::uint32_t number, int shift) { return static_cast<char>(number >> shift & 0xff); };
  const auto size = static_cast<std::uint32_t>(payload.size());
  std::string bytes{byte(size, 16),   byte(size, 8),    byte(size, 0),   type,           flags,
                    byte(stream, 24), byte(stream, 16), byte(stream, 8), byte(stream, 0)};
  return bytes + payload;
}

std::string literal(const std::string& name, const std::string& value) {
  return std::string(1, '\0') + static_cast<char>(name.size()) + name + static_cast<char>(value.size()) + value;
}

/// The head of a call, as HPACK writes it.
std::string head(const std::string& method) {
  const std::string path = "/" + method;
  return std::string("\x83\x86\x04") + static_cast<char>(path.size()) + path + std::string("\x01\x09localhost") +
         literal("content-type", "application/grpc") + literal("te", "trailers");
}
const std::string kCall = head("assay.v1.BugService/ListBugs");

/// Sends what `next` makes, stream after stream, on some connections; reads nothing unless told to.
template <class Next>
void flood(int port, int connections, bool reads, Until until, Next next) {
  std::vector<std::thread> threads;
  for (int i = 0; i < connections; ++i)
    threads.emplace_back([=] {
      std::size_t sent = 0;
      while (Clock::now() < until && sent < kMostSent / static_cast<std::size_t>(connections)) {
        Wire wire(port);
        bool goes_on = wire.send(kPreface, until);
        for (std::uint32_t stream = 1; goes_on && stream < 1'000'000; stream += 128) {
          const std::string bytes = next(stream);
          goes_on = wire.send(bytes, until) && sent < kMostSent;
          sent += bytes.size();
          if (reads) wire.receive();
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
}

void resets(const Target& target, Until until) {
  flood(target.calls, 4, true, until, [](std::uint32_t first) {
    std::string bytes;
    for (std::uint32_t stream = first; stream < first + 128; stream += 2)
      bytes += frame(kHeaders, kEndHeaders, stream, kCall) + frame(kReset, 0, stream, std::string("\0\0\0\x8", 4));
    return bytes;
  });
}

void continuations(const Target& target, Until until) {
  flood(target.calls, 4, false, until, [](std::uint32_t first) {
    return first == 1 ? frame(kHeaders, 0, 1, kCall)
                      : frame(kContinuation, 0, 1, std::string(16'000 / 40 * 40, 'a').replace(0, 4, literal("", "a")));
  });
}

void bare_headers(const Target& target, Until until) {
  flood(target.calls, 16, true, until, [](std::uint32_t first) {
    std::string bytes;
    for (std::uint32_t stream = first; stream < first + 128; stream += 2)
      bytes += frame(kHeaders, kEndHeaders, stream, kCall);
    return bytes;
  });
}

void pings(const Target& target, Until until) {
  flood(target.calls, 4, false, until, [](std::uint32_t) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += frame(kPing, 0, 0, std::string(8, 'p'));
    return bytes;
  });
}

void settings(const Target& target, Until until) {
  flood(target.calls, 4, false, until, [](std::uint32_t) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += frame(kSettings, 0, 0, "");
    return bytes;
  });
}

void empty_data(const Target& target, Until until) {
  flood(target.calls, 4, true, until, [](std::uint32_t first) {
    std::string bytes = first == 1 ? frame(kHeaders, kEndHeaders, 1, kCall) : "";
    for (int i = 0; i < 256; ++i) bytes += frame(kData, 0, 1, "");
    return bytes;
  });
}

/// Large messages that are never ended: as much of each as the other end's windows take.
void stalled_messages(const Target& target, Until until) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([=] {
      Wire wire(target.calls);
      wire.send(kPreface, until);
      // The length of each message is said to be 15 MB.
      const std::string start = std::string("\0\0\xf0\0\0", 5);
      for (std::uint32_t stream = 1; stream < 201; stream += 2)
        wire.send(frame(kHeaders, kEndHeaders, stream, kCall) + frame(kData, 0, stream, start), until);
      for (int round = 0; round < 100 && Clock::now() < until && wire.open(); ++round)
        for (std::uint32_t stream = 1; stream < 201 && wire.open(); stream += 2) {
          if (!wire.send(frame(kData, 0, stream, std::string(16'000, 'm')), until)) break;
          wire.receive();
        }
      while (Clock::now() < until && wire.open()) {
        wire.wait(POLLIN, 200);
        wire.receive();
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

const std::vector<Attack>& all() {
  static const std::vector<Attack> list{{"headers without end", headers_without_end},
                                        {"many ranges", many_ranges},
                                        {"slow requests", slow_requests},
                                        {"slow readers", slow_readers},
                                        {"silent connections to the pages", silent_pages},
                                        {"silent connections", silent_calls},
                                        {"resets", resets},
                                        {"continuations", continuations},
                                        {"bare headers", bare_headers},
                                        {"pings", pings},
                                        {"settings", settings},
                                        {"empty data", empty_data},
                                        {"stalled messages", stalled_messages}};
  return list;
}

const Attack& named(const std::string& name) {
  for (const Attack& attack : all())
    if (attack.name == name) return attack;
  throw std::logic_error("no attack is named " + name);
}

Crowd::Crowd(int port, std::size_t count) {
  int there[2];
  if (pipe(there) != 0) std::abort();
  process_ = fork();
  if (process_ != 0) {
    close(there[1]);
    char all = 0;
    (void)!read(there[0], &all, 1);
    close(there[0]);
    return;
  }
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  std::vector<std::unique_ptr<Wire>> wires;
  while (wires.size() < count) wires.push_back(std::make_unique<Wire>(port));
  (void)!write(there[1], "!", 1);
  alarm(60);
  pause();
  _exit(0);
}

Crowd::~Crowd() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::string exchange(int port, const std::string& bytes, milliseconds time) {
  const Until until = Clock::now() + time;
  Wire wire(port);
  wire.send(bytes, until);
  std::string answer;
  while (wire.open() && Clock::now() < until) {
    wire.wait(POLLIN, 50);
    answer += wire.receive();
  }
  return answer;
}

}  // namespace assay::attacks
