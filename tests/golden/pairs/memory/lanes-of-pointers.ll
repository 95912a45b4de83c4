; MEM-19: Operations over all lanes move pointers with their objects.
define i32 @src(ptr %p, ptr %q) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %q, i32 1
  %c = call <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr> %b)
  %d = extractelement <2 x ptr> %c, i32 1
  %v = load i32, ptr %d
  ret i32 %v
}
declare <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr>)
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  ret i32 %v
}
; check: correct

define i32 @src(ptr %p, ptr %q) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %q, i32 1
  %c = call <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr> %b)
  %d = extractelement <2 x ptr> %c, i32 1
  %v = load i32, ptr %d
  ret i32 %v
}
declare <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr>)
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

define void @src(ptr %p, ptr %q) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %q, i32 1
  %c = call <2 x ptr> @llvm.vector.splice.v2p0(<2 x ptr> %b, <2 x ptr> %b, i32 1)
  %d = extractelement <2 x ptr> %c, i32 0
  store i8 1, ptr %d
  ret void
}
declare <2 x ptr> @llvm.vector.splice.v2p0(<2 x ptr>, <2 x ptr>, i32)
define void @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %q
  ret void
}
; check: correct

define void @src(ptr %p, ptr %q) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %q, i32 1
  %c = call <2 x ptr> @llvm.experimental.vector.compress.v2p0(<2 x ptr> %b, <2 x i1> <i1 false, i1 true>, <2 x ptr> %b)
  %d = extractelement <2 x ptr> %c, i32 0
  store i8 1, ptr %d
  ret void
}
declare <2 x ptr> @llvm.experimental.vector.compress.v2p0(<2 x ptr>, <2 x i1>, <2 x ptr>)
define void @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define ptr @src() {
  %x = alloca i8
  %a = insertelement <2 x ptr> zeroinitializer, ptr %x, i32 0
  %c = call <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr> %a)
  %d = extractelement <2 x ptr> %c, i32 0
  ret ptr %d
}
declare <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr>)
define ptr @tgt() { ret ptr null }
; check: correct
