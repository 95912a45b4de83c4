; VAL-60: What is loaded stays undef in an object of the function's own: the target looks twice.
define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: To do without the object changes no look.
define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  %r = add i32 %v, %v
  ret i32 %r
}
; check: correct

define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
; check: correct

; VAL-60: A freeze before the store makes it one value.
define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  %z = freeze i32 %v
  store i32 %z, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  %z = freeze i32 %v
  store i32 %z, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

; VAL-60: What was stored later is another value.
define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  store i32 7, ptr %a
  %s = load i32, ptr %a
  %d = shl i32 %s, 1
  %r = xor i32 %d, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  store i32 7, ptr %a
  %s = load i32, ptr %a
  %d = add i32 %s, %s
  %r = xor i32 %d, %w
  ret i32 %r
}
; check: correct

; VAL-60: The second look is at what was stored first.
define i32 @src(ptr %p, i32 noundef %k) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  store i32 %k, ptr %a
  %s = load i32, ptr %a
  %d = shl i32 %w, 1
  %r = xor i32 %d, %s
  ret i32 %r
}
define i32 @tgt(ptr %p, i32 noundef %k) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  store i32 %k, ptr %a
  %s = load i32, ptr %a
  %d = add i32 %w, %w
  %r = xor i32 %d, %s
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: What another function left in an object of the function's own is copied to another one.
declare void @g(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32
  %b = alloca i32
  call void @g(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  %b = alloca i32
  call void @g(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = add i32 %w, %w
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter)

; VAL-60: It may have left undef, too, where it found a number.
declare void @g(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src() {
  %a = alloca i32
  %b = alloca i32
  store i32 0, ptr %a
  call void @g(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  %b = alloca i32
  store i32 0, ptr %a
  call void @g(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: A copy of the function's own value.
declare void @g(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(i32 noundef %k) {
  %a = alloca i32
  %b = alloca i32
  store i32 %k, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(i32 noundef %k) {
  %a = alloca i32
  %b = alloca i32
  store i32 %k, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %w = load i32, ptr %b
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

; VAL-60: Of a struct that is stored whole one member is looked at twice.
define i32 @src(ptr %p) {
  %a = alloca { i32, i32 }
  %v = load { i32, i32 }, ptr %p
  store { i32, i32 } %v, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  %w = load i32, ptr %q
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca { i32, i32 }
  %v = load { i32, i32 }, ptr %p
  store { i32, i32 } %v, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  %w = load i32, ptr %q
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: The other member is the caller's, and no undef.
define i32 @src(ptr %p, i32 noundef %k) {
  %a = alloca { i32, i32 }
  %q = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  store i32 %k, ptr %q
  %w = load i32, ptr %q
  %u = load i32, ptr %a
  %s = shl i32 %w, 1
  %r = xor i32 %s, %u
  ret i32 %r
}
define i32 @tgt(ptr %p, i32 noundef %k) {
  %a = alloca { i32, i32 }
  %q = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  store i32 %k, ptr %q
  %w = load i32, ptr %q
  %u = load i32, ptr %a
  %s = add i32 %w, %w
  %r = xor i32 %s, %u
  ret i32 %r
}
; check: correct

; VAL-60: A masked store keeps what it stores.
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
define i32 @src(ptr %p) {
  %a = alloca <2 x i32>
  %v = load <2 x i32>, ptr %p
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr align 8 %a, <2 x i1> splat (i1 true))
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca <2 x i32>
  %v = load <2 x i32>, ptr %p
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr align 8 %a, <2 x i1> splat (i1 true))
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: Three reads of one place, one of them for nothing: on each way an end looks as often as before, or not.
define i32 @src(ptr %p, i1 noundef %c) {
  %d = load i32, ptr %p
  br i1 %c, label %t, label %e
t:
  %w = load i32, ptr %p
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %v = load i32, ptr %p
  %s = add i32 %v, %v
  ret i32 %s
}
define i32 @tgt(ptr %p, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %w = load i32, ptr %p
  %r = add i32 %w, %w
  ret i32 %r
e:
  %v = load i32, ptr %p
  %s = add i32 %v, %v
  ret i32 %s
}
; check: correct (memory of the caller holds no undef)

define i32 @src(ptr %p, i1 noundef %c) {
  %d = load i32, ptr %p
  br i1 %c, label %t, label %e
t:
  %w = load i32, ptr %p
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %v = load i32, ptr %p
  %s = add i32 %v, %v
  ret i32 %s
}
define i32 @tgt(ptr %p, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %w = load i32, ptr %p
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %v = load i32, ptr %p
  %s = add i32 %v, %v
  ret i32 %s
}
; check: correct

; VAL-60: The same of one value that is read before the ways part.
define i32 @src(ptr %p, i1 noundef %c) {
  %w = load i32, ptr %p
  br i1 %c, label %t, label %e
t:
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %s = add i32 %w, %w
  ret i32 %s
}
define i32 @tgt(ptr %p, i1 noundef %c) {
  %w = load i32, ptr %p
  br i1 %c, label %t, label %e
t:
  %r = add i32 %w, %w
  ret i32 %r
e:
  %s = add i32 %w, %w
  ret i32 %s
}
; check: correct (memory of the caller holds no undef)

; VAL-60: A read that is on either way in place of behind both.
define i32 @src(ptr dereferenceable(4) %p, ptr noalias dereferenceable(4) %q, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  store i32 1, ptr %q
  br label %e
e:
  %w = load i32, ptr %p
  %r = add i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr dereferenceable(4) %p, ptr noalias dereferenceable(4) %q, i1 noundef %c) {
  br i1 %c, label %t, label %n
t:
  store i32 1, ptr %q
  %a = load i32, ptr %p
  br label %e
n:
  %b = load i32, ptr %p
  br label %e
e:
  %w = phi i32 [ %a, %t ], [ %b, %n ]
  %r = add i32 %w, 1
  ret i32 %r
}
; check: correct

; VAL-60: The second look goes from one place to another, both of them read by loaded pointers.
define i32 @src(ptr %p, ptr %q) {
  %pa = load ptr, ptr %p, !noundef !0
  %pb = load ptr, ptr %q, !noundef !0
  %a = load i32, ptr %pa
  %b = load i32, ptr %pb
  %x = add i32 %a, %a
  %y = shl i32 %b, 1
  %r = xor i32 %x, %y
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %pa = load ptr, ptr %p, !noundef !0
  %pb = load ptr, ptr %q, !noundef !0
  %b = load i32, ptr %pb
  %a = load i32, ptr %pa
  %x = shl i32 %a, 1
  %y = add i32 %b, %b
  %r = xor i32 %x, %y
  ret i32 %r
}
!0 = !{}
; check: correct (memory of the caller holds no undef)

define i32 @src(ptr %p, ptr %q) {
  %pa = load ptr, ptr %p, !noundef !0
  %pb = load ptr, ptr %q, !noundef !0
  %a = load i32, ptr %pa
  %b = load i32, ptr %pb
  %x = add i32 %a, %a
  %y = shl i32 %b, 1
  %r = xor i32 %x, %y
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %pa = load ptr, ptr %p, !noundef !0
  %pb = load ptr, ptr %q, !noundef !0
  %b = load i32, ptr %pb
  %a = load i32, ptr %pa
  %x = add i32 %a, %a
  %y = shl i32 %b, 1
  %r = xor i32 %x, %y
  ret i32 %r
}
!0 = !{}
; check: correct

; VAL-60: Intrinsics of the target read memory, too.
target triple = "aarch64-unknown-linux-gnu"
declare { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr)
define i32 @src(ptr %p) {
  %l = call { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr %p)
  %v = extractvalue { <2 x i32>, <2 x i32> } %l, 0
  %w = extractelement <2 x i32> %v, i32 0
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %l = call { <2 x i32>, <2 x i32> } @llvm.aarch64.neon.ld2.v2i32.p0(ptr %p)
  %v = extractvalue { <2 x i32>, <2 x i32> } %l, 0
  %w = extractelement <2 x i32> %v, i32 0
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

declare ptr @llvm.load.relative.i64(ptr, i64)
define i64 @src(ptr %p) {
  %q = call ptr @llvm.load.relative.i64(ptr %p, i64 4)
  %i = ptrtoint ptr %q to i64
  %r = shl i64 %i, 1
  ret i64 %r
}
define i64 @tgt(ptr %p) {
  %q = call ptr @llvm.load.relative.i64(ptr %p, i64 4)
  %i = ptrtoint ptr %q to i64
  %r = add i64 %i, %i
  ret i64 %r
}
; check: correct (memory of the caller holds no undef)
