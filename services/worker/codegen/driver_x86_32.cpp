#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kX86Of32 = R"(
  .bss
  .p2align 12
assay.own:
  .zero 65536
  .text
_start:
  movl $assay.own+65536, %esp
  movl $ARGUMENTS, %ebx
  movl $0x1000000, %ecx
  movl $91, %eax
  int $0x80
  calll assay.main
assay.syscall:
  pushl %ebx
  pushl %esi
  movl 12(%esp), %eax
  movl 16(%esp), %ebx
  movl 20(%esp), %ecx
  movl 24(%esp), %edx
  movl 28(%esp), %esi
  int $0x80
  popl %esi
  popl %ebx
  retl
assay.map:
  pushl %ebx
  pushl %esi
  pushl %edi
  pushl %ebp
  movl 20(%esp), %ebx
  movl 24(%esp), %ecx
  movl $7, %edx
  movl $0x32, %esi
  movl $-1, %edi
  xorl %ebp, %ebp
  movl $192, %eax
  int $0x80
  popl %ebp
  popl %edi
  popl %esi
  popl %ebx
  retl
assay.run:
  pushl %ebx
  pushl %esi
  pushl %edi
  pushl %ebp
  movl %esp, assay.stack
  movl 20(%esp), %eax
  movl 24(%esp), %ecx
  movl 28(%esp), %edx
  movl assay.kept, %ebx
  movl assay.kept+4, %esi
  movl assay.kept+8, %edi
  movl assay.kept+12, %ebp
  fninit
  movl $(TOP - 16), %esp
  movl %ecx, (%esp)
  movl %edx, 4(%esp)
  calll *%eax
  addl $16, %esp
  movl %ebx, assay.after
  movl %esi, assay.after+4
  movl %edi, assay.after+8
  movl %ebp, assay.after+12
  movl %esp, assay.after+16
assay.stop:
  movl assay.stack, %esp
  popl %ebp
  popl %edi
  popl %esi
  popl %ebx
  retl
assay.host:
  subl $12, %esp
  calll assay.called
  addl $12, %esp
  movups assay.changed, %xmm0
  movups assay.changed+16, %xmm1
  movups assay.changed+32, %xmm2
  movups assay.changed+48, %xmm3
  movups assay.changed+64, %xmm4
  movups assay.changed+80, %xmm5
  movups assay.changed+96, %xmm6
  movups assay.changed+112, %xmm7
  movl assay.changed+128, %eax
  movl assay.changed+132, %ecx
  movl assay.changed+136, %edx
  retl
)";

}  // namespace assay::codegen
