; ATTR-19, ATTR-21, ATTR-34, ATTR-36: what a call site of an unknown function says may be dropped; what a function is given to read, or not to read.
declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr initializes((0,1)) %p)
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
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr) nounwind willreturn
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

; By what the source says the store is dead; the function is the same in the target.
declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr %p)
  ret void
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i32 1, ptr %p
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr initializes((0,1)) %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @u(ptr) nounwind willreturn memory(argmem: readwrite)
define i8 @src(ptr dereferenceable(4) %p) {
  call void @u(ptr initializes((0,2)) %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  call void @u(ptr initializes((0,1)) %p)
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

; A call that says less of what it reads.
declare i8 @u(ptr) nounwind willreturn memory(read)
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @u(ptr %p) memory(argmem: read)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @u(ptr %p)
  ret i8 %v
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @u(ptr) nounwind willreturn memory(read)
define i8 @src(ptr dereferenceable(4) %p) {
  %v = call i8 @u(ptr readnone %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @u(ptr %p)
  ret i8 %v
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

; Of what is captured to be read, others may write nothing.
declare void @f(ptr)
declare void @g()
define i8 @src() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  store i8 1, ptr %a
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  store i8 1, ptr %a
  call void @g()
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

; But they may read it.
declare void @f(ptr)
declare void @g()
define void @src() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  store i8 1, ptr %a
  call void @g()
  ret void
}
define void @tgt() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  call void @g()
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; The call that it is passed to may write it.
declare void @f(ptr)
declare void @g()
define i8 @src() {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr captures(address, read_provenance) %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr captures(address, read_provenance) %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Captured a second time it is everybody's.
declare void @f(ptr)
declare void @g()
define i8 @src() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  call void @f(ptr %a)
  store i8 1, ptr %a
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @f(ptr captures(address, read_provenance) %a)
  call void @f(ptr %a)
  store i8 1, ptr %a
  call void @g()
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A function that calls nothing of the module leaves its variables alone (ATTR-38).
@K = internal global i32 5
declare void @f() nocallback
define void @set(i32 %x) {
  store i32 %x, ptr @K
  ret void
}
define i32 @src() {
  store i32 1, ptr @K
  call void @f()
  %v = load i32, ptr @K
  ret i32 %v
}
define i32 @tgt() {
  store i32 1, ptr @K
  call void @f()
  ret i32 1
}
; interpreter: nothing against it
; solver: correct

@K = internal global i32 5
declare void @f() nocallback
define void @set(i32 %x) {
  store i32 %x, ptr @K
  ret void
}
define i32 @src() {
  store i32 1, ptr @K
  call void @f()
  %v = load i32, ptr @K
  ret i32 %v
}
define i32 @tgt() {
  store i32 1, ptr @K
  call void @f()
  ret i32 5
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@K = internal global i32 5
declare void @f() nocallback
define void @set(i32 %x) {
  store i32 %x, ptr @K
  ret void
}
define i32 @get() {
  %v = load i32, ptr @K
  ret i32 %v
}
define void @src() {
  store i32 1, ptr @K
  call void @f() nounwind
  store i32 2, ptr @K
  ret void
}
define void @tgt() {
  call void @f() nounwind
  store i32 2, ptr @K
  ret void
}
; interpreter: nothing against it
; solver: correct

; What the argument alone leads to is not read in the call that captures it.
declare void @f(ptr writeonly)
define void @src() {
  %a = alloca i8
  store i8 3, ptr %a
  call void @f(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i8
  call void @f(ptr %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

; It is in a later one.
declare void @f(ptr writeonly)
declare void @g()
define void @src() {
  %a = alloca i8
  store i8 3, ptr %a
  call void @f(ptr %a)
  call void @g()
  ret void
}
define void @tgt() {
  %a = alloca i8
  call void @f(ptr %a)
  call void @g()
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @f(ptr readnone)
define void @src() {
  %a = alloca i8
  store i8 3, ptr %a
  call void @f(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i8
  call void @f(ptr %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr readnone)
declare void @g()
define void @src() {
  %a = alloca i8
  store i8 3, ptr %a
  call void @f(ptr %a)
  call void @g()
  ret void
}
define void @tgt() {
  %a = alloca i8
  call void @f(ptr %a)
  call void @g()
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub
