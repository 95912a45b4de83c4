; Branches, loops and memory of the callee are executed.
define i8 @f(i8 %n, ptr %p) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %j, %body ]
  %c = icmp ult i8 %i, %n
  br i1 %c, label %body, label %out
body:
  store i8 %i, ptr %p
  %j = add i8 %i, 1
  br label %head
out:
  ret i8 %i
}
define i8 @src(ptr %p) {
  %a = call i8 @f(i8 2, ptr %p)
  %b = call i8 @f(i8 3, ptr %p)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt(ptr %p) { store i8 2, ptr %p ret i8 5 }
; interpreter: nothing against it
; solver: correct

define i8 @f(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  ret i8 1
b:
  store i8 2, ptr %p
  ret i8 2
}
define i8 @src(i1 noundef %c, ptr %p) { %a = call i8 @f(i1 %c, ptr %p) ret i8 %a }
define i8 @tgt(i1 noundef %c, ptr %p) {
  %v = select i1 %c, i8 2, i8 1
  store i8 %v, ptr %p
  ret i8 %v
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Undefined behaviour of the callee is the caller's.
define i8 @f(i8 %x) { %y = udiv i8 8, %x ret i8 %y }
define i8 @src(i8 noundef %x) { %r = call i8 @f(i8 %x) ret i8 0 }
define i8 @tgt(i8 noundef %x) { ret i8 0 }
; interpreter: nothing against it
; solver: correct

define i8 @f(i8 %x) { %y = udiv i8 8, %x ret i8 %y }
define i8 @src(i8 noundef %x) { ret i8 0 }
define i8 @tgt(i8 noundef %x) { %r = call i8 @f(i8 %x) ret i8 0 }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; An undef result is picked anew at each use.
define i8 @f() { ret i8 undef }
define i8 @src() {
  %a = call i8 @f()
  %r = sub i8 %a, %a
  ret i8 %r
}
define i8 @tgt() { ret i8 7 }
; interpreter: nothing against it
; solver: correct

define noundef i8 @f() { ret i8 undef }
define i8 @src() { %a = call i8 @f() ret i8 %a }
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; Objects on the callee's stack die with it.
define ptr @f() {
  %p = alloca i8
  store i8 1, ptr %p
  ret ptr %p
}
define void @src() {
  %p = call ptr @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @f(ptr %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @src() {
  %p = alloca i8
  store i8 5, ptr %p
  %v = call i8 @f(ptr %p)
  %w = load i8, ptr %p
  %r = add i8 %v, %w
  ret i8 %r
}
define i8 @tgt() { ret i8 10 }
; interpreter: nothing against it
; solver: correct

; The callee of a tail call does not access the caller's stack.
define i8 @f(ptr %q) { %v = load i8, ptr %q ret i8 %v }
define i8 @src() {
  %p = alloca i8
  store i8 5, ptr %p
  %v = tail call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @f(ptr %q) { %v = load i8, ptr %q ret i8 %v }
define i8 @src() {
  %p = alloca i8
  store i8 5, ptr %p
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-10: What a called function promises of memory is followed.
define void @f(ptr %p) memory(none) {
  %q = alloca i8
  store i8 1, ptr %q
  store i8 1, ptr %p
  ret void
}
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define void @f(ptr %p) memory(read) {
  %q = alloca i8
  store i8 1, ptr %q
  store i8 1, ptr %p
  ret void
}
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define void @f(ptr %p) memory(argmem: write) {
  %q = alloca i8
  store i8 1, ptr %q
  store i8 1, ptr %p
  ret void
}
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-15: A promise that is not followed refutes nothing.
define i8 @f(ptr noalias %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr %p, ptr %q) { %v = call i8 @f(ptr %p, ptr %q) ret i8 %v }
define i8 @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: unknown: arguments that share an object in spite of noalias
; solver: unknown: approximation

; Recursion is an unknown call.
define i8 @f(i8 %n) {
  %c = icmp eq i8 %n, 0
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  %m = sub i8 %n, 1
  %r = call i8 @f(i8 %m)
  %s = mul i8 %r, 3
  ret i8 %s
}
define i8 @src(i8 noundef %n) {
  %r = call i8 @f(i8 %n)
  %s = add i8 %r, %r
  ret i8 %s
}
define i8 @tgt(i8 noundef %n) {
  %r = call i8 @f(i8 %n)
  %s = shl i8 %r, 1
  ret i8 %s
}
; interpreter: nothing against it
; solver: correct

define i8 @f(i8 %n) {
  %c = icmp eq i8 %n, 0
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  %m = sub i8 %n, 1
  %r = call i8 @f(i8 %m)
  %s = mul i8 %r, 3
  ret i8 %s
}
define i8 @src() { %r = call i8 @f(i8 4) ret i8 %r }
define i8 @tgt() { ret i8 80 }
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation
