; ATTR-12, ATTR-15: a function that is called writes or reads through a parameter that says that it does not. A body of which the text shows that
; it keeps that is used; of others nothing is proved, and nothing refuted.
define internal void @f(ptr readonly %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr readonly %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal i8 @f(ptr readnone %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal i8 @f(ptr readonly %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr readonly %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr readonly %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define internal void @f(ptr writeonly %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr writeonly %p) {
  store i8 1, ptr %p
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: correct

define internal i8 @f(ptr writeonly %p) {
  store i8 1, ptr %p
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  ret i8 77
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: unknown: approximation

define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p, ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret i8 1
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p, ptr %p)
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

; The same, where only the call says it.
define internal void @f(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr readonly %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr readonly %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal i8 @f(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr readonly %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr readonly %p)
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr readonly %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; ATTR-10: memory(...) of functions that are called; their own variables are theirs.
define internal void @f(ptr %p) memory(none) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr %p) memory(none) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal void @f(ptr %p) memory(read) {
  call void @g(ptr %p)
  ret void
}
define internal void @g(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr %p) memory(read) {
  call void @g(ptr %p)
  ret void
}
define internal void @g(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal void @f(ptr %p) memory(argmem: readwrite) {
  store i8 1, ptr @G
  ret void
}
@G = global i8 0
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr %p) memory(argmem: readwrite) {
  store i8 1, ptr @G
  ret void
}
@G = global i8 0
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr @G
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal void @f(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p) memory(none)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 9, ptr %p
  ret void
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define internal void @f(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @f(ptr %p) memory(none)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal i8 @f(ptr %p) memory(none) {
  %a = alloca i8
  store i8 5, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  ret i8 5
}
; interpreter: nothing against it
; solver: correct

define internal i8 @f(ptr %p) memory(none) {
  %a = alloca i8
  store i8 5, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p) {
  ret i8 5
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

define internal void @f(ptr %p) memory(none) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr dereferenceable(4) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  ret void
}
; interpreter: nothing against it
; solver: correct

; ATTR-34: an unknown function does not look at what a writeonly or readnone parameter leads to, but may leave it as it is.
declare void @u(ptr readonly) nounwind willreturn memory(argmem: readwrite)
define i8 @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret i8 1
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

declare void @u(ptr readnone) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr readnone) nounwind willreturn memory(argmem: readwrite)
define i8 @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr writeonly) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr writeonly) nounwind willreturn memory(argmem: readwrite)
define i8 @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @u(ptr writeonly) memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @u(ptr writeonly) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @u(ptr writeonly captures(none))
define i8 @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

declare void @u(ptr writeonly, ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %q
  call void @u(ptr %p, ptr %q)
  store i8 2, ptr %q
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  call void @u(ptr %p, ptr %q)
  store i8 2, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @u(ptr readnone) nounwind willreturn
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @u(ptr writeonly captures(none))
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr readnone captures(none))
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr readonly captures(none))
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare noundef i8 @u(ptr readnone) nounwind willreturn memory(argmem: read)
define i8 @src(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  %b = call i8 @u(ptr %p)
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare noundef i8 @u(ptr) nounwind willreturn memory(read)
define i8 @src(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  %b = call i8 @u(ptr %p)
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare noundef i8 @u(ptr) nounwind willreturn memory(none)
define i8 @src(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  %b = call i8 @u(ptr %p)
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = call i8 @u(ptr %p)
  store i8 7, ptr %p
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

; The same, where only the call says it.
declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr writeonly %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr readnone %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr readnone %p)
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr writeonly %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare void @u(ptr)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr)
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr readnone captures(none) %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr captures(none) %a)
  ret void
}
; interpreter: unknown: different blocks of memory
; solver: correct

; ATTR-35: what one argument may not write, another may.
declare void @u(ptr readonly captures(none), ptr captures(none))
define i8 @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @u(ptr readnone captures(none), ptr captures(none))
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a, ptr %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @u(ptr readonly)
declare void @w()
define i8 @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  call void @w()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  call void @w()
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Another way to the same object is not bound (LangRef: through this pointer argument).
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr @G
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr @G, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; What is based on the parameter is: by getelementptr, in a loop, by a choice, in a callee.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readnone %p, ptr %q) {
  %v = load i8, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr readonly %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; So the target must not break it.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readnone %p, ptr %q) {
  %v = load i8, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr readonly %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Of a pointer that is stored, or given back by a call, nothing is known.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %a = alloca ptr
  store ptr %p, ptr %a
  %r = load ptr, ptr %a
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: unknown: approximation

declare ptr @id(ptr readonly captures(ret: address, provenance)) nounwind willreturn memory(read)
define internal i8 @f(ptr readonly %p) {
  %r = call ptr @id(ptr %p)
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p) {
  %r = call ptr @id(ptr %p)
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: unknown: approximation
