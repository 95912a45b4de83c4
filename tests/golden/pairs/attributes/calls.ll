; Nounwind may be dropped but not invented.
declare void @may()
define void @src() { call void @may() nounwind ret void }
define void @tgt() { call void @may() ret void }
; interpreter: nothing against it
; solver: correct

declare void @may()
define void @src() { call void @may() ret void }
define void @tgt() { call void @may() nounwind ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Attributes of results may be dropped but not invented.
declare i32 @g() nounwind willreturn
define i32 @src() { %r = call range(i32 0, 10) i32 @g() ret i32 %r }
define i32 @tgt() { %r = call i32 @g() ret i32 %r }
; interpreter: nothing against it
; solver: correct

declare i32 @g() nounwind willreturn
define i32 @src() { %r = call i32 @g() ret i32 %r }
define i32 @tgt() { %r = call range(i32 0, 10) i32 @g() ret i32 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; What a call's attributes say of its argument's memory holds after the call.
declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr initializes((0, 1)) %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr initializes((0, 1)) %p) ret void }
; interpreter: nothing against it
; solver: correct

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i16 1, ptr %p, align 1
  call void @f(ptr initializes((0, 1)) %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr initializes((0, 1)) %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i16 1, ptr %p, align 1
  call void @f(ptr dead_on_return %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr dead_on_return %p) ret void }
; interpreter: nothing against it
; solver: correct

; CALL-9: A trap does not look at memory.
declare void @llvm.trap()
@g = global i8 0
define void @src() {
  store i8 1, ptr @g
  call void @llvm.trap()
  unreachable
}
define void @tgt() { call void @llvm.trap() unreachable }
; interpreter: nothing against it
; solver: correct

declare void @abort()
@g = global i8 0
define void @src() {
  store i8 1, ptr @g
  call void @abort()
  unreachable
}
define void @tgt() { call void @abort() unreachable }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Memory that is dead_on_unwind is not compared after an exception.
declare void @f() memory(write)
define void @src(ptr noalias dead_on_unwind %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias dead_on_unwind %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f() memory(write)
define void @src(ptr noalias %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; The callee of a tail call does not look at the caller's stack.
declare void @f(ptr)
define void @src() {
  %p = alloca i8
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  tail call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f(ptr)
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { tail call void @f(ptr %p) ret void }
; interpreter: nothing against it
; solver: correct

; ATTR-17: It is seen how often a speculatable function is called.
declare i32 @f(i32) speculatable memory(none) willreturn nounwind
define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }
define i32 @tgt(i32 %x) { ret i32 0 }
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

declare i32 @f(i32) speculatable
define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }
define i32 @tgt(i32 %x) { ret i32 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; ATTR-11: A callee does not write through a readonly argument, but may by other pointers.
; What was captured may be written later.
declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr %a, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr %a, ptr %x)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %h)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %h)
  ret i8 1
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %h, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %h, ptr %x)
  ret i8 1
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
declare void @g()
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  call void @g()
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; CALL-3: A function that only writes memory may be called once in place of twice.
declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @w(ptr %p) ret void }
; interpreter: nothing against it
; solver: correct

declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) { call void @w(ptr %p) ret void }
define void @tgt(ptr noundef %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) {
  call void @w(ptr %p)
  store i8 1, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @w(ptr %p) ret void }
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: correct

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) { call void @w(ptr %p) ret void }
define void @tgt(ptr noundef %p) { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) {
  call void @w(ptr %p)
  store i8 1, ptr %p
  ret void
}
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: incorrect: more-ub

; ATTR-16: A tail call does not see what is stored on the stack.
declare void @f(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  tail call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  tail call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; ATTR-44: What passes must not do to a call is still said of it.
declare void @f()
define void @src() { call void @f() noduplicate ret void }
define void @tgt() { call void @f() ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f() noduplicate
define void @src() { call void @f() noduplicate ret void }
define void @tgt() { call void @f() ret void }
; check: correct

declare void @f()
define void @src() { call void @f() call void @f() noduplicate ret void }
define void @tgt() { call void @f() call void @f() ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f()
define void @src() { notail call void @f() ret void }
define void @tgt() { call void @f() ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare double @f(double)
define double @src(double %x) strictfp { %r = call double @f(double %x) strictfp ret double %r }
define double @tgt(double %x) strictfp { %r = call double @f(double %x) ret double %r }
; check: unknown: unsupported: calls that passes must leave as they are

declare double @f(double)
define double @src(double %x) strictfp { %r = call double @f(double %x) strictfp ret double %r }
define double @tgt(double %x) { %r = call double @f(double %x) strictfp ret double %r }
; check: unknown: unsupported: calls that passes must leave as they are

define double @src(double %x) strictfp { ret double %x }
define double @tgt(double %x) { ret double %x }
; check: correct

declare void @f()
define internal void @in(i1 %c) { call void @f() noduplicate ret void }
define void @g() { call void @in(i1 true) ret void }
; target:
declare void @f()
define internal void @in(i1 %c) { call void @f() ret void }
define void @g() { call void @in(i1 true) ret void }
; check: unknown: unsupported: calls that passes must leave as they are

; The markers of tail calls are part of a text.
declare i8 @f(i8)
define i8 @src(i8 %x) { %r = musttail call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = tail call i8 @f(i8 %x) ret i8 %r }
; check: unknown: unsupported: calls that were musttail

declare i8 @f(i8)
define i8 @src(i8 %x) { %r = tail call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; check: correct

; A swifterror argument is not captured.
declare void @t(ptr swifterror) nounwind
declare void @g() nounwind
define i1 @src() {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @t(ptr swifterror %e)
  %v = load ptr, ptr %e
  call void @g()
  %w = load ptr, ptr %e
  %r = icmp eq ptr %v, %w
  ret i1 %r
}
define i1 @tgt() {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @t(ptr swifterror %e)
  %v = load ptr, ptr %e
  call void @g()
  %r = icmp eq ptr %v, %v
  ret i1 %r
}
; check: correct

; noduplicate: of a pointer, too.
define i32 @src(i1 noundef %c, ptr %p) {
  call void %p(i32 1) noduplicate
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgt(i1 noundef %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void %p(i32 1) noduplicate
  ret i32 1
b:
  call void %p(i32 1) noduplicate
  ret i32 2
}
; check: incorrect: attributes

; ATTR-44: What one of two calls says does not pass to the other.
declare i32 @h(i32)
define i32 @src(i32 %x) { %r = notail call i32 @h(i32 %x) %s = call i32 @h(i32 %r) ret i32 %s }
define i32 @tgt(i32 %x) { %r = call i32 @h(i32 %x) %s = notail call i32 @h(i32 %r) ret i32 %s }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f(i32)
define void @src() { call void @f(i32 1) noduplicate call void @f(i32 2) ret void }
define void @tgt() { call void @f(i32 1) call void @f(i32 2) noduplicate ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f(i32)
define void @src() { call void @f(i32 1) noduplicate call void @f(i32 2) ret void }
define void @tgt() { call void @f(i32 1) noduplicate call void @f(i32 2) ret void }
; check: correct
