; Who may find errno by a pointer.

; CALL-58: errno is an int; a byte of it may be read,
declare void @k() nounwind willreturn memory(errnomem: write)
define i8 @src(ptr %p) {
  store i8 0, ptr %p
  call void @k()
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  store i8 0, ptr %p
  call void @k()
  ret i8 0
}
; check: correct (no pointer leads to errno)

; or half of it,
declare void @k() nounwind willreturn memory(errnomem: write)
define i16 @src(ptr %p) {
  store i16 0, ptr %p
  call void @k()
  %r = load i16, ptr %p
  ret i16 %r
}
define i16 @tgt(ptr %p) {
  store i16 0, ptr %p
  call void @k()
  ret i16 0
}
; check: correct (no pointer leads to errno)

; or both halves.
declare void @k() nounwind willreturn memory(errnomem: write)
define <2 x i16> @src(ptr %p) {
  store <2 x i16> zeroinitializer, ptr %p
  call void @k()
  %r = load <2 x i16>, ptr %p
  ret <2 x i16> %r
}
define <2 x i16> @tgt(ptr %p) {
  store <2 x i16> zeroinitializer, ptr %p
  call void @k()
  ret <2 x i16> zeroinitializer
}
; check: correct (no pointer leads to errno)

; What is larger does not fit into it,
declare void @k() nounwind willreturn memory(errnomem: write)
define i64 @src(ptr %p) {
  store i64 0, ptr %p
  call void @k()
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @tgt(ptr %p) {
  store i64 0, ptr %p
  call void @k()
  ret i64 0
}
; check: correct

; nor does a pointer.
declare double @sqrt(double)
define double @src(ptr %p, double %x) {
  %q = load ptr, ptr %p
  %r = call double @sqrt(double %x)
  store ptr %q, ptr %p
  ret double %r
}
define double @tgt(ptr %p, double %x) {
  %r = call double @sqrt(double %x)
  ret double %r
}
; check: correct

; CALL-58: four bytes may be copied from there,
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @k() nounwind willreturn memory(errnomem: write)
define i32 @src(ptr %p) {
  %a = alloca i32
  call void @k()
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  call void @k()
  %r = load i32, ptr %a
  ret i32 %r
}
; check: correct (no pointer leads to errno)

; not eight.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @k() nounwind willreturn memory(errnomem: write)
define i64 @src(ptr %p) {
  %a = alloca i64
  call void @k()
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  %r = load i64, ptr %a
  ret i64 %r
}
define i64 @tgt(ptr %p) {
  %a = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  call void @k()
  %r = load i64, ptr %a
  ret i64 %r
}
; check: correct

; CALL-58: a call may read it by a pointer,
declare i32 @rd(ptr) nounwind willreturn memory(argmem: read)
declare void @k() nounwind willreturn memory(errnomem: write)
define i32 @src(ptr %p) {
  call void @k()
  %r = call i32 @rd(ptr %p)
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %r = call i32 @rd(ptr %p)
  call void @k()
  ret i32 %r
}
; check: correct (no pointer leads to errno)

; not by one to the function's own.
declare i32 @rd(ptr) nounwind willreturn memory(argmem: read)
declare void @k() nounwind willreturn memory(errnomem: write)
define i32 @src() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @k()
  %r = call i32 @rd(ptr %p)
  ret i32 %r
}
define i32 @tgt() {
  %p = alloca i32
  store i32 1, ptr %p
  %r = call i32 @rd(ptr %p)
  call void @k()
  ret i32 %r
}
; check: correct

; CALL-58: a function of the module may read it,
declare void @k() nounwind willreturn memory(errnomem: write)
define internal i32 @rd(ptr %p) {
%r = load i32, ptr %p
ret i32 %r
}
define i32 @src(ptr %p) {
  call void @k()
  %r = call i32 @rd(ptr %p)
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %r = call i32 @rd(ptr %p)
  call void @k()
  ret i32 %r
}
; check: correct (no pointer leads to errno)

; or set it.
declare void @k() nounwind willreturn memory(errnomem: write)
define internal void @in() {
call void @k()
ret void
}
define i32 @src(ptr %p) {
  store i32 0, ptr %p
  call void @in()
  %r = load i32, ptr %p
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  store i32 0, ptr %p
  call void @in()
  ret i32 0
}
; check: correct (no pointer leads to errno)

; CALL-58: a pointer may be loaded that leads there.
@loc = external global ptr
declare void @k() nounwind willreturn memory(errnomem: write)
define i16 @src() {
  %p = load ptr, ptr @loc
  %a = load i16, ptr %p
  call void @k()
  %b = load i16, ptr %p
  %r = sub i16 %b, %a
  ret i16 %r
}
define i16 @tgt() {
  %p = load ptr, ptr @loc
  %a = load i16, ptr %p
  call void @k()
  ret i16 0
}
; check: correct (no pointer leads to errno)

; None leads there from what was allocated.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @k() nounwind willreturn memory(errnomem: write)
define i32 @src(i32 %x) {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %t
t:
  store i32 %x, ptr %p
  call void @k()
  %v = load i32, ptr %p
  call void @free(ptr %p)
  ret i32 %v
e:
  call void @k()
  ret i32 %x
}
define i32 @tgt(i32 %x) {
  call void @k()
  ret i32 %x
}
; check: correct
