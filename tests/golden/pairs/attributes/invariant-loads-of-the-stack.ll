; ATTR-23: Of a stack object are undefined where something was stored.
define i8 @src(i8 %x) {
  %a = alloca i8
  store i8 zeroinitializer, ptr %a
  %b = load i8, ptr %a, !invariant.load !0
  %c = freeze i8 %b
  ret i8 %c
}
define i8 @tgt(i8 %x) { ret i8 %x }
!0 = !{}
; check: correct

define i8 @src(i8 %x) {
  %a = alloca i8
  store i8 zeroinitializer, ptr %a
  %b = load i8, ptr %a, !invariant.load !0
  %c = freeze i8 %b
  ret i8 %c
}
define i8 @tgt(i8 %x) { %a = alloca i8 %b = load i8, ptr %a, !invariant.load !0 %c = freeze i8 %b ret i8 %c }
!0 = !{}
; check: correct

define i8 @src(i8 %x) {
  %a = alloca i8
  store i8 zeroinitializer, ptr %a
  %b = load i8, ptr %a, !invariant.load !0
  %c = freeze i8 %b
  ret i8 %c
}
define i8 @tgt(i8 %x) { %a = alloca i8 ret i8 poison }
!0 = !{}
; check: correct
; check --oracle=interpreter: correct
; check --oracle=smt: correct

define i8 @src(i8 %x) { %a = alloca i8 %b = load i8, ptr %a, !invariant.load !0 %c = freeze i8 %b ret i8 %c }
define i8 @tgt(i8 %x) { ret i8 zeroinitializer }
!0 = !{}
; check: correct

define i8 @src(i8 %x) { %a = alloca i8 %b = load i8, ptr %a, !invariant.load !0 %c = freeze i8 %b ret i8 %c }
define i8 @tgt(i8 %x) { ret i8 poison }
!0 = !{}
; check: incorrect: more-poisonous (interpreter, smt)

define i8 @src(i8 %x) { ret i8 zeroinitializer }
define i8 @tgt(i8 %x) {
  %a = alloca i8
  store i8 zeroinitializer, ptr %a
  %b = load i8, ptr %a, !invariant.load !0
  %c = freeze i8 %b
  ret i8 %c
}
!0 = !{}
; check: unknown: approximation
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: unknown: approximation

define i32 @src(i32 %x) {
  %a = alloca i32
  store i32 zeroinitializer, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  %c = freeze i32 %b
  ret i32 %c
}
define i32 @tgt(i32 %x) { ret i32 %x }
!0 = !{}
; check: correct

define i32 @src(i32 %x) {
  %a = alloca i32
  store i32 zeroinitializer, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  %c = freeze i32 %b
  ret i32 %c
}
define i32 @tgt(i32 %x) { %a = alloca i32 %b = load i32, ptr %a, !invariant.load !0 %c = freeze i32 %b ret i32 %c }
!0 = !{}
; check: correct

define i32 @src(i32 %x) {
  %a = alloca i32
  store i32 zeroinitializer, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  %c = freeze i32 %b
  ret i32 %c
}
define i32 @tgt(i32 %x) { %a = alloca i32 ret i32 poison }
!0 = !{}
; check: correct
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: correct

define i32 @src(i32 %x) { %a = alloca i32 %b = load i32, ptr %a, !invariant.load !0 %c = freeze i32 %b ret i32 %c }
define i32 @tgt(i32 %x) { ret i32 zeroinitializer }
!0 = !{}
; check: correct

define i32 @src(i32 %x) { %a = alloca i32 %b = load i32, ptr %a, !invariant.load !0 %c = freeze i32 %b ret i32 %c }
define i32 @tgt(i32 %x) { ret i32 poison }
!0 = !{}
; check: incorrect: more-poisonous (interpreter, smt)

define i32 @src(i32 %x) { ret i32 zeroinitializer }
define i32 @tgt(i32 %x) {
  %a = alloca i32
  store i32 zeroinitializer, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  %c = freeze i32 %b
  ret i32 %c
}
!0 = !{}
; check: unknown: approximation
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: unknown: approximation

