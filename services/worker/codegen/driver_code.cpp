#include "services/worker/codegen/driver_code.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/TargetParser/Triple.h>

namespace assay::codegen {
namespace {

constexpr std::string_view kAArch64 = R"(
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

constexpr std::string_view kX86 = R"(
_start:
  andq $-16, %rsp
  callq assay.main
assay.syscall:
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
  movq %r8, %r10
  syscall
  retq
assay.map:
  movl $7, %edx
  movl $0x32, %r10d
  movq $-1, %r8
  xorl %r9d, %r9d
  movl $9, %eax
  syscall
  retq
assay.run:
  pushq %rbx
  pushq %rbp
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, assay.stack(%rip)
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsi
  leaq assay.kept(%rip), %rcx
  movq (%rcx), %rbx
  movq 8(%rcx), %rbp
  movq 16(%rcx), %r12
  movq 24(%rcx), %r13
  movq 32(%rcx), %r14
  movq 40(%rcx), %r15
  movl $TOP, %ecx
  movq %rcx, %rsp
  callq *%rax
  leaq assay.after(%rip), %rcx
  movq %rbx, (%rcx)
  movq %rbp, 8(%rcx)
  movq %r12, 16(%rcx)
  movq %r13, 24(%rcx)
  movq %r14, 32(%rcx)
  movq %r15, 40(%rcx)
  movq %rsp, 48(%rcx)
assay.stop:
  movq assay.stack(%rip), %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbp
  popq %rbx
  retq
assay.host:
  subq $8, %rsp
  callq assay.called
  addq $8, %rsp
  leaq assay.changed(%rip), %rcx
  movups (%rcx), %xmm0
  movups 16(%rcx), %xmm1
  movups 32(%rcx), %xmm2
  movups 48(%rcx), %xmm3
  movups 64(%rcx), %xmm4
  movups 80(%rcx), %xmm5
  movups 96(%rcx), %xmm6
  movups 112(%rcx), %xmm7
  movups 128(%rcx), %xmm8
  movups 144(%rcx), %xmm9
  movups 160(%rcx), %xmm10
  movups 176(%rcx), %xmm11
  movups 192(%rcx), %xmm12
  movups 208(%rcx), %xmm13
  movups 224(%rcx), %xmm14
  movups 240(%rcx), %xmm15
  movq 8(%rcx), %rax
  movq 16(%rcx), %rdx
  movq 24(%rcx), %rsi
  movq 32(%rcx), %rdi
  movq 40(%rcx), %r8
  movq 48(%rcx), %r9
  movq 56(%rcx), %r10
  movq 64(%rcx), %r11
  movq 72(%rcx), %rcx
  retq
)";

constexpr std::string_view kRiscV = R"(
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
/// Scalable vectors and predicates may be changed by a call; of eight vectors only the part above 64 bits.
constexpr std::string_view kSve = R"(ldr x9, [x17, #8]
  .irp number, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  dup z\number\().d, x9
  .endr
  .irp number, 8,9,10,11,12,13,14,15
  fmov d\number, d\number
  .endr
  .irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  ptrue p\number\().b
  .endr)";
/// All vectors, and how they are seen, may be changed by a call.
constexpr std::string_view kRiscVVectors = R"(ld t0, 8(t6)
  vsetvli t1, zero, e64, m8, ta, ma
  vmv.v.x v0, t0
  vmv.v.x v8, t0
  vmv.v.x v16, t0
  vmv.v.x v24, t0
  vsetvli t1, zero, e8, mf8, ta, ma)";

constexpr std::string_view kSystemZ = R"(
_start:
  aghi %r15, -160
  brasl %r14, assay.main
assay.syscall:
  lgr %r1, %r2
  lgr %r2, %r3
  lgr %r3, %r4
  lgr %r4, %r5
  lgr %r5, %r6
  svc 0
  br %r14
assay.map:
  aghi %r15, -48
  stg %r2, 0(%r15)
  stg %r3, 8(%r15)
  lghi %r0, 7
  stg %r0, 16(%r15)
  lghi %r0, 0x32
  stg %r0, 24(%r15)
  lghi %r0, -1
  stg %r0, 32(%r15)
  lghi %r0, 0
  stg %r0, 40(%r15)
  lgr %r2, %r15
  lghi %r1, 90
  svc 0
  aghi %r15, 48
  br %r14
