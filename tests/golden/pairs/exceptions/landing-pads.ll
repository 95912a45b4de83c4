; A landing pad that only resumes may be removed.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare i8 @g(i8)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %v = invoke i8 @g(i8 %x) to label %n unwind label %u
n:
  ret i8 %v
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %v = call i8 @g(i8 %x)
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare i8 @g(i8)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %v = invoke i8 @g(i8 %x) to label %n unwind label %u
n:
  ret i8 %v
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %v = call i8 @g(i8 %x)
  %w = add i8 %v, 1
  ret i8 %w
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; An exception goes to the same place.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 3
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
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  unreachable
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
; interpreter: nothing against it
; solver: correct

; An invoke of what never throws is a call.
declare i32 @p(...)
declare void @quiet() nounwind
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @quiet() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @quiet() ret i8 1 }
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() nounwind to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  call void @f() nounwind
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; An invoke of an intrinsic goes on.
declare void @llvm.donothing()
declare i32 @p(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @llvm.donothing() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { ret i8 1 }
; interpreter: nothing against it
; solver: correct

; EXC-1: Memory is compared where an exception leaves the function.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  store i8 1, ptr %p
  call void @f()
  ret i8 1
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  call void @f()
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @f() ret i8 1 }
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  store i8 7, ptr %p
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  store i8 7, ptr %p
  resume { ptr, i32 } %l
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
  %l = landingpad { ptr, i32 } cleanup
  store i8 7, ptr %p
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; EXC-1: Memory is compared where a function that writes nothing throws, too.
declare void @h() memory(none)
declare i32 @p(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  store i8 1, ptr %p
  call void @h()
  ret i8 1
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  call void @h()
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @r() memory(read)
declare i32 @p(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @r() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @r() ret i8 1 }
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

declare void @r() memory(read)
declare i32 @p(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @r() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p { call void @r() ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Memory that is dead on unwind is not compared.
declare void @f() memory(inaccessiblemem: readwrite)
define void @src(ptr noalias captures(none) dereferenceable(1) writable %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias captures(none) dereferenceable(1) writable %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f() memory(inaccessiblemem: readwrite)
define void @src(ptr noalias captures(none) dereferenceable(1) writable dead_on_unwind %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias captures(none) dereferenceable(1) writable dead_on_unwind %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; EXC-4: What is thrown is what the call throws.
declare i32 @p(...)
declare void @f()
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  %e = extractvalue { ptr, i32 } %l, 0
  %o = insertvalue { ptr, i32 } poison, ptr %p, 0
  resume { ptr, i32 } %o
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
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  %e = extractvalue { ptr, i32 } %l, 0
  %o = insertvalue { ptr, i32 } zeroinitializer, ptr %e, 0
  resume { ptr, i32 } %o
}
; interpreter: nothing against it
; solver: correct

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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null
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
  %l = landingpad { ptr, i32 } catch ptr @A catch ptr null
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
  %l = landingpad { ptr, i32 } catch ptr @B
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
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
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
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } catch ptr @A
  ret i8 3
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
  %l = landingpad { ptr, i32 } filter [1 x ptr] [ptr null]
  resume { ptr, i32 } %l
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
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
  %l = landingpad { ptr, i32 } filter [1 x ptr] [ptr null]
  unreachable
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @p {
  invoke void @f() to label %n unwind label %u
n:
  ret i8 1
u:
  %l = landingpad { ptr, i32 } cleanup
  unreachable
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

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
