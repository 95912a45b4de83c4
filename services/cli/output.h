#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>

#include "fuzzers/generate/generate.h"
#include "services/common/status.h"

namespace CLI {
class App;
}

/// What verbs that make functions share.
namespace assay::cli {

struct MakingOptions {
  std::string profile;
  std::optional<std::uint64_t> seed;
  std::uint64_t count = 1;
  std::string folder;
  unsigned language = 22;
  bool undef = false;
  bool json = false;
};
/// Adds them to a verb that makes `things`.
void add_making_options(CLI::App& verb, MakingOptions& options, const std::string& things);
/// The seed given, or a random one.
std::uint64_t seed_of(const MakingOptions& options);
/// The profile of that name, as the options want it.
Result<generate::Profile> profile_of(const MakingOptions& options);

/// "3", "3..14" or "3-14": two numbers, the first no larger.
Status parse_span(const std::string& text, unsigned& least, unsigned& most);

/// Writes a module to `folder`/`name`.ll, making the folder.
Status write_module(const std::string& folder, const std::string& name, const std::string& text);

/// A new module as hunts use it: 64-bit pointers, the x86-64 layout.
void set_layout(llvm::Module& module);

}  // namespace assay::cli
