; MEM-21: What is behind the declared size of a variable may belong to it.
@x = external global i8
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

@x = external global [0 x i8]
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

@x = external global [2 x i32]
define i32 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i32, ptr %p, align 1
  ret i32 %v
}
define i32 @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

@x = external constant [4 x i8]
define <2 x i8> @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load <2 x i8>, ptr %p, align 1
  ret <2 x i8> %v
}
define <2 x i8> @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

@x = weak global [4 x i8] zeroinitializer
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

@x = common global [4 x i8] zeroinitializer
define i16 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i16, ptr %p, align 1
  ret i16 %v
}
define i16 @tgt() { unreachable }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

; A load from there may be moved and repeated.
@x = external global i8
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 4
  %v = load i8, ptr %p
  %w = load i8, ptr %p
  %r = sub i8 %v, %w
  ret i8 %r
}
define i8 @tgt() {
  %p = getelementptr i8, ptr @x, i64 4
  %v = load i8, ptr %p
  %r = xor i8 %v, %v
  ret i8 %r
}
; interpreter: unknown: what is behind the declared size of a variable
; solver: correct

; Nobody says that it belongs to it.
@x = external global i8
define i8 @src() { ret i8 1 }
define i8 @tgt() {
  %p = getelementptr i8, ptr @x, i64 4
  %v = load i8, ptr %p
  ret i8 1
}
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-ub

; What is before the variable does not belong to it.
@x = external global i8
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 -1
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; The declared bytes are there.
@x = external global i32
define i32 @src() { ret i32 1 }
define i32 @tgt() {
  %v = load i32, ptr @x
  ret i32 1
}
; interpreter: nothing against it
; solver: correct

; A definition that stays has its type's size.
@x = global [4 x i8] zeroinitializer
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 16
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; An address behind the declared size may be in bounds, or not.
@x = external global i8
define i1 @src() {
  %p = getelementptr inbounds i8, ptr @x, i64 4
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt() { ret i1 poison }
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-poisonous

@x = external global i8
define ptr @src() {
  %p = getelementptr i8, ptr @x, i64 4
  ret ptr %p
}
define ptr @tgt() {
  %p = getelementptr inbounds i8, ptr @x, i64 4
  ret ptr %p
}
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: more-poisonous

; Stores behind it do not reach another variable.
@x = external global i8
@y = global i8 0
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 4
  store i8 7, ptr @y
  store i8 1, ptr %p
  %v = load i8, ptr @y
  ret i8 %v
}
define i8 @tgt() {
  %p = getelementptr i8, ptr @x, i64 4
  store i8 7, ptr @y
  store i8 1, ptr %p
  ret i8 7
}
; interpreter: unknown: what is behind the declared size of a variable
; solver: correct

@x = external global i8
define i8 @src() {
  %p = getelementptr i8, ptr @x, i64 4
  store i8 1, ptr %p
  ret i8 1
}
define i8 @tgt() {
  %p = getelementptr i8, ptr @x, i64 4
  store i8 2, ptr %p
  ret i8 1
}
; interpreter: unknown: what is behind the declared size of a variable
; solver: incorrect: memory-mismatch
