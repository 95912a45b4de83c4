; ATTR-30: Equal calls are told apart by their order: two that exchange their promises do not keep them.
declare void @g(ptr)
define void @src(ptr %p) {
  call void @g(ptr captures(none) %p)
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
}
; check: unknown: unfollowed-promise: captures

declare void @g(ptr)
define void @src(ptr %p) {
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @g(ptr captures(none) %p)
  call void @g(ptr %p)
  ret void
}
; check: unknown: unfollowed-promise: captures

declare void @g(ptr)
define void @src(ptr %p) {
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
}
; check: correct

declare void @g()
define void @src() {
  call void @g() nofree
  call void @g()
  ret void
}
define void @tgt() {
  call void @g()
  call void @g() nofree
  ret void
}
; check: unknown: unfollowed-promise: nofree

declare void @g()
define void @src() {
  call void @g() nosync
  call void @g()
  call void @g() nosync
  ret void
}
define void @tgt() {
  call void @g() nosync
  call void @g() nosync
  call void @g()
  ret void
}
; check: unknown: unfollowed-promise: nosync

declare void @g()
define void @src() {
  call void @g() nosync
  call void @g()
  call void @g() nosync
  ret void
}
define void @tgt() {
  call void @g() nosync
  call void @g()
  call void @g()
  ret void
}
; check: correct

; In blocks behind each other.
declare void @g()
define void @src(i1 %c) {
  call void @g() nocallback
  br i1 %c, label %a, label %e
a:
  call void @g()
  br label %e
e:
  ret void
}
define void @tgt(i1 %c) {
  call void @g()
  br i1 %c, label %a, label %e
a:
  call void @g() nocallback
  br label %e
e:
  ret void
}
; check: unknown: unfollowed-promise: nocallback

; Equal calls that access no memory are one.
declare i32 @g(i32) nounwind willreturn memory(none)
define i32 @src(i32 %x) {
  %a = call i32 @g(i32 %x) nocallback
  %b = call i32 @g(i32 %x)
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(i32 %x) {
  %a = call i32 @g(i32 %x)
  %b = call i32 @g(i32 %x) nocallback
  %s = add i32 %a, %b
  ret i32 %s
}
; check: correct
