; EXC-5: A function that breaks nounwind is undefined.
declare void @f()
define void @src() { call void @f() ret void }
define void @tgt() nounwind { call void @f() ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f()
define i8 @src(ptr %p) nounwind {
  store i8 1, ptr %p
  call void @f()
  ret i8 1
}
define i8 @tgt(ptr %p) nounwind {
  call void @f()
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Exceptions pass through functions of the module.
define internal void @inner(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  ret void
b:
  ret void
}
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %c = icmp eq i8 %x, 0
  invoke void @inner(i1 %c) to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %c = icmp eq i8 %x, 0
  br i1 %c, label %a, label %n
a:
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
; interpreter: nothing against it
; solver: correct

define internal void @inner(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  ret void
b:
  ret void
}
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %c = icmp eq i8 %x, 0
  invoke void @inner(i1 %c) to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %c = icmp eq i8 %x, 0
  br i1 %c, label %a, label %n
a:
  call void @f()
  br label %n
n:
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define internal i8 @inner() personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p { %r = call i8 @inner() ret i8 %r }
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
; interpreter: nothing against it
; solver: correct

; An exception may leave a loop.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
entry:
  br label %h
h:
  %i = phi i8 [ 0, %entry ], [ %j, %b ]
  %c = icmp ult i8 %i, 3
  br i1 %c, label %d, label %n
d:
  invoke void @f() to label %b unwind label %u
b:
  %j = add i8 %i, 1
  br label %h
n:
  ret i8 %i
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 %i
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
entry:
  br label %h
h:
  %i = phi i8 [ 0, %entry ], [ %j, %b ]
  %c = icmp ult i8 %i, 3
  br i1 %c, label %d, label %n
d:
  invoke void @f() to label %b unwind label %u
b:
  %j = add i8 %i, 1
  br label %h
n:
  ret i8 %i
u:
  %l = landingpad { ptr, i32 } catch ptr null
  %k = add i8 %i, 0
  ret i8 %k
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
entry:
  br label %h
h:
  %i = phi i8 [ 0, %entry ], [ %j, %b ]
  %c = icmp ult i8 %i, 3
  br i1 %c, label %d, label %n
d:
  invoke void @f() to label %b unwind label %u
b:
  %j = add i8 %i, 1
  br label %h
n:
  ret i8 %i
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 %i
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
entry:
  br label %h
h:
  %i = phi i8 [ 0, %entry ], [ %j, %b ]
  %c = icmp ult i8 %i, 3
  br i1 %c, label %d, label %n
d:
  invoke void @f() to label %b unwind label %u
b:
  %j = add i8 %i, 1
  br label %h
n:
  ret i8 %i
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; EXC-9: Of a landing pad of another type nobody can look at the exception, but it takes it.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad i8 cleanup
  %y = mul i8 %x, 2
  ret i8 %y
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad i8 cleanup
  %y = shl i8 %x, 1
  ret i8 %y
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr } cleanup
  %y = mul i8 %x, 2
  ret i8 %y
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr } cleanup
  %y = shl i8 %x, 2
  ret i8 %y
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad token cleanup
  ret i8 %x
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad token cleanup
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr } cleanup
  %v = extractvalue { ptr } %l, 0
  call void @f()
  ret i8 %x
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr } cleanup
  %v = extractvalue { ptr } %l, 0
  call void @f()
  ret i8 1
}
; interpreter: unsupported: landingpad of this type
