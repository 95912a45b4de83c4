#include "services/worker/optimize/build.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Object/BuildID.h>
#include <llvm/Object/ObjectFile.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "services/common/hash.h"
#include "services/common/subprocess.h"

namespace assay::optimize {
namespace {

constexpr std::size_t kDigits = 12;
constexpr std::size_t kCommitDigits = 40;

std::string digits_of(const std::string& file) {
  if (auto object = llvm::object::ObjectFile::createObjectFile(file)) {
    if (const auto id = llvm::object::getBuildID(object->getBinary()); !id.empty())
      return llvm::toHex(id, /*LowerCase=*/true).substr(0, kDigits);
  } else {
    llvm::consumeError(object.takeError());  // a script, perhaps
  }
  std::ifstream in(file, std::ios::binary);
  return content_id(std::string(std::istreambuf_iterator<char>(in), {})).substr(0, kDigits);
}

/// The files of LLVM's libraries that the program loads, as the dynamic loader tells.
std::set<std::string> libraries_of(const std::string& program) {
  SubprocessOptions options;
  options.arguments = {"ldd", program};
  options.confined = true;  // ldd may run the program
  options.time_limit = std::chrono::seconds(20);
  std::istringstream lines(run_subprocess(options).output);
  std::set<std::string> files;
  for (std::string line;
       std::getline(lines, line);) {  // "	libLLVM.so.19.1 => /lib/x86_64-linux-gnu/libLLVM.so.19.1 (0x…)"
    const auto arrow = line.find(" => /");
    const auto end = line.rfind(" (");
    if (line.find("libLLVM") == std::string::npos || arrow == std::string::npos || end == std::string::npos ||
        end < arrow)
      continue;
    files.insert(line.substr(arrow + 4, end - arrow - 4));
  }
  return files;
}

}  // namespace

std::string build_of(const std::string& program) {
  std::string build = digits_of(program);
  for (const std::string& library : libraries_of(program)) build += "+" + digits_of(library);
  return build;
}

std::string build_of_linked() { return std::string(ASSAY_LLVM_BUILD).substr(0, kDigits); }

std::string commit_in(const std::string& version_text) {
  const auto is_digit = [](unsigned char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (auto at = version_text.begin(); at != version_text.end();) {
    at = std::find_if(at, version_text.end(), is_digit);
    const auto end = std::find_if_not(at, version_text.end(), is_digit);
    if (end - at == kCommitDigits) return std::string(at, end);
    at = end;
  }
  return "";
}

}  // namespace assay::optimize
