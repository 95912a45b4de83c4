#include "services/worker/hunt/csmith.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Linker/Linker.h>

#include <filesystem>

#include "services/common/subprocess.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

namespace fs = std::filesystem;

SubprocessResult run(std::vector<std::string> arguments, std::string input = {}) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.input = std::move(input);
  options.time_limit = std::chrono::seconds(5);
  options.limit_processor_time = true;
  options.memory_limit_bytes = std::size_t{4} << 30;
  return run_subprocess(options);
}

std::string headers_of_csmith() {
  for (const char* path : {"/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"})
    if (fs::exists(fs::path(path) / "csmith.h")) return path;
  return {};
}

}  // namespace

CsmithPrograms::CsmithPrograms(std::string clang, std::string headers)
    : clang_(std::move(clang)), headers_(std::move(headers)), folder_("assay-csmith-") {}

Result<std::unique_ptr<CsmithPrograms>> CsmithPrograms::open() {
  const std::string clang = "clang-" + std::to_string(LLVM_VERSION_MAJOR);
  std::unique_ptr<CsmithPrograms> programs(new CsmithPrograms(clang, headers_of_csmith()));
  if (!programs->folder_.is_there()) return Error{"--programs=csmith: no folder for temporary files can be made"};
  if (programs->headers_.empty() || programs->write(1).empty())
    return Error{"--programs=csmith: csmith is not installed (Debian's packages csmith and libcsmith-dev)"};
  if (!run({clang, "--version"}).succeeded()) return Error{"--programs=csmith: " + clang + " is not installed"};
  return programs;
}

std::string CsmithPrograms::write(std::uint32_t seed) const {
  const SubprocessResult program = run({"env", "-C", folder_.path(), "csmith", "--seed", std::to_string(seed),
                                        "--bitfields", "--no-argc", "--max-funcs", "5"});
  return program.succeeded() ? program.output : std::string();
}

std::string CsmithPrograms::compile(std::uint32_t seed) const {
  const std::string program = write(seed);
  if (program.empty()) return {};
  const SubprocessResult module = run({clang_, "--target=x86_64-unknown-linux-gnu", "-x", "c", "-w", "-O2", "-Xclang",
                                       "-disable-llvm-passes", "-S", "-emit-llvm", "-I" + headers_, "-o", "-", "-"},
                                      program);
  return module.succeeded() ? module.output : std::string();
}

bool CsmithPrograms::add(llvm::Module& into, std::uint64_t seed) {
  constexpr std::uint32_t kTries = 8;
  for (std::uint32_t i = 0; i < kTries; ++i) {
    const std::string text = compile(static_cast<std::uint32_t>(seed) + i);
    if (text.empty()) continue;
    auto program = ir::parse(into.getContext(), text, "csmith");
    if (!program) continue;
    (*program)->setTargetTriple(into.getTargetTriple());
    return !llvm::Linker::linkModules(into, std::move(*program));
  }
  return false;
}

}  // namespace assay::hunt
