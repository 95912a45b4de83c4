; A new object may be replaced by an argument that nobody else knows; what it holds counts.
declare void @f(ptr) nounwind
define void @src(ptr noalias noundef writable dereferenceable(4) %d) {
  %t = alloca i32
  call void @f(ptr captures(none) %t)
  %v = load i32, ptr %t
  store i32 %v, ptr %d, align 1
  ret void
}
define void @tgt(ptr noalias noundef writable dereferenceable(4) %d) {
  call void @f(ptr captures(none) %d)
  ret void
}
; interpreter: unknown: a pointer to a local object
; solver: unknown: approximation

declare void @f(ptr) nounwind
define void @src(ptr noalias noundef writable dereferenceable(4) %d) {
  %t = alloca i32
  store i32 1, ptr %t
  call void @f(ptr captures(none) %t)
  %v = load i32, ptr %t
  store i32 %v, ptr %d, align 1
  ret void
}
define void @tgt(ptr noalias noundef writable dereferenceable(4) %d) {
  store i32 1, ptr %d, align 1
  call void @f(ptr captures(none) %d)
  ret void
}
; interpreter: unknown: a pointer to a local object
; solver: unknown: approximation

declare void @f(ptr) nounwind
define void @src(ptr noalias noundef writable dereferenceable(4) %d) {
  %t = alloca i32
  store i32 1, ptr %t
  call void @f(ptr captures(none) %t)
  %v = load i32, ptr %t
  store i32 %v, ptr %d, align 1
  ret void
}
define void @tgt(ptr noalias noundef writable dereferenceable(4) %d) {
  store i32 2, ptr %d, align 1
  call void @f(ptr captures(none) %d)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: unknown: approximation

declare void @f(ptr) nounwind
define void @src(ptr noalias noundef writable dereferenceable(4) %d) {
  %t = alloca i32
  store i32 1, ptr %t
  call void @f(ptr captures(none) %t)
  %v = load i32, ptr %t
  store i32 %v, ptr %d, align 1
  ret void
}
define void @tgt(ptr noalias noundef writable dereferenceable(4) %d) {
  call void @f(ptr captures(none) %d)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: unknown: approximation

; Who knows an object knows the objects whose addresses it holds.
declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  call void @keep(ptr %x)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  call void @keep(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  call void @keep(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  call void @look(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  call void @look(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @keep(ptr)
declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  store i8 1, ptr %b
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  call void @keep(ptr %x)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  store i8 1, ptr %b
  call void @keep(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  call void @keep(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  store i8 1, ptr %b
  call void @look(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  call void @look(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @keep(ptr)
declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  store i8 1, ptr %b
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  store i8 1, ptr %b
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  call void @keep(ptr %x)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  store i8 1, ptr %b
  call void @keep(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  call void @keep(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  store i8 1, ptr %b
  call void @look(ptr %a)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  call void @look(ptr %a)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @keep(ptr)
declare void @look(ptr captures(none))
define void @src(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  store i8 1, ptr %b
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %o = alloca ptr
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false)
  call void @look(ptr %a)
  call void @keep(ptr %x)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub

declare void @keep(ptr)
define void @src(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  store i8 1, ptr %b
  call void @keep(ptr %o)
  ret void
}
define void @tgt(i1 noundef %c, ptr %x) {
  %a = alloca ptr
  %o = alloca ptr
  %b = alloca i8
  %s = select i1 %c, ptr %a, ptr %o
  store ptr %b, ptr %s
  call void @keep(ptr %o)
  ret void
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: more-ub
