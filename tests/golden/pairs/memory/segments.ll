; Loads and stores of several vectors, as targets have them.

; VAL-51: ld2 gives every second element of what lies there.
target triple = "aarch64"
define { <2 x i32>, <2 x i32> } @src(ptr %p) {
  %w = load <4 x i32>, ptr %p, align 4
  %a = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
  %b = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
  %r = insertvalue { <2 x i32>, <2 x i32> } poison, <2 x i32> %a, 0
  %s = insertvalue { <2 x i32>, <2 x i32> } %r, <2 x i32> %b, 1
  ret { <2 x i32>, <2 x i32> } %s
}
define { <2 x i32>, <2 x i32> } @tgt(ptr %p) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr %p)
  ret { <2 x i32>, <2 x i32> } %r
}
declare { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr)
; check: correct

; VAL-51: the second vector has the odd ones.
target triple = "aarch64"
define <2 x i32> @src(ptr %p) {
  %w = load <4 x i32>, ptr %p, align 4
  %a = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
  ret <2 x i32> %a
}
define <2 x i32> @tgt(ptr %p) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr %p)
  %a = extractvalue { <2 x i32>, <2 x i32> } %r, 1
  ret <2 x i32> %a
}
declare { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr)
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-51: ld3 reads three vectors.
target triple = "aarch64"
define <2 x i32> @src(ptr %p) {
  %w = load <4 x i32>, ptr %p, align 4
  %a = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 0, i32 3>
  ret <2 x i32> %a
}
define <2 x i32> @tgt(ptr %p) {
  %r = call { <2 x i32>, <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld3.v2i32.p0(ptr %p)
  %a = extractvalue { <2 x i32>, <2 x i32>, <2 x i32> } %r, 0
  ret <2 x i32> %a
}
declare { <2 x i32>, <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld3.v2i32.p0(ptr)
; check: incorrect: more-ub (interpreter, smt)

; VAL-51: vst2 stores two, element by element.
target triple = "armv7-none-eabi"
target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"
define void @src(ptr %p, <2 x i32> %a, <2 x i32> %b) {
  %w = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  store <4 x i32> %w, ptr %p, align 4
  ret void
}
define void @tgt(ptr %p, <2 x i32> %a, <2 x i32> %b) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %a, <2 x i32> %b, i32 4)
  ret void
}
declare void @llvm.arm.neon.vst2.p0.v2i32(ptr, <2 x i32>, <2 x i32>, i32)
; check: correct

; VAL-51: which one comes first is seen.
target triple = "aarch64"
define void @src(ptr %p, <2 x i32> %a, <2 x i32> %b) {
  %w = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  store <4 x i32> %w, ptr %p, align 4
  ret void
}
define void @tgt(ptr %p, <2 x i32> %a, <2 x i32> %b) {
  call void @llvm.aarch64.neon.st2.v2i32.p0(<2 x i32> %b, <2 x i32> %a, ptr %p)
  ret void
}
declare void @llvm.aarch64.neon.st2.v2i32.p0(<2 x i32>, <2 x i32>, ptr)
; check: incorrect: memory-mismatch (interpreter, smt)

; VAL-51: a segment load of RISC-V.
target triple = "riscv64"
define <2 x i32> @src(ptr %p) {
  %w = load <4 x i32>, ptr %p, align 4
  %a = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
  ret <2 x i32> %a
}
define <2 x i32> @tgt(ptr %p) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.riscv.seg2.load.mask.v2i32.p0.i64(ptr %p, <2 x i1> splat (i1 true), i64 2)
  %a = extractvalue { <2 x i32>, <2 x i32> } %r, 1
  ret <2 x i32> %a
}
declare { <2 x i32>, <2 x i32> } @llvm.riscv.seg2.load.mask.v2i32.p0.i64(ptr, <2 x i1>, i64)
; check: correct

; VAL-51: lanes behind its length are poison.
target triple = "riscv64"
define <2 x i32> @src(ptr %p) {
  %w = load <4 x i32>, ptr %p, align 4
  %a = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
  ret <2 x i32> %a
}
define <2 x i32> @tgt(ptr %p) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.riscv.seg2.load.mask.v2i32.p0.i64(ptr %p, <2 x i1> splat (i1 true), i64 1)
  %a = extractvalue { <2 x i32>, <2 x i32> } %r, 1
  ret <2 x i32> %a
}
declare { <2 x i32>, <2 x i32> } @llvm.riscv.seg2.load.mask.v2i32.p0.i64(ptr, <2 x i1>, i64)
; check: incorrect: more-poisonous (interpreter, smt)

; VAL-51: lanes that its mask leaves out are not stored.
target triple = "riscv64"
define void @src(ptr %p, <2 x i8> %a, <2 x i8> %b) {
  %x = extractelement <2 x i8> %a, i64 1
  %y = extractelement <2 x i8> %b, i64 1
  %q = getelementptr i8, ptr %p, i64 2
  store i8 %x, ptr %q
  %r = getelementptr i8, ptr %p, i64 3
  store i8 %y, ptr %r
  ret void
}
define void @tgt(ptr %p, <2 x i8> %a, <2 x i8> %b) {
  call void @llvm.riscv.seg2.store.mask.v2i8.p0.i64(<2 x i8> %a, <2 x i8> %b, ptr %p, <2 x i1> <i1 false, i1 true>, i64 2)
  ret void
}
declare void @llvm.riscv.seg2.store.mask.v2i8.p0.i64(<2 x i8>, <2 x i8>, ptr, <2 x i1>, i64)
; check: correct

