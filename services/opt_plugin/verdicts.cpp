#include "services/opt_plugin/verdicts.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include "services/common/outcome.h"

namespace assay::opt_plugin {

Verdicts::Verdicts(OutputOptions options) : options_(std::move(options)) {
  if (options_.report.empty()) return;
  if (const auto bad = llvm::sys::fs::create_directories(options_.report)) {
    llvm::errs() << "assay-tv: " << options_.report << ": " << bad.message() << "\n";
    options_.report.clear();
  }
}

bool Verdicts::add(const Change& change, const Answer& answer) {
  ++number_;
  ++counts_[answer.verdict];
  const bool wrong = answer.verdict == name_of(VerdictKind::Incorrect);
  if (wrong || !options_.quiet)
    llvm::errs() << "assay-tv: " << change.pass << " on @" << change.function << ": " << answer.text;
  if (wrong) llvm::errs() << "; before " << change.pass << "\n" << change.source << "; after\n" << change.target;
  if (!options_.report.empty()) keep(change, answer, answer.verdict != name_of(VerdictKind::Correct));
  return wrong;
}

void Verdicts::keep(const Change& change, const Answer& answer, bool files) {
  const std::string base = std::to_string(getpid()) + "-" + std::to_string(number_) + "-" + change.pass;
  const auto write = [&](const llvm::Twine& name, llvm::StringRef text, llvm::sys::fs::OpenFlags flags) {
    llvm::SmallString<128> path(options_.report);
    llvm::sys::path::append(path, name);
    std::error_code bad;
    llvm::raw_fd_ostream file(path, bad, flags);
    if (bad)
      llvm::errs() << "assay-tv: " << path << ": " << bad.message() << "\n";
    else
      file << text;
    file.clear_error();
  };
  std::string line;
  llvm::raw_string_ostream(line) << llvm::json::Value(
                                        llvm::json::Object{{"pass", change.pass},
                                                           {"function", llvm::json::fixUTF8(change.function)},
                                                           {"case", files ? base : std::string()},
                                                           {"verdict", answer.verdict},
                                                           {"reason", answer.reason}})
                                 << "\n";
  write("verdicts.jsonl", line, llvm::sys::fs::OF_Append);
  if (!files) return;
  write(base + ".src.ll", change.source, llvm::sys::fs::OF_None);
  write(base + ".tgt.ll", change.target, llvm::sys::fs::OF_None);
  write(base + ".txt", answer.text, llvm::sys::fs::OF_None);
}

void Verdicts::finish() const {
  if (options_.quiet) return;
  llvm::errs() << "assay-tv: " << number_ << " checks";
  for (const auto& [verdict, count] : counts_) llvm::errs() << ", " << count << " " << verdict;
  llvm::errs() << "\n";
  for (const auto& [why, count] : skipped_) llvm::errs() << "assay-tv: " << count << " not checked: " << why << "\n";
}

}  // namespace assay::opt_plugin
