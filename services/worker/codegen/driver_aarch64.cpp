#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kAArch64 = R"(
_start:
  bl assay.main
assay.syscall:
  mov x8, x0
  mov x0, x1
  mov x1, x2
  mov x2, x3
  mov x3, x4
  svc #0
  ret
assay.map:
  mov x2, #7
  mov x3, #0x32
  mov x4, #-1
  mov x5, #0
  mov x8, #222
  svc #0
  ret
assay.run:
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  adrp x9, assay.stack
  add x9, x9, :lo12:assay.stack
  mov x10, sp
  str x10, [x9]
  mov x9, x0
  mov x0, x1
  mov x1, x2
  adrp x10, assay.kept
  add x10, x10, :lo12:assay.kept
  ldp x19, x20, [x10]
  ldp x21, x22, [x10, #16]
  ldp x23, x24, [x10, #32]
  ldp x25, x26, [x10, #48]
  ldp x27, x28, [x10, #64]
  ldr x29, [x10, #80]
  ldp d8, d9, [x10, #88]
  ldp d10, d11, [x10, #104]
  ldp d12, d13, [x10, #120]
  ldp d14, d15, [x10, #136]
  movz x10, #(TOP & 0xffff)
  movk x10, #(TOP >> 16), lsl #16
  mov sp, x10
  blr x9
  adrp x10, assay.after
  add x10, x10, :lo12:assay.after
  stp x19, x20, [x10]
  stp x21, x22, [x10, #16]
  stp x23, x24, [x10, #32]
  stp x25, x26, [x10, #48]
  stp x27, x28, [x10, #64]
  str x29, [x10, #80]
  stp d8, d9, [x10, #88]
  stp d10, d11, [x10, #104]
  stp d12, d13, [x10, #120]
  stp d14, d15, [x10, #136]
  mov x11, sp
  str x11, [x10, #152]
assay.stop:
  adrp x9, assay.stack
  add x9, x9, :lo12:assay.stack
  ldr x10, [x9]
  mov sp, x10
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
assay.host:
  stp x29, x30, [sp, #-16]!
  bl assay.called
  ldp x29, x30, [sp], #16
  adrp x17, assay.changed
  add x17, x17, :lo12:assay.changed
  ldp q0, q1, [x17]
  ldp q2, q3, [x17, #32]
  ldp q4, q5, [x17, #64]
  ldp q6, q7, [x17, #96]
  ldp q16, q17, [x17, #128]
  ldp q18, q19, [x17, #160]
  ldp q20, q21, [x17, #192]
  ldp q22, q23, [x17, #224]
  ldp q24, q25, [x17, #256]
  ldp q26, q27, [x17, #288]
  ldp q28, q29, [x17, #320]
  ldp q30, q31, [x17, #352]
  VECTORS
  ldp x0, x1, [x17, #8]
  ldp x2, x3, [x17, #40]
  ldp x4, x5, [x17, #72]
  ldp x6, x7, [x17, #104]
  ldp x8, x9, [x17, #136]
  ldp x10, x11, [x17, #168]
  ldp x12, x13, [x17, #200]
  ldp x14, x15, [x17, #232]
  ldr x16, [x17, #264]
  ret
)";

const std::string_view kSve = R"(ldr x9, [x17, #8]
  .irp number, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  dup z\number\().d, x9
  .endr
  .irp number, 8,9,10,11,12,13,14,15
  fmov d\number, d\number
  .endr
  .irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  ptrue p\number\().b
  .endr)";

}  // namespace assay::codegen
