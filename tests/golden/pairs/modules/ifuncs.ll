; CALL-60: An ifunc that became a function, or a function that became one, is not judged.
@i = ifunc i32 (), ptr @res
define internal ptr @res() {
  %r = call ptr @which()
  ret ptr %r
}
declare ptr @which()
define i32 @f() {
  %r = call i32 @i()
  ret i32 %r
}
; target:
define i32 @i() {
  ret i32 7
}
define internal ptr @res() {
  %r = call ptr @which()
  ret ptr %r
}
declare ptr @which()
define i32 @f() {
  %r = call i32 @i()
  ret i32 %r
}
; check: unsupported: an ifunc that became something else

define i32 @i() {
  ret i32 7
}
define internal ptr @res() {
  %r = call ptr @which()
  ret ptr %r
}
declare ptr @which()
define i32 @f() {
  %r = call i32 @i()
  ret i32 %r
}
; target:
@i = ifunc i32 (), ptr @res
define internal ptr @res() {
  %r = call ptr @which()
  ret ptr %r
}
declare ptr @which()
define i32 @f() {
  %r = call i32 @i()
  ret i32 %r
}
; check: unsupported: an ifunc that became something else

@i = ifunc i32 (), ptr @res
define internal ptr @res() {
  %r = call ptr @which()
  ret ptr %r
}
declare ptr @which()
define i32 @src() {
  %r = call i32 @i()
  ret i32 %r
}
define i32 @tgt() {
  %r = call i32 @i()
  ret i32 %r
}
; check: correct
