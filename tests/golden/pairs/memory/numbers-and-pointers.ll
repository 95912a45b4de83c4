; MEM-69: a pointer's bytes read as a number are its address, and expose the object as ptrtoint does.
declare void @u(i64)
define i32 @src() {
  %a = alloca i32
  store i32 5, ptr %a
  %pp = alloca ptr
  store ptr %a, ptr %pp
  %i = load i64, ptr %pp
  call void @u(i64 %i)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  store i32 5, ptr %a
  %pp = alloca ptr
  store ptr %a, ptr %pp
  %i = load i64, ptr %pp
  call void @u(i64 %i)
  ret i32 5
}
; check: unknown: unconfirmed

define i32 @src() {
  %a = alloca i32
  store i32 5, ptr %a
  %pp = alloca ptr
  store ptr %a, ptr %pp
  %i = load i64, ptr %pp
  %q = inttoptr i64 %i to ptr
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt() {
  ret i32 7
}
; check: correct

define i32 @src() {
  %a = alloca i32
  store i32 5, ptr %a
  %pp = alloca ptr
  store ptr %a, ptr %pp
  %i = load i64, ptr %pp
  %q = inttoptr i64 %i to ptr
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt() {
  ret i32 5
}
; check: correct

; Only compared.
define i1 @src(i64 %x) {
  %a = alloca i32
  %pp = alloca ptr
  store ptr %a, ptr %pp
  %i = load i64, ptr %pp
  %c = icmp eq i64 %i, 0
  ret i1 %c
}
define i1 @tgt(i64 %x) {
  ret i1 false
}
; check: correct

; A number's bytes read as a pointer are what inttoptr makes of it.
define i64 @src(i64 %x) {
  %a = alloca i64
  store i64 %x, ptr %a
  %p = load ptr, ptr %a
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  ret i64 7
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src(i64 %x) {
  %a = alloca i64
  store i64 %x, ptr %a
  %p = load ptr, ptr %a
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  ret i64 %x
}
; check: correct

define ptr @src(i64 %x) {
  %a = alloca i64
  store i64 %x, ptr %a
  %p = load ptr, ptr %a
  ret ptr %p
}
define ptr @tgt(i64 %x) {
  %p = inttoptr i64 %x to ptr
  ret ptr %p
}
; check: correct

define i8 @src(ptr %q) {
  %x = ptrtoint ptr %q to i64
  %a = alloca i64
  store i64 %x, ptr %a
  %p = load ptr, ptr %a
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  ret i8 7
}
; check: incorrect: value-mismatch (interpreter)

define i8 @src(ptr %q) {
  %x = ptrtoint ptr %q to i64
  %a = alloca i64
  store i64 %x, ptr %a
  %p = load ptr, ptr %a
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  %v = load i8, ptr %q
  ret i8 %v
}
; check: unknown: approximation

; What nobody has written is an undef pointer, no poison.
define ptr @src() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  ret ptr %v
}
define ptr @tgt() {
  ret ptr poison
}
; check: incorrect: more-poisonous (interpreter, smt)

define ptr @src() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  ret ptr %v
}
define ptr @tgt() {
  ret ptr undef
}
; check: correct

define ptr @src() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  ret ptr %v
}
define ptr @tgt() {
  ret ptr null
}
; check: correct

define i1 @src() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  %f = freeze ptr %v
  %c = icmp eq ptr %f, %f
  ret i1 %c
}
define i1 @tgt() {
  ret i1 true
}
; check: correct

; MEM-17: who gets the number of an allocation's address may look at what it holds.
declare noalias ptr @malloc(i64)
define i64 @src() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 1, ptr %p
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}
define i64 @tgt() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 2, ptr %p
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}
; check: unknown: unconfirmed

declare noalias ptr @malloc(i64)
define i64 @src() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 1, ptr %p
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}
define i64 @tgt() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  %i = ptrtoint ptr %p to i64
  store i32 1, ptr %p
  ret i64 %i
}
; check: correct

declare noalias ptr @malloc(i64)
define i64 @src() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 1, ptr %p
  %a = alloca ptr
  store ptr %p, ptr %a
  %i = load i64, ptr %a
  ret i64 %i
}
define i64 @tgt() {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 2, ptr %p
  %a = alloca ptr
  store ptr %p, ptr %a
  %i = load i64, ptr %a
  ret i64 %i
}
; check: unknown: unconfirmed

declare noalias ptr @malloc(i64)
define i64 @src(ptr %d) {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 1, ptr %p
  %i = ptrtoint ptr %p to i64
  %j = xor i64 %i, 12345
  store i64 %j, ptr %d
  ret i64 1
}
define i64 @tgt(ptr %d) {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %k
e:
  ret i64 0
k:
  store i32 2, ptr %p
  %i = ptrtoint ptr %p to i64
  %j = xor i64 %i, 12345
  store i64 %j, ptr %d
  ret i64 1
}
; check: unknown: unconfirmed
