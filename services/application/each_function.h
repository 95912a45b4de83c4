#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "services/channel/crew.h"
#include "services/common/fields.h"
#include "services/common/status.h"

namespace llvm {
class Function;
}

/// The definitions of files, each looked at alone, in processes of their own.
namespace assay::application {

struct FunctionsWanted {
  std::vector<std::string> paths;      ///< files, and folders that are searched for .ll and .bc
  std::vector<std::string> functions;  ///< these only; with or without @
  unsigned jobs = 1;
  std::chrono::milliseconds timeout{20'000};  ///< processor time for one function
  unsigned memory_mb = 4096;                  ///< for one function
  std::uint32_t limit_s = 0;                  ///< of the clock, after which no function is begun; 0: none
  const std::atomic<bool>* stop = nullptr;    ///< once set, no function is begun, and none goes on; null: never
};

/// What a process is asked: one function in a module of its own.
struct FunctionAsked {
  std::string file;
  std::string function;  ///< without @
  std::string module;
  std::string error;  ///< of the file, where it can't be read; the rest but its name is empty
};
ASSAY_FIELDS(FunctionAsked, file, function, module, error);

/// What was left when there was no more time. A file whose turn did not come is not read, so nobody counts what it has.
struct NotBegun {
  std::size_t functions = 0;  ///< those that were stopped, too
  std::size_t files = 0;
  std::size_t all() const { return functions + files; }
};
ASSAY_FIELDS(NotBegun, functions, files);

/// "3 functions, and 20 files not read".
std::string text_of(const NotBegun& left);

/// A definition with a name, one of `functions` unless these are none.
bool is_wanted(const llvm::Function& function, const std::vector<std::string>& functions);

/// Calls `look` for each in a process that was copied for it, as many at a time as there are jobs; `told` gets what it
/// said, in the functions' order, or a message where it said nothing: `text` is empty then. The error: a path that
/// can't be had. To be called while this process has one thread only.
Result<NotBegun> each_function(const FunctionsWanted& wanted,
                               const std::function<std::string(const FunctionAsked&)>& look,
                               const std::function<void(const FunctionAsked&, const Crew::Answer&)>& told);
/// The same for functions that are here already; of what is wanted only the limits count.
Result<NotBegun> each_of(std::vector<FunctionAsked> functions, const FunctionsWanted& wanted,
                         const std::function<std::string(const FunctionAsked&)>& look,
                         const std::function<void(const FunctionAsked&, const Crew::Answer&)>& told);

}  // namespace assay::application
