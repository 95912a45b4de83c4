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
