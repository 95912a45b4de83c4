#pragma once

#include <optional>
#include <string>

namespace assay::hunt {

/// Messages between the processes of a hunt: one line of JSON each, over a pipe or socket.
class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}
  /// The next whole line, waiting at most `wait_ms` for it; nothing if none came.
  std::optional<std::string> next(int wait_ms);
  /// The other end has closed and every whole line was given out.
  bool ended() const { return ended_ && buffer_.find('\n') == std::string::npos; }

 private:
  int descriptor_;
  std::string buffer_;
  bool ended_ = false;
};

/// Writes the line and its end; false if the other end is gone.
bool write_line(int descriptor, std::string line);

}  // namespace assay::hunt
