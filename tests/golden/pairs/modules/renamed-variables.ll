; Variables that only their modules know may get other names: they are paired by what they hold.
declare void @use(ptr)
@0 = private global i32 7
define void @f() { call void @use(ptr @0) ret void }
; target:
declare void @use(ptr)
@anon.1 = private global i32 7
define void @f() { call void @use(ptr @anon.1) ret void }
; check: correct

declare void @use(ptr)
@a = internal global [2 x i32] [i32 1, i32 2]
define i32 @f() { store i32 5, ptr @a call void @use(ptr @a) %r = load i32, ptr @a ret i32 %r }
; target:
declare void @use(ptr)
@b = internal global [2 x i32] [i32 1, i32 2]
define i32 @f() { store i32 5, ptr @b call void @use(ptr @b) %r = load i32, ptr @b ret i32 %r }
; check: correct

; Each has the others' names.
declare void @use(ptr, ptr)
@a = internal global i32 1
@b = internal global i32 2
define void @f() { call void @use(ptr @a, ptr @b) ret void }
; target:
declare void @use(ptr, ptr)
@c = internal global i32 2
@d = internal global i32 1
define void @f() { call void @use(ptr @d, ptr @c) ret void }
; check: correct

; Exchanged.
declare void @use(ptr, ptr)
@a = internal global i32 1
@b = internal global i32 2
define void @f() { call void @use(ptr @a, ptr @b) ret void }
; target:
declare void @use(ptr, ptr)
@c = internal global i32 2
@d = internal global i32 1
define void @f() { call void @use(ptr @c, ptr @d) ret void }
; check: incorrect: value-mismatch (interpreter)

; The variable is still there: this is another one.
declare void @use(ptr)
@a = internal global i32 1
define void @f() { call void @use(ptr @a) ret void }
; target:
declare void @use(ptr)
@a = internal global i32 1
@b = internal global i32 1
define void @f() { call void @use(ptr @b) ret void }
; check: incorrect: value-mismatch (interpreter)

; It holds something else.
declare void @use(ptr)
@a = internal global i32 1
define void @f() { call void @use(ptr @a) ret void }
; target:
declare void @use(ptr)
@b = internal global i32 3
define void @f() { call void @use(ptr @b) ret void }
; check: incorrect: value-mismatch (interpreter)

; A variable that is initialized from outside is split: whoever initializes it does so for its parts, optimizers hold.
@a = internal externally_initialized global [2 x i32] zeroinitializer
define i32 @f() { %r = load i32, ptr getelementptr (i8, ptr @a, i64 4) ret i32 %r }
; target:
@a.1 = internal externally_initialized global i32 0
define i32 @f() { %r = load i32, ptr @a.1 ret i32 %r }
; check: unknown: approximation

@a = internal externally_initialized global [2 x i32] zeroinitializer
define i32 @f() { %r = load i32, ptr getelementptr (i8, ptr @a, i64 4) ret i32 %r }
; target:
@a = internal externally_initialized global [2 x i32] zeroinitializer
define i32 @f() { ret i32 0 }
; check: incorrect: value-mismatch (interpreter, smt)
