#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "services/worker/check/check.h"

/// The rules of LangRef that make undefined behaviour or poison: what each machine makes of a function that breaks one
/// of them, as docs/semantics/undefined.md tells.
namespace assay::check {
namespace {

std::string file(const char* path) {
  const char* source = std::getenv("ASSAY_SOURCE");
  return std::string(source == nullptr ? "." : source) + "/" + path;
}
std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The function with another body.
std::string with_body(const std::string& text, const std::string& body) {
  const std::size_t begin = text.find('{', text.find(") ", text.find(" @f(")));
  std::size_t depth = 0, close = begin;
  for (; close < text.size(); ++close) {
    depth += text[close] == '{';
    depth -= text[close] == '}';
    if (depth == 0) break;
  }
  return text.substr(0, begin) + "{ " + body + " }" + text.substr(close + 1);
}
/// "ret TYPE value", by the last return in the text of @f.
std::string returning(const std::string& text, const std::string& value) {
  const std::size_t ret = text.find("ret ", text.find(" @f("));
  if (ret == std::string::npos || text.compare(ret, 8, "ret void") == 0) return "ret void";
  return text.substr(ret, text.find_last_of(' ', text.find(" }", ret) - 1) - ret) + " " + value;
}

Verdict judged(Oracles oracle, const std::string& source, const std::string& target) {
  Options options;
  options.trust_text = false;
  options.oracles = oracle;
  options.samples = 512;
  Checker checker(options);
  return check_texts(checker, source, target);
}
/// Does the machine let the function become what it makes, and nothing else become the function?
std::string follows(Oracles oracle, const std::string& text, bool undefined) {
  const Verdict forth = judged(oracle, text, with_body(text, undefined ? "unreachable" : returning(text, "poison")));
  if (forth.kind == VerdictKind::Incorrect) return "no";
  const Verdict back = judged(oracle, with_body(text, returning(text, "zeroinitializer")), text);
  if (back.kind == VerdictKind::Incorrect) return "yes";
  if (back.kind == VerdictKind::Unsupported) return "no: " + back.feature;
  return back.kind == VerdictKind::Correct ? "no" : "no: " + reason_text(back);
}

std::string table() {
  std::ostringstream out;
  out << "# What is undefined\n\nMade by asking: `tests/golden/undefined.txt` has a function for each rule of LangRef, "
         "which breaks it on every input. A\nmachine follows the rule if it lets the function become undefined (UB) or "
         "poison. `ASSAY_UPDATE_GOLDENS=1` with the test\n`undefined` writes this file anew; the test fails when it is "
         "not current.\n";
  std::istringstream in(contents(file("tests/golden/undefined.txt")));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## "))
      out << "\n" << line << "\n\n| rule | makes | interpreter | solver |\n|---|---|---|---|\n";
    const std::size_t arrow = line.find(" => ");
    if (line.starts_with("#") || arrow == std::string::npos) continue;
    const bool undefined = line.starts_with("U ");
    const std::string text = line.substr(arrow + 4);
    out << "| " << line.substr(2, arrow - 2) << " | " << (undefined ? "UB" : "poison") << " | "
        << follows(Oracles::Interpreter, text, undefined) << " | " << follows(Oracles::Smt, text, undefined) << " |\n";
  }
  return out.str();
}

TEST(Undefined, TheTableInTheDocumentationIsCurrent) {
  const std::string path = file("docs/semantics/undefined.md"), now = table();
  if (std::getenv("ASSAY_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << now;
  EXPECT_EQ(contents(path), now) << "run test_undefined with ASSAY_UPDATE_GOLDENS=1";
}

}  // namespace
}  // namespace assay::check
