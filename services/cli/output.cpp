#include "services/cli/output.h"

#include <filesystem>
#include <fstream>
#include <regex>

namespace assay::cli {

Status parse_span(const std::string& text, unsigned& least, unsigned& most) {
  static const std::regex form(R"(^(\d{1,6})(?:(?:\.\.|-)(\d{1,6}))?$)");
  std::smatch match;
  if (!std::regex_match(text, match, form)) return Error{"'" + text + "': expected a number or a span such as 3..14"};
  least = static_cast<unsigned>(std::stoul(match[1]));
  most = match[2].matched ? static_cast<unsigned>(std::stoul(match[2])) : least;
  if (least > most) return Error{"'" + text + "': the first number is larger than the second"};
  return std::nullopt;
}

Status write_module(const std::string& folder, const std::string& name, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string path = (std::filesystem::path(folder) / (name + ".ll")).string();
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) return Error{path + ": can't be written"};
  return std::nullopt;
}

void set_layout(llvm::Module& module) {
  module.setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
}

}  // namespace assay::cli
