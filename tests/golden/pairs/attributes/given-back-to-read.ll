; ATTR-22: captures(ret: address, read_provenance): to write by the result is undefined (LangRef, pointer capture).
declare ptr @g(ptr)
define i32 @src() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  store i32 8, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  store i32 8, ptr %q
  ret i32 7
}
; check: correct

declare ptr @g(ptr)
define i32 @src() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, provenance) %a)
  store i32 7, ptr %a
  store i32 8, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, provenance) %a)
  store i32 7, ptr %a
  store i32 8, ptr %q
  ret i32 7
}
; check: incorrect: value-mismatch (interpreter, smt)

; What a call does with it is not followed.
declare ptr @g(ptr)
declare void @w(ptr captures(none)) nounwind willreturn
define i32 @src() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  call void @w(ptr %q)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  call void @w(ptr %q)
  ret i32 7
}
; check: unknown: approximation

; It may be read by.
declare ptr @g(ptr)
define i32 @src() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 8, ptr %a
  %v = load i32, ptr %q
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; A wrong target, whatever the result leads to.
declare ptr @g(ptr)
define i32 @src() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  store i32 7, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  %q = call ptr @g(ptr captures(ret: address, read_provenance) %a)
  ret i32 8
}
; check: incorrect: value-mismatch (interpreter, smt)
