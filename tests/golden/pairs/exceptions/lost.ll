; Landing pads must resume what they do not name.
@T = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare i32 @llvm.eh.typeid.for.p0(ptr)
define i8 @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T catch ptr null
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
; interpreter: nothing against it
; solver: correct

@T = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare i32 @llvm.eh.typeid.for.p0(ptr)
define i8 @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
define i8 @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T catch ptr null
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: unknown: a landing pad that does not resume what it does not name
; solver: unknown: approximation

@T = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare i32 @llvm.eh.typeid.for.p0(ptr)
define i8 @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  resume { ptr, i32 } %l
}
define i8 @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T catch ptr null
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)
  %c = icmp eq i32 %s, %t
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

@T = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @may()
define i8 @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T
  ret i8 3
}
define i8 @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret i8 1
pad:
  %l = landingpad { ptr, i32 } catch ptr @T catch ptr null
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; A cleanup that is lost is found.
declare i32 @__CxxFrameHandler3(...)
declare i32 @__gxx_personality_v0(...)
declare void @seen(i32) nounwind willreturn
declare void @may()
define void @thrower() personality ptr @__gxx_personality_v0 {
  resume { ptr, i32 } { ptr inttoptr (i64 4096 to ptr), i32 0 }
}
define void @src() personality ptr @__CxxFrameHandler3 {
  invoke void @may() to label %fine unwind label %c
fine:
  ret void
c:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
define void @tgt() personality ptr @__CxxFrameHandler3 {
  invoke void @may() to label %fine unwind label %c
fine:
  ret void
c:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
declare i32 @__gxx_personality_v0(...)
declare void @seen(i32) nounwind willreturn
declare void @may()
define void @thrower() personality ptr @__gxx_personality_v0 {
  resume { ptr, i32 } { ptr inttoptr (i64 4096 to ptr), i32 0 }
}
define void @src() personality ptr @__CxxFrameHandler3 {
  invoke void @may() to label %fine unwind label %c
fine:
  ret void
c:
  %k = cleanuppad within none []
  call void @seen(i32 1) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
}
define void @tgt() { call void @may() ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch
