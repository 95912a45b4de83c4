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

; With computed arguments they are told apart by their order, too, which others see.
declare void @g(ptr)
define void @src(ptr %x, ptr %y) {
  %p = load ptr, ptr %x
  call void @g(ptr captures(none) %p)
  %q = load ptr, ptr %y
  call void @g(ptr %q)
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  %p = load ptr, ptr %x
  call void @g(ptr %p)
  %q = load ptr, ptr %y
  call void @g(ptr captures(none) %q)
  ret void
}
; check: unknown: unfollowed-promise: captures

declare void @g(i32)
define void @src(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  call void @g(i32 %p) nocallback
  %q = add i32 %p, 1
  call void @g(i32 %q)
  ret void
}
define void @tgt(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  call void @g(i32 %p)
  %q = add i32 %p, 1
  call void @g(i32 %q) nocallback
  ret void
}
; check: unknown: unfollowed-promise: nocallback

; They keep theirs.
declare void @g(i32)
define void @src(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  call void @g(i32 %p) nocallback
  %q = add i32 %p, 1
  call void @g(i32 %q)
  ret void
}
define void @tgt(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  call void @g(i32 %p) nocallback
  %q = sub i32 %p, -1
  call void @g(i32 %q)
  ret void
}
; check: correct

; Who only reads may be called in another order.
declare i32 @g(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  %a = call i32 @g(i32 %p) nocallback
  %q = add i32 %p, 1
  %b = call i32 @g(i32 %q)
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %x, ptr %y) {
  %p = load i32, ptr %y
  %q = add i32 %p, 1
  %b = call i32 @g(i32 %q)
  %a = call i32 @g(i32 %p) nocallback
  %r = sub i32 %a, %b
  ret i32 %r
}
; check: correct

; ATTR-64: Equal calls on two ways are told apart by the blocks that they stand in.
declare i32 @g(ptr)
define void @src(ptr noundef %a, i1 noundef %c) {
entry:
  br i1 %c, label %b, label %e
b:
  %v = call i32 @g(ptr %a) nofree
  ret void
e:
  %w = call i32 @g(ptr %a)
  ret void
}
define void @tgt(ptr noundef %a, i1 noundef %c) {
entry:
  br i1 %c, label %b, label %e
b:
  %v = call i32 @g(ptr %a)
  ret void
e:
  %w = call i32 @g(ptr %a) nofree
  ret void
}
; check: unknown: unfollowed-promise: nofree

declare i32 @g(ptr)
define void @src(ptr noundef %a, i1 noundef %c) {
entry:
  br i1 %c, label %b, label %e
b:
  %v = call i32 @g(ptr %a) nofree
  ret void
e:
  %w = call i32 @g(ptr %a)
  ret void
}
define void @tgt(ptr noundef %a, i1 noundef %c) {
entry:
  br i1 %c, label %b, label %e
b:
  %v = call i32 @g(ptr %a) nofree
  ret void
e:
  %w = call i32 @g(ptr %a)
  ret void
}
; check: correct

; What both say one call may say.
declare i32 @g(ptr)
define void @src(ptr noundef %a, i1 noundef %c) {
entry:
  br i1 %c, label %b, label %e
b:
  %v = call i32 @g(ptr %a) nofree
  ret void
e:
  %w = call i32 @g(ptr %a) nofree
  ret void
}
define void @tgt(ptr noundef %a, i1 noundef %c) {
entry:
  %v = call i32 @g(ptr %a) nofree
  ret void
}
; check: correct
