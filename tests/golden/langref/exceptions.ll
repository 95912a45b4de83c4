; LangRef, "invoke": of a function that does not raise, it is a call.
; LangRef demands: correct
declare i32 @__gxx_personality_v0(...)
declare void @f() nounwind
define i8 @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret i8 1
u: %l = landingpad {ptr, i32} cleanup ret i8 2
}
define i8 @tgt() { call void @f() ret i8 1 }
; check: correct

; "invoke": one that may raise.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
declare void @f()
define i8 @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret i8 1
u: %l = landingpad {ptr, i32} catch ptr null ret i8 2
}
define i8 @tgt() { call void @f() ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "willreturn": a function that returns or raises: the landing pad stays.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
declare void @f() willreturn
define i8 @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret i8 1
u: %l = landingpad {ptr, i32} catch ptr null ret i8 2
}
define i8 @tgt() { call void @f() ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": a function that accesses no memory may raise, too.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
declare void @f() memory(none)
define i8 @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret i8 1
u: %l = landingpad {ptr, i32} catch ptr null ret i8 2
}
define i8 @tgt() { call void @f() ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "resume": a cleanup that does nothing but resume is none.
; LangRef demands: correct
declare i32 @__gxx_personality_v0(...)
declare void @f()
define void @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret void
u: %l = landingpad {ptr, i32} cleanup resume {ptr, i32} %l
}
define void @tgt() { call void @f() ret void }
; check: correct

; "landingpad": a cleanup that does something.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
declare void @f()
declare void @g()
define void @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret void
u: %l = landingpad {ptr, i32} cleanup call void @g() resume {ptr, i32} %l
}
define void @tgt() { call void @f() ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "landingpad": what a handler stores is seen by the caller.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
declare void @f()
@g = global i8 0
define void @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret void
u: %l = landingpad {ptr, i32} catch ptr null store i8 1, ptr @g ret void
}
define void @tgt() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: ret void
u: %l = landingpad {ptr, i32} catch ptr null store i8 2, ptr @g ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; "nounwind": a definition that raises although it promised not to is undefined behavior.
; LangRef demands: correct
declare i32 @__gxx_personality_v0(...)
define void @src() nounwind personality ptr @__gxx_personality_v0 { resume {ptr, i32} zeroinitializer }
define void @tgt() nounwind { unreachable }
; check: correct

; "resume": raising is no undefined behavior without it.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
define void @src() personality ptr @__gxx_personality_v0 { resume {ptr, i32} zeroinitializer }
define void @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "resume": raising is not returning.
; LangRef demands: incorrect
declare i32 @__gxx_personality_v0(...)
define void @src() personality ptr @__gxx_personality_v0 { resume {ptr, i32} zeroinitializer }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "invoke": its result is there on the normal path only; a phi keeps what each path gives.
; LangRef demands: correct
declare i32 @__gxx_personality_v0(...)
declare i8 @f()
define i8 @src() personality ptr @__gxx_personality_v0 { %v = invoke i8 @f() to label %n unwind label %u
n: ret i8 %v
u: %l = landingpad {ptr, i32} catch ptr null ret i8 0
}
define i8 @tgt() personality ptr @__gxx_personality_v0 { %v = invoke i8 @f() to label %m unwind label %u
u: %l = landingpad {ptr, i32} catch ptr null br label %m
m: %r = phi i8 [ %v, %0 ], [ 0, %u ] ret i8 %r
}
; check: correct

; "call": a store before a call that may raise is seen by the caller.
; LangRef demands: incorrect
declare void @f() memory(none) willreturn
define void @src(ptr noalias %p) { store i8 1, ptr %p call void @f() store i8 2, ptr %p ret void }
define void @tgt(ptr noalias %p) { call void @f() store i8 2, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "call": with nounwind it is not.
; LangRef demands: correct
declare void @f() memory(none) willreturn nounwind
define void @src(ptr noalias %p) { store i8 1, ptr %p call void @f() store i8 2, ptr %p ret void }
define void @tgt(ptr noalias %p) { call void @f() store i8 2, ptr %p ret void }
; check: correct

; "invoke": two handlers that do the same.
; LangRef demands: correct
declare i32 @__gxx_personality_v0(...)
declare void @f()
declare void @g(i8)
define void @src() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: call void @g(i8 1) ret void
u: %l = landingpad {ptr, i32} catch ptr null call void @g(i8 1) ret void
}
define void @tgt() personality ptr @__gxx_personality_v0 { invoke void @f() to label %n unwind label %u
n: br label %m
u: %l = landingpad {ptr, i32} catch ptr null br label %m
m: call void @g(i8 1) ret void
}
; check: correct
