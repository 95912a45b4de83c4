; An extern_weak symbol that nobody defines has the address null.
@w = extern_weak global i32
define i1 @src() {
  %c = icmp eq ptr @w, null
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

@w = extern_weak global i32
define i1 @src() {
  %c = icmp eq ptr @w, null
  ret i1 %c
}
define i1 @tgt() { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

@w = extern_weak global i32
define void @src() {
  %c = icmp eq ptr @w, null
  br i1 %c, label %none, label %there
there:
  store i32 1, ptr @w
  ret void
none:
  ret void
}
define void @tgt() {
  store i32 1, ptr @w
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Where it is accessed it is there.
@w = extern_weak global i32
define i1 @src() {
  store i32 1, ptr @w
  %c = icmp eq ptr @w, null
  ret i1 %c
}
define i1 @tgt() {
  store i32 1, ptr @w
  ret i1 false
}
; check: correct

@w = extern_weak global i32
define ptr @src() {
  %p = getelementptr i8, ptr @w, i64 4
  ret ptr %p
}
define ptr @tgt() { ret ptr getelementptr (i8, ptr @w, i64 4) }
; check: correct

@w = extern_weak global i32
define i64 @src() {
  %n = ptrtoint ptr getelementptr (i8, ptr @w, i64 4) to i64
  ret i64 %n
}
define i64 @tgt() {
  %c = icmp eq ptr @w, null
  %m = ptrtoint ptr getelementptr (i8, ptr @w, i64 4) to i64
  %n = select i1 %c, i64 0, i64 %m
  ret i64 %n
}
; check: incorrect: value-mismatch (interpreter, smt)

declare extern_weak void @f()
define i1 @src() {
  %c = icmp ne ptr @f, null
  ret i1 %c
}
define i1 @tgt() { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; What is called directly is there.
declare extern_weak void @f()
define i1 @src() {
  call void @f()
  %c = icmp ne ptr @f, null
  ret i1 %c
}
define i1 @tgt() {
  call void @f()
  ret i1 true
}
; check: correct

; Two symbols need not both be there.
@w = extern_weak global i32
@v = extern_weak global i32
define i1 @src() {
  %c = icmp eq ptr @w, @v
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-77: It may be defined as another name of another variable.
@w = extern_weak global i32
@v = external global i32
define i1 @src() {
  %c = icmp eq ptr @w, @v
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; check: unsupported: @w and @v at one address