; VAL-51: lanes that SVE's predicate leaves out are zero.
target triple = "aarch64"
define <vscale x 4 x i32> @src(ptr %p) vscale_range(1,2) {
  ret <vscale x 4 x i32> zeroinitializer
}
define <vscale x 4 x i32> @tgt(ptr %p) vscale_range(1,2) {
  %r = call { <vscale x 4 x i32>, <vscale x 4 x i32> } @llvm.aarch64.sve.ld2.sret.nxv4i32(<vscale x 4 x i1> zeroinitializer, ptr %p)
  %a = extractvalue { <vscale x 4 x i32>, <vscale x 4 x i32> } %r, 0
  ret <vscale x 4 x i32> %a
}
declare { <vscale x 4 x i32>, <vscale x 4 x i32> } @llvm.aarch64.sve.ld2.sret.nxv4i32(<vscale x 4 x i1>, ptr)
; check: correct

; VAL-51: SVE's predicate by a pattern.
target triple = "aarch64"
define void @src(ptr %p, <vscale x 4 x i32> %a, <vscale x 4 x i32> %b) vscale_range(1,2) {
  %w = call <vscale x 8 x i32> @llvm.vector.interleave2.nxv8i32(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b)
  store <vscale x 8 x i32> %w, ptr %p, align 4
  ret void
}
define void @tgt(ptr %p, <vscale x 4 x i32> %a, <vscale x 4 x i32> %b) vscale_range(1,2) {
  %m = call <vscale x 4 x i1> @llvm.aarch64.sve.ptrue.nxv4i1(i32 31)
  call void @llvm.aarch64.sve.st2.nxv4i32(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b, <vscale x 4 x i1> %m, ptr %p)
  ret void
}
declare <vscale x 8 x i32> @llvm.vector.interleave2.nxv8i32(<vscale x 4 x i32>, <vscale x 4 x i32>)
declare <vscale x 4 x i1> @llvm.aarch64.sve.ptrue.nxv4i1(i32)
declare void @llvm.aarch64.sve.st2.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i32>, <vscale x 4 x i1>, ptr)
; check: correct

; VAL-51: a lane that its mask lets through is as aligned as the pointer is said to be.
target triple = "riscv64"
define void @src(ptr %p, <2 x i32> %a, <2 x i1> %m) {
  call void @llvm.riscv.seg2.store.mask.v2i32.p0.i64(<2 x i32> %a, <2 x i32> %a, ptr %p, <2 x i1> %m, i64 2)
  ret void
}
define void @tgt(ptr %p, <2 x i32> %a, <2 x i1> %m) {
  call void @llvm.riscv.seg2.store.mask.v2i32.p0.i64(<2 x i32> %a, <2 x i32> %a, ptr align 4 %p, <2 x i1> %m, i64 2)
  ret void
}
declare void @llvm.riscv.seg2.store.mask.v2i32.p0.i64(<2 x i32>, <2 x i32>, ptr, <2 x i1>, i64)
; check: incorrect: more-ub (interpreter, smt)

; MEM-63: the alignment that an access of Arm is told is one that it has: on less it faults.
target triple = "armv7-unknown-linux-gnueabihf"
declare { <2 x i32>, <2 x i32> } @llvm.arm.neon.vld2.v2i32.p0(ptr, i32)
define i32 @src(ptr %p) {
  %l = call { <2 x i32>, <2 x i32> } @llvm.arm.neon.vld2.v2i32.p0(ptr %p, i32 1)
  %v = extractvalue { <2 x i32>, <2 x i32> } %l, 0
  %w = extractelement <2 x i32> %v, i32 0
  ret i32 %w
}
define i32 @tgt(ptr %p) {
  %l = call { <2 x i32>, <2 x i32> } @llvm.arm.neon.vld2.v2i32.p0(ptr %p, i32 16)
  %v = extractvalue { <2 x i32>, <2 x i32> } %l, 0
  %w = extractelement <2 x i32> %v, i32 0
  ret i32 %w
}
; check: incorrect: more-ub (interpreter, smt)

; MEM-63: of stores, too,
target triple = "armv7-unknown-linux-gnueabihf"
declare void @llvm.arm.neon.vst2.p0.v2i32(ptr, <2 x i32>, <2 x i32>, i32)
define void @src(ptr %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 1)
  ret void
}
define void @tgt(ptr %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 16)
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; unless it is known.
target triple = "armv7-unknown-linux-gnueabihf"
declare void @llvm.arm.neon.vst2.p0.v2i32(ptr, <2 x i32>, <2 x i32>, i32)
define void @src(ptr align 16 %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 4)
  ret void
}
define void @tgt(ptr align 16 %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 16)
  ret void
}
; check: correct

; What the source is told the target may use.
target triple = "armv7-unknown-linux-gnueabihf"
declare void @llvm.arm.neon.vst2.p0.v2i32(ptr, <2 x i32>, <2 x i32>, i32)
define void @src(ptr %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 8)
  store <2 x i32> %v, ptr %p, align 1
  ret void
}
define void @tgt(ptr %p, <2 x i32> %v) {
  call void @llvm.arm.neon.vst2.p0.v2i32(ptr %p, <2 x i32> %v, <2 x i32> %v, i32 8)
  store <2 x i32> %v, ptr %p, align 8
  ret void
}
; check: correct
