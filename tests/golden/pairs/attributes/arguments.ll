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
