#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kPowerPC = R"(
  .abiversion 2
.macro address register, symbol
  lis \register, \symbol@ha
  addi \register, \register, \symbol@l
.endm
.macro each_kept does, does_number, base, from
  .set at, \from
  .irp number, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  \does \number, at(\base)
  \does_number \number, at+144(\base)
  .set at, at+8
  .endr
.endm
_start:
  address 12, assay.main
  mtctr 12
  stdu 1, -128(1)
  bctrl
assay.syscall:
  mr 0, 3
  mr 3, 4
  mr 4, 5
  mr 5, 6
  mr 6, 7
  sc
  bnslr
  neg 3, 3
  blr
assay.map:
  li 5, 7
  li 6, 0x32
  li 7, -1
  li 8, 0
  li 0, 90
  sc
  blr
assay.run:
  mflr 0
  std 0, 16(1)
  std 2, 24(1)
  stdu 1, -320(1)
  each_kept std, stfd, 1, 32
  address 11, assay.stack
  std 1, 0(11)
  mr 12, 3
  mtctr 12
  mr 3, 4
  mr 4, 5
  address 11, assay.kept
  each_kept ld, lfd, 11, 0
  lis 1, (TOP >> 16)
  bctrl
  address 11, assay.after
  each_kept std, stfd, 11, 0
  std 1, 288(11)
assay.stop:
  address 11, assay.stack
  ld 1, 0(11)
  each_kept ld, lfd, 1, 32
  addi 1, 1, 320
  ld 2, 24(1)
  ld 0, 16(1)
  mtlr 0
  blr
assay.host:
  mflr 0
  std 0, 16(1)
  stdu 1, -112(1)
  address 12, assay.called
  mtctr 12
  bctrl
  addi 1, 1, 112
  ld 0, 16(1)
  mtlr 0
  address 11, assay.changed
  .set at, 0
  .irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13
  lfd \number, at(11)
  .set at, at+8
  .endr
  .set at, 0
  .irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
  li 0, at
  lvx \number, 11, 0
  .set at, at+16
  .endr
  ld 12, 400(11)
  mtctr 12
  .set at, 416
  .irp number, 0,3,4,5,6,7,8,9,10
  ld \number, at(11)
  .set at, at+8
  .endr
  ld 11, 496(11)
  blr
)";

}  // namespace assay::codegen
