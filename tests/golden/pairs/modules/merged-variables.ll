; CALL-47: a variable that is one of its own in one module, and an alias of a part of another in the other.
@g = global i64 0
define void @f() {
  store i8 1, ptr @g
  ret void
}
; target:
@merged = private global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @merged, i32 0, i32 1)
define void @f() {
  store i8 1, ptr getelementptr inbounds ({ i16, i64 }, ptr @merged, i32 0, i32 1)
  ret void
}
; check: unsupported: a variable of which an alias was made

; No proof either: a store too many would not be seen.
@g = global i64 0
define i64 @f() {
  %v = load i64, ptr @g
  ret i64 0
}
; target:
@merged = private global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @merged, i32 0, i32 1)
define i64 @f() {
  store i64 0, ptr @g
  ret i64 0
}
; check: unsupported: a variable of which an alias was made

; The other way round.
@both = private global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @both, i32 0, i32 1)
define void @f() {
  store i64 1, ptr @g
  ret void
}
; target:
@g = global i64 0
define void @f() {
  store i64 1, ptr @g
  ret void
}
; check: unsupported: a variable of which an alias was made

; In a function that is called.
@g = global i64 0
define void @set() {
  store i64 1, ptr @g
  ret void
}
define void @f() {
  call void @set()
  ret void
}
; target:
@merged = private global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @merged, i32 0, i32 1)
define void @set() {
  store i64 1, ptr @g
  ret void
}
define void @f() {
  call void @set()
  ret void
}
; check: unsupported: a variable of which an alias was made

; A variable that nobody uses says nothing, and one that is an alias on both sides is one.
@g = global i64 0
@h = global i64 0
define void @f() {
  store i64 1, ptr @h
  ret void
}
; target:
@merged = private global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @merged, i32 0, i32 1)
@h = global i64 0
define void @f() {
  store i8 1, ptr @h
  store i64 1, ptr @h
  ret void
}
; check: correct

@both = global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @both, i32 0, i32 1)
define void @f() {
  store i64 1, ptr @g
  ret void
}
; target:
@both = global { i16, i64 } zeroinitializer
@g = alias i64, getelementptr inbounds ({ i16, i64 }, ptr @both, i32 0, i32 1)
define void @f() {
  store i64 2, ptr getelementptr inbounds ({ i16, i64 }, ptr @both, i32 0, i32 1)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)
