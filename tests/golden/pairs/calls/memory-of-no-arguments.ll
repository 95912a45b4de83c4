; memory(argmem: ...) of a call that is given no pointers: it neither reads nor writes (LangRef: argmem is what is based on pointer arguments; ATTR-41).
declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src() {
  %a = call i7 @f()
  %b = call i7 @f()
  ret i7 %b
}
define i7 @tgt() {
  %a = call i7 @f()
  ret i7 %a
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  %b = call i7 @g(i7 %x)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  ret i7 %a
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(ptr %x) {
  %a = call i7 @p(ptr %x)
  %b = call i7 @p(ptr %x)
  ret i7 %b
}
define i7 @tgt(ptr %x) {
  %a = call i7 @p(ptr %x)
  ret i7 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain
; solver, @src against itself: unknown: approximation

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @w(i7 %x)
  %b = call i7 @w(i7 %x)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @w(i7 %x)
  ret i7 %a
}
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  %b = call i7 @g(i7 0)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  ret i7 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x, ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @g(i7 %x)
  %v = load i8, ptr %q
  %t = trunc i8 %v to i7
  ret i7 %t
}
define i7 @tgt(i7 noundef %x, ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @g(i7 %x)
  ret i7 1
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @p(ptr %q)
  %v = load i8, ptr %q
  %t = trunc i8 %v to i7
  ret i7 %t
}
define i7 @tgt(ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @p(ptr %q)
  ret i7 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i1 @src() {
  %a = call i7 @f()
  %b = call i7 @f()
  %s = add i7 %a, %b
  %c = icmp slt i7 %s, 0
  br i1 %c, label %t, label %e
t:
  ret i1 %c
e:
  ret i1 false
}
define i1 @tgt() {
  %a = call i7 @f()
  %b = call i7 @f()
  %s = add i7 %a, %b
  %c = icmp slt i7 %s, 0
  br i1 %c, label %t, label %e
t:
  ret i1 true
e:
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; ATTR-53: Who reads no argument memory does not see what an argument leads to that it does not keep.
declare void @f(ptr) memory(readwrite, argmem: none)
define void @src() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @f(ptr captures(none) %a)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @f(ptr captures(none) %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

; It may keep the pointer,
declare void @f(ptr) memory(readwrite, argmem: none)
define void @src() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @f(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @f(ptr %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; or read argument memory,
declare void @f(ptr) memory(readwrite, argmem: read)
define void @src() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @f(ptr captures(none) %a)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @f(ptr captures(none) %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; or find the object in another way.
@g = external global i32
declare void @f(ptr) memory(readwrite, argmem: none)
define void @src() {
  store i32 1, ptr @g
  call void @f(ptr captures(none) @g)
  store i32 2, ptr @g
  ret void
}
define void @tgt() {
  call void @f(ptr captures(none) @g)
  store i32 2, ptr @g
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Who only writes argument memory does the same each time, whatever stands there.
@g = external global i32
declare i32 @f(ptr) nounwind willreturn memory(argmem: write, inaccessiblemem: read)
define i32 @src() {
  %a = call i32 @f(ptr @g)
  store i32 5, ptr @g
  %b = call i32 @f(ptr @g)
  ret i32 %b
}
define i32 @tgt() {
  %a = call i32 @f(ptr @g)
  store i32 5, ptr @g
  %b = call i32 @f(ptr @g)
  ret i32 %a
}
; interpreter: nothing against it
; solver: correct

; It does not where it reads that, too.
@g = external global i32
declare i32 @f(ptr) nounwind willreturn memory(argmem: readwrite, inaccessiblemem: read)
define i32 @src() {
  %a = call i32 @f(ptr @g)
  store i32 5, ptr @g
  %b = call i32 @f(ptr @g)
  ret i32 %b
}
define i32 @tgt() {
  %a = call i32 @f(ptr @g)
  store i32 5, ptr @g
  %b = call i32 @f(ptr @g)
  ret i32 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; What the call has only by its argument it leaves alone where argmem is none, though it may access anything else.
declare void @w(ptr) memory(readwrite, argmem: none)
define i32 @src() {
  %l = alloca i32
  store i32 4, ptr %l
  call void @w(ptr %l)
  %b = load i32, ptr %l
  ret i32 %b
}
define i32 @tgt() {
  %l = alloca i32
  store i32 4, ptr %l
  call void @w(ptr %l)
  ret i32 4
}
; check: correct

; The next call may write what that one has kept the address of.
declare void @w(ptr) memory(readwrite, argmem: none)
declare void @any()
define i32 @src() {
  %l = alloca i32
  store i32 4, ptr %l
  call void @w(ptr %l)
  call void @any()
  %b = load i32, ptr %l
  ret i32 %b
}
define i32 @tgt() {
  %l = alloca i32
  store i32 4, ptr %l
  call void @w(ptr %l)
  call void @any()
  ret i32 4
}
; check: incorrect: value-mismatch (interpreter, smt)

; So may this one, if others have had the address before.
@g = external global ptr
declare void @w(ptr) memory(readwrite, argmem: none)
define i32 @src() {
  %l = alloca i32
  store i32 4, ptr %l
  store ptr %l, ptr @g
  call void @w(ptr %l)
  %b = load i32, ptr %l
  ret i32 %b
}
define i32 @tgt() {
  %l = alloca i32
  store i32 4, ptr %l
  store ptr %l, ptr @g
  call void @w(ptr %l)
  ret i32 4
}
; check: unknown: approximation

declare void @w(ptr) memory(readwrite, argmem: none)
define i32 @src(ptr %p) {
  store i32 4, ptr %p
  call void @w(ptr %p)
  %b = load i32, ptr %p
  ret i32 %b
}
define i32 @tgt(ptr %p) {
  store i32 4, ptr %p
  call void @w(ptr %p)
  ret i32 4
}
; check: incorrect: value-mismatch (interpreter, smt)
