; ATTR-2: Noundef parameters are not given poison.
define i8 @src(i8 noundef %x) { %r = freeze i8 %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; interpreter: correct
; solver: correct

define i8 @src(i8 %x) { %r = freeze i8 %x ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; ATTR-8: Bytes that a parameter initializes read as poison before.
define i32 @src(ptr initializes((0, 4)) dereferenceable(4) align 4 noundef %p) {
  %v = load i32, ptr %p
  store i32 7, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) { store i32 7, ptr %p ret i32 1 }
; interpreter: nothing against it
; solver: correct

define i32 @src(ptr initializes((0, 4)) dereferenceable(4) align 4 noundef %p) {
  store i32 7, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) { store i32 7, ptr %p ret i32 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; ATTR-7: Nobody looks at memory that is dead on return.
define void @src(ptr dead_on_return %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr %p) { ret void }
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; ATTR-1: Promises of arguments hold in the source; breaking them is poison.
define i1 @src(i8 noundef range(i8 0, 10) %a) { %r = icmp ult i8 %a, 20 ret i1 %r }
define i1 @tgt(i8 noundef range(i8 0, 10) %a) { ret i1 true }
; interpreter: correct
; solver: correct

define i8 @src(i8 %a) { ret i8 %a }
define noundef i8 @tgt(i8 %a) { ret i8 %a }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A forbidden float class is poison.
define nofpclass(nan) half @src(half noundef %a) { ret half %a }
define half @tgt(half noundef %a) { ret half %a }
; interpreter: correct
; solver: correct

define half @src(half noundef %a) { ret half %a }
define nofpclass(nan) half @tgt(half noundef %a) { ret half %a }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; ATTR-4: Structure return pointers are aligned and dereferenceable.
define void @src(ptr sret({ i32, i32 }) %p) { store i8 0, ptr %p ret void }
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @tgt(ptr sret({ i32, i32 }) %p) {
  call void @llvm.memset.p0.i64(ptr noundef align 4 dereferenceable(8) %p, i8 0, i64 1, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr sret({ i32, i32 }) %p) { store i8 0, ptr %p ret void }
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @tgt(ptr sret({ i32, i32 }) %p) {
  call void @llvm.memset.p0.i64(ptr noundef align 8 dereferenceable(8) %p, i8 0, i64 1, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define void @src(ptr sret({ i32, i32 }) %p) { store i8 0, ptr %p ret void }
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @tgt(ptr sret({ i32, i32 }) %p) {
  call void @llvm.memset.p0.i64(ptr noundef align 4 dereferenceable(9) %p, i8 0, i64 1, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-3: A store may be introduced to what is writable.
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable dereferenceable(2) %p) { ret void }
define void @tgt(ptr writable dereferenceable(2) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr dereferenceable(2) %p) { ret void }
define void @tgt(ptr dereferenceable(2) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable %p) { ret void }
define void @tgt(ptr writable %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable dereferenceable(1) %p) { ret void }
define void @tgt(ptr writable dereferenceable(1) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable sret(i16) %p) { ret void }
define void @tgt(ptr writable sret(i16) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable nonnull dereferenceable_or_null(2) %p) { ret void }
define void @tgt(ptr writable nonnull dereferenceable_or_null(2) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr writable dereferenceable_or_null(2) %p) { ret void }
define void @tgt(ptr writable dereferenceable_or_null(2) %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define void @src(ptr writable dereferenceable_or_null(1) %p) { ret void }
define void @tgt(ptr writable dereferenceable_or_null(1) %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %n, label %w
w:
  store i8 poison, ptr %p
  br label %n
n:
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; So do large objects.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 0
}
define i8 @tgt(ptr noundef initializes((0, 4)) %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 %v
}
define i8 @tgt(ptr noundef initializes((0, 4)) %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 %v
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef initializes((0, 4)) %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 %v
}
define i8 @tgt(ptr noundef initializes((0, 4)) %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 0
}
define i8 @tgt(ptr noundef initializes((0, 1024)) %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 0
}
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 %v
}
define i8 @tgt(ptr noundef initializes((0, 1024)) %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 %v
}
; interpreter: nothing against it: the source is never defined
; solver: incorrect: more-poisonous

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef initializes((0, 1024)) %p) {
  %v = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 %v
}
define i8 @tgt(ptr noundef initializes((0, 1024)) %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret i8 0
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; ATTR-30: A promise that only the target makes is not proved, unless the text shows that it is kept.
define i8 @src(ptr %p, ptr %q) {
  store i8 1, ptr %p
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr noalias %p, ptr %q) {
  store i8 1, ptr %p
  %v = load i8, ptr %q
  ret i8 %v
}
; interpreter: nothing against it
; solver: unknown: unfollowed-promise: noalias

define i8 @src(ptr %p, ptr %q) {
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %r = add i8 %v, %w
  ret i8 %r
}
define i8 @tgt(ptr noalias %p, ptr %q) {
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %r = add i8 %v, %w
  ret i8 %r
}
; interpreter: nothing against it
; solver: correct

define ptr @src(ptr noundef %p, ptr noundef %q) { ret ptr %p }
define ptr @tgt(ptr noundef returned %p, ptr noundef %q) { ret ptr %p }
; interpreter: nothing against it
; solver: correct

define ptr @src(ptr noundef %p, ptr noundef %q) { ret ptr %q }
define ptr @tgt(ptr noundef returned %p, ptr noundef %q) { ret ptr %q }
; interpreter: unknown: something else than the returned argument is returned
; solver: unknown: unfollowed-promise: returned

define i8 @src(i8 noundef %p, i8 noundef %q) { ret i8 %p }
define i8 @tgt(i8 noundef returned %p, i8 noundef %q) { ret i8 %p }
; interpreter: correct
; solver: correct

define i8 @src(i8 noundef %p, i8 noundef %q) { ret i8 %q }
define i8 @tgt(i8 noundef returned %p, i8 noundef %q) { ret i8 %q }
; interpreter: nothing against it
; solver: unknown: unfollowed-promise: returned

define <2 x i8> @src(<2 x i8> noundef %p, <2 x i8> noundef %q) { ret <2 x i8> %p }
define <2 x i8> @tgt(<2 x i8> noundef returned %p, <2 x i8> noundef %q) { ret <2 x i8> %p }
; interpreter: nothing against it
; solver: correct

define <2 x i8> @src(<2 x i8> noundef %p, <2 x i8> noundef %q) { ret <2 x i8> %q }
define <2 x i8> @tgt(<2 x i8> noundef returned %p, <2 x i8> noundef %q) { ret <2 x i8> %q }
; interpreter: nothing against it
; solver: unknown: unfollowed-promise: returned

define ptr @src(ptr %p) { ret ptr %p }
define noalias ptr @tgt(ptr %p) { ret ptr %p }
; interpreter: nothing against it
; solver: unknown: unfollowed-promise: noalias of the result

@x = global i8 0
define ptr @src() { ret ptr @x }
define noalias ptr @tgt() { ret ptr @x }
; interpreter: nothing against it
; solver: unknown: unfollowed-promise: noalias of the result

declare noalias ptr @malloc(i64)
define ptr @src() { %p = call ptr @malloc(i64 8) ret ptr %p }
define noalias ptr @tgt() { %p = call ptr @malloc(i64 8) ret ptr %p }
; interpreter: unknown: a pointer to a local object
; solver: correct

declare noalias ptr @malloc(i64)
define ptr @src(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  ret ptr %p
}
define noalias ptr @tgt(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  ret ptr %p
}
; interpreter: unknown: a pointer to a local object in memory
; solver: unknown: unfollowed-promise: noalias of the result

define void @src(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr dead_on_return %p) {
  store i8 1, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: unknown: unfollowed-promise: dead_on_return

; ATTR-31: A byval argument without align is aligned as its type.
define i32 @src(ptr byval(i32) %p) { %v = load i32, ptr %p, align 1 ret i32 %v }
define i32 @tgt(ptr byval(i32) %p) { %v = load i32, ptr %p, align 4 ret i32 %v }
; interpreter: nothing against it
; solver: correct

define i32 @src(ptr byval(i32) %p) { %v = load i32, ptr %p, align 1 ret i32 %v }
define i32 @tgt(ptr byval(i32) %p) { %v = load i32, ptr %p, align 8 ret i32 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i64 @src(ptr byval(i64) %p) { %v = load i64, ptr %p, align 1 ret i64 %v }
define i64 @tgt(ptr byval(i64) %p) { %v = load i64, ptr %p, align 8 ret i64 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i64 @src(ptr byval(i64) %p) { %v = load i64, ptr %p, align 1 ret i64 %v }
define i64 @tgt(ptr byval(i64) %p) { %v = load i64, ptr %p, align 16 ret i64 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i16 @src(ptr byval({ i8, i16 }) %p) { %v = load i16, ptr %p, align 1 ret i16 %v }
define i16 @tgt(ptr byval({ i8, i16 }) %p) { %v = load i16, ptr %p, align 2 ret i16 %v }
; interpreter: nothing against it
; solver: correct

define i16 @src(ptr byval({ i8, i16 }) %p) { %v = load i16, ptr %p, align 1 ret i16 %v }
define i16 @tgt(ptr byval({ i8, i16 }) %p) { %v = load i16, ptr %p, align 4 ret i16 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i32 @src(ptr byval([4 x i8]) %p) { %v = load i32, ptr %p, align 1 ret i32 %v }
define i32 @tgt(ptr byval([4 x i8]) %p) { %v = load i32, ptr %p, align 1 ret i32 %v }
; interpreter: nothing against it
; solver: correct

define i32 @src(ptr byval([4 x i8]) %p) { %v = load i32, ptr %p, align 1 ret i32 %v }
define i32 @tgt(ptr byval([4 x i8]) %p) { %v = load i32, ptr %p, align 2 ret i32 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-50: What an inalloca or preallocated argument leads to is gone when the function returns.
define void @src(ptr inalloca(i32) %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr inalloca(i32) %p) { ret void }
; interpreter: nothing against it
; solver: correct

define void @src(ptr preallocated(i32) %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr preallocated(i32) %p) { ret void }
; interpreter: nothing against it
; solver: correct

; Nearly: a callee sees it before.
declare void @look(ptr) nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
define void @src(ptr inalloca(i32) %p) {
  store i32 1, ptr %p
  call void @look(ptr %p)
  ret void
}
define void @tgt(ptr inalloca(i32) %p) {
  call void @look(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Nearly: it is memory that another argument leads to.
define void @src(ptr %q, ptr inalloca(i32) %p) {
  store i32 1, ptr %q
  ret void
}
define void @tgt(ptr %q, ptr inalloca(i32) %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; ATTR-54: What is passed in memory is never null.
define i1 @src(ptr inalloca(i32) %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}
define i1 @tgt(ptr inalloca(i32) %p) { ret i1 false }
; check: correct

define nonnull noundef ptr @tgt(ptr preallocated(i32) %p) { ret ptr %p }
define ptr @src(ptr preallocated(i32) %p) { ret ptr %p }
; check: correct

define i32 @src(ptr preallocated(i64) %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %p, align 1
  ret i32 %v
b:
  ret i32 0
}
define i32 @tgt(ptr preallocated(i64) %p, i1 %c) {
  %v = load i32, ptr %p, align 1
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}
; check: correct

; Only as many bytes as its type has are there.
define i64 @src(ptr preallocated(i32) %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %v = load i64, ptr %p, align 1
  ret i64 %v
b:
  ret i64 0
}
define i64 @tgt(ptr preallocated(i32) %p, i1 %c) {
  %v = load i64, ptr %p, align 1
  %r = select i1 %c, i64 %v, i64 0
  ret i64 %r
}
; check: incorrect: more-ub (interpreter, smt)

; Where null is an address as any other, it may be that one.
define i1 @src(ptr inalloca(i32) %p) null_pointer_is_valid {
  %r = icmp eq ptr %p, null
  ret i1 %r
}
define i1 @tgt(ptr inalloca(i32) %p) null_pointer_is_valid { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)
