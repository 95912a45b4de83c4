#pragma once

#include <optional>
#include <string>

#include "services/worker/hunt/messages.h"

namespace assay::hunt {

/// Messages between the processes of a hunt, over a pipe or socket.
class MessageReader {
 public:
  explicit MessageReader(int descriptor) : descriptor_(descriptor) {}
  /// The next message, waiting at most `wait_ms` for it; nothing if none came.
  std::optional<Message> next(int wait_ms);
  /// The other end has closed and every whole message was given out.
  bool ended() const { return ended_ && buffer_.find('\n') == std::string::npos; }

 private:
  int descriptor_;
  std::string buffer_;
  bool ended_ = false;
};

/// False if the other end is gone.
bool write_message(int descriptor, const Message& message);

}  // namespace assay::hunt
