; Intrinsics of runtimes: what is known of them is their attributes.

; Calls that are still there are the same.
declare ptr @llvm.objc.retain(ptr)
declare void @llvm.objc.release(ptr)
define void @src(ptr %p, ptr %q) {
  %r = call ptr @llvm.objc.retain(ptr %p)
  store i8 1, ptr %q
  call void @llvm.objc.release(ptr %p)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %r = call ptr @llvm.objc.retain(ptr %p)
  store i8 1, ptr %q
  call void @llvm.objc.release(ptr %p)
  %z = getelementptr i8, ptr %q, i64 0
  ret void
}
; check --smt-timeout=20000: correct

declare ptr @llvm.objc.retain(ptr)
declare void @llvm.objc.release(ptr)
define void @src(ptr %p, ptr %q) {
  %r = call ptr @llvm.objc.retain(ptr %p)
  store i8 1, ptr %q
  call void @llvm.objc.release(ptr %p)
  ret void
}
define void @tgt(ptr %p, ptr %q) { ret void }
; check --smt-timeout=20000: unknown: approximation

declare ptr @llvm.objc.retain(ptr)
declare void @llvm.objc.release(ptr)
define void @src(ptr %p, ptr %q) {
  %r = call ptr @llvm.objc.retain(ptr %p)
  store i8 1, ptr %q
  call void @llvm.objc.release(ptr %p)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %r = call ptr @llvm.objc.retain(ptr %q)
  store i8 1, ptr %q
  call void @llvm.objc.release(ptr %p)
  ret void
}
; check --smt-timeout=20000: unknown: approximation

; Type identifiers are told apart by their names.
declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"A") ret i1 %r }
define i1 @tgt(ptr noundef %p, i32 %x) {
  %y = add i32 %x, 1
  %r = call i1 @llvm.type.test(ptr %p, metadata !"A")
  ret i1 %r
}
; check --smt-timeout=20000: correct

declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) {
  %s = call i1 @llvm.type.test(ptr %p, metadata !"A")
  %t = call i1 @llvm.type.test(ptr %p, metadata !"A")
  %r = and i1 %s, %t
  ret i1 %r
}
define i1 @tgt(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"A") ret i1 %r }
; check --smt-timeout=20000: correct

declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"A") ret i1 %r }
define i1 @tgt(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"B") ret i1 %r }
; check --smt-timeout=20000: unknown: approximation

declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) {
  %s = call i1 @llvm.type.test(ptr %p, metadata !"A")
  %t = call i1 @llvm.type.test(ptr %p, metadata !"B")
  %r = and i1 %s, %t
  ret i1 %r
}
define i1 @tgt(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"A") ret i1 %r }
; check --smt-timeout=20000: unknown: approximation

declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !"A") ret i1 %r }
define i1 @tgt(ptr noundef %p, i32 %x) { %r = icmp eq ptr %p, null ret i1 %r }
; check --smt-timeout=20000: unknown: approximation

declare i1 @llvm.type.test(ptr, metadata)
define i1 @src(ptr noundef %p, i32 %x) { %r = call i1 @llvm.type.test(ptr %p, metadata !0) ret i1 %r }
define i1 @tgt(ptr noundef %p, i32 %x) {
  %y = add i32 %x, 1
  %r = call i1 @llvm.type.test(ptr %p, metadata !0)
  ret i1 %r
}
!0 = distinct !{}
; check --smt-timeout=20000: unsupported: intrinsic llvm.type.test

; Trampolines are made of what they are given.
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
declare i32 @f(ptr nest, i32)
define i32 @src(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @f, ptr %c)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
define i32 @tgt(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @f, ptr %c)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
; check --smt-timeout=20000: correct

declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
declare i32 @f(ptr nest, i32)
declare i32 @g(ptr nest, i32)
define i32 @src(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @f, ptr %c)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
define i32 @tgt(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @g, ptr %c)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
declare i32 @f(ptr nest, i32)
define i32 @src(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @f, ptr %c)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
define i32 @tgt(ptr %c, ptr %d) {
  %t = alloca [32 x i8]
  call void @llvm.init.trampoline(ptr %t, ptr @f, ptr %d)
  %a = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call i32 %a(i32 1)
  ret i32 %r
}
; check --smt-timeout=20000: unknown: approximation

