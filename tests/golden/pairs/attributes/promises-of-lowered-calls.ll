; ATTR-30: What only the target says at a call of an intrinsic, also where the source calls another one.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 2, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr readonly %p, ptr %q, i64 2, i1 false)
  ret void
}
; check: unknown: unfollowed-promise: readnone

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 2, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr writeonly %p, ptr readonly %q, i64 2, i1 false)
  ret void
}
; check: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 2, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr writeonly %q, i64 2, i1 false)
  ret void
}
; check: unknown: unfollowed-promise: readnone

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { store i16 257, ptr %p, align 1 ret void }
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr readnone %p, i8 1, i64 2, i1 false)
  ret void
}
; check: unknown: unfollowed-promise: readnone

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { store i16 257, ptr %p, align 1 ret void }
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 2, i1 false)
  ret void
}
; check: correct

declare i64 @strlen(ptr)
define i64 @src() { ret i64 0 }
define i64 @tgt(){
  %a = alloca i8
  store i8 0, ptr %a
  %r = call i64 @strlen(ptr readnone %a)
  ret i64 %r
}
; check: unknown: unfollowed-promise: readnone
