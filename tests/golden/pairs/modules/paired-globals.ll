; Two modules: which of their variables are one object.

; MEM-51: A constant behind a pointer is another one where it holds something else.
@k = private constant i32 1
@p = constant ptr @k
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; target:
@k = private constant i32 2
@p = constant ptr @k
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: memory-mismatch
; check --untrusted-text: incorrect: memory-mismatch
; check --oracle=smt --unconfirmed=report: incorrect: memory-mismatch

; So it is where the text differs elsewhere,
@k = private constant i32 1
@p = constant ptr @k
define i32 @f(i32 noundef %x) {
  %y = add i32 %x, 1
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  %r = add i32 %v, %y
  ret i32 %r
}
; target:
@k = private constant i32 2
@p = constant ptr @k
define i32 @f(i32 noundef %x) {
  %y = sub i32 %x, -1
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  %r = add i32 %v, %y
  ret i32 %r
}
; check: incorrect: memory-mismatch

; and where only the module knows the table,
@k = private constant i32 1
@p = private constant [2 x ptr] [ptr @k, ptr null]
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; target:
@k = private constant i32 2
@p = private constant [2 x ptr] [ptr @k, ptr null]
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; and behind two of them,
@k = private constant [2 x i32] [i32 7, i32 1]
@p = private constant { i32, ptr } { i32 3, ptr getelementptr (i8, ptr @k, i64 4) }
@t = constant ptr @p
define i32 @f() {
  %p = load ptr, ptr @t
  %a = getelementptr { i32, ptr }, ptr %p, i64 0, i32 1
  %q = load ptr, ptr %a
  %v = load i32, ptr %q
  ret i32 %v
}
; target:
@k = private constant [2 x i32] [i32 7, i32 2]
@p = private constant { i32, ptr } { i32 3, ptr getelementptr (i8, ptr @k, i64 4) }
@t = constant ptr @p
define i32 @f() {
  %p = load ptr, ptr @t
  %a = getelementptr { i32, ptr }, ptr %p, i64 0, i32 1
  %q = load ptr, ptr %a
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: memory-mismatch

; and in a function of the module that is called.
@k = private constant i32 1
@p = private constant [1 x ptr] [ptr @k]
define internal i32 @h() noinline {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @f() {
  %v = call i32 @h()
  ret i32 %v
}
; target:
@k = private constant i32 2
@p = private constant [1 x ptr] [ptr @k]
define internal i32 @h() noinline {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @f() {
  %v = call i32 @h()
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; Strings that were exchanged are others,
@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"
@t = private constant [2 x ptr] [ptr @a, ptr @b]
define ptr @f(i64 noundef %i) {
  %q = getelementptr [2 x ptr], ptr @t, i64 0, i64 %i
  %s = load ptr, ptr %q
  ret ptr %s
}
; target:
@a = private constant [2 x i8] c"b\00"
@b = private constant [2 x i8] c"a\00"
@t = private constant [2 x ptr] [ptr @a, ptr @b]
define ptr @f(i64 noundef %i) {
  %q = getelementptr [2 x ptr], ptr @t, i64 0, i64 %i
  %s = load ptr, ptr %q
  ret ptr %s
}
; check: incorrect: value-mismatch (interpreter, smt)

; the same where their names were,
@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"
@t = private constant [2 x ptr] [ptr @a, ptr @b]
define ptr @f(i64 noundef %i) {
  %q = getelementptr [2 x ptr], ptr @t, i64 0, i64 %i
  %s = load ptr, ptr %q
  ret ptr %s
}
; target:
@a = private constant [2 x i8] c"b\00"
@b = private constant [2 x i8] c"a\00"
@t = private constant [2 x ptr] [ptr @b, ptr @a]
define ptr @f(i64 noundef %i) {
  %q = getelementptr [2 x ptr], ptr @t, i64 0, i64 %i
  %s = load ptr, ptr %q
  ret ptr %s
}
; check: correct

; and where they are returned or passed under another name.
@a = private constant i32 1
declare void @use(ptr)
define ptr @f() { call void @use(ptr @a) ret ptr @a }
; target:
@b = private constant i32 1
declare void @use(ptr)
define ptr @f() { call void @use(ptr @b) ret ptr @b }
; check: correct

; Nearly: that one holds something else.
@a = private constant i32 1
declare void @use(ptr)
define ptr @f() { call void @use(ptr @a) ret ptr @a }
; target:
@b = private constant i32 2
declare void @use(ptr)
define ptr @f() { call void @use(ptr @b) ret ptr @b }
; check: incorrect: value-mismatch (interpreter, smt)

; Right: what is unlike the source's and not looked at.
@k = private constant i32 1
@p = constant ptr @k
define ptr @f() {
  %q = load ptr, ptr @p
  ret ptr null
}
; target:
@k = private unnamed_addr constant i32 1, align 4
@p = constant ptr @k
define ptr @f() {
  ret ptr null
}
; check: correct

; MEM-51: Variables without a name are one where they hold the same,
@0 = private constant [2 x i8] c"ab"
@1 = private constant [2 x i8] c"cd"
define i8 @f(i1 noundef %c) {
  %p = select i1 %c, ptr @0, ptr @1
  %v = load i8, ptr %p
  ret i8 %v
}
; target:
@0 = private constant [2 x i8] c"cd"
@1 = private constant [2 x i8] c"ab"
define i8 @f(i1 noundef %c) {
  %p = select i1 %c, ptr @1, ptr @0
  %v = load i8, ptr %p
  ret i8 %v
}
; check: correct
; check --oracle=smt: correct

; not where their numbers are,
@0 = private constant [2 x i8] c"ab"
@1 = private constant [2 x i8] c"cd"
define i8 @f(i1 noundef %c) {
  %p = select i1 %c, ptr @0, ptr @1
  %v = load i8, ptr %p
  ret i8 %v
}
; target:
@0 = private constant [2 x i8] c"cd"
@1 = private constant [2 x i8] c"ab"
define i8 @f(i1 noundef %c) {
  %p = select i1 %c, ptr @0, ptr @1
  %v = load i8, ptr %p
  ret i8 %v
}
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt --unconfirmed=report: incorrect: value-mismatch (interpreter, smt)

; and not where one holds something else,
@0 = private constant i8 1
declare void @use(ptr)
define void @f() { call void @use(ptr @0) ret void }
; target:
@0 = private constant i8 2
declare void @use(ptr)
define void @f() { call void @use(ptr @0) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; whoever looks.
@0 = private constant [2 x i8] c"ab"
define i8 @f(i1 noundef %i) {
  %z = zext i1 %i to i64
  %p = getelementptr i8, ptr @0, i64 %z
  %v = load i8, ptr %p
  ret i8 %v
}
; target:
@0 = private constant [2 x i8] c"ac"
define i8 @f(i1 noundef %i) {
  %z = zext i1 %i to i64
  %p = getelementptr i8, ptr @0, i64 %z
  %v = load i8, ptr %p
  ret i8 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; A name may be given to one.
@0 = private constant i8 1, align 1
define ptr @f() { ret ptr @0 }
; target:
@anon = private constant i8 1, align 4
define ptr @f() { ret ptr @anon }
; check: correct

; In one module they are different objects.
@0 = private constant i8 1
@1 = private constant i8 1
declare void @use(ptr)
define void @src() { call void @use(ptr @0) ret void }
define void @tgt() { call void @use(ptr @1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

@0 = private constant i8 1
@1 = private constant i8 2
define i8 @src() { %v = load i8, ptr @1 ret i8 %v }
define i8 @tgt() { ret i8 2 }
; check: correct

; So are functions.
define internal i32 @0() noinline { ret i32 1 }
define internal i32 @1() noinline { ret i32 2 }
declare void @use(ptr)
define void @src() { call void @use(ptr @0) ret void }
define void @tgt() { call void @use(ptr @1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; A variable that is written is the one in its place, whatever it holds at first.
@0 = internal global i8 1
define i8 @f() {
  %v = load i8, ptr @0
  store i8 9, ptr @0
  ret i8 %v
}
; target:
@0 = internal global i8 2
define i8 @f() {
  %v = load i8, ptr @0
  store i8 9, ptr @0
  ret i8 %v
}
; check: incorrect: value-mismatch (interpreter)

; MEM-52: What a variable holds at first may not be changed,
@k = global i32 1
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = global i32 2
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)
; check --oracle=smt: unknown: constants-differ

@k = internal global i32 1
define i32 @f() {
  %v = load i32, ptr @k
  %w = add i32 %v, 1
  store i32 %w, ptr @k
  ret i32 %v
}
; target:
@k = internal global i32 2
define i32 @f() {
  %v = load i32, ptr @k
  %w = add i32 %v, 1
  store i32 %w, ptr @k
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)

; nor by way of what it leads to,
@s = private constant i32 1
@d = internal global ptr @s
define i32 @f() {
  %p = load ptr, ptr @d
  %v = load i32, ptr %p
  ret i32 %v
}
; target:
@s = private constant i32 2
@d = internal global ptr @s
define i32 @f() {
  %p = load ptr, ptr @d
  %v = load i32, ptr %p
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)

; but for what constructors are known to have done.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
@k = global i32 0
define internal void @c() {
  store i32 7, ptr @k
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: unknown: approximation

; The solver does not tell what constants of computed addresses hold.
@k = private constant [2 x i32] [i32 1, i32 2]
@p = private constant ptr getelementptr (i8, ptr @k, i64 4)
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; target:
@k = private constant [2 x i32] [i32 1, i32 3]
@p = private constant ptr getelementptr (i8, ptr @k, i64 4)
define i32 @f() {
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)
; check --oracle=smt: unsupported: constants that differ in addresses

; One of another type is written and read otherwise, too.
@g = internal global i32 0
define void @set() { store i32 1, ptr @g ret void }
; target:
@g = internal global i1 false
define void @set() { store i1 true, ptr @g ret void }
; check: correct

; Nor is one that the target no longer needs, where a constructor may have been run.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
@k = internal global i32 0
define internal void @c() {
  store i32 7, ptr @k
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
define i32 @f() { ret i32 7 }
; check: unknown: approximation

@k = internal global i32 0
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
define i32 @f() { ret i32 7 }
; check: incorrect: value-mismatch (interpreter, smt)
