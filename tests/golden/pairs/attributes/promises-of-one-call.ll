; ATTR-30: a promise is about one call, and what only the target says is no reason to believe more of it.
; ATTR-30: memory(...) of a call that gets a variable of the function's own.
declare i32 @g(ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a)
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a) memory(argmem: read)
  ret i32 %r
}
; check: unknown: unfollowed-promise: memory

declare i32 @g(ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a)
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a) memory(argmem: write)
  ret i32 %r
}
; check: unknown: unfollowed-promise: memory

declare i32 @g(ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a) memory(argmem: read)
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a) memory(argmem: read)
  ret i32 %r
}
; check: correct

; It may be left out.
declare i32 @g(ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a) memory(argmem: read)
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  store i32 1, ptr %a
  %r = call i32 @g(ptr %a)
  ret i32 %r
}
; check: correct

; Nothing can be touched.
declare i32 @g(ptr captures(none)) memory(argmem: readwrite) nounwind willreturn
define i32 @src() {
  %r = call i32 @g(ptr null)
  ret i32 %r
}
define i32 @tgt() {
  %r = call i32 @g(ptr null) memory(argmem: read)
  ret i32 %r
}
; check: correct

; Another call of the same function said so.
declare void @g(ptr)
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
e:
  ret void
}
define void @tgt(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr captures(none) %p)
  call void @g(ptr captures(none) %p)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: captures

declare void @g(ptr)
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
e:
  ret void
}
define void @tgt(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  call void @g(ptr captures(none) %p)
  ret void
e:
  ret void
}
; check: correct

declare void @g(ptr)
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  call void @g(ptr nofree %p)
  ret void
e:
  ret void
}
define void @tgt(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr nofree %p)
  call void @g(ptr nofree %p)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: nofree

declare void @g(ptr)
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
define void @tgt(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr readonly %p)
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: readonly

; A tail call of the same function stood elsewhere.
declare void @g()
declare void @k(ptr)
define void @src(i32 noundef %x) {
  %a = alloca i32
  tail call void @g()
  call void @k(ptr %a)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g()
  ret void
e:
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = alloca i32
  tail call void @g()
  call void @k(ptr %a)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  tail call void @g()
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: tail

declare void @g()
declare void @k(ptr)
define void @src(i32 noundef %x) {
  %a = alloca i32
  tail call void @g()
  call void @k(ptr %a)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  tail call void @g()
  ret void
e:
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = alloca i32
  tail call void @g()
  call void @k(ptr %a)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  tail call void @g()
  ret void
e:
  ret void
}
; check: correct

declare void @g(ptr captures(none))
define void @src(ptr byval(i32) %p, i32 noundef %x) {
  tail call void @g(ptr null)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  ret void
e:
  ret void
}
define void @tgt(ptr byval(i32) %p, i32 noundef %x) {
  tail call void @g(ptr null)
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  tail call void @g(ptr %p)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: tail

; The argument and the call are no reasons for each other.
declare void @g(ptr captures(none))
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  ret void
e:
  ret void
}
define void @tgt(ptr readonly %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: readonly

; The source's call is one for the argument, and its argument for the call.
declare void @g(ptr captures(none))
define void @src(ptr %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
define void @tgt(ptr readonly %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
; check: correct

declare void @g(ptr captures(none))
define void @src(ptr readonly %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %p)
  ret void
e:
  ret void
}
define void @tgt(ptr readonly %p, i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr readonly %p)
  ret void
e:
  ret void
}
; check: correct

; The function called need not write.
declare void @g(ptr captures(none)) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
define void @src(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr %a)
  ret void
e:
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr initializes((0, 4)) %a)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: initializes

declare void @g(ptr captures(none)) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
define void @src(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr initializes((0, 4)) %a)
  ret void
e:
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr initializes((0, 8)) %a)
  ret void
e:
  ret void
}
; check: unknown: unfollowed-promise: initializes

declare void @g(ptr captures(none)) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
define void @src(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr initializes((0, 8)) %a)
  ret void
e:
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = alloca i64
  store i64 1, ptr %a
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(ptr initializes((0, 4)) %a)
  ret void
e:
  ret void
}
; check: correct
