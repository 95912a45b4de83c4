#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "services/common/scratch_folder.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/ir/ir.h"

namespace assay::codegen {

inline Configuration configuration(const char* target, unsigned level = 2, Selector selector = Selector::Default) {
  Configuration made;
  made.target = target_of(target);
  made.level = level;
  made.selector = selector;
  return made;
}

/// All definitions of a text, judged.
inline std::vector<Judged> judged_by(Llc llc, const std::string& text, const Configuration& configuration,
                                     const Settings& settings = {}) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "test");
  if (!module) throw std::runtime_error(module.error());
  std::vector<std::string> names;
  for (const llvm::Function& function : **module)
    if (!function.isDeclaration()) names.push_back(function.getName().str());
  auto judged = judge(**module, names, llc, configuration, settings);
  if (!judged) throw std::runtime_error(judged.error());
  return *judged;
}
inline std::vector<Judged> judged_by(const char* release, const std::string& text, const Configuration& configuration,
                                     const Settings& settings = {}) {
  auto llc = Llc::open(release);
  if (!llc) throw std::runtime_error(llc.error());
  return judged_by(*llc, text, configuration, settings);
}

/// "agrees", "differs: value-mismatch", "not-judged: inline assembly", of each function.
inline std::vector<std::string> words_of(const std::vector<Judged>& all) {
  std::vector<std::string> words;
  for (const Judged& each : all)
    words.push_back(std::string(name_of(each.kind)) + (each.reason.empty() ? "" : ": " + each.reason));
  return words;
}

/// An llc that does something to the IR (a shell's filter), and then what llc 22 does; or something else in its place.
class FalseLlc {
 public:
  static FalseLlc filtering(const std::string& filter) {
    return FalseLlc(filter + " | /usr/lib/llvm-22/bin/llc \"$@\"");
  }
  static FalseLlc doing(const std::string& script) { return FalseLlc(script); }

  Llc open() const {
    auto llc = Llc::open(path());
    if (!llc) throw std::runtime_error(llc.error());
    return *llc;
  }
  std::string path() const { return folder_.file("llc"); }

 private:
  explicit FalseLlc(const std::string& script) : folder_("assay-llc-") {
    std::ofstream(path())
        << "#!/bin/sh\ncase \" $* \" in *' --version '*|*-stop-after=*) exec /usr/lib/llvm-22/bin/llc "
           "\"$@\";; esac\n"
        << script << "\n";
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }
  ScratchFolder folder_;
};

}  // namespace assay::codegen
