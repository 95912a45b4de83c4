; Where control does not come, an address may be a step from itself, or a phi of itself: whoever looks for the object
; that it lies in comes to an end.

; A store to such a step,
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; target:
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 1
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; check: correct

; an atomic one,
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = getelementptr inbounds i8, ptr %s, i64 4
  store atomic i32 0, ptr %s release, align 4
  br label %dead
}
; target:
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 1
  ret i32 %y
dead:
  %s = getelementptr inbounds i8, ptr %s, i64 4
  store atomic i32 0, ptr %s release, align 4
  br label %dead
}
; check: correct (one thread)

; a load of a phi of itself,
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = phi ptr [ %s, %dead ]
  %l = load i32, ptr %s
  store i32 %l, ptr %s
  br label %dead
}
; target:
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 1
  ret i32 %y
dead:
  %s = phi ptr [ %s, %dead ]
  %l = load i32, ptr %s
  store i32 %l, ptr %s
  br label %dead
}
; check: correct

; a call that is handed one,
declare void @g(ptr initializes((0, 4)))
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  call void @g(ptr %s)
  br label %dead
}
; target:
declare void @g(ptr initializes((0, 4)))
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 1
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  call void @g(ptr %s)
  br label %dead
}
; check: correct

; a convergent call of what two steps lead to, each from the other,
declare void @g(ptr) #0
attributes #0 = { convergent }
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %t, i64 1
  %t = getelementptr i8, ptr %s, i64 -1
  %l = load volatile i32, ptr %t
  call void @g(ptr %s) #0
  br label %dead
}
; target:
declare void @g(ptr) #0
attributes #0 = { convergent }
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 1
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %t, i64 1
  %t = getelementptr i8, ptr %s, i64 -1
  %l = load volatile i32, ptr %t
  call void @g(ptr %s) #0
  br label %dead
}
; check: correct

; and where the rest is wrong it is told.
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, %x
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; target:
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = shl i32 %x, 2
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; check: incorrect: value-mismatch (interpreter, smt)

; A store that the target alone makes is seen beside it.
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  %y = add i32 %x, 0
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; target:
define i32 @f(ptr %p, ptr noalias %q, i32 noundef %x) {
entry:
  store i32 %x, ptr %p
  %y = add i32 %x, 0
  ret i32 %y
dead:
  %s = getelementptr i8, ptr %s, i64 1
  store i8 0, ptr %s
  br label %dead
}
; check: incorrect: more-ub (interpreter, smt)
