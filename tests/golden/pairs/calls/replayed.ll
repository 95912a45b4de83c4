; ATTR-37: What a replay follows of unknown functions: what they see of undefined memory and of objects of the function's own, and what a call alone promises.
; A store before a call that reads.
declare void @u(ptr) nounwind willreturn memory(read)
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
; interpreter: unknown: an unknown function reads undefined memory
; solver: incorrect: more-ub

declare i8 @u(ptr) nounwind willreturn memory(read)
define i8 @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  %v = call i8 @u(ptr %p)
  store i8 2, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @u(ptr %p)
  store i8 2, ptr %p
  ret i8 %v
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare void @u(ptr readonly) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i32 1, ptr %p
  call void @u(ptr %p)
  store i32 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  store i32 2, ptr %p
  ret void
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: incorrect: more-ub

declare void @u(ptr) nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
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

; A local object.
declare void @u(ptr) nounwind willreturn memory(argmem: write)
define i32 @src() {
  %a = alloca i32
  store i32 3, ptr %a
  call void @u(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 3
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: value-mismatch

declare void @u(ptr) nounwind willreturn memory(argmem: write)
define i32 @src() {
  %a = alloca i32
  store i32 3, ptr %a
  call void @u(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  call void @u(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-undefined

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  store i8 4, ptr %a
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-ub

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
define i8 @tgt() {
  %b = alloca i8
  store i8 3, ptr %b
  %v = call i8 @u(ptr %b)
  ret i8 %v
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  store i8 4, ptr %a
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  %v = call i8 @u(ptr %a)
  ret i8 %v
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-ub

; The life of an object ends before the call that gets it.
declare void @f(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @src() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 3, ptr %a
  call void @f(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 3, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @f(ptr %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; The call alone promises in the target what the function does not.
declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(none)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(read)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(write)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(argmem: readwrite)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(inaccessiblemem: readwrite)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare void @u(ptr)
define void @src(ptr %p) {
  call void @u(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @u(ptr %p) memory(argmem: write)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare i32 @u(i32)
define i32 @src(i32 %x) {
  %v = call i32 @u(i32 %x)
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  %v = call i32 @u(i32 %x) memory(none)
  ret i32 %v
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

declare ptr @u(ptr)
define i1 @src(ptr %p) {
  %r = call ptr @u(ptr %p)
  %c = icmp eq ptr %r, %p
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  %r = call ptr @u(ptr returned %p)
  %c = icmp eq ptr %r, %p
  ret i1 %c
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

declare i8 @u(i8)
define i8 @src(i8 %p) {
  %r = call i8 @u(i8 %p)
  ret i8 %r
}
define i8 @tgt(i8 %p) {
  %r = call i8 @u(i8 returned %p)
  ret i8 %r
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; Two calls of one function.
declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  store i8 4, ptr %a
  %w = call i8 @u(ptr %a)
  %r = sub i8 %v, %w
  ret i8 %r
}
define i8 @tgt() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  %r = sub i8 %v, %v
  ret i8 %r
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: value-mismatch

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  %w = call i8 @u(ptr %a)
  %r = sub i8 %v, %w
  ret i8 %r
}
define i8 @tgt() {
  %a = alloca i8
  store i8 3, ptr %a
  %v = call i8 @u(ptr %a)
  %r = sub i8 %v, %v
  ret i8 %r
}
; interpreter: unknown: an unknown function of a local address
; solver: correct
