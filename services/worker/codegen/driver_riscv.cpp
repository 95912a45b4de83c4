#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kRiscV = R"(
_start:
  call assay.main
assay.syscall:
  mv a7, a0
  mv a0, a1
  mv a1, a2
  mv a2, a3
  mv a3, a4
  ecall
  ret
assay.map:
  li a2, 7
  li a3, 0x32
  li a4, -1
  li a5, 0
  li a7, 222
  ecall
  ret
.macro each_kept does, does_number, base, from
  \does s0, \from(\base)
  \does s1, \from+8(\base)
  \does s2, \from+16(\base)
  \does s3, \from+24(\base)
  \does s4, \from+32(\base)
  \does s5, \from+40(\base)
  \does s6, \from+48(\base)
  \does s7, \from+56(\base)
  \does s8, \from+64(\base)
  \does s9, \from+72(\base)
  \does s10, \from+80(\base)
  \does s11, \from+88(\base)
  \does_number fs0, \from+96(\base)
  \does_number fs1, \from+104(\base)
  \does_number fs2, \from+112(\base)
  \does_number fs3, \from+120(\base)
  \does_number fs4, \from+128(\base)
  \does_number fs5, \from+136(\base)
  \does_number fs6, \from+144(\base)
  \does_number fs7, \from+152(\base)
  \does_number fs8, \from+160(\base)
  \does_number fs9, \from+168(\base)
  \does_number fs10, \from+176(\base)
  \does_number fs11, \from+184(\base)
.endm
assay.run:
  addi sp, sp, -208
  sd ra, 0(sp)
  each_kept sd, fsd, sp, 8
  la t0, assay.stack
  sd sp, 0(t0)
  mv t1, a0
  mv a0, a1
  mv a1, a2
  la t0, assay.kept
  each_kept ld, fld, t0, 0
  li sp, TOP
  jalr t1
  la t0, assay.after
  each_kept sd, fsd, t0, 0
  sd sp, 192(t0)
assay.stop:
  la t0, assay.stack
  ld sp, 0(t0)
  ld ra, 0(sp)
  each_kept ld, fld, sp, 8
  addi sp, sp, 208
  ret
assay.host:
  addi sp, sp, -16
  sd ra, 0(sp)
  call assay.called
  ld ra, 0(sp)
  addi sp, sp, 16
  la t6, assay.changed
  VECTORS
  fld ft0, 0(t6)
  fld ft1, 8(t6)
  fld ft2, 16(t6)
  fld ft3, 24(t6)
  fld ft4, 32(t6)
  fld ft5, 40(t6)
  fld ft6, 48(t6)
  fld ft7, 56(t6)
  fld ft8, 64(t6)
  fld ft9, 72(t6)
  fld ft10, 80(t6)
  fld ft11, 88(t6)
  fld fa0, 96(t6)
  fld fa1, 104(t6)
  fld fa2, 112(t6)
  fld fa3, 120(t6)
  fld fa4, 128(t6)
  fld fa5, 136(t6)
  fld fa6, 144(t6)
  fld fa7, 152(t6)
  ld a0, 160(t6)
  ld a1, 168(t6)
  ld a2, 176(t6)
  ld a3, 184(t6)
  ld a4, 192(t6)
  ld a5, 200(t6)
  ld a6, 208(t6)
  ld a7, 216(t6)
  ld t0, 224(t6)
  ld t1, 232(t6)
  ld t2, 240(t6)
  ld t3, 248(t6)
  ld t4, 256(t6)
  ld t5, 264(t6)
  ret
)";

const std::string_view kRiscVVectors = R"(ld t0, 8(t6)
  vsetvli t1, zero, e64, m8, ta, ma
  vmv.v.x v0, t0
  vmv.v.x v8, t0
  vmv.v.x v16, t0
  vmv.v.x v24, t0
  vsetvli t1, zero, e8, mf8, ta, ma)";

}  // namespace assay::codegen
