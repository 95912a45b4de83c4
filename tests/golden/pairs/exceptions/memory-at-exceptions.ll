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
