// Where in LLVM is a mistake made?
//   bench_place CASES.tsv [FOLDER...]
// For each row of CASES.tsv (file, opt's arguments, releases that miscompile it) and each FOLDER that holds bin/opt
// and, for names, lib/*.a: prints the functions that hunt::find_place() names.
#include <llvm/IR/LLVMContext.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/place.h"
#include "services/worker/ir/ir.h"
#include "services/worker/reduce/reduce.h"

int main(int count, char** words) {
  if (count < 3) return std::fprintf(stderr, "bench_place CASES.tsv FOLDER...\n"), 2;
  const std::filesystem::path list = words[1];
  std::ifstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    std::string file, arguments;
    std::getline(columns, file, '\t');
    std::getline(columns, arguments, '\t');
    const auto at = arguments.find("passes=");
    if (at == std::string::npos) continue;
    const std::string passes = arguments.substr(at + 7, arguments.find(' ', at) - at - 7);
    llvm::LLVMContext context;
    auto module = assay::ir::parse_file(context, list.parent_path() / file);
    if (!module) continue;
    for (int i = 2; i < count; ++i) {
      assay::Finding finding;
      const std::string path = std::string(words[i]) == "linked" ? "linked" : std::string(words[i]) + "/bin/opt";
      auto compiler = assay::optimize::open_compiler(path);
      if (!compiler) continue;
      finding.compiler = (*compiler)->id();
      finding.question.undef_inputs = false;
      finding.question.smt_timeout_ms = 2'000;
      finding.reduced_pipeline = passes;
      for (const llvm::Function& function : **module)
        if (!function.isDeclaration()) finding.function = function.getName().str();
      finding.reduced = assay::ir::print(**module);
      const auto place = assay::hunt::find_place(finding);
      std::string text;
      if (place)
        for (const std::string& name : *place) text += " " + name;
      std::printf("%s %s:%s\n", std::filesystem::path(file).stem().c_str(), (*compiler)->id().version.c_str(),
                  place ? text.c_str() : (" - " + place.error()).c_str());
      std::fflush(stdout);
    }
  }
}
