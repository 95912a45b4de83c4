; LangRef: a guard leaves the function where its condition does not hold, and may where it does: May be widened and
; left out where they hold only.
declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  %y = add i32 %x, 0
  ret i32 %x
}
; check --smt-timeout=20000: correct

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 true) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) { ret i32 %x }
; check --smt-timeout=20000: correct

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check --smt-timeout=20000: correct

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  %c = and i1 %a, %b
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check --smt-timeout=20000: correct

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) { ret i32 %x }
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) { ret i32 %x }
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 1) ]
  ret i32 %x
}
; check --smt-timeout=20000: unknown: approximation

declare void @llvm.experimental.guard(i1, ...)
define i32 @src(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 %a) [ "deopt"(i32 %x) ]
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"(i32 1) ]
  ret i32 %x
}
define i32 @tgt(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  %c = and i1 %a, %b
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check --smt-timeout=20000: correct

; Of one module alone.
declare void @llvm.experimental.guard(i1, ...)
define i32 @f(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 true) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; target:
define i32 @f(i1 noundef %a, i1 noundef %b, i32 noundef %x) { ret i32 %x }
; check: correct

define i32 @f(i1 noundef %a, i1 noundef %b, i32 noundef %x) { ret i32 %x }
; target:
declare void @llvm.experimental.guard(i1, ...)
define i32 @f(i1 noundef %a, i1 noundef %b, i32 noundef %x) {
  call void (i1, ...) @llvm.experimental.guard(i1 true) [ "deopt"(i32 %x) ]
  ret i32 %x
}
; check: unknown: approximation
