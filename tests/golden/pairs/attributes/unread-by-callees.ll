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
