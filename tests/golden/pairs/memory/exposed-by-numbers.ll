; MEM-17: ptrtoint exposes an object only where the integer goes somewhere.
declare void @g()
define i8 @src(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @g()
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @g()
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @g()
define i8 @src(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %m = and i64 %i, 3
  %c = icmp eq i64 %m, 0
  br i1 %c, label %x, label %x
x:
  call void @g()
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %m = and i64 %i, 3
  %c = icmp eq i64 %m, 0
  br i1 %c, label %x, label %x
x:
  call void @g()
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @f(i64)
define i8 @src(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @f(i64 %i)
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @f(i64 %i)
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

declare void @f(i64)
define i8 @src(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %s = sub i64 %i, %n
  call void @f(i64 %s)
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %b = alloca i8
  %a = getelementptr i8, ptr %b, i64 0
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %s = sub i64 %i, %n
  call void @f(i64 %s)
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

declare void @g()
define i8 @src(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @g()
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @g()
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @g()
define i8 @src(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %m = and i64 %i, 3
  %c = icmp eq i64 %m, 0
  br i1 %c, label %x, label %x
x:
  call void @g()
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %m = and i64 %i, 3
  %c = icmp eq i64 %m, 0
  br i1 %c, label %x, label %x
x:
  call void @g()
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @f(i64)
define i8 @src(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @f(i64 %i)
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  call void @f(i64 %i)
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

declare void @f(i64)
define i8 @src(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %s = sub i64 %i, %n
  call void @f(i64 %s)
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt(i64 %n) {
  %a = alloca ptr
  %b = alloca i8
  store ptr %b, ptr %a
  store i8 1, ptr %b
  %i = ptrtoint ptr %a to i64
  %s = sub i64 %i, %n
  call void @f(i64 %s)
  %v = load i8, ptr %b
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

; Hidden memory that differs is seen once its address escapes.
; It is seen only if it was not overwritten in between.
declare void @f()
declare void @g(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f()
  call void @g(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  store i8 2, ptr %p
  call void @f()
  call void @g(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @f()
declare void @g(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  call void @g(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  store i8 2, ptr %p
  call void @f()
  call void @g(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f()
declare void @g(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f()
  call void @g(ptr %p)
  store i8 3, ptr %p
  call void @f()
  ret void
}
define void @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f()
  call void @g(ptr %p)
  store i8 4, ptr %p
  call void @f()
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; MEM-18: A function that receives a pointer made of an integer may access the object there.
declare void @g(ptr)
define void @src() {
  %a = alloca i32
  %i = ptrtoint ptr %a to i64
  %p = inttoptr i64 %i to ptr
  call void @g(ptr %p)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @g(ptr %a)
  ret void
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; MEM-11: Which own object is passed on is left open only where nothing else differs.
; A callee can't tell a new object from an argument that nobody else knows, be it null or not.
; Two calls that pass different objects on each side are told apart.
declare void @f(ptr, i8) nounwind memory(argmem: readwrite)
define void @src(ptr noalias writable dereferenceable(1) %d) {
  %t = alloca i8
  call void @f(ptr captures(none) %t, i8 0)
  %v = load i8, ptr %t
  store i8 %v, ptr %d
  ret void
}
define void @tgt(ptr noalias writable dereferenceable(1) %d) {
  call void @f(ptr captures(none) %d, i8 0)
  ret void
}
; interpreter: unknown: an unknown function of a local address
; solver: unknown: approximation

declare void @f(ptr, i8) nounwind memory(argmem: readwrite)
define void @src(ptr noalias noundef nonnull writable dereferenceable(1) %d) {
  %t = alloca i8
  call void @f(ptr captures(none) %t, i8 0)
  %v = load i8, ptr %t
  store i8 %v, ptr %d
  ret void
}
define void @tgt(ptr noalias noundef nonnull writable dereferenceable(1) %d) {
  call void @f(ptr captures(none) %d, i8 0)
  ret void
}
; interpreter: unknown: an unknown function of a local address
; solver: unknown: approximation

declare void @f(ptr, i8) nounwind memory(argmem: readwrite)
define void @src(ptr writable dereferenceable(1) %d) {
  %t = alloca i8
  call void @f(ptr captures(none) %t, i8 0)
  %v = load i8, ptr %t
  store i8 %v, ptr %d
  ret void
}
define void @tgt(ptr writable dereferenceable(1) %d) {
  call void @f(ptr captures(none) %d, i8 0)
  ret void
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-ub

declare void @f(ptr, i8) nounwind memory(argmem: readwrite)
define void @src(ptr noalias writable dereferenceable(1) %d) {
  %t = alloca i8
  call void @f(ptr captures(none) %t, i8 0)
  %v = load i8, ptr %t
  store i8 %v, ptr %d
  ret void
}
define void @tgt(ptr noalias writable dereferenceable(1) %d) {
  call void @f(ptr captures(none) %d, i8 1)
  ret void
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-ub

declare void @f(ptr captures(none), i8)
define i8 @src() {
  %a = alloca i8
  %b = alloca i8
  store i8 1, ptr %a
  store i8 1, ptr %b
  call void @f(ptr %a, i8 0)
  call void @f(ptr %b, i8 0)
  ret i8 1
}
define i8 @tgt() {
  %a = alloca i8
  %b = alloca i8
  store i8 1, ptr %a
  store i8 1, ptr %b
  call void @f(ptr %a, i8 0)
  call void @f(ptr %b, i8 0)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr captures(none), i8)
define i8 @src() {
  %a = alloca i8
  %b = alloca i8
  store i8 1, ptr %a
  store i8 1, ptr %b
  call void @f(ptr %a, i8 0)
  call void @f(ptr %b, i8 0)
  ret i8 1
}
define i8 @tgt() {
  %a = alloca i8
  %b = alloca i8
  store i8 1, ptr %a
  store i8 1, ptr %b
  call void @f(ptr %a, i8 0)
  call void @f(ptr %b, i8 0)
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
