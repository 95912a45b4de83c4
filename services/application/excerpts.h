#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "services/common/status.h"

/// The expressions of real code, each once, with where they stand.
namespace assay::application {

/// Where a thing occurs is told of so many functions.
constexpr std::size_t kMostPlaces = 8;

struct Excerpt {
  std::string module;
  std::uint64_t occurrences = 0;
  std::string file;   ///< of the first
  std::string first;  ///< the first function that has it, without @
  std::vector<std::string> places;
  std::string error;  ///< of the file, where it can't be read; the rest but its name is empty
};

/// What most functions have comes first; among equals in the order of the code. `unread` counts the files that were
/// not read, as `stop` was set. The error: a path that can't be had.
Result<std::vector<Excerpt>> find_excerpts(const std::vector<std::string>& paths,
                                           const std::vector<std::string>& functions, std::size_t most_operations,
                                           const std::atomic<bool>* stop, std::size_t& unread);

}  // namespace assay::application
