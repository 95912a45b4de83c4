; ATTR-11: What a call gives or stores may lead to the same object as an argument of which attributes bind accesses.
declare ptr @get_ptr()
define void @src(ptr %x) {
  %a = call ptr @get_ptr()
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x) {
  %a = call ptr @get_ptr()
  store i8 7, ptr %a
  ret void
}
; check: correct

@g = global ptr null
declare void @f()
define void @src(ptr %x) {
  call void @f()
  %a = load ptr, ptr @g
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x) {
  call void @f()
  %a = load ptr, ptr @g
  store i8 7, ptr %a
  ret void
}
; check: correct

declare ptr @get_ptr(ptr)
define void @src(ptr %x) {
  %a = call ptr @get_ptr(ptr captures(none) %x)
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x) {
  %a = call ptr @get_ptr(ptr captures(none) %x)
  store i8 7, ptr %a
  ret void
}
; check: unknown: unfollowed-promise: readonly

declare {i32, ptr} @get_ptr()
define void @src(ptr %x) {
  %r = call {i32, ptr} @get_ptr()
  %a = extractvalue {i32, ptr} %r, 1
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x) {
  %r = call {i32, ptr} @get_ptr()
  %a = extractvalue {i32, ptr} %r, 1
  store i8 7, ptr %a
  ret void
}
; check: correct

declare i64 @get_ptr()
define void @src(ptr %x) {
  %r = call i64 @get_ptr()
  %a = inttoptr i64 %r to ptr
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x) {
  %r = call i64 @get_ptr()
  %a = inttoptr i64 %r to ptr
  store i8 7, ptr %a
  ret void
}
; check: correct

declare ptr @get_ptr()
define i8 @src(ptr %x) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  ret i8 %b
}
define i8 @tgt(ptr writeonly %x) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  ret i8 %b
}
; check: correct

; What the function may do with its arguments says nothing of other pointers.
declare ptr @get_ptr()
define i8 @src(ptr %x) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  ret i8 %b
}
define i8 @tgt(ptr %x) memory(readwrite, argmem: none) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  ret i8 %b
}
; check: correct

; So may a vector of pointers, and an aggregate.
define void @src(ptr %x, <2 x ptr> %v) {
  %a = extractelement <2 x ptr> %v, i32 1
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readonly %x, <2 x ptr> %v) {
  %a = extractelement <2 x ptr> %v, i32 1
  store i8 7, ptr %a
  ret void
}
; check: correct

define void @src(ptr %x, {i32, ptr} %v) {
  %a = extractvalue {i32, ptr} %v, 1
  store i8 7, ptr %a
  ret void
}
define void @tgt(ptr readnone %x, {i32, ptr} %v) {
  %a = extractvalue {i32, ptr} %v, 1
  store i8 7, ptr %a
  ret void
}
; check: correct

; An access by the argument itself is bound.
declare ptr @get_ptr()
define void @src(ptr %x) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  store i8 7, ptr %x
  ret void
}
define void @tgt(ptr readonly %x) {
  %a = call ptr @get_ptr()
  %b = load i8, ptr %a
  store i8 7, ptr %x
  ret void
}
; check: incorrect: more-ub (interpreter, smt)
