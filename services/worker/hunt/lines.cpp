#include "services/worker/hunt/lines.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace assay::hunt {

std::optional<Message> MessageReader::next(int wait_ms) {
  for (;;) {
    if (const auto end = buffer_.find('\n'); end != std::string::npos) {
      auto message = message_of(buffer_.substr(0, end));
      buffer_.erase(0, end + 1);
      if (message) return message;
      continue;  // half a line of a process that was killed
    }
    if (ended_) return std::nullopt;
    pollfd polled{descriptor_, POLLIN, 0};
    const int ready = poll(&polled, 1, wait_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    char block[65536];
    const ssize_t got = read(descriptor_, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      ended_ = true;
    else
      buffer_.append(block, static_cast<std::size_t>(got));
  }
}

bool write_message(int descriptor, const Message& message) {
  const std::string line = line_of(message) + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t put = send(descriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace assay::hunt
