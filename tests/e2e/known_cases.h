#pragma once

/// Functions that a release is known to compile wrongly.
namespace assay::e2e {

/// Of which llc of 14 takes the bytes of the wrong half (llvm/llvm-project#55484), for AArch64 and x86-64.
inline constexpr const char* kWrongHalfIn14 = R"(define i32 @g(i32 %x) {
  %low = lshr i32 %x, 8
  %high = shl i32 %x, 8
  %both = or i32 %high, %low
  %half = trunc i32 %both to i16
  %r = sext i16 %half to i32
  ret i32 %r
}
)";

}  // namespace assay::e2e
