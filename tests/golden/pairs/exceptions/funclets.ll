; A cleanup is run and passes the exception on.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
t:
  unreachable
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare i32 @__CxxFrameHandler3(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  store i8 7, ptr %p
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; EXC-8: Calls in a funclet are kept.
declare i32 @__CxxFrameHandler3(...)
declare void @f()
declare void @seen(i32) nounwind
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare void @f()
declare void @seen(i32) nounwind
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  call void @seen(i32 2) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @__CxxFrameHandler3(...)
declare void @f()
declare void @seen(i32) nounwind
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %n unwind label %s
n:
  ret i8 0
s:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  call void @f()
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain
