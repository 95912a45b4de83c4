; An indirect call of a function with `returned` gives the argument.
declare ptr @same(ptr returned)
define ptr @src(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @same
  br i1 %c, label %a, label %b
a:
  %r = call ptr %f(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
define ptr @tgt(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @same
  br i1 %c, label %a, label %b
a:
  %r = call ptr @same(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
; interpreter: nothing against it
; solver: correct

declare ptr @other(ptr)
define ptr @src(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @other
  br i1 %c, label %a, label %b
a:
  %r = call ptr %f(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
define ptr @tgt(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @other
  br i1 %c, label %a, label %b
a:
  %r = call ptr @other(ptr %x)
  ret ptr %x
b:
  ret ptr null
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; A definition's own `returned` is a fact: a source whose body breaks it refutes nothing.
define i32 @src(i32 returned %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt(i32 returned %x) { ret i32 %x }
; interpreter: unknown: something else than the returned argument is returned
; solver: unknown: approximation

define i32 @src(i32 returned %x) { ret i32 %x }
define i32 @tgt(i32 returned %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; ATTR-7. What a dead_on_return argument leads to is poison after a call of a function of the module.
define internal void @in(ptr dead_on_return %p) {
  store i8 1, ptr %p
  ret void
}
define i8 @src(ptr %p) {
  call void @in(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  call void @in(ptr %p)
  ret i8 7
}
; interpreter: nothing against it
; solver: correct

; ATTR-7. Where the call site says so, too, and all of the object.
define internal void @in(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define i16 @src() {
  %p = alloca [4 x i16]
  %q = getelementptr i8, ptr %p, i64 4
  store i16 5, ptr %q
  call void @in(ptr dead_on_return %p)
  %v = load i16, ptr %q
  ret i16 %v
}
define i16 @tgt() {
  ret i16 7
}
; interpreter: nothing against it
; solver: unknown: approximation

; Without the attribute the bytes stay.
define internal void @in(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define i8 @src(ptr %p) {
  call void @in(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  call void @in(ptr %p)
  ret i8 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A call's range attribute and its !range both hold, whichever says less.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 -2, 9) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 9) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 0, i8 -1}
; interpreter: correct
; solver: correct

; The other way round.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 0, -1) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 9) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 -2, i8 9}
; interpreter: correct
; solver: correct

; Less than both say.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 -2, 9) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 8) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 0, i8 -1}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Two that have nothing in common: always poison.
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %a = call range(i8 0, 9) i8 @g(i8 %x), !range !0
  ret i8 %a
}
define i8 @tgt(i8 %x) {
  %a = call i8 @g(i8 %x)
  ret i8 poison
}
!0 = !{i8 20, i8 30}
; interpreter: unknown: a result that keeps its promises
; solver: correct

; ATTR-51: A function that creates no poison gives none for arguments that are not.
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 %x) {
  %y = freeze i32 %x
  %r = call i32 @f(i32 %y)
  ret i32 %r
}
; interpreter: unknown: an unknown function of an undefined value
; solver: incorrect: more-ub

; Nearly: the argument may be poison,
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: unknown: an unknown function of an undefined value
; solver: incorrect: more-poisonous

; or the function does not promise it,
declare i32 @f(i32) nounwind willreturn memory(none)
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; or what the call promises of the result makes it poison.
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 noundef %x) {
  %r = call range(i32 0, 10) i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call range(i32 0, 10) i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; The target alone promises it.
declare i32 @f(i32) nounwind willreturn memory(none)
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x) nocreateundeforpoison
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; Of a function with a body nobody follows it.
define i32 @src(i32 noundef %x) { ret i32 poison }
define i32 @tgt(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
; check: unknown: unfollowed-promise: nocreateundeforpoison

define i32 @src(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
define i32 @tgt(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
; check: correct

; ATTR-58: As many bytes as allocsize says are there at the result, or it is null.
declare ptr @gives(i64, i64) allocsize(0)
define void @src() {
  %p = call ptr @gives(i64 4, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(4) ptr @gives(i64 4, i64 8)
  ret void
}
; check: correct

declare ptr @gives(i64, i64) allocsize(0)
define void @src() {
  %p = call ptr @gives(i64 4, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(5) ptr @gives(i64 4, i64 8)
  ret void
}
; check: unknown: unconfirmed

; Not null.
declare ptr @gives(i64, i64) allocsize(0)
define void @src() {
  %p = call ptr @gives(i64 4, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable(4) ptr @gives(i64 4, i64 8)
  ret void
}
; check: unknown: unconfirmed

; The product of two.
declare ptr @gives(i64, i64) allocsize(0, 1)
define void @src() {
  %p = call ptr @gives(i64 4, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(32) ptr @gives(i64 4, i64 8)
  ret void
}
; check: correct

declare ptr @gives(i64, i64) allocsize(0, 1)
define void @src() {
  %p = call ptr @gives(i64 4, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(33) ptr @gives(i64 4, i64 8)
  ret void
}
; check: unknown: unconfirmed

; Sizes that are computed.
declare ptr @gives(i64, i64) allocsize(0)
define void @src() {
  %n = add i64 2, 2
  %p = call ptr @gives(i64 %n, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(4) ptr @gives(i64 4, i64 8)
  ret void
}
; check: correct

declare ptr @gives(i64, i64) allocsize(0)
define void @src() {
  %n = add i64 2, 2
  %p = call ptr @gives(i64 %n, i64 8)
  ret void
}
define void @tgt() {
  %p = call dereferenceable_or_null(5) ptr @gives(i64 4, i64 8)
  ret void
}
; check: unknown: unconfirmed

declare ptr @gives(i32, i64) allocsize(0, 1)
define void @src(i32 %m) {
  %n = or i32 %m, 2147483648
  %p = call ptr @gives(i32 %n, i64 4)
  ret void
}
define void @tgt(i32 %m) {
  %n = or i32 %m, 2147483648
  %p = call dereferenceable_or_null(8589934592) ptr @gives(i32 %n, i64 4)
  ret void
}
; check: correct

declare ptr @gives(i32, i64) allocsize(0, 1)
define void @src(i32 %m) {
  %n = or i32 %m, 2147483648
  %p = call ptr @gives(i32 %n, i64 4)
  ret void
}
define void @tgt(i32 %m) {
  %n = or i32 %m, 2147483648
  %p = call dereferenceable_or_null(8589934593) ptr @gives(i32 %n, i64 4)
  ret void
}
; check: unknown: unconfirmed

; At an invoke, too.
declare ptr @gives(i64) allocsize(0)
declare i32 @personality(...)
define ptr @src() personality ptr @personality {
  %n = add i64 2, 2
  %p = invoke ptr @gives(i64 %n) to label %goes unwind label %throws
goes:
  ret ptr %p
throws:
  %l = landingpad { ptr, i32 } cleanup
  ret ptr null
}
define ptr @tgt() personality ptr @personality {
  %p = invoke ptr @gives(i64 4) to label %goes unwind label %throws
goes:
  ret ptr %p
throws:
  %l = landingpad { ptr, i32 } cleanup
  ret ptr null
}
; check: correct
