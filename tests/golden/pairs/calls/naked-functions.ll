; CALL-69: The assembly of a naked function may return by itself: what stands behind it is no promise.
define void @src() { ret void }
define void @tgt() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
; check: unsupported: naked function

; The same where another function is called.
define void @f() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
define i8 @src(i8 %x) {
  call void @f()
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  call void @f()
  ret i8 0
}
; check: unknown: approximation
