#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace assay::deploy {

inline std::filesystem::path source() {
  const char* root = std::getenv("ASSAY_SOURCE");
  return root == nullptr ? std::filesystem::current_path() : std::filesystem::path(root);
}

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace assay::deploy
