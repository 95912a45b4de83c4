#pragma once

#include <string_view>

/// The driver's assembly (driver_code.h) for each processor. VECTORS and TOP are put in later.
/// Of 32 bits it has a stack of its own, as the one that qemu-user gives it stands where arguments lead to (ARGUMENTS).
namespace assay::codegen {

extern const std::string_view kAArch64;
extern const std::string_view kArm;
extern const std::string_view kPowerPC;
extern const std::string_view kRiscV;
extern const std::string_view kSystemZ;
extern const std::string_view kX86;
extern const std::string_view kX86Of32;

/// In place of VECTORS: scalable vectors and predicates may be changed by a call; of eight vectors only the part above
/// 64 bits.
extern const std::string_view kSve;
/// All vectors, and how they are seen, may be changed by a call.
extern const std::string_view kRiscVVectors;

}  // namespace assay::codegen
