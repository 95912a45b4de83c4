; MEM-8: A variable stands where its own function asks for, whatever the other one's asks for.
define i64 @src() {
  %a = alloca i8, align 16
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  ret i64 %r
}
define i64 @tgt() {
  %a = alloca i8, align 8
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  ret i64 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src() {
  %a = alloca i8, align 8
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  ret i64 %r
}
define i64 @tgt() {
  %a = alloca i8, align 16
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  ret i64 %r
}
; check: correct

declare void @f(i64)
define void @src() {
  %a = alloca i8, align 16
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  call void @f(i64 %r)
  ret void
}
define void @tgt() {
  %a = alloca i8, align 8
  %i = ptrtoint ptr %a to i64
  %r = and i64 %i, 15
  call void @f(i64 %r)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

define i1 @src() {
  %a = alloca i8, align 16
  %b = alloca i8, align 16
  %i = ptrtoint ptr %a to i64
  %j = ptrtoint ptr %b to i64
  %d = sub i64 %i, %j
  %m = and i64 %d, 8
  %r = icmp eq i64 %m, 0
  ret i1 %r
}
define i1 @tgt() {
  %a = alloca i8, align 8
  %b = alloca i8, align 16
  %i = ptrtoint ptr %a to i64
  %j = ptrtoint ptr %b to i64
  %d = sub i64 %i, %j
  %m = and i64 %d, 8
  %r = icmp eq i64 %m, 0
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; An access that counts on what the target no longer asks for.
declare void @g(ptr)
define void @src() {
  %a = alloca i64, align 16
  store i64 1, ptr %a, align 16
  call void @g(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i64, align 8
  store i64 1, ptr %a, align 16
  call void @g(ptr %a)
  ret void
}
; check: incorrect: more-ub (interpreter)

; What nobody looks at may stand anywhere.
define i64 @src() {
  %a = alloca i64, align 16
  store i64 1, ptr %a, align 16
  %r = load i64, ptr %a, align 16
  ret i64 %r
}
define i64 @tgt() {
  %a = alloca i64, align 8
  store i64 1, ptr %a, align 8
  %r = load i64, ptr %a, align 8
  ret i64 %r
}
; check: correct

; The same of what is allocated.
declare noalias ptr @aligned_alloc(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1) "alloc-family"="malloc"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
define i64 @src() {
  %p = call ptr @aligned_alloc(i64 64, i64 64)
  %i = ptrtoint ptr %p to i64
  %r = and i64 %i, 63
  ret i64 %r
}
define i64 @tgt() {
  %p = call ptr @malloc(i64 64)
  %i = ptrtoint ptr %p to i64
  %r = and i64 %i, 63
  ret i64 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-54: A variable of the module's own that is less aligned, or smaller.
@g = internal global i64 0, align 16
define i64 @f() {
  %r = load i64, ptr @g, align 16
  store i64 1, ptr @g
  ret i64 %r
}
; target:
@g = internal global i64 0, align 8
define i64 @f() {
  %r = load i64, ptr @g, align 16
  store i64 1, ptr @g
  ret i64 %r
}
; check: unsupported: @g is less aligned in the target

@g = internal global [8 x i8] zeroinitializer
declare void @h(ptr)
define void @f() { call void @h(ptr @g) ret void }
; target:
@g = internal global [4 x i8] zeroinitializer
declare void @h(ptr)
define void @f() { call void @h(ptr @g) ret void }
; check: unsupported: @g is smaller in the target

@g = internal global i64 0, align 8
declare void @h(ptr)
define void @f(i8 %x) { call void @h(ptr @g) ret void }
; target:
@g = internal global i64 0, align 16
declare void @h(ptr)
define void @f(i8 %x) { %y = add i8 %x, 1 call void @h(ptr @g) ret void }
; check: correct
