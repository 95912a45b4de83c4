; LangRef, llvm.masked.load: `align` is the alignment of the base pointer, whatever lanes are on.
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare void @llvm.assume(i1)
define i32 @src(ptr noundef %p) {
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 8 %p, <2 x i1> <i1 false, i1 true>, <2 x i32> zeroinitializer)
  %r = extractelement <2 x i32> %v, i32 1
  ret i32 %r
}
define i32 @tgt(ptr noundef %p) {
  %a = ptrtoint ptr %p to i64
  %l = and i64 %a, 7
  %c = icmp eq i64 %l, 0
  call void @llvm.assume(i1 %c)
  %q = getelementptr i8, ptr %p, i64 4
  %r = load i32, ptr %q, align 4
  ret i32 %r
}
; check: correct

; Where none is, the pointer is poison, and nobody looks.
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare void @llvm.assume(i1)
define <2 x i32> @src(ptr noundef %p) {
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 8 %p, <2 x i1> zeroinitializer, <2 x i32> zeroinitializer)
  ret <2 x i32> %v
}
define <2 x i32> @tgt(ptr noundef %p) {
  %a = ptrtoint ptr %p to i64
  %l = and i64 %a, 7
  %c = icmp eq i64 %l, 0
  call void @llvm.assume(i1 %c)
  ret <2 x i32> zeroinitializer
}
; check: incorrect: more-ub (interpreter, smt)

declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
define void @src(ptr noundef %p, <2 x i1> %m) {
  call void @llvm.masked.store.v2i32.p0(<2 x i32> splat (i32 1), ptr align 8 %p, <2 x i1> <i1 false, i1 true>)
  ret void
}
define void @tgt(ptr noundef %p, <2 x i1> %m) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q, align 4
  ret void
}
; check: correct

; The element is aligned as it is behind the base, no more.
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
define void @src(ptr noundef %p, <2 x i1> %m) {
  call void @llvm.masked.store.v2i32.p0(<2 x i32> splat (i32 1), ptr align 8 %p, <2 x i1> <i1 false, i1 true>)
  ret void
}
define void @tgt(ptr noundef %p, <2 x i1> %m) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q, align 8
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; LangRef, llvm.vp.load: where nothing is said it is that of the vector's type.
declare <2 x i32> @llvm.vp.load.v2i32.p0(ptr, <2 x i1>, i32)
declare void @llvm.assume(i1)
define i32 @src(ptr noundef %p) {
  %v = call <2 x i32> @llvm.vp.load.v2i32.p0(ptr %p, <2 x i1> <i1 false, i1 true>, i32 2)
  %r = extractelement <2 x i32> %v, i32 1
  ret i32 %r
}
define i32 @tgt(ptr noundef %p) {
  %a = ptrtoint ptr %p to i64
  %l = and i64 %a, 7
  %c = icmp eq i64 %l, 0
  call void @llvm.assume(i1 %c)
  %q = getelementptr i8, ptr %p, i64 4
  %r = load i32, ptr %q, align 4
  ret i32 %r
}
; check: correct
