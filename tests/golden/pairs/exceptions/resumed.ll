; EXC-3: Landing pads must resume what they do not name.
; Inlining adds clauses.
; A filter that lists all takes nothing, and may go where a cleanup is left in its place.
declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
@B = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
@B = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
@B = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  unreachable
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  unreachable
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
@B = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  unreachable
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  unreachable
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain
