; Values meet in pads.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %t = icmp eq i8 %x, 3
  br i1 %t, label %i, label %j
i:
  invoke void @f() to label %n unwind label %s
j:
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %v = phi i8 [ 1, %i ], [ 2, %j ]
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %y
y:
  ret i8 %v
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %t = icmp eq i8 %x, 3
  br i1 %t, label %i, label %j
i:
  invoke void @f() to label %n unwind label %s
j:
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %v = phi i8 [ 1, %i ], [ 2, %j ]
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %y
y:
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %t = icmp eq i8 %x, 3
  br i1 %t, label %i, label %j
i:
  invoke void @f() to label %n unwind label %s
j:
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %v = phi i8 [ 1, %i ], [ 2, %j ]
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %y
y:
  ret i8 %v
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %t = icmp eq i8 %x, 3
  br i1 %t, label %i, label %j
i:
  invoke void @f() to label %n unwind label %s
j:
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %v = phi i8 [ 1, %i ], [ 4, %j ]
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %y
y:
  ret i8 %v
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; EXC-7: A call in a pad with an unwind destination does not unwind to the caller.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a] unwind label %c
a:
  %q = catchpad within %cs [ptr @A]
  call void @f() [ "funclet"(token %q) ]
  catchret from %q to label %y
y:
  ret i8 1
c:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  call void @f() [ "funclet"(token %q) ]
  catchret from %q to label %y
y:
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  call void @f() [ "funclet"(token %q) ]
  catchret from %q to label %y
y:
  ret i8 1
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a] unwind label %c
a:
  %q = catchpad within %cs [ptr @A]
  call void @f() [ "funclet"(token %q) ]
  catchret from %q to label %y
y:
  ret i8 1
c:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Functions with funclets are executed where they are called.
define internal void @inner(ptr %p) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret void
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @inner(ptr %p)
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
; interpreter: nothing against it
; solver: correct

define internal void @inner(ptr %p) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret void
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @inner(ptr %p)
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; Pads that the machines do not model are unsupported.
declare i32 @__C_specific_handler(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__C_specific_handler {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @B]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__C_specific_handler {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @B]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
; interpreter: unknown: filters of structured exceptions
; solver: unsupported: filters of structured exceptions
; solver, @src against itself: unsupported: filters of structured exceptions
; solver, @tgt against itself: unsupported: filters of structured exceptions

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %o = alloca ptr
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A, i32 0, ptr %o]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @B]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %o = alloca ptr
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A, i32 0, ptr %o]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @B]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
; interpreter: unknown: a catchpad that copies the exception
; solver: unsupported: a catchpad that copies the exception
; solver, @src against itself: unsupported: a catchpad that copies the exception
; solver, @tgt against itself: unsupported: a catchpad that copies the exception