define <4 x i8> @src(<4 x i8> %x) {
  %a = alloca <4 x i8>
  store <4 x i8> zeroinitializer, ptr %a
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
define <4 x i8> @tgt(<4 x i8> %x) { ret <4 x i8> %x }
!0 = !{}
; check: correct

define <4 x i8> @src(<4 x i8> %x) {
  %a = alloca <4 x i8>
  store <4 x i8> zeroinitializer, ptr %a
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
define <4 x i8> @tgt(<4 x i8> %x) {
  %a = alloca <4 x i8>
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
!0 = !{}
; check: correct

define <4 x i8> @src(<4 x i8> %x) {
  %a = alloca <4 x i8>
  store <4 x i8> zeroinitializer, ptr %a
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
define <4 x i8> @tgt(<4 x i8> %x) { %a = alloca <4 x i8> ret <4 x i8> poison }
!0 = !{}
; check: correct
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: correct

define <4 x i8> @src(<4 x i8> %x) {
  %a = alloca <4 x i8>
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
define <4 x i8> @tgt(<4 x i8> %x) { ret <4 x i8> zeroinitializer }
!0 = !{}
; check: correct

define <4 x i8> @src(<4 x i8> %x) {
  %a = alloca <4 x i8>
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
define <4 x i8> @tgt(<4 x i8> %x) { ret <4 x i8> poison }
!0 = !{}
; check: incorrect: more-poisonous (interpreter, smt)

define <4 x i8> @src(<4 x i8> %x) { ret <4 x i8> zeroinitializer }
define <4 x i8> @tgt(<4 x i8> %x) {
  %a = alloca <4 x i8>
  store <4 x i8> zeroinitializer, ptr %a
  %b = load <4 x i8>, ptr %a, !invariant.load !0
  %c = freeze <4 x i8> %b
  ret <4 x i8> %c
}
!0 = !{}
; check: unknown: approximation
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: unknown: approximation

define ptr @src(ptr %x) {
  %a = alloca ptr
  store ptr null, ptr %a
  %b = load ptr, ptr %a, !invariant.load !0
  %c = freeze ptr %b
  ret ptr %c
}
define ptr @tgt(ptr %x) { ret ptr %x }
!0 = !{}
; check: correct

define ptr @src(ptr %x) {
  %a = alloca ptr
  store ptr null, ptr %a
  %b = load ptr, ptr %a, !invariant.load !0
  %c = freeze ptr %b
  ret ptr %c
}
define ptr @tgt(ptr %x) { %a = alloca ptr %b = load ptr, ptr %a, !invariant.load !0 %c = freeze ptr %b ret ptr %c }
!0 = !{}
; check: correct

define ptr @src(ptr %x) {
  %a = alloca ptr
  store ptr null, ptr %a
  %b = load ptr, ptr %a, !invariant.load !0
  %c = freeze ptr %b
  ret ptr %c
}
define ptr @tgt(ptr %x) { %a = alloca ptr ret ptr poison }
!0 = !{}
; check: correct
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: correct

define ptr @src(ptr %x) { %a = alloca ptr %b = load ptr, ptr %a, !invariant.load !0 %c = freeze ptr %b ret ptr %c }
define ptr @tgt(ptr %x) { ret ptr null }
!0 = !{}
; check: correct

define ptr @src(ptr %x) { %a = alloca ptr %b = load ptr, ptr %a, !invariant.load !0 %c = freeze ptr %b ret ptr %c }
define ptr @tgt(ptr %x) { ret ptr poison }
!0 = !{}
; check: unknown: approximation

define ptr @src(ptr %x) { ret ptr null }
define ptr @tgt(ptr %x) {
  %a = alloca ptr
  store ptr null, ptr %a
  %b = load ptr, ptr %a, !invariant.load !0
  %c = freeze ptr %b
  ret ptr %c
}
!0 = !{}
; check: unknown: approximation
; check --oracle=interpreter: unknown: sampled
; check --oracle=smt: unknown: approximation

; Of what was allocated refute nothing.
declare noalias ptr @calloc(i64, i64)
define i32 @src() {
  %a = call ptr @calloc(i64 1, i64 4)
  %n = icmp eq ptr %a, null
  br i1 %n, label %no, label %yes
no:
  ret i32 0
yes:
  store i32 7, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  ret i32 %b
}
define i32 @tgt() { ret i32 5 }
!0 = !{}
; check: unknown: approximation

declare noalias ptr @calloc(i64, i64)
define i32 @src() {
  %a = call ptr @calloc(i64 1, i64 4)
  %n = icmp eq ptr %a, null
  br i1 %n, label %no, label %yes
no:
  ret i32 0
yes:
  store i32 0, ptr %a
  %b = load i32, ptr %a, !invariant.load !0
  ret i32 %b
}
define i32 @tgt() { ret i32 5 }
!0 = !{}
; check: unknown: approximation

declare noalias ptr @calloc(i64, i64)
define i32 @src() {
  %a = call ptr @calloc(i64 1, i64 4)
  %n = icmp eq ptr %a, null
  br i1 %n, label %no, label %yes
no:
  ret i32 0
yes:
  %b = load i32, ptr %a, !invariant.load !0
  ret i32 %b
}
define i32 @tgt() { ret i32 5 }
!0 = !{}
; check: unknown: unconfirmed
