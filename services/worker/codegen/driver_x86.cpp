#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kX86 = R"(
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

}  // namespace assay::codegen
