; MEM-56: what lies between the fields that !tbaa.struct names need not be copied.

; The fields alone, or all of it.
!0 = !{i64 0, i64 1, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1, i1 false)
  %p4 = getelementptr i8, ptr %p, i64 4
  %q4 = getelementptr i8, ptr %q, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p4, ptr %q4, i64 4, i1 false)
  ret void
}
; check: correct

!0 = !{i64 0, i64 1, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1, i1 false)
  %p4 = getelementptr i8, ptr %p, i64 4
  %q4 = getelementptr i8, ptr %q, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p4, ptr %q4, i64 3, i1 false)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

!0 = !{i64 0, i64 1, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
; check: correct

; Without gaps, and without the promise, all has to be copied.
!0 = !{i64 0, i64 4, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define i64 @src(ptr noalias %q) {
  %p = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 false), !tbaa.struct !0
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
define i64 @tgt(ptr noalias %q) {
  %v = load i64, ptr %q, align 4
  ret i64 %v
}
; check: correct

!0 = !{i64 0, i64 4, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define i64 @src(ptr noalias %q) {
  %p = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 false), !tbaa.struct !0
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
define i64 @tgt(ptr noalias %q) {
  ret i64 0
}
; check: incorrect: value-mismatch (interpreter, smt)

!0 = !{i64 0, i64 1, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

!0 = !{i64 0, i64 1, !3, i64 4, i64 4, !3}
!1 = !{!"root"}
!2 = !{!"char", !1, i64 0}
!3 = !{!2, !2, i64 0}
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1, i1 false)
  %p4 = getelementptr i8, ptr %p, i64 4
  %q4 = getelementptr i8, ptr %q, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p4, ptr %q4, i64 4, i1 false)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)
