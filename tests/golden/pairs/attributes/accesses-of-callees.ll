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
