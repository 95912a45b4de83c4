#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "fuzzers/mutate/corpus.h"
#include "services/common/status.h"

/// A tree of LLVM's tests becomes a folder of seeds.
namespace assay::application {

struct ImportedTests {
  std::size_t files = 0;                                  ///< .ll files of the tree
  std::size_t functions = 0;                              ///< with a body, in those that could be read
  std::size_t kept = 0;                                   ///< of the functions
  std::size_t written = 0;                                ///< files
  std::size_t already_there = 0;                          ///< files, with the same content
  std::map<std::string, std::size_t> files_left_out;      ///< by reason
  std::map<std::string, std::size_t> functions_left_out;  ///< by reason
};

/// Writes of each test those functions that can be seeds, each content once in all, to a file of the same place below
/// `folder`, with the test's RUN lines as far as they can be followed (optimize::read_run_lines). What is there already
/// stays, so an import that was cut short goes on. The error: no such tree, or a file that can't be written.
Result<ImportedTests> import_tests(const std::string& tree, const std::string& folder,
                                   const mutate::SeedOptions& options,
                                   const std::function<void(const ImportedTests&)>& goes_on = nullptr);

}  // namespace assay::application
