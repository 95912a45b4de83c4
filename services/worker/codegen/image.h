#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "services/common/status.h"

namespace assay::codegen {

/// Machine code and data, linked: what is to stand where.
struct Image {
  struct Part {
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes;
    bool writable = false;
  };
  std::vector<Part> parts;
  std::map<std::string, std::uint64_t> symbols;  ///< of what the object defines
  std::map<std::uint64_t, std::string> outside;  ///< places that stand for what it does not define: calls go there
  std::vector<std::string> misplaced;            ///< variables that could not be put where they were to stand
};

/// What stands for names that an object does not define.
struct Externals {
  std::map<std::string, std::uint64_t> addresses;
  std::map<std::string, std::string> symbols;  ///< by the object's symbols that do
};

/// Does the object name what it does not define?
bool needs_others(const std::string& object);

/// Links one object file, of any processor that the linked LLVM's linker knows. `places`: where variables are to stand;
/// the rest goes from `base` on, where there is room below 2 GB. The error says what the linker does not know.
Result<Image> link(const std::string& object, const std::map<std::string, std::uint64_t>& places,
                   const Externals& externals, std::uint64_t base);

}  // namespace assay::codegen