; CALL-40: the linker, the machine or a later pass decides what these do: What only attributes are known of stays
; where it is.
declare i64 @llvm.ptrauth.sign(i64, i32, i64)
define i64 @src(ptr %p, i64 noundef %x) {
  %y = add i64 %x, 0
  %s = call i64 @llvm.ptrauth.sign(i64 %x, i32 1, i64 7)
  ret i64 %s
}
define i64 @tgt(ptr %p, i64 noundef %x) { %s = call i64 @llvm.ptrauth.sign(i64 %x, i32 1, i64 7) ret i64 %s }
; check --smt-timeout=20000: correct

declare i64 @llvm.ptrauth.sign(i64, i32, i64)
define i64 @src(ptr %p, i64 noundef %x) { %s = call i64 @llvm.ptrauth.sign(i64 %x, i32 1, i64 7) ret i64 %s }
define i64 @tgt(ptr %p, i64 noundef %x) { %s = call i64 @llvm.ptrauth.sign(i64 %x, i32 2, i64 7) ret i64 %s }
; check --smt-timeout=20000: unknown: approximation

declare i64 @llvm.ptrauth.sign(i64, i32, i64)
define i64 @src(ptr %p, i64 noundef %x) { %s = call i64 @llvm.ptrauth.sign(i64 %x, i32 1, i64 7) ret i64 %s }
define i64 @tgt(ptr %p, i64 noundef %x) { ret i64 %x }
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.set.loop.iterations.i64(i64)
define i64 @src(ptr %p, i64 noundef %x) {
  call void @llvm.set.loop.iterations.i64(i64 %x)
  %y = mul i64 %x, 2
  ret i64 %y
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  call void @llvm.set.loop.iterations.i64(i64 %x)
  %y = shl i64 %x, 1
  ret i64 %y
}
; check --smt-timeout=20000: correct

declare void @llvm.set.loop.iterations.i64(i64)
define i64 @src(ptr %p, i64 noundef %x) { call void @llvm.set.loop.iterations.i64(i64 %x) ret i64 %x }
define i64 @tgt(ptr %p, i64 noundef %x) { ret i64 %x }
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.set.loop.iterations.i64(i64)
define i64 @src(ptr %p, i64 noundef %x) { ret i64 %x }
define i64 @tgt(ptr %p, i64 noundef %x) { call void @llvm.set.loop.iterations.i64(i64 %x) ret i64 %x }
; check --smt-timeout=20000: unknown: approximation

; CALL-40: older and newer modules have intrinsics that the linked LLVM does not know: Intrinsics of other versions
; are unknown functions.
declare i64 @llvm.of.another.version(i64)
declare void @llvm.of.some.version()
define i64 @src(ptr %p, i64 noundef %x) {
  %r = call i64 @llvm.of.another.version(i64 %x)
  call void @llvm.of.some.version()
  %y = mul i64 %r, 2
  ret i64 %y
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  %r = call i64 @llvm.of.another.version(i64 %x)
  call void @llvm.of.some.version()
  %y = shl i64 %r, 1
  ret i64 %y
}
; check --smt-timeout=20000: correct

declare i64 @llvm.of.another.version(i64)
declare void @llvm.of.some.version()
define i64 @src(ptr %p, i64 noundef %x) {
  %r = call i64 @llvm.of.another.version(i64 %x)
  call void @llvm.of.some.version()
  ret i64 %r
}
define i64 @tgt(ptr %p, i64 noundef %x) { ret i64 %x }
; check --smt-timeout=20000: unknown: approximation

declare i64 @llvm.of.another.version(i64)
declare void @llvm.of.some.version()
define i64 @src(ptr %p, i64 noundef %x) { ret i64 %x }
define i64 @tgt(ptr %p, i64 noundef %x) {
  %r = call i64 @llvm.of.another.version(i64 %x)
  call void @llvm.of.some.version()
  ret i64 %x
}
; check --smt-timeout=20000: unknown: approximation

; CALL-41: Where memory becomes invariant its contents are seen and kept.
declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
define i64 @src(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  ret i64 %x
}
; check --smt-timeout=20000: correct

declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
declare void @g()
define i64 @src(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  call void @g()
  ret i64 1
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  call void @g()
  ret i64 1
}
; check --smt-timeout=20000: correct

declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
define i64 @src(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  ret i64 1
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  store i64 %x, ptr %p
  ret i64 1
}
; check --smt-timeout=20000: unknown: approximation

declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
define i64 @src(ptr %p, i64 noundef %x) { store i64 %x, ptr %p ret i64 1 }
define i64 @tgt(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  ret i64 1
}
; check --smt-timeout=20000: unknown: approximation

declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
define i64 @src(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @tgt(ptr %p, i64 noundef %x) {
  store i64 %x, ptr %p
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  ret i64 1
}
; check --smt-timeout=20000: unknown: approximation
