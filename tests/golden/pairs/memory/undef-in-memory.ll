; MEM-24: Loads that are used more often are no proof.
define i8 @src(ptr %p) { %v = load i8, ptr %p %r = shl i8 %v, 1 ret i8 %r }
define i8 @tgt(ptr %p) { %v = load i8, ptr %p %r = add i8 %v, %v ret i8 %r }
; check: correct (memory of the caller holds no undef)
; check --no-undef-input: correct

define i8 @src(ptr %p) { %v = load i8, ptr %p %r = add i8 %v, %v ret i8 %r }
define i8 @tgt(ptr %p) { %v = load i8, ptr %p %r = shl i8 %v, 1 ret i8 %r }
; check: correct

define i16 @src(ptr %p) { %v = load i16, ptr %p %r = shl i16 %v, 1 ret i16 %r }
define i16 @tgt(ptr %p) { %v = load i16, ptr %p %r = add i16 %v, %v ret i16 %r }
; check: correct (memory of the caller holds no undef)
; check --no-undef-input: correct

define i16 @src(ptr %p) { %v = load i16, ptr %p %r = add i16 %v, %v ret i16 %r }
define i16 @tgt(ptr %p) { %v = load i16, ptr %p %r = shl i16 %v, 1 ret i16 %r }
; check: correct

define i32 @src(ptr %p) { %v = load i32, ptr %p %r = shl i32 %v, 1 ret i32 %r }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p %r = add i32 %v, %v ret i32 %r }
; check: correct (memory of the caller holds no undef)
; check --no-undef-input: correct

define i32 @src(ptr %p) { %v = load i32, ptr %p %r = add i32 %v, %v ret i32 %r }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p %r = shl i32 %v, 1 ret i32 %r }
; check: correct

define i64 @src(ptr %p) { %v = load i64, ptr %p %r = shl i64 %v, 1 ret i64 %r }
define i64 @tgt(ptr %p) { %v = load i64, ptr %p %r = add i64 %v, %v ret i64 %r }
; check: correct (memory of the caller holds no undef)
; check --no-undef-input: correct

define i64 @src(ptr %p) { %v = load i64, ptr %p %r = add i64 %v, %v ret i64 %r }
define i64 @tgt(ptr %p) { %v = load i64, ptr %p %r = shl i64 %v, 1 ret i64 %r }
; check: correct

; MEM-24: What is undefined for undef in the target alone is no proof.
define i8 @src(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %c = or i1 %t, %k
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  br i1 %t, label %a, label %m
m:
  br i1 %k, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
; check --samples=0 --quick-budget=0 --exhaustive-budget=0: correct (memory of the caller holds no undef)
; check --no-undef-input --samples=0 --quick-budget=0 --exhaustive-budget=0: correct

define i8 @src(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %c = or i1 %t, %k
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %c = or i1 %t, %k
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
; check --samples=0 --quick-budget=0 --exhaustive-budget=0: correct

define i8 @src(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp ult i8 %m, -128
  br i1 %s, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p, !noundef !0
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp ult i8 %m, -128
  br i1 %s, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
!0 = !{}
; check --samples=0 --quick-budget=0 --exhaustive-budget=0: correct (memory of the caller holds no undef)

define i8 @src(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p, !noundef !0
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp ult i8 %m, -128
  br i1 %s, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp ult i8 %m, -128
  br i1 %s, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
!0 = !{}
; check --samples=0 --quick-budget=0 --exhaustive-budget=0: correct

define i8 @src(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp ult i8 %m, -128
  br i1 %s, label %a, label %b
a:
  ret i8 1
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i1 noundef %k) {
  %v = load i8, ptr %p
  %t = trunc i8 %v to i1
  %m = and i8 %v, -128
  %s = icmp uge i8 %m, -128
  br i1 %s, label %b, label %a
a:
  ret i8 1
b:
  ret i8 0
}
; check --samples=0 --quick-budget=0 --exhaustive-budget=0: correct
