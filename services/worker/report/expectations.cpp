// What FileCheck is to find in the output, in the style of LLVM's update_test_checks.py.
#include "services/worker/report/expectations.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "services/common/scratch_folder.h"
#include "services/common/subprocess.h"
#include "services/common/text.h"
#include "services/worker/ir/ir.h"

namespace assay::report {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' || c == '$';
}

/// Lines of a function with names of values and blocks as FileCheck's variables: bound where they are met first.
class Patterns {
 public:
  std::string of(const std::string& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size();) {
      const bool block = line.compare(i, 7, "label %") == 0;
      if (block) {
        text += "label ";
        i += 6;
      }
      if (line[i] != '%' || i + 1 == line.size() || !is_name(line[i + 1])) {
        // "[[" would begin a variable.
        text += line.compare(i, 2, "[[") == 0 ? "{{\\[}}" : std::string(1, line[i]);
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < line.size() && is_name(line[end])) ++end;
      text += variable(line.substr(i + 1, end - i - 1), "%", block);
      i = end;
    }
    return text;
  }
  std::string of_label(const std::string& name) { return variable(name, "", true) + ":"; }

 private:
  std::string variable(const std::string& name, const std::string& sigil, bool block) {
    std::string word = std::isdigit(static_cast<unsigned char>(name[0])) ? "TMP" : "";
    for (const char c : name)
      word += is_name(c) && c != '.' && c != '-' && c != '$'
                  ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                  : '_';
    const bool known = !bound_.emplace(word, true).second;
    if (block) return sigil + "[[" + word + (known ? "]]" : ":.*]]");
    return "[[" + word + (known ? "]]" : ":" + sigil + ".*]]");
  }
  std::map<std::string, bool> bound_;
};

/// A label that nothing branches to is matched with its colon.
std::string without_unused_labels(std::string text) {
  constexpr std::string_view kBound = ":.*]]:\n";
  for (auto at = text.find(kBound); at != std::string::npos; at = text.find(kBound, at + 1)) {
    const auto open = text.rfind("[[", at);
    if (text.find("[[" + text.substr(open + 2, at - open - 2) + "]]") == std::string::npos)
      text.replace(at, kBound.size(), ":.*:]]\n");
  }
  return text;
}

std::string checks_of(const llvm::Function& function) {
  const std::string name = function.getName().str();
  Patterns patterns;
  std::string text;
  for (const std::string& line : lines_of(ir::print(function))) {
    const auto comment = line.find(" ; preds");
    std::string code = line.substr(0, comment);
    while (!code.empty() && code.back() == ' ') code.pop_back();
    if (code.starts_with(";") || code.empty()) continue;
    if (code.starts_with("define")) {
      const auto open = code.find("@" + name + "(");
      if (open == std::string::npos) return "";
      const auto at = open + name.size() + 2;
      // Attributes of the function are not what the test is about.
      const auto close = code.rfind(')');
      const bool is_bare = close + 3 == code.size();
      text += "; CHECK-LABEL: " + code.substr(0, at) + "\n";
      if (close != std::string::npos && close >= at)
        text += "; CHECK-SAME: " + patterns.of(code.substr(at, close - at)) + (is_bare ? ") {\n" : ")\n");
    } else if (code == "}") {
      break;
    } else if (!code.starts_with(" ") && code.ends_with(":")) {
      const std::string label = patterns.of_label(code.substr(0, code.size() - 1));
      text += (text.find("CHECK-NEXT") == std::string::npos ? "; CHECK-NEXT:  " : "; CHECK:       ") + label + "\n";
    } else {
      text += "; CHECK-NEXT:  " + patterns.of(code) + "\n";
    }
  }
  return without_unused_labels(text) + ";\n";
}

}  // namespace

std::string with_expectations(const std::string& module_text, const std::string& expected_text) {
  llvm::LLVMContext context;
  const auto expected = ir::parse(context, expected_text, "expected");
  if (!expected) return module_text;
  std::string text;
  for (const std::string& line : lines_of(module_text)) {
    text += line + "\n";
    if (!line.starts_with("define ")) continue;
    const auto at = line.find('@');
    const auto end = line.find('(', at);
    if (at == std::string::npos || end == std::string::npos) continue;
    const llvm::Function* function = (*expected)->getFunction(line.substr(at + 1, end - at - 1));
    if (function != nullptr && !function->isDeclaration()) text += checks_of(*function);
  }
  return text;
}

Result<std::string> with_checks_by_script(const std::string& test, const std::string& expected_text,
                                          const std::string& script) {
  const ScratchFolder folder("assay-checks-");
  if (!folder.is_there()) return Error{"no folder for temporary files"};
  std::ofstream(folder.file("test.ll")) << test;
  std::ofstream(folder.file("expected.ll")) << expected_text;
  // What the script takes for the compiler, whatever the test's RUN line says.
  std::ofstream(folder.file("opt")) << "#!/bin/sh\nexec cat '" + folder.file("expected.ll") + "'\n";
  std::error_code error;
  std::filesystem::permissions(folder.file("opt"), std::filesystem::perms::owner_all, error);
  SubprocessOptions options;
  options.arguments = {"python3", script, "--opt-binary=" + folder.file("opt"), folder.file("test.ll")};
  options.time_limit = std::chrono::seconds(60);
  const SubprocessResult run = run_subprocess(options);
  std::ostringstream text;
  text << std::ifstream(folder.file("test.ll")).rdbuf();
  if (run.succeeded() && text.str().find("autogenerated") != std::string::npos) return text.str();
  const std::vector<std::string> words = lines_of(run.error_output);
  return Error{script + ": " + (words.empty() ? "it wrote no checks" : visible(words.back()))};
}

}  // namespace assay::report
