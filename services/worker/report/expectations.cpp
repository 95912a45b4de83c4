// What FileCheck is to find in the output, in the style of LLVM's update_test_checks.py.
#include "services/worker/report/expectations.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cctype>
#include <map>

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
      text += "; CHECK-LABEL: define {{.*}}@" + name + "(\n";
      if (close != std::string::npos && close > at)
        text += "; CHECK-SAME: " + patterns.of(code.substr(at, close - at)) + ")\n";
    } else if (code == "}") {
      break;
    } else if (!code.starts_with(" ") && code.ends_with(":")) {
      const std::string label = patterns.of_label(code.substr(0, code.size() - 1));
      text += (text.find("CHECK-NEXT") == std::string::npos ? "; CHECK-NEXT:  " : "; CHECK:       ") + label + "\n";
    } else {
      text += "; CHECK-NEXT:  " + patterns.of(code) + "\n";
    }
  }
  return text + ";\n";
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

}  // namespace assay::report
