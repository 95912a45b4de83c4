#pragma once

#include <llvm/ADT/APInt.h>

#include <string_view>
#include <vector>

#include "services/worker/codegen/image.h"
#include "services/worker/codegen/llc.h"
#include "services/worker/codegen/stubs.h"

/// What code calls that no file defines, by name: functions of the C library and of the compiler's run-time library
/// whose meaning is exact. Some are IR, others are computed outside of the emulated processor.
namespace assay::codegen {

constexpr std::uint32_t kFirstOfRuntime = 0x10000;  ///< the number of its first stub

struct Runtime {
  Image image;              ///< linked; without what this llc can't compile
  std::vector<Stub> stubs;  ///< of what is computed outside
  Image driver;             ///< of qemu-user, where it is for that
  std::string problem;      ///< why there is none
};

/// The library as this llc makes it for the target, and for what runs it.
Runtime make_runtime(const Llc& llc, const Target& target, Machine machine);
/// Is there a function of that name in the library?
bool is_runtime_name(std::string_view name);
/// Does the library have that very function, and does it give all that C allows it to?
bool has_runtime_function(const llvm::Function& function);
/// What a function of the library gives, by the number of its stub. Arguments may come with more bits than they have.
llvm::APInt call_runtime_function(std::uint32_t number, std::vector<llvm::APInt> arguments);

}  // namespace assay::codegen
