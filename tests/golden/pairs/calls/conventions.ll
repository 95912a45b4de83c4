; How arguments and results are passed is part of a call, and of a function.

; ATTR-55: a function keeps the ABI attributes of its result.
define zeroext i8 @src(i8 %x) {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: and of its arguments.
define i8 @src(i8 zeroext %x) {
  ret i8 %x
}
define i8 @tgt(i8 signext %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: and its calling convention.
define fastcc i8 @src(i8 %x) {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: a call in another convention than the callee's is another call.
declare void @f(i32)
define void @src(i32 %x) {
  call void @f(i32 %x)
  ret void
}
define void @tgt(i32 %x) {
  call void @f(i32 inreg %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: so is one that says less than the declaration.
declare void @f(ptr sret(i64))
define i64 @src() {
  %p = alloca i64
  call void @f(ptr sret(i64) %p)
  %v = load i64, ptr %p
  ret i64 %v
}
define i64 @tgt() {
  %p = alloca i64
  call void @f(ptr %p)
  %v = load i64, ptr %p
  ret i64 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: what both calls leave out is no difference.
declare void @f(i8 zeroext)
define void @src(i8 %x) {
  %y = add i8 %x, 0
  call void @f(i8 %y)
  ret void
}
define void @tgt(i8 %x) {
  call void @f(i8 %x)
  ret void
}
; check: correct

; ATTR-55: byval of a type of another size.
declare void @f(ptr byval(i64))
define void @src(ptr %p) {
  call void @f(ptr byval(i64) %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @f(ptr byval(i32) %p)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: byval left out.
declare void @f(ptr)
declare void @g(ptr byval(i8))
define i8 @src(ptr %p) {
  store i8 1, ptr %p
  call void @g(ptr byval(i8) %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  store i8 1, ptr %p
  call void @g(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: a call by a pointer.
define void @src(ptr %f, i8 %x) {
  call void %f(i8 zeroext %x)
  ret void
}
define void @tgt(ptr %f, i8 %x) {
  call void %f(i8 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: and its calling convention.
define void @src(ptr %f, i8 %x) {
  call fastcc void %f(i8 %x)
  ret void
}
define void @tgt(ptr %f, i8 %x) {
  call void %f(i8 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: noalias is no matter of the ABI.
declare void @f(ptr noalias)
define void @src(ptr noalias %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr noalias %p) {
  call void @f(ptr noalias %p)
  ret void
}
; check: correct

; ATTR-55: of a function whose body is known, what both calls say is no difference.
define i8 @g(i8 zeroext %x) { ret i8 %x }
define i8 @src(i8 %x) { %y = add i8 %x, 0 %r = call i8 @g(i8 %y) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @g(i8 %x) ret i8 %r }
; check: correct

; ATTR-55: what one of them leaves out is one.
define i8 @g(i8 zeroext %x) { ret i8 %x }
define i8 @src(i8 %x) { %r = call i8 @g(i8 zeroext %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @g(i8 %x) ret i8 %r }
; check: unknown: unfollowed-promise: convention (no ABI attributes)
