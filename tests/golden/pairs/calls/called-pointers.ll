; A call of a pointer does no more than the function may do that it turns out to call (LangRef, memory(...); ATTR-40).
declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i64 @src(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @quiet, ptr @reads
  store i64 0, ptr %q
  %r = call i32 %f()
  %v = load i64, ptr %q
  ret i64 %v
}
define i64 @tgt(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @quiet, ptr @reads
  store i64 0, ptr %q
  %r = call i32 %f()
  ret i64 0
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i64 @src(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @quiet, ptr @any
  store i64 0, ptr %q
  %r = call i32 %f()
  %v = load i64, ptr %q
  ret i64 %v
}
define i64 @tgt(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @quiet, ptr @any
  store i64 0, ptr %q
  %r = call i32 %f()
  ret i64 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i64 @src(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @any, ptr @reads
  store i64 0, ptr %q
  %r = call i32 %f()
  %v = load i64, ptr %q
  ret i64 %v
}
define i64 @tgt(i1 noundef %c, ptr %q) {
  %f = select i1 %c, ptr @any, ptr @reads
  store i64 0, ptr %q
  %r = call i32 %f()
  ret i64 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i32 @src(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @quiet
  call void @llvm.assume(i1 %is)
  %r = call i32 %f()
  ret i32 %r
}
define i32 @tgt(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @quiet
  call void @llvm.assume(i1 %is)
  %r = call i32 @quiet()
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i32 @src(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @reads
  call void @llvm.assume(i1 %is)
  %r = call i32 %f()
  ret i32 %r
}
define i32 @tgt(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @reads
  call void @llvm.assume(i1 %is)
  %r = call i32 @reads()
  ret i32 %r
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i32 @src(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @any
  call void @llvm.assume(i1 %is)
  %r = call i32 %f()
  ret i32 %r
}
define i32 @tgt(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %is = icmp eq ptr %f, @any
  call void @llvm.assume(i1 %is)
  %r = call i32 @any()
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i64 @src(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %r = call i32 %f()
  %v = load i64, ptr %q
  %is = icmp eq ptr %f, @quiet
  %w = select i1 %is, i64 %v, i64 0
  ret i64 %w
}
define i64 @tgt(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %r = call i32 %f()
  ret i64 0
}
; interpreter: nothing against it
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i64 @src(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %r = call i32 %f()
  %v = load i64, ptr %q
  %is = icmp eq ptr %f, @any
  %w = select i1 %is, i64 %v, i64 0
  ret i64 %w
}
define i64 @tgt(ptr noundef %f, ptr %q) {
  store i64 0, ptr %q
  %r = call i32 %f()
  ret i64 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define void @src(ptr noundef %f) {
  %is = icmp eq ptr %f, @quiet
  call void @llvm.assume(i1 %is)
  %r = call i32 %f()
  ret void
}
define void @tgt(ptr noundef %f) {
  %is = icmp eq ptr %f, @quiet
  call void @llvm.assume(i1 %is)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define void @src(ptr noundef %f) {
  %is = icmp eq ptr %f, @any
  call void @llvm.assume(i1 %is)
  %r = call i32 %f()
  ret void
}
define void @tgt(ptr noundef %f) {
  %is = icmp eq ptr %f, @any
  call void @llvm.assume(i1 %is)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i32 @src(ptr noalias noundef %p, ptr noalias noundef %q) {
  store ptr @quiet, ptr %p
  store i64 0, ptr %q
  %f = load ptr, ptr %p
  %r = call i32 %f()
  ret i32 %r
}
define i32 @tgt(ptr noalias noundef %p, ptr noalias noundef %q) {
  store ptr @quiet, ptr %p
  store i64 0, ptr %q
  %r = call i32 @quiet()
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @quiet() memory(none)
declare i32 @reads() memory(read)
declare i32 @any()
declare i64 @other() memory(none)
declare void @llvm.assume(i1)
define i32 @src(ptr noalias noundef %p, ptr noalias noundef %q) {
  store ptr @quiet, ptr %p
  store i64 0, ptr %q
  %f = load ptr, ptr %p
  %r = call i32 %f()
  ret i32 %r
}
define i32 @tgt(ptr noalias noundef %p, ptr noalias noundef %q) {
  store ptr @quiet, ptr %p
  store i64 1, ptr %q
  %r = call i32 @quiet()
  ret i32 %r
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch
