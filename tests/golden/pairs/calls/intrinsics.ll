; CALL-20: An intrinsic of a target gives the same for the same arguments.
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
define i32 @src(i32 %a) {
  %r = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1)
  %s = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1)
  %x = xor i32 %r, %s
  ret i32 %x
}
define i32 @tgt(i32 %a) { ret i32 0 }
; interpreter: unsupported: intrinsic llvm.x86.sse42.crc32.32.8
; solver: correct

; An intrinsic of a target that reads the state of the machine may give something else each time.
declare i64 @llvm.x86.rdtsc()
define i64 @src() {
  %r = call i64 @llvm.x86.rdtsc()
  %s = call i64 @llvm.x86.rdtsc()
  %x = sub i64 %s, %r
  ret i64 %x
}
define i64 @tgt() {
  %r = call i64 @llvm.x86.rdtsc()
  %s = call i64 @llvm.x86.rdtsc()
  ret i64 0
}
; interpreter: unsupported: intrinsic llvm.x86.rdtsc
; solver: unknown: approximation

; What an intrinsic of a target gives refutes nothing.
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
define i32 @src(i32 %a) { %r = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1) ret i32 %r }
define i32 @tgt(i32 %a) { ret i32 7 }
; interpreter: unsupported: intrinsic llvm.x86.sse42.crc32.32.8
; solver: unknown: approximation

; Intrinsics of a target read and write memory.
declare void @llvm.x86.avx2.maskstore.d(ptr, <4 x i32>, <4 x i32>)
define i32 @src(ptr %p, <4 x i32> %m) {
  store i32 1, ptr %p
  call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> zeroinitializer)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, <4 x i32> %m) {
  store i32 1, ptr %p
  call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> zeroinitializer)
  ret i32 1
}
; interpreter: unsupported: intrinsic llvm.x86.avx2.maskstore.d
; solver: unknown: approximation

declare void @llvm.x86.avx2.maskstore.d(ptr, <4 x i32>, <4 x i32>)
define i32 @src(ptr %p, <4 x i32> %m) {
  %a = alloca i32
  store i32 1, ptr %a
  call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> zeroinitializer)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt(ptr %p, <4 x i32> %m) {
  call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> zeroinitializer)
  ret i32 1
}
; interpreter: unsupported: intrinsic llvm.x86.avx2.maskstore.d
; solver: correct

; A va_list holds bytes that nobody knows.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8]
  %k = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %v = load i32, ptr %k
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %k)
  %r = mul i32 %v, 2
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8]
  %k = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %v = load i32, ptr %k
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %k)
  %r = shl i32 %v, 1
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8]
  %k = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %v = load i32, ptr %k
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %k)
  ret i32 %v
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8]
  %k = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %v = load i32, ptr %k
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %k)
  ret i32 1
}
; interpreter: unsupported: va_list of this target
; solver: unknown: approximation

; MEM-50: A constant table that names a variable relative to itself gives that variable (LangRef, load.relative),
@a = external global i8
@t = internal constant [1 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t to i64)) to i32)]
declare ptr @llvm.load.relative.i64(ptr, i64)
define ptr @src() {
  %p = call ptr @llvm.load.relative.i64(ptr @t, i64 0)
  ret ptr %p
}
define ptr @tgt() { ret ptr @a }
; interpreter: nothing against it
; solver: correct

@a = external global i8
@t = constant [2 x i32] [i32 0, i32 sub (i32 ptrtoint (ptr @a to i32), i32 ptrtoint (ptr getelementptr ([2 x i32], ptr @t, i32 0, i32 1) to i32))]
declare ptr @llvm.load.relative.i8(ptr, i8)
define ptr @src() {
  %p = call ptr @llvm.load.relative.i8(ptr getelementptr ([2 x i32], ptr @t, i32 0, i32 1), i8 0)
  ret ptr %p
}
define ptr @tgt() { ret ptr @a }
; interpreter: nothing against it
; solver: correct

