; Each read of undef memory picks anew: a value that was loaded there and stored elsewhere is undef there, too, and no pick that both places share
; (LangRef, undef).
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %a = alloca i16, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %x, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %a = alloca i16, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %x, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 16379
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %a = alloca i16, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %x, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %a = alloca i16, align 8
  %q = getelementptr i8, ptr %a, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 1, i1 false)
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i16, ptr %a
  %q = getelementptr i8, ptr %a, i64 2
  store i16 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i16, ptr %a
  %q = getelementptr i8, ptr %a, i64 2
  store i16 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 1073741819
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i16, ptr %a
  %q = getelementptr i8, ptr %a, i64 2
  store i16 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %q = getelementptr i8, ptr %a, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 2, i1 false)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @src() {
  %a = alloca i64, align 8
  %x = load i32, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %q
  %v = load i64, ptr %a
  ret i64 %v
}
define i64 @tgt() {
  ret i64 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @src() {
  %a = alloca i64, align 8
  %x = load i32, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %q
  %v = load i64, ptr %a
  ret i64 %v
}
define i64 @tgt() {
  ret i64 4611686018427387899
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @src() {
  %a = alloca i64, align 8
  %x = load i32, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %q
  %v = load i64, ptr %a
  ret i64 %v
}
define i64 @tgt() {
  ret i64 poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @src() {
  %a = alloca i64, align 8
  %q = getelementptr i8, ptr %a, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 4, i1 false)
  %v = load i64, ptr %a
  ret i64 %v
}
define i64 @tgt() {
  ret i64 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 3
  store i8 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 3
  store i8 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 1073741819
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %x = load i8, ptr %a
  %q = getelementptr i8, ptr %a, i64 3
  store i8 %x, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32, align 8
  %q = getelementptr i8, ptr %a, i64 3
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 1, i1 false)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca <4 x i8>, align 4
  %p = getelementptr i8, ptr %a, i64 1
  %q = getelementptr i8, ptr %a, i64 2
  %x = load <2 x i8>, ptr %p, align 1
  store <2 x i8> %x, ptr %q, align 1
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

; Two lanes of one value are picked each by itself.
define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %i = insertelement <2 x i8> poison, i8 %u, i32 0
  %j = insertelement <2 x i8> %i, i8 %u, i32 1
  %a = alloca <2 x i8>
  store <2 x i8> %j, ptr %a
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 258
}
; interpreter: correct
; solver: correct

; Frozen, it is one value in both places.
define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %f = freeze i8 %u
  %a = alloca i16
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %f, ptr %a
  store i8 %f, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 258
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %f = freeze i8 %u
  %a = alloca i16
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %f, ptr %a
  store i8 %f, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt() {
  ret i16 257
}
; interpreter: correct
; solver: correct

; What one store wrote stays together: both bytes of an even number, and of its copy.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %b = alloca i16
  %u = load i16, ptr %b
  %s = shl i16 %u, 9
  %a = alloca i16
  store i16 %s, ptr %a
  %c = alloca i16
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %a, i64 2, i1 false)
  %v = load i16, ptr %c
  ret i16 %v
}
define i16 @tgt() {
  ret i16 1024
}
; interpreter: correct
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %s = sext i8 %u to i16
  %a = alloca i16
  store i16 %s, ptr %a
  %c = alloca i16
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %a, i64 2, i1 false)
  %v = load i16, ptr %c
  ret i16 %v
}
define i16 @tgt() {
  ret i16 255
}
; interpreter: unknown: a set of values loses its correlation in memory
; solver: incorrect: value-mismatch

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %s = sext i8 %u to i16
  %a = alloca i16
  store i16 %s, ptr %a
  %c = alloca i16
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %a, i64 2, i1 false)
  %v = load i16, ptr %c
  ret i16 %v
}
define i16 @tgt() {
  ret i16 -1
}
; interpreter: unknown: a set of values loses its correlation in memory
; solver: correct

; A copy of a length that is not known.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src(i64 noundef %n) {
  %a = alloca i16
  %q = getelementptr i8, ptr %a, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 %n, i1 false)
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt(i64 noundef %n) {
  %c = icmp ugt i64 %n, 1
  br i1 %c, label %ub, label %ok
ub:
  unreachable
ok:
  ret i16 undef
}
; interpreter: nothing against it
; solver: correct

; A target that picks twice what the source picks once.
define i16 @src() {
  %b = alloca i8
  %u = load i8, ptr %b
  %f = freeze i8 %u
  %z = zext i8 %f to i16
  %h = shl i16 %z, 8
  %r = or i16 %z, %h
  ret i16 %r
}
define i16 @tgt() {
  %b = alloca i8
  %u = load i8, ptr %b
  %a = alloca i16
  %q = getelementptr i8, ptr %a, i64 1
  store i8 %u, ptr %a
  store i8 %u, ptr %q
  %v = load i16, ptr %a
  ret i16 %v
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined
