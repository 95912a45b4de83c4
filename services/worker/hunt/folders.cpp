#include "services/worker/hunt/folders.h"

#include <unistd.h>

#include <filesystem>

namespace assay::hunt {

Status make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{folder + ": " + error.message()};
  if (::access(folder.c_str(), W_OK) != 0) return Error{folder + ": can't be written to"};
  return std::nullopt;
}

}  // namespace assay::hunt
