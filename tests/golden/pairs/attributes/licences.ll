; Metadata and assumptions that only license, or that few use.

; ATTR-27: !fpmath and !absolute_symbol change nothing.
define float @src(float noundef %x) { %r = fdiv float %x, 3.0, !fpmath !0 ret float %r }
define float @tgt(float noundef %x) { %r = fdiv float %x, 3.0 ret float %r }
!0 = !{float 2.5}
; interpreter: nothing against it
; solver: correct

; ATTR-28: a pointer that is aligned to three is null.
declare void @llvm.assume(i1)
define i1 @src(ptr noundef %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 3) ]
  %r = icmp eq ptr %p, null
  ret i1 %r
}
define i1 @tgt(ptr noundef %p) { ret i1 true }
; interpreter: nothing against it
; solver: correct