assay.run:
  stmg %r6, %r15, 48(%r15)
  aghi %r15, -64
  std %f8, 0(%r15)
  std %f9, 8(%r15)
  std %f10, 16(%r15)
  std %f11, 24(%r15)
  std %f12, 32(%r15)
  std %f13, 40(%r15)
  std %f14, 48(%r15)
  std %f15, 56(%r15)
  larl %r1, assay.stack
  stg %r15, 0(%r1)
  lgr %r1, %r2
  lgr %r2, %r3
  lgr %r3, %r4
  larl %r5, assay.kept
  lmg %r6, %r13, 0(%r5)
  ld %f8, 64(%r5)
  ld %f9, 72(%r5)
  ld %f10, 80(%r5)
  ld %f11, 88(%r5)
  ld %f12, 96(%r5)
  ld %f13, 104(%r5)
  ld %f14, 112(%r5)
  ld %f15, 120(%r5)
  lgfi %r15, TOP
  basr %r14, %r1
  larl %r5, assay.after
  stmg %r6, %r13, 0(%r5)
  std %f8, 64(%r5)
  std %f9, 72(%r5)
  std %f10, 80(%r5)
  std %f11, 88(%r5)
  std %f12, 96(%r5)
  std %f13, 104(%r5)
  std %f14, 112(%r5)
  std %f15, 120(%r5)
  stg %r15, 128(%r5)
assay.stop:
  larl %r1, assay.stack
  lg %r15, 0(%r1)
  ld %f8, 0(%r15)
  ld %f9, 8(%r15)
  ld %f10, 16(%r15)
  ld %f11, 24(%r15)
  ld %f12, 32(%r15)
  ld %f13, 40(%r15)
  ld %f14, 48(%r15)
  ld %f15, 56(%r15)
  aghi %r15, 64
  lmg %r6, %r15, 48(%r15)
  br %r14
assay.host:
  stmg %r14, %r15, 112(%r15)
  aghi %r15, -160
  brasl %r14, assay.called
  aghi %r15, 160
  lg %r14, 112(%r15)
  larl %r1, assay.changed
  vlm %v16, %v31, 0(%r1)
  vlm %v0, %v7, 16(%r1)
  lmg %r2, %r5, 8(%r1)
  lg %r0, 40(%r1)
  lg %r1, 48(%r1)
  br %r14
)";

}  // namespace

DriverCode driver_code(const Target& target) {
  using namespace llvm::ELF;
  DriverCode code{0, 0, 0, 0, 63, 64, 94, 134, 132, ""};  // the numbers that newer architectures share
  switch (llvm::Triple(llvm::StringRef(target.triple)).getArch()) {
    case llvm::Triple::aarch64:
      code.machine = EM_AARCH64;
      code.kept_words = 19;
      code.assembly = kAArch64;
      break;
    case llvm::Triple::x86_64:
      code = {EM_X86_64, 0, 6, 0x0400'0000, 0, 1, 231, 13, 131, kX86};
      break;
    case llvm::Triple::riscv64:
      code.machine = EM_RISCV;
      code.elf_flags = EF_RISCV_RVC | EF_RISCV_FLOAT_ABI_DOUBLE;
      code.kept_words = 24;
      code.assembly = kRiscV;
      break;
    case llvm::Triple::systemz:
      code = {EM_S390, 0, 16, 0, 3, 4, 248, 174, 186, kSystemZ};
      break;
    default:
      break;
  }
  return code;
}

std::string driver_assembly(const Target& target, std::uint64_t stack_top) {
  const DriverCode code = driver_code(target);
  std::string text(code.assembly);
  const auto put = [&](std::string_view mark, std::string_view by) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
      text.replace(at, mark.size(), by);
  };
  put("TOP", std::to_string(stack_top));
  const bool is_riscv = code.machine == llvm::ELF::EM_RISCV;
  put("VECTORS", !target.has_vectors ? "" : is_riscv ? kRiscVVectors : kSve);
  for (const char* name : {"_start", "assay.syscall", "assay.map", "assay.run", "assay.stop", "assay.host"})
    text = "  .globl " + std::string(name) + "\n" + text;
  return "  .text\n" + text;
}

}  // namespace assay::codegen
