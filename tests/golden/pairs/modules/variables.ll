; Two modules: variables that only one of them knows, and their places.

; What is allocated has the alignment that an argument names.
declare ptr @make(i32, i32 allocalign)
define ptr @src() { %p = call ptr @make(i32 64, i32 64) ret ptr %p }
define ptr @tgt() { %p = call align 64 ptr @make(i32 64, i32 64) ret ptr %p }
; check: correct
; check --oracle=smt: correct

declare ptr @make(i32, i32 allocalign)
define ptr @src() { %p = call ptr @make(i32 64, i32 32) ret ptr %p }
define ptr @tgt() { %p = call align 64 ptr @make(i32 64, i32 32) ret ptr %p }
; check: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)

; MEM-15: A variable that only the module knows holds what the module writes.
@s = internal global [2 x i8] zeroinitializer
define i8 @f() { %v = load i8, ptr @s ret i8 %v }
; target:
define i8 @f() { ret i8 0 }
; check: correct (inner variables as they are initialized)

@s = internal global [2 x i8] zeroinitializer
define i8 @f() { %v = load i8, ptr @s ret i8 %v }
; target:
define i8 @f() { ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

@s = internal global [2 x i8] zeroinitializer
define i1 @f(ptr %p) { %c = icmp eq ptr %p, @s store i8 3, ptr @s ret i1 %c }
; target:
@s = internal global [2 x i8] zeroinitializer
define i1 @f(ptr %p) { %c = icmp eq ptr %p, @s ret i1 %c }
; check: correct

@s = internal global [2 x i8] zeroinitializer
define void @f() { store i8 3, ptr @s ret void }
define i8 @g() { %v = load i8, ptr @s ret i8 %v }
; target:
@s = internal global [2 x i8] zeroinitializer
define void @f() { store i8 4, ptr @s ret void }
define i8 @g() { %v = load i8, ptr @s ret i8 %v }
; check: incorrect: memory-mismatch (interpreter, smt)

@s = internal global [2 x i8] zeroinitializer
define i8 @f(ptr %p) { store i8 3, ptr @s store i8 4, ptr %p %v = load i8, ptr @s ret i8 %v }
; target:
@s = internal global [2 x i8] zeroinitializer
define i8 @f(ptr %p) { store i8 3, ptr @s store i8 4, ptr %p ret i8 3 }
; check: correct

; A variable that only the module knows may become one of another name and type.
@s = internal global [2 x i8] zeroinitializer
define i8 @f() { %p = getelementptr i8, ptr @s, i64 1 %v = load i8, ptr %p store i8 1, ptr %p ret i8 %v }
; target:
@s.1 = internal global i1 false
define i8 @f() { %b = load i1, ptr @s.1 %v = zext i1 %b to i8 store i1 true, ptr @s.1 ret i8 %v }
; check: correct (inner variables as they are initialized)
; check --oracle=smt: correct (inner variables as they are initialized)
; check --oracle=interpreter: unknown: sampled

@s = internal global [2 x i8] zeroinitializer
define i8 @f() { %p = getelementptr i8, ptr @s, i64 1 %v = load i8, ptr %p store i8 1, ptr %p ret i8 %v }
; target:
@s.1 = internal global i1 true
define i8 @f() { %b = load i1, ptr @s.1 %v = zext i1 %b to i8 store i1 true, ptr @s.1 ret i8 %v }
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt: incorrect: value-mismatch (interpreter, smt)

; The alignment of a variable may be raised by its owner.
@s = internal global [4 x i8] zeroinitializer, align 1
define void @f() { store i16 1, ptr @s, align 1 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; target:
@s = internal global [4 x i8] zeroinitializer, align 2
define void @f() { store i16 1, ptr @s, align 2 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; check: correct
; check --oracle=smt: correct

@s = dso_local global [4 x i8] zeroinitializer, align 1
define void @f() { store i16 1, ptr @s, align 1 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; target:
@s = dso_local global [4 x i8] zeroinitializer, align 2
define void @f() { store i16 1, ptr @s, align 2 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; check: correct
; check --oracle=smt: correct

@s = weak global [4 x i8] zeroinitializer, align 1
define void @f() { store i16 1, ptr @s, align 1 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; target:
@s = weak global [4 x i8] zeroinitializer, align 2
define void @f() { store i16 1, ptr @s, align 2 ret void }
define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }
; check: incorrect: memory-mismatch

; MEM-14: What a module may never store in its variable refutes nothing.
@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) {
  %a = ptrtoint ptr @v to i8
  %z = and i8 %a, 1
  %p = getelementptr i8, ptr @v, i8 %z
  %r = load i8, ptr %p
  ret i8 %r
}
; target:
@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) { %r = add i8 0, 0 ret i8 %r }
; check: unknown: approximation

@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) {
  %a = ptrtoint ptr @v to i8
  %z = and i8 %a, 0
  %p = getelementptr i8, ptr @v, i8 %z
  %r = load i8, ptr %p
  ret i8 %r
}
; target:
@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) { %r = add i8 0, 0 ret i8 %r }
; check: correct (inner variables as they are initialized)

@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) {
  %a = ptrtoint ptr @v to i8
  %z = and i8 %a, 0
  %p = getelementptr i8, ptr @v, i8 %z
  %r = load i8, ptr %p
  ret i8 %r
}
; target:
@v = internal global [4 x i8] zeroinitializer
define i8 @f(i8 %i) { %r = add i8 0, 1 ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; A variable that the target does not name keeps what it holds.
@v = global i32 7
define i1 @f() { ret i1 true }
; target:
define i1 @f() {
  %x = alloca i32
  %y = alloca i32
  %i = ptrtoint ptr %x to i64
  %j = ptrtoint ptr %y to i64
  %r = icmp ne i64 %i, %j
  ret i1 %r
}
; check: correct
; check --oracle=smt: correct
