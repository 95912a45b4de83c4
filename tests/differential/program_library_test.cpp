#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "services/common/subprocess.h"
#include "services/worker/interpret/library/program_library.h"
#include "services/worker/ir/ir.h"

/// CALL-35: what the library of programs consists of: no function of it is untried, and none is missing that the host's
/// headers leave to it.
namespace assay::differential {
namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

/// The module's functions that others may call (`defined`), or that it calls of others.
Names functions_of(const llvm::Module& module, bool defined) {
  Names names;
  for (const llvm::Function& function : module)
    if (defined == !function.isDeclaration() && !function.hasLocalLinkage()) names.insert(function.getName().str());
  for (const llvm::GlobalAlias& alias : module.aliases())
    if (defined) names.insert(alias.getName().str());
  return names;
}

/// The functions of what clang-22 makes of a C++ file, or of a C file.
Names functions_of(const std::string& source, bool defined) {
  const fs::path made = fs::temp_directory_path() / ("assay-program-library-" + std::to_string(::getpid()) + ".ll");
  SubprocessOptions options;
  options.arguments = {
      source.ends_with(".c") ? "clang-22" : "clang++-22", "-w", "-O0", "-S", "-emit-llvm", source, "-o", made.string()};
  options.time_limit = std::chrono::seconds(60);
  EXPECT_TRUE(run_subprocess(options).succeeded()) << source;
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, made.string());
  EXPECT_TRUE(module) << module.error();
  fs::remove(made);
  return functions_of(**module, defined);
}

Names library(const char* text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "the library of programs");
  EXPECT_TRUE(module) << module.error();
  return functions_of(**module, true);
}

bool starts(const std::string& name, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return name.starts_with(word); });
}

bool is_of_string(const std::string& name) {
  return starts(name, {"_ZNSt7__cxx1112basic_string", "_ZNKSt7__cxx1112basic_string"});
}

/// What the library calls itself, or no program can be made to call by this machine's compiler and headers.
bool has_no_caller(const std::string& name) {
  return starts(name, {
                          "__isoc23_",            // newer headers' names of functions that are tried by their old ones
                          "__clang_call_",        // within the library
                          "_ZNSt12__cow_string",  // the text of exceptions: within the library
                          "_ZNSt9type_infoD", "_ZN10__cxxabiv1", "_ZNKSt9type_info",  // in tables that clang writes
                      });
}

TEST(ProgramLibrary, EachFunctionOfCIsCalledByAProgramThatRunsNativelyToo) {
  if (!fs::exists("/usr/bin/clang++-22")) GTEST_SKIP() << "clang++-22 is not installed";
  const char* source = std::getenv("ASSAY_SOURCE");
  Names called;
  for (const auto& file :
       fs::directory_iterator(fs::path(source == nullptr ? "." : source) / "tests/differential/programs"))
    called.merge(functions_of(file.path().string(), false));
  ASSERT_GT(called.size(), 200U);
  for (const std::string& name : library(interpret::kCLibrary))
    EXPECT_TRUE(called.contains(name) || has_no_caller(name)) << name << " is called by no program";
  // Of C++: the string's public members. What throws and what is thrown is reached through others.
  const std::string prefix = "basic_stringIcSt11char_traitsIcESaIcEE";
  for (const std::string& name : library(interpret::kCXXLibrary)) {
    const std::size_t place = name.find(prefix);
    if (place == name.npos || !is_of_string(name)) continue;
    std::string member = name.substr(place + prefix.size());
    while (!member.empty() && std::isdigit(member[0]) != 0) member.erase(0, 1);
    if (member.starts_with("_")) continue;
    // Whole objects and bases are made by one function with two names.
    std::string other = name;
    if (member.starts_with("C2") || member.starts_with("D2")) other[name.size() - member.size() + 1] = '1';
    if (member.starts_with("C1")) other[name.size() - member.size() + 1] = '2';
    EXPECT_TRUE(called.contains(name) || called.contains(other)) << name << " is called by no program";
  }
}

TEST(ProgramLibrary, HasEachMemberOfStringThatTheHostsHeadersLeaveToIt) {
  if (!fs::exists("/usr/bin/clang++-22")) GTEST_SKIP() << "clang++-22 is not installed";
  const fs::path file = fs::temp_directory_path() / ("assay-program-library-" + std::to_string(::getpid()) + ".cpp");
  std::ofstream(file) << "#include <string>\ntemplate class std::basic_string<char>;\n";
  const Names members = functions_of(file.string(), true), held = library(interpret::kCXXLibrary);
  fs::remove(file);
  ASSERT_GT(members.size(), 200U);
  for (const std::string& name : members) {
    // Templates, and what the compiler makes by itself, are the program's own.
    const bool is_template = starts(name, {"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_M_constructI",
                                           "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6insertI",
                                           "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_Alloc_hiderD"});
    if (is_of_string(name) && !is_template) EXPECT_TRUE(held.contains(name)) << name;
  }
}

}  // namespace
}  // namespace assay::differential
