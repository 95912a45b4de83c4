; A frozen value is one value for all who look at it; undef is another for each (LangRef, freeze).
define i8 @src() {
  %f = freeze i8 undef
  ret i8 %f
}
define i8 @tgt() {
  ret i8 undef
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i32 @src() {
  %f = freeze i32 undef
  ret i32 %f
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i64 @src() {
  %f = freeze i64 undef
  ret i64 %f
}
define i64 @tgt() {
  ret i64 undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define <2 x i8> @src() {
  %f = freeze <2 x i8> undef
  ret <2 x i8> %f
}
define <2 x i8> @tgt() {
  ret <2 x i8> undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define <4 x i32> @src() {
  %f = freeze <4 x i32> undef
  ret <4 x i32> %f
}
define <4 x i32> @tgt() {
  ret <4 x i32> undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define float @src() {
  %f = freeze float undef
  ret float %f
}
define float @tgt() {
  ret float undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define ptr @src() {
  %f = freeze ptr undef
  ret ptr %f
}
define ptr @tgt() {
  ret ptr undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i32 @src() {
  %f = freeze i32 poison
  ret i32 %f
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define {i32, i32} @src() {
  %f = freeze {i32, i32} undef
  ret {i32, i32} %f
}
define {i32, i32} @tgt() {
  ret {i32, i32} undef
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i32 @src() {
  %f = freeze i32 undef
  ret i32 %f
}
define i32 @tgt() {
  %a = add i32 undef, 1
  ret i32 %a
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define <2 x i8> @src() {
  %f = freeze <2 x i8> undef
  ret <2 x i8> %f
}
define <2 x i8> @tgt() {
  %a = add <2 x i8> undef, splat(i8 1)
  ret <2 x i8> %a
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i32 @src() {
  %f = freeze i32 undef
  %a = and i32 %f, 1
  ret i32 %a
}
define i32 @tgt() {
  %a = and i32 undef, 1
  ret i32 %a
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i32 @src() {
  %f = freeze i32 undef
  %a = xor i32 %f, %f
  ret i32 %a
}
define i32 @tgt() {
  %a = xor i32 undef, undef
  ret i32 %a
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

; A freeze may not be dropped from what may be undef.
define i32 @src(i32 %x) {
  %f = freeze i32 %x
  ret i32 %f
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-poisonous

define {i32, i32} @src(i32 %x) {
  %f = freeze i32 %x
  %a = insertvalue {i32, i32} poison, i32 %f, 0
  %b = insertvalue {i32, i32} %a, i32 %f, 1
  ret {i32, i32} %b
}
define {i32, i32} @tgt(i32 %x) {
  %a = insertvalue {i32, i32} poison, i32 %x, 0
  %b = insertvalue {i32, i32} %a, i32 %x, 1
  ret {i32, i32} %b
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-poisonous

define i32 @src() {
  %a = alloca i32
  %v = load i32, ptr %a
  %f = freeze i32 %v
  ret i32 %f
}
define i32 @tgt() {
  %a = alloca i32
  %v = load i32, ptr %a
  ret i32 %v
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define ptr @src() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  %f = freeze ptr %v
  ret ptr %f
}
define ptr @tgt() {
  %a = alloca ptr
  %v = load ptr, ptr %a
  ret ptr %v
}
; interpreter: unknown: source has more choices than were enumerated
; solver: unknown: approximation

define i32 @src(ptr %p) {
  %v = load i32, ptr %p
  %f = freeze i32 %v
  ret i32 %f
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-poisonous

define i32 @src(i1 %c, i32 noundef %y) {
  %f = freeze i32 undef
  %s = select i1 %c, i32 %f, i32 %y
  ret i32 %s
}
define i32 @tgt(i1 %c, i32 noundef %y) {
  %s = select i1 %c, i32 undef, i32 %y
  ret i32 %s
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i1 @src(i32 noundef %y) {
  %f = freeze i32 undef
  %c = icmp eq i32 %f, %y
  ret i1 %c
}
define i1 @tgt(i32 noundef %y) {
  %c = icmp eq i32 undef, %y
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define i1 @src(i8 noundef %y) {
  %f = freeze i8 undef
  %c = icmp ult i8 %f, %y
  ret i1 %c
}
define i1 @tgt(i8 noundef %y) {
  %c = icmp ult i8 undef, %y
  ret i1 %c
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i1 @src(i32 noundef %y) {
  %f = freeze i32 undef
  %c = icmp sgt i32 %f, %y
  ret i1 %c
}
define i1 @tgt(i32 noundef %y) {
  %c = icmp sgt i32 undef, %y
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

; What is stored and passed on is looked at, too.
define void @src(ptr %p) {
  %f = freeze i8 undef
  store i8 %f, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i8 undef, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p) {
  %f = freeze i32 undef
  store i32 %f, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i32 undef, ptr %p
  ret void
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: memory-mismatch

define void @src(ptr %p) {
  %f = freeze <4 x i32> undef
  store <4 x i32> %f, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store <4 x i32> undef, ptr %p
  ret void
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: memory-mismatch

; The same of 64 bits takes the solver seconds.
target datalayout = "p:32:32"
define void @src(ptr %p) {
  %f = freeze ptr undef
  store ptr %f, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store ptr undef, ptr %p
  ret void
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: memory-mismatch

declare void @g(i32)
define void @src() {
  %f = freeze i32 undef
  call void @g(i32 %f)
  ret void
}
define void @tgt() {
  call void @g(i32 undef)
  ret void
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-ub
