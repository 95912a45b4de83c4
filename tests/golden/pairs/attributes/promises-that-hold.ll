; ATTR-30: does the text show that a promise of the function is kept? By calls that may come back, through what calls
; give back, by accesses and results.
; What is called may call back.
declare void @g()
define void @src() {
  call void @g()
  ret void
}
define void @tgt() norecurse {
  call void @g()
  ret void
}
; check: unknown: unfollowed-promise: norecurse

declare void @g() norecurse
define void @src() {
  call void @g()
  ret void
}
define void @tgt() norecurse {
  call void @g()
  ret void
}
; check: correct

; What is called may come back, for ever; what need not make progress may do so.
declare void @g() mustprogress
define void @src() {
  call void @g()
  ret void
}
define void @tgt() mustprogress {
  call void @g()
  ret void
}
; check: unknown: unfollowed-promise: mustprogress

declare void @g()
define void @src() {
  call void @g()
  ret void
}
define void @tgt() mustprogress {
  call void @g()
  ret void
}
; check: correct

; An allocator comes back.
declare noalias ptr @malloc(i64) mustprogress willreturn
define ptr @src(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define ptr @tgt(i64 %n) mustprogress {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
; check: correct

; What a call gave back may be based on what it got.
declare ptr @h(ptr readnone captures(ret: address, provenance)) nounwind willreturn memory(none)
define void @src(ptr %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %q
  ret void
e:
  ret void
}
define void @tgt(ptr readonly %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %q
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: readonly

declare ptr @h(ptr readnone captures(ret: address, provenance)) nounwind willreturn memory(none)
define void @src(ptr %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %q
  ret void
e:
  ret void
}
define void @tgt(ptr writeonly %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %q
  ret void
e:
  ret void
}
; check: correct

declare ptr @h(ptr readnone captures(ret: address, provenance)) nounwind willreturn memory(none)
@k = global i32 0
define void @src(ptr %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %q
  store i32 %v, ptr @k
  ret void
e:
  ret void
}
define void @tgt(ptr writeonly %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %q
  store i32 %v, ptr @k
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: writeonly

declare ptr @h(ptr readnone captures(ret: address, provenance)) nounwind willreturn memory(none)
@k = global i32 0
define void @src(ptr %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %q
  store i32 %v, ptr @k
  ret void
e:
  ret void
}
define void @tgt(ptr readonly %p, i32 noundef %x) {
  %q = call ptr @h(ptr %p)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %q
  store i32 %v, ptr @k
  ret void
e:
  ret void
}
; check: correct

; A call is undefined where an argument or the result breaks noundef or dereferenceable.
declare i32 @llvm.ctpop.i32(i32)
define i32 @src(i32 %x) {
  %v = call i32 @llvm.ctpop.i32(i32 noundef %x)
  ret i32 %v
}
define i32 @tgt(i32 %x) speculatable {
  %v = call i32 @llvm.ctpop.i32(i32 noundef %x)
  ret i32 %v
}
; check: unknown: unfollowed-promise: speculatable

declare i32 @llvm.ctpop.i32(i32)
define i32 @src(i32 %x) {
  %v = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %v
}
define i32 @tgt(i32 %x) speculatable {
  %v = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %v
}
; check: correct

define i32 @src(ptr align 4 dereferenceable(4) %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr align 4 dereferenceable(4) %p) speculatable {
  %v = load i32, ptr %p
  ret i32 %v
}
; check: unknown: unfollowed-promise: speculatable

define dereferenceable(4) ptr @src(ptr %p) {
  ret ptr %p
}
define dereferenceable(4) ptr @tgt(ptr %p) speculatable {
  ret ptr %p
}
; check: unknown: unfollowed-promise: speculatable

; A volatile write through one of several pointers.
define void @src(ptr %p, ptr %q, i1 %c) {
  %s = select i1 %c, ptr %p, ptr %q
  store volatile i32 1, ptr %s
  store i32 2, ptr %p
  ret void
}
define void @tgt(ptr initializes((0, 4)) %p, ptr %q, i1 %c) {
  %s = select i1 %c, ptr %p, ptr %q
  store volatile i32 1, ptr %s
  store i32 2, ptr %p
  ret void
}
; check: unknown: unfollowed-promise: initializes

define void @src(ptr %p, ptr %q, i1 %c) {
  store volatile i32 1, ptr %q
  store i32 2, ptr %p
  ret void
}
define void @tgt(ptr initializes((0, 4)) %p, ptr %q, i1 %c) {
  store volatile i32 1, ptr %q
  store i32 2, ptr %p
  ret void
}
; check: correct

; A pointer made of a number may be based on an argument.
declare i32 @k(ptr captures(none)) nounwind willreturn memory(argmem: read)
define i32 @src(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  %v = call i32 @k(ptr %q)
  ret i32 %v
}
define i32 @tgt(ptr %p) memory(read, argmem: none) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  %v = call i32 @k(ptr %q)
  ret i32 %v
}
; check: unknown: unfollowed-promise: memory

declare i32 @k(ptr captures(none)) nounwind willreturn memory(argmem: read)
define i32 @src(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  %v = call i32 @k(ptr %q)
  ret i32 %v
}
define i32 @tgt(ptr %p) memory(read) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  %v = call i32 @k(ptr %q)
  ret i32 %v
}
; check: correct
