#include "services/common/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace assay {

Result<std::string> read_text_file(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return Error{path + ": is a folder, a file was expected"};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.is_open() && !file.bad()) return text;
  return Error{path + ": can't be read" + (errno == 0 ? "" : std::string(": ") + std::strerror(errno))};
}

}  // namespace assay
