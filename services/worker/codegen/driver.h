#pragma once

#include "services/common/status.h"
#include "services/worker/codegen/image.h"
#include "services/worker/codegen/llc.h"

/// The program that qemu-user runs: it hears commands on its standard input, puts memory where it is told, calls code,
/// and tells how that ended. IR and a page of assembly for each target, compiled by the llc under test.
namespace assay::codegen {

/// What a command asks for; three more words follow.
enum class Order : std::uint64_t {
  Map = 1,  ///< memory at an address, so many bytes
  Write,    ///< so many bytes that follow, to an address
  Read,     ///< says so many bytes of an address
  Run,      ///< calls the function at an address with two addresses
  GoOn,     ///< returns from a call out
  GiveUp,   ///< ends the run
};
constexpr std::size_t kOrderWords = 4;
/// What it says, in three words, where a run comes to a halt.
enum class Halt : std::uint64_t {
  Returned = 1,  ///< second word: 0, or 1 where a register was not kept, or 2 where the stack pointer was not
  Called,        ///< a call out
  Signal,        ///< its number, its code from bit 16 on, and the address that it is about
};
constexpr std::size_t kHaltWords = 3;

/// Linked, at kDriver; its entry is the symbol _start, and what stubs call is kHost.
Result<Image> make_driver(const Llc& llc, const Target& target);
/// An executable file of the image, for the target's Linux.
std::string executable_of(const Image& driver, const Target& target);

}  // namespace assay::codegen
