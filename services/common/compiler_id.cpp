#include "services/common/compiler_id.h"

#include <algorithm>
#include <string_view>

namespace assay {
namespace {

constexpr std::size_t kLongestName = 200;

/// "16" takes "16.0.6", and not "160".
bool is_version(const std::string& version, std::string_view wanted) {
  return version == wanted || (version.starts_with(wanted) && version[wanted.size()] == '.');
}

}  // namespace

bool is_llc(const CompilerId& compiler) { return compiler.build.starts_with(kLlcBuild); }

std::string compiler_name(const CompilerId& compiler) {
  return compiler.build.empty() ? compiler.version : compiler.version + "@" + compiler.build;
}

bool is_named(const CompilerId& compiler, const std::string& name) {
  if (name == "linked") return compiler.path == "linked";
  if (name.find('@') != std::string::npos) return name == compiler_name(compiler);
  const bool wants_llc = name.starts_with(kLlcBuild);
  const std::string_view version = std::string_view(name).substr(wants_llc ? kLlcBuild.size() : 0);
  return !version.empty() && wants_llc == is_llc(compiler) && is_version(compiler.version, version);
}

bool is_compiler_name(const std::string& text) {
  if (text == "linked") return true;
  const auto allowed = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view(".+-_@").find(c) != std::string_view::npos;
  };
  const std::size_t at = text.starts_with(kLlcBuild) ? kLlcBuild.size() : 0;
  return text.size() > at && text.size() <= kLongestName && text[at] >= '0' && text[at] <= '9' &&
         std::all_of(text.begin(), text.end(), allowed) && std::count(text.begin(), text.end(), '@') <= 1;
}

}  // namespace assay
