; LangRef, byval: the callee gets a copy. It does not get at the variable, but at what the copy leads to.
%s = type { i8, i32 }
@v = internal global %s zeroinitializer
declare void @use(ptr byval(%s))
define i8 @src() {
  call void @use(ptr byval(%s) @v)
  %r = load i8, ptr @v
  ret i8 %r
}
define i8 @tgt() {
  call void @use(ptr byval(%s) @v)
  ret i8 0
}
; check: unknown: unconfirmed

; Also where the declaration alone says so.
%s = type { i8, i32 }
@v = internal global %s zeroinitializer
declare void @use(ptr byval(%s))
define i8 @src() {
  call void @use(ptr @v)
  %r = load i8, ptr @v
  ret i8 %r
}
define i8 @tgt() {
  call void @use(ptr @v)
  ret i8 0
}
; check: unknown: unconfirmed

%s = type { i8, i32 }
@v = internal global %s zeroinitializer
declare void @use(ptr)
define i8 @src() {
  call void @use(ptr @v)
  %r = load i8, ptr @v
  ret i8 %r
}
define i8 @tgt() {
  call void @use(ptr @v)
  ret i8 0
}
; check: incorrect: value-mismatch (interpreter, smt)

declare void @use(ptr byval(ptr))
define i8 @src() {
  %a = alloca i8
  store i8 0, ptr %a
  %p = alloca ptr
  store ptr %a, ptr %p
  call void @use(ptr byval(ptr) %p)
  %r = load i8, ptr %a
  ret i8 %r
}
define i8 @tgt() {
  %a = alloca i8
  store i8 0, ptr %a
  %p = alloca ptr
  store ptr %a, ptr %p
  call void @use(ptr byval(ptr) %p)
  ret i8 0
}
; check: unknown: approximation

declare void @use(ptr byval(ptr))
declare void @more()
define ptr @src() {
  %p = alloca ptr
  store ptr null, ptr %p
  call void @use(ptr byval(ptr) %p)
  call void @more()
  %r = load ptr, ptr %p
  ret ptr %r
}
define ptr @tgt() {
  %p = alloca ptr
  store ptr null, ptr %p
  call void @use(ptr byval(ptr) %p)
  call void @more()
  ret ptr null
}
; check: correct
