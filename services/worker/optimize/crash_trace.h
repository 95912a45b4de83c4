#pragma once

#include <cstdint>
#include <string>

namespace assay::optimize {

/// In a child: makes fatal signals, stack overflow included, write "crashed …", the activity noted last and the
/// addresses of the stack's frames to file descriptor `fd`, and then die of the signal. A handler of breakpoints that
/// is there stays (coverage.h).
void install_crash_writer(int fd);

/// In the parent of a crashed child: replaces the addresses written by a crash writer of this same program with the
/// names of their functions, where this program's symbol table tells them, without those by which it called LLVM.
std::string name_frames(const std::string& message);

/// The function of this program that holds the address, as C++ writes it; "?" if none is known.
std::string function_at(std::uint64_t address);

/// Where this program was loaded: what its addresses in memory have more than those in its file.
std::uintptr_t load_address();

}  // namespace assay::optimize
