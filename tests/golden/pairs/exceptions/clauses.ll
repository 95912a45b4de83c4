; EXC-2: The first clause that matches selects.
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null%s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null%s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
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
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr @B
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @B catch ptr @A
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @p(...)
declare void @f()
declare i32 @llvm.eh.typeid.for.p0(ptr)
@A = external constant ptr
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup filter [1 x ptr] [ptr @A]
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup filter [2 x ptr] [ptr @A, ptr @A]
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %c = icmp eq i32 %s, %t
  %r = select i1 %c, i8 2, i8 3
  ret i8 %r
}
; interpreter: nothing against it
; solver: correct
