; MEM-15: a variable of the module to which no address leads, and which nothing of the target reads, is nobody's to compare: not at the end, not at an
; exception, not at a call.
@g = internal global i8 zeroinitializer
define void @src() {
  store i8 1, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global i8 zeroinitializer
define i8 @get() {
  %v = load i8, ptr @g
  ret i8 %v
}
define void @src() {
  store i8 1, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

@g = internal global i8 zeroinitializer
declare void @w()
define void @src() {
  store i8 1, ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global i32 zeroinitializer
define void @src() {
  store i32 70000, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global i32 zeroinitializer
declare void @w()
define void @src() {
  store i32 70000, ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global float zeroinitializer
define void @src() {
  store float 1.0, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global float zeroinitializer
declare void @w()
define void @src() {
  store float 1.0, ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global <4 x i16> zeroinitializer
define void @src() {
  store <4 x i16> splat (i16 3), ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global <4 x i16> zeroinitializer
define <4 x i16> @get() {
  %v = load <4 x i16>, ptr @g
  ret <4 x i16> %v
}
define void @src() {
  store <4 x i16> splat (i16 3), ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

@g = internal global <4 x i16> zeroinitializer
declare void @w()
define void @src() {
  store <4 x i16> splat (i16 3), ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global [3 x i8] zeroinitializer
define void @src() {
  store [3 x i8] [i8 1, i8 2, i8 3], ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global [3 x i8] zeroinitializer
declare void @w()
define void @src() {
  store [3 x i8] [i8 1, i8 2, i8 3], ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global ptr undef
define void @src() {
  store ptr null, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global ptr undef
define ptr @get() {
  %v = load ptr, ptr @g
  ret ptr %v
}
define void @src() {
  store ptr null, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

@g = internal global ptr undef
declare void @w()
define void @src() {
  store ptr null, ptr @g
  call void @w()
  ret void
}
define void @tgt() {
  call void @w()
  ret void
}
; interpreter: nothing against it
; solver: correct

; A function that the called one may call reads it.
@g = internal global i8 0
declare void @w()
define i8 @get() {
  %v = load i8, ptr @g
  ret i8 %v
}
define void @src() {
  store i8 1, ptr @g
  call void @w()
  store i8 2, ptr @g
  ret void
}
define void @tgt() {
  call void @w()
  store i8 2, ptr @g
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

@g = internal global i8 0
declare void @w()
define void @src() {
  store i8 1, ptr @g
  call void @w()
  store i8 2, ptr @g
  ret void
}
define void @tgt() {
  call void @w()
  store i8 2, ptr @g
  ret void
}
; interpreter: nothing against it
; solver: correct

; Its address goes to the called function.
@g = internal global i8 0
declare void @w(ptr)
define void @src() {
  store i8 1, ptr @g
  call void @w(ptr @g)
  ret void
}
define void @tgt() {
  call void @w(ptr @g)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; The source alone reads it: the value that it finds counts.
@g = internal global i8 0
define i8 @src() {
  store i8 1, ptr @g
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @tgt() {
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global i8 0
define i8 @src() {
  store i8 1, ptr @g
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @tgt() {
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; The target alone reads it.
@g = internal global i8 0
define i8 @src() {
  ret i8 1
}
define i8 @tgt() {
  store i8 1, ptr @g
  %v = load i8, ptr @g
  ret i8 %v
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

@g = internal global i8 0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src() {
  call void @llvm.memset.p0.i64(ptr @g, i8 1, i64 1, i1 false)
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

; What reads it is called by nobody.
@g = internal global i8 0
define internal i8 @never() {
  %v = load i8, ptr @g
  ret i8 %v
}
define void @src() {
  store i8 1, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: nothing against it
; solver: correct

@g = internal global i8 0
define internal i8 @once() {
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @get() {
  %v = call i8 @once()
  ret i8 %v
}
define void @src() {
  store i8 1, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; A volatile store is seen.
@g = internal global i8 0
define void @src() {
  store volatile i8 1, ptr @g
  ret void
}
define void @tgt() {
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Its address is compared, which takes it nowhere.
@g = internal global i8 0
define i1 @src(ptr %p) {
  store i8 1, ptr @g
  %c = icmp eq ptr %p, @g
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  %c = icmp eq ptr %p, @g
  ret i1 %c
}
; interpreter: nothing against it
; solver: correct

; What is compared is run, though nothing in its module calls it.
; LangRef: incorrect
@g = internal global i32 0
define internal i32 @src() {
  %v = load i32, ptr @g
  store i32 1, ptr @g
  ret i32 %v
}
define internal i32 @tgt() {
  %v = load i32, ptr @g
  ret i32 %v
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; Of a part that nothing reads only a pass over the whole module knows.
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  store i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i16, ptr @g
  ret i16 %v
}
; target:
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  %v = load i16, ptr @g
  ret i16 %v
}
; check: unknown: approximation

@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  store i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i32, ptr @g
  %t = trunc i32 %v to i16
  ret i16 %t
}
; target:
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  %v = load i32, ptr @g
  %t = trunc i32 %v to i16
  ret i16 %t
}
; check: unknown: unconfirmed

; Another value is another value.
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  store i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i16, ptr @g
  ret i16 %v
}
; target:
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 2, ptr @g
  store i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i16, ptr @g
  ret i16 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; A volatile store is made, whoever reads.
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  store volatile i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i16, ptr @g
  ret i16 %v
}
; target:
@g = internal global [2 x i16] zeroinitializer
define i16 @f() {
  store i16 1, ptr @g
  %v = load i16, ptr @g
  ret i16 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; Nor does it excuse another value.
@g = internal global [2 x i16] zeroinitializer
define i16 @f(i16 noundef %x) {
  store i16 %x, ptr @g
  store i16 1, ptr getelementptr (i8, ptr @g, i64 2)
  %v = load i16, ptr @g
  ret i16 %v
}
; target:
@g = internal global [2 x i16] zeroinitializer
define i16 @f(i16 noundef %x) {
  store i16 %x, ptr @g
  %v = load i16, ptr @g
  %w = add i16 %v, 1
  ret i16 %w
}
; check: incorrect: value-mismatch (interpreter, smt)
