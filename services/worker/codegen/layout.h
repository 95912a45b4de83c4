#pragma once

#include <cstdint>

/// Where things stand in the emulated memory: away from the interpreter's variables and functions (from 1 MB on) and
/// from the memory that arguments lead to (from 1 GB on), all of it below 2 GB, where code of any model reaches it.
namespace assay::codegen {

constexpr std::uint64_t kPage = 4096;
/// Functions that no module has, whose addresses inputs hold.
constexpr std::uint64_t kCallees = 0x170'0000;
constexpr std::uint64_t kCalleesStep = 0x2000;
/// So near to functions that stand where the interpreter has them that a direct call reaches (32 MB on PowerPC).
constexpr std::uint64_t kCode = 0x180'0000;
constexpr std::uint64_t kOutside = 0x2800'0000;  ///< what the object does not define
constexpr std::uint64_t kOutsideBytes = 0x10'0000;
constexpr std::uint64_t kOutsideStep = kPage;   ///< a fault may be told by its page only
constexpr std::uint64_t kReturn = 0x2900'0000;  ///< the address that the wrapper returns to
constexpr std::uint64_t kStack = 0x3000'0000;
constexpr std::uint64_t kStackBytes = 0x40'0000;
constexpr std::uint64_t kIn = 0x3800'0000;        ///< the wrapper's arguments
constexpr std::uint64_t kOut = 0x3900'0000;       ///< its result
constexpr std::uint64_t kSlotsBytes = 0x10'0000;  ///< of each of the two
// What a stub is called with and returns (stubs.h).
constexpr std::uint64_t kCall = 0x3a00'0000;  ///< its number
constexpr std::uint64_t kCallArguments = kCall + 16;
constexpr std::uint64_t kCallResult = 0x3a80'0000;
// Where arguments lead to.
constexpr std::uint64_t kArguments = 0x4000'0000;
constexpr std::uint64_t kEndOfArguments = 0x8000'0000;
constexpr std::uint64_t kRuntime = 0x2a00'0000;  ///< functions of the library (runtime.h)
constexpr std::uint64_t kDriver = 0x2c00'0000;   ///< what qemu-user runs (driver.h)

}  // namespace assay::codegen
