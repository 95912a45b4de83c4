; Calls with different promises may become one.
declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p) memory(none)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p) memory(read)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p) memory(none)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) memory(none) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

; ATTR-20: Fast math flags hold for the arguments too.
declare half @f(half, i8)
define half @src(half %x) { %r = call nnan ninf half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
; interpreter: nothing against it
; solver: correct

declare half @f(half, i8)
define half @src(half %x) { %r = call half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare half @f(half, i8)
define half @src(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call ninf half @f(half %x, i8 0) ret half %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare half @f(half)
define half @src() { %r = call nnan half @f(half 0xH7E00) ret half %r }
define half @tgt() { %r = call nnan half @f(half 0xH7E00) ret half poison }
; interpreter: nothing against it
; solver: correct

; CALL-2: mustprogress says nothing of a callee that never returns. A function that gains willreturn has to, and may
; still unwind.
declare i8 @f() memory(read)
define i8 @src() mustprogress { %v = call i8 @f() ret i8 %v }
define i8 @tgt() willreturn { %v = call i8 @f() ret i8 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare i8 @f() memory(read)
define i8 @src() { %v = call i8 @f() ret i8 %v }
define i8 @tgt() willreturn { %v = call i8 @f() ret i8 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f() noreturn
define void @src() { call void @f() unreachable }
define void @tgt() willreturn { call void @f() unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f()
define void @src() willreturn { call void @f() noreturn ret void }
define void @tgt() willreturn { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-16: A tail call of a memory intrinsic keeps off the allocas, too.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 0, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 0, i1 false)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

; ATTR-15: Promises of a function that only the target calls are not taken for kept.
define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr readonly %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr dead_on_return %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: incorrect: more-poisonous
; solver: unknown: approximation

define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr noalias %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: nothing against it
; solver: unknown: approximation
