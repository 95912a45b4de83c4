; EXC-6: The first pad that takes the exception has it.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @A]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @A]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 9
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
  ret i8 1
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @B]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @A]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @B]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @A]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A, i32 0]
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
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind to caller
a:
  %q = catchpad within %cs [ptr @A, i32 1]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @B]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; An exception that no pad takes goes on.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind label %c
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
c:
  %k = cleanuppad within none []
  store i8 9, ptr %p
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind label %c
a:
  %q = catchpad within %cs [ptr @A]
  catchret from %q to label %x1
b:
  %r = catchpad within %cs [ptr @A]
  catchret from %r to label %x2
x1:
  ret i8 1
x2:
  ret i8 5
c:
  %k = cleanuppad within none []
  store i8 9, ptr %p
  cleanupret from %k unwind to caller
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind label %c
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
c:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
@A = external constant i8
@B = external constant i8
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %cs = catchswitch within none [label %a, label %b] unwind label %c
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
c:
  %k = cleanuppad within none []
  store i8 9, ptr %p
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
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
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch
