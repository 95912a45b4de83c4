; A copy from a stack object outside of its lifetime gives poison and is not undefined (LangRef, object lifetime).
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  ret i32 1
}
define i32 @tgt(ptr %p) {
  store i32 poison, ptr %p, align 1
  ret i32 2
}
; check: incorrect: value-mismatch (interpreter, smt)

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  ret i32 1
}
define i32 @tgt(ptr %p) {
  store i32 poison, ptr %p, align 1
  ret i32 1
}
; check: correct

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  ret i32 1
}
define i32 @tgt(ptr %p) {
  store i32 1, ptr %p, align 1
  ret i32 1
}
; check: correct

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p) {
  store i32 1, ptr %p, align 1
  ret i32 1
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  ret i32 1
}
; check: incorrect: memory-mismatch (interpreter, smt)

; There may be as many objects as are freed.
declare void @free(ptr)
define i32 @src(ptr %p) {
  %n0 = load ptr, ptr %p
  %n1 = load ptr, ptr %n0
  %n2 = load ptr, ptr %n1
  %n3 = load ptr, ptr %n2
  %n4 = load ptr, ptr %n3
  %n5 = load ptr, ptr %n4
  %n6 = load ptr, ptr %n5
  %n7 = load ptr, ptr %n6
  call void @free(ptr %n0)
  call void @free(ptr %n1)
  call void @free(ptr %n2)
  call void @free(ptr %n3)
  call void @free(ptr %n4)
  call void @free(ptr %n5)
  call void @free(ptr %n6)
  ret i32 1
}
define i32 @tgt(ptr %p) {
  %n0 = load ptr, ptr %p
  %n1 = load ptr, ptr %n0
  %n2 = load ptr, ptr %n1
  %n3 = load ptr, ptr %n2
  %n4 = load ptr, ptr %n3
  %n5 = load ptr, ptr %n4
  %n6 = load ptr, ptr %n5
  %n7 = load ptr, ptr %n6
  call void @free(ptr %n0)
  call void @free(ptr %n1)
  call void @free(ptr %n2)
  call void @free(ptr %n3)
  call void @free(ptr %n4)
  call void @free(ptr %n5)
  call void @free(ptr %n6)
  ret i32 2
}
; check: incorrect: value-mismatch (interpreter, smt)

declare void @free(ptr)
define i32 @src(ptr %p) {
  %n0 = load ptr, ptr %p
  %n1 = load ptr, ptr %n0
  %n2 = load ptr, ptr %n1
  %n3 = load ptr, ptr %n2
  %n4 = load ptr, ptr %n3
  %n5 = load ptr, ptr %n4
  %n6 = load ptr, ptr %n5
  %n7 = load ptr, ptr %n6
  call void @free(ptr %n0)
  call void @free(ptr %n1)
  call void @free(ptr %n2)
  call void @free(ptr %n3)
  call void @free(ptr %n4)
  call void @free(ptr %n5)
  call void @free(ptr %n6)
  ret i32 1
}
define i32 @tgt(ptr %p) {
  %n0 = load ptr, ptr %p
  %n1 = load ptr, ptr %n0
  %n2 = load ptr, ptr %n1
  %n3 = load ptr, ptr %n2
  %n4 = load ptr, ptr %n3
  %n5 = load ptr, ptr %n4
  %n6 = load ptr, ptr %n5
  %n7 = load ptr, ptr %n6
  call void @free(ptr %n6)
  call void @free(ptr %n5)
  call void @free(ptr %n4)
  call void @free(ptr %n3)
  call void @free(ptr %n2)
  call void @free(ptr %n1)
  call void @free(ptr %n0)
  ret i32 1
}
; check: correct

; An allocation that is larger than memory.
define i8 @src() {
  %a = alloca i8, i64 1
  store i8 1, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8, i128 18446744073709551617
  store i8 1, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
; check: unknown: unconfirmed

define i8 @src() {
  %a = alloca i8, i64 1
  store i8 1, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8, i128 1
  store i8 1, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
; check: correct

; MEM-1: a part of a wide type of no whole bytes is no narrow one.
define i1 @src(i1772 %x) {
  %y = lshr i1772 %x, 56
  %t = trunc i1772 %y to i1
  ret i1 %t
}
define i1 @tgt(i1772 %x) {
  %a = alloca i1772, align 1
  %m = and i1772 %x, -18374686479671623681
  %k = and i1772 %x, 72057594037927936
  %z = or i1772 %m, %k
  store i1772 %z, ptr %a, align 1
  %p = getelementptr i8, ptr %a, i64 7
  %t = load i1, ptr %p, align 1
  ret i1 %t
}
; check: unknown: unsupported: memory of types that are no whole bytes

; What is thrown on is known to who catches it.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @u()
declare i32 @__gxx_personality_v0(...)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i32 0
k:
  store i32 1, ptr %p
  invoke void @u() to label %o unwind label %l
o:
  call void @free(ptr %p)
  ret i32 1
l:
  %x = landingpad {ptr,i32} cleanup
  %y = insertvalue {ptr,i32} %x, ptr %p, 0
  resume {ptr,i32} %y
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i32 0
k:
  store i32 2, ptr %p
  invoke void @u() to label %o unwind label %l
o:
  call void @free(ptr %p)
  ret i32 1
l:
  %x = landingpad {ptr,i32} cleanup
  %y = insertvalue {ptr,i32} %x, ptr %p, 0
  resume {ptr,i32} %y
}
; check: unknown: approximation

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @u()
declare i32 @__gxx_personality_v0(...)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i32 0
k:
  store i32 1, ptr %p
  invoke void @u() to label %o unwind label %l
o:
  call void @free(ptr %p)
  ret i32 1
l:
  %x = landingpad {ptr,i32} cleanup
  %y = insertvalue {ptr,i32} %x, ptr %p, 0
  resume {ptr,i32} %y
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i32 0
k:
  store i32 1, ptr %p
  invoke void @u() to label %o unwind label %l
o:
  call void @free(ptr %p)
  ret i32 1
l:
  %x = landingpad {ptr,i32} cleanup
  %q = getelementptr i8, ptr %p, i64 0
  %y = insertvalue {ptr,i32} %x, ptr %q, 0
  resume {ptr,i32} %y
}
; check: correct