; not another one.
@a = external global i8
@b = external global i8
@t = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @t to i64)) to i32)]
declare ptr @llvm.load.relative.i64(ptr, i64)
define ptr @src() {
  %p = call ptr @llvm.load.relative.i64(ptr @t, i64 4)
  ret ptr %p
}
define ptr @tgt() { ret ptr @a }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; So does one at an offset that is computed (a table of pointers becomes one of numbers),
@a = internal constant i8 1
@b = internal constant i8 2
@t = internal constant [2 x ptr] [ptr @a, ptr @b]
@t.rel = internal unnamed_addr constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32)], align 4
declare ptr @llvm.load.relative.i32(ptr, i32)
define ptr @src(i32 noundef %n) {
  %i = and i32 %n, 1
  %p = getelementptr inbounds [2 x ptr], ptr @t, i32 0, i32 %i
  %r = load ptr, ptr %p
  ret ptr %r
}
define ptr @tgt(i32 noundef %n) {
  %i = and i32 %n, 1
  %s = shl i32 %i, 2
  %r = call ptr @llvm.load.relative.i32(ptr @t.rel, i32 %s)
  ret ptr %r
}
; check: correct

; not at another one,
@a = internal constant i8 1
@b = internal constant i8 2
@t = internal constant [2 x ptr] [ptr @a, ptr @b]
@t.rel = internal unnamed_addr constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32)], align 4
declare ptr @llvm.load.relative.i32(ptr, i32)
define ptr @src(i32 noundef %n) {
  %i = and i32 %n, 1
  %p = getelementptr inbounds [2 x ptr], ptr @t, i32 0, i32 %i
  %r = load ptr, ptr %p
  ret ptr %r
}
define ptr @tgt(i32 noundef %n) {
  %i = and i32 %n, 1
  %j = xor i32 %i, 1
  %s = shl i32 %j, 2
  %r = call ptr @llvm.load.relative.i32(ptr @t.rel, i32 %s)
  ret ptr %r
}
; check: incorrect: value-mismatch (interpreter)

; nor beyond the table.
@a = internal constant i8 1
@b = internal constant i8 2
@t = internal constant [2 x ptr] [ptr @a, ptr @b]
@t.rel = internal unnamed_addr constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @t.rel to i64)) to i32)], align 4
declare ptr @llvm.load.relative.i32(ptr, i32)
define ptr @src(i32 noundef %n) {
  %i = and i32 %n, 1
  %p = getelementptr inbounds [2 x ptr], ptr @t, i32 0, i32 %i
  %r = load ptr, ptr %p
  ret ptr %r
}
define ptr @tgt(i32 noundef %n) {
  %i = and i32 %n, 1
  %s = shl i32 %i, 3
  %r = call ptr @llvm.load.relative.i32(ptr @t.rel, i32 %s)
  ret ptr %r
}
; check: incorrect: more-ub (interpreter)

@a = external global i8
@t = constant [3 x i32] [i32 0, i32 0, i32 sub (i32 ptrtoint (ptr @a to i32), i32 ptrtoint (ptr getelementptr ([3 x i32], ptr @t, i32 0, i32 2) to i32))]
declare ptr @llvm.load.relative.i8(ptr, i8)
define ptr @src() {
  %o = ptrtoint ptr null to i8
  %p = call ptr @llvm.load.relative.i8(ptr getelementptr ([3 x i32], ptr @t, i32 0, i32 2), i8 %o)
  ret ptr %p
}
define ptr @tgt() { ret ptr @a }
; check: correct

; CALL-9: Which trap it is, and of ubsantrap which kind, is seen.
declare void @llvm.ubsantrap(i8)
define void @src() { call void @llvm.ubsantrap(i8 1) unreachable }
define void @tgt() { call void @llvm.ubsantrap(i8 2) unreachable }
; check: incorrect: value-mismatch (interpreter, smt)

declare void @llvm.ubsantrap(i8)
declare void @llvm.trap()
define void @src(i1 noundef %c) { br i1 %c, label %a, label %b a: call void @llvm.ubsantrap(i8 1) unreachable b: call void @llvm.trap() unreachable }
define void @tgt(i1 noundef %c) { call void @llvm.trap() unreachable }
; check: incorrect: value-mismatch (interpreter, smt)

declare void @llvm.ubsantrap(i8)
define void @src(i1 noundef %c) { br i1 %c, label %a, label %b a: call void @llvm.ubsantrap(i8 1) unreachable b: call void @llvm.ubsantrap(i8 1) unreachable }
define void @tgt(i1 noundef %c) { call void @llvm.ubsantrap(i8 1) unreachable }
; check: correct
