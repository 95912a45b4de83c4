#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kArm = R"(
  .bss
  .p2align 12
assay.own:
  .zero 65536
  .text
.macro address register, symbol
  movw \register, #:lower16:\symbol
  movt \register, #:upper16:\symbol
.endm
_start:
  address r0, assay.own
  add sp, r0, #65536
  mov r0, #ARGUMENTS
  mov r1, #0x1000000
  mov r7, #91
  svc #0
  bl assay.main
assay.syscall:
  push {r4, r7}
  mov r7, r0
  mov r0, r1
  mov r1, r2
  mov r2, r3
  ldr r3, [sp, #8]
  svc #0
  pop {r4, r7}
  bx lr
assay.map:
  push {r4, r5, r6, r7}
  mov r2, #7
  mov r3, #0x32
  mvn r4, #0
  mov r5, #0
  mov r7, #192
  svc #0
  pop {r4, r5, r6, r7}
  bx lr
assay.run:
  push {r3, r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush {d8, d9, d10, d11, d12, d13, d14, d15}
  address r3, assay.stack
  str sp, [r3]
  mov r12, r0
  mov r0, r1
  mov r1, r2
  address r3, assay.kept
  ldmia r3!, {r4, r5, r6, r7, r8, r9, r10, r11}
  vldmia r3, {d8, d9, d10, d11, d12, d13, d14, d15}
  movw r3, #(TOP & 0xffff)
  movt r3, #(TOP >> 16)
  mov sp, r3
  blx r12
  address r3, assay.after
  stmia r3!, {r4, r5, r6, r7, r8, r9, r10, r11}
  vstmia r3!, {d8, d9, d10, d11, d12, d13, d14, d15}
  str sp, [r3]
assay.stop:
  address r3, assay.stack
  ldr sp, [r3]
  vpop {d8, d9, d10, d11, d12, d13, d14, d15}
  pop {r3, r4, r5, r6, r7, r8, r9, r10, r11, pc}
assay.host:
  push {r3, lr}
  bl assay.called
  pop {r3, lr}
  address r12, assay.changed
  vldmia r12!, {d0, d1, d2, d3, d4, d5, d6, d7}
  vldmia r12!, {d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31}
  ldmia r12, {r0, r1, r2, r3}
  ldr r12, [r12, #16]
  bx lr
)";

}  // namespace assay::codegen
