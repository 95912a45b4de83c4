; ATTR-30: What a function that only the target has promises at its calls, some call of the source must.
declare void @g(ptr)
define void @f(ptr %p) {
  call void @g(ptr %p)
  ret void
}
; target:
declare void @g(ptr)
define internal void @f.part(ptr %p) noinline {
  call void @g(ptr captures(none) %p)
  ret void
}
define void @f(ptr %p) {
  call void @f.part(ptr %p)
  ret void
}
; check: unknown: unfollowed-promise: captures of @f.part

declare void @g(ptr)
define void @f(ptr %p) {
  call void @g(ptr captures(none) %p)
  ret void
}
; target:
declare void @g(ptr)
define internal void @f.part(ptr %p) noinline {
  call void @g(ptr captures(none) %p)
  ret void
}
define void @f(ptr %p) {
  call void @f.part(ptr %p)
  ret void
}
; check: correct

; Its arguments have other numbers.
declare void @g(ptr, i32)
define void @f(i32 %x, ptr %p) {
  call void @g(ptr nofree %p, i32 %x)
  ret void
}
; target:
declare void @g(ptr, i32)
define internal void @f.part(ptr %p, i32 %x) noinline {
  call void @g(ptr nofree %p, i32 %x)
  ret void
}
define void @f(i32 %x, ptr %p) {
  call void @f.part(ptr %p, i32 %x)
  ret void
}
; check: correct

declare void @g(ptr, i32)
define void @f(i32 %x, ptr %p) {
  call void @g(ptr %p, i32 %x)
  ret void
}
; target:
declare void @g(ptr, i32)
define internal void @f.part(ptr %p, i32 %x) noinline {
  call void @g(ptr nofree %p, i32 %x)
  ret void
}
define void @f(i32 %x, ptr %p) {
  call void @f.part(ptr %p, i32 %x)
  ret void
}
; check: unknown: unfollowed-promise: nofree of @f.part

declare i32 @g(ptr) memory(read) nounwind willreturn
define i32 @f(ptr %p) {
  %r = call i32 @g(ptr %p)
  ret i32 %r
}
; target:
declare i32 @g(ptr) memory(read) nounwind willreturn
define internal i32 @f.part(ptr %p) noinline {
  %r = call i32 @g(ptr %p) memory(argmem: read)
  ret i32 %r
}
define i32 @f(ptr %p) {
  %r = call i32 @f.part(ptr %p)
  ret i32 %r
}
; check: unknown: unfollowed-promise: memory of @f.part

; And its metadata some access of the source.
define void @f(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret void
}
!0 = !{}
; target:
define internal void @f.part(ptr %p, ptr %q) noinline {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %q
  ret void
}
define void @f(ptr %p, ptr %q) {
  call void @f.part(ptr %p, ptr %q)
  ret void
}
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.load of @f.part
