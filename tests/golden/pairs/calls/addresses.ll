; Which function an address leads to.

; CALL-14: a call of dso_local_equivalent is a call of the function; its address is unsupported.
declare void @f()
define void @src() { call void dso_local_equivalent @f() ret void }
define void @tgt() { call void @f() ret void }
; interpreter: nothing against it
; solver: correct

declare void @f()
define i1 @src() { %r = icmp eq ptr dso_local_equivalent @f, @f ret i1 %r }
define i1 @tgt() { ret i1 true }
; interpreter: unsupported: the address of dso_local_equivalent
