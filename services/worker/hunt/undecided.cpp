#include "services/worker/hunt/undecided.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "services/common/log.h"
#include "services/worker/hunt/folders.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

/// A reason as part of a file's name.
std::string file_name_of(const std::string& reason) {
  constexpr std::size_t kLongest = 60;
  std::string name = reason.substr(0, kLongest);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '-');
  return name;
}

void write(const std::string& file, const std::string& comment, const llvm::Function& function) {
  std::ofstream out(file);
  out << "; " << comment << '\n' << ir::print(*ir::extract(*function.getParent(), function.getName().str(), true));
  if (!out.flush()) log_event(LogLevel::Warning, "hunt.undecided", file + ": can't be written");
}

}  // namespace

Result<UndecidedExamples> UndecidedExamples::open(const std::string& folder) {
  if (Status bad = make_folder(folder)) return *bad;
  return UndecidedExamples(folder);
}

void UndecidedExamples::add(const Verdict& verdict, const std::string& made_by, const llvm::Function& source,
                            const llvm::Function& target) const {
  const std::string reason = reason_text(verdict);
  std::string comment = made_by + ": " + name_of(verdict.kind) + ": " + reason;
  if (!verdict.detail.empty()) comment += ": " + verdict.detail;
  std::replace(comment.begin(), comment.end(), '\n', ' ');
  for (int number = 1; number <= kMost; ++number) {
    const std::string name = folder_ + "/" + file_name_of(reason) + "." + std::to_string(number);
    // Whoever makes the file has the number; so jobs that share the folder don't write over each other.
    const int made = ::open((name + ".source.ll").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (made >= 0) {
      close(made);
      write(name + ".source.ll", comment, source);
      write(name + ".target.ll", comment, target);
      return;
    }
    if (errno != EEXIST) return log_event(LogLevel::Warning, "hunt.undecided", name + ".source.ll: " + strerror(errno));
  }
}

}  // namespace assay::hunt
