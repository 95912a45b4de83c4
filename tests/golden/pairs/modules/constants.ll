; Two modules: constants that were changed or merged.

; Only those that the functions need count.
@x = internal constant i32 1
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @y %b = add i32 %a, 1 ret i32 5 }
; target:
@x = internal constant i32 2
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @y ret i32 5 }
; check: correct

@x = internal constant i32 1
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @x %b = add i32 %a, 1 ret i32 5 }
; target:
@x = internal constant i32 2
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @x ret i32 5 }
; check: unknown: constants-differ

@x = internal constant i32 1
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @x %b = add i32 %a, 1 ret i32 5 }
; target:
@x = internal constant i32 1
@y = internal constant i32 5
define i32 @f() { %a = load i32, ptr @x ret i32 5 }
; check: correct

; MEM-26: That are placed anywhere may be merged.
@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f(i1 %c) { %p = select i1 %c, ptr @a, ptr @b ret ptr %p }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f(i1 %c) { %p = select i1 %c, ptr @b, ptr @b ret ptr %p }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define void @f(ptr %p) { store ptr @a, ptr %p ret void }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define void @f(ptr %p) { store ptr @b, ptr %p ret void }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define void @f() { call void @use(ptr @a) ret void }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define void @f() { call void @use(ptr @b) ret void }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr getelementptr (i8, ptr @a, i64 2) }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr getelementptr (i8, ptr @b, i64 2) }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define <2 x ptr> @f() { ret <2 x ptr> <ptr @a, ptr @b> }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define <2 x ptr> @f() { ret <2 x ptr> <ptr @b, ptr @b> }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i32 @f(i32 %n) { %p = getelementptr i8, ptr @a, i32 %n %v = load i32, ptr %p ret i32 %v }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i32 @f(i32 %n) { %p = getelementptr i8, ptr @b, i32 %n %v = load i32, ptr %p ret i32 %v }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i1 @f(ptr %x) { %r = icmp eq ptr @a, %x ret i1 %r }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i1 @f(ptr %x) { %r = icmp eq ptr @b, %x ret i1 %r }
; check: correct
; check --oracle=smt: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i64 @f() { ret i64 ptrtoint (ptr @a to i64) }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define i64 @f() { ret i64 ptrtoint (ptr @b to i64) }
; check: correct
; check --oracle=smt: correct

; That are merged must be equal and have no place of their own.
@a = internal unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: correct

@a = internal unnamed_addr constant i32 2, align 4
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: correct

@a = internal constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: correct

@a = internal constant i32 2, align 4
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = internal unnamed_addr constant i32 3, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = internal unnamed_addr global i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = internal local_unnamed_addr constant i32 2, align 4
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = unnamed_addr constant i32 2, align 4
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = internal unnamed_addr constant i32 2, align 8
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

@a = internal unnamed_addr constant i32 2, align 8
@b = internal unnamed_addr constant i32 2, align 4
declare void @use(ptr)
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2, align 8
declare void @use(ptr)
define ptr @f() { ret ptr @b }
; check: correct

; That can be merged with several refute nothing.
@a = internal unnamed_addr constant i32 2
@b = internal unnamed_addr constant i32 2
@c = internal unnamed_addr constant i32 2
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2
@c = internal unnamed_addr constant i32 2
define ptr @f() { ret ptr @b }
; check: correct

@a = internal unnamed_addr constant i32 2
@b = internal unnamed_addr constant i32 2
@c = internal unnamed_addr constant i32 2
define ptr @f() { ret ptr @a }
; target:
@b = internal unnamed_addr constant i32 2
@c = internal unnamed_addr constant i32 2
define ptr @f() { ret ptr @c }
; check: unknown: approximation

; An address may be spelled in several ways: elements of another type, as many bytes away.
@there = constant ptr getelementptr inbounds ([4 x ptr], ptr @all, i1 false, i32 2)
@all = constant [4 x ptr] zeroinitializer
define ptr @f() {
  %p = load ptr, ptr @there
  ret ptr %p
}
; target:
@there = constant ptr getelementptr inbounds (i8, ptr @all, i64 16)
@all = constant [4 x ptr] zeroinitializer
define ptr @f() {
  %p = load ptr, ptr @there
  ret ptr %p
}
; check: correct

; Another number of bytes away.
@there = constant ptr getelementptr inbounds ([4 x ptr], ptr @all, i1 false, i32 2)
@all = constant [4 x ptr] zeroinitializer
define ptr @f() {
  %p = load ptr, ptr @there
  ret ptr %p
}
; target:
@there = constant ptr getelementptr inbounds (i8, ptr @all, i64 8)
@all = constant [4 x ptr] zeroinitializer
define ptr @f() {
  %p = load ptr, ptr @there
  ret ptr %p
}
; check: incorrect: memory-mismatch

; A step that stays within a variable is in bounds, whether it says so or not.
@there = constant { ptr, i8 } { ptr getelementptr (i8, ptr @all, i64 4), i8 7 }
@all = global i64 0
define ptr @f() {
  ret ptr @there
}
; target:
@there = constant { ptr, i8 } { ptr getelementptr inbounds nuw (i32, ptr @all, i64 1), i8 7 }
@all = global i64 0
define ptr @f() {
  ret ptr @there
}
; check: correct

; One that leaves it is not.
@there = constant ptr getelementptr (i8, ptr @all, i64 12)
@all = global i64 0
define ptr @f() {
  ret ptr @there
}
; target:
@there = constant ptr getelementptr inbounds (i8, ptr @all, i64 12)
@all = global i64 0
define ptr @f() {
  ret ptr @there
}
; check: incorrect: memory-mismatch

; A step from null is a number.
@there = constant <2 x ptr> <ptr getelementptr (i64, ptr null, i32 3), ptr null>
define ptr @f() {
  ret ptr @there
}
; target:
@there = constant <2 x ptr> <ptr inttoptr (i64 24 to ptr), ptr null>
define ptr @f() {
  ret ptr @there
}
; check: correct

; Not the other way round: what the number leads to may be an object that is known by it.
@there = constant ptr inttoptr (i64 24 to ptr)
define ptr @f() {
  ret ptr @there
}
; target:
@there = constant ptr getelementptr (i64, ptr null, i32 3)
define ptr @f() {
  ret ptr @there
}
; check: unsupported: initializers that are computed otherwise

; What is computed of addresses nobody looks into.
@there = constant i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
@a = global i64 0
@b = global i64 0
define ptr @f() {
  ret ptr @there
}
; target:
@there = constant i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 8) to i64), i64 ptrtoint (ptr getelementptr (i8, ptr @b, i64 8) to i64))
@a = global i64 0
@b = global i64 0
define ptr @f() {
  ret ptr @there
}
; check: unsupported: initializers that are computed otherwise

; A constant may lead to itself.
@t = internal constant { [1 x i32], ptr } { [1 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @t to i64)) to i32)], ptr @t }
declare void @f()
define ptr @src(i64 %n) {
  %a = add i64 %n, 1
  %b = add i64 %a, 1
  %p = getelementptr i8, ptr @t, i64 %b
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %b = add i64 %n, 2
  %p = getelementptr i8, ptr @t, i64 %b
  ret ptr %p
}
; check: correct
