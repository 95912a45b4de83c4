; LangRef, memory: to read what never changes is always valid. A type tag may say that of what is read.
define i8 @src(ptr %p, ptr %q) {
  %a = load i8, ptr %q, !tbaa !0
  store i8 0, ptr %p
  ret i8 %a
}
define i8 @tgt(ptr %p, ptr %q) memory(argmem: write) {
  %a = load i8, ptr %q, !tbaa !0
  store i8 0, ptr %p
  ret i8 %a
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"node", !2}
!2 = !{!"root"}
; check: unknown: approximation

define i8 @src(ptr %p, ptr %q) {
  %a = load i8, ptr %q, !tbaa !0
  store i8 0, ptr %p
  ret i8 %a
}
define i8 @tgt(ptr %p, ptr %q) memory(argmem: write) {
  %a = load i8, ptr %q, !tbaa !0
  store i8 0, ptr %p
  ret i8 %a
}
!0 = !{!1, !1, i64 0}
!1 = !{!"node", !2}
!2 = !{!"root"}
; check: incorrect: more-poisonous (interpreter)
