#include "services/worker/codegen/driver_assembly.h"

namespace assay::codegen {

const std::string_view kSystemZ = R"(
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

}  // namespace assay::codegen
