; ATTR-65: What is promised of an argument holds where the call does nothing else, too.
declare void @llvm.fake.use(...)
define i32 @src(i32 %x) {
  call void (...) @llvm.fake.use(i32 %x)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  call void (...) @llvm.fake.use(i32 noundef %x)
  %r = add i32 1, 0
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

declare void @llvm.fake.use(...)
define i32 @src(i32 %x) {
  call void (...) @llvm.fake.use(i32 noundef %x)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  call void (...) @llvm.fake.use(i32 %x)
  %r = add i32 1, 0
  ret i32 %r
}
; check: correct

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define i32 @src(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  call void @llvm.prefetch.p0(ptr noundef %p, i32 0, i32 3, i32 1)
  %r = add i32 1, 0
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define i32 @src(ptr %p) {
  call void @llvm.prefetch.p0(ptr noundef %p, i32 0, i32 3, i32 1)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %r = add i32 1, 0
  ret i32 %r
}
; check: correct

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
define i32 @src(ptr %p) {
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 0, ptr null)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  call void @llvm.var.annotation.p0.p0(ptr dereferenceable(4) %p, ptr null, ptr null, i32 0, ptr null)
  %r = add i32 1, 0
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
define i32 @src(ptr %p) {
  call void @llvm.var.annotation.p0.p0(ptr dereferenceable(4) %p, ptr null, ptr null, i32 0, ptr null)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 0, ptr null)
  %r = add i32 1, 0
  ret i32 %r
}
; check: correct

; Poison goes nowhere.
declare void @llvm.fake.use(...)
define i32 @src(ptr %p) {
  call void (...) @llvm.fake.use(ptr %p)
  %r = add i32 1, 0
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  call void (...) @llvm.fake.use(ptr nonnull %p)
  %r = add i32 1, 0
  ret i32 %r
}
; check: correct
