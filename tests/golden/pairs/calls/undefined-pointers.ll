; ATTR-59: A callee accesses nothing through an argument that is undef or poison, whatever bits that may have. So what it
; sees and changes by its arguments is what the others lead to.
declare i32 @g(ptr) memory(argmem: read) nounwind willreturn
@x = external global i32
define i32 @src(ptr noalias %p) {
  store i32 1, ptr @x
  %r = call i32 @g(ptr %p)
  %v = load i32, ptr @x
  %s = add i32 %r, %v
  ret i32 %s
}
define i32 @tgt(ptr noalias %p) {
  %r = call i32 @g(ptr %p)
  store i32 1, ptr @x
  %s = add i32 %r, 1
  ret i32 %s
}
; check: correct

; Where the pointer may be defined and lead to @x the callee sees the store.
declare i32 @g(ptr) memory(argmem: read) nounwind willreturn
@x = external global i32
define i32 @src(ptr %p) {
  store i32 1, ptr @x
  %r = call i32 @g(ptr %p)
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %r = call i32 @g(ptr %p)
  store i32 1, ptr @x
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

declare void @w(ptr) memory(argmem: write) nounwind willreturn
@x = external global i32
define i32 @src(ptr noalias %p) {
  store i32 1, ptr @x
  call void @w(ptr %p)
  %v = load i32, ptr @x
  ret i32 %v
}
define i32 @tgt(ptr noalias %p) {
  store i32 1, ptr @x
  call void @w(ptr %p)
  ret i32 1
}
; check: correct

; A variable of the function's own that the call is given beside it.
declare void @w(ptr, ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  %b = alloca i32
  store i32 1, ptr %b
  call void @w(ptr undef, ptr %a)
  %v = load i32, ptr %b
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  call void @w(ptr undef, ptr %a)
  ret i32 1
}
; check: correct

declare void @w(ptr, ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @w(ptr undef, ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @w(ptr undef, ptr %a)
  ret i32 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; The target may pass what it likes where the source passes poison.
declare i32 @g(ptr) memory(argmem: read) nounwind willreturn
@x = external global i32
define i32 @src() {
  %r = call i32 @g(ptr poison)
  ret i32 %r
}
define i32 @tgt() {
  %r = call i32 @g(ptr @x)
  ret i32 %r
}
; check: correct

declare i32 @g(ptr) memory(argmem: read) nounwind willreturn
@x = external global i32
define i32 @src() {
  %r = call i32 @g(ptr @x)
  ret i32 %r
}
define i32 @tgt() {
  %r = call i32 @g(ptr poison)
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

; free of it in the callee: nothing of the caller's is gone.
declare void @f(ptr) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
define i32 @src(ptr %x) {
  %v = load i32, ptr %x
  call void @f(ptr poison)
  ret i32 %v
}
define i32 @tgt(ptr %x) {
  call void @f(ptr poison)
  %v = load i32, ptr %x
  ret i32 %v
}
; check: correct
